use std::fmt;
use std::str::FromStr;

/// The error for a text that is not an id of a payment provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an id of a payment provider must have 1 to 255 visible ASCII characters")]
pub struct InvalidProviderId;

const MAX_CHARS: usize = 255;

macro_rules! provider_ids {
    ($($(#[$meta:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = InvalidProviderId;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let is_id = (1..=MAX_CHARS).contains(&text.len())
                    && text.bytes().all(|byte| byte.is_ascii_graphic());
                if is_id { Ok(Self(text.to_owned())) } else { Err(InvalidProviderId) }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )+};
}

provider_ids! {
    /// The provider's id of a checkout.
    CheckoutId,
    /// The provider's id of a customer.
    CustomerId,
    /// The provider's id of a subscription.
    SubscriptionId,
    /// The provider's id of a payment.
    ProviderPaymentId,
    /// The provider's id of a refund.
    ProviderRefundId,
    /// The provider's id of a dispute.
    DisputeId,
    /// The provider's id of an event, the same in each delivery.
    EventId,
}
