//! What `[contract]` promises of outputs: the fields of every write, and those of tools that are bound to something.

use crate::finding::{Finding, Rule};
use crate::model::{Bound, Promises, Tool};
use crate::rules;
use crate::source::Place;
use crate::suggest::list;

use super::listing::Listed;
use super::server::{Said, Server};
use super::shape::{Kind, Property, Schema, Shape};

pub(super) fn judge(server: &Server<'_>, findings: &mut Vec<Finding>) {
    let promises = &server.registry.promises;
    for (number, listed, tool) in server.known() {
        let asked = Asked::of(promises, listed, tool);
        if asked.nothing() {
            continue;
        }
        let mut output = Output {
            server,
            number,
            name: &listed.name,
            elsewhere: None,
        };
        match listed.value.get("outputSchema") {
            None => output.absent(&asked, findings),
            Some(schema) => output.judge(&asked, &Schema::new(schema), findings),
        }
    }
}

/// What the output of one tool has to say.
struct Asked<'a> {
    promises: &'a Promises,
    /// The fields that every write has.
    fields: &'a [String],
    completion: Option<&'a str>,
    bound: Vec<Binding<'a>>,
}

struct Binding<'a> {
    name: &'a str,
    binding: &'a Bound,
    /// Why the tool is bound, for the message.
    why: String,
}

impl<'a> Asked<'a> {
    fn of(promises: &'a Promises, listed: &'a Listed, tool: &'a Tool) -> Self {
        let arguments = super::schemas::arguments(&listed.value);
        let bound = promises.bound.iter().filter_map(|(name, binding)| {
            let argument = binding.argument.as_deref();
            let taken = argument.filter(|argument| arguments.contains(argument));
            let why = match taken {
                Some(argument) => format!("takes `{argument}`"),
                None => {
                    tool.bound.contains(name).then_some(())?;
                    format!("is bound to `{name}`")
                }
            };
            Some(Binding { name, binding, why })
        });
        Self {
            promises,
            fields: if tool.writes { &promises.write_output } else { &[] },
            completion: promises.completion.as_deref().filter(|_| tool.writes),
            bound: bound.collect(),
        }
    }

    fn nothing(&self) -> bool {
        self.fields.is_empty() && self.completion.is_none() && self.bound.is_empty()
    }
}

/// The output of one tool, and where what is wrong with it goes.
struct Output<'a> {
    server: &'a Server<'a>,
    number: usize,
    name: &'a str,
    /// A part of the schema that could hold what is missing.
    elsewhere: Option<String>,
}

