//! The MCP server: eight tools, and around each call what its failures need to know.

use std::sync::Arc;
use std::time::Instant;

use errtax::audit::{self, Lines};
use errtax::mcp::Dispatch;
use errtax::replay::{Call, Replayed};
use errtax::{Failure, ToolSpec};
use rmcp::handler::server::common::Extension;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::{IntoCallToolResult as _, ToolCallContext};
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, Implementation, ListResourcesResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Resource, ResourceContents,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::{Peer, RequestContext, RoleServer};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use tokio::task::spawn_blocking;

use crate::access::{self, AccessError, Actor};
use crate::arguments::{self, ArgumentError};
use crate::bank_file::{self, BankFileError, Import};
use crate::chart;
use crate::codes::{self, details::UserCancelledStep};
use crate::database::{DatabaseError, Ledger};
use crate::money::Amount;
use crate::period::{self, Period, PeriodError, Turned};
use crate::person::{self, Consent};
use crate::rates::{Rate, Rates};
use crate::voucher::{self, Line, NewVoucher, Posted, Voucher, VoucherError};
use crate::written::Written;

/// The server.
#[derive(Clone, Debug)]
pub struct Accounting {
    ledger: Ledger,
    rates: Rates,
    key: Option<Arc<str>>,
    tools: ToolRouter<Self>,
    audit: Option<Lines>,
}

/// Arguments of `list_periods`: none.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoArguments {}

/// Arguments of `lock_period` and `unlock_period`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PeriodArguments {
    /// The period's id, as list_periods gives it.
    pub period_id: String,
}

/// Arguments of `post_voucher`.
#[derive(Debug, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub struct VoucherArguments {
    /// The voucher's date, YYYY-MM-DD.
    pub date: String,
    /// What the voucher is about.
    pub description: String,
    /// Debit and credit lines; the two sides must be equal.
    pub lines: Vec<LineArguments>,
    /// Any text that is new for each piece of work, and stays the same when a call is sent again. For a day, the same
    /// call with the same key is carried out once.
    pub idempotency_key: Option<String>,
}

/// A line of `post_voucher`.
#[derive(Debug, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LineArguments {
    /// Account number from app://chart-of-accounts, such as "1930".
    #[serde(deserialize_with = "text_or_number")]
    pub account: String,
    /// Amount on the debit side in kronor, with at most two decimals: 125 or 99.5. Leave it out on a credit line.
    #[serde(default)]
    pub debit: f64,
    /// Amount on the credit side in kronor, likewise. Leave it out on a debit line.
    #[serde(default)]
    pub credit: f64,
}

/// Arguments of `get_voucher`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IdArguments {
    /// The voucher's id, as post_voucher gave it.
    pub id: String,
}

/// Arguments of `list_vouchers`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DateArguments {
    /// The vouchers' date, YYYY-MM-DD. Without one, the last hundred vouchers posted.
    pub date: Option<String>,
}

/// Arguments of `fetch_exchange_rate`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RateArguments {
    /// ISO 4217 code: EUR, USD, NOK.
    pub currency: String,
    /// The day, YYYY-MM-DD.
    pub date: String,
}

/// Arguments of `import_bank_file`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileArguments {
    /// The text of the file: the heading `date;description;account;amount`, then one row a line. The amount is in
    /// kronor with a decimal point, negative for money out; the account is the one to book it against.
    pub content: String,
}

/// Result of `list_periods`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Periods {
    /// All periods, in order.
    pub periods: Vec<Period>,
}

/// Result of `list_vouchers`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Vouchers {
    /// The vouchers, the one posted last first.
    pub vouchers: Vec<Voucher>,
}

/// What keeps `unlock_period` from its work: the period, or a person.
#[derive(Debug, errtax::ToolError)]
pub enum UnlockError {
    /// The period.
    #[tool_error(transparent)]
    Period(#[from] PeriodError),
    /// A person.
    #[tool_error(transparent)]
    NotConfirmed(#[from] access::NotConfirmed),
}

/// An account number is text, but few who send one as a number are worth refusing.
fn text_or_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "an account number")]
    enum TextOrNumber {
        Text(String),
        Number(u32),
    }
    Ok(match TextOrNumber::deserialize(deserializer)? {
        TextOrNumber::Text(text) => text,
        TextOrNumber::Number(number) => number.to_string(),
    })
}

