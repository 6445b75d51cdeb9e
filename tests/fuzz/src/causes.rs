//! What a failure proves, whatever it says of itself.

use std::error::Error;
use std::fmt;
use std::time::{Duration, SystemTime};

use errtax::causes::{Evidence, Http, Verdict, classify, prove};
use errtax::{Class, Effect, Executed};

/// Every way to read the input gives a verdict, the same one twice, and none that repeats a write in doubt.
///
/// The input is read as a message, as a chain of messages (one a line, outermost first), as an answer (a line with the status,
/// lines with headers, an empty line, a body), and as a code with a message behind it.
pub fn check(text: &str) {
    let texts: Vec<&str> = text.lines().collect();
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let number = first.trim().parse().unwrap_or_default();
    let (head, body) = rest.split_once("\n\n").unwrap_or((rest, ""));
    let headers: Vec<(&str, &str)> = head.lines().filter_map(|line| line.split_once(':')).collect();
    let chain = texts.iter().rev().fold(None, |inner, text| {
        Some(Box::new(Said {
            text: (*text).to_owned(),
            inner,
        }))
    });
    let chain = chain.unwrap_or_default();
    let labels = [first, rest];

    held(&Evidence::Text(text));
    held(&Evidence::Texts(&texts));
    held(&Evidence::Error(&*chain));
    held(&Evidence::Http(Http {
        status: u16::try_from(number).unwrap_or_default(),
        headers: &headers,
        body,
        now: Some(SystemTime::UNIX_EPOCH + Duration::from_secs(1_796_000_000)),
    }));
    held(&Evidence::sql_state(first, rest));
    held(&Evidence::MySql { number, message: rest });
    held(&Evidence::SqlServer { number, message: rest });
    held(&Evidence::Oracle { number, message: rest });
    held(&Evidence::Sqlite { code: number, message: rest });
    held(&Evidence::Mongo { code: Some(number), labels: &labels, message: rest });
    held(&Evidence::Mongo { code: None, labels: &labels, message: rest });
    held(&Evidence::Redis { message: text });
    held(&Evidence::Kafka { name: first, message: rest });
    held(&Evidence::Grpc {
        code: i32::try_from(number).unwrap_or(i32::MAX),
        message: rest,
        retry_after: Some(Duration::MAX),
    });
}

fn held(evidence: &Evidence<'_>) {
    let proof = prove(evidence);
    assert_eq!(prove(evidence), proof, "it proves something else the second time");
    let because = proof.because.to_string();
    assert!(!because.is_empty() && !because.contains(|c: char| c.is_control()), "{because:?}");
    let [read, idempotent, keyed, write] =
        [Effect::Read, Effect::IdempotentWrite, Effect::KeyedWrite, Effect::Write].map(|effect| classify(evidence, effect));
    assert_ne!(read.class, Class::UnknownOutcome);
    assert!(!write.retryable || write.executed == Executed::No, "{write:?}");
    assert!(!write.retryable || (keyed.retryable && read.retryable), "{write:?} {keyed:?} {read:?}");
    assert_eq!(idempotent, keyed);
    let in_doubt = |verdict: &Verdict| verdict.class == Class::UnknownOutcome;
    assert_eq!(in_doubt(&write), in_doubt(&keyed));
}

#[derive(Debug, Default)]
struct Said {
    text: String,
    inner: Option<Box<Said>>,
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Error for Said {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.inner.as_deref().map(|inner| inner as &(dyn Error + 'static))
    }
}

/// A chain as long as the input must not end the process where it is taken down.
impl Drop for Said {
    fn drop(&mut self) {
        let mut next = self.inner.take();
        while let Some(mut said) = next {
            next = said.inner.take();
        }
    }
}
