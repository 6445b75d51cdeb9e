//! The command line: the server over stdio, or the demonstration.

use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use accounting::database::Ledger;
use accounting::demo;
use accounting::rate_service::{Fault, RateService};
use accounting::rates::Rates;
use accounting::server::Accounting;
use axum::Router;
use clap::Parser;
use errtax::audit::{Flush, Lines};
use rmcp::ServiceExt as _;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;

/// A bookkeeping server for agents. Without options it shows, against itself, what an agent receives when a call fails.
///
/// A key in the environment variable ACCOUNTING_API_KEY is checked against the table api_keys of the books.
#[derive(Debug, Parser)]
#[command(version, group = clap::ArgGroup::new("transport").args(["stdio", "http"]))]
struct Options {
    /// Serve MCP over standard input and output
    #[arg(long)]
    stdio: bool,
    /// Serve MCP over streamable HTTP at this address, under /mcp: 127.0.0.1:8080
    #[arg(long, value_name = "ADDRESS", conflicts_with = "stdio")]
    http: Option<SocketAddr>,
    /// The file with the books, made if it does not exist; else books that are gone afterwards
    #[arg(long, value_name = "FILE", requires = "transport")]
    db: Option<PathBuf>,
    /// The file to which each failure is written, as a line of JSON; else one beside the books
    #[arg(long, value_name = "FILE", requires = "transport")]
    audit: Option<PathBuf>,
    /// The rate service to ask, instead of one that is started along
    #[arg(long, value_name = "URL", requires = "transport")]
    rates: Option<String>,
    /// How each request to the rate service fails
    #[arg(long, value_name = "FAULT", requires = "transport", conflicts_with = "rates")]
    rates_fault: Option<Fault>,
}

#[tokio::main]
async fn main() -> ExitCode {
    let options = Options::parse();
    let done = if options.stdio || options.http.is_some() {
        serve(options).await
    } else {
        demo::run().await
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Who reads through `head` has seen enough.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("accounting: {error}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    errtax::find::<io::Error>(error).is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

async fn serve(options: Options) -> Result<(), Box<dyn Error>> {
    let passing = tempfile::tempdir()?;
    let books = options.db.unwrap_or_else(|| passing.path().join("books.sqlite"));
    let audit = options.audit.unwrap_or_else(|| books.with_extension("audit.jsonl"));
    let audit = Lines::open(audit, Flush::System)?;
    if let Some(torn) = audit.torn() {
        eprintln!(
            "accounting: a crash has torn the line at byte {} of the audit",
            torn.offset
        );
    }
    let ledger = Ledger::new(books);
    let (rates, _service) = match options.rates {
        Some(url) => (Rates::new(url), None),
        None => {
            let service = RateService::start(options.rates_fault)?;
            // Standard output belongs to the protocol.
            eprintln!(
                "accounting: rates from {0} (make one fail: curl -X PUT {0}/fault/stall)",
                service.url()
            );
            (Rates::new(service.url()), Some(service))
        }
    };
    let key = std::env::var("ACCOUNTING_API_KEY").ok();
    let accounting = Accounting::new(ledger, rates, key.as_deref()).audited(audit);
    match options.http {
        None => {
            accounting.serve(rmcp::transport::stdio()).await?.waiting().await?;
        }
        Some(address) => {
            let service = StreamableHttpService::new(
                move || Ok(accounting.clone()),
                Arc::new(LocalSessionManager::default()),
                StreamableHttpServerConfig::default(),
            );
            let listener = TcpListener::bind(address).await?;
            eprintln!("accounting: serving http://{}/mcp", listener.local_addr()?);
            axum::serve(listener, Router::new().nest_service("/mcp", service)).await?;
        }
    }
    Ok(())
}
