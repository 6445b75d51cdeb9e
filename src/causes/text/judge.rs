//! What the phrases and codes of the parts of a message prove together.

use errtax_core::{Class, Executed};

use super::codes::{self, Coded};
use super::parts::parts;
use super::phrases::{Code, Meaning, Weight};
use super::plain::{capped, plain};
use super::scan::scan;
use crate::causes::because::Because;
use crate::causes::evidence::Phase;
use crate::causes::proof::{Again, Fact, Proof, Scope};

/// Hears the messages of a chain, outermost first.
pub(super) struct Judge {
    /// What the last part that said something proves.
    known: Option<(Source, Proof)>,
    /// The phase that a type has told of all that is heard.
    told: Phase,
    /// The phase of the next message: that which the one before it has named, and no further.
    phase: Phase,
    /// Whether some message says that something was done or tried before.
    doubt: bool,
    /// Whether a status of gRPC was found: its library quotes what went wrong below it.
    quotes_detail: bool,
    buffer: Vec<u8>,
}

/// What a part said it by; what counts more is further down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Words,
    Code,
}

/// The strongest phrase of a part.
#[derive(Clone, Copy)]
struct Phrase {
    weight: Weight,
    fact: Fact,
    text: &'static str,
}

impl Judge {
    pub(super) fn new(phase: Phase) -> Self {
        Self {
            known: None,
            told: phase,
            phase,
            doubt: false,
            quotes_detail: false,
            buffer: Vec::new(),
        }
    }

    pub(super) fn hear(&mut self, message: &str) {
        let message = capped(message).trim();
        if message.starts_with('{') || (message.starts_with('<') && message.contains("</")) {
            match codes::structured(message) {
                Some(proof) => self.known = Some((Source::Code, proof)),
                None => {
                    let words = codes::words_in(message).join("; ");
                    self.part(&words, &words);
                }
            }
            return;
        }
        for part in parts(message) {
            self.part(part, message);
        }
        self.siblings(message);
        if self.quotes_detail {
            if let Some(quoted) = codes::quoted_detail(message) {
                self.part(&quoted, &quoted);
            }
        }
    }

    /// Whether another line says that something was under way: several errors are often listed, and which of them came last is
    /// not told.
    fn siblings(&mut self, message: &str) {
        let may_be_repeated = self
            .known
            .is_some_and(|(_, proof)| proof.fact.executed == Executed::No && !proof.fact.is_final());
        if !may_be_repeated || self.doubt {
            return;
        }
        let mut buffer = std::mem::take(&mut self.buffer);
        for line in message.lines().skip(1) {
            buffer.clear();
            plain(line, &mut buffer);
            scan(&buffer, |hit| {
                self.doubt |= match hit.meaning {
                    Meaning::Proves(weight, fact) => weight == Weight::Passing && fact.executed == Executed::Unknown,
                    meaning => matches!(meaning, Meaning::Doubt),
                }
            });
        }
        self.buffer = buffer;
    }

    pub(super) fn verdict(self) -> Option<Proof> {
        let (_, mut proof) = self.known?;
        // What failed may have been the second step, or the second attempt.
        if self.doubt && proof.fact.executed == Executed::No && !proof.fact.is_final() {
            proof.fact = Fact {
                executed: Executed::Unknown,
                class: Class::Transient,
                ..proof.fact
            };
        }
        Some(proof)
    }

    /// One part. Inside a line there may be causes as well: `… (Caused by NewConnectionError(…))`.
    fn part(&mut self, part: &str, message: &str) {
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        plain(part, &mut buffer);
        let mut said = Said::new(self.phase, codes::leading(part));
        let mut named = self.told;
        scan(&buffer, |hit| match hit.meaning {
            Meaning::Inner => {
                let phase = said.phase;
                let outer = std::mem::replace(&mut said, Said::new(phase, None));
                self.take(outer);
            }
            Meaning::Connecting => {
                said.phase = Phase::Connect;
                named = Phase::Connect;
            }
            Meaning::Sent => said.phase = Phase::InFlight,
            Meaning::Doubt => self.doubt = true,
            Meaning::Reads(kind) => {
                self.quotes_detail |= kind == Code::Grpc;
                if let Some(coded) = codes::read(kind, &buffer, &hit, said.phase, message) {
                    said.code(coded);
                }
            }
            Meaning::Proves(weight, fact) => said.phrase(Phrase {
                weight,
                fact: within(fact, said.phase),
                text: hit.phrase,
            }),
        });
        self.phase = named;
        self.take(said);
        self.buffer = buffer;
    }

