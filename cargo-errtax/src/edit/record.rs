//! The decision record that a change names, where `[policy] records` asks for one.

use std::path::Path;

use crate::records::{self, Subject};

use super::{Ground, Plan, Refusal};

/// The record that was typed, as the registry names it; where none was, and the policy asks for one, a draft of `subject`.
pub(crate) fn record(
    ground: &Ground<'_>,
    plan: &mut Plan<'_>,
    typed: Option<&Path>,
    subject: impl FnOnce(&Plan<'_>) -> Subject,
) -> Result<Option<String>, Refusal> {
    if let Some(path) = typed {
        return typed_record(ground, path).map(Some);
    }
    let Some(folder) = &ground.registry.policy.records else {
        return Ok(None);
    };
    let draft = records::draft(ground.package, folder, &subject(plan))?;
    for (path, text) in draft.files {
        plan.files.put(&path, text)?;
    }
    let shown = ground.package.show(&draft.record);
    let left: Vec<String> = draft
        .left
        .iter()
        .map(|(section, line)| format!("\"{section}\" ({shown}:{line})"))
        .collect();
    plan.left.push(format!(
        "say in the decision record what only you know: {}; `cargo errtax check` fails until it is said",
        left.join(" and ")
    ));
    Ok(Some(draft.record))
}

/// The record of a path that was typed.
pub(crate) fn typed_record(ground: &Ground<'_>, path: &Path) -> Result<String, Refusal> {
    let file = ground.in_package(path, "the record of the decision")?;
    if !ground.package.path(&file).is_file() {
        return Err(ground.refuse(
            format!("there is no record {}", ground.package.show(&file)),
            "write it first, or leave `--record` out",
        ));
    }
    let folder = ground.registry.policy.records.as_ref();
    match folder.and_then(|folder| records::refusal(ground.package, folder, &file)) {
        Some((message, help)) => Err(ground.refuse(message, help)),
        None => Ok(file),
    }
}
