//! A rate service to try failures on: it answers over real HTTP on the loopback and fails when it is told to.
//!
//! It is told by [`RateService::fail_next`], or over HTTP by `PUT /fault/NAME`, which the next request meets.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use clap::ValueEnum;
use jiff::civil::{Date, Weekday};
use tiny_http::{Header, Method, Request, Response, Server};

/// Longer than any client waits.
const STALL: Duration = Duration::from_secs(3);

/// A way to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Fault {
    /// 429 with `Retry-After: 1`.
    RateLimit,
    /// No answer for three seconds.
    Stall,
    /// 500.
    Error,
    /// 401.
    Unauthorized,
    /// 403: the plan has expired.
    PlanExpired,
    /// 200 with a body that is no rate.
    Nonsense,
}

#[derive(Debug, Default)]
struct Faults {
    next: Option<Fault>,
    always: Option<Fault>,
}

/// The service, while it runs. It stops when this is dropped.
#[derive(Debug)]
pub struct RateService {
    address: SocketAddr,
    faults: Arc<Mutex<Faults>>,
    _stop: Stop,
}

/// Ends the thread that serves, which closes the port.
struct Stop(Arc<Server>);

impl std::fmt::Debug for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Stop")
    }
}

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.unblock();
    }
}

impl RateService {
    /// Starts the service on a free port of the loopback. `always` is how each request fails, if it is to.
    ///
    /// # Errors
    ///
    /// When no port can be had.
    pub fn start(always: Option<Fault>) -> io::Result<Self> {
        let server = Arc::new(Server::http("127.0.0.1:0").map_err(io::Error::other)?);
        let address = server
            .server_addr()
            .to_ip()
            .ok_or_else(|| io::Error::other("no address"))?;
        let faults = Arc::new(Mutex::new(Faults { next: None, always }));
        let (serving, told) = (Arc::clone(&server), Arc::clone(&faults));
        thread::Builder::new().name("rates".to_owned()).spawn(move || {
            for request in serving.incoming_requests() {
                serve(request, &told);
            }
        })?;
        Ok(Self {
            address,
            faults,
            _stop: Stop(server),
        })
    }

    /// Where it answers: `http://127.0.0.1:PORT`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Makes the next request fail.
    pub fn fail_next(&self, fault: Fault) {
        lock(&self.faults).next = Some(fault);
    }
}

/// A thread that panicked while it held this leaves nothing half done.
fn lock(faults: &Mutex<Faults>) -> MutexGuard<'_, Faults> {
    faults.lock().unwrap_or_else(PoisonError::into_inner)
}

fn serve(request: Request, faults: &Mutex<Faults>) {
    let path: Vec<&str> = request.url().trim_start_matches('/').split('/').collect();
    let answer = match (request.method(), path.as_slice()) {
        (Method::Put, ["fault", name]) => match Fault::from_str(name, false) {
            Ok(fault) => {
                lock(faults).next = Some(fault);
                json(204, String::new())
            }
            Err(_) => json(404, r#"{"error":{"code":"no_such_fault"}}"#.to_owned()),
        },
        (Method::Get, ["rates", currency, date]) => {
            let fault = {
                let mut faults = lock(faults);
                faults.next.take().or(faults.always)
            };
            match fault {
                Some(Fault::Stall) => {
                    // In a thread of its own, for the service goes on answering others. The requester hangs up first.
                    let stalled = thread::Builder::new().spawn(move || {
                        thread::sleep(STALL);
                        drop(request);
                    });
                    drop(stalled);
                    return;
                }
                Some(fault) => fail(fault),
                None => rate(currency, date),
            }
        }
        _ => json(404, r#"{"error":{"code":"no_such_page"}}"#.to_owned()),
    };
    // The requester may have gone; there is nobody to tell then.
    let _ = request.respond(answer);
}

type Answer = Response<io::Cursor<Vec<u8>>>;

fn json(status: u16, body: String) -> Answer {
    let answer = Response::from_string(body).with_status_code(status);
    match Header::from_bytes("content-type", "application/json") {
        Ok(header) => answer.with_header(header),
        Err(()) => answer,
    }
}

fn fail(fault: Fault) -> Answer {
    let (status, body) = match fault {
        Fault::RateLimit => (
            429,
            r#"{"error":{"code":"slow_down","message":"one request a second, please"}}"#,
        ),
        Fault::Error | Fault::Stall => (
            500,
            r#"{"error":{"code":"oops","message":"quotation engine restarting"}}"#,
        ),
        Fault::Unauthorized => (401, r#"{"error":{"code":"token_expired"}}"#),
        Fault::PlanExpired => (403, r#"{"error":{"code":"plan_expired"}}"#),
        Fault::Nonsense => (200, "<html>maintenance</html>"),
    };
    let answer = json(status, body.to_owned());
    match Header::from_bytes("retry-after", "1") {
        Ok(header) if fault == Fault::RateLimit => answer.with_header(header),
        _ => answer,
    }
}

/// Kronor for one unit, in ten-thousandths, before the day's movement.
const QUOTATIONS: &[(&str, i64)] = &[
    ("CHF", 119_800),
    ("DKK", 14_650),
    ("EUR", 109_300),
    ("GBP", 128_900),
    ("NOK", 9_310),
    ("USD", 94_200),
];

/// The same rate for the same day, always, and none at weekends.
fn rate(currency: &str, date: &str) -> Answer {
    let Some((_, middle)) = QUOTATIONS.iter().find(|(known, _)| *known == currency) else {
        return json(
            422,
            r#"{"error":{"code":"currency","message":"unsupported currency"}}"#.to_owned(),
        );
    };
    let Ok(day) = date.parse::<Date>() else {
        return json(400, r#"{"error":{"code":"date","message":"not a date"}}"#.to_owned());
    };
    if matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday) {
        return json(
            404,
            r#"{"error":{"code":"no_rate","message":"no quotation on that day"}}"#.to_owned(),
        );
    }
    let movement = i64::from(day.day_of_year()) * 7 % 40 - 20;
    let quotation = middle + middle * movement / 2_000;
    let (whole, part) = (quotation / 10_000, quotation % 10_000);
    json(
        200,
        format!(r#"{{"currency":"{currency}","date":"{day}","kronor":{whole}.{part:04}}}"#),
    )
}
