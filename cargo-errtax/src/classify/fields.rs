//! The members of an input, each read as what it has to be.

use std::io::{self, ErrorKind};
use std::time::Duration;

use errtax::causes::Phase;
use errtax_build::suggest;

use super::case::Input;
use super::fault::{Fault, missing, near_or_listed, ticked};
use super::kinds::{Facts, Kind};
use super::object::{Object, Value};
use super::words::{self, GRPC, IO_KINDS, PHASES};

/// The members of an input.
pub(super) struct Fields<'l> {
    facts: &'static Facts,
    object: Object<'l>,
}

impl<'l> Fields<'l> {
    /// Those of an object, which is the input of this kind.
    pub(super) fn new(facts: &'static Facts, object: Object<'l>) -> Self {
        Self { facts, object }
    }

    /// The input that they make.
    pub(super) fn input(&mut self) -> Result<Input, Fault> {
        Ok(match self.facts.kind {
            Kind::Message => Input::Messages(self.messages()?),
            Kind::SqlState => Input::SqlState {
                code: self.code()?,
                text: self.message()?,
            },
            Kind::MySql => Input::MySql {
                number: self.required("code", Self::integer)?,
                state: self.text("sqlstate")?.unwrap_or_default(),
                text: self.message()?,
            },
            Kind::SqlServer => Input::SqlServer {
                number: self.required("code", Self::integer)?,
                text: self.message()?,
            },
            Kind::Oracle => self.oracle()?,
            Kind::Sqlite => Input::Sqlite {
                code: self.required("code", Self::integer)?,
                text: self.message()?,
            },
            Kind::Mongo => Input::Mongo {
                code: self.integer("code")?,
                labels: self.texts("labels")?.unwrap_or_default(),
                text: self.message()?,
            },
            Kind::Redis => Input::Redis {
                text: self.required("text", Self::text)?,
            },
            Kind::Kafka => Input::Kafka {
                name: self.required("class", Self::text)?,
                text: self.message()?,
            },
            Kind::Http => Input::Http {
                status: self.required("status", Self::status)?,
                headers: self.headers()?,
                body: self.body()?,
            },
            Kind::Grpc => Input::Grpc {
                code: self.required("code", Self::grpc)?,
                text: self.message()?,
                retry_after: self.milliseconds("retry_after_ms")?,
            },
            Kind::Io => self.io()?,
        })
    }

    /// Who answered, of kinds that can have it.
    pub(super) fn host(&mut self) -> Result<String, Fault> {
        if !self.facts.fields.contains(&"host") {
            return Ok(String::new());
        }
        Ok(self.text("host")?.unwrap_or_default())
    }

    /// Fails where something is left.
    pub(super) fn end(&self) -> Result<(), Fault> {
        let Some((name, at)) = self.object.left().next() else {
            return Ok(());
        };
        let Facts { name: kind, fields, .. } = self.facts;
        Err(Fault::new(
            at,
            format!("the input of `{kind}` has no {}", ticked(name)),
            near_or_listed(name, fields.iter().copied()),
        ))
    }

    fn required<T>(&mut self, name: &str, read: fn(&mut Self, &str) -> Result<Option<T>, Fault>) -> Result<T, Fault> {
        match read(self, name)? {
            Some(value) => Ok(value),
            None => {
                let Facts { name: kind, .. } = self.facts;
                let what = format!("`{name}` of the input of `{kind}`");
                Err(missing(&self.object, &what, name, &self.facts.help()))
            }
        }
    }

    fn wrong(&self, what: &str, value: Value<'_>, wanted: &str) -> Fault {
        let message = format!("{what} must be {wanted}, found {}", value.kind());
        Fault::new(value.at, message, self.facts.help())
    }

    fn text(&mut self, name: &str) -> Result<Option<String>, Fault> {
        let Some(value) = self.object.take(name) else {
            return Ok(None);
        };
        match value.text() {
            Some(text) => Ok(Some(text.into_owned())),
            None => Err(self.wrong(&ticked(name), value, "a text")),
        }
    }

    /// The message that goes with a code; few codes need it.
    fn message(&mut self) -> Result<String, Fault> {
        Ok(self.text("text")?.unwrap_or_default())
    }