impl VoucherArguments {
    fn parse(self) -> Result<NewVoucher, ArgumentError> {
        let date = arguments::date("date", &self.date)?;
        if self.description.trim().is_empty() {
            return Err(ArgumentError::new("description", "is empty"));
        }
        if self.lines.is_empty() {
            return Err(ArgumentError::new("lines", "is empty"));
        }
        let lines = self
            .lines
            .into_iter()
            .enumerate()
            .map(|(position, line)| line.parse(position));
        Ok(NewVoucher {
            date,
            description: self.description,
            lines: lines.collect::<Result<_, _>>()?,
        })
    }
}

impl LineArguments {
    fn parse(self, position: usize) -> Result<Line, ArgumentError> {
        let side = |name: &str, kronor: f64| {
            let argument = || format!("lines[{position}].{name}");
            let amount = Amount::from_kronor(kronor).map_err(|problem| ArgumentError::new(argument(), problem))?;
            if amount.is_negative() {
                return Err(ArgumentError::new(argument(), "is negative; put it on the other side"));
            }
            Ok(amount)
        };
        let (debit, credit) = (side("debit", self.debit)?, side("credit", self.credit)?);
        if (debit == Amount::default()) == (credit == Amount::default()) {
            let problem = "needs an amount on exactly one of its sides, debit or credit";
            return Err(ArgumentError::new(format!("lines[{position}]"), problem));
        }
        Ok(Line {
            account: self.account,
            debit,
            credit,
        })
    }
}

#[tool_router(router = tools)]
impl Accounting {
    /// A server for these books, with the key that its caller presents, if any.
    #[must_use]
    pub fn new(ledger: Ledger, rates: Rates, key: Option<&str>) -> Self {
        Self {
            ledger,
            rates,
            key: key.map(Arc::from),
            tools: errtax::mcp::harden_with(Self::tools(), &codes::REGISTRY),
            audit: None,
        }
    }

    /// The same, and each failure is recorded here.
    #[must_use]
    pub fn audited(mut self, audit: Lines) -> Self {
        self.tools = Dispatch::new(&codes::REGISTRY)
            .audit(audit.clone())
            .harden(Self::tools());
        self.audit = Some(audit);
        self
    }

    /// Lists the fiscal periods and whether vouchers can be posted into them.
    #[tool]
    async fn list_periods(&self, _: Parameters<NoArguments>) -> Result<Json<Periods>, PeriodError> {
        let periods = self.blocking(period::list).await?;
        Ok(Json(Periods { periods }))
    }

    /// Locks a fiscal period, so that no voucher can be posted into it.
    #[tool]
    async fn lock_period(
        &self,
        Parameters(call): Parameters<PeriodArguments>,
        Extension(actor): Extension<Actor>,
    ) -> Result<Json<Turned>, PeriodError> {
        self.blocking(move |ledger| period::lock(ledger, &call.period_id, &actor))
            .await
            .map(Json)
    }

    /// Unlocks a fiscal period. Where the client can ask its user, the user has to agree.
    #[tool]
    async fn unlock_period(
        &self,
        Parameters(call): Parameters<PeriodArguments>,
        Extension(actor): Extension<Actor>,
        peer: Peer<RoleServer>,
    ) -> Result<Json<Turned>, UnlockError> {
        let question = format!("Unlock period {} of the books?", call.period_id);
        access::confirm(&peer, UserCancelledStep::Unlock, question).await?;
        let period = self
            .blocking(move |ledger| period::unlock(ledger, &call.period_id, &actor))
            .await?;
        Ok(Json(period))
    }

    /// Posts a voucher and returns it with its id. With an idempotency_key, the same call again posts nothing more and
    /// returns the first voucher, with `duplicate: true`.
    #[tool]
    async fn post_voucher(
        &self,
        Parameters(call): Parameters<VoucherArguments>,
        Extension(actor): Extension<Actor>,
    ) -> Result<Json<Replayed<Posted>>, VoucherError> {
        // Tool and key argument are those of the call's context, which stays on this thread. The books are one company's,
        // so its keys need no scope.
        let once = Call::current("", &call)?;
        let voucher = call.parse()?;
        self.blocking(move |ledger| voucher::post_once(ledger, &voucher, &once, &actor))
            .await
            .map(Json)
    }

