//! Connections to the server: the first, and another each time when one has ended.

use std::io;
use std::sync::Arc;

use accounting::server::Accounting;
use rmcp::model::{
    ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction, Implementation,
};
use rmcp::service::{Peer, RequestContext, RoleClient, RunningService};
use rmcp::{ClientHandler, ErrorData, ServiceExt as _};
use tokio::sync::Mutex;

use crate::books::Books;
use crate::gateway::Gateway;
use crate::line::Line;

/// What makes connections to a server on some books. Its clones make connections to the same one.
#[derive(Clone, Debug)]
pub struct Connections {
    server: Accounting,
    line: Line,
    person: Person,
    /// Dropped, they would end.
    open: Arc<Mutex<Vec<RunningService<RoleClient, Person>>>>,
}

/// The client, with a person behind it whom the server may ask.
#[derive(Clone, Copy, Debug)]
pub struct Person {
    /// Whether the person says yes.
    pub agrees: bool,
}

impl Connections {
    /// Connections to a server on these books, over this line.
    #[must_use]
    pub fn new(books: &Books, line: Line, person: Person) -> Self {
        Self {
            server: books.server().clone(),
            line,
            person,
            open: Arc::default(),
        }
    }

    /// A connection.
    ///
    /// # Errors
    ///
    /// When server and client do not get on, which no fault of the line's brings about.
    pub async fn connect(&self) -> io::Result<Peer<RoleClient>> {
        let (theirs, ours) = tokio::io::duplex(64 * 1024);
        let server = self.server.clone();
        tokio::spawn(async move {
            if let Ok(server) = server.serve(theirs).await {
                let _ = server.waiting().await;
            }
        });
        let gateway = Gateway::new(ours, self.line.clone());
        let service = self.person.serve(gateway).await.map_err(io::Error::other)?;
        let peer = service.peer().clone();
        self.open.lock().await.push(service);
        Ok(peer)
    }

    /// Another connection, because the one before has ended; if it comes about.
    ///
    /// # Errors
    ///
    /// When it does not.
    pub async fn connect_again(&self) -> io::Result<Peer<RoleClient>> {
        if self.line.connects() {
            self.connect().await
        } else {
            Err(io::ErrorKind::ConnectionRefused.into())
        }
    }

    /// Hangs up.
    pub async fn close(&self) {
        for service in self.open.lock().await.drain(..) {
            let _ = service.cancel().await;
        }
    }
}

impl ClientHandler for Person {
    fn get_info(&self) -> ClientConfig {
        let capabilities = ClientCapabilities::builder().enable_elicitation().build();
        ClientConfig::new(capabilities, Implementation::new("harness", env!("CARGO_PKG_VERSION")))
    }

    async fn create_elicitation(
        &self,
        _: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        Ok(ElicitResult::new(if self.agrees {
            ElicitationAction::Accept
        } else {
            ElicitationAction::Decline
        }))
    }
}
