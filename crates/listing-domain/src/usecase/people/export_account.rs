//! Exports the stored data of an account for its owner.

use std::sync::Arc;

use jiff::Timestamp;

use super::PersonError;
use super::auth_deps::AuthDeps;
use crate::billing::{BillingPolicy, Order};
use crate::entitlement::Entitlement;
use crate::ids::AccountId;
use crate::kept_photos::{KeptPhotoSummary, PhotoRetention};
use crate::key::KeyRecord;
use crate::person::{LinkedIdentity, Person};
use crate::ports::{
    AccountStore, EntitlementStore, KeptPhotoStore, OrderStore, QuotaLedger, TrayStore, WebhookStore,
};
use crate::quota::{QuotaPolicy, Usage};
use crate::session::Session;
use crate::tray::Tray;
use crate::webhook::{Delivery, Webhook, WebhookPolicy};

/// Exports everything stored for an account except its generations, which are read page by page from a
/// [`GenerationStore`](crate::ports::GenerationStore), as there may be many.
pub struct ExportAccount {
    /// Provides the person and their sessions.
    pub parts: AuthDeps,
    /// Provides the keys.
    pub accounts: Arc<dyn AccountStore>,
    /// Provides the plans.
    pub entitlements: Arc<dyn EntitlementStore>,
    /// Provides the usage.
    pub quota: Arc<dyn QuotaLedger>,
    /// Provides the webhooks.
    pub webhooks: Arc<dyn WebhookStore>,
    /// Provides the orders.
    pub orders: Arc<dyn OrderStore>,
    /// Provides the photo retention, and the numbers of photos.
    pub photos: Arc<dyn KeptPhotoStore>,
    /// Provides the photos to sort.
    pub trays: Arc<dyn TrayStore>,
    /// The quota limits, which the exported usage mentions.
    pub policy: QuotaPolicy,
}

/// The exported data of an account.
#[derive(Debug)]
pub struct AccountExport {
    /// The moment of the export, at which everything time-dependent is evaluated.
    pub taken_at: Timestamp,
    /// The person, with the password hash, which must not leave the service.
    pub person: Person,
    /// The person's identities at identity providers.
    pub identities: Vec<LinkedIdentity>,
    /// The account's usage.
    pub usage: Usage,
    /// The account's plans.
    pub entitlements: Vec<Entitlement>,
    /// The account's keys.
    pub keys: Vec<KeyRecord>,
    /// The account's open sessions.
    pub sessions: Vec<Session>,
    /// The account's webhooks with their last deliveries.
    pub webhooks: Vec<(Webhook, Vec<Delivery>)>,
    /// The account's orders, newest first.
    pub orders: Vec<Order>,
    /// The time for which the account keeps photos; `None` if it keeps none.
    pub photo_retention: Option<PhotoRetention>,
    /// The numbers and dates of the account's photos.
    pub photos: KeptPhotoSummary,
    /// The photos that are not items yet, without their files.
    pub tray: Option<Tray>,
}

impl ExportAccount {
    /// Returns the stored data of an account.
    pub async fn run(&self, account: AccountId) -> Result<AccountExport, PersonError> {
        let deps = &self.parts;
        let now = deps.now();
        let person = deps.people.person(account).await?.ok_or(PersonError::NoSuchAccount)?;
        let mut webhooks = Vec::new();
        for webhook in self.webhooks.webhooks(account).await? {
            let deliveries = self.webhooks.deliveries(account, webhook.id, WebhookPolicy::MAX_LISTED).await?;
            webhooks.push((webhook, deliveries.unwrap_or_default()));
        }
        Ok(AccountExport {
            taken_at: now,
            person,
            identities: deps.people.identities(account).await?,
            usage: self.quota.usage(account, self.policy.free_units, now).await?,
            entitlements: self.entitlements.entitlements(account).await?,
            keys: self.accounts.keys(account).await?,
            sessions: deps.sessions.sessions(account, now, &deps.policy.sessions).await?,
            webhooks,
            orders: self.orders.orders(account, BillingPolicy::MAX_LISTED).await?,
            photo_retention: self.photos.photo_retention(account).await?,
            photos: self.photos.kept_photo_summary(account, now).await?,
            tray: self.trays.tray(account).await?,
        })
    }
}
