//! Results of rmcp tools that are carried out once (feature `rmcp`).

use rmcp::ErrorData;
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, MetaObject};
use serde_json::{Map, Value};

use super::answer::{DUPLICATE, Replayed};

/// The key of `_meta` that says of a result that it comes from the record.
pub const META: &str = "dev.errtax/duplicate";

/// A result that a tool has made itself is marked wherever it can be: `structuredContent` and a text that is a JSON object
/// get the member `"duplicate": true`, and `_meta` has `dev.errtax/duplicate`. Any other text stays as it was: it is the
/// answer, and a sentence more would be for the model to explain.
impl IntoCallToolResult for Replayed<CallToolResult> {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        let again = self.is_duplicate();
        // The cause is for the log of whoever writes one: another version of the server has put it on record.
        let mut result = self.into_answer().map_err(|error| {
            ErrorData::internal_error("the answer on record cannot be read", Some(error.to_string().into()))
        })?;
        if again {
            mark(&mut result);
        }
        Ok(result.into())
    }
}

fn mark(result: &mut CallToolResult) {
    if let Some(Value::Object(members)) = &mut result.structured_content {
        members.insert(DUPLICATE.to_owned(), Value::Bool(true));
    }
    for block in &mut result.content {
        let object = block
            .as_text()
            .and_then(|text| serde_json::from_str::<Map<String, Value>>(&text.text).ok());
        if let Some(mut members) = object {
            members.insert(DUPLICATE.to_owned(), Value::Bool(true));
            *block = ContentBlock::text(Value::Object(members).to_string());
        }
    }
    let meta = result.meta.get_or_insert_with(|| MetaObject(Map::new()));
    meta.0.insert(META.to_owned(), Value::Bool(true));
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_result_from_the_record_is_marked_wherever_it_can_be() {
        let cases = [
            (
                CallToolResult::structured(json!({"id": 1})),
                json!({"id": 1, "duplicate": true}),
                r#"{"duplicate":true,"id":1}"#,
            ),
            (
                CallToolResult::success(vec![ContentBlock::text("posted as V-1")]),
                Value::Null,
                "posted as V-1",
            ),
        ];
        for (result, structured, text) in cases {
            let stored = serde_json::to_value(&result).unwrap();
            let CallToolResponse::Complete(first) = Replayed::First(result.clone()).into_call_tool_result().unwrap()
            else {
                panic!()
            };
            assert_eq!(first, result);
            let again = Replayed::<CallToolResult>::Again(stored).into_call_tool_result();
            let CallToolResponse::Complete(again) = again.unwrap() else {
                panic!()
            };
            assert_eq!(again.structured_content.clone().unwrap_or_default(), structured);
            let shown: Vec<_> = again.content.iter().filter_map(|block| block.as_text()).collect();
            assert_eq!(shown.len(), 1);
            let as_json = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_else(|_| text.into());
            assert_eq!(as_json(&shown[0].text), as_json(text));
            assert_eq!(again.meta.unwrap().0.get(META), Some(&json!(true)));
        }
    }
}
