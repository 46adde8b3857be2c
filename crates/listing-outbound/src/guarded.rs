//! Calls to addresses that callers choose.

use std::error::Error;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::{Client, Url};
use tokio::time::{Instant, timeout, timeout_at};

use crate::networks::{Networks, is_public};
use crate::transport::{TransportError, client_builder};

const LOOKUP_TIMEOUT: Duration = Duration::from_secs(4);
/// The rest of an answer is not read.
const MAX_READ_BYTES: usize = 64 * 1024;

/// An HTTP client for addresses that callers choose, so that they cannot reach the host's own network.
///
/// It connects only to public addresses and to those of the allowed networks, checked for each connection
/// after the name is resolved. A name with any other address is refused as a whole. Unencrypted calls go only
/// to the allowed networks. It follows no redirects and uses no proxies.
#[derive(Debug, Clone)]
pub struct GuardedTransport {
    encrypted: Guarded,
    unencrypted: Guarded,
}

/// Why a guarded call got no answer.
#[derive(Debug, thiserror::Error)]
pub enum GuardedFault {
    /// The host has an address that is not allowed.
    #[error("the host has an address that is not allowed")]
    Forbidden,
    /// There was no connection, or it broke.
    #[error("no connection")]
    Unreachable(#[source] Box<dyn Error + Send + Sync>),
    /// The answer was late.
    #[error("no answer in time")]
    TimedOut,
}

/// The error of the resolver, which the HTTP client passes on.
#[derive(Debug, thiserror::Error)]
#[error("the host has an address that is not allowed")]
struct ForbiddenAddress;

#[derive(Debug, Clone)]
struct Guarded {
    client: Client,
    guard: Guard,
}

/// The addresses of a name.
type Lookup = fn(String) -> Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

#[derive(Debug, Clone)]
struct Guard {
    allowed: Arc<Networks>,
    allows_public: bool,
    lookup: Lookup,
}

impl GuardedTransport {
    /// Creates a client.
    ///
    /// # Errors
    /// If the HTTP client cannot be created.
    pub fn new(allowed: Networks) -> Result<Self, TransportError> {
        Self::with_lookup(allowed, |host| Box::pin(system_lookup(host)))
    }

    fn with_lookup(allowed: Networks, lookup: Lookup) -> Result<Self, TransportError> {
        let allowed = Arc::new(allowed);
        let guarded = |allows_public| -> Result<Guarded, TransportError> {
            let guard = Guard { allowed: allowed.clone(), allows_public, lookup };
            // Without idle connections, each call resolves and checks its host.
            let builder = client_builder().pool_max_idle_per_host(0).dns_resolver(Arc::new(guard.clone()));
            Ok(Guarded { client: builder.build().map_err(TransportError)?, guard })
        };
        Ok(Self { encrypted: guarded(true)?, unencrypted: guarded(false)? })
    }

    /// Checks that a call to an address would be allowed now.
    ///
    /// # Errors
    /// Also for a host without address.
    pub async fn check(&self, url: &str) -> Result<(), GuardedFault> {
        let (_, guarded, host) = self.target(url)?;
        if host.is_literal {
            return Ok(());
        }
        let checked = timeout(LOOKUP_TIMEOUT, guarded.guard.addresses(host.name)).await;
        match checked.unwrap_or_else(|_| Err(Box::new(io::Error::from(io::ErrorKind::TimedOut)))) {
            Ok(_) => Ok(()),
            Err(error) => Err(fault(error)),
        }
    }

    /// Posts JSON and returns the status code of the answer, whose body is discarded.
    ///
    /// # Errors
    /// If no answer came.
    pub async fn post(
        &self,
        url: &str,
        mut headers: HeaderMap,
        body: Vec<u8>,
        within: Duration,
    ) -> Result<u16, GuardedFault> {
        let deadline = Instant::now() + within;
        let (url, guarded, _) = self.target(url)?;
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let sent = timeout_at(deadline, guarded.client.post(url).headers(headers).body(body).send()).await;
        let mut response = sent.map_err(|_| GuardedFault::TimedOut)?.map_err(|error| {
            // The address may contain a secret of its receiver.
            if error.is_timeout() { GuardedFault::TimedOut } else { fault(Box::new(error.without_url())) }
        })?;
        let status = response.status().as_u16();
        // A receiver that still sends must not see a broken connection.
        let _ = timeout_at(deadline, async {
            let mut read = 0;
            while let Ok(Some(chunk)) = response.chunk().await {
                read += chunk.len();
                if read >= MAX_READ_BYTES {
                    break;
                }
            }
        })
        .await;
        Ok(status)
    }

    /// Parses an address and checks its host if that is an IP address, which no resolver sees.
    fn target(&self, text: &str) -> Result<(Url, &Guarded, Host), GuardedFault> {
        let url = Url::parse(text).map_err(|error| GuardedFault::Unreachable(error.into()))?;
        let guarded = match url.scheme() {
            "https" => &self.encrypted,
            "http" => &self.unencrypted,
            _ => return Err(GuardedFault::Forbidden),
        };
        let name = url.host_str().unwrap_or_default();
        // The parser has turned decimal, octal and hexadecimal forms into the usual one.
        let literal = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().ok();
        if literal.is_some_and(|address| !guarded.guard.allows(address)) {
            return Err(GuardedFault::Forbidden);
        }
        let host = Host { name: name.to_owned(), is_literal: literal.is_some() };
        Ok((url, guarded, host))
    }
}

/// The host of an address.
struct Host {
    name: String,
    is_literal: bool,
}

impl Guard {
    fn allows(&self, address: IpAddr) -> bool {
        self.allowed.contains(address) || (self.allows_public && is_public(address))
    }

    /// Resolves a name. One forbidden address refuses it: with a choice, the client might try that one.
    async fn addresses(&self, host: String) -> Result<Vec<IpAddr>, Box<dyn Error + Send + Sync>> {
        let found = (self.lookup)(host).await?;
        if found.is_empty() {
            return Err(io::Error::from(io::ErrorKind::NotFound).into());
        }
        if found.iter().all(|address| self.allows(*address)) {
            Ok(found)
        } else {
            Err(ForbiddenAddress.into())
        }
    }
}

impl Resolve for Guard {
    fn resolve(&self, name: Name) -> Resolving {
        let (guard, host) = (self.clone(), name.as_str().to_owned());
        Box::pin(async move {
            let found = guard.addresses(host).await?;
            // The client replaces port 0.
            let addresses: Addrs = Box::new(found.into_iter().map(|address| SocketAddr::new(address, 0)));
            Ok(addresses)
        })
    }
}

async fn system_lookup(host: String) -> io::Result<Vec<IpAddr>> {
    Ok(tokio::net::lookup_host((host, 0)).await?.map(|address| address.ip()).collect())
}

/// Finds the refusal of the resolver below the client's error.
fn fault(error: Box<dyn Error + Send + Sync>) -> GuardedFault {
    let mut cause: Option<&(dyn Error + 'static)> = Some(&*error);
    while let Some(error) = cause {
        if error.is::<ForbiddenAddress>() {
            return GuardedFault::Forbidden;
        }
        cause = error.source();
    }
    GuardedFault::Unreachable(error)
}

#[cfg(test)]
mod tests;
