use std::net::IpAddr;
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::{Client, ClientBuilder, Method, Url};
use tokio::time::timeout;

use crate::fault::{Fault, ServiceError};
use crate::key::ApiKey;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(4);
/// The default, in bytes. A model's streamed answer takes some hundred bytes per token.
const MAX_REPLY_BYTES: usize = 8 * 1024 * 1024;
const MAX_ERROR_BYTES: usize = 64 * 1024;

/// An HTTP client for services. Its clones share their connections.
#[derive(Debug, Clone)]
pub struct Transport {
    client: Client,
    max_reply_bytes: usize,
}

/// The HTTP client cannot be created.
#[derive(Debug, thiserror::Error)]
#[error("cannot create an HTTP client")]
pub struct TransportError(#[source] pub(crate) reqwest::Error);

/// Returns the settings of every client: no redirects, retries and proxies.
pub(crate) fn client_builder() -> ClientBuilder {
    // Fails if a provider is already installed, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .connect_timeout(CONNECT_TIMEOUT)
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        .no_proxy()
        .user_agent(concat!("photo-to-listing/", env!("CARGO_PKG_VERSION")))
}

impl Transport {
    /// Creates a client that follows no redirects, so that a key is sent only to its own host, and never
    /// retries.
    pub fn new() -> Result<Self, TransportError> {
        let client = client_builder().build().map_err(TransportError)?;
        Ok(Self { client, max_reply_bytes: MAX_REPLY_BYTES })
    }

    /// Limits the bytes of an answer.
    #[must_use]
    pub fn with_max_reply_bytes(self, max_reply_bytes: usize) -> Self {
        Self { max_reply_bytes, ..self }
    }

    /// Posts a body, JSON unless a header says otherwise, and returns a successful answer's body. No error
    /// contains `key`.
    pub async fn post(
        &self,
        url: Url,
        mut headers: HeaderMap,
        body: Vec<u8>,
        key: Option<&ApiKey>,
        within: Duration,
    ) -> Result<Vec<u8>, Fault> {
        headers.entry(CONTENT_TYPE).or_insert(HeaderValue::from_static("application/json"));
        let request = self.client.request(Method::POST, url).headers(headers).body(body);
        let answer = timeout(within, self.exchange(request, key)).await.unwrap_or(Err(Fault::TimedOut));
        Ok(answer?.1)
    }

    /// Gets a successful answer's body. No error contains `key`.
    pub async fn get(
        &self,
        url: Url,
        headers: HeaderMap,
        key: Option<&ApiKey>,
        within: Duration,
    ) -> Result<Vec<u8>, Fault> {
        Ok(self.get_with_headers(url, headers, key, within).await?.1)
    }

    /// Gets a successful answer's headers and body. No error contains `key`.
    pub async fn get_with_headers(
        &self,
        url: Url,
        headers: HeaderMap,
        key: Option<&ApiKey>,
        within: Duration,
    ) -> Result<(HeaderMap, Vec<u8>), Fault> {
        let request = self.client.request(Method::GET, url).headers(headers);
        timeout(within, self.exchange(request, key)).await.unwrap_or(Err(Fault::TimedOut))
    }

    async fn exchange(
        &self,
        request: reqwest::RequestBuilder,
        key: Option<&ApiKey>,
    ) -> Result<(HeaderMap, Vec<u8>), Fault> {
        let mut response = request.send().await.map_err(broken)?;
        let (status, headers) = (response.status(), response.headers().clone());
        if status.is_success() {
            return Ok((headers, read(&mut response, self.max_reply_bytes).await?));
        }
        // Without a readable body, the status alone is reported.
        let body = read(&mut response, MAX_ERROR_BYTES).await.unwrap_or_default();
        Err(ServiceError::read(status.as_u16(), &headers, &body, key).into())
    }
}

async fn read(response: &mut reqwest::Response, max: usize) -> Result<Vec<u8>, Fault> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(broken)? {
        if body.len() + chunk.len() > max {
            return Err(Fault::TooLarge(max));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// The address is left out: the caller knows it and it may contain a secret.
fn broken(error: reqwest::Error) -> Fault {
    if error.is_timeout() {
        return Fault::TimedOut;
    }
    Fault::Unreachable(error.without_url().into())
}

/// A service's base address, to which paths are appended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseUrl(Url);

/// Why a base address is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BaseUrlError {
    /// The address cannot be parsed, or has a user, a query or a fragment.
    #[error("must be an address such as https://api.example.com/v1, without user, query and fragment")]
    Malformed,
    /// The address is a single Azure deployment's, which is not supported.
    #[error(
        "must be https://RESOURCE.openai.azure.com/openai/v1 for Azure, with the deployment's name as the model, and \
         not the address of the deployment"
    )]
    AzureDeployment,
    /// The address is unencrypted and not on this machine: the network could read a key or change an answer.
    #[error(
        "must begin with https://, which protects keys and answers; http:// is accepted for this machine only"
    )]
    InClear,
}

