//! The answers of a real HTTP service, over a loopback connection, become the failures that the registry declares.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::time::Duration;

use errtax::Failure;
use errtax::standard::{REGISTRY, details};
use errtax::upstream;
use errtax::wire::WireError;
use fixture_codes::codes;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

/// A service that reads one request and answers these bytes.
async fn service(answer: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut request = vec![0; 4096];
        let _ = stream.read(&mut request).await.unwrap();
        stream.write_all(answer.as_bytes()).await.unwrap();
        stream.shutdown().await.unwrap();
    });
    format!("http://{address}/")
}

fn http(status: &str, headers: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\ncontent-length: {}\r\n{headers}\r\n{body}",
        body.len()
    )
}

async fn failure(answer: String, registry: &'static errtax::Registry) -> Option<Failure> {
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let response = client.get(service(answer).await).send().await.unwrap();
    let rejected = details::UpstreamRejected { service: None };
    match upstream::check(response).await {
        Ok(response) => {
            assert_eq!(response.text().await.unwrap(), "fine");
            None
        }
        Err(answer) => Some(answer.into_failure_or(registry, rejected.into_failure())),
    }
}

#[tokio::test]
async fn a_response_of_success_is_left_alone() {
    assert!(failure(http("200 OK", "", "fine"), &REGISTRY).await.is_none());
}

#[tokio::test]
async fn a_rule_of_the_registry_decides_and_the_vendors_words_go_along() {
    let body = r#"{"error":"Unknown property 'vatId'","request":{"token":"hunter2"}}"#;
    let failure = failure(http("400 Bad Request", "", body), &codes::REGISTRY)
        .await
        .unwrap();
    let wire = failure.to_wire();
    let error = WireError::decode(&wire).unwrap();
    assert_eq!(error.code, "UPSTREAM_UNKNOWN_FIELD", "{wire}");
    assert_eq!(
        error.hint.as_deref(),
        Some("Fetch one record without `properties`, and use the names it has.")
    );
    let vendor = error.upstream.unwrap();
    assert_eq!(vendor.text("/host").as_deref(), Some("127.0.0.1"));
    assert_eq!(vendor.pointer("/status"), Some("400"));
    assert_eq!(vendor.text("/body"), Some(body.replace("hunter2", "[redacted]")));
}

#[tokio::test]
async fn an_ordinary_failure_gets_no_hint_of_a_rule() {
    let failure = failure(
        http("400 Bad Request", "", r#"{"error":"no such rate"}"#),
        &codes::REGISTRY,
    )
    .await
    .unwrap();
    assert_eq!(failure.code(), "UPSTREAM_REJECTED");
    assert!(!failure.to_wire().contains("properties"));
}

#[tokio::test]
async fn the_wait_of_the_headers_reaches_the_agent() {
    let failure = failure(http("429 Too Many Requests", "retry-after: 2\r\n", ""), &REGISTRY)
        .await
        .unwrap();
    assert_eq!(failure.code(), "RATE_LIMITED");
    assert_eq!(failure.retry_after(), Some(Duration::from_secs(2)));
    assert!(failure.to_wire().contains("\"retry_after_ms\":2000"));
}

#[tokio::test]
async fn a_body_that_breaks_off_is_passed_on_as_far_as_it_came() {
    let answer = "HTTP/1.1 500 Oops\r\ncontent-length: 100\r\n\r\nhalf of it".to_owned();
    let failure = failure(answer, &REGISTRY).await.unwrap();
    assert_eq!(failure.code(), "CONNECTION_LOST");
    assert!(failure.to_wire().contains("\"body\":\"half of it\""));
}

#[tokio::test]
async fn a_body_without_end_is_cut_and_marked() {
    let body = "x".repeat(1_000_000);
    let wire = failure(http("500 Oops", "", &body), &REGISTRY).await.unwrap().to_wire();
    assert!(
        wire.len() < 8_192 && wire.contains("\"truncated\":true"),
        "{}",
        wire.len()
    );
}
