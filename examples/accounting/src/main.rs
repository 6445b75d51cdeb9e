//! The command line: the server over stdio, or the demonstration.

use std::error::Error;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use accounting::database::Ledger;
use accounting::demo;
use accounting::rate_service::{Fault, RateService};
use accounting::rates::Rates;
use accounting::server::Accounting;
use clap::Parser;
use rmcp::ServiceExt as _;

/// A bookkeeping server for agents. Without options it shows, against itself, what an agent receives when a call fails.
///
/// A key in the environment variable ACCOUNTING_API_KEY is checked against the table api_keys of the books.
#[derive(Debug, Parser)]
#[command(version)]
struct Options {
    /// Serve MCP over standard input and output
    #[arg(long)]
    stdio: bool,
    /// The file with the books, made if it does not exist; else books that are gone afterwards
    #[arg(long, value_name = "FILE", requires = "stdio")]
    db: Option<PathBuf>,
    /// The rate service to ask, instead of one that is started along
    #[arg(long, value_name = "URL", requires = "stdio")]
    rates: Option<String>,
    /// How each request to the rate service fails
    #[arg(long, value_name = "FAULT", requires = "stdio", conflicts_with = "rates")]
    rates_fault: Option<Fault>,
}

#[tokio::main]
async fn main() -> ExitCode {
    let options = Options::parse();
    let done = if options.stdio {
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
    let ledger = Ledger::new(options.db.unwrap_or_else(|| passing.path().join("books.sqlite")));
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
    let server = Accounting::new(ledger, rates, key.as_deref())
        .serve(rmcp::transport::stdio())
        .await?;
    server.waiting().await?;
    Ok(())
}