impl BaseUrl {
    /// Parses a base address. If a key is sent there, an unencrypted one must be on this machine.
    pub fn parse(text: &str, has_key: bool) -> Result<Self, BaseUrlError> {
        let mut url = plain(text)?;
        let has_version = url.query_pairs().any(|(name, _)| name == "api-version");
        if has_version || url.path().contains("/openai/deployments/") {
            return Err(BaseUrlError::AzureDeployment);
        }
        if url.query().is_some() {
            return Err(BaseUrlError::Malformed);
        }
        if url.scheme() == "http" && has_key && !is_this_machine(&url) {
            return Err(BaseUrlError::InClear);
        }
        // Without a trailing slash, a joined path would replace the last segment.
        if !url.path().ends_with('/') {
            let path = format!("{}/", url.path());
            url.set_path(&path);
        }
        Ok(Self(url))
    }

    /// Returns the host name.
    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    /// Returns true if the address is on this machine.
    pub fn is_this_machine(&self) -> bool {
        is_this_machine(&self.0)
    }

    /// Returns the last segment of the path, if any.
    pub fn last_segment(&self) -> &str {
        self.0.path().trim_end_matches('/').rsplit('/').next().unwrap_or_default()
    }

    /// Removes the longest of these endings of the path.
    #[must_use]
    pub fn without(&self, endings: &[&str]) -> Self {
        let path = self.0.path().trim_end_matches('/');
        let has = |ending: &&&str| path.ends_with(&format!("/{ending}"));
        let longest = endings.iter().filter(has).map(|ending| ending.len() + 1).max().unwrap_or(0);
        let mut url = self.0.clone();
        url.set_path(&format!("{}/", path[..path.len() - longest].trim_end_matches('/')));
        Self(url)
    }

    /// Adds a path segment.
    #[must_use]
    pub fn with(&self, segment: &str) -> Self {
        let mut url = self.0.clone();
        url.set_path(&format!("{}{segment}/", self.0.path()));
        Self(url)
    }

    /// Returns an address below the base.
    ///
    /// # Errors
    /// [`Fault::NotSent`] if the path leads elsewhere.
    pub fn join(&self, path: &str) -> Result<Url, Fault> {
        let url = self.0.join(&format!("./{path}")).map_err(|error| Fault::NotSent(error.to_string()))?;
        // A name in the path, such as a model's, must not lead to another host or path.
        let stays = url.host_str() == self.0.host_str() && url.path().starts_with(self.0.path());
        if stays { Ok(url) } else { Err(Fault::NotSent("the path leads elsewhere".to_owned())) }
    }

    /// Accepts an address that the service names, even on another host or with a query. An unencrypted one
    /// must be on this machine, as must the service.
    ///
    /// # Errors
    /// [`BaseUrlError`] for any other.
    pub fn named(&self, text: &str) -> Result<Url, BaseUrlError> {
        let url = plain(text)?;
        let is_guarded = url.scheme() == "https" || (self.is_this_machine() && is_this_machine(&url));
        if is_guarded { Ok(url) } else { Err(BaseUrlError::InClear) }
    }
}

/// The address has neither a user nor a fragment.
fn plain(text: &str) -> Result<Url, BaseUrlError> {
    let url = Url::parse(text.trim()).map_err(|_| BaseUrlError::Malformed)?;
    let is_plain = url.username().is_empty()
        && url.password().is_none()
        && url.fragment().is_none()
        && url.has_host()
        && matches!(url.scheme(), "http" | "https");
    if is_plain { Ok(url) } else { Err(BaseUrlError::Malformed) }
}

