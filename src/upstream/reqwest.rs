//! Answers of `reqwest` (feature `reqwest`).

use reqwest::Response;

use super::answer::Answer;

/// The most bytes of a body that are read. It is more than is ever passed on, so that what a rule asks for is found.
const MAX_BODY: usize = 64 * 1024;

/// The response, if its status is one of success (2xx); else what the service answered, its body read.
///
/// A body that breaks off is passed on as far as it came. Redirects are reqwest's own affair; one that is left is a failure.
///
/// # Errors
///
/// The [`Answer`], which becomes a failure by the rules of the registry.
///
/// ```no_run
/// # #[derive(Debug, serde::Deserialize)] struct Rate {}
/// use errtax::Failure;
/// use errtax::standard::{REGISTRY, details};
/// use errtax::upstream;
///
/// # async fn rate(client: reqwest::Client) -> Result<String, Failure> {
/// let sent = client.get("https://rates.example.com/EUR").send().await;
/// let response = sent.map_err(|error| Failure::from(Box::<dyn std::error::Error + Send + Sync>::from(error)))?;
/// let response = upstream::check(response).await.map_err(|answer| {
///     answer.into_failure_or(&REGISTRY, details::UpstreamRejected { service: None }.into_failure())
/// })?;
/// # Ok(response.text().await.unwrap_or_default())
/// # }
/// ```
pub async fn check(mut response: Response) -> Result<Response, Answer> {
    if response.status().is_success() {
        return Ok(response);
    }
    let host = response.url().host_str().unwrap_or_default().to_owned();
    let mut answer = Answer::new(host).with_status(response.status().as_u16());
    for (name, value) in response.headers() {
        if let Ok(value) = value.to_str() {
            answer = answer.with_header(name.as_str(), value);
        }
    }
    let mut body = Vec::new();
    while let Ok(Some(chunk)) = response.chunk().await {
        body.extend_from_slice(chunk.get(..chunk.len().min(MAX_BODY - body.len())).unwrap_or_default());
        if body.len() >= MAX_BODY {
            break;
        }
    }
    Err(answer.with_body(String::from_utf8_lossy(&body)))
}
