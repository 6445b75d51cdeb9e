//! The arguments of a call, as far as recovery has to know them.

use std::num::NonZeroU32;

use smallvec::SmallVec;

use super::scan::Scan;
use super::tool::Tool;
use super::value::{Object, Value, member};

/// What of the arguments counts: which call it is, whether it carries a key, and what an undo is matched by.
///
/// The tool's key and what its facts list in `loop_ignore` do not make another call of it.
///
/// ```
/// use errtax::recovery::{Arguments, Tool};
///
/// let tool = Tool { loop_ignore: vec!["trace".into()].into(), ..Tool::read("get") };
/// let one = Arguments::json(&tool, r#"{"a": 1, "b": 2, "trace": "x"}"#);
/// assert_eq!(one, Arguments::json(&tool, r#"{"b": 2.0, "a": 1}"#));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Arguments {
    pub(super) key: u64,
    pub(super) has_key: bool,
    pub(super) marks: Marks,
    /// The marks of those arguments by which this call, an undo, is matched to what it takes back.
    pub(super) matched: SmallVec<[NonZeroU32; 2]>,
}

/// A mark for each member, by which an undo finds what it would take back.
pub(super) type Marks = SmallVec<[NonZeroU32; 8]>;

impl Arguments {
    /// By their JSON text. Anything but an object is compared as it is.
    #[must_use]
    pub fn json(tool: &Tool, text: &str) -> Self {
        let mut found = Found::new(tool);
        if Scan::new(text, None).members(|name, value| found.add(name, value)) {
            return found.finish();
        }
        Self {
            key: Value::json(text).0,
            ..Found::new(tool).finish()
        }
    }

    /// By their members, for whoever holds them in another form.
    #[must_use]
    pub fn members<'a>(tool: &Tool, members: impl IntoIterator<Item = (&'a str, Value)>) -> Self {
        let mut found = Found::new(tool);
        for (name, value) in members {
            found.add(Value::string(name), value);
        }
        found.finish()
    }

    /// None at all.
    pub const NONE: Self = Self {
        key: Object::new().finish().0,
        has_key: false,
        marks: SmallVec::new_const(),
        matched: SmallVec::new_const(),
    };
}

struct Found<'t> {
    tool: &'t Tool,
    key_name: Option<Value>,
    object: Object,
    has_key: bool,
    marks: Marks,
    pub(super) matched: SmallVec<[NonZeroU32; 2]>,
}

impl<'t> Found<'t> {
    fn new(tool: &'t Tool) -> Self {
        Self {
            tool,
            key_name: (!tool.dedupe_key.is_empty()).then(|| Value::string(&tool.dedupe_key)),
            object: Object::new(),
            has_key: false,
            marks: Marks::new(),
            matched: SmallVec::new(),
        }
    }

    fn add(&mut self, name: Value, value: Value) {
        let tool = self.tool;
        let member = member(name, value);
        if tool.writes {
            // Only writes are undone. Odd, so never zero.
            let mark = NonZeroU32::new(member as u32 | 1);
            self.marks.extend(mark);
            if !tool.match_on.is_empty() && tool.match_on.iter().any(|matched| name == Value::string(matched)) {
                self.matched.extend(mark);
            }
        }
        if self.key_name == Some(name) {
            self.has_key = value != Value::NULL && value != Value::string("");
        } else if tool.loop_ignore.is_empty() || !tool.loop_ignore.iter().any(|ignored| name == Value::string(ignored))
        {
            self.object.add(member);
        }
    }

    fn finish(self) -> Arguments {
        Arguments {
            key: self.object.finish().0,
            has_key: self.has_key,
            marks: self.marks,
            matched: self.matched,
        }
    }
}

impl Arguments {
    /// Whether a call of this tool with these arguments takes back one with those marks: every argument by which an undo is matched
    /// is the same in both.
    pub(super) fn take_back(&self, tool: &Tool, done: &Marks) -> bool {
        self.matched.len() >= tool.match_on.len()
            && self.matched.iter().all(|mark| done.iter().any(|known| known == mark))
    }
}
