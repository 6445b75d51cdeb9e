//! Secrets are planted everywhere a failure can hold them. They reach the record, and the wire never.

use std::error::Error;
use std::fmt;
use std::io;

use errtax::audit::Record;
use errtax::mcp::{Dispatch, Prose};
use errtax::standard::REGISTRY;
use errtax::{Date, Failure};
use fixture_codes::codes;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use rmcp::ErrorData;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, ErrorCode, MetaObject};
use serde_json::json;

use crate::support::{Client, Link, Outcome, UNREADABLE, Way, chain, returned};

/// An error of a server, with every place that a secret can hide in.
#[derive(Debug, Default, errtax::ToolError)]
#[tool_error(codes = errtax::standard, display = false)]
enum Leaky {
    #[default]
    #[tool_error(InternalError)]
    Empty,
    #[tool_error(InternalError)]
    Fields {
        #[tool_error(skip)]
        shown: String,
        #[tool_error(skip)]
        #[allow(dead_code, reason = "`Debug` alone shows it")]
        kept: String,
        #[source]
        cause: Option<Box<dyn Error + Send + Sync>>,
    },
}

impl fmt::Display for Leaky {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("empty"),
            Self::Fields { shown, .. } => f.write_str(shown),
        }
    }
}

impl Error for Leaky {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Fields { cause: Some(cause), .. } => Some(&**cause),
            _ => None,
        }
    }
}

#[derive(Debug, errtax::ToolError)]
#[tool_error(codes = codes)]
enum Sensitive {
    TokenExpired {
        account: String,
        token: String,
    },
    PeriodLocked {
        period_id: String,
        lock_date: Date,
        memo: Option<String>,
    },
}

/// Where the secret is planted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Display,
    Debug,
    Chain(usize),
    /// What an `io::Error` carries, which `source()` passes over.
    Carried(usize),
    Foreign(usize),
    Anyhow(usize),
    Context(usize),
    Panic,
    PanicLater,
    Unwrapped(usize),
    DataMessage,
    Data,
    InvalidParams,
    /// Beside a wire object, in what its type says of itself.
    Lifted,
    Prose,
    SecondBlock,
    Structured,
    Meta,
    SensitiveDetail,
    SensitiveOption,
    SensitiveRaised,
    /// In what a type's own `Deserialize` says, in each of the forms that serde itself has.
    Unreadable(usize),
}

/// What a type's own `Deserialize` may say, among other things as if serde had said it.
const FORMS: [&str; 9] = [
    "{}",
    "missing field `{}`",
    "unknown field `{}`, expected `{}`",
    "duplicate field `{}`",
    "unknown variant `{}`, expected one of `{}`, `{}`",
    "invalid type: {}, expected {}",
    "invalid type: string \"{}\", expected {}",
    "invalid value: integer `{}`, expected struct {}",
    "invalid length 3, expected {} at line 1",
];

fn place() -> impl Strategy<Value = Place> {
    let depth = || 1..20_usize;
    prop_oneof![
        prop::sample::select(vec![
            Place::Display,
            Place::Debug,
            Place::Panic,
            Place::PanicLater,
            Place::DataMessage,
            Place::Data,
            Place::InvalidParams,
            Place::Lifted,
            Place::Prose,
            Place::SecondBlock,
            Place::Structured,
            Place::Meta,
            Place::SensitiveDetail,
            Place::SensitiveOption,
            Place::SensitiveRaised,
        ]),
        depth().prop_map(Place::Chain),
        depth().prop_map(Place::Carried),
        depth().prop_map(Place::Foreign),
        depth().prop_map(Place::Anyhow),
        depth().prop_map(Place::Context),
        depth().prop_map(Place::Unwrapped),
        (0..FORMS.len()).prop_map(Place::Unreadable),
    ]
}

/// A connection string, a token, a path.
fn secret() -> impl Strategy<Value = String> {
    prop_oneof![
        "postgres://[a-z]{3,8}:[a-zA-Z0-9]{8,16}@db[0-9]{1,3}\\.[a-z]{4,8}:5432/[a-z]{4,8}",
        "sk_live_[a-zA-Z0-9]{16,40}",
        "eyJ[a-zA-Z0-9]{12,20}\\.eyJ[a-zA-Z0-9]{12,20}\\.[a-zA-Z0-9_-]{20,40}",
        "/srv/[a-z]{4,10}/[a-z]{4,10}\\.(pem|sqlite|env)",
        "C:/Users/[a-z]{4,10}/[a-z]{4,10}\\.key",
    ]
}

fn carried(depth: usize, secret: &str) -> io::Error {
    (0..depth).fold(io::Error::other(secret), |error, _| io::Error::other(error))
}

fn broken(depth: usize, secret: &str) -> Result<CallToolResponse, Link> {
    Err(chain(depth, secret))
}

