//! A peer whose tools are called with recovery.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use errtax_core::{Class, Executed, Registry};
use rmcp::model::{CallToolRequestParams, CallToolResult, JsonObject};
use rmcp::service::{Peer, RoleClient, ServiceError};

use super::answer::{self, Answered};
use super::call::ToolCall;
use super::callee::Callee;
use super::key;
use super::listed::Listed;
use crate::recovery::{Name, Reader, Reply, Seen, SharedTask, Tool, Transport, Trust};

/// How long an attempt may take, where nothing else is said: MCP wants a limit on every request, and this is that of its SDKs.
const CALL_TIME: Duration = Duration::from_secs(60);

/// How long a list of tools is waited for, where nothing else is said.
const LIST_TIME: Duration = Duration::from_secs(10);

/// What makes a new connection.
type Reconnect =
    dyn Fn() -> Pin<Box<dyn Future<Output = Result<Peer<RoleClient>, Seen<'static>>> + Send>> + Send + Sync;

/// Where the bytes of keys come from.
type Random = dyn FnMut() -> Option<[u8; 16]> + Send;

/// The tools of one MCP server, called with recovery.
///
/// It is made of a [`Peer`] of rmcp and of what the harness knows of the server. Cloning it is cheap, and the clones share the
/// connection and the list of tools.
///
/// The list (`tools/list`) is asked for before the first call. It is no call of a task and counts in none of its limits, is not
/// asked for once the task is over, and can only make things stricter unless the server is [trusted](Self::trust): a tool whose
/// schema excludes the key that a registry declares is sent none, and is not protected by it.
#[derive(Clone)]
pub struct Client {
    peer: Arc<Mutex<Peer<RoleClient>>>,
    registries: Vec<&'static Registry>,
    trust: Trust,
    pub(super) timeout: Duration,
    list_time: Duration,
    listed: Arc<Mutex<Arc<tokio::sync::OnceCell<Arc<Listed>>>>>,
    /// The list before that: what it promised still counts for calls that are under way.
    listed_before: Arc<Mutex<Option<Arc<Listed>>>>,
    random: Arc<Mutex<Random>>,
    reconnect: Option<Arc<Reconnect>>,
    /// Held while a new connection is made, so that calls at the same time make one.
    reconnecting: Arc<tokio::sync::Mutex<()>>,
}

impl Client {
    /// The tools of this peer, of which nothing is known so far.
    #[must_use]
    pub fn new(peer: Peer<RoleClient>) -> Self {
        Self {
            peer: Arc::new(Mutex::new(peer)),
            registries: Vec::new(),
            trust: Trust::Untrusted,
            timeout: CALL_TIME,
            list_time: LIST_TIME,
            listed: Arc::default(),
            listed_before: Arc::default(),
            random: Arc::new(Mutex::new(key::random)),
            reconnect: None,
            reconnecting: Arc::default(),
        }
    }

    /// With the codes and the `[tools]` of this registry. Of several, the first that has a code or a tool counts.
    #[must_use]
    pub fn registry(mut self, registry: &'static Registry) -> Self {
        self.registries.push(registry);
        self
    }

    /// Whether the annotations of the server's tools are believed. Without a word they are not, and may only make things
    /// stricter.
    #[must_use]
    pub const fn trust(mut self, trust: Trust) -> Self {
        self.trust = trust;
        self
    }

    /// How long an attempt of a call may take that says nothing else: 60 s where nothing is said here either.
    #[must_use]
    pub const fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// How long the list of tools is waited for, and the connection to ask for it: 10 s where nothing is said. A call whose list
    /// does not come goes by the registry alone, and the next call asks again.
    #[must_use]
    pub const fn list_timeout(mut self, timeout: Duration) -> Self {
        self.list_time = timeout;
        self
    }

