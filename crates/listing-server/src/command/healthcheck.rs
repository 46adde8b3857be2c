//! `ptl healthcheck`: for containers, which have no curl.

use super::Failure;
use crate::health;
use crate::settings::Settings;

/// Asks the service at the listen address whether it is ready.
pub async fn run(settings: &Settings) -> Result<(), Failure> {
    Ok(health::check(settings.listen).await?)
}
