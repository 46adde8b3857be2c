//! Requests listings from a running service.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::ptl::Server;

const READY_WITHIN: Duration = Duration::from_secs(2);
const GENERATION_WITHIN: Duration = Duration::from_mins(2);

/// Returns a photo as a data URI that states JPEG; the service detects the real format.
pub fn data_uri(photo: &Path) -> Result<String> {
    let bytes = fs::read(photo).with_context(|| format!("cannot read {}", photo.display()))?;
    Ok(format!("data:image/jpeg;base64,{}", STANDARD.encode(bytes)))
}

/// Returns the request body for one photo.
pub fn request_body(photo: &Path, language: &str, platforms: &[&str]) -> Result<Value> {
    Ok(json!({ "photos": [data_uri(photo)?], "platforms": platforms, "language": language }))
}

/// Returns true if the service is ready.
pub fn is_ready(url: &str) -> bool {
    let agent: ureq::Agent = ureq::Agent::config_builder().timeout_global(Some(READY_WITHIN)).build().into();
    agent.get(format!("{url}/health/ready")).call().is_ok()
}

/// Requests listings and returns the response's status and body.
pub fn generate(server: &Server, key: &str, body: &Value) -> Result<(u16, Value)> {
    generate_at(&server.url, key, body)
}

/// Requests listings with their evidence.
pub fn generate_with_details(server: &Server, key: &str, body: &Value) -> Result<(u16, Value)> {
    post(&format!("{}/api/v1/listings?include=details", server.url), key, body)
}

/// Requests listings from the service at a URL.
pub fn generate_at(url: &str, key: &str, body: &Value) -> Result<(u16, Value)> {
    post(&format!("{url}/api/v1/listings"), key, body)
}

fn post(url: &str, key: &str, body: &Value) -> Result<(u16, Value)> {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(GENERATION_WITHIN))
        .build()
        .into();
    let mut response = agent.post(url).header("X-API-Key", key).send_json(body)?;
    Ok((response.status().as_u16(), response.body_mut().read_json()?))
}
