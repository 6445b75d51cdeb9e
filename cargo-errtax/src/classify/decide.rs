//! What a failure means: by the registry's own rules, else by what its evidence proves.

use std::time::{Duration, SystemTime};

use errtax::causes::{Evidence, Http, Proof, Scope, prove};
use errtax::upstream::Answer;
use errtax_core::{Class, CodeSpec, Effect, Executed, Role, UpstreamSpec};

use super::case::{Case, Input};
use super::contract::Contract;

/// What a failure means for one call.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    pub(super) class: Class,
    pub(super) retryable: bool,
    pub(super) executed: Executed,
    pub(super) scope: Scope,
    pub(super) retry_after: Option<Duration>,
    /// The code that the agent gets, the twin where the call is in doubt.
    pub(super) code: &'static CodeSpec,
    /// What decided.
    pub(super) by: By,
}

/// What decided.
#[derive(Clone, Copy, Debug)]
pub(super) enum By {
    /// A rule of the registry: which, in the order in which they are tried; and what would have counted without it.
    Rule(usize, &'static UpstreamSpec, Proof),
    /// What the evidence proves, and the role that stands for it.
    Proof(Proof, Option<Role>),
}

impl Decision {
    /// Whether neither a rule of the registry nor one of errtax knew it.
    pub(super) fn is_unknown(&self) -> bool {
        matches!(self.by, By::Proof(proof, _) if !proof.is_known())
    }

    /// What decided, in a few words.
    pub(super) fn because(&self, contract: &Contract) -> String {
        match self.by {
            By::Rule(at, ..) => format!("upstream rule {}", contract.place(at)),
            By::Proof(proof, _) => proof.because.to_string(),
        }
    }
}

/// Decides. What the case does not say of its call, the arguments do.
pub(super) fn decide(case: &Case, contract: &Contract, effect: Effect, host: &str) -> Decision {
    let effect = case.effect.unwrap_or(effect);
    let host = if case.host.is_empty() { host } else { &case.host };
    let proof = proof(&case.input);
    if let Some((at, rule)) = rule(&case.input, host, contract) {
        // The registry's word counts, whatever was proved: it knows who answered.
        let code = rule.code.for_effect(effect);
        return Decision {
            class: code.class,
            retryable: code.retryable,
            executed: code.executed,
            scope: Scope::Call,
            retry_after: proof.retry_after.filter(|_| code.retryable),
            code,
            by: By::Rule(at, rule, proof),
        };
    }
    let verdict = proof.verdict(effect);
    let role = proof.role();
    let code = contract.registry.roles.get(role.unwrap_or(Role::Unknown));
    Decision {
        class: verdict.class,
        retryable: verdict.retryable,
        executed: verdict.executed,
        scope: verdict.scope,
        retry_after: verdict.retry_after,
        code: code.for_effect(effect),
        by: By::Proof(proof, role),
    }
}

/// The rule of the registry that fits. They are about what a service answered, so a code of a database is not asked.
fn rule(input: &Input, host: &str, contract: &Contract) -> Option<(usize, &'static UpstreamSpec)> {
    let answer = match input {
        Input::Messages(messages) => Answer::new(host).with_body(messages.join("\n")),
        Input::Http { status, body, .. } => Answer::new(host).with_status(*status).with_body(body.as_str()),
        _ => return None,
    };
    let rule = answer.rule(contract.registry)?;
    let at = contract
        .registry
        .upstream
        .iter()
        .position(|known| std::ptr::eq(known, rule))?;
    Some((at, rule))
}

/// What an input proves. Where a code may be missing and there are words, they are read.
fn proof(input: &Input) -> Proof {
    match input {
        Input::Messages(messages) => {
            let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
            prove(&Evidence::Texts(&messages))
        }
        Input::SqlState { code, text } => prove(&Evidence::SqlState { code, message: text }),
        Input::MySql { number, state, text } => {
            let by_number = prove(&Evidence::MySql {
                number: *number,
                message: text,
            });
            or(by_number, || {
                prove(&Evidence::SqlState {
                    code: state,
                    message: text,
                })
            })
        }
        Input::SqlServer { number, text } => prove(&Evidence::SqlServer {
            number: *number,
            message: text,
        }),
        Input::Oracle { number, text } => prove(&Evidence::Oracle {
            number: *number,
            message: text,
        }),
        Input::Sqlite { code, text } => prove(&Evidence::Sqlite {
            code: *code,
            message: text,
        }),
        Input::Mongo { code, labels, text } => {
            let names: Vec<&str> = labels.iter().map(String::as_str).collect();
            let known = prove(&Evidence::Mongo {
                code: *code,
                labels: &names,
                message: text,
            });
            if code.is_some() {
                known
            } else {
                or(known, || words(text))
            }
        }
        Input::Redis { text } => or(prove(&Evidence::Redis { message: text }), || words(text)),
        Input::Kafka { name, text } => {
            let known = prove(&Evidence::Kafka { name, message: text });
            or(known, || prove(&Evidence::Texts(&[name, text])))
        }
        Input::Http { status, headers, body } => {
            let headers: Vec<(&str, &str)> = headers
                .iter()
                .map(|(name, value)| (name.as_str(), value.as_str()))
                .collect();
            prove(&Evidence::Http(Http {
                status: *status,
                headers: &headers,
                body,
                now: answered_at(&headers),
            }))
        }
        Input::Grpc {
            code,
            text,
            retry_after,
        } => prove(&Evidence::Grpc {
            code: *code,
            message: text,
            retry_after: *retry_after,
        }),
        Input::Io { kind, os, phase, text } => {
            let known = prove(&Evidence::Io {
                kind: *kind,
                os: *os,
                phase: *phase,
            });
            or(known, || words(text))
        }
    }
}

fn words(text: &str) -> Proof {
    prove(&Evidence::Text(text))
}

fn or(known: Proof, otherwise: impl FnOnce() -> Proof) -> Proof {
    if known.is_known() { known } else { otherwise() }
}

/// When the answer was made, as it says itself. Last week's waits are not measured by today's clock, and equal lines get
/// equal answers.
fn answered_at(headers: &[(&str, &str)]) -> Option<SystemTime> {
    let (_, date) = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("date"))?;
    httpdate::parse_http_date(date.trim()).ok()
}
