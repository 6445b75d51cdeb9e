//! Names that are keywords in some edition, in all of them.

/// Every one of them.
#[derive(Debug, errtax::ToolError)]
pub enum Keywords<'a> {
    /// As fields.
    Async { r#type: &'a str, r#gen: u8, r#async: bool, r#try: Option<String> },
    /// As a variant.
    #[tool_error(Self_)]
    r#Gen,
    /// As another.
    Self_,
    /// A boxed source, and what is made from it.
    #[tool_error(infer, InternalError)]
    Io(#[from] Box<dyn std::error::Error + Send + Sync>),
}
