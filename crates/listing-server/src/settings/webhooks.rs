use anyhow::{Result, anyhow};
use listing_outbound::Networks;

/// Settings of webhooks.
#[derive(Debug, Clone)]
pub struct WebhookSettings {
    /// The networks to which webhooks may go besides public addresses.
    pub networks: Networks,
}

impl WebhookSettings {
    pub(super) fn new(networks: Option<&str>) -> Result<Self> {
        let networks = networks.unwrap_or_default().parse().map_err(|_| {
            anyhow!("webhook_allowed_networks must be addresses or networks, such as 10.0.0.7,10.1.0.0/16")
        })?;
        Ok(Self { networks })
    }
}
