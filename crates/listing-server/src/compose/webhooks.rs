//! Composes webhooks: their use cases, and the loops that send them.

use std::sync::Arc;

use anyhow::Context as _;
use listing_domain::usecase::{ManageWebhooks, SendWebhooks};
use listing_http::{Tasks, WebhookLoop};
use listing_rest::Webhooks;
use listing_webhook::HttpWebhooks;

use super::Storage;
use crate::failure::Failure;
use crate::settings::Settings;

/// The webhooks of this process.
pub(super) struct WebhookParts {
    pub(super) use_cases: Webhooks,
    one: WebhookLoop,
}

impl WebhookParts {
    pub(super) fn new(settings: &Settings, storage: &Storage) -> Result<Self, Failure> {
        let sender = HttpWebhooks::new(settings.webhooks.networks.clone());
        let sender = Arc::new(sender.context("webhook_allowed_networks").map_err(Failure::Setup)?);
        let (webhooks, clock) = (storage.store.clone(), storage.clock.clone());
        let manage = ManageWebhooks {
            webhooks: webhooks.clone(),
            sender: sender.clone(),
            clock: clock.clone(),
            ids: storage.ids.clone(),
        };
        let use_cases = Webhooks { manage: Arc::new(manage), store: webhooks.clone() };
        Ok(Self { use_cases, one: WebhookLoop::new(Arc::new(SendWebhooks { webhooks, sender, clock })) })
    }

    pub(super) fn start(&self, tasks: &Tasks) {
        for _ in 0..WebhookLoop::COUNT {
            let one = self.one.clone();
            tasks.repeat("webhook loop", move || one.clone().step());
        }
    }
}
