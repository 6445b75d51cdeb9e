//! What the phrases and codes of the parts of a message prove together.

use errtax_core::{Class, Executed};

use super::codes::{self, Coded};
use super::parts::parts;
use super::phrases::{Code, Meaning, Weight};
use super::plain::{capped, plain};
use super::scan::scan;
use crate::causes::because::Because;
use crate::causes::evidence::Phase;
use crate::causes::proof::{Again, Fact, Proof};

/// Hears the messages of a chain, outermost first.
pub(super) struct Judge {
    /// What the last part that said something proves.
    known: Option<(Source, Proof)>,
    phase: Phase,
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
            phase,
            quotes_detail: false,
            buffer: Vec::new(),
        }
    }

    pub(super) fn hear(&mut self, message: &str) {
        let message = capped(message).trim();
        if message.starts_with('{') || (message.starts_with('<') && message.contains("</")) {
            match codes::structured(message) {
                Some(proof) => self.known = Some((Source::Code, proof)),
                None => codes::words_in(message)
                    .iter()
                    .for_each(|words| self.part(words, words)),
            }
            return;
        }
        for part in parts(message) {
            self.part(part, message);
        }
        if self.quotes_detail {
            if let Some(quoted) = codes::quoted_detail(message) {
                self.part(&quoted, &quoted);
            }
        }
    }

    pub(super) fn verdict(self) -> Option<Proof> {
        self.known.map(|(_, proof)| proof)
    }

    /// One part. Inside a line there may be causes as well: `… (Caused by NewConnectionError(…))`.
    fn part(&mut self, part: &str, message: &str) {
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        plain(part, &mut buffer);
        let mut said = Said::new(self.phase, codes::leading(part));
        scan(&buffer, |hit| match hit.meaning {
            Meaning::Inner => {
                let phase = said.phase;
                let outer = std::mem::replace(&mut said, Said::new(phase, None));
                self.take(outer);
            }
            Meaning::Connecting => said.phase = Phase::Connect,
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
        self.phase = said.phase;
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

/// What was under way while nothing had been sent yet was not carried out.
fn within(mut fact: Fact, phase: Phase) -> Fact {
    let was_under_way = matches!(fact.again, Again::Yes | Again::Once) && fact.executed == Executed::Unknown;
    if phase == Phase::Connect && was_under_way {
        fact.executed = Executed::No;
    }
    fact
}
