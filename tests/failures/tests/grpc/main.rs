//! Failures of gRPC, through tonic.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::{Buf, BufMut, Bytes};
use errtax::causes::{Evidence, prove};
use errtax_failures::{holds, said};
use http_body_util::Empty;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::metadata::MetadataMap;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Status};

/// Messages as they are.
#[derive(Default)]
struct Plain;

impl Codec for Plain {
    type Encode = Bytes;
    type Decode = Bytes;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        Self
    }

    fn decoder(&mut self) -> Self {
        Self
    }
}

impl Encoder for Plain {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, item: Bytes, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put(item);
        Ok(())
    }
}

impl Decoder for Plain {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(buffer.copy_to_bytes(buffer.remaining())))
    }
}

/// What the server does with a call.
#[derive(Clone)]
enum Act {
    Answer(Code, &'static str, &'static [u8], Option<&'static str>),
    Http(u16),
    Stall,
    Drop,
}

async fn server(act: Act) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let act = act.clone();
            tokio::spawn(async move {
                let dropped = Arc::new(Notify::new());
                let drops = dropped.clone();
                let service = service_fn(move |_| answer(act.clone(), drops.clone()));
                let server = hyper::server::conn::http2::Builder::new(TokioExecutor::new());
                tokio::select! {
                    _ = server.serve_connection(TokioIo::new(stream), service) => {}
                    () = dropped.notified() => {}
                }
            });
        }
    });
    address
}

async fn answer(act: Act, dropped: Arc<Notify>) -> Result<http::Response<Empty<Bytes>>, Infallible> {
    Ok(match act {
        Act::Answer(code, message, details, pushback) => {
            let mut metadata = MetadataMap::new();
            if let Some(pushback) = pushback {
                metadata.insert("grpc-retry-pushback-ms", pushback.parse().expect("a value"));
            }
            Status::with_details_and_metadata(code, message, Bytes::from_static(details), metadata).into_http()
        }
        Act::Http(status) => http::Response::builder()
            .status(status)
            .body(Empty::new())
            .expect("a response"),
        Act::Stall => std::future::pending().await,
        Act::Drop => {
            dropped.notify_one();
            std::future::pending().await
        }
    })
}

async fn call(endpoint: Endpoint) -> Result<(), Box<dyn std::error::Error>> {
    let channel = endpoint.connect_lazy();
    call_over(channel).await?;
    Ok(())
}

async fn call_over(channel: Channel) -> Result<(), Status> {
    let mut client = tonic::client::Grpc::new(channel);
    client.ready().await.map_err(|error| Status::from_error(error.into()))?;
    let path = http::uri::PathAndQuery::from_static("/bank.Bank/Pay");
    client
        .unary::<Bytes, Bytes, _>(Request::new(Bytes::from_static(b"7")), path, Plain)
        .await?;
    Ok(())
}

fn endpoint(address: SocketAddr) -> Endpoint {
    Endpoint::from_shared(format!("http://{address}")).expect("an address")
}

async fn fails(act: Act) -> Box<dyn std::error::Error> {
    call(endpoint(server(act).await)).await.expect_err("a call that fails")
}

#[tokio::test]
async fn a_code_says_what_its_row_says() {
    for code in 1..=16 {
        let error = fails(Act::Answer(Code::from(code), "x", b"", None)).await;
        let alone = prove(&Evidence::Grpc {
            code,
            message: "x",
            retry_after: None,
        });
        assert_eq!(prove(&Evidence::Error(&*error)), alone, "{code}: {error:?}");
    }
    holds(
        "5",
        &*fails(Act::Answer(Code::NotFound, "", b"", None)).await,
        "not_found no ---: gRPC 5",
    );
}

/// `google.rpc.Status` with one detail, a `RetryInfo` of 3 s.
const WAIT: &[u8] = b"\x08\x08\x1a\x30\x0a\x28type.googleapis.com/google.rpc.RetryInfo\x12\x04\x0a\x02\x08\x03";

#[tokio::test]
async fn a_limit_with_a_wait_is_told_from_one_without() {
    let error = fails(Act::Answer(Code::ResourceExhausted, "slow down", WAIT, None)).await;
    holds("RetryInfo", &*error, "rate_limit no rwk: gRPC 8 with RetryInfo");
    assert_eq!(
        prove(&Evidence::Error(&*error)).retry_after,
        Some(Duration::from_secs(3))
    );
    let error = fails(Act::Answer(
        Code::ResourceExhausted,
        "message larger than max",
        b"",
        None,
    ))
    .await;
    assert!(said(&*error).contains(" ---: gRPC 8"), "{}", said(&*error));
}

#[tokio::test]
async fn a_server_that_says_do_not_repeat_is_obeyed() {
    let error = fails(Act::Answer(Code::Unavailable, "", b"", Some("-1"))).await;
    assert!(said(&*error).contains(" ---: gRPC 14"), "{}", said(&*error));
    let error = fails(Act::Answer(Code::Unavailable, "", b"", Some("250"))).await;
    assert_eq!(
        prove(&Evidence::Error(&*error)).retry_after,
        Some(Duration::from_millis(250))
    );
}

/// tonic says UNKNOWN, or whatever else the stream suggests to it.
#[tokio::test]
async fn a_connection_that_is_lost_in_a_call_leaves_it_in_doubt() {
    let error = fails(Act::Drop).await;
    assert!(
        said(&*error).starts_with("transient unknown r-k: "),
        "{error:?}: {}",
        said(&*error)
    );
    let error = call(endpoint(server(Act::Stall).await).timeout(Duration::from_millis(200)))
        .await
        .expect_err("a late answer");
    holds("time limit", &*error, "transient unknown r-k: tonic time limit ran out");
}

#[tokio::test]
async fn a_server_that_is_not_there_got_nothing() {
    let unused = std::net::TcpListener::bind("127.0.0.1:0")
        .and_then(|socket| socket.local_addr())
        .expect("a port");
    let error = call(endpoint(unused)).await.expect_err("no server");
    holds(
        "refused",
        &*error,
        "transient no rwk: io ConnectionRefused while connecting",
    );
    let error = endpoint(unused).connect().await.expect_err("no server");
    holds(
        "transport::Error",
        &error,
        "transient no rwk: io ConnectionRefused while connecting",
    );
}

/// A proxy that knows no gRPC: tonic makes a code of its status.
#[tokio::test]
async fn what_a_proxy_says_is_never_a_reason_to_repeat_a_write() {
    for status in [400, 401, 403, 404, 429, 500, 502, 503, 504] {
        let error = fails(Act::Http(status)).await;
        let said = said(&*error);
        assert!(!said.contains("rw"), "{status}: {error:?}: {said}");
    }
}