impl Output<'_> {
    fn absent(&self, asked: &Asked<'_>, findings: &mut Vec<Finding>) {
        let help = "return a struct that has them, in Rust `Json<T>`: rmcp makes the `outputSchema` of it";
        let label = "no `outputSchema`";
        if !asked.fields.is_empty() {
            let message = format!(
                "`{}` writes, and has no `outputSchema` that promises {}",
                self.name,
                list(asked.fields.iter().map(String::as_str))
            );
            let rule = &rules::WRITE_OUTPUT_INCOMPLETE;
            findings.extend(self.found(rule, message, help, label, asked_at(asked, "write_output")));
        }
        for Binding { name, binding, why } in &asked.bound {
            let message = format!(
                "`{}` {why}, and has no `outputSchema` that promises `{}`",
                self.name, binding.field
            );
            let rule = &rules::BOUND_OUTPUT_INCOMPLETE;
            findings.extend(self.found(rule, message, help, label, asked_at(asked, &format!("bound.{name}"))));
        }
    }

    fn judge(&mut self, asked: &Asked<'_>, schema: &Schema<'_>, findings: &mut Vec<Finding>) {
        let success = schema.of_success();
        let lacking = self.lacking(schema, &success, asked.fields);
        if let Some(lacking) = lacking {
            let message = format!("`{}` writes, and its output {lacking}", self.name);
            let at = asked_at(asked, "write_output");
            findings.extend(self.found(&rules::WRITE_OUTPUT_INCOMPLETE, message, HELP, "not as promised", at));
        }
        if let Some(completion) = asked.completion {
            self.completion(&schema.property(&success, completion), completion, asked, findings);
        }
        for Binding { name, binding, why } in &asked.bound {
            let field = std::slice::from_ref(&binding.field);
            let of_field = self.lacking(schema, &success, field);
            let whole = schema.property(&success, &binding.field).shape;
            let of_members = match &whole {
                Some(shape) => self.lacking(schema, shape, &binding.members),
                None => None,
            };
            let what = match (of_field, of_members) {
                (Some(lacking), _) => format!("its output {lacking}"),
                (None, Some(lacking)) => format!("`{}` of its output {lacking}", binding.field),
                (None, None) => continue,
            };
            let message = format!("`{}` {why}, and {what}", self.name);
            let at = asked_at(asked, &format!("bound.{name}"));
            findings.extend(self.found(&rules::BOUND_OUTPUT_INCOMPLETE, message, HELP, "not as promised", at));
        }
        if let Some(reference) = self.elsewhere.take() {
            let message = format!(
                "whether the output of `{}` is as promised cannot be told: {reference}",
                self.name
            );
            let help = "let the `outputSchema` hold what it refers to, below `$defs`";
            let at = asked_at(asked, "write_output");
            findings.extend(self.found(&rules::OUTPUT_NOT_JUDGED, message, help, "not looked at", at));
        }
    }

    /// The sentence about the fields that are not promised, where there are any: `` lacks `a` and may leave out `b` ``.
    fn lacking(&mut self, schema: &Schema<'_>, shape: &Shape<'_>, fields: &[String]) -> Option<String> {
        let (mut absent, mut optional) = (Vec::new(), Vec::new());
        for field in fields {
            let property = schema.property(shape, field);
            if property.is_promised() {
                continue;
            }
            match (property.elsewhere, property.shape) {
                (Some(reference), _) => self.elsewhere = Some(super::shape::not_followed(reference)),
                (None, None) => absent.push(field.as_str()),
                (None, Some(_)) => optional.push(field.as_str()),
            }
        }
        let absent = (!absent.is_empty()).then(|| format!("lacks {}", list(absent)));
        let optional = (!optional.is_empty()).then(|| format!("may leave out {}", list(optional)));
        match (absent, optional) {
            (Some(absent), Some(optional)) => Some(format!("{absent} and {optional}")),
            (absent, optional) => absent.or(optional),
        }
    }

    fn completion(&mut self, property: &Property<'_>, name: &str, asked: &Asked<'_>, findings: &mut Vec<Finding>) {
        // That it is missing is said with the other fields.
        let Some(shape) = &property.shape else { return };
        match (shape.kind(), shape.elsewhere()) {
            (Kind::Boolean, _) => {}
            (Kind::Unsaid, Some(reference)) => self.elsewhere = Some(super::shape::not_followed(reference)),
            _ => {
                let message = format!(
                    "`{name}` of the output of `{}` says whether the work is done, and is no boolean",
                    self.name
                );
                let help = "make it `true` or `false`, never null: in Rust a `bool`, not an `Option`";
                let at = asked_at(asked, "completion");
                findings.extend(self.found(&rules::COMPLETION_NOT_BOOLEAN, message, help, "no boolean", at));
            }
        }
    }

    fn found(
        &self,
        rule: &'static Rule,
        message: String,
        help: &str,
        label: &str,
        asked: Option<Place>,
    ) -> Option<Finding> {
        let said = Said {
            message,
            help: help.to_owned(),
            label,
            pointer: "/outputSchema",
        };
        let finding = self.server.offered(rule, self.number, said)?;
        Some(match asked {
            Some(place) => finding.related(place, "asked for here"),
            None => finding,
        })
    }
}

const HELP: &str =
    "declare each as a property and name it in `required`: in Rust a field without `skip_serializing_if`";

/// Where the contract asks for it.
fn asked_at(asked: &Asked<'_>, key: &str) -> Option<Place> {
    asked.promises.places.as_ref().map(|places| places.get(key))
}
