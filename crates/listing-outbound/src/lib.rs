//! Calls external services over HTTP.
//!
//! [`Transport`] limits time and bytes, follows no redirects, uses no proxies, and calls only the configured
//! hosts and those that they name. An [`ApiKey`] is never printed, and is sent unencrypted only to this
//! machine. A [`Fault`] contains no secrets. A [`Circuit`] is a circuit breaker.
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
