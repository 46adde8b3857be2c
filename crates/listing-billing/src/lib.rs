//! Sells products through Stripe.
//!
//! [`Stripe`] implements the ports `PaymentProvider` and `EventVerifier` with one pinned version of Stripe's
//! API. Objects carry the account and the product in their metadata. An object without them belongs to another
//! product of the same seller, so it is unknown here.
#![deny(missing_docs)]

mod checkout;
mod client;
mod endpoint;
mod error;
mod event;
mod form;
mod object;
mod payment;
mod product;
mod provider;
mod settings;
mod signature;
mod subscription;

pub use endpoint::{EndpointState, WebhookCheck};
pub use provider::Stripe;
pub use settings::{
    InvalidStripeKey, InvalidStripeWebhookSecrets, StripeKey, StripeSettings, StripeWebhookSecrets,
};
