//! The shortest server that rmcp can make: its tools answer in text, and there is no handler to put anything into.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Two {
    #[schemars(description = "the first number")]
    pub a: i32,
    pub b: i32,
}

#[derive(Clone, Debug)]
pub struct Calculator;

#[tool_router(server_handler)]
impl Calculator {
    #[tool(description = "Adds two numbers")]
    fn add(&self, Parameters(Two { a, b }): Parameters<Two>) -> String {
        (a + b).to_string()
    }

    #[tool(description = "Divides one number by another")]
    fn divide(&self, Parameters(Two { a, b }): Parameters<Two>) -> String {
        (a / b).to_string()
    }
}
