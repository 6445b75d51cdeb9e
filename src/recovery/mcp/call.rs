//! A call as the harness describes it.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use rmcp::model::{CallToolRequestParams, JsonObject};
use serde_json::Value;

use super::callee::Callee;
use super::client::Client;
use super::said::Said;
use crate::recovery::drive::Read;
use crate::recovery::{Attempt, Event, IntoFound, Name, SharedTask, Stepped};

pub(super) type Answering<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
pub(super) type Verify<'a> = Box<dyn FnMut(Written) -> Answering<'a, Read> + Send + 'a>;
pub(super) type Fix<'a> = Box<dyn FnMut(Said) -> Answering<'a, Option<JsonObject>> + Send + 'a>;
pub(super) type Observe<'a> = Box<dyn FnMut(&Event) + Send + 'a>;
pub(super) type Request<'a> = Box<dyn FnMut(&mut CallToolRequestParams) + Send + 'a>;

/// What an item is called, by its place and itself.
pub(super) type NameOf<'a> = Box<dyn Fn(usize, &Value) -> Name + Send + 'a>;
/// The arguments of the call for one item, by its place and those of the whole.
pub(super) type CallOf<'a> = Box<dyn Fn(usize, &JsonObject) -> JsonObject + Send + Sync + 'a>;

/// The step that an error names: who takes it.
pub(super) enum Step<'a> {
    Callback(Box<dyn FnMut(Said) -> Answering<'a, Stepped> + Send + 'a>),
    /// The client itself, where the tool is one of these.
    Follow(Vec<Name>),
}

/// What the items of a batch are, and what is sent for one.
pub(super) enum Items<'a> {
    /// The elements of the list in this argument.
    In(String, NameOf<'a>),
    /// Named, with arguments for each.
    With(Vec<Name>, CallOf<'a>),
}

/// A write that a read is to look for.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Written {
    /// The attempt of the read. [`Attempt::item`] says for which item of a batch it is made; without one it is for the whole.
    pub attempt: Attempt,
    /// The arguments with which the write was sent last, the key among them.
    pub arguments: JsonObject,
}

/// A call of a tool, to be recovered: see [`Client::call`].
///
/// Nothing is sent before [`run`](Self::run) or [`run_anyway`](Self::run_anyway).
#[must_use = "a call does nothing until it is run"]
pub struct ToolCall<'a, C> {
    pub(super) client: Client,
    pub(super) task: SharedTask<C>,
    pub(super) tool: Callee,
    pub(super) arguments: JsonObject,
    pub(super) name: Option<Name>,
    pub(super) items: Option<Items<'a>>,
    pub(super) verify: Option<Verify<'a>>,
    pub(super) fix: Option<Fix<'a>>,
    pub(super) step: Option<Step<'a>>,
    pub(super) observe: Option<Observe<'a>>,
    pub(super) request: Option<Request<'a>>,
    pub(super) timeout: Duration,
    pub(super) until_changed: bool,
    pub(super) always_verify: bool,
}

impl<'a, C> ToolCall<'a, C> {
    pub(super) fn new(client: Client, task: SharedTask<C>, tool: Callee, arguments: JsonObject) -> Self {
        Self {
            timeout: client.timeout,
            client,
            task,
            tool,
            arguments,
            name: None,
            items: None,
            verify: None,
            fix: None,
            step: None,
            observe: None,
            request: None,
            until_changed: false,
            always_verify: false,
        }
    }

