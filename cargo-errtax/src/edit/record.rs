//! The decision record that a change names, where `[policy] records` asks for one.

use std::path::Path;

use super::{Ground, Plan, Refusal};

/// The record that was typed, as the registry names it. Where none was, and the policy asks for one, that is left to do;
/// `entry` is where it goes then.
pub(crate) fn record(
    ground: &Ground<'_>,
    plan: &mut Plan<'_>,
    typed: Option<&Path>,
    entry: &str,
) -> Result<Option<String>, Refusal> {
    if let Some(path) = typed {
        let file = ground.in_package(path, "the record of the decision")?;
        if !ground.package.path(&file).is_file() {
            return Err(ground.refuse(
                format!("there is no record {}", ground.package.show(&file)),
                "write it first, or leave `--record` out",
            ));
        }
        return Ok(Some(file));
    }
    if let Some(records) = &ground.registry.policy.records {
        plan.left.push(format!(
            "write down the decision below {}, and name it in {entry}: `record = \"{records}/…\"`; `cargo errtax check \
             --against` asks for it",
            ground.package.show(records)
        ));
    }
    Ok(None)
}
