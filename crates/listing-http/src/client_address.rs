//! Whose address a request is counted for.

use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

use actix_web::http::header::HeaderMap;
use ipnet::IpNet;

/// Where proxies write the addresses that a request came through.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// Leading 16-bit groups of an IPv6 address that name a network. One customer
/// usually holds all the addresses below these 64 bits, so they count as one.
const IPV6_NETWORK_GROUPS: usize = 4;

/// The proxies in front of the service. Only these are believed when they say
/// whom they forward for; anybody else could write whatever address he likes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

/// A text that names no proxy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is neither an address such as 10.0.0.7 nor a network such as 10.0.0.0/8")]
pub struct InvalidProxy(String);

impl FromStr for TrustedProxies {
    type Err = InvalidProxy;

    /// Reads addresses and networks, separated by commas; none at all is fine.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let network = |part: &str| {
            part.parse()
                .or_else(|_| part.parse::<IpAddr>().map(IpNet::from))
                .map_err(|_| InvalidProxy(part.into()))
        };
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        parts.map(network).collect::<Result<_, _>>().map(Self)
    }
}

impl TrustedProxies {
    fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }

    /// The address that a request is counted for: the peer's, or the last
    /// address that the trusted proxies between it and us vouch for.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.to_canonical();
        let lines: Vec<&str> =
            headers.get_all(FORWARDED_FOR).map(|value| value.to_str().unwrap_or("")).collect();
        for hop in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
            if !self.trusts(client) {
                break;
            }
            let Ok(address) = hop.trim().parse::<IpAddr>() else { break };
            client = address.to_canonical();
        }
        network_of(client)
    }
}

/// The address itself, or the network's for IPv6.
fn network_of(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => {
            let mut groups = v6.segments();
            groups[IPV6_NETWORK_GROUPS..].fill(0);
            IpAddr::V6(Ipv6Addr::from(groups))
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderName, HeaderValue};

    use super::*;

    fn check(proxies: &str, peer: &str, forwarded: &[&str], expected: &str) {
        let mut headers = HeaderMap::new();
        for line in forwarded {
            let value = HeaderValue::from_str(line).unwrap();
            headers.append(HeaderName::from_static(FORWARDED_FOR), value);
        }
        let proxies: TrustedProxies = proxies.parse().unwrap();
        let client = proxies.client(peer.parse().unwrap(), &headers);
        assert_eq!(client.to_string(), expected, "{proxies:?} {peer} {forwarded:?}");
    }

    #[test]
    fn strangers_are_not_believed() {
        check("", "203.0.113.9", &["198.51.100.1"], "203.0.113.9");
        check("10.0.0.0/8", "203.0.113.9", &["198.51.100.1"], "203.0.113.9");
    }

    #[test]
    fn the_last_address_before_the_trusted_proxies_counts() {
        check("10.0.0.0/8", "10.0.0.1", &["198.51.100.1"], "198.51.100.1");
        check("10.0.0.1", "10.0.0.1", &["1.1.1.1, 198.51.100.1"], "198.51.100.1");
        check("10.0.0.0/8", "10.0.0.1", &["1.1.1.1", "198.51.100.1, 10.0.0.2"], "198.51.100.1");
        check("10.0.0.0/8", "10.0.0.1", &[], "10.0.0.1");
        check("10.0.0.0/8", "10.0.0.1", &["nonsense"], "10.0.0.1");
        check("127.0.0.1, ::1", "::1", &["198.51.100.1"], "198.51.100.1");
        check("10.0.0.1", "::ffff:10.0.0.1", &["198.51.100.1"], "198.51.100.1");
    }

    #[test]
    fn a_network_of_ipv6_counts_as_one_client() {
        check("", "2001:db8:1:2:3:4:5:6", &[], "2001:db8:1:2::");
    }

    #[test]
    fn settings_that_name_no_proxy_are_refused() {
        let refused = "10.0.0.1, proxy.example".parse::<TrustedProxies>().unwrap_err();
        assert_eq!(refused, InvalidProxy("proxy.example".into()));
    }
}
