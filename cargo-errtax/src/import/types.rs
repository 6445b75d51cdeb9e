//! Which detail a field of this type fills.

use errtax_core::DetailType;
use syn::{GenericArgument, PathArguments, Type};

/// What a field carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Carried {
    pub(super) kind: DetailType,
    pub(super) optional: bool,
    /// The feature of errtax that it takes.
    pub(super) feature: Option<&'static str>,
}

/// What a type carries, by its name; `None` where it is a type of one's own, which has to say so itself.
pub(super) fn carried(ty: &Type) -> Option<Carried> {
    if let Some(inner) = inner_of(ty, &["Option"]) {
        let carried = carried(inner)?;
        return (!carried.optional).then_some(Carried {
            optional: true,
            ..carried
        });
    }
    if let Some(inner) = inner_of(ty, &["Box", "Rc", "Arc"]) {
        return carried(inner);
    }
    let plain = |kind, feature| {
        Some(Carried {
            kind,
            optional: false,
            feature,
        })
    };
    match ty {
        Type::Reference(reference) => return carried(&reference.elem),
        Type::Slice(slice) => return list(&slice.elem),
        Type::Array(array) => return list(&array.elem),
        Type::Paren(paren) => return carried(&paren.elem),
        Type::Group(group) => return carried(&group.elem),
        _ => {}
    }
    if let Some(inner) = inner_of(ty, &["Vec", "VecDeque", "BTreeSet"]) {
        return list(inner);
    }
    let Type::Path(path) = ty else { return None };
    let segments: Vec<String> = path
        .path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect();
    let (last, before) = segments.split_last()?;
    let from = before.first().map(String::as_str);
    match (last.as_str(), from) {
        ("String" | "str" | "char" | "PathBuf" | "Path", _) => plain(DetailType::String, None),
        ("IpAddr" | "Ipv4Addr" | "Ipv6Addr" | "SocketAddr", _) => plain(DetailType::String, None),
        ("Cow", _) => cow(path),
        ("bool", None) => plain(DetailType::Boolean, None),
        ("f32" | "f64", None) => plain(DetailType::Number, None),
        (name, None) if is_integer(name) => plain(DetailType::Integer, None),
        (name, _) if name.starts_with("NonZero") => plain(DetailType::Integer, None),
        ("Duration", None | Some("std" | "core")) => plain(DetailType::DurationMs, None),
        ("Duration", Some("time")) => plain(DetailType::DurationMs, Some("time")),
        ("TimeDelta", _) => plain(DetailType::DurationMs, Some("chrono")),
        ("SignedDuration", _) => plain(DetailType::DurationMs, Some("jiff")),
        ("SystemTime", _) => plain(DetailType::Datetime, None),
        ("Date", Some("errtax")) => plain(DetailType::Date, None),
        ("DateTime", Some("errtax")) => plain(DetailType::Datetime, None),
        ("Uri", Some("errtax")) => plain(DetailType::Uri, None),
        ("RawJson", Some("errtax")) => plain(DetailType::Object, None),
        ("NaiveDate", _) => plain(DetailType::Date, Some("chrono")),
        ("Date", Some("time")) => plain(DetailType::Date, Some("time")),
        ("Date", Some("jiff" | "civil")) => plain(DetailType::Date, Some("jiff")),
        ("DateTime", None | Some("chrono")) if has_arguments(path) => plain(DetailType::Datetime, Some("chrono")),
        ("OffsetDateTime" | "UtcDateTime", _) => plain(DetailType::Datetime, Some("time")),
        ("Timestamp" | "Zoned", Some("jiff")) => plain(DetailType::Datetime, Some("jiff")),
        ("Uuid", _) => plain(DetailType::String, Some("uuid")),
        ("Url", _) => plain(DetailType::Uri, Some("url")),
        ("Value", Some("serde_json")) => plain(DetailType::Object, Some("serde_json")),
        _ => None,
    }
}

fn list(element: &Type) -> Option<Carried> {
    let element = carried(element)?;
    let kind = match element.kind {
        DetailType::String if element.feature.is_none() => DetailType::StringList,
        DetailType::Integer => DetailType::IntegerList,
        _ => return None,
    };
    (!element.optional).then_some(Carried {
        kind,
        optional: false,
        feature: None,
    })
}

fn cow(path: &syn::TypePath) -> Option<Carried> {
    let PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => carried(ty),
        _ => None,
    })
}

fn has_arguments(path: &syn::TypePath) -> bool {
    path.path.segments.last().is_some_and(|last| !last.arguments.is_none())
}

fn is_integer(name: &str) -> bool {
    matches!(
        name,
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" | "u8" | "u16" | "u32" | "u64" | "usize"
    )
}

/// The one type argument of a type of one of these names.
fn inner_of<'a>(ty: &'a Type, names: &[&str]) -> Option<&'a Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    if !names.iter().any(|name| last.ident == name) {
        return None;
    }
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match (arguments.args.first()?, arguments.args.len()) {
        (GenericArgument::Type(ty), 1) => Some(ty),
        _ => None,
    }
}

/// The last part of a type's path: `Error` of `std::io::Error`, and whether `io` stands before it.
pub(super) fn last_of(ty: &Type) -> Option<(String, Option<String>)> {
    let Type::Path(path) = ty else { return None };
    let mut segments = path.path.segments.iter().rev();
    let last = segments.next()?.ident.to_string();
    Some((last, segments.next().map(|before| before.ident.to_string())))
}

/// A type as it is written, where it is a path that says something: `reqwest::Error`, not a box of any error.
pub(super) fn text(ty: &Type) -> Option<String> {
    let Type::Path(path) = ty else { return None };
    let segments: Vec<String> = path
        .path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect();
    let any = has_arguments(path)
        || matches!(
            segments.first().map(String::as_str),
            Some("anyhow" | "eyre" | "color_eyre")
        );
    (!any).then(|| segments.join("::"))
}

/// `std::io::Error`.
pub(super) fn is_io_error(ty: &Type) -> bool {
    matches!(last_of(ty), Some((last, Some(before))) if last == "Error" && before == "io")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_says_which_detail_it_fills() {
        use DetailType as Kind;
        for (ty, kind, optional) in [
            ("String", Kind::String, false),
            ("&'static str", Kind::String, false),
            ("Option<u64>", Kind::Integer, true),
            ("Box<str>", Kind::String, false),
            ("Cow<'static, str>", Kind::String, false),
            ("Vec<String>", Kind::StringList, false),
            ("Option<Vec<u8>>", Kind::IntegerList, true),
            ("[i64; 3]", Kind::IntegerList, false),
            ("std::time::Duration", Kind::DurationMs, false),
            ("chrono::NaiveDate", Kind::Date, false),
            ("DateTime<Utc>", Kind::Datetime, false),
            ("uuid::Uuid", Kind::String, false),
            ("serde_json::Value", Kind::Object, false),
            ("bool", Kind::Boolean, false),
            ("f64", Kind::Number, false),
        ] {
            let found = carried(&syn::parse_str(ty).unwrap()).unwrap_or_else(|| panic!("{ty}"));
            assert_eq!((found.kind, found.optional), (kind, optional), "{ty}");
        }
        for ty in [
            "VoucherId",
            "Vec<Voucher>",
            "HashMap<String, String>",
            "Option<Option<u8>>",
            "(u8, u8)",
            "my::Value",
        ] {
            assert_eq!(carried(&syn::parse_str(ty).unwrap()), None, "{ty}");
        }
    }
}
