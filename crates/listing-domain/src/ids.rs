//! Typed identities: the id of one type can't be passed for that of another.

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
            /// Wraps an identity made by the `IdSource` port or read by an adapter.
            pub const fn new(id: Uuid) -> Self {
                Self(id)
            }

            /// Returns the sixteen bytes, for storage.
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
    /// The identity of an account.
    AccountId,
    /// The identity of an API key's record, safe to show.
    KeyId,
    /// The identity of a reservation in the quota ledger.
    ReservationId,
    /// The identity of a generation, safe to show.
    GenerationId,
    /// The identity of a session, safe to show.
    SessionId,
    /// The identity of a single-use link, safe to show.
    LinkId,
    /// The identity of a queued message.
    MailId,
}

impl GenerationId {
    /// Returns the identity of the generation that an account's form requests. Sending the form again gives
    /// the same identity, and no other account's form does.
    pub fn from_form(account: AccountId, form: Uuid) -> Self {
        let digest: [u8; 32] = Sha256::new()
            .chain_update(account.as_uuid().as_bytes())
            .chain_update(form.as_bytes())
            .finalize()
            .into();
        let mut half = [0; 16];
        half.copy_from_slice(&digest[..16]);
        Self(uuid::Builder::from_custom_bytes(half).into_uuid())
    }
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
