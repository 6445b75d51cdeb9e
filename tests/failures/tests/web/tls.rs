//! Sessions of TLS that never begin.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use errtax_failures::{holds, said};
use rcgen::{CertificateParams, CertifiedKey, KeyPair};
use rustls::crypto::ring::default_provider;
use rustls::pki_types::{PrivateKeyDer, ServerName};
use rustls::server::WebPkiClientVerifier;
use rustls::version::{TLS12, TLS13};
use rustls::{ClientConfig, RootCertStore, ServerConfig, SupportedProtocolVersion};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::{TlsAcceptor, TlsConnector};

fn certificate(name: &str, expired: bool) -> CertifiedKey<KeyPair> {
    let signing_key = KeyPair::generate().expect("a key");
    let mut params = CertificateParams::new(vec![name.to_owned()]).expect("a name");
    if expired {
        params.not_before = rcgen::date_time_ymd(2001, 1, 1);
        params.not_after = rcgen::date_time_ymd(2002, 1, 1);
    }
    let cert = params.self_signed(&signing_key).expect("a certificate");
    CertifiedKey { cert, signing_key }
}

fn roots(trusted: Option<&CertifiedKey<KeyPair>>) -> RootCertStore {
    let mut roots = RootCertStore::empty();
    // Without any, nothing could be verified at all.
    let other = certificate("another.example", false);
    roots.add(trusted.unwrap_or(&other).cert.der().clone()).expect("a root");
    roots
}

fn trusting(trusted: Option<&CertifiedKey<KeyPair>>, version: &'static SupportedProtocolVersion) -> ClientConfig {
    let config = ClientConfig::builder_with_provider(default_provider().into()).with_protocol_versions(&[version]);
    config
        .expect("a version")
        .with_root_certificates(roots(trusted))
        .with_no_client_auth()
}

fn client(config: ClientConfig) -> reqwest::Client {
    let client = reqwest::Client::builder()
        .tls_backend_preconfigured(config)
        .timeout(Duration::from_secs(5));
    client.build().expect("a client")
}

/// A server that answers "204" to whoever gets that far.
async fn server(
    own: &CertifiedKey<KeyPair>,
    versions: &[&'static SupportedProtocolVersion],
    wants: Option<RootCertStore>,
) -> SocketAddr {
    let provider = Arc::new(default_provider());
    let config = ServerConfig::builder_with_provider(provider.clone())
        .with_protocol_versions(versions)
        .expect("versions");
    let config = match wants {
        Some(roots) => {
            let verifier = WebPkiClientVerifier::builder_with_provider(roots.into(), provider).build();
            config.with_client_cert_verifier(verifier.expect("a verifier"))
        }
        None => config.with_no_client_auth(),
    };
    let key = PrivateKeyDer::Pkcs8(own.signing_key.serialize_der().into());
    let config = config
        .with_single_cert(vec![own.cert.der().clone()], key)
        .expect("a certificate");
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                if let Ok(mut stream) = acceptor.accept(stream).await {
                    let _ = stream.read(&mut [0; 4096]).await;
                    let _ = stream.write_all(b"HTTP/1.1 204 x\r\n\r\n").await;
                }
            });
        }
    });
    address
}

/// A server that does this to each connection.
async fn plain<F: Future<Output = ()> + Send>(act: impl Fn(TcpStream) -> F + Send + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            act(stream).await;
        }
    });
    address
}

async fn post(config: ClientConfig, address: SocketAddr) -> Result<reqwest::Response, reqwest::Error> {
    client(config)
        .post(format!("https://localhost:{}/", address.port()))
        .body("pay 7")
        .send()
        .await
}

const BOTH: &[&SupportedProtocolVersion] = &[&TLS12, &TLS13];
const REFUSED: &str = "auth no ---: TLS certificate does not hold";

