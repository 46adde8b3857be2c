//! Calls external services over HTTP.
//!
//! [`Transport`] limits time and bytes, follows no redirects, uses no proxies, and calls only the configured
//! hosts and those that they name. An [`ApiKey`] is never printed, and is sent unencrypted only to this
//! machine. A [`Fault`] contains no secrets. A [`Circuit`] is a circuit breaker.
//!
//! [`GuardedTransport`] calls addresses that callers choose. It connects only to public addresses and to
//! networks that the host names.
#![deny(missing_docs)]

mod circuit;
mod documents;
mod fault;
mod guarded;
mod key;
mod networks;
mod transport;

pub use reqwest::{Url, header};

pub use circuit::{Attempt, Circuit, CircuitPermit, Open};
pub use documents::documents;
pub use fault::{Fault, ServiceError};
pub use guarded::{GuardedFault, GuardedTransport};
pub use key::ApiKey;
pub use networks::{InvalidNetworks, Networks};
pub use transport::{BaseUrl, BaseUrlError, Transport, TransportError};