    /// Makes a new connection when the old one is found closed before something is sent. Without it such a call was provably
    /// not sent, and neither is any later one. Calls at the same time make one connection, and however making it fails, or if it
    /// does not end in time, what was to be sent by it was not.
    ///
    /// Whoever connects keeps rmcp's `RunningService`, because dropping that closes the connection:
    ///
    /// ```
    /// use std::io;
    /// use std::sync::{Arc, Mutex};
    ///
    /// use errtax::recovery::mcp::Client;
    /// use rmcp::ServiceExt as _;
    ///
    /// # async fn connect() -> io::Result<tokio::io::DuplexStream> { Ok(tokio::io::duplex(64).0) }
    /// async fn client() -> io::Result<Client> {
    ///     let running = ().serve(connect().await?).await.map_err(io::Error::other)?;
    ///     let peer = running.peer().clone();
    ///     let kept = Arc::new(Mutex::new(running));
    ///     Ok(Client::new(peer).reconnect(move || {
    ///         let kept = Arc::clone(&kept);
    ///         async move {
    ///             let running = ().serve(connect().await?).await.map_err(io::Error::other)?;
    ///             let peer = running.peer().clone();
    ///             *kept.lock().map_err(|_| io::ErrorKind::Other)? = running;
    ///             Ok::<_, io::Error>(peer)
    ///         }
    ///     }))
    /// }
    /// ```
    #[must_use]
    pub fn reconnect<F, Connecting, E>(mut self, connect: F) -> Self
    where
        F: Fn() -> Connecting + Send + Sync + 'static,
        Connecting: Future<Output = Result<Peer<RoleClient>, E>> + Send + 'static,
        E: Error + 'static,
    {
        self.reconnect = Some(Arc::new(move || {
            let connecting = connect();
            Box::pin(async move { connecting.await.map_err(|error| not_connected(&error)) })
        }));
        self
    }

    /// Where the bytes of keys come from, for a run that is to be the same another time: the system, where nothing is said. A
    /// call for which there are none is not keyed. No two calls may get the same, or the server takes the second for the first.
    #[must_use]
    pub fn random(mut self, random: impl FnMut() -> Option<[u8; 16]> + Send + 'static) -> Self {
        self.random = Arc::new(Mutex::new(random));
        self
    }

    /// A call of this tool as part of this task. Nothing is sent before it is run.
    pub fn call<'a, C>(&self, task: &SharedTask<C>, tool: impl Into<Callee>, arguments: JsonObject) -> ToolCall<'a, C> {
        ToolCall::new(self.clone(), task.clone(), tool.into(), arguments)
    }

