//! The host names under which browsers reach the service.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use actix_web::dev::ServiceRequest;
use actix_web::http::header::HOST;
use actix_web::http::uri::Authority;

/// For a `Host` header that cannot be read. It matches no host.
const UNREADABLE: &str = ".";

/// The host names under which the web app and the metrics are served.
///
/// Another site can point its own name to an address in the service's network and then read the answers under
/// that name (DNS rebinding). So other public names are refused once the service's own origin is known.
/// Addresses, `localhost` and names without a dot are always served: no other site can have one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OwnHosts {
    /// In lowercase and without port; empty if every name is served.
    names: Vec<String>,
}

/// A text that is not a host name. It omits the text, which may be a misplaced secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("each must be a host name, such as ptl.example.com")]
pub struct InvalidHost;

impl FromStr for OwnHosts {
    type Err = InvalidHost;

    /// An empty list is fine.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let name = |part: &str| {
            let is_name = part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_".contains(&byte));
            if is_name { Ok(part.to_ascii_lowercase()) } else { Err(InvalidHost) }
        };
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        Ok(Self { names: parts.map(name).collect::<Result<_, _>>()? })
    }
}

impl fmt::Display for OwnHosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.names.is_empty() { f.write_str("none") } else { f.write_str(&self.names.join(", ")) }
    }
}

impl OwnHosts {
    /// Adds an origin's host. Without an origin every name is served.
    #[must_use]
    pub fn with_origin(mut self, origin: Option<&str>) -> Self {
        match origin.and_then(|origin| origin.split_once("://")) {
            Some((_, authority)) => self.names.push(name_of(authority)),
            None => self.names.clear(),
        }
        self
    }

    /// True if a request names one of these hosts, or none at all, which no browser does.
    pub(crate) fn serves(&self, request: &ServiceRequest) -> bool {
        let header = request.headers().get(HOST).map(|value| value.to_str().unwrap_or(UNREADABLE));
        // A whole address in the first line takes precedence over the header (RFC 9112, 3.2.2).
        let authority = request.uri().authority().map(Authority::as_str).or(header);
        authority.is_none_or(|authority| self.includes(authority))
    }

    fn includes(&self, authority: &str) -> bool {
        let name = name_of(authority);
        self.names.is_empty()
            || self.names.contains(&name)
            || is_address(&name)
            || !name.contains('.')
            || name.ends_with(".localhost")
    }
}

/// The host's name without user, port and final dot, in lowercase.
fn name_of(authority: &str) -> String {
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let host = match host.strip_prefix('[') {
        Some(v6) => match v6.split_once(']') {
            Some((address, port)) if port.is_empty() || port.starts_with(':') => address,
            _ => UNREADABLE,
        },
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    host.strip_suffix('.').filter(|name| !name.is_empty()).unwrap_or(host).to_ascii_lowercase()
}

fn is_address(name: &str) -> bool {
    let v6 = name.split('%').next().unwrap_or(name);
    name.parse::<Ipv4Addr>().is_ok() || v6.parse::<Ipv6Addr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_served(origin: Option<&str>, more: &str, authority: &str) -> bool {
        more.parse::<OwnHosts>().unwrap().with_origin(origin).includes(authority)
    }

    #[test]
    fn with_a_public_origin_other_public_host_names_are_refused() {
        let own = Some("https://ptl.example.com:8443");
        for authority in [
            "ptl.example.com",
            "PTL.Example.com.",
            "ptl.example.com:8443",
            "ptl.example.com:80",
            "localhost:8080",
            "app.localhost",
            "127.0.0.1:8080",
            "[::1]:8080",
            "[fe80::1%25eth0]",
            "192.168.1.5",
            "ptl:8080",
        ] {
            assert!(is_served(own, "", authority), "{authority}");
        }
        for authority in [
            "evil.example",
            "evil.example:8080",
            "ptl.example.com.evil.example",
            "evilptl.example.com",
            "127.0.0.1.evil.example",
            "localhost.evil.example",
            "ptl.example.com@evil.example",
            "[::1].evil.example",
            "0x7f.1",
            "1.2.3",
            ".",
        ] {
            assert!(!is_served(own, "", authority), "{authority}");
        }
        assert!(is_served(own, "ptl.internal, other.example", "other.example:1"));
    }

    #[test]
    fn without_a_public_origin_every_host_name_is_served() {
        assert!(is_served(None, "", "anything.example"));
    }

    #[test]
    fn invalid_host_names_are_refused() {
        for text in ["https://a.example", "a.example:80", "a b"] {
            assert!(text.parse::<OwnHosts>().is_err(), "{text}");
        }
        assert_eq!("A.example,b".parse::<OwnHosts>().unwrap().to_string(), "a.example, b");
    }
}
