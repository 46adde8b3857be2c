//! Typed ids, which the compiler distinguishes.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};
use uuid::Uuid;

macro_rules! typed_ids {
    ($($(#[$meta:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Uuid);

        impl $name {
            /// Wraps an id from the `IdSource` port or from storage.
            pub const fn new(id: Uuid) -> Self {
                Self(id)
            }

            /// The sixteen bytes, for storage.
            pub const fn as_uuid(&self) -> &Uuid {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::parse_str(text).map(Self)
            }
        }
    )+};
}

typed_ids! {
    /// The id of an account.
    AccountId,
    /// The id of an API key; safe to show, unlike the key.
    KeyId,
    /// The id of a reservation in the quota ledger.
    ReservationId,
    /// The id of a generation; safe to show.
    GenerationId,
    /// The id of a batch; safe to show.
    BatchId,
    /// The id of a tray; safe to show.
    TrayId,
    /// The id of a photo in a tray; safe to show.
    TrayPhotoId,
    /// The id of a session; safe to show, unlike its token.
    SessionId,
    /// The id of a single-use link; safe to show, unlike its token.
    LinkId,
    /// The id of a queued message.
    MailId,
    /// The id of a webhook endpoint; safe to show.
    WebhookId,
    /// The id of a webhook message to one endpoint, the same in each attempt.
    DeliveryId,
    /// The id of an attempt to change something at a payment provider: its idempotency key.
    BillingAttemptId,
}

impl GenerationId {
    /// The id of the generation that a web form requests: the same for a repeated form, different for each
    /// account.
    pub fn from_form(account: AccountId, form: Uuid) -> Self {
        Self(derived(account.as_uuid(), &form, &[]))
    }
}

impl BillingAttemptId {
    /// The id of the order that a web form confirms: the same for a repeated form, different for each account.
    pub fn from_form(account: AccountId, form: Uuid) -> Self {
        Self(derived(account.as_uuid(), &form, &[]))
    }
}

impl DeliveryId {
    /// The id of the message about a batch to an endpoint. A batch ends once, so there is one such message.
    pub fn of_batch(endpoint: WebhookId, batch: BatchId) -> Self {
        Self(derived(endpoint.as_uuid(), batch.as_uuid(), &[]))
    }
}

impl TrayPhotoId {
    /// The id of a photo that a web form uploads, by its position in the form: the same for a repeated form,
    /// different for each account.
    pub fn from_form(account: AccountId, form: Uuid, position: usize) -> Self {
        let position = u64::try_from(position).unwrap_or(u64::MAX);
        Self(derived(account.as_uuid(), &form, &position.to_be_bytes()))
    }
}

/// Derives an id from two others and a part.
fn derived(one: &Uuid, other: &Uuid, part: &[u8]) -> Uuid {
    let digest: [u8; 32] = Sha256::new()
        .chain_update(one.as_bytes())
        .chain_update(other.as_bytes())
        .chain_update(part)
        .finalize()
        .into();
    let mut half = [0; 16];
    half.copy_from_slice(&digest[..16]);
    uuid::Builder::from_custom_bytes(half).into_uuid()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_form_gives_one_generation_id_per_account() {
        let account = |number| AccountId::new(Uuid::from_u128(number));
        let id = GenerationId::from_form(account(1), Uuid::from_u128(7));
        assert_eq!(GenerationId::from_form(account(1), Uuid::from_u128(7)), id);
        assert_ne!(GenerationId::from_form(account(2), Uuid::from_u128(7)), id);
        assert_ne!(GenerationId::from_form(account(1), Uuid::from_u128(8)), id);
    }
}
