//! HTTP/2: what a server says of a stream, frame by frame.

use std::net::SocketAddr;

use errtax_failures::{holds, said};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// A server that answers the first request with these frames, and then closes or stays.
async fn server(frames: Vec<u8>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let frames = frames.clone();
            tokio::spawn(async move {
                let settings = frame(4, 0, 0, &[]);
                stream.write_all(&settings).await.expect("settings");
                let mut seen = Vec::new();
                // Until the headers of the first stream came.
                while !has_headers(&seen) {
                    let mut more = [0; 4096];
                    let length = stream.read(&mut more).await.expect("frames");
                    if length == 0 {
                        return;
                    }
                    seen.extend(&more[..length]);
                }
                stream.write_all(&frame(4, 1, 0, &[])).await.expect("settings");
                stream.write_all(&frames).await.expect("frames");
                let _ = stream.read_to_end(&mut seen).await;
            });
        }
    });
    address
}

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).expect("a short frame").to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

fn has_headers(seen: &[u8]) -> bool {
    const PREFACE: usize = 24;
    let mut rest = seen.get(PREFACE..).unwrap_or_default();
    while let [high, middle, low, kind, ..] = rest {
        if *kind == 1 {
            return true;
        }
        let length = u32::from_be_bytes([0, *high, *middle, *low]) as usize;
        rest = rest.get(9 + length..).unwrap_or_default();
    }
    false
}

fn reset(reason: u32) -> Vec<u8> {
    frame(3, 0, 1, &reason.to_be_bytes())
}

fn go_away(last: u32, reason: u32) -> Vec<u8> {
    frame(7, 0, 0, &[last.to_be_bytes(), reason.to_be_bytes()].concat())
}

async fn fails(frames: Vec<u8>) -> reqwest::Error {
    let config = rustls::ClientConfig::builder_with_provider(rustls::crypto::ring::default_provider().into())
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(rustls::RootCertStore::empty())
        .with_no_client_auth();
    let client = reqwest::Client::builder()
        .http2_prior_knowledge()
        .retry(reqwest::retry::never());
    let client = client.tls_backend_preconfigured(config).build().expect("a client");
    client
        .post(format!("http://{}/", server(frames).await))
        .body("pay 7")
        .send()
        .await
        .expect_err("a stream that fails")
}

#[tokio::test]
async fn a_stream_that_was_refused_carried_nothing() {
    holds(
        "REFUSED_STREAM",
        &fails(reset(7)).await,
        "transient no rwk: HTTP/2 REFUSED_STREAM",
    );
    holds(
        "GOAWAY 0",
        &fails(go_away(0, 0)).await,
        "transient no rwk: HTTP/2 GOAWAY before this stream",
    );
}

#[tokio::test]
async fn a_stream_that_was_cut_is_in_doubt() {
    let cases = [
        ("INTERNAL_ERROR", reset(2)),
        ("CANCEL", reset(8)),
        ("ENHANCE_YOUR_CALM", reset(11)),
        ("ENHANCE_YOUR_CALM", go_away(0, 11)),
    ];
    for (name, frames) in cases {
        holds(
            name,
            &fails(frames).await,
            &format!("transient unknown r-k: HTTP/2 {name}"),
        );
    }
    // The server has begun with it, says goodbye, and closes.
    let error = fails([go_away(1, 0), reset(2)].concat()).await;
    assert!(
        said(&error).starts_with("transient unknown r-k: "),
        "{error:?}: {}",
        said(&error)
    );
}

#[tokio::test]
async fn a_server_that_wants_another_protocol_is_not_asked_again() {
    holds(
        "HTTP_1_1_REQUIRED",
        &fails(reset(13)).await,
        "bad_input no ---: HTTP/2 HTTP_1_1_REQUIRED",
    );
    holds(
        "INADEQUATE_SECURITY",
        &fails(reset(12)).await,
        "auth no ---: HTTP/2 INADEQUATE_SECURITY",
    );
    let garbled = fails(frame(0, 0, 0, b"data of no stream")).await;
    assert!(
        said(&garbled).starts_with("internal unknown --"),
        "{garbled:?}: {}",
        said(&garbled)
    );
}
