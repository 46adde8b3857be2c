//! Brings together what is kept of an account, for its owner.

use std::sync::Arc;

use jiff::Timestamp;

use super::PersonError;
use super::welcome::AuthDeps;
use crate::entitlement::Entitlement;
use crate::ids::AccountId;
use crate::key::KeyRecord;
use crate::person::{LinkedIdentity, Person};
use crate::ports::{AccountStore, EntitlementStore, QuotaLedger};
use crate::quota::{QuotaPolicy, Usage};
use crate::session::Session;

/// Brings together what is kept of an account, for its owner, but for what was generated: that
/// may be much, and is read page by page in a
/// [`GenerationStore`](crate::ports::GenerationStore).
pub struct ExportAccount {
    /// Who they are, and where they are signed in.
    pub parts: AuthDeps,
    /// Their keys.
    pub accounts: Arc<dyn AccountStore>,
    /// Their plans.
    pub entitlements: Arc<dyn EntitlementStore>,
    /// How they stand.
    pub quota: Arc<dyn QuotaLedger>,
    /// The limits.
    pub policy: QuotaPolicy,
}

/// What is kept of an account.
#[derive(Debug)]
pub struct AccountExport {
    /// When it was brought together: what has a time is judged as of then.
    pub taken_at: Timestamp,
    /// Who they are. The password's hash is theirs too, but of use only to a thief.
    pub person: Person,
    /// Who they are at providers of identities.
    pub identities: Vec<LinkedIdentity>,
    /// How they stand.
    pub usage: Usage,
    /// Their plans.
    pub entitlements: Vec<Entitlement>,
    /// Their keys.
    pub keys: Vec<KeyRecord>,
    /// Where they are signed in.
    pub sessions: Vec<Session>,
}

impl ExportAccount {
    /// Reads what is kept of an account.
    pub async fn run(&self, account: AccountId) -> Result<AccountExport, PersonError> {
        let parts = &self.parts;
        let now = parts.now();
        let person = parts.people.person(account).await?.ok_or(PersonError::NoSuchAccount)?;
        Ok(AccountExport {
            taken_at: now,
            person,
            identities: parts.people.identities(account).await?,
            usage: self.quota.usage(account, self.policy.free_units, now).await?,
            entitlements: self.entitlements.entitlements(account).await?,
            keys: self.accounts.keys(account).await?,
            sessions: parts.sessions.sessions(account, now, &parts.policy.sessions).await?,
        })
    }
}