    /// Makes one call and nothing more, for the reads of [`verify`](super::ToolCall::verify): it is part of no task, because the
    /// engine has counted it.
    ///
    /// # Errors
    ///
    /// With what the engine is to know of it, if it is anything but a success.
    pub async fn read(&self, tool: impl Into<Name>, arguments: JsonObject) -> Result<CallToolResult, Seen<'static>> {
        let tool = Tool::unknown(tool);
        let params = CallToolRequestParams::new(tool.name.clone()).with_arguments(arguments);
        let answered = self.send(params).await?;
        match (self.reply(&answered, &tool), answered) {
            (Reply::Success(_), Answered::Result(result)) => Ok(result),
            (Reply::Failure(seen), _) => Err(seen),
            (Reply::Success(_), _) => Err(Seen::UNLISTED),
        }
    }

    /// What is known of a tool: by the registries, and by the server's annotations as far as they count.
    pub async fn tool(&self, tool: impl Into<Callee>) -> Tool {
        let callee = tool.into();
        let listed = self.listed().await;
        self.known(listed.as_deref(), &callee)
    }

    /// Forgets the list of tools, so that the next call asks for it again: for the handler's `on_tool_list_changed`.
    pub fn tools_changed(&self) {
        let old = std::mem::take(&mut *locked(&self.listed));
        if let Some(old) = old.get() {
            *locked(&self.listed_before) = Some(old.clone());
        }
    }

    /// What the engine makes of an error of rmcp.
    #[must_use]
    pub fn seen(&self, error: &ServiceError) -> Seen<'static> {
        answer::of_error(error, Reader::new(&self.registries))
    }

    /// What the engine makes of an answer of this tool, for whoever drives by hand.
    ///
    /// A success without the structured content that the server's list of tools promises is none: what answered is not the
    /// tool, so nobody knows what became of the call.
    #[must_use]
    pub fn reply(&self, answered: &Answered, tool: &Tool) -> Reply<'static> {
        let reply = answered.reply(Reader::new(&self.registries), tool);
        let is_promised = || {
            let listed = locked(&self.listed).get().cloned();
            let listed = listed.or_else(|| locked(&self.listed_before).clone());
            let listed = listed.as_ref().and_then(|listed| listed.get(&tool.name));
            listed.is_some_and(|listed| listed.is_structured)
        };
        match (&reply, answered.result()) {
            (Reply::Success(_), Some(result)) if answer::structured(result).is_none() && is_promised() => {
                let code = Cow::Borrowed("no_structured_content");
                Seen::new(Class::UnknownOutcome, Executed::Unknown, code).into()
            }
            _ => reply,
        }
    }

    /// What is known of the tool of a call.
    pub(super) fn known(&self, listed: Option<&Listed>, callee: &Callee) -> Tool {
        let name = callee.name();
        let declared = || self.registries.iter().find_map(|registry| registry.tool(name));
        let tool = match callee.facts() {
            Some(facts) => facts.clone(),
            None => declared().map_or_else(|| Tool::unknown(name.to_owned()), Tool::from),
        };
        let Some(listed) = listed.and_then(|listed| listed.get(name)) else {
            return tool;
        };
        let mut tool = tool.hinted(listed.hints, self.trust);
        if listed.refuses(&tool.dedupe_key) {
            // Whoever declared it speaks of another version of this server.
            tool.dedupe_key = Cow::Borrowed("");
        }
        tool
    }

    /// The list of tools, which is asked for once. None where it does not come; the next call then asks again.
    pub(super) async fn listed(&self) -> Option<Arc<Listed>> {
        if let Some(listed) = locked(&self.listed).get() {
            return Some(listed.clone());
        }
        let ask = async {
            let peer = self.peer().await.ok()?;
            // A new connection begins a new cell.
            let cell = locked(&self.listed).clone();
            let ask = async || Listed::of(&peer).await.map(Arc::new);
            cell.get_or_try_init(ask).await.ok().cloned()
        };
        // The connection is part of it: one that never comes about would keep the call for good.
        tokio::time::timeout(self.list_time, ask).await.ok().flatten()
    }

    pub(super) fn key_bytes(&self) -> Option<[u8; 16]> {
        (*locked(&self.random))()
    }

    /// Sends one call.
    ///
    /// # Errors
    ///
    /// When there is no connection to send it by, so that nothing was sent.
    pub(super) async fn send(&self, params: CallToolRequestParams) -> Result<Answered, Seen<'static>> {
        let peer = self.peer().await?;
        Ok(peer.call_tool_once(params).await.into())
    }

    /// The connection, made anew where it is closed and that is possible.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub(super) async fn peer(&self) -> Result<Peer<RoleClient>, Seen<'static>> {
        if let Some(peer) = self.open() {
            return Ok(peer);
        }
        let Some(reconnect) = &self.reconnect else {
            return Err(Seen::transport(Transport::NotSent));
        };
        let _alone = self.reconnecting.lock().await;
        if let Some(peer) = self.open() {
            return Ok(peer);
        }
        let peer = reconnect().await?;
        *locked(&self.peer) = peer.clone();
        // Another process may answer now.
        self.tools_changed();
        Ok(peer)
    }

    fn open(&self) -> Option<Peer<RoleClient>> {
        let peer = locked(&self.peer);
        (!peer.is_transport_closed()).then(|| peer.clone())
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.registries.iter().map(|registry| registry.name).collect();
        f.debug_struct("Client")
            .field("registries", &names)
            .field("trust", &self.trust)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

/// Whatever a connection failed by, the call was not sent.
fn not_connected(error: &(dyn Error + 'static)) -> Seen<'static> {
    let seen = Seen::of(error);
    match seen.class {
        Class::UnknownOutcome | Class::Partial => Seen::transport(Transport::NotSent).after(seen.wait),
        _ => Seen {
            executed: Executed::No,
            ..seen
        },
    }
}

pub(super) fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is under these locks is replaced whole, so a panic elsewhere leaves nothing half done.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