/// A call that fails with the secret in this place.
fn fails(place: Place, secret: &str) -> Outcome {
    let secret = secret.to_owned();
    let leaky =
        |shown: String, kept: String, cause: Option<Box<dyn Error + Send + Sync>>| Leaky::Fields { shown, kept, cause };
    let plain = || "nothing".to_owned();
    match place {
        Place::Display => returned(leaky(secret, plain(), None)),
        Place::Debug => returned(leaky(plain(), secret, None)),
        Place::Chain(depth) => returned(leaky(plain(), plain(), Some(Box::new(chain(depth, &secret))))),
        Place::Carried(depth) => returned(Failure::from(leaky(
            plain(),
            plain(),
            Some(Box::new(carried(depth, &secret))),
        ))),
        Place::Foreign(depth) => returned(Failure::from(Box::<dyn Error + Send + Sync>::from(chain(
            depth, &secret,
        )))),
        Place::Anyhow(depth) => returned(Failure::from(anyhow::Error::new(chain(depth, &secret)))),
        Place::Context(depth) => returned(Failure::from(anyhow::Error::new(chain(depth, "x")).context(secret))),
        Place::Panic => std::panic::panic_any(secret),
        Place::PanicLater => panic!("no {secret}"),
        Place::Unwrapped(depth) => Ok(broken(depth, &secret).unwrap()),
        Place::DataMessage => Err(ErrorData::internal_error(secret, None)),
        Place::Data => Err(ErrorData::new(
            ErrorCode(-31_000),
            "no",
            Some(json!({ "deep": [{ "in": secret }] })),
        )),
        Place::InvalidParams => Err(ErrorData::invalid_params(secret, None)),
        Place::Lifted => Err(leaky(secret.clone(), secret, None).into()),
        Place::Prose => Ok(CallToolResult::error(vec![ContentBlock::text(format!("no: {secret}"))]).into()),
        Place::SecondBlock => {
            Ok(CallToolResult::error(vec![ContentBlock::text("no"), ContentBlock::text(secret)]).into())
        }
        Place::Structured => Ok(CallToolResult::structured_error(json!({ "no": secret })).into()),
        Place::Meta => {
            let mut result = CallToolResult::error(vec![ContentBlock::text("no")]);
            result.meta = Some(MetaObject(json!({ "no": secret }).as_object().unwrap().clone()));
            Ok(result.into())
        }
        Place::SensitiveDetail => returned(Sensitive::TokenExpired {
            account: plain(),
            token: secret,
        }),
        Place::SensitiveOption => returned(Sensitive::PeriodLocked {
            period_id: plain(),
            lock_date: Date::new(2026, 1, 31).unwrap(),
            memo: Some(secret),
        }),
        Place::SensitiveRaised => returned(
            codes::details::TokenExpired {
                account: plain(),
                token: secret,
            }
            .into_failure(),
        ),
        Place::Unreadable(_) => unreachable!("the tool is not reached"),
    }
}

/// Whether it is the words of a tool without codes, which a policy may pass on.
fn is_words(place: Place) -> bool {
    matches!(
        place,
        Place::DataMessage | Place::Data | Place::Prose | Place::SecondBlock | Place::Structured | Place::Meta
    )
}

/// What the client has, as text, and the record.
async fn answer(client: &Client, tool: &'static str, place: Place, secret: &str) -> (String, Record) {
    let result = match place {
        Place::Unreadable(form) => {
            UNREADABLE.set(FORMS[form].replace("{}", secret));
            client.call_with(tool, json!({ "sealed": 1 })).await
        }
        place => {
            let secret = secret.to_owned();
            client.call(tool, move || fails(place, &secret)).await
        }
    };
    (serde_json::to_string(&result.unwrap()).unwrap(), client.shelf.one())
}

/// Plants many secrets, each in one place, under this policy. `may_pass` says where the agent may see them.
fn plant(prose: Prose, may_pass: impl Fn(Place) -> bool) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let clients = runtime.block_on(async {
        let dispatch = || Dispatch::new(&REGISTRY).prose(prose);
        [
            Client::connect_to(Way::Harden, dispatch()).await,
            Client::connect_to(Way::Guard, dispatch()).await,
        ]
    });
    let tool = prop::sample::select(vec!["read", "write"]);
    let mut runner = TestRunner::new(ProptestConfig::with_cases(400));
    runner
        .run(&(place(), secret(), tool), |(place, secret, tool)| {
            for client in &clients {
                let (wire, record) = runtime.block_on(answer(client, tool, place, &secret));
                prop_assert!(
                    may_pass(place) || !wire.contains(&secret),
                    "{place:?} on the wire: {wire}"
                );
                prop_assert!(
                    format!("{record:?}").contains(&secret),
                    "{place:?} not in the record: {record:#?}"
                );
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn a_secret_anywhere_in_a_failure_reaches_the_record_and_never_the_wire() {
    plant(Prose::Withhold, |_| false);
}

#[test]
fn words_that_are_attached_pass_and_nothing_else_does() {
    // What is attached is text and data; `_meta` and what else is in a result is not.
    plant(Prose::Attach, |place| is_words(place) && place != Place::Meta);
}

#[test]
fn results_that_are_kept_pass_and_nothing_else_does() {
    // Of an `ErrorData` the message becomes the result; its data has no place there.
    plant(Prose::Keep, |place| is_words(place) && place != Place::Data);
}

#[test]
fn an_error_that_no_dispatch_point_sees_leaves_its_secret_behind_too() {
    let leaky = || Leaky::Fields {
        shown: "sk_live_hunter2".to_owned(),
        kept: "sk_live_hunter2".to_owned(),
        cause: Some("sk_live_hunter2".into()),
    };
    for error in [
        ErrorData::from(leaky()),
        Failure::from(leaky()).into(),
        errtax::mcp::error_data(&leaky()),
    ] {
        let wire = serde_json::to_string(&error).unwrap();
        assert!(wire.contains("INTERNAL_ERROR") && !wire.contains("hunter2"), "{wire}");
    }
    let result = errtax::mcp::result(&leaky());
    assert!(!serde_json::to_string(&result).unwrap().contains("hunter2"));
}
