//! The answer of a call that is carried out once.

use serde_core::de::DeserializeOwned;
use serde_core::{Serialize, Serializer};
use serde_json::Value;

/// The member that says of an answer that it comes from the record.
pub const DUPLICATE: &str = "duplicate";

/// An answer, and whether it is that of an earlier call.
///
/// One from the record is the JSON that was answered then, with `"duplicate": true` as a member of its own; a text, a
/// list or a number has no members and stays as it was. In MCP that makes `structuredContent.duplicate`, and, since the
/// text of `Json` is the same object, it is in the text as well.
#[derive(Clone, Debug, PartialEq)]
pub enum Replayed<T> {
    /// The call was carried out.
    First(T),
    /// An earlier one was carried out. This is its answer.
    Again(Value),
}

impl<T> Replayed<T> {
    /// Whether it comes from the record.
    #[must_use]
    pub fn is_duplicate(&self) -> bool {
        matches!(self, Self::Again(_))
    }

    /// The answer itself, without the mark.
    ///
    /// # Errors
    ///
    /// When what is on record cannot be read as a `T`, because another version of the server wrote it.
    pub fn into_answer(self) -> serde_json::Result<T>
    where
        T: DeserializeOwned,
    {
        match self {
            Self::First(answer) => Ok(answer),
            Self::Again(value) => serde_json::from_value(value),
        }
    }
}

impl<T: Serialize> Serialize for Replayed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::First(answer) => answer.serialize(serializer),
            Self::Again(Value::Object(members)) => {
                let mut members = members.clone();
                members.insert(DUPLICATE.to_owned(), Value::Bool(true));
                members.serialize(serializer)
            }
            Self::Again(value) => value.serialize(serializer),
        }
    }
}

/// The schema of `T`, and the mark.
#[cfg(feature = "schemars")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for Replayed<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("Replayed_{}", T::schema_name()).into()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        format!("errtax::replay::Replayed<{}>", T::schema_id()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut schema = T::json_schema(generator);
        let mark = serde_json::json!({
            "description": "Whether this is the answer of an earlier call with the same key; nothing was done again.",
            "type": "boolean",
        });
        if let Some(properties) = schema
            .ensure_object()
            .get_mut("properties")
            .and_then(Value::as_object_mut)
        {
            properties.insert(DUPLICATE.to_owned(), mark);
        }
        schema
    }
}
