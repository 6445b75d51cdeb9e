//! A server that speaks errtax: its tools return derived enums, and one dispatch point is around them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use errtax::{Date, Registry, Roles, ToolError, ToolSpec};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::{ServerCapabilities, ServerConfig};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

static FIXTURE: &Registry = &fixture_codes::codes::REGISTRY;

/// The codes of the fixture, and the tools of this server.
pub static REGISTRY: Registry = Registry {
    name: FIXTURE.name,
    version: FIXTURE.version,
    codes: FIXTURE.codes,
    index: FIXTURE.index,
    roles: Roles {
        panic: FIXTURE.roles.panic,
        ..FIXTURE.roles
    },
    upstream: FIXTURE.upstream,
    schema: FIXTURE.schema,
    tools: &[
        ToolSpec {
            name: "get_voucher",
            writes: false,
            ..ToolSpec::DEFAULT
        },
        ToolSpec {
            name: "lock_period",
            idempotent: true,
            ..ToolSpec::DEFAULT
        },
        ToolSpec {
            name: "post_entry",
            verify: "get_voucher",
            not_found_means_not_landed: true,
            ..ToolSpec::DEFAULT
        },
        ToolSpec {
            name: "post_note",
            ..ToolSpec::DEFAULT
        },
        ToolSpec {
            name: "post_voucher",
            dedupe_key: "request_id",
            ..ToolSpec::DEFAULT
        },
        ToolSpec {
            name: "post_vouchers",
            dedupe_key: "request_id",
            ..ToolSpec::DEFAULT
        },
        ToolSpec {
            name: "unlock_period",
            idempotent: true,
            undoes: "lock_period",
            match_on: &["period_id"],
            ..ToolSpec::DEFAULT
        },
    ],
};

/// What goes wrong with a call.
#[derive(Clone, Debug)]
pub enum Fault {
    Nothing,
    /// It is carried out, and its answer never comes.
    LoseAnswer,
    /// It is not carried out, and no answer comes.
    LoseCall,
    Limited(Duration),
    Expired,
    Broken,
    /// It is carried out, and answered with an error that says that nobody knows.
    Doubt,
    /// Of a batch: only so many are booked, and the answer never comes.
    Part(usize),
}

#[derive(Debug, Default)]
pub struct State {
    /// What goes wrong with the calls of tools, in their order.
    pub faults: VecDeque<Fault>,
    /// What took effect: numbers, amounts and keys.
    pub vouchers: Vec<(String, i64, Option<String>)>,
    pub notes: Vec<String>,
    pub locked: bool,
    /// Each call that arrived: the tool and its arguments.
    pub calls: Vec<(&'static str, serde_json::Value)>,
    pub cancelled: u32,
}

#[derive(Clone, Debug, Default)]
pub struct Books(Arc<Mutex<State>>);

impl Books {
    pub fn failing(faults: impl IntoIterator<Item = Fault>) -> Self {
        let books = Self::default();
        books.state().faults = faults.into_iter().collect();
        books
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    /// The numbers of what was booked.
    pub fn booked(&self) -> Vec<String> {
        self.state()
            .vouchers
            .iter()
            .map(|(number, ..)| number.clone())
            .collect()
    }

    /// The tools that were called.
    pub fn called(&self) -> Vec<&'static str> {
        self.state().calls.iter().map(|(tool, _)| *tool).collect()
    }