    fn texts(&mut self, name: &str) -> Result<Option<Vec<String>>, Fault> {
        let Some(value) = self.object.take(name) else {
            return Ok(None);
        };
        let Some(items) = value.items() else {
            return Err(self.wrong(&ticked(name), value, "a list of texts"));
        };
        let text = |item: Value<'_>| match item.text() {
            Some(text) => Ok(text.into_owned()),
            None => Err(self.wrong(&format!("each of {}", ticked(name)), item, "a text")),
        };
        items.into_iter().map(text).collect::<Result<_, _>>().map(Some)
    }

    fn integer(&mut self, name: &str) -> Result<Option<i64>, Fault> {
        let Some(value) = self.object.take(name) else {
            return Ok(None);
        };
        match value.integer() {
            Some(number) => Ok(Some(number)),
            None => Err(self.wrong(&ticked(name), value, "a whole number")),
        }
    }

    fn messages(&mut self) -> Result<Vec<String>, Fault> {
        let chain = self.texts("chain")?;
        let text = self.text("text")?;
        let code = self.text("code")?;
        let mut messages = match (text, chain) {
            (Some(text), None) => vec![text],
            (None, Some(chain)) => chain,
            (Some(_), Some(_)) => {
                let help = "put the text first in `chain`, and leave `text` out";
                return Err(Fault::new(
                    self.object.at(),
                    "the input of `message` has both `text` and `chain`",
                    help,
                ));
            }
            (None, None) => {
                let what = "`text` or `chain` of the input of `message`";
                return Err(missing(&self.object, what, "text", &self.facts.help()));
            }
        };
        // What Node calls it belongs to the innermost error.
        messages.extend(code);
        Ok(messages)
    }

    /// A SQLSTATE may have been written as the number that it looks like.
    fn code(&mut self) -> Result<String, Fault> {
        let Some(value) = self.object.take("code") else {
            return Err(missing(
                &self.object,
                "`code` of the input of `sqlstate`",
                "code",
                &self.facts.help(),
            ));
        };
        let code = value
            .text()
            .map_or_else(|| value.raw.to_owned(), |text| text.trim().to_owned());
        if code.len() == 5 && code.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Ok(code);
        }
        let message = "`code` must be a SQLSTATE, five digits or capital letters";
        Err(Fault::new(value.at, message, self.facts.help()))
    }

    /// `ORA-00060`, or its number. What another layer numbers (`DPY-4011`, `TNS-12541`) is for the words to say.
    fn oracle(&mut self) -> Result<Input, Fault> {
        let Some(value) = self.object.take("code") else {
            return Err(missing(
                &self.object,
                "`code` of the input of `oracle`",
                "code",
                &self.facts.help(),
            ));
        };
        let text = self.message()?;
        let code = value
            .text()
            .map_or_else(|| value.raw.to_owned(), |text| text.trim().to_owned());
        let (prefix, number) = code.split_once('-').unwrap_or(("ORA", code.as_str()));
        match (prefix.eq_ignore_ascii_case("ora"), number.parse()) {
            (true, Ok(number)) => Ok(Input::Oracle { number, text }),
            (false, Ok(0_i64..)) if prefix.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
                Ok(Input::Messages(vec![format!("{code}: {text}")]))
            }
            _ => Err(Fault::new(
                value.at,
                "`code` must be a number of Oracle, such as ORA-00060",
                self.facts.help(),
            )),
        }
    }

    fn status(&mut self, name: &str) -> Result<Option<u16>, Fault> {
        let Some(value) = self.object.take(name) else {
            return Ok(None);
        };
        match value.integer().map(u16::try_from) {
            Some(Ok(status @ 100..=999)) => Ok(Some(status)),
            _ => Err(Fault::new(
                value.at,
                "`status` must be an HTTP status",
                self.facts.help(),
            )),
        }
    }

    fn headers(&mut self) -> Result<Vec<(String, String)>, Fault> {
        let Some(value) = self.object.take("headers") else {
            return Ok(Vec::new());
        };
        let mut headers = Vec::new();
        for (name, value) in value.object("`headers`", &self.facts.help())?.into_members() {
            let values = value.items().unwrap_or_else(|| vec![value]);
            for value in values {
                let text = match (value.text(), value.kind()) {
                    (Some(text), _) => text.into_owned(),
                    (None, "a number") => value.raw.to_owned(),
                    (None, "null") => continue,
                    (None, _) => return Err(self.wrong(&ticked(&format!("headers.{name}")), value, "a text")),
                };
                headers.push((name.clone(), text));
            }
        }
        Ok(headers)
    }

    /// A body that is JSON may stand there as it is.
    fn body(&mut self) -> Result<String, Fault> {
        let body = self.object.take("body");
        Ok(body.map_or_else(String::new, |value| {
            value
                .text()
                .map_or_else(|| value.raw.to_owned(), |text| text.into_owned())
        }))
    }

    fn grpc(&mut self, name: &str) -> Result<Option<i32>, Fault> {
        let Some(value) = self.object.take(name) else {
            return Ok(None);
        };
        let number = value.integer().and_then(|number| i32::try_from(number).ok());
        if let Some(code) = number.filter(|code| (0..=16).contains(code)) {
            return Ok(Some(code));
        }
        let word = value.text().unwrap_or_default();
        let found = GRPC.iter().position(|known| *known == word);
        if let Some(code) = found.and_then(|code| i32::try_from(code).ok()) {
            return Ok(Some(code));
        }
        let help = match suggest::nearest(&word, GRPC.iter().copied()) {
            Some(near) if !word.is_empty() => format!("did you mean `{near}`?"),
            _ => self.facts.help(),
        };
        let message = "`code` must be a code of gRPC, 0 to 16 or its name";
        Err(Fault::new(value.at, message, help))
    }

    fn milliseconds(&mut self, name: &str) -> Result<Option<Duration>, Fault> {
        let Some(value) = self.object.take(name) else {
            return Ok(None);
        };
        let wait = value.number().map(|ms| Duration::try_from_secs_f64(ms / 1_000.0));
        match wait {
            Some(Ok(wait)) => Ok(Some(wait)),
            _ => Err(self.wrong(&ticked(name), value, "a number of milliseconds, 0 or more")),
        }
    }

    fn io(&mut self) -> Result<Input, Fault> {
        let os = self
            .object
            .take("os")
            .map(|value| match value.integer().map(i32::try_from) {
                Some(Ok(number)) => Ok(number),
                _ => Err(self.wrong("`os`", value, "a number of the operating system")),
            });
        let os = os.transpose()?;
        let phase = self.object.take("phase").map_or(Ok(Phase::Unknown), phase)?;
        let kind = match (self.object.take("kind"), os) {
            (Some(value), _) => io_kind(value)?,
            // What std makes of the number.
            (None, Some(os)) => io::Error::from_raw_os_error(os).kind(),
            (None, None) => {
                let what = "`kind` of the input of `io`";
                return Err(missing(&self.object, what, "kind", &self.facts.help()));
            }
        };
        Ok(Input::Io {
            kind,
            os,
            phase,
            text: self.message()?,
        })
    }
}

fn phase(value: Value<'_>) -> Result<Phase, Fault> {
    let word = value.text().unwrap_or_default();
    let found = PHASES.iter().find(|(name, _)| *name == word);
    found.map(|(_, phase)| *phase).ok_or_else(|| {
        let names = PHASES.iter().map(|(name, _)| *name);
        Fault::new(
            value.at,
            "`phase` says how far the call had come",
            near_or_listed(&word, names),
        )
    })
}

fn io_kind(value: Value<'_>) -> Result<ErrorKind, Fault> {
    let word = value.text().unwrap_or_default();
    words::io_kind(&word).ok_or_else(|| {
        let names: Vec<String> = IO_KINDS.iter().map(|kind| format!("{kind:?}")).collect();
        let help = match suggest::nearest(&word, names.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "write the name of a `std::io::ErrorKind`, such as `ConnectionReset`".to_owned(),
        };
        Fault::new(value.at, "`kind` must be the name of a `std::io::ErrorKind`", help)
    })
}
