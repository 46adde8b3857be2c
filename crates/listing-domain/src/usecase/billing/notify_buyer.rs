//! Informs buyers of their payments and plans by mail.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::Sell;
use crate::billing::{OrderTerms, SubscriptionState};
use crate::ids::{AccountId, MailId};
use crate::mail::{Mail, MailLink, MailOccasion, MailSubject, WaitingMail};
use crate::options::Language;
use crate::ports::{Clock, IdSource, Outbox, PersonStore, PersonStoreError, StoreError};

/// Informs buyers of their payments and plans by mail, once of each occasion however often it is applied.
#[derive(Clone)]
pub struct NotifyBuyer {
    /// Knows the buyers' emails and languages.
    pub people: Arc<dyn PersonStore>,
    /// Stores the messages.
    pub outbox: Arc<dyn Outbox>,
    /// Creates the messages' ids.
    pub ids: Arc<dyn IdSource>,
    /// Provides the time.
    pub clock: Arc<dyn Clock>,
    /// The address of the service.
    pub origin: String,
}

impl NotifyBuyer {
    /// The age up to which an occasion is worth a message. The outbox remembers occasions for longer.
    const RECENT: SignedDuration = SignedDuration::from_hours(30 * 24);
    /// The time for which a message may wait to be sent.
    const LASTS: SignedDuration = SignedDuration::from_hours(7 * 24);

    /// Sends the link to the page of an order that was paid at a moment.
    pub(super) async fn order_paid(&self, terms: &OrderTerms, at: Timestamp) -> Result<(), StoreError> {
        let about = MailSubject::Receipt(self.link(&format!("{}/{}", Sell::PURCHASES_PATH, terms.id)));
        self.notify(terms.account, Some(terms.language), about, &terms.id.to_string(), at).await
    }

    /// Asks for another means of payment, once in each unpaid period.
    pub(super) async fn renewal_failed(
        &self,
        account: AccountId,
        state: &SubscriptionState,
    ) -> Result<(), StoreError> {
        let about = MailSubject::PaymentFailed(self.link(Sell::PURCHASES_PATH));
        self.notify(account, None, about, &period(state), state.period.start()).await
    }

    /// Announces that a plan ended at a moment, once in each period.
    pub(super) async fn plan_ended(
        &self,
        account: AccountId,
        state: &SubscriptionState,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let about = MailSubject::PlanEnded(self.link(Sell::PRICING_PATH));
        self.notify(account, None, about, &period(state), at).await
    }

    fn link(&self, path: &str) -> MailLink {
        MailLink::new(format!("{}{path}", self.origin))
    }

    /// Queues a message about an object in the buyer's language, or in that of the order.
    async fn notify(
        &self,
        account: AccountId,
        ordered_in: Option<Language>,
        about: MailSubject,
        object: &str,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let now = self.clock.now();
        if at < now.saturating_sub(Self::RECENT).unwrap_or(now) {
            return Ok(());
        }
        let person = self.people.person(account).await.map_err(store_error)?;
        let Some(person) = person else { return Ok(()) };
        let language = person.preferences.language.or(ordered_in).unwrap_or_default();
        let occasion = MailOccasion::new(&about, object);
        let waiting = WaitingMail {
            id: MailId::new(self.ids.id()),
            mail: Mail { to: person.account.email, language, about },
            created_at: now,
            expires_at: now.saturating_add(Self::LASTS).unwrap_or(Timestamp::MAX),
            failures: 0,
        };
        self.outbox.put_once(&waiting, &occasion).await.map(drop)
    }
}

/// Identifies a period of a subscription.
fn period(state: &SubscriptionState) -> String {
    format!("{} {}", state.id, state.period.start().as_second())
}

fn store_error(error: PersonStoreError) -> StoreError {
    match error {
        PersonStoreError::Store(error) => error,
        other => StoreError::Inconsistent(other.into()),
    }
}
