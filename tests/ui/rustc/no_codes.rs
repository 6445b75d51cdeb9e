// Without a registry in the crate, and without `codes = …`.

#[derive(Debug, errtax::ToolError)]
enum Alone {
    NoSuchThing,
    #[tool_error(PeriodLocked)]
    Locked { period_id: String },
    #[tool_error(infer, InternalError)]
    Io(#[from] std::io::Error),
}

fn main() {}
