//! `extends`: codes taken over from the standard registry or from another one of the package.

use crate::map::Map;

use super::{Resolved, Resolver, Unreadable, code};
use crate::finding::Finding;
use crate::model::{Code, Origin, Retired, Tool, Version};
use crate::read;
use crate::read::fields::parse_version;
use crate::read::raw::RawRegistry;
use crate::rules;
use crate::source::Spanned;
use crate::standard;

/// What a registry builds on.
#[derive(Debug, Default)]
pub(super) struct Bases {
    pub(super) names: Vec<String>,
    pub(super) codes: Map<String, Code>,
    pub(super) retired: Map<String, Retired>,
    pub(super) tools: Map<String, Tool>,
    /// Those that are files of this package.
    pub(super) in_package: Vec<Resolved>,
    /// One of them could not be read.
    pub(super) incomplete: bool,
}

impl Resolver<'_> {
    /// Reads everything that `extends` names.
    pub(super) fn extend(&mut self, raw: &RawRegistry, findings: &mut Vec<Finding>) -> Bases {
        let mut bases = Bases::default();
        for entry in &raw.head.extends {
            let taken = match entry.value.split_once('@') {
                Some((name, version)) => self.standard(entry, name, version, &mut bases),
                None => self.in_package(entry, findings, &mut bases),
            };
            if let Err(finding) = taken {
                bases.incomplete = true;
                findings.extend(finding);
            }
        }
        bases
    }

    fn standard(
        &mut self,
        entry: &Spanned<String>,
        name: &str,
        version: &str,
        bases: &mut Bases,
    ) -> Result<(), Option<Finding>> {
        let file = standard::source(self.sources);
        let registry = super::standard(file);
        let newest = format!(
            "{NAME}@{}.{}",
            registry.version.major,
            registry.version.minor,
            NAME = standard::NAME
        );
        let refuse = |message: String, label: &str| {
            let help = format!("write `extends = [\"{newest}\"]`");
            Err(Some(
                Finding::new(&rules::BAD_EXTENDS, entry.place, message, help)
                    .label(label)
                    .field("extends"),
            ))
        };
        if name != standard::NAME {
            return refuse(format!("there is no registry `{name}` to extend"), "not known");
        }
        let Some(wanted) = parse_version(&format!("{version}.0")) else {
            return refuse(format!("`{version}` is no contract version"), "not `major.minor`");
        };
        if wanted.major != registry.version.major || wanted.minor > registry.version.minor {
            let has = registry.version;
            return refuse(
                format!("this errtax has the standard registry {has}, not {version}"),
                "not this version",
            );
        }
        let upto = Version {
            patch: u32::MAX,
            ..wanted
        };
        let origin = Origin::Extended(standard::NAME.to_owned());
        bases.names.push(standard::NAME.to_owned());
        for (name, mut code) in registry.codes {
            if code.since.is_some_and(|since| since <= upto) {
                code.origin = origin.clone();
                bases.add_code(name, code, entry)?;
            }
        }
        for (name, mut retired) in registry.retired {
            if retired.since <= upto {
                retired.origin = origin.clone();
                bases.retired.insert(name, retired);
            }
        }
        Ok(())
    }

    fn in_package(
        &mut self,
        entry: &Spanned<String>,
        findings: &mut Vec<Finding>,
        bases: &mut Bases,
    ) -> Result<(), Option<Finding>> {
        let written = &entry.value;
        let refuse = |message: String, help: String, label: &str| {
            Err(Some(
                Finding::new(&rules::BAD_EXTENDS, entry.place, message, help)
                    .label(label)
                    .field("extends"),
            ))
        };
        if written == standard::NAME || !written.ends_with(".toml") {
            let message = format!("`{written}` is neither `errtax@MAJOR.MINOR` nor the path of a registry");
            return refuse(
                message,
                "write `extends = [\"errtax@1.0\"]`".to_owned(),
                "which version?",
            );
        }
        let path = read::paths::inside_package(written, entry.place).map_err(Some)?;
        if self.stack.contains(&path) {
            let chain = self
                .stack
                .iter()
                .chain([&path])
                .map(String::as_str)
                .collect::<Vec<_>>()
                .join(" → ");
            let finding = Finding::new(
                &rules::EXTENDS_CYCLE,
                entry.place,
                format!("these registries extend each other, so none of them can be read first: {chain}"),
                format!("remove `{written}` from one of them"),
            );
            return Err(Some(finding.label("back to the start").field("extends")));
        }
        if !self.package.join(&path).is_file() {
            self.depend_on(&path);
            let help = format!("create `{path}`, or remove it here; the path is relative to the package");
            let message = format!("`{written}` does not exist: the codes that it should bring are missing");
            return refuse(message, help, "no such file");
        }
        let mut resolved = match self.registry(&path) {
            Ok(resolved) => resolved,
            Err(Unreadable(problems)) => {
                findings.extend(problems);
                return Err(None);
            }
        };
        let registry = &resolved.registry;
        bases.incomplete |= resolved.doubts.incomplete;
        bases.names.push(registry.name.clone());
        let own = Origin::Extended(registry.name.clone());
        let taken = |origin: &Origin| {
            if *origin == Origin::Own {
                own.clone()
            } else {
                origin.clone()
            }
        };
        for (name, code) in &registry.codes {
            let code = Code {
                origin: taken(&code.origin),
                ..code.clone()
            };
            bases.add_code(name.clone(), code, entry)?;
        }
        for (name, retired) in &registry.retired {
            let retired = Retired {
                origin: taken(&retired.origin),
                ..retired.clone()
            };
            bases.retired.insert(name.clone(), retired);
        }
        bases
            .tools
            .extend(registry.tools.iter().map(|(name, tool)| (name.clone(), tool.clone())));
        findings.append(&mut resolved.findings);
        bases.in_package.push(resolved);
        Ok(())
    }
}

impl Bases {
    /// Takes one code over. Two registries that both have it must agree.
    fn add_code(&mut self, name: String, code: Code, entry: &Spanned<String>) -> Result<(), Option<Finding>> {
        if let Some(other) = self.codes.get(&name) {
            let differences = code::differences(&other.contract, &code.contract);
            if !differences.is_empty() {
                let message = format!(
                    "two extended registries declare `{name}` differently ({})",
                    differences.join(", ")
                );
                let finding = Finding::new(
                    &rules::CODE_IN_BOTH,
                    entry.place,
                    message,
                    "extend one of the two, or make the two agree",
                )
                .label("both extended here")
                .related(other.places.name, "here")
                .related(code.places.name, "and here");
                return Err(Some(finding.code(name)));
            }
        }
        self.codes.insert(name, code);
        Ok(())
    }
}
