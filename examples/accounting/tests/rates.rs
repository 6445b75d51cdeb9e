//! Exchange rates: the failures of a service that is asked over HTTP.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod support;

use std::net::TcpListener;

use accounting::rate_service::{Fault, RateService};
use serde_json::{Value, json};
use support::{Server, detail};

fn euro() -> Value {
    json!({"currency": "EUR", "date": "2026-01-12"})
}

#[test]
fn each_way_in_which_the_service_fails_has_its_code() {
    let cases = [
        (Fault::RateLimit, "PROVIDER_RATE_LIMITED", true),
        (Fault::Stall, "RATE_SERVICE_TIMEOUT", true),
        (Fault::Error, "PROVIDER_UPSTREAM_ERROR", true),
        (Fault::Nonsense, "PROVIDER_UPSTREAM_ERROR", true),
        (Fault::Unauthorized, "PROVIDER_AUTH_EXPIRED", false),
        (Fault::PlanExpired, "PROVIDER_LICENSE_MISSING", false),
    ];
    let service = RateService::start(None).unwrap();
    let mut server = Server::start_with(&["--rates", &service.url()], None);
    for (fault, code, retryable) in cases {
        service.fail_next(fault);
        let failure = server.fails("fetch_exchange_rate", euro());
        assert_eq!(
            (failure.code.as_str(), failure.retryable),
            (code, retryable),
            "{fault:?}"
        );
        let wait = (fault == Fault::RateLimit).then_some(1000);
        assert_eq!(failure.retry_after_ms, wait, "{fault:?}");
        let rate = server.done("fetch_exchange_rate", euro());
        assert_eq!(rate["currency"], "EUR");
    }
}

#[test]
fn a_read_that_got_no_answer_may_be_repeated() {
    let mut server = Server::start_with(&["--rates-fault", "stall"], None);
    let failure = server.fails("fetch_exchange_rate", euro());
    assert_eq!(failure.code, "RATE_SERVICE_TIMEOUT");
    assert_eq!(
        (failure.retryable, failure.executed.to_string()),
        (true, "unknown".into())
    );
    assert_eq!(detail(&failure, "waited_ms"), 500);
}

#[test]
fn a_service_that_is_not_there_has_seen_nothing() {
    // A port that was free a moment ago.
    let address = TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .unwrap();
    let mut server = Server::start_with(&["--rates", &format!("http://{address}")], None);
    let failure = server.fails("fetch_exchange_rate", euro());
    assert_eq!(failure.code, "PROVIDER_UNREACHABLE");
    assert_eq!((failure.retryable, failure.executed.to_string()), (true, "no".into()));
}

#[test]
fn what_has_no_rate_is_told_apart() {
    let mut server = Server::start();
    let failure = server.fails("fetch_exchange_rate", json!({"currency": "XAU", "date": "2026-01-12"}));
    assert_eq!(
        (failure.code.as_str(), detail(&failure, "currency")),
        ("CURRENCY_NOT_SUPPORTED", json!("XAU"))
    );
    let saturday = json!({"currency": "EUR", "date": "2026-01-10"});
    let failure = server.fails("fetch_exchange_rate", saturday);
    assert_eq!(
        (failure.code.as_str(), detail(&failure, "date")),
        ("EXCHANGE_RATE_NOT_FOUND", json!("2026-01-10"))
    );
}

#[test]
fn the_words_of_the_provider_stay_the_words_of_the_provider() {
    let mut server = Server::start_with(&["--rates-fault", "error"], None);
    let failure = server.fails("fetch_exchange_rate", euro());
    let upstream: Value = serde_json::from_str(failure.upstream.as_ref().unwrap().as_str()).unwrap();
    assert_eq!(upstream["status"], 500);
    assert!(
        upstream.to_string().contains("quotation engine restarting"),
        "{upstream}"
    );
    assert!(!failure.message.contains("quotation"), "{}", failure.message);
}