/// reqwest says `is_connect` of each of these; a client that retries on it waits for someone to mend the certificate.
#[tokio::test]
async fn a_certificate_that_does_not_hold_is_not_tried_again() {
    for version in [&TLS12, &TLS13] {
        let own = certificate("localhost", false);
        let right = server(&own, BOTH, None).await;
        assert!(post(trusting(Some(&own), version), right).await.is_ok());
        let error = post(trusting(None, version), right)
            .await
            .expect_err("an unknown issuer");
        assert!(error.is_connect());
        holds("self-signed", &error, REFUSED);

        let other = certificate("another.example", false);
        let error = post(trusting(Some(&other), version), server(&other, BOTH, None).await)
            .await
            .expect_err("another name");
        holds("wrong name", &error, REFUSED);

        let old = certificate("localhost", true);
        let error = post(trusting(Some(&old), version), server(&old, BOTH, None).await)
            .await
            .expect_err("an old one");
        holds("expired", &error, REFUSED);
    }
}

#[tokio::test]
async fn a_certificate_that_the_server_misses_is_not_sent_again() {
    let own = certificate("localhost", false);
    let address = server(&own, BOTH, Some(roots(None))).await;
    let error = post(trusting(Some(&own), &TLS12), address)
        .await
        .expect_err("no certificate of the client's");
    assert!(
        said(&error).starts_with("auth no ---: TLS alert"),
        "{error:?}: {}",
        said(&error)
    );
    // In TLS 1.3 the client is done before the server has looked, so the request may be on its way.
    let error = post(trusting(Some(&own), &TLS13), address)
        .await
        .expect_err("no certificate of the client's");
    assert!(!said(&error).contains('w'), "{error:?}: {}", said(&error));
}

#[tokio::test]
async fn two_that_have_nothing_in_common_are_not_connected_again() {
    let own = certificate("localhost", false);
    let error = post(trusting(Some(&own), &TLS13), server(&own, &[&TLS12], None).await)
        .await
        .expect_err("other versions");
    holds("versions", &error, "bad_input no ---: TLS alert: nothing in common");

    let http = plain(async |mut stream| {
        let _ = stream.read(&mut [0; 4096]).await;
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
    });
    let error = post(trusting(None, &TLS13), http.await).await.expect_err("no TLS");
    holds(
        "TLS to plain HTTP",
        &error,
        "bad_input no ---: TLS other side does not speak it",
    );

    // The server of TLS answers plain HTTP with an alert, which is no answer of HTTP.
    let address = server(&own, BOTH, None).await;
    let client = reqwest::Client::builder()
        .tls_backend_preconfigured(trusting(None, &TLS13))
        .build()
        .expect("a client");
    let error = client
        .post(format!("http://{address}/"))
        .send()
        .await
        .expect_err("no HTTP");
    holds(
        "plain HTTP to TLS",
        &error,
        "internal unknown --k: hyper message does not parse",
    );
}

#[tokio::test]
async fn a_session_that_is_cut_before_it_began_carried_nothing() {
    let closing = plain(async |mut stream| {
        let _ = stream.read(&mut [0; 4096]).await;
    });
    let error = post(trusting(None, &TLS13), closing.await)
        .await
        .expect_err("a closed connection");
    holds("closed", &error, "transient no rwk: io UnexpectedEof while connecting");

    let resetting = plain(async |stream| {
        let _ = stream.peek(&mut [0; 4096]).await;
        let _ = stream.set_zero_linger();
    });
    let error = post(trusting(None, &TLS13), resetting.await)
        .await
        .expect_err("a reset");
    holds("reset", &error, "transient no rwk: io ConnectionReset while connecting");

    let silent = plain(async |mut stream| {
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all).await;
    })
    .await;
    let client = reqwest::Client::builder().tls_backend_preconfigured(trusting(None, &TLS13));
    let client = client
        .connect_timeout(Duration::from_millis(200))
        .build()
        .expect("a client");
    let error = client
        .post(format!("https://{silent}/"))
        .send()
        .await
        .expect_err("a silent server");
    assert!(
        said(&error).starts_with("transient no rwk: "),
        "{error:?}: {}",
        said(&error)
    );
}

/// Without a client around it, nothing tells the handshake from what comes after.
#[tokio::test]
async fn an_error_of_tls_alone_says_no_more_than_it_knows() {
    let own = certificate("another.example", false);
    let address = server(&own, BOTH, None).await;
    let connector = TlsConnector::from(Arc::new(trusting(Some(&own), &TLS13)));
    let stream = TcpStream::connect(address).await.expect("a connection");
    let name = ServerName::try_from("localhost").expect("a name");
    let error = connector.connect(name, stream).await.expect_err("another name");
    holds("io::Error", &error, REFUSED);
}
