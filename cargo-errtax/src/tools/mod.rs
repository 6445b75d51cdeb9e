//! `cargo errtax tools`: what a running server offers, against the registry and by itself.
//!
//! | step | where |
//! |---|---|
//! | a server is started, and ended whatever happens | `process` |
//! | it is spoken to in MCP, as far as its list of tools | `client` |
//! | the list is read three times, and judged by `errtax_build::tools` | here |
//! | what keeps it from being judged, with the server's last words | `failure` |

mod client;
mod failure;
mod process;

use std::io::{self, Write};

use errtax_build::finding::Finding;
use errtax_build::tools::{self, Again, Listing};

use crate::arguments::{Arguments, ToolsCommand};
use crate::exit::Exit;
use crate::opened::{Opened, open_sound};
use crate::report::{self, Offered, Report};

use client::Client;
use failure::Failure;

/// Runs it.
pub(crate) fn run(arguments: &Arguments, command: &ToolsCommand) -> io::Result<Exit> {
    let mut opened = match open_sound(arguments)? {
        Ok(opened) => opened,
        Err(exit) => return Ok(exit),
    };
    let readings = match read(command) {
        Ok(readings) => readings,
        Err(failure) => {
            let file = opened.package.show(&opened.package.registry);
            return report::trouble(&failure.trouble(file, command), Exit::CouldNotJudge, arguments.format);
        }
    };
    if command.print {
        let mut out = anstream::stdout().lock();
        out.write_all(tools::written(&readings.first).as_bytes())?;
        out.flush()?;
        return Ok(Exit::Clean);
    }
    let findings = judged(&mut opened, &readings, command.ceiling);
    let mut report = Report::new(&opened.package, &opened.analysis, findings, arguments);
    report.offered = Some(Offered {
        tools: readings.first.len(),
        tokens: tools::tokens(&readings.first),
    });
    report.print(arguments.format)?;
    Ok(report.exit())
}

/// The same list, read at different times.
struct Readings {
    first: Listing,
    again: Listing,
    restarted: Listing,
}

fn read(command: &ToolsCommand) -> Result<Readings, Failure> {
    let mut client = Client::start(command)?;
    let first = client.tools()?;
    let again = client.tools()?;
    client.end();
    let mut client = Client::start(command)?;
    let restarted = client.tools()?;
    client.end();
    if first.is_empty() {
        return Err(Failure::no_tools());
    }
    Ok(Readings {
        first,
        again,
        restarted,
    })
}

fn judged(opened: &mut Opened, readings: &Readings, ceiling: usize) -> Vec<Finding> {
    let again = [
        Again {
            when: "between two calls",
            listing: &readings.again,
        },
        Again {
            when: "after a restart",
            listing: &readings.restarted,
        },
    ];
    let sources = &mut opened.analysis.sources;
    tools::judge(
        &opened.package.directory,
        &opened.registry,
        sources,
        &readings.first,
        &again,
        ceiling,
    )
}
