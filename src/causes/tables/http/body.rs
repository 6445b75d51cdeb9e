//! A vendor's code in a body: found by where it stands, in JSON or XML, and never by searching for it.
//!
//! The body is scanned once and nothing of it is kept. What breaks off is read as far as it goes.

use std::time::Duration;

use super::codes;
use super::headers;
use crate::causes::evidence::Http;
use crate::causes::tables::index::Found;

/// What a body, or a header that stands for one, says in codes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Said {
    /// The code that counts most of those that have a row.
    pub(super) code: Option<Found<&'static str>>,
    /// It names a quota of a day or a month.
    pub(super) is_exhausted: bool,
    /// How long to wait.
    pub(super) wait: Option<Duration>,
}

/// How deep values may nest. What is deeper holds no code.
const MAX_DEPTH: usize = 12;
/// The most of a body that is read.
const MAX_BODY: usize = 64 * 1024;

/// Reads a body.
pub(super) fn read(http: &Http<'_>, header: Option<&str>) -> Said {
    let mut best = Best::default();
    let is_failure = http.status >= 400;
    if let Some(code) = header {
        best.offer(1, code);
    }
    let mut end = http.body.len().min(MAX_BODY);
    while !http.body.is_char_boundary(end) {
        end -= 1;
    }
    let body = http.body.get(..end).unwrap_or_default();
    let body = body.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    match body.as_bytes().first() {
        Some(b'{' | b'[') => {
            let mut scan = Json {
                text: body,
                at: 0,
                path: [""; MAX_DEPTH],
            };
            scan.value(0, &mut |path, value| best.hear(path, value, is_failure));
        }
        Some(b'<') => xml(body, |code| best.offer(1, code)),
        _ => {}
    }
    // GraphQL: some of it may have been done, though some was refused.
    if best.has_data && !is_failure {
        return Said::default();
    }
    best.said
}

/// The place of a code that counts more than all others.
const FIRST: u8 = 0;

#[derive(Default)]
struct Best {
    said: Said,
    /// The place of the code that counts most so far; the lowest does.
    place: u8,
    /// There is an answer beside the failure.
    has_data: bool,
}

impl Best {
    /// A value of a JSON body, with the names that lead to it; `*` stands for a place in a list.
    fn hear(&mut self, path: &[&str], value: &str, is_failure: bool) {
        match path {
            // AWS and smithy; Google, gRPC.
            ["__type"] => self.offer(1, value),
            ["error", "details", "*", "reason"] => self.offer(1, value),
            ["error", "details", "*", "violations", "*", "quotaId"]
            | [
                "error",
                "details",
                "*",
                "metadata",
                "quota_limit" | "quota_limit_value" | "quota_unit",
            ] => {
                self.said.is_exhausted |= is_long(value);
            }
            ["error", "details", "*", "retryDelay"] => {
                self.said.wait = value
                    .strip_suffix('s')
                    .and_then(|value| headers::seconds(value, 1.0))
                    .or(self.said.wait);
            }
            // OpenAI, Stripe, Azure; GraphQL.
            ["error", "code"] => self.offer(2, value),
            ["errors", "*", "extensions", "code"] | ["errors", "*", "type"] => self.offer(2, value),
            ["error", "type"] => self.offer(3, value),
            ["error", "errors", "*", "reason"] => self.offer(3, value),
            ["error", "status"] => self.offer(5, value),
            ["data", ..] => self.has_data |= value != "null",
            // What stands at the top may be anything where nothing failed.
            _ if !is_failure => {}
            ["code" | "Code" | "errorCode" | "error_code"] | ["Error" | "errors", "*", "code"] | ["Error", "Code"] => {
                self.offer(1, value)
            }
            ["errors", "*", "reason"] | ["*", "errorCode"] => self.offer(1, value),
            // Resend; HubSpot; OAuth (RFC 6749, 5.2); Kubernetes.
            ["name" | "errorType" | "error" | "type"] => self.offer(4, value),
            ["reason"] => self.offer(4, value),
            ["policyName"] if value == "DAILY" => self.said.is_exhausted = true,
            ["retry_after" | "retryAfter"] | ["details", "retryAfterSeconds"] => {
                self.said.wait = self.said.wait.or(headers::seconds(value, 1.0));
            }
            _ => {}
        }
    }

    /// A code may come with the name of a service before it, or an address behind it.
    fn offer(&mut self, place: u8, code: &str) {
        let code = code.rsplit_once('#').map_or(code, |(_, code)| code);
        let code = code.split_once(':').map_or(code, |(code, _)| code).trim();
        let Some(found) = codes::find(code) else {
            return;
        };
        // What only a payment or another day helps counts more than anything that stands beside it.
        let place = if codes::is_exhausted(&found) { FIRST } else { place };
        if self.said.code.is_none() || place < self.place {
            self.said.code = Some(found);
            self.place = place;
        }
    }
}