    /// Reads a voucher.
    #[tool]
    async fn get_voucher(&self, Parameters(call): Parameters<IdArguments>) -> Result<Json<Voucher>, VoucherError> {
        self.blocking(move |ledger| voucher::get(ledger, &call.id))
            .await
            .map(Json)
    }

    /// Lists the vouchers of a day, or the last ones posted. This shows whether a voucher was posted whose answer never came.
    #[tool]
    async fn list_vouchers(&self, Parameters(call): Parameters<DateArguments>) -> Result<Json<Vouchers>, VoucherError> {
        let date = call.date.map(|date| arguments::date("date", &date)).transpose()?;
        let vouchers = self.blocking(move |ledger| voucher::list(ledger, date)).await?;
        Ok(Json(Vouchers { vouchers }))
    }

    /// Asks the rate service what one unit of a currency was worth in kronor on a day.
    #[tool]
    async fn fetch_exchange_rate(&self, Parameters(call): Parameters<RateArguments>) -> Result<Json<Rate>, Failure> {
        let date = arguments::date("date", &call.date)?;
        let currency = call.currency.to_ascii_uppercase();
        if currency.len() != 3 || !currency.bytes().all(|byte| byte.is_ascii_uppercase()) {
            return Err(ArgumentError::new("currency", "is not a three-letter currency code").into());
        }
        let rates = self.rates.clone();
        self.blocking(move |_| rates.fetch(&currency, date)).await.map(Json)
    }

    /// Books the rows of a bank file, a voucher each. Rows that cannot be booked do not hold up the others. Only CSV is
    /// read so far; camt.053 and MT940 are to come.
    #[tool]
    async fn import_bank_file(
        &self,
        Parameters(call): Parameters<FileArguments>,
        Extension(actor): Extension<Actor>,
    ) -> Result<Json<Written<Import>>, BankFileError> {
        self.blocking(move |ledger| bank_file::import(ledger, &call.content, &actor))
            .await
            .map(Json)
    }

    /// Does work that waits, for locks or for answers, where it holds up no other call.
    async fn blocking<T, E>(&self, work: impl FnOnce(&Ledger) -> Result<T, E> + Send + 'static) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DatabaseError> + Send + 'static,
    {
        let ledger = self.ledger.clone();
        spawn_blocking(move || work(&ledger))
            .await
            .unwrap_or_else(|error| Err(DatabaseError::Crashed(error).into()))
    }

    async fn check_access(&self, tool: Option<&'static ToolSpec>) -> Result<Actor, AccessError> {
        let key = self.key.clone();
        self.blocking(move |ledger| access::check(ledger, key.as_deref(), tool))
            .await
    }
}

#[tool_handler(router = self.tools)]
impl ServerHandler for Accounting {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_resources().build())
            .with_server_info(Implementation::new("accounting", env!("CARGO_PKG_VERSION")))
            .with_instructions(
                "Bookkeeping. A tool that fails answers with one JSON object: `error.action` says what to do next, \
                 `error.retryable` whether the same call may be sent again.",
            )
    }

    /// A call that is refused does not get as far as the dispatch point around the tools, so what that does is done here.
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        mut context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let call = errtax::mcp::context(&codes::REGISTRY, &request, &context.meta);
        let started = Instant::now();
        let refused = match self.check_access(call.tool()).await {
            Err(refused) => Failure::from(refused),
            Ok(actor) => match person::consent(&request, &context) {
                Consent::Asked(question) => return Ok((*question).into()),
                Consent::Refused(no) => Failure::from(no),
                Consent::Given => {
                    context.extensions.insert(actor);
                    return self.tools.call(ToolCallContext::new(self, request, context)).await;
                }
            },
        };
        call.run(|| {
            if let Some(audit) = &self.audit {
                audit::tell(&refused, &request.name, started.elapsed(), audit);
            }
            refused.into_call_tool_result()
        })
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let chart = Resource::new(chart::CHART_URI, "chart-of-accounts")
            .with_description("The accounts that vouchers may use: number, tab, name.")
            .with_mime_type("text/tab-separated-values");
        Ok(ListResourcesResult::with_all_items(vec![chart]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if request.uri != chart::CHART_URI {
            return Err(ErrorData::resource_not_found("there is no such resource", None));
        }
        Ok(ReadResourceResult::new(vec![ResourceContents::text(chart::CHART, request.uri)]).into())
    }
}
