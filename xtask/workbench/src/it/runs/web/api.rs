//! API calls with keys created in the web app.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use xtask::client::data_uri;

const REQUEST_WITHIN: Duration = Duration::from_mins(1);
/// Until a revoked key is refused everywhere.
const REFUSED_WITHIN: Duration = Duration::from_secs(5);

pub(super) struct Api {
    url: String,
    agent: ureq::Agent,
}

impl Api {
    pub(super) fn at(url: &str) -> Self {
        let config =
            ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(REQUEST_WITHIN));
        Self { url: url.to_owned(), agent: config.build().into() }
    }

    /// Returns status and body.
    pub(super) fn usage(&self, key: &str) -> Result<(u16, Value)> {
        let request = self.agent.get(format!("{}/api/v1/usage", self.url));
        let mut response = request.header("X-API-Key", key).call()?;
        Ok((response.status().as_u16(), response.body_mut().read_json()?))
    }

    /// Returns the status.
    pub(super) fn generate(&self, key: &str, photo: &Path) -> Result<u16> {
        let body = json!({ "photos": [data_uri(photo)?], "platforms": ["vinted"], "language": "en" });
        let request = self.agent.post(format!("{}/api/v1/listings", self.url));
        Ok(request.header("X-API-Key", key).send_json(body)?.status().as_u16())
    }

    /// The key must be refused in time. Returns the time.
    pub(super) fn assert_is_refused(&self, key: &str) -> Result<Duration> {
        let start = Instant::now();
        while self.usage(key)?.0 != 401 {
            ensure!(start.elapsed() < REFUSED_WITHIN, "the revoked key still works after {REFUSED_WITHIN:?}");
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(start.elapsed())
    }

    /// Does not follow redirects.
    pub(super) fn status_with_cookie(&self, path: &str, cookie: &str) -> Result<u16> {
        let agent: ureq::Agent =
            ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0).build().into();
        let response = agent.get(format!("{}{path}", self.url)).header("cookie", cookie).call()?;
        Ok(response.status().as_u16())
    }
}
