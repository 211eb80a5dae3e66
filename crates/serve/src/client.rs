//! Who asks: the address of a client, even behind a trusted proxy.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

use hyper::HeaderMap;
use lastbite::notation::Quoted;
use thiserror::Error;

/// A client as it is counted: an IPv4 address, or an IPv6 network of one household.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client(IpAddr);

impl Client {
    /// Returns the client that has an address.
    pub fn at(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = address.to_bits() >> 64 << 64;
                Client(Ipv6Addr::from_bits(network).into())
            }
            address => Client(address),
        }
    }
}

/// Addresses with a common prefix, as in `10.0.0.0/8`, or a single one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    start: IpAddr,
    bits: u8,
}

/// Why a text is not a network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} is not an address or a network; one is written like 10.0.0.1 or 10.0.0.0/8")]
pub struct NetworkError(Quoted);

impl FromStr for Network {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Self, NetworkError> {
        let read = || {
            let (start, bits) =
                text.split_once('/').map_or((text, None), |(start, bits)| (start, Some(bits)));
            let start: IpAddr = start.parse().ok()?;
            let most = if start.is_ipv4() { 32 } else { 128 };
            let bits = bits.map_or(Some(most), |bits| bits.parse().ok())?;
            (bits <= most).then_some(Network { start, bits })
        };
        read().ok_or_else(|| NetworkError(Quoted::new(text)))
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.start, self.bits)
    }
}

impl Network {
    /// Says whether an address is in the network.
    pub fn has(&self, address: IpAddr) -> bool {
        let begins_alike = |one: u128, other: u128, length: u32| {
            let rest = length - u32::from(self.bits);
            one.checked_shr(rest) == other.checked_shr(rest)
        };
        match (self.start, address.to_canonical()) {
            (IpAddr::V4(start), IpAddr::V4(address)) => {
                begins_alike(start.to_bits().into(), address.to_bits().into(), 32)
            }
            (IpAddr::V6(start), IpAddr::V6(address)) => begins_alike(start.to_bits(), address.to_bits(), 128),
            _ => false,
        }
    }
}

/// Finds the address that a request comes from.
///
/// Each proxy appends the address that asked it. So the list is read from its end, and only as far as the
/// proxies are trusted: anything before that may be made up by the client.
pub fn address_of(peer: IpAddr, headers: &HeaderMap, trusted: &[Network]) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.has(address));
    let mut address = peer.to_canonical();
    if trusted.is_empty() {
        return address;
    }
    let lines = headers.get_all("x-forwarded-for").into_iter().filter_map(|line| line.to_str().ok());
    let named: Vec<&str> = lines.flat_map(|line| line.split(',')).collect();
    for name in named.iter().rev() {
        if !is_trusted(address) {
            break;
        }
        let Some(before) = read_address(name.trim()) else { break };
        address = before;
    }
    address
}

/// Reads an address as proxies write it, perhaps with a port.
fn read_address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().or_else(|_| text.parse().map(|at: std::net::SocketAddr| at.ip()));
    address.ok().map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_network_is_an_address_or_its_first_bits() {
        let network: Network = "10.1.0.0/16".parse().unwrap();
        assert!(network.has(address("10.1.255.3")) && network.has(address("::ffff:10.1.0.1")));
        assert!(!network.has(address("10.2.0.1")) && !network.has(address("::1")));
        let one: Network = "::1".parse().unwrap();
        assert!(one.has(address("::1")) && !one.has(address("::2")));
        let all: Network = "::/0".parse().unwrap();
        assert!(all.has(address("2001:db8::1")) && !all.has(address("1.2.3.4")));
        assert!("0.0.0.0/0".parse::<Network>().unwrap().has(address("1.2.3.4")));
        for wrong in ["", "banana", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/-1", "10.0.0/8"] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let trusted = ["127.0.0.1".parse().unwrap(), "10.0.0.0/8".parse().unwrap()];
        let from = |peer: &str, forwarded: &[&str], trusted: &[Network]| {
            let mut headers = HeaderMap::new();
            for line in forwarded {
                headers.append("x-forwarded-for", line.parse().unwrap());
            }
            address_of(address(peer), &headers, trusted).to_string()
        };
        assert_eq!(from("127.0.0.1", &["1.2.3.4"], &[]), "127.0.0.1");
        assert_eq!(from("9.9.9.9", &["1.2.3.4"], &trusted), "9.9.9.9", "it is no proxy");
        assert_eq!(from("127.0.0.1", &["6.6.6.6, 1.2.3.4"], &trusted), "1.2.3.4", "6.6.6.6 is made up");
        assert_eq!(from("127.0.0.1", &["1.2.3.4", "10.0.0.7"], &trusted), "1.2.3.4", "two proxies");
        assert_eq!(from("127.0.0.1", &["1.2.3.4:555"], &trusted), "1.2.3.4");
        assert_eq!(from("127.0.0.1", &["[2001:db8::5]:555"], &trusted), "2001:db8::5");
        assert_eq!(from("127.0.0.1", &["1.2.3.4, nonsense"], &trusted), "127.0.0.1");
        assert_eq!(from("127.0.0.1", &[], &trusted), "127.0.0.1");
        assert_eq!(from("127.0.0.1", &["10.0.0.7"], &trusted), "10.0.0.7", "a proxy asks for itself");
    }

    #[test]
    fn a_household_is_one_client() {
        let client = |text: &str| Client::at(address(text));
        assert_eq!(client("2001:db8:1:2:3::4"), client("2001:db8:1:2:ffff::1"));
        assert_ne!(client("2001:db8:1:2::1"), client("2001:db8:1:3::1"));
        assert_ne!(client("1.2.3.4"), client("1.2.3.5"));
        assert_eq!(client("::ffff:1.2.3.4"), client("1.2.3.4"));
    }
}
