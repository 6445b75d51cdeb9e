//! reqwest, against a server that fails in every way that a connection can.

use std::net::SocketAddr;
use std::time::Duration;

use reqwest::{Client, Response};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::{holds, said};

/// What the server does with a connection.
#[derive(Clone, Copy)]
enum Act {
    /// Resets it, the request unread.
    ResetAtOnce,
    /// Reads the request and resets it.
    ResetAfterRequest,
    /// Reads the request and closes it.
    CloseAfterRequest,
    /// Reads the request and says nothing.
    Stall,
    /// Reads the request and writes this.
    Write(&'static str),
    /// The same, and then says nothing.
    WriteAndStall(&'static str),
}

async fn server(act: Act) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream, act));
        }
    });
    address
}

async fn serve(mut stream: TcpStream, act: Act) {
    let mut request = [0; 4096];
    match act {
        Act::ResetAtOnce => {
            stream.peek(&mut request).await.unwrap();
            stream.set_zero_linger().unwrap();
            return;
        }
        _ => assert!(stream.read(&mut request).await.unwrap() > 0),
    }
    match act {
        Act::ResetAtOnce | Act::CloseAfterRequest => {}
        Act::ResetAfterRequest => stream.set_zero_linger().unwrap(),
        Act::Stall => std::future::pending().await,
        Act::Write(text) => stream.write_all(text.as_bytes()).await.unwrap(),
        Act::WriteAndStall(text) => {
            stream.write_all(text.as_bytes()).await.unwrap();
            std::future::pending().await
        }
    }
}

fn client() -> Client {
    Client::builder().timeout(Duration::from_millis(500)).build().unwrap()
}

async fn post(act: Act) -> Result<Response, reqwest::Error> {
    client()
        .post(format!("http://{}/", server(act).await))
        .body("pay 7")
        .send()
        .await
}

async fn fails(act: Act) -> reqwest::Error {
    match post(act).await {
        Err(error) => error,
        Ok(response) => response.bytes().await.unwrap_err(),
    }
}

#[tokio::test]
async fn a_port_where_nobody_listens_got_nothing() {
    let address = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let refused = client().post(format!("http://{address}/")).send().await.unwrap_err();
    holds(
        "refused",
        &refused,
        "transient no rwk: io ConnectionRefused while connecting",
    );
}

#[tokio::test]
async fn a_name_that_does_not_exist_is_not_looked_up_again() {
    let error = client().post("http://no-such-host.invalid/").send().await.unwrap_err();
    let expected = [
        "transient no ---: getaddrinfo EAI_NONAME",
        "transient no rwk: getaddrinfo EAI_AGAIN",
    ];
    assert!(expected.contains(&said(&error).as_str()), "{error:?}: {}", said(&error));
}

/// The same failure comes before and after the request was read, so it proves neither.
#[tokio::test]
async fn a_connection_that_is_cut_leaves_the_request_in_doubt() {
    for (what, act) in [
        ("at once", Act::ResetAtOnce),
        ("after the request", Act::ResetAfterRequest),
    ] {
        let said = said(&fails(act).await);
        let expected = [
            "io ConnectionReset",
            "io BrokenPipe",
            "hyper connection closed before the message completed",
        ];
        assert!(
            expected
                .iter()
                .any(|because| said == format!("transient unknown r-k: {because}")),
            "{what}: {said}"
        );
    }
    let closed = fails(Act::CloseAfterRequest).await;
    holds(
        "closed",
        &closed,
        "transient unknown r-k: hyper connection closed before the message completed",
    );
}

#[tokio::test]
async fn a_server_that_says_nothing_leaves_the_request_in_doubt() {
    holds(
        "stalled",
        &fails(Act::Stall).await,
        "transient unknown r-k: reqwest time limit ran out",
    );
    let half = Act::WriteAndStall("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"paid\":");
    holds(
        "stalled in the body",
        &fails(half).await,
        "transient unknown r-k: reqwest time limit ran out",
    );
}

#[tokio::test]
async fn a_connection_that_is_not_made_in_time_carried_nothing() {
    // A queue of one that is full: the next connection is neither taken nor refused.
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = socket.listen(1).unwrap();
    let address = listener.local_addr().unwrap();
    let mut held = Vec::new();
    while let Ok(Ok(stream)) = tokio::time::timeout(Duration::from_millis(200), TcpStream::connect(address)).await {
        held.push(stream);
    }
    let client = Client::builder()
        .connect_timeout(Duration::from_millis(100))
        .build()
        .unwrap();
    let late = client.post(format!("http://{address}/")).send().await.unwrap_err();
    // Both the connector and the client around it watch the time, and either may be first.
    let judged = said(&late);
    assert!(
        ["io TimedOut while connecting", "reqwest connecting timed out"]
            .iter()
            .any(|because| judged == format!("transient no rwk: {because}")),
        "{judged}: {late:?}"
    );
}

#[tokio::test]
async fn a_body_that_the_network_cut_is_not_a_body_that_makes_no_sense() {
    let cut = fails(Act::Write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"paid\":")).await;
    let said = said(&cut);
    assert!(said.starts_with("transient unknown r-k: "), "{cut:?}: {said}");
    let cut = fails(Act::Write(
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{\"pai",
    ))
    .await;
    let said = super::said(&cut);
    assert!(said.starts_with("transient unknown r-k: "), "{cut:?}: {said}");
}

/// An answer came, so something was carried out or not; repeating a read does not make it readable.
#[tokio::test]
async fn what_is_no_http_leaves_the_request_in_doubt_and_is_not_read_again() {
    let garbage = fails(Act::Write("220 mail.example.com ESMTP ready\r\n")).await;
    holds(
        "garbage",
        &garbage,
        "internal unknown --k: hyper message does not parse",
    );
}

#[tokio::test]
async fn a_status_says_what_its_row_says() {
    for status in (400..=599).filter(|status| *status != 407 && *status != 421) {
        let text: &'static str = format!("HTTP/1.1 {status} x\r\ncontent-length: 0\r\n\r\n").leak();
        let answer = post(Act::Write(text)).await.unwrap();
        assert_eq!(answer.status().as_u16(), status);
        let error = answer.error_for_status().unwrap_err();
        let alone = errtax::causes::prove(&errtax::causes::Evidence::status(status));
        assert_eq!(
            errtax::causes::prove(&errtax::causes::Evidence::Error(&error)),
            alone,
            "{status}"
        );
    }
    let gone = post(Act::Write("HTTP/1.1 404 x\r\ncontent-length: 0\r\n\r\n"))
        .await
        .unwrap();
    holds(
        "404",
        &gone.error_for_status().unwrap_err(),
        "not_found no ---: HTTP 404",
    );
}

#[tokio::test]
async fn a_request_that_is_none_is_not_repeated() {
    let scheme = client().post("gopher://127.0.0.1/").send().await.unwrap_err();
    holds("scheme", &scheme, "bad_input no ---: reqwest request is not one");
    let url = client().post("no url").send().await.unwrap_err();
    holds("URL", &url, "bad_input no ---: reqwest request is not one");
    let header = client()
        .post("http://127.0.0.1/")
        .header("x", "a\nb")
        .send()
        .await
        .unwrap_err();
    holds("header", &header, "bad_input no ---: reqwest request is not one");
    let circle = fails(Act::Write("HTTP/1.1 307 x\r\nlocation: /\r\ncontent-length: 0\r\n\r\n")).await;
    holds("redirects", &circle, "bad_input no ---: reqwest redirects lead nowhere");
}
