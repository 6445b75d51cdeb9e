//! "Could not judge" is not "no finding": a server that does not start, does not answer or does not speak MCP ends with 2, says
//! what to type and what the server said last.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::common::{Package, Run};
use crate::server::{TOOLS, list, package, with};

/// Runs a shell as the server.
fn shell(script: &str, options: &[&str]) -> Run {
    let package = package();
    let command = ["--", "sh", "-c", script];
    package.run(&[&["tools"], options, &command].concat())
}

const GREETS: &str =
    r#"read -r l; echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25"}}'; read -r l;"#;

#[test]
fn a_server_that_is_not_there_is_to_be_built() {
    let run = package()
        .run(&["tools", "--", "target/debug/no-such-server", "--stdio"])
        .ends(2);
    run.says(&[
        "cannot start target/debug/no-such-server",
        "build it, and name what was built: `cargo errtax tools -- target/debug/no-such-server --stdio`",
    ]);
}

#[test]
fn a_server_that_ends_is_told_with_its_last_words() {
    let run = shell(
        "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo line $i >&2; done; exit 7",
        &[],
    )
    .ends(2);
    run.says(&[
        "the server ended before it answered `initialize` (exit status: 7)",
        "last on the server's standard error:\n  line 3\n",
        "  line 12\n",
        "start it by hand",
    ]);
    let run = shell("echo 'no database' >&2; exit 1", &["--format", "github"]).ends(2);
    run.says(&["::error file=registry.toml,line=1,col=1,", "%0Ano database%0Ahelp: "]);
    let run = shell("echo 'no database' >&2; exit 1", &["--format", "json"]).ends(2);
    assert_eq!(run.json()["trouble"]["said"], json!(["no database"]));
}

#[test]
fn a_server_that_does_not_answer_is_not_waited_for() {
    let start = Instant::now();
    let run = shell("echo 'waiting for a lock' >&2; cat >/dev/null", &["--timeout", "1"]).ends(2);
    run.says(&[
        "does not answer `initialize` within 1 s",
        "waiting for a lock",
        "cargo errtax tools --timeout 4 -- sh -c",
    ]);
    let run = shell(&format!("{GREETS} sleep 600"), &["--timeout", "1"]).ends(2);
    run.says(&["does not answer `tools/list` within 1 s"]);
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}

/// As `cargo run` does: the process that answers is a child of the one that was started.
#[test]
#[cfg(unix)]
fn what_the_server_started_itself_ends_with_it() {
    let package = package();
    let script = "sleep 333 & echo $! >child; wait";
    package
        .run(&["tools", "--timeout", "1", "--", "sh", "-c", script])
        .ends(2);
    let child = package.read("child");
    // Where nobody collects it, one that has ended is still known, as a zombie.
    let state = std::process::Command::new("ps")
        .args(["-o", "stat=", "-p", child.trim()])
        .output()
        .unwrap();
    let state = String::from_utf8(state.stdout).unwrap();
    assert!(state.trim().is_empty() || state.starts_with('Z'), "{child}: {state}");
}

#[test]
fn what_is_not_mcp_is_told_as_such() {
    for (script, said) in [
        (
            "echo Listening on 8080; cat >/dev/null",
            "no JSON-RPC: Listening on 8080",
        ),
        ("echo '{}'; cat >/dev/null", "no JSON-RPC: {}"),
        ("printf '\\377\\376\\n'; cat >/dev/null", "no JSON-RPC"),
        (
            r#"read -r l; echo '{"jsonrpc":"2.0","id":1,"result":{}}'; cat >/dev/null"#,
            "without a `protocolVersion`",
        ),
        (
            r#"read -r l; echo '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}'; cat >/dev/null"#,
            "answers `initialize` with an error: {\"code\":-32601,\"message\":\"no\"}",
        ),
        (
            r#"read -r l; echo '{"jsonrpc":"2.0","id":1}'; cat >/dev/null"#,
            "with neither a result nor an error",
        ),
    ] {
        shell(script, &["--timeout", "5"]).ends(2).says(&[said, "help: "]);
    }
}

#[test]
fn a_result_that_is_no_list_of_tools_is_told_as_such() {
    for (result, said) in [
        (json!({}), "has no `tools`"),
        (json!({"tools": {}}), "is no array"),
        (json!({"tools": [{"title": "x"}]}), "a tool has no name"),
        (json!({"tools": []}), "the server offers no tools"),
    ] {
        let package = package();
        package.write("tools/list", &result.to_string());
        package.tools(&[]).ends(2).says(&[said]);
    }
}

#[test]
fn a_server_that_asks_and_reports_in_between_is_answered() {
    let script = format!(
        r#"{GREETS}
        while read -r l; do
          id=${{l#*\"id\":}}; id=${{id%%,*}}
          echo '{{"jsonrpc":"2.0","method":"notifications/message","params":{{}}}}'
          echo '{{"jsonrpc":"2.0","id":"a","method":"ping"}}'; read -r pong
          echo '{{"jsonrpc":"2.0","id":"b","method":"roots/list"}}'; read -r no
          case $pong$no in *'"id":"a"'*'"result"'*'-32601'*) ;; *) exit 9 ;; esac
          echo '{{"jsonrpc":"2.0","id":99,"result":{{}}}}'
          echo '{{"jsonrpc":"2.0","id":'$id',"result":{{"tools":[{{"name":"t","inputSchema":{{"type":"object","additionalProperties":false}}}}]}}}}'
        done"#
    );
    let package: Package = with("\n[tools.t]\neffect = \"read\"\n", &json!([]));
    package.run(&["tools", "--", "sh", "-c", &script]).ends(0);
}

#[test]
fn a_registry_that_is_wrong_by_itself_is_mended_first() {
    let package = package();
    package.write(
        "registry.toml",
        &format!("{}{TOOLS}colour = 1\n", crate::common::REGISTRY),
    );
    list(&package, "tools/list", &json!([]));
    package.tools(&[]).ends(1).says(&["error[unknown-key]"]);
    package.write("registry.toml", "[registry");
    package.tools(&[]).ends(2);
}
