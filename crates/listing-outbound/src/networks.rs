//! The addresses to which a guarded call may connect.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use ipnet::IpNet;

/// Networks that the host opens for guarded calls, besides the public addresses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Networks(Vec<IpNet>);

/// A text that is neither an IP address nor a network.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is neither an address such as 10.0.0.7 nor a network such as 10.0.0.0/8")]
pub struct InvalidNetworks(String);

impl FromStr for Networks {
    type Err = InvalidNetworks;

    /// Reads comma-separated addresses and networks; an empty list is fine.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let network = |part: &str| {
            part.parse()
                .or_else(|_| part.parse::<IpAddr>().map(IpNet::from))
                .map_err(|_| InvalidNetworks(part.into()))
        };
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        parts.map(network).collect::<Result<_, _>>().map(Self)
    }
}

impl Networks {
    /// Returns true for an address in one of the networks.
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }
}

impl fmt::Display for Networks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.0.iter().map(ToString::to_string).collect::<Vec<_>>();
        f.write_str(if shown.is_empty() { "none" } else { "" })?;
        f.write_str(&shown.join(", "))
    }
}

/// Returns true for an address that anyone on the internet can reach.
pub(crate) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// The special ranges of RFC 6890 and its successors.
fn is_public_v4(address: Ipv4Addr) -> bool {
    match address.octets() {
        // This network, private networks, this machine, multicast, reserved and broadcast.
        [0 | 10 | 127 | 224.., ..]
        // Networks of providers (CGNAT).
        | [100, 64..=127, ..]
        // Addresses of one link, among them metadata services of clouds.
        | [169, 254, ..]
        | [172, 16..=31, ..]
        | [192, 168, ..]
        // Protocols, documentation, relays of 6to4.
        | [192, 0, 0 | 2, _]
        | [192, 88, 99, _]
        // Benchmarks, documentation.
        | [198, 18 | 19, ..]
        | [198, 51, 100, _]
        | [203, 0, 113, _] => false,
        _ => true,
    }
}

/// Global unicast addresses, except those that contain an IPv4 address or have a special purpose. IPv4-mapped,
/// NAT64, unique local, link-local and multicast addresses are all outside `2000::/3`.
fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        // Protocols, among them Teredo, and documentation.
        [0x2001, 0..=0x01ff | 0x0db8, ..]
        | [0x3fff, 0..=0x0fff, ..]
        // 6to4.
        | [0x2002, ..] => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUBLIC: &str = "1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 172.15.255.255 172.32.0.0 192.0.1.1 \
        198.17.255.255 198.20.0.0 223.255.255.255 2606:4700::1111 2a00:1450:4007::1 2001:200::1 3ffe::1";
    const OTHER: &str = "0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.169.254 \
        172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255 \
        198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 \
        ::ffff:127.0.0.1 ::ffff:1.1.1.1 64:ff9b::7f00:1 64:ff9b::101:101 64:ff9b:1::1 100::1 2001::1 \
        2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1::1 2002:101:101::1 3fff::1 5f00::1 fc00::1 \
        fd12:3456::1 fe80::1 fec0::1 ff02::1";

    #[test]
    fn only_addresses_of_the_internet_are_public() {
        for (texts, expected) in [(PUBLIC, true), (OTHER, false)] {
            for text in texts.split_whitespace() {
                assert_eq!(is_public(text.parse().unwrap()), expected, "{text}");
            }
        }
    }

    #[test]
    fn networks_are_addresses_and_ranges() {
        let networks: Networks = "10.0.0.7, 192.168.0.0/16,fd00::/8".parse().unwrap();
        let is_in = |text: &str| networks.contains(text.parse().unwrap());
        assert!(is_in("10.0.0.7") && is_in("192.168.9.9") && is_in("fd12::1"));
        assert!(!is_in("10.0.0.8") && !is_in("::ffff:10.0.0.7"));
        assert_eq!(networks.to_string(), "10.0.0.7/32, 192.168.0.0/16, fd00::/8");
        assert_eq!("".parse::<Networks>().unwrap().to_string(), "none");
        assert!("10.0.0".parse::<Networks>().is_err());
    }
}
