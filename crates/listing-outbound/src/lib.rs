//! Calls to other people's services over HTTP, for whichever adapter makes them.
//!
//! [`Transport`] calls the configured host and those that it names, bounded in time and bytes,
//! without redirects and proxies; an [`ApiKey`] is shown by nothing and sent in clear to this
//! machine only; a [`Fault`] tells why there is no reply, in words that hold no secret. A
//! [`Circuit`] leaves a service alone while it is out of order.
#![deny(missing_docs)]

mod circuit;
mod documents;
mod fault;
mod key;
mod transport;

pub use reqwest::{Url, header};

pub use circuit::{Attempt, Circuit, Open, Passing};
pub use documents::documents;
pub use fault::{Fault, ServiceError};
pub use key::ApiKey;
pub use transport::{BaseUrl, BaseUrlError, Transport, TransportError};
