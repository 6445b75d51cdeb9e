//! A connection over the line: a transport of rmcp on which calls of tools meet faults. Everything else passes.
//!
//! A send may fail by itself, as one request over HTTP does, and the connection lives on. Or the connection ends, as that to a
//! process does.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use rmcp::model::{
    CallToolRequest, CallToolResult, ClientNotification, ClientRequest, ContentBlock, CustomResult, ErrorCode,
    ErrorData, JsonRpcMessage, JsonRpcRequest, RequestId, ServerJsonRpcMessage, ServerResult,
};
use rmcp::service::{RoleClient, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use serde_json::{Value, json};
use tokio::io::{DuplexStream, Empty, ReadHalf, Sink, WriteHalf};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::sleep;

use crate::fault::{Fault, Garbage, Reached};
use crate::line::{Line, cut_short};
use crate::wire::Heard;

/// How long a message is under way where nothing is the matter.
const LATENCY: Duration = Duration::from_millis(40);

type Reading = AsyncRwTransport<RoleClient, ReadHalf<DuplexStream>, Sink>;
type Writing = AsyncRwTransport<RoleClient, Empty, WriteHalf<DuplexStream>>;

/// The client's end of a connection.
#[expect(missing_debug_implementations, reason = "rmcp's transports have none")]
pub struct Gateway {
    road: Arc<Road>,
    /// What reaches the client.
    arriving: mpsc::UnboundedReceiver<ServerJsonRpcMessage>,
}

/// What messages need on their way, also when the client has hung up.
struct Road {
    line: Line,
    writing: Mutex<Writing>,
    /// To the client.
    answers: mpsc::UnboundedSender<ServerJsonRpcMessage>,
    /// The calls whose answers the gateway waits for.
    answered: Mutex<HashMap<RequestId, oneshot::Sender<ServerJsonRpcMessage>>>,
    end: Notify,
}

impl Gateway {
    /// A client's end of this pipe, as a connection over this line.
    #[must_use]
    pub fn new(pipe: DuplexStream, line: Line) -> Self {
        let (read, write) = tokio::io::split(pipe);
        let (answers, arriving) = mpsc::unbounded_channel();
        let road = Arc::new(Road {
            line,
            writing: Mutex::new(AsyncRwTransport::new(tokio::io::empty(), write)),
            answers,
            answered: Mutex::default(),
            end: Notify::new(),
        });
        // By itself, because calls come to an end whether or not a client listens.
        tokio::spawn(Arc::clone(&road).hear(AsyncRwTransport::new(read, tokio::io::sink())));
        Self { road, arriving }
    }
}

impl Transport<RoleClient> for Gateway {
    type Error = io::Error;

    fn send(&mut self, message: TxJsonRpcMessage<RoleClient>) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let road = Arc::clone(&self.road);
        async move {
            match message {
                JsonRpcMessage::Request(JsonRpcRequest {
                    id,
                    request: ClientRequest::CallToolRequest(call),
                    ..
                }) => road.call(id, call).await,
                JsonRpcMessage::Request(JsonRpcRequest {
                    id,
                    request: request @ ClientRequest::ListToolsRequest(_),
                    ..
                }) => road.list(id, request).await,
                // A server is free to go on with what nobody waits for any more, and this one does.
                JsonRpcMessage::Notification(ref note)
                    if matches!(note.notification, ClientNotification::CancelledNotification(_)) =>
                {
                    Ok(())
                }
                message => road.pass(message).await,
            }
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        tokio::select! {
            biased;
            message = self.arriving.recv() => message,
            () = self.road.end.notified() => None,
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Road {
    /// Hears what the server says, for as long as it says anything.
    async fn hear(self: Arc<Self>, mut reading: Reading) {
        while let Some(message) = reading.receive().await {
            let hand = match &message {
                JsonRpcMessage::Response(response) => lock(&self.answered).remove(&response.id),
                JsonRpcMessage::Error(error) => error.id.as_ref().and_then(|id| lock(&self.answered).remove(id)),
                _ => None,
            };
            match hand {
                // Where the gateway waits no more, it was not to be heard.
                Some(hand) => drop(hand.send(message)),
                None => self.answer(message),
            }
        }
    }

    fn answer(&self, answer: ServerJsonRpcMessage) {
        // A client that has hung up hears nothing.
        let _ = self.answers.send(answer);
    }

    async fn pass(&self, message: TxJsonRpcMessage<RoleClient>) -> io::Result<()> {
        let send = lock(&self.writing).send(message);
        send.await
    }

    /// The list of tools. Each server here is the same, and to read its long list again for each task is half of what a storm takes.
    async fn list(&self, id: RequestId, request: ClientRequest) -> io::Result<()> {
        static LISTED: OnceLock<ServerResult> = OnceLock::new();
        if let Some(listed) = LISTED.get() {
            self.answer(JsonRpcMessage::response(listed.clone(), id));
            return Ok(());
        }
        let answer = self.ask(&id, request).await?;
        if let JsonRpcMessage::Response(response) = &answer {
            LISTED.get_or_init(|| response.result.clone());
        }
        self.answer(answer);
        Ok(())
    }

    async fn call(self: Arc<Self>, id: RequestId, call: CallToolRequest) -> io::Result<()> {
        let (number, fault) = self.line.sends(&call);
        if fault == Fault::Refused {
            self.line.hears(number, Heard::Refused);
            return Err(io::ErrorKind::ConnectionRefused.into());
        }
        sleep(LATENCY).await;
        match fault {
            Fault::None | Fault::Refused => {
                let answer = self.carry(number, &id, call).await?;
                self.hand_over(number, answer).await;
            }
            Fault::ResetBefore => return self.reset(number),
            Fault::ResetAfter => {
                self.carry(number, &id, call).await?;
                return self.reset(number);
            }
            Fault::CutShort(rows) => {
                self.carry(number, &id, cut_short(call, rows)).await?;
                return self.reset(number);
            }
            Fault::EndBefore => self.hang_up(number),
            Fault::EndAfter => {
                self.carry(number, &id, call).await?;
                self.hang_up(number);
            }
            Fault::SilenceBefore => {}
            Fault::SilenceAfter => drop(self.carry(number, &id, call).await?),
            Fault::Stall(time) => {
                let answer = self.carry(number, &id, call).await?;
                sleep(time).await;
                self.hand_over(number, answer).await;
            }
            Fault::Late(time) => {
                let under_way = self.line.under_way();
                tokio::spawn(async move {
                    let _under_way = under_way;
                    sleep(time).await;
                    if let Ok(answer) = self.carry(number, &id, call).await {
                        self.hand_over(number, answer).await;
                    }
                });
            }
            Fault::Limited(wait) => {
                let mut data = json!({"status": 429, "error": "RATE_LIMITED"});
                if let Some(wait) = wait {
                    data["retry_after_seconds"] = json!(wait.as_secs());
                }
                self.refuse(number, id, "Too Many Requests", Some(data), Heard::Limited(wait));
            }
            Fault::Unauthorized => {
                let data = json!({"status": 401, "error": "UNAUTHORIZED"});
                self.refuse(number, id, "Unauthorized", Some(data), Heard::Unauthorized);
            }
            Fault::Garbage(garbage, reached) => {
                if reached == Reached::Server {
                    self.carry(number, &id, call).await?;
                }
                sleep(LATENCY).await;
                self.hear_garbage(number, id, garbage);
            }
        }
        Ok(())
    }

    /// Has the server carry a call out, and comes back with its answer.
    async fn carry(&self, number: usize, id: &RequestId, call: CallToolRequest) -> io::Result<ServerJsonRpcMessage> {
        let _under_way = self.line.under_way();
        self.line.arrives(number);
        self.ask(id, ClientRequest::CallToolRequest(call)).await
    }

    /// Sends a request on, and comes back with the answer to it.
    async fn ask(&self, id: &RequestId, request: ClientRequest) -> io::Result<ServerJsonRpcMessage> {
        let (hand, answer) = oneshot::channel();
        lock(&self.answered).insert(id.clone(), hand);
        self.pass(JsonRpcMessage::request(request, id.clone())).await?;
        answer.await.map_err(io::Error::other)
    }

    async fn hand_over(&self, number: usize, answer: ServerJsonRpcMessage) {
        sleep(LATENCY).await;
        self.line.hears(number, Heard::of(&answer));
        self.answer(answer);
    }

    fn reset(&self, number: usize) -> io::Result<()> {
        self.line.hears(number, Heard::Reset);
        Err(io::ErrorKind::ConnectionReset.into())
    }

    fn hang_up(&self, number: usize) {
        self.line.hears(number, Heard::Reset);
        self.end.notify_one();
    }

    /// The gateway's own answer.
    fn refuse(&self, number: usize, id: RequestId, message: &'static str, data: Option<Value>, heard: Heard) {
        self.line.hears(number, heard);
        let error = ErrorData::new(ErrorCode(-32_000), message, data);
        self.answer(JsonRpcMessage::error(error, Some(id)));
    }

    fn hear_garbage(&self, number: usize, id: RequestId, garbage: Garbage) {
        let page = || vec![ContentBlock::text("<html><title>502 Bad Gateway</title></html>")];
        let result = match garbage {
            Garbage::Page => ServerResult::CallToolResult(CallToolResult::error(page())),
            Garbage::Welcome => ServerResult::CallToolResult(CallToolResult::success(page())),
            Garbage::OtherKind => ServerResult::CustomResult(CustomResult::new(json!({"pong": true}))),
            Garbage::Error => return self.refuse(number, id, "upstream connect error", None, Heard::Garbage),
        };
        self.line.hears(number, Heard::Garbage);
        self.answer(JsonRpcMessage::response(result, id));
    }
}

/// What is under these locks is whole at any time.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
