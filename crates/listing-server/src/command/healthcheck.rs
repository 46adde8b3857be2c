//! Implements `ptl healthcheck`, for containers without curl.

use super::Failure;
use crate::health;
use crate::settings::Settings;

/// Checks that the service is ready.
pub async fn run(settings: &Settings) -> Result<(), Failure> {
    Ok(health::check(settings.listen).await?)
}