    /// This argument of each call of a tool.
    pub fn sent(&self, tool: &str, argument: &str) -> Vec<serde_json::Value> {
        let state = self.state();
        let of_tool = state.calls.iter().filter(|(called, _)| *called == tool);
        of_tool.map(|(_, arguments)| arguments[argument].clone()).collect()
    }
}

#[derive(Debug, ToolError)]
#[tool_error(codes = fixture_codes::codes)]
pub enum BooksError {
    InternalError,
    LineLost,
    NoSuchThing,
    PeriodLocked {
        period_id: String,
        lock_date: Date,
    },
    RateLimited {
        #[tool_error(retry_after)]
        wait: Duration,
    },
    TokenExpired {
        account: String,
        token: String,
    },
    VoucherUnbalanced {
        debit: i64,
        credit: i64,
    },
}

#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
pub struct Voucher {
    pub number: String,
    pub amount: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Vouchers {
    pub vouchers: Vec<Voucher>,
    #[serde(default)]
    pub request_id: Option<String>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Numbered {
    pub number: String,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Note {
    pub text: String,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Period {
    pub period_id: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Done {
    pub count: usize,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub duplicate: bool,
}

type Posted = Result<Json<Done>, BooksError>;

const DONE: Done = Done {
    count: 1,
    duplicate: false,
};

#[derive(Clone, Debug)]
pub struct Server {
    books: Books,
    tools: ToolRouter<Self>,
}

impl Server {
    pub fn new(books: Books) -> Self {
        Self {
            books,
            tools: errtax::mcp::harden_with(Self::tools(), &REGISTRY),
        }
    }

    /// Notes that a call arrived, and what goes wrong with it.
    fn arrived(&self, tool: &'static str, arguments: &impl Serialize) -> Fault {
        let arguments = serde_json::to_value(arguments).unwrap();
        let mut state = self.books.state();
        state.calls.push((tool, arguments));
        state.faults.pop_front().unwrap_or(Fault::Nothing)
    }

    /// Carries a call out, as far as the fault allows.
    async fn carried(
        &self,
        fault: Fault,
        context: RequestContext<RoleServer>,
        carry: impl FnOnce(&mut State, usize) -> Posted,
    ) -> Posted {
        match fault {
            Fault::Nothing => return carry(&mut self.books.state(), usize::MAX),
            Fault::Limited(wait) => return Err(BooksError::RateLimited { wait }),
            Fault::Broken => return Err(BooksError::InternalError),
            Fault::Expired => {
                return Err(BooksError::TokenExpired {
                    account: "books".into(),
                    token: "hunter2".into(),
                });
            }
            Fault::Doubt => {
                drop(carry(&mut self.books.state(), usize::MAX));
                return Err(BooksError::LineLost);
            }
            Fault::LoseCall => {}
            Fault::LoseAnswer => drop(carry(&mut self.books.state(), usize::MAX)),
            Fault::Part(count) => drop(carry(&mut self.books.state(), count)),
        }
        context.ct.cancelled().await;
        self.books.state().cancelled += 1;
        std::future::pending().await
    }
}

impl State {
    /// Books a voucher, unless its period is locked, it does not balance, or its key was seen.
    fn book(&mut self, voucher: Voucher) -> Posted {
        let is_known = |(_, _, key): &(String, i64, Option<String>)| key.is_some() && *key == voucher.request_id;
        if self.vouchers.iter().any(is_known) {
            return Ok(Json(Done {
                duplicate: true,
                ..DONE
            }));
        }
        if self.locked {
            return Err(BooksError::PeriodLocked {
                period_id: "2026-01".into(),
                lock_date: "2026-01-31".parse().unwrap(),
            });
        }
        if voucher.amount < 0 {
            return Err(BooksError::VoucherUnbalanced {
                debit: 0,
                credit: -voucher.amount,
            });
        }
        self.vouchers.push((voucher.number, voucher.amount, voucher.request_id));
        Ok(Json(DONE))
    }
}

#[tool_router(router = tools)]
impl Server {
    /// Posts a voucher once for each key.
    #[tool]
    async fn post_voucher(
        &self,
        Parameters(voucher): Parameters<Voucher>,
        context: RequestContext<RoleServer>,
    ) -> Posted {
        let fault = self.arrived("post_voucher", &voucher);
        self.carried(fault, context, |state, _| state.book(voucher)).await
    }

    /// Posts an entry. Nothing dedupes it.
    #[tool]
    async fn post_entry(
        &self,
        Parameters(voucher): Parameters<Voucher>,
        context: RequestContext<RoleServer>,
    ) -> Posted {
        let fault = self.arrived("post_entry", &voucher);
        self.carried(fault, context, |state, _| state.book(voucher)).await
    }

    /// Writes a note. Nothing dedupes it, and nothing reads it.
    #[tool]
    async fn post_note(&self, Parameters(note): Parameters<Note>, context: RequestContext<RoleServer>) -> Posted {
        let fault = self.arrived("post_note", &note);
        self.carried(fault, context, |state, _| {
            state.notes.push(note.text);
            Ok(Json(DONE))
        })
        .await
    }

    /// Posts vouchers.
    #[tool]
    async fn post_vouchers(
        &self,
        Parameters(call): Parameters<Vouchers>,
        context: RequestContext<RoleServer>,
    ) -> Posted {
        let fault = self.arrived("post_vouchers", &call);
        self.carried(fault, context, |state, most| {
            let count = call.vouchers.len();
            let key = call.request_id;
            for (place, mut voucher) in call.vouchers.into_iter().take(most).enumerate() {
                voucher.request_id = key.as_ref().map(|key| format!("{key}/{place}"));
                state.book(voucher)?;
            }
            Ok(Json(Done { count, ..DONE }))
        })
        .await
    }

    /// Reads a voucher.
    #[tool]
    async fn get_voucher(
        &self,
        Parameters(wanted): Parameters<Numbered>,
        context: RequestContext<RoleServer>,
    ) -> Result<Json<Voucher>, BooksError> {
        let fault = self.arrived("get_voucher", &wanted);
        self.carried(fault, context, |_, _| Ok(Json(DONE))).await?;
        let state = self.books.state();
        let found = state.vouchers.iter().find(|(number, ..)| *number == wanted.number);
        let (number, amount, _) = found.ok_or(BooksError::NoSuchThing)?.clone();
        Ok(Json(Voucher {
            number,
            amount,
            request_id: None,
        }))
    }

    /// Locks a period.
    #[tool]
    async fn lock_period(&self, Parameters(period): Parameters<Period>, context: RequestContext<RoleServer>) -> Posted {
        let fault = self.arrived("lock_period", &period);
        self.carried(fault, context, |state, _| {
            state.locked = true;
            Ok(Json(DONE))
        })
        .await
    }

    /// Unlocks a period.
    #[tool]
    async fn unlock_period(
        &self,
        Parameters(period): Parameters<Period>,
        context: RequestContext<RoleServer>,
    ) -> Posted {
        let fault = self.arrived("unlock_period", &period);
        self.carried(fault, context, |state, _| {
            state.locked = false;
            Ok(Json(DONE))
        })
        .await
    }
}

#[tool_handler(router = self.tools)]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }
}
