//! Arguments that decode but cannot be right for any company.

use jiff::civil::Date;

/// An argument that breaks a rule which does not depend on the books. A struct can be a failure as well as an enum.
#[derive(Debug, errtax::ToolError)]
#[tool_error(ValidationError)]
pub struct ArgumentError {
    /// A path into the arguments: `lines[0].debit`.
    pub argument: String,
    /// What is wrong with it.
    pub problem: String,
}

impl ArgumentError {
    /// This argument has this problem.
    pub fn new(argument: impl Into<String>, problem: impl Into<String>) -> Self {
        Self {
            argument: argument.into(),
            problem: problem.into(),
        }
    }
}

/// Reads a date: exactly `YYYY-MM-DD`, and a day that exists.
///
/// # Errors
///
/// The argument and what is wrong with it.
pub fn date(argument: &str, text: &str) -> Result<Date, ArgumentError> {
    // jiff reads more forms than this one; a date that prints differently was written in another.
    text.parse::<Date>()
        .ok()
        .filter(|date| date.to_string() == text)
        .ok_or_else(|| ArgumentError::new(argument, "is not a date of the form YYYY-MM-DD"))
}
