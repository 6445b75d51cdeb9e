//! The list is the same each time, or it is said what differs and when.

use serde_json::{Value, json};

use crate::server::{TOOLS, findings, list, listed, only, package, with};

fn counting(number: u32) -> Value {
    let mut tools = listed();
    tools[0]["description"] = json!(format!("Reads one of {number} vouchers."));
    tools
}

#[test]
fn a_list_that_differs_in_the_second_call_is_found() {
    let package = with(TOOLS, &counting(1));
    list(&package, "tools/list-again", &counting(2));
    only(&package, "listing-unstable", "tools.get_voucher.description");
    let said = "`get_voucher` is listed otherwise between two calls: it differs in `description`";
    package.tools(&[]).ends(1).says(&[said]);
}

#[test]
fn a_list_that_differs_in_a_process_that_was_started_anew_is_found() {
    let package = with(TOOLS, &counting(1));
    package.write("count-starts", "");
    list(&package, "tools/list-restarted", &counting(2));
    let run = package.tools(&[]).ends(1);
    run.says(&["`get_voucher` is listed otherwise after a restart: it differs in `description`"]);
}

#[test]
fn another_order_of_tools_or_of_keys_is_another_list() {
    let package = package();
    let mut turned = listed();
    turned.as_array_mut().unwrap().reverse();
    list(&package, "tools/list-again", &turned);
    package
        .tools(&[])
        .ends(1)
        .says(&["another order between two calls: number 1 is `get_voucher`, then `unlock_period`"]);
    let tool = r#"{"name":"get_voucher","inputSchema":{"type":"object","additionalProperties":false}}"#;
    let turned = r#"{"inputSchema":{"additionalProperties":false,"type":"object"},"name":"get_voucher"}"#;
    let package = with("\n[tools.get_voucher]\neffect = \"read\"\n", &json!([]));
    package.write("tools/list", &format!("{{\"tools\":[{tool}]}}"));
    package.write("tools/list-again", &format!("{{\"tools\":[{turned}]}}"));
    package
        .tools(&[])
        .ends(1)
        .says(&["it says the same in another order or form"]);
}

#[test]
fn tools_that_come_and_go_are_named() {
    let package = package();
    let mut fewer = listed();
    fewer.as_array_mut().unwrap().remove(2);
    list(&package, "tools/list-again", &fewer);
    package
        .tools(&[])
        .ends(1)
        .says(&["`unlock_period` is listed otherwise between two calls"]);

    let package = with(TOOLS, &fewer);
    list(&package, "tools/list-again", &listed());
    let found = findings(&package);
    let unstable = ("listing-unstable".to_owned(), "tools.unlock_period".to_owned());
    assert!(found.contains(&unstable), "{found:?}");
}

#[test]
fn every_page_is_read() {
    let package = package();
    let all = listed();
    let page = json!({"tools": [all[0]], "nextCursor": "two"});
    package.write("tools/list", &page.to_string());
    package.write("tools/list-next", &json!({"tools": [all[1], all[2]]}).to_string());
    let run = package.tools(&[]).ends(0);
    assert!(run.stdout.starts_with("checked 3 tools"), "{}", run.text());
}

#[test]
fn a_list_that_never_ends_is_not_followed() {
    let package = package();
    let page = json!({"tools": [listed()[0]], "nextCursor": "two"}).to_string();
    package.write("tools/list", &page);
    package.write("tools/list-next", &page);
    package.tools(&[]).ends(2).says(&["the list of tools has no end"]);
}