/// Whether the name of a quota is that of a day or longer.
fn is_long(quota: &str) -> bool {
    ["PerDay", "PerMonth", "Monthly", "Daily", "/d/", "per_day", "per_month"]
        .iter()
        .any(|period| quota.contains(period))
}

/// A reader of JSON that tells of each text and number, and keeps nothing.
struct Json<'a> {
    text: &'a str,
    at: usize,
    path: [&'a str; MAX_DEPTH],
}

impl<'a> Json<'a> {
    fn peek(&mut self) -> Option<u8> {
        while let Some(byte) = self.text.as_bytes().get(self.at) {
            if !matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
                return Some(*byte);
            }
            self.at += 1;
        }
        None
    }

    fn take(&mut self, wanted: u8) -> Option<()> {
        if self.peek()? != wanted {
            return None;
        }
        self.at += 1;
        Some(())
    }

    /// One value; none where the text is no JSON, or ends.
    fn value(&mut self, depth: usize, hear: &mut dyn FnMut(&[&str], &str)) -> Option<()> {
        match self.peek()? {
            b'{' => {
                self.at += 1;
                if self.peek()? == b'}' {
                    self.at += 1;
                    return Some(());
                }
                loop {
                    self.peek()?;
                    let name = self.string()?;
                    self.take(b':')?;
                    *self.path.get_mut(depth)? = name;
                    self.value(depth + 1, hear)?;
                    match self.peek()? {
                        b',' => self.at += 1,
                        _ => return self.take(b'}'),
                    }
                }
            }
            b'[' => {
                self.at += 1;
                if self.peek()? == b']' {
                    self.at += 1;
                    return Some(());
                }
                loop {
                    *self.path.get_mut(depth)? = "*";
                    self.value(depth + 1, hear)?;
                    match self.peek()? {
                        b',' => self.at += 1,
                        _ => return self.take(b']'),
                    }
                }
            }
            b'"' => {
                let text = self.string()?;
                hear(self.path.get(..depth)?, text);
                Some(())
            }
            _ => {
                let rest = self.text.get(self.at..)?;
                let length = rest
                    .find([',', '}', ']', ' ', '\t', '\n', '\r', '{', '[', '"'])
                    .unwrap_or(rest.len());
                if length == 0 {
                    return None;
                }
                hear(self.path.get(..depth)?, rest.get(..length)?);
                self.at += length;
                Some(())
            }
        }
    }

    /// A text as it is written. No code has escapes in it.
    fn string(&mut self) -> Option<&'a str> {
        self.take(b'"')?;
        let start = self.at;
        loop {
            match self.text.as_bytes().get(self.at)? {
                b'"' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        let text = self.text.get(start..self.at)?;
        self.at += 1;
        Some(text)
    }
}

/// Tells of the `<Code>` of an `<Error>`, where that stands for the whole answer (S3, Azure), or in the answers of AWS's query
/// protocol and of EC2.
fn xml(body: &str, mut hear: impl FnMut(&str)) {
    let mut path = [""; 4];
    let mut depth = 0_usize;
    let mut rest = body;
    while let Some(open) = rest.find('<') {
        let inside = rest.get(open + 1..).unwrap_or_default();
        if let Some(comment) = inside.strip_prefix("!--") {
            match comment.find("-->") {
                Some(end) => rest = comment.get(end + 3..).unwrap_or_default(),
                None => return,
            }
            continue;
        }
        let Some(close) = inside.find('>') else {
            return;
        };
        let tag = inside.get(..close).unwrap_or_default();
        rest = inside.get(close + 1..).unwrap_or_default();
        if tag.starts_with(['?', '!']) {
            // A declaration. Neither document types nor quoted sections are in the answers that have a code.
            if tag.starts_with("![") {
                return;
            }
        } else if tag.starts_with('/') {
            depth = depth.saturating_sub(1);
        } else if !tag.ends_with('/') {
            let name = tag.split_ascii_whitespace().next().unwrap_or_default();
            let name = name.rsplit(':').next().unwrap_or_default();
            if let Some(place) = path.get_mut(depth) {
                *place = name;
            }
            depth += 1;
            let is_code = matches!(
                path.get(..depth),
                Some(["Error", "Code"] | ["ErrorResponse", "Error", "Code"] | ["Response", "Errors", "Error", "Code"])
            );
            if is_code {
                hear(rest.split('<').next().unwrap_or_default().trim());
                return;
            }
        }
    }
}
