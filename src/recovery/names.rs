//! Lists of names among the facts about a tool.

use super::tool::Name;

/// Names in a fact about a tool: constants, as a registry's generated code has them, or gathered at run time.
///
/// ```
/// use errtax::recovery::{Names, Tool};
///
/// let constant = Tool { loop_ignore: Names::of(&["trace_id"]), ..Tool::read("get_voucher") };
/// let gathered = Tool { loop_ignore: vec!["trace_id".into()].into(), ..Tool::read("get_voucher") };
/// assert_eq!(constant, gathered);
/// ```
#[derive(Clone, Debug)]
pub struct Names(Kept);

#[derive(Clone, Debug)]
enum Kept {
    Constant(&'static [&'static str]),
    Gathered(Vec<Name>),
}

impl Names {
    /// No names.
    pub const NONE: Self = Self(Kept::Constant(&[]));

    /// These names, without an allocation.
    #[must_use]
    pub const fn of(names: &'static [&'static str]) -> Self {
        Self(Kept::Constant(names))
    }

    /// The names, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let (constant, gathered): (&[&str], &[Name]) = match &self.0 {
            Kept::Constant(names) => (names, &[]),
            Kept::Gathered(names) => (&[], names),
        };
        constant.iter().copied().chain(gathered.iter().map(|name| &**name))
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.0 {
            Kept::Constant(names) => names.len(),
            Kept::Gathered(names) => names.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Default for Names {
    fn default() -> Self {
        Self::NONE
    }
}

impl PartialEq for Names {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Names {}

impl From<Vec<Name>> for Names {
    fn from(names: Vec<Name>) -> Self {
        Self(Kept::Gathered(names))
    }
}
