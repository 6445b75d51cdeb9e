//! What the files say, word for word: nothing is merged, defaulted or compared yet.

use errtax_core::{Action, Class, DetailType, Executed, Role, Status};

use crate::model::{Amendment, Artifacts, Next, Places, Policy, Promises, Tool, Upstream, Version};
use crate::source::{Place, Spanned};

/// One field of one entry.
#[derive(Clone, Debug, Default)]
pub(crate) enum Field<T> {
    /// Not there.
    #[default]
    Absent,
    /// There, but wrong; a finding says how. Nothing more is to be said about it.
    Wrong(Place),
    /// There.
    Is(Spanned<T>),
}

impl<T> Field<T> {
    pub(crate) fn value(&self) -> Option<&T> {
        match self {
            Self::Is(spanned) => Some(&spanned.value),
            _ => None,
        }
    }

    pub(crate) fn place(&self) -> Option<Place> {
        match self {
            Self::Is(spanned) => Some(spanned.place),
            Self::Wrong(place) => Some(*place),
            Self::Absent => None,
        }
    }

    pub(crate) fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    pub(crate) fn is_wrong(&self) -> bool {
        matches!(self, Self::Wrong(_))
    }
}

/// One file, or a registry file with everything it includes.
#[derive(Debug, Default)]
pub(crate) struct RawRegistry {
    pub(crate) head: RawHead,
    pub(crate) roles: Vec<(Role, Spanned<String>)>,
    pub(crate) defaults: Facts,
    pub(crate) artifacts: Artifacts,
    pub(crate) policy: Policy,
    pub(crate) promises: RawPromises,
    pub(crate) codes: Vec<RawCode>,
    pub(crate) retired: Vec<RawRetired>,
    pub(crate) tools: Vec<RawTool>,
    pub(crate) upstream: Vec<Upstream>,
    pub(crate) amendments: Vec<Amendment>,
    /// Parts of the file could not be read, so that what is not there may yet be declared.
    pub(crate) incomplete: bool,
    /// A merge left its markers, so that nothing is to be concluded from what else stands there.
    pub(crate) half_merged: bool,
}

/// `[contract]`.
#[derive(Debug, Default)]
pub(crate) struct RawPromises {
    pub(crate) promises: Promises,
    /// A part of it could not be read, so that what it does not list may yet be meant.
    pub(crate) unread: bool,
}

/// `[registry]`.
#[derive(Debug, Default)]
pub(crate) struct RawHead {
    pub(crate) place: Option<Place>,
    pub(crate) places: Option<Places>,
    pub(crate) name: Field<String>,
    pub(crate) version: Field<Version>,
    pub(crate) edition: Field<u16>,
    pub(crate) extends: Vec<Spanned<String>>,
    pub(crate) include: Vec<Spanned<String>>,
    pub(crate) docs: Field<String>,
}

/// What a code says and `[defaults]` may say for it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    pub(crate) class: Field<Class>,
    pub(crate) action: Field<Action>,
    pub(crate) retryable: Field<bool>,
    pub(crate) executed: Field<Executed>,
    pub(crate) status: Field<Status>,
    pub(crate) http: Field<u16>,
    pub(crate) grpc: Field<u8>,
    pub(crate) since: Field<Version>,
}

/// `[codes.X]`.
#[derive(Clone, Debug)]
pub(crate) struct RawCode {
    pub(crate) name: Spanned<String>,
    pub(crate) facts: Facts,
    pub(crate) in_doubt: Field<String>,
    pub(crate) next: Field<Next>,
    pub(crate) message: Field<String>,
    pub(crate) hint: Field<String>,
    pub(crate) doc: Field<String>,
    pub(crate) deprecated: Field<RawDeprecated>,
    pub(crate) replaces: Field<String>,
    pub(crate) allow: Vec<(Spanned<String>, Spanned<String>)>,
    pub(crate) details: Vec<RawDetail>,
    /// The table of details could not be read.
    pub(crate) details_wrong: bool,
    pub(crate) places: Places,
}

/// One line of `[codes.X.details]`.
#[derive(Clone, Debug)]
pub(crate) struct RawDetail {
    pub(crate) name: Spanned<String>,
    pub(crate) kind: Field<DetailType>,
    pub(crate) optional: bool,
    pub(crate) sensitive: bool,
    pub(crate) values: Vec<String>,
    pub(crate) closed: bool,
    pub(crate) doc: String,
    /// Something about it was wrong and is said already.
    pub(crate) wrong: bool,
}

/// `deprecated = { … }`.
#[derive(Clone, Debug)]
pub(crate) struct RawDeprecated {
    pub(crate) since: Field<Version>,
    pub(crate) replaced_by: Field<String>,
    pub(crate) reason: Field<String>,
    pub(crate) sunset: Field<String>,
    pub(crate) record: Field<String>,
}

/// `[retired.X]`.
#[derive(Clone, Debug)]
pub(crate) struct RawRetired {
    pub(crate) name: Spanned<String>,
    pub(crate) since: Field<Version>,
    pub(crate) reason: Field<String>,
    pub(crate) record: Field<String>,
}

/// `[tools.x]`.
#[derive(Clone, Debug)]
pub(crate) struct RawTool {
    pub(crate) name: Spanned<String>,
    pub(crate) tool: Tool,
    /// Its `effect` was wrong and is said already.
    pub(crate) effect_wrong: bool,
}
