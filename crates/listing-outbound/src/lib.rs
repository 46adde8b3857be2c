//! Calls external services over HTTP, for all adapters.
//!
//! [`Transport`] calls the configured host and those that it names. It limits time and bytes,
//! follows no redirects and uses no proxies. An [`ApiKey`] is never printed, and sent unencrypted
//! to this machine only. A [`Fault`] is the reason for a missing reply, in words without secrets. A
//! [`Circuit`] is a circuit breaker.
#![deny(missing_docs)]

mod circuit;
mod documents;
mod fault;
mod key;
mod transport;

pub use reqwest::{Url, header};

pub use circuit::{Attempt, Circuit, CircuitPermit, Open};
pub use documents::documents;
pub use fault::{Fault, ServiceError};
pub use key::ApiKey;
pub use transport::{BaseUrl, BaseUrlError, Transport, TransportError};
