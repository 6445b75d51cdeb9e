//! The registry that a crate begins with.

/// The code in it.
pub(super) const EXAMPLE: &str = "PERIOD_LOCKED";

/// The registry of this name, with the schema that editors shall go by. They look for that on the first line.
pub(super) fn registry(name: &str, schema: Option<&str>) -> String {
    let directive = schema.map(|schema| format!("#:schema ./{schema}\n\n"));
    format!("{}{}", directive.unwrap_or_default(), TEXT.replace("@NAME", name))
}

const TEXT: &str = r#"# The errors of this server: what each means, and what an agent should do about it.
# Every key: https://github.com/errtax/errtax/blob/main/docs/registry.md

[registry]
name = "@NAME"
version = "1.0.0"        # of this contract, not of the crate
edition = "2026"
extends = ["errtax@1.0"] # NOT_FOUND, RATE_LIMITED, INTERNAL_ERROR and others: `cargo errtax list --all` shows them

# An example. A code is one answer to "what now?": a failure that needs two answers is two codes.
[codes.PERIOD_LOCKED]
class = "precondition"   # the system is not in the state that this call needs
action = "fix_state"     # do the step that the hint names, then call again
retryable = false        # the same call again would fail again
executed = "no"          # the call took no effect
status = "draft"         # may still change; once it ships: `cargo errtax freeze PERIOD_LOCKED`
message = "Fiscal period {period_id} is locked since {lock_date}."
hint = "Call unlock_period first, or date the voucher in an open period."

[codes.PERIOD_LOCKED.details] # what a failure carries, typed
period_id = "string"
lock_date = { type = "date", doc = "First locked day." }

# What the tools do decides what an agent is told when a call is lost. One that is not declared counts as a plain write.
[tools.unlock_period]
effect = "write"
idempotent = true        # to repeat it changes nothing more
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_nothing_to_say_about_the_registry_that_one_begins_with() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(
            folder.path().join("registry.toml"),
            registry("my-server", Some("registry.schema.json")),
        )
        .unwrap();
        std::fs::write(
            folder.path().join("registry.lock"),
            errtax_build::lock::Lock::default().render(),
        )
        .unwrap();
        let analysis = errtax_build::analyse(folder.path(), "registry.toml");
        assert_eq!(analysis.findings, []);
        let registry = analysis.registry.unwrap();
        assert_eq!(errtax_build::style(&registry), []);
        assert!(registry.codes.contains_key(EXAMPLE) && registry.codes.contains_key("NOT_FOUND"));
    }
}
