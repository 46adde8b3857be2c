//! Asking a server for listings, as its users do.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::ptl::Server;

/// How long a service may take to say whether it is ready.
const READY_WITHIN: Duration = Duration::from_secs(2);
/// How long a generation may take.
const GENERATION_WITHIN: Duration = Duration::from_mins(2);

/// A photo file as the data URI that the interface asks for. What the file
/// really holds is found out by the service.
pub fn data_uri(photo: &Path) -> Result<String> {
    let bytes = fs::read(photo).with_context(|| format!("cannot read {}", photo.display()))?;
    Ok(format!("data:image/jpeg;base64,{}", STANDARD.encode(bytes)))
}

/// The body of a request for one photo.
pub fn request_body(photo: &Path, language: &str, platforms: &[&str]) -> Result<Value> {
    Ok(json!({ "photos": [data_uri(photo)?], "platforms": platforms, "language": language }))
}

/// Whether a service says that it is ready.
pub fn is_ready(url: &str) -> bool {
    let agent: ureq::Agent = ureq::Agent::config_builder().timeout_global(Some(READY_WITHIN)).build().into();
    agent.get(format!("{url}/health/ready")).call().is_ok()
}

/// Sends a request for listings; the answer's status and body.
pub fn generate(server: &Server, key: &str, body: &Value) -> Result<(u16, Value)> {
    generate_at(&server.url, key, body)
}

/// Sends a request for listings with the evidence behind them; the answer's status and body.
pub fn generate_with_details(server: &Server, key: &str, body: &Value) -> Result<(u16, Value)> {
    post(&format!("{}/api/v1/listings?include=details", server.url), key, body)
}

/// The same as [`generate`] where there is but the address of a service.
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