fn is_this_machine(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_sent_unencrypted_only_to_this_machine() {
        let check = |text: &str, has_key, expected: Result<&str, BaseUrlError>| {
            let parsed = BaseUrl::parse(text, has_key).map(|base| base.host().to_owned());
            assert_eq!(parsed, expected.map(str::to_owned), "{text}");
        };
        check("https://api.openai.com/v1", true, Ok("api.openai.com"));
        check("http://10.0.0.5:8000/v1", false, Ok("10.0.0.5"));
        check("http://10.0.0.5:8000/v1", true, Err(BaseUrlError::InClear));
        check("http://127.0.0.1:11434", true, Ok("127.0.0.1"));
        check("http://localhost:1234/v1", true, Ok("localhost"));
        check("http://[::1]:1234/v1", true, Ok("[::1]"));
        check("http://localhost.example.com", true, Err(BaseUrlError::InClear));
        for text in
            ["", "api.openai.com", "ftp://a", "https://u:p@a/", "https://a/?key=1", "file:///etc/passwd"]
        {
            check(text, false, Err(BaseUrlError::Malformed));
        }
        for path in [
            "openai/deployments/photos/chat/completions?api-version=2024-10-21",
            "openai/deployments/photos",
            "?api-version=2024-10-21",
        ] {
            check(&format!("https://ptl.openai.azure.com/{path}"), true, Err(BaseUrlError::AzureDeployment));
        }
        check("https://ptl.openai.azure.com/openai/v1", true, Ok("ptl.openai.azure.com"));
    }

    #[test]
    fn a_joined_path_stays_below_the_base_address() {
        let base = BaseUrl::parse("https://api.example.com/v1beta", true).unwrap();
        let join = |path: &str| base.join(path).map(String::from).ok();
        assert_eq!(
            join("models/gemini:generateContent").unwrap(),
            "https://api.example.com/v1beta/models/gemini:generateContent"
        );
        assert_eq!(join("models/../../../x"), None);
        assert_eq!(join("../x"), None);
        assert!(join("//evil.example.com/x").unwrap().starts_with("https://api.example.com/v1beta/"));
    }

    #[test]
    fn endings_of_a_path_are_removed_and_segments_added() {
        let check = |text: &str, ending: &str, expected: &str| {
            let base = BaseUrl::parse(text, true).unwrap().without(&[ending, "chat/completions"]);
            assert_eq!(String::from(base.0.clone()), expected, "{text}");
            assert_eq!(String::from(base.with("v1").0), format!("{expected}v1/"));
        };
        check("https://a.example", "v1", "https://a.example/");
        check("https://a.example/v1//", "v1", "https://a.example/");
        check("https://a.example/v1/chat/completions/", "v1", "https://a.example/v1/");
        check("https://a.example/v1/chat/completions", "v1/chat/completions", "https://a.example/");
        check("https://a.example/xv1", "v1", "https://a.example/xv1/");
        let base = |text| BaseUrl::parse(text, true).unwrap();
        assert_eq!(base("https://a.example/api/v1/").last_segment(), "v1");
        assert_eq!(base("https://a.example").last_segment(), "");
    }

    #[test]
    fn unencrypted_addresses_named_by_a_service_are_refused() {
        let check = |base: &str, text: &str, expected: Result<&str, BaseUrlError>| {
            let named = BaseUrl::parse(base, true).unwrap().named(text).map(String::from);
            assert_eq!(named, expected.map(str::to_owned), "{base} {text}");
        };
        let (far, here) = ("https://id.example.com/realm", "http://127.0.0.1:9000");
        check(far, "https://api.example.net/token?v=2", Ok("https://api.example.net/token?v=2"));
        check(far, "http://id.example.com/token", Err(BaseUrlError::InClear));
        check(far, "http://127.0.0.1:9000/token", Err(BaseUrlError::InClear));
        check(here, "http://localhost:9000/token", Ok("http://localhost:9000/token"));
        check(here, "http://id.example.com/token", Err(BaseUrlError::InClear));
        for text in
            ["", "/token", "https://u:p@a/", "https://a/#b", "file:///etc/passwd", "javascript:alert(1)"]
        {
            check(here, text, Err(BaseUrlError::Malformed));
        }
    }
}
