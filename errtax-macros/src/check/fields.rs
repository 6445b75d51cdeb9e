//! What each field of a variant is: the cause, a detail, the wait, or nothing to us.

use syn::ext::IdentExt as _;
use syn::{Fields, Ident, Index, LitStr, Member};

use super::Scope;
use crate::model::{Detail, Field, Meaning, Source};
use crate::parse::Attributes;
use crate::types;

/// The fields of a variant by what they are.
#[derive(Default)]
pub(super) struct Found<'a> {
    pub details: Vec<Detail<'a>>,
    pub source: Option<Source<'a>>,
    pub retry_after: Option<Field<'a>>,
}

impl<'a> Scope<'_, 'a, '_> {
    /// Sorts the fields of the variant `name`.
    pub(super) fn fields(
        &mut self,
        name: &Ident,
        fields: &'a Fields,
        attributes: &[Attributes],
        meaning: &Meaning,
    ) -> Found<'a> {
        if matches!(meaning, Meaning::Transparent) {
            return self.transparent(name, fields, attributes);
        }
        let source = self.source(fields, attributes);
        let mut found = Found::default();
        for (position, (field, said)) in fields.iter().zip(attributes).enumerate() {
            let this = at(position, field);
            let is_source = source == Some(position);
            self.opt_out(field, said);
            if is_source {
                self.borrowed(&this, meaning);
                let from = said.from.is_some() && self.made_from(name, fields);
                found.source = Some(Source {
                    field: this.clone(),
                    from,
                });
            }
            if let Some(span) = said.retry_after {
                if found.retry_after.replace(this.clone()).is_some() {
                    self.errors
                        .at(span, format!("`{name}` has a field marked `retry_after` already"));
                }
            }
            if let (Some(_), Some(detail)) = (said.skip, &said.detail) {
                self.errors.at(
                    detail.span(),
                    "a field is a detail or it is skipped\nhelp: remove `skip` or `detail`",
                );
            }
            let is_other = is_source
                || said.retry_after.is_some()
                || said.skip.is_some()
                || said.backtrace
                || types::is_backtrace(&field.ty);
            let only_marked = matches!(meaning, Meaning::Default | Meaning::InferDefault | Meaning::Broken);
            let detail = match (&said.detail, &field.ident) {
                (Some(text), _) => Detail {
                    name: text.value(),
                    span: text.span(),
                    field: this,
                },
                _ if is_other || only_marked => continue,
                (None, Some(ident)) => Detail {
                    name: ident.unraw().to_string(),
                    span: ident.span(),
                    field: this,
                },
                (None, None) => {
                    self.errors.over(
                        &field.ty,
                        "a field without a name fills no detail\n\
                         help: say what it is: `#[tool_error(detail = \"name\")]`, `#[tool_error(skip)]` or `#[source]`",
                    );
                    continue;
                }
            };
            self.detail(detail, said, &mut found.details);
        }
        found.details.sort_by(|left, right| left.name.cmp(&right.name));
        found
    }

    /// Adds a detail, unless its name cannot be one or is taken.
    fn detail(&mut self, detail: Detail<'a>, said: &Attributes, details: &mut Vec<Detail<'a>>) {
        let name = &detail.name;
        if said.detail.is_some() && !is_detail_name(name) {
            self.errors.at(
                detail.span,
                format!(
                    "`{name}` cannot be a detail\n\
                     help: a name is a lowercase letter, then lowercase letters, digits and `_`: `period_id`"
                ),
            );
        } else if details.iter().any(|other| other.name == *name) {
            self.errors.at(
                detail.span,
                format!("the detail `{name}` is filled by another field already"),
            );
        } else {
            details.push(detail);
        }
    }

    /// The position of the source: the marked field, else the one of that name which nothing says is data.
    fn source(&mut self, fields: &Fields, attributes: &[Attributes]) -> Option<usize> {
        let mut marked = None;
        for (position, said) in attributes.iter().enumerate() {
            let Some(span) = said.from.or(said.source) else {
                continue;
            };
            if marked.is_some() {
                self.errors
                    .at(span, "an error has one source, and another field is marked already");
            } else {
                marked = Some(position);
            }
        }
        marked.or_else(|| {
            fields
                .iter()
                .zip(attributes)
                .position(|(field, said)| is_named_source(field) && said.no_source.is_none() && said.detail.is_none())
        })
    }

    /// `source = false` says something only of the field that would be the source by its name.
    fn opt_out(&mut self, field: &syn::Field, said: &Attributes) {
        let Some(span) = said.no_source else { return };
        if said.source.or(said.from).is_some() {
            self.errors.at(
                span,
                "a field is the source or it is not\nhelp: remove `source = false` or `#[source]`",
            );
        } else if !is_named_source(field) {
            self.errors.at(
                span,
                "`source = false` is only valid on a field named `source`; another is no source unless it is marked\n\
                 help: remove it",
            );
        }
    }

    /// `Error::source` gives out `dyn Error + 'static`. What rustc says of a source that borrows does not mention that.
    fn borrowed(&mut self, source: &Field<'a>, meaning: &Meaning) {
        // Without `Display` and `infer` nothing of ours asks for the source.
        if !self.model.display && !matches!(meaning, Meaning::Infer(_) | Meaning::InferDefault) {
            return;
        }
        let Some(lifetime) = types::lifetime_parameter(source.ty, self.model.generics) else {
            return;
        };
        let help = match &source.member {
            Member::Named(ident) if ident == "source" => {
                "own it, or say that it is data: `#[tool_error(source = false)]`"
            }
            _ => "own it, or do not mark it as the source",
        };
        self.errors.over(
            source.ty,
            format!(
                "a source cannot borrow: `Error::source` gives out `dyn Error + 'static`, and this type has `{lifetime}`\n\
                 help: {help}"
            ),
        );
    }

    /// Whether `From` can make the variant. What it says of a variant that is thiserror's is thiserror's.
    fn made_from(&mut self, name: &Ident, fields: &Fields) -> bool {
        if !self.model.display || fields.len() == 1 {
            return true;
        }
        let others = match fields.len() - 1 {
            1 => "is one field".to_owned(),
            others => format!("are {others} fields"),
        };
        self.errors.at(
            name.span(),
            format!(
                "`#[from]` makes `{name}` from its source alone, and there {others} more\n\
                 help: mark the field `#[source]` and write the `From` by hand"
            ),
        );
        false
    }

    /// The one field of a transparent variant.
    fn transparent(&mut self, name: &Ident, fields: &'a Fields, attributes: &[Attributes]) -> Found<'a> {
        let mut found = Found::default();
        let (Some(field), Some(said), 1) = (fields.iter().next(), attributes.first(), fields.len()) else {
            self.errors.at(
                name.span(),
                format!(
                    "a transparent variant has one field, the `ToolError` that speaks for it; `{name}` has {}",
                    fields.len()
                ),
            );
            return found;
        };
        let words = [
            (said.detail.as_ref().map(LitStr::span), "detail"),
            (said.retry_after, "retry_after"),
            (said.skip, "skip"),
            (said.no_source, "source = false"),
        ];
        for (span, word) in words {
            if let Some(span) = span {
                self.errors.at(
                    span,
                    format!("the field of a transparent variant speaks for itself\nhelp: remove `{word}`"),
                );
            }
        }
        found.source = Some(Source {
            field: at(0, field),
            from: said.from.is_some(),
        });
        found
    }
}

fn at(position: usize, field: &syn::Field) -> Field<'_> {
    let member = match &field.ident {
        Some(ident) => Member::Named(ident.clone()),
        None => Member::Unnamed(Index::from(position)),
    };
    Field { member, ty: &field.ty }
}

fn is_named_source(field: &syn::Field) -> bool {
    field.ident.as_ref().is_some_and(|ident| ident == "source")
}

fn is_detail_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name
            .chars()
            .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}
