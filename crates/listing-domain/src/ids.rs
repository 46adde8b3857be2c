//! Typed identities: an id of one thing can never be passed for another's.

use std::fmt;
use std::str::FromStr;

use uuid::Uuid;

macro_rules! typed_ids {
    ($($(#[$meta:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Uuid);

        impl $name {
            /// Wraps an identity that the `IdSource` port has made or that an
            /// adapter has read back.
            pub const fn new(id: Uuid) -> Self {
                Self(id)
            }

            /// The identity as sixteen bytes, for storage.
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
    /// The identity of one reservation in the quota ledger.
    ReservationId,
    /// The identity of a generation, safe to show.
    GenerationId,
    /// The identity of a session, safe to show.
    SessionId,
    /// The identity of a link that works once, safe to show.
    LinkId,
    /// The identity of a message that waits to be sent.
    MailId,
}
