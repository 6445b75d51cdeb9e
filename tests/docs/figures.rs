//! docs/what-500-codes-taught.md counts what the registry of the example says.

use errtax::{Action, Class};
use errtax_build::model::Origin;

use crate::markdown::page;
use crate::support::workspace;

#[test]
fn the_figures_about_the_example_are_those_of_its_registry() {
    let example = workspace().join("examples/accounting");
    let registry = errtax_build::analyse(&example, "registry.toml").registry.unwrap();
    let own: Vec<_> = registry
        .codes
        .values()
        .filter(|code| code.origin == Origin::Own)
        .collect();

    let taught = page("docs/what-500-codes-taught.md");
    let table = taught.table(&["class", "codes"]);
    let classes: Vec<Class> = table.names().iter().map(|name| name.parse().unwrap()).collect();
    assert_eq!(classes, Class::ALL);
    for (class, shown) in classes.into_iter().zip(table.column("codes")) {
        let count = own.iter().filter(|code| code.contract.class == class).count();
        assert_eq!(shown, count.to_string(), "{class}");
    }

    let text: String = taught.prose.iter().flat_map(|(_, line)| [line.as_str(), " "]).collect();
    let repeatable = own.iter().filter(|code| code.contract.retryable).count();
    let read = own
        .iter()
        .filter(|code| code.contract.action == Action::ReadState)
        .count();
    for wanted in [
        format!("{repeatable} codes of {} may be repeated", own.len()),
        format!("{read} codes mean `read_state`"),
    ] {
        assert!(text.contains(&wanted), "{wanted}");
    }
}