    /// Takes what a part said. The inner part decides, but a final code is not overruled by words.
    fn take(&mut self, said: Said) {
        let Some((source, proof)) = said.proof() else { return };
        let stays = self.known.is_some_and(|(known, before)| match source {
            Source::Code => false,
            Source::Words if known == Source::Code => before.fact.is_final(),
            // A time that ran out is often carried out by calling it off.
            Source::Words => proof.fact.class == Class::Cancelled && before.fact == Fact::LOST,
        });
        if !stays {
            self.known = Some((source, proof));
        }
    }
}

/// What one part says.
struct Said {
    phase: Phase,
    code: Option<Proof>,
    /// A number that words count more than.
    os: Option<Proof>,
    phrase: Option<Phrase>,
    /// Whether a limit is said to be one that passes, or one that does not.
    limit: Option<Phrase>,
}

impl Said {
    fn new(phase: Phase, leading: Option<Coded>) -> Self {
        let mut said = Self {
            phase,
            code: None,
            os: None,
            phrase: None,
            limit: None,
        };
        if let Some(coded) = leading {
            said.code(coded);
        }
        said
    }

    /// Of several codes the last counts, unless one before is final.
    fn code(&mut self, coded: Coded) {
        match coded {
            Coded::Os(proof) => self.os = Some(proof),
            Coded::Code(proof) => {
                if !self.code.is_some_and(|known| known.fact.is_final()) {
                    self.code = Some(proof);
                }
            }
        }
    }

    /// Of several phrases the weightiest counts; of those that pass, one that says that something was under way; else the last.
    fn phrase(&mut self, new: Phrase) {
        if new.fact.class == Class::RateLimit {
            self.limit = Some(new);
        }
        let stays = self.phrase.is_some_and(|known| {
            known.weight > new.weight
                || (known.weight == new.weight
                    && known.fact.again == Again::Yes
                    && known.fact.executed == Executed::Unknown
                    && new.fact.executed == Executed::No)
        });
        if !stays {
            self.phrase = Some(new);
        }
    }

    fn proof(self) -> Option<(Source, Proof)> {
        if let Some(code) = self.code {
            let proof = match (self.limit, self.phrase) {
                // One attempt was refused, and another one was under way.
                (_, Some(phrase))
                    if phrase.weight == Weight::Passing
                        && phrase.fact.executed == Executed::Unknown
                        && code.fact.executed == Executed::No
                        && !code.fact.is_final() =>
                {
                    phrase.fact.because(Because::phrase(phrase.text))
                }
                // A status says that a limit was reached, or that something is forbidden; only words tell which limit it was.
                (Some(limit), _) if code.because.is_status(&[403, 429]) => {
                    limit.fact.because(code.because).after(code.retry_after)
                }
                // A name that only a limit bears says more than these statuses.
                (Some(limit), _) if !limit.text.contains(' ') && code.because.is_status(&[400, 503]) => {
                    limit.fact.because(Because::phrase(limit.text)).after(code.retry_after)
                }
                // Many say 400 of everything; the name of an error tells more.
                (_, Some(phrase))
                    if phrase.weight == Weight::Certain
                        && !phrase.text.contains(' ')
                        && code.because.is_status(&[400]) =>
                {
                    phrase.fact.because(Because::phrase(phrase.text))
                }
                // libpq says of all that goes wrong before the first statement that there is no connection.
                (_, Some(phrase)) if phrase.weight == Weight::Certain && code.because.is_sql_class(b"08") => {
                    phrase.fact.because(Because::phrase(phrase.text))
                }
                _ => code,
            };
            return Some((Source::Code, proof));
        }
        if let Some(phrase) = self.phrase {
            return Some((Source::Words, phrase.fact.because(Because::phrase(phrase.text))));
        }
        Some((Source::Words, self.os?))
    }
}

/// The same in this phase: what was under way while nothing had been sent was not carried out, and what reads as if nothing
/// had been sent is in doubt where something had.
fn within(mut fact: Fact, phase: Phase) -> Fact {
    let may_pass = fact.class == Class::Transient && matches!(fact.again, Again::Yes | Again::Once);
    match phase {
        Phase::Connect if may_pass => fact.executed = Executed::No,
        Phase::InFlight if may_pass && matches!(fact.scope, Scope::Call | Scope::NewConnection) => {
            fact.executed = Executed::Unknown;
        }
        Phase::Connect | Phase::InFlight | Phase::Unknown => {}
    }
    fact
}
