//! Bodies that are read as JSON: `is_decode` of reqwest is true for one that the network cut, too.

use errtax_failures::{holds, said};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

async fn fails(answer: &'static str) -> reqwest::Error {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        let _ = stream.read(&mut [0; 4096]).await;
        let _ = stream.write_all(answer.as_bytes()).await;
    });
    let config = rustls::ClientConfig::builder_with_provider(rustls::crypto::ring::default_provider().into())
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(rustls::RootCertStore::empty())
        .with_no_client_auth();
    let client = reqwest::Client::builder()
        .tls_backend_preconfigured(config)
        .build()
        .expect("a client");
    let answer = client
        .post(format!("http://{address}/"))
        .body("pay 7")
        .send()
        .await
        .expect("an answer");
    answer
        .json::<serde_json::Value>()
        .await
        .expect_err("a body that does not decode")
}

#[tokio::test]
async fn a_body_that_is_no_json_was_answered_and_is_not_read_again() {
    let error = fails("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n<html>503").await;
    assert!(error.is_decode());
    holds("HTML", &error, "internal unknown --k: reqwest answer does not decode");
}

#[tokio::test]
async fn a_body_that_was_cut_is_in_doubt() {
    let error = fails("HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n{\"paid\":").await;
    assert!(error.is_decode());
    assert!(
        said(&error).starts_with("transient unknown r-k: "),
        "{error:?}: {}",
        said(&error)
    );
    let error = fails("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\n{\"paid\":").await;
    assert!(
        said(&error).starts_with("transient unknown r-k: "),
        "{error:?}: {}",
        said(&error)
    );
}
