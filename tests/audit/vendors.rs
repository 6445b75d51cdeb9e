//! What a vendor answered, on its way to the agent and into the record.

use errtax::mcp::Dispatch;
use errtax::upstream::Answer;
use errtax::wire::WireError;
use errtax::{Failure, standard};
use fixture_codes::codes::REGISTRY;

use crate::support::{Client, WAYS, returned};

const SAID: &str = r#"{"error":"Unknown property 'vatId'"}"#;
const HINT: &str = "Fetch one record without `properties`, and use the names it has.";

/// The failure of a call whose vendor refused it, with a failure of the client's own where no rule speaks.
fn refused(host: &str) -> Failure {
    let own = standard::details::UpstreamRejected { service: None }.into_failure();
    Answer::new(host)
        .with_status(400)
        .with_body(SAID)
        .into_failure_or(&REGISTRY, own)
}

#[tokio::test]
async fn the_hint_of_a_rule_reaches_the_agent_and_no_record_and_another_host_gets_none() {
    for way in WAYS {
        let client = Client::connect_to(way, Dispatch::new(&REGISTRY)).await;
        for (host, code, hint) in [
            ("127.0.0.1", "UPSTREAM_UNKNOWN_FIELD", true),
            ("127.0.0.2", "UPSTREAM_REJECTED", false),
            ("vendor.example.com", "UPSTREAM_REJECTED", false),
        ] {
            let result = client.call("read", move || returned(refused(host))).await.unwrap();
            let text = &result.content[0].as_text().unwrap().text;
            let error = WireError::decode(text).unwrap();
            assert_eq!(
                (error.code.as_str(), text.contains(HINT)),
                (code, hint),
                "{way:?} {host}: {text}"
            );
            let vendor = error.upstream.unwrap();
            assert_eq!(
                vendor.text("/body").as_deref(),
                Some(SAID),
                "the vendor's words as they were"
            );
            assert!(!error.message.contains("vatId"), "and nowhere else: {text}");

            let record = client.shelf.one();
            assert_eq!(record.code, code, "{way:?}");
            assert!(!format!("{record:?}").contains(HINT), "{record:?}");
        }
    }
}