    /// The name by which the report tells it from others; else it is the tool's.
    pub fn named(mut self, name: impl Into<Name>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// How a read tells whether the write is there. [`Client::read`] makes one call for it. Of a batch it says so of each item
    /// ([`Found::Items`](crate::recovery::Found::Items)).
    ///
    /// Without this, the tool that the registry names in `verify` is called where that shows presence and absence both: it
    /// declares `not_found = "not_landed"`, it has required arguments, and the call has all of them. They are passed, and
    /// nothing else, so that "not found" is said of all that it could be; and what it shows has to have the values of this call
    /// in all else that the read could have been asked for. A batch is never verified that way.
    pub fn verify<F, Looking>(mut self, mut verify: F) -> Self
    where
        F: FnMut(Written) -> Looking + Send + 'a,
        Looking: Future<Output: IntoFound> + Send + 'a,
    {
        self.verify = Some(Box::new(move |written| {
            let looking = verify(written);
            Box::pin(async move { Read(looking.await.into_found()) })
        }));
        self
    }

    /// Corrects the arguments from what the server said, once. They are a new call with a key of its own. None, or what is no
    /// correction, ends the call: the same arguments, or of a batch another number of items.
    pub fn fix<F, Fixing>(mut self, mut fix: F) -> Self
    where
        F: FnMut(Said) -> Fixing + Send + 'a,
        Fixing: Future<Output = Option<JsonObject>> + Send + 'a,
    {
        self.fix = Some(Box::new(move |said| Box::pin(fix(said))));
        self
    }

    /// Takes the step that an error names ([`Said::next`]), once, and says whether it was taken, with a `bool` or with a [`Stepped`]. Then
    /// the call is sent again.
    pub fn step<F, Stepping>(mut self, mut step: F) -> Self
    where
        F: FnMut(Said) -> Stepping + Send + 'a,
        Stepping: Future<Output: Into<Stepped>> + Send + 'a,
    {
        self.step = Some(Step::Callback(Box::new(move |said| {
            let stepping = step(said);
            Box::pin(async move { stepping.await.into() })
        })));
        self
    }

    /// Takes the step that an error names by calling that tool with those arguments, once, where the tool is one of these and
    /// the task would begin such a call: it is not the very write that is under way or in doubt, and undoes nothing that was
    /// made in this task. The arguments are the server's.
    ///
    /// It is made as a call of the task, with a line of its own in the report, and recovered like any other. Where nobody knows whether
    /// it was taken, it is unknown, and the call that follows is sent all the same.
    pub fn follow_next<N: Into<Name>>(mut self, allowed: impl IntoIterator<Item = N>) -> Self {
        self.step = Some(Step::Follow(allowed.into_iter().map(Into::into).collect()));
        self
    }

    /// As a batch of the items in the list that this argument holds, each named in the report by this function of its place and
    /// itself. What of it is missing is sent item by item, with a list of one. An argument that holds no list, or an empty one,
    /// makes no batch.
    ///
    /// ```
    /// use errtax::recovery::mcp::{Answered, Client, Unprotected};
    /// use errtax::recovery::{Found, Outcome, SharedTask, TokioClock};
    /// use rmcp::model::JsonObject;
    ///
    /// async fn post_all(client: &Client, task: &SharedTask<TokioClock>, vouchers: JsonObject) -> Option<Outcome<Answered>> {
    ///     let call = client
    ///         .call(task, "post_vouchers", vouchers)
    ///         .batch("vouchers", |place, item| item["number"].as_str().map_or(format!("#{place}"), String::from))
    ///         .verify(async |written| {
    ///             let mut there = Vec::new();
    ///             for item in written.arguments["vouchers"].as_array().into_iter().flatten() {
    ///                 let wanted = JsonObject::from_iter([("number".into(), item["number"].clone())]);
    ///                 there.push(client.read("get_voucher", wanted).await?.structured_content.is_some());
    ///             }
    ///             Ok::<_, errtax::recovery::Seen<'static>>(Found::Items(there))
    ///         });
    ///     match call.run().await {
    ///         Ok(outcome) => Some(outcome),
    ///         Err(unprotected) => {
    ///             eprintln!("{unprotected}");
    ///             None
    ///         }
    ///     }
    /// }
    /// # let _: Option<Unprotected<'_, TokioClock>> = None;
    /// ```
    pub fn batch<N: Into<Name>>(
        mut self,
        argument: impl Into<String>,
        name: impl Fn(usize, &Value) -> N + Send + 'a,
    ) -> Self {
        let name = move |place: usize, item: &Value| name(place, item).into();
        self.items = Some(Items::In(argument.into(), Box::new(name)));
        self
    }

    /// As a batch whose items are in no list: their names, and the arguments of the call for one of them, made of its place and
    /// the arguments of the whole.
    pub fn batch_with<N: Into<Name>>(
        mut self,
        names: impl IntoIterator<Item = N>,
        one: impl Fn(usize, &JsonObject) -> JsonObject + Send + Sync + 'a,
    ) -> Self {
        let names = names.into_iter().map(Into::into).collect();
        self.items = Some(Items::With(names, Box::new(one)));
        self
    }

    /// How long an attempt may take, or a read, or a step. One that is cut off is cancelled at the server
    /// (`notifications/cancelled`), and in doubt.
    pub const fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Hears of each wait, call, read, fix and step, and of the end. The server's own `notifications/progress` go to the client
    /// handler of rmcp, as ever.
    pub fn observe(mut self, observe: impl FnMut(&Event) + Send + 'a) -> Self {
        self.observe = Some(Box::new(observe));
        self
    }

    /// Changes each request of the call before it is sent: `_meta`, or what an [`InputRequired`](super::Answered::InputRequired)
    /// asked for. Name and arguments are the engine's to decide, and stay as they are.
    pub fn request(mut self, request: impl FnMut(&mut CallToolRequestParams) + Send + 'a) -> Self {
        self.request = Some(Box::new(request));
        self
    }

    /// A read that is made again until what it shows has changed.
    pub const fn until_changed(mut self) -> Self {
        self.until_changed = true;
        self
    }

    /// A write whose success is not believed without a read.
    pub const fn always_verify(mut self) -> Self {
        self.always_verify = true;
        self
    }
}

impl<C> fmt::Debug for ToolCall<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Arguments may hold what is in no log.
        f.debug_struct("ToolCall")
            .field("tool", &self.tool.name())
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
