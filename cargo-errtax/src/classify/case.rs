//! One failure, as a line or the arguments have it.

use std::io::ErrorKind;
use std::time::Duration;

use errtax::causes::Phase;
use errtax_core::Effect;

use super::fault::{Fault, listed, missing, near_or_listed, ticked};
use super::fields::Fields;
use super::kinds::{Facts, KINDS};
use super::object::{Object, Value};
use super::words::{self, CONTEXTS};

/// A failure, and the call that it ended.
#[derive(Debug)]
pub(super) struct Case {
    /// What is known of it.
    pub(super) input: Input,
    /// Who answered; empty where it is not known.
    pub(super) host: String,
    /// What the call does, where that is said.
    pub(super) effect: Option<Effect>,
}

/// What is known of a failure.
#[derive(Debug)]
pub(super) enum Input {
    /// The messages of a chain, outermost first.
    Messages(Vec<String>),
    SqlState {
        code: String,
        text: String,
    },
    MySql {
        number: i64,
        state: String,
        text: String,
    },
    SqlServer {
        number: i64,
        text: String,
    },
    Oracle {
        number: i64,
        text: String,
    },
    Sqlite {
        code: i64,
        text: String,
    },
    Mongo {
        code: Option<i64>,
        labels: Vec<String>,
        text: String,
    },
    Redis {
        text: String,
    },
    Kafka {
        name: String,
        text: String,
    },
    Http {
        status: u16,
        headers: Vec<(String, String)>,
        body: String,
    },
    Grpc {
        code: i32,
        text: String,
        retry_after: Option<Duration>,
    },
    Io {
        kind: ErrorKind,
        os: Option<i32>,
        phase: Phase,
        text: String,
    },
}

impl Case {
    /// The one that a line of JSON is, and what the line calls it, whether or not the rest can be read.
    pub(super) fn of_line(line: &str) -> (Option<&str>, Result<Self, Fault>) {
        if line.trim().is_empty() {
            let fault = Fault::new(
                0,
                "the line is empty",
                "leave it out: each line gets an answer in its place",
            );
            return (None, Err(fault));
        }
        match Object::of_line(line) {
            Ok(mut object) => (object.take("id").map(|id| id.raw), Self::of_object(object)),
            Err(fault) => (None, Err(fault)),
        }
    }

    /// The one that the object of a line is.
    pub(super) fn of_object(mut object: Object<'_>) -> Result<Self, Fault> {
        let facts = kind(&mut object)?;
        let Some(input) = object.take("input") else {
            return Err(missing(&object, "`input`", "input", &facts.help()));
        };
        let effect = object.take("context").map(context).transpose()?;
        let input = input.object("`input`", &facts.help())?;
        let mut fields = Fields::new(facts, input);
        let host = fields.host()?;
        let input = fields.input()?;
        fields.end()?;
        Ok(Self { input, host, effect })
    }

    /// Messages alone, outermost first.
    pub(super) fn of_messages(messages: Vec<String>) -> Self {
        Self {
            input: Input::Messages(messages),
            host: String::new(),
            effect: None,
        }
    }
}

fn kind(object: &mut Object<'_>) -> Result<&'static Facts, Fault> {
    let names = KINDS.iter().map(|facts| facts.name);
    let Some(value) = object.take("kind") else {
        let help = format!("write `\"kind\": \"message\"`, or one of {}", listed(names));
        return Err(missing(object, "`kind`", "kind", &help));
    };
    let Some(name) = value.text() else {
        let message = format!("`kind` must be a text, found {}", value.kind());
        return Err(Fault::new(value.at, message, format!("write one of {}", listed(names))));
    };
    match KINDS.iter().find(|facts| facts.name == name) {
        Some(facts) => Ok(facts),
        None => Err(Fault::new(
            value.at,
            format!("there is no kind {}", ticked(&name)),
            near_or_listed(&name, names),
        )),
    }
}

fn context(value: Value<'_>) -> Result<Effect, Fault> {
    let contexts = || CONTEXTS.iter().copied();
    let Some(word) = value.text() else {
        let message = format!("`context` must be a text, found {}", value.kind());
        return Err(Fault::new(
            value.at,
            message,
            format!("write one of {}", listed(contexts())),
        ));
    };
    words::effect(&word).ok_or_else(|| {
        let message = format!("there is no context {}", ticked(&word));
        Fault::new(value.at, message, near_or_listed(&word, contexts()))
    })
}
