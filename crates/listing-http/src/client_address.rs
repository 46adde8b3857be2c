//! Finds the client address whose rate limit a request counts against.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::http::header::HeaderMap;
use ipnet::IpNet;

const FORWARDED_FOR: &str = "x-forwarded-for";
/// RFC 7239; read only if [`FORWARDED_FOR`] is missing.
const FORWARDED: &str = "forwarded";

const MAX_SHOWN: usize = 60;

/// An IPv6 network of 64 bits usually belongs to one customer, so all its addresses count as one.
const IPV6_NETWORK_GROUPS: usize = 4;

/// The trusted proxies in front of the service. Only their forwarding headers are believed, since anyone else
/// could send any address.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

/// A text that is neither an IP address nor a network.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is neither an address such as 10.0.0.7 nor a network such as 10.0.0.0/8")]
pub struct InvalidProxy(String);

impl FromStr for TrustedProxies {
    type Err = InvalidProxy;

    /// Reads comma-separated addresses and networks; an empty list is fine.
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

    /// Returns the connection's peer or, behind trusted proxies, the last address that they report.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.to_canonical();
        if self.trusts(client) {
            for hop in hops(headers).iter().rev() {
                if !self.trusts(client) {
                    break;
                }
                let Some(address) = address_in(hop) else {
                    warn_once(client, hop);
                    break;
                };
                client = address.to_canonical();
            }
        }
        network_of(client)
    }
}

impl fmt::Display for TrustedProxies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        for (number, network) in self.0.iter().enumerate() {
            let comma = if number == 0 { "" } else { ", " };
            let is_address = network.prefix_len() == network.max_prefix_len();
            if is_address { write!(f, "{comma}{}", network.addr())? } else { write!(f, "{comma}{network}")? }
        }
        Ok(())
    }
}

/// The addresses as written, from the first to the last proxy. Several headers of one name form one list.
fn hops(headers: &HeaderMap) -> Vec<String> {
    let list = |name: &str, separators: &[char]| {
        let lines = headers.get_all(name).map(|value| String::from_utf8_lossy(value.as_bytes()));
        let hops: Vec<String> = lines
            .flat_map(|line| line.split(separators).map(|hop| hop.trim().to_owned()).collect::<Vec<_>>())
            .filter(|hop| !hop.is_empty())
            .collect();
        hops
    };
    if headers.contains_key(FORWARDED_FOR) {
        return list(FORWARDED_FOR, &[',']);
    }
    let pairs = list(FORWARDED, &[',', ';']).into_iter();
    pairs
        .filter_map(|pair| {
            let (name, value) = pair.split_once('=')?;
            name.trim().eq_ignore_ascii_case("for").then(|| value.trim().to_owned())
        })
        .collect()
}

/// Reads an entry, which proxies write with a port, in brackets or in quotes.
fn address_in(hop: &str) -> Option<IpAddr> {
    let hop = hop.trim_matches(['"', ' ', '\t']);
    if let Ok(with_port) = hop.parse::<SocketAddr>() {
        return Some(with_port.ip());
    }
    let bare = match hop.strip_prefix('[') {
        Some(v6) => v6.split_once(']').filter(|(_, port)| port.is_empty() || port.starts_with(':'))?.0,
        // A port that is not a number, such as RFC 7239's `_hidden`.
        None if hop.matches(':').count() == 1 => hop.split(':').next()?,
        None => hop,
    };
    let bare = bare.split('%').next().unwrap_or(bare);
    bare.parse().ok()
}

fn warn_once(proxy: IpAddr, hop: &str) {
    static HAS_WARNED: AtomicBool = AtomicBool::new(false);
    if !HAS_WARNED.swap(true, Ordering::Relaxed) {
        let shown: String = hop.chars().take(MAX_SHOWN).collect();
        tracing::warn!(
            %proxy,
            found = ?shown,
            "cannot read the client address that the trusted proxy {proxy} sends: its requests count for the \
             proxy itself; have it send addresses such as 203.0.113.7 in X-Forwarded-For"
        );
    }
}

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
    fn headers_of_untrusted_clients_are_ignored() {
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
    fn addresses_are_read_in_every_form_that_proxies_write() {
        for hop in [
            "203.0.113.7:51234",
            "\"203.0.113.7\"",
            "\"203.0.113.7:51234\"",
            "203.0.113.7,",
            "203.0.113.7, ",
            ",203.0.113.7",
            "::ffff:203.0.113.7",
            "[::ffff:203.0.113.7]:443",
            "203.0.113.7:_hidden",
        ] {
            check("10.0.0.1", "10.0.0.1", &[hop], "203.0.113.7");
        }
        for hop in [
            "2001:db8::7",
            "[2001:db8::7]",
            "[2001:db8::7]:443",
            "\"[2001:db8::7]:443\"",
            "[2001:db8::7%eth0]",
        ] {
            check("10.0.0.1", "10.0.0.1", &[hop], "2001:db8::");
        }
        check("10.0.0.0/8", "10.0.0.1", &["203.0.113.7:1", "10.0.0.2:9000"], "203.0.113.7");
        for hop in ["unknown", "_hidden", "203.0.113", "[2001:db8::7", "[2001:db8::7]x", "a:b", "\u{ff}"] {
            check("10.0.0.1", "10.0.0.1", &[&format!("198.51.100.1, {hop}")], "10.0.0.1");
        }
    }

    #[test]
    fn the_forwarded_header_is_read_only_without_x_forwarded_for() {
        let client = |pairs: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in pairs {
                headers.append(HeaderName::from_static(name), HeaderValue::from_static(value));
            }
            let proxies: TrustedProxies = "10.0.0.0/8".parse().unwrap();
            proxies.client("10.0.0.1".parse().unwrap(), &headers).to_string()
        };
        assert_eq!(client(&[("forwarded", "for=203.0.113.7;proto=https;by=10.0.0.1")]), "203.0.113.7");
        assert_eq!(client(&[("forwarded", "For=\"[2001:db8::7]:443\"")]), "2001:db8::");
        assert_eq!(
            client(&[("forwarded", "for=198.51.100.9, for=203.0.113.7"), ("forwarded", "for=10.0.0.3")]),
            "203.0.113.7"
        );
        assert_eq!(
            client(&[("forwarded", "for=198.51.100.9"), ("x-forwarded-for", "203.0.113.7")]),
            "203.0.113.7"
        );
        assert_eq!(client(&[("forwarded", "proto=https")]), "10.0.0.1");
    }

    #[test]
    fn proxies_are_printed_as_they_were_configured() {
        for (text, shown) in [("", "none"), ("10.0.0.7,192.168.0.0/16, ::1", "10.0.0.7, 192.168.0.0/16, ::1")]
        {
            assert_eq!(text.parse::<TrustedProxies>().unwrap().to_string(), shown);
        }
    }

    #[test]
    fn all_addresses_of_an_ipv6_network_count_as_one_client() {
        check("", "2001:db8:1:2:3:4:5:6", &[], "2001:db8:1:2::");
    }

    #[test]
    fn texts_without_an_address_or_network_are_refused() {
        let refused = "10.0.0.1, proxy.example".parse::<TrustedProxies>().unwrap_err();
        assert_eq!(refused, InvalidProxy("proxy.example".into()));
    }
}
