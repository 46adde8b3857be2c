//! Sends webhooks: [`HttpWebhooks`] implements the port `WebhookSender` with the headers, the body and the
//! signature of Standard Webhooks.
#![deny(missing_docs)]

mod body;
mod sender;

pub use sender::HttpWebhooks;
