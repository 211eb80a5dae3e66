//! Which names this server answers to, and whose pages may ask it.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use hyper::header::{self, HeaderValue};
use hyper::http::uri::Authority;
use hyper::{HeaderMap, Uri};
use lastbite::notation::Quoted;
use thiserror::Error;

/// A name of this server, as a browser writes it: `play.example.org`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostName(String);

/// Why a text is not the name of a server.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} is not a host name; one is written like play.example.org, without a port")]
pub struct HostNameError(Quoted);

impl FromStr for HostName {
    type Err = HostNameError;

    fn from_str(text: &str) -> Result<Self, HostNameError> {
        match text.parse::<Authority>() {
            Ok(authority) if authority.host() == text && !text.contains('@') => Ok(HostName(plain(text))),
            _ => Err(HostNameError(Quoted::new(text))),
        }
    }
}

/// The names that are answered to.
///
/// A foreign page can point its own name to 127.0.0.1, and so reach a server that only listens there. But its
/// browser still sends the page's name, so a server that knows its own names is not fooled.
#[derive(Clone, Debug)]
pub enum Hosts {
    /// Any name.
    Any,
    /// These, and all names of this machine itself.
    Only(Vec<String>),
}

impl Hosts {
    /// Takes the names that were given; without any, a server that only this machine can reach answers to
    /// this machine's names, and any other to all.
    pub fn new(bind: SocketAddr, named: &[HostName]) -> Self {
        if named.is_empty() && !bind.ip().to_canonical().is_loopback() {
            return Hosts::Any;
        }
        let mut names: Vec<String> = named.iter().map(|HostName(name)| name.clone()).collect();
        names.push("localhost".into());
        names.push(written(bind.ip()));
        Hosts::Only(names)
    }

    /// Says whether a request asks for one of these names; a request without a name is not from a browser.
    pub fn allow(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        let Hosts::Only(names) = self else { return true };
        let asked = match (uri.host(), headers.get(header::HOST)) {
            (Some(host), _) => plain(host),
            (None, None) => return true,
            (None, Some(value)) => {
                let authority = value.to_str().ok().and_then(|value| value.parse::<Authority>().ok());
                let Some(authority) = authority else { return false };
                plain(authority.host())
            }
        };
        let address = asked.trim_matches(['[', ']']).parse::<IpAddr>();
        address.is_ok_and(|address| address.to_canonical().is_loopback()) || names.contains(&asked)
    }
}

fn plain(host: &str) -> String {
    host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase()
}

fn written(address: IpAddr) -> String {
    if address.is_ipv6() { format!("[{address}]") } else { address.to_string() }
}

/// Whose pages may ask: `https://example.org`, or `*` for everyone's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(HeaderValue);

/// Why a text is not an origin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} is not an origin; one is written like https://example.org, and * means everyone")]
pub struct OriginError(Quoted);

impl FromStr for Origin {
    type Err = OriginError;

    fn from_str(text: &str) -> Result<Self, OriginError> {
        let authority = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let fine = |text: &str| {
            let authority: Option<Authority> = text.parse().ok();
            let letters = text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._:[]".contains(&b));
            letters
                && authority.is_some_and(|it| {
                    !it.host().is_empty() && (it.port().is_some() || it.as_str() == it.host())
                })
        };
        let known = text == "*" || authority.is_some_and(fine);
        match HeaderValue::from_str(&text.to_ascii_lowercase()) {
            Ok(value) if known => Ok(Origin(value)),
            _ => Err(OriginError(Quoted::new(text))),
        }
    }
}

impl Origin {
    /// Lets the pages of this origin read an answer.
    pub fn allow(&self, headers: &mut HeaderMap) {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, self.0.clone());
        let told = HeaderValue::from_static("retry-after, x-request-id");
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, told);
        headers.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
    }

    /// Tells a browser, which asks before it sends anything but the simplest requests, what its page may
    /// send.
    pub fn allow_to_send(headers: &mut HeaderMap) {
        let methods = HeaderValue::from_static("GET, HEAD, POST");
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, methods);
        let sent = HeaderValue::from_static("content-type, x-request-id");
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, sent);
        headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(hosts: &Hosts, host: &str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_str(host).unwrap());
        hosts.allow(&Uri::from_static("/api/health"), &headers)
    }

    #[test]
    fn a_server_for_this_machine_answers_to_this_machines_names() {
        let hosts = Hosts::new("127.0.0.1:8080".parse().unwrap(), &[]);
        for host in ["localhost", "LOCALHOST:8080", "localhost.", "127.0.0.1:1", "127.0.0.2", "[::1]:8080"] {
            assert!(allowed(&hosts, host), "{host}");
        }
        for host in
            ["evil.example", "evil.example:8080", "localhost.evil.example", "10.0.0.1", "", "a b", "@"]
        {
            assert!(!allowed(&hosts, host), "{host}");
        }
        assert!(hosts.allow(&Uri::from_static("/"), &HeaderMap::new()), "no browser asks without a name");
        assert!(!hosts.allow(&Uri::from_static("http://evil.example/"), &HeaderMap::new()));
    }

    #[test]
    fn names_that_are_given_are_answered_to_and_no_others() {
        let named = ["Play.example.org".parse().unwrap()];
        for bind in ["127.0.0.1:8080", "0.0.0.0:80", "192.168.0.7:80"] {
            let hosts = Hosts::new(bind.parse().unwrap(), &named);
            assert!(allowed(&hosts, "play.example.org:443") && allowed(&hosts, "localhost"), "{bind}");
            assert!(!allowed(&hosts, "evil.example"), "{bind}");
        }
        assert!(allowed(&Hosts::new("192.168.0.7:80".parse().unwrap(), &named), "192.168.0.7"));
        let any = Hosts::new("0.0.0.0:80".parse().unwrap(), &[]);
        assert!(allowed(&any, "whatever.example"));
        for wrong in ["", "a b", "play.example.org:80", "http://x", "a/b", "me@x"] {
            assert!(wrong.parse::<HostName>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_origin_is_a_scheme_and_a_host() {
        for good in
            ["*", "https://example.org", "http://localhost:3000", "http://[::1]:80", "https://EXAMPLE.org"]
        {
            assert!(good.parse::<Origin>().is_ok(), "{good}");
        }
        for wrong in [
            "",
            "banana",
            "banana; <script>",
            "https://",
            "https://a b",
            "https://example.org/",
            "null",
            "ftp://example.org",
            "https://me@example.org",
            "https://x\r\ny",
            "https://a,https://b",
            "https://:80",
        ] {
            assert!(wrong.parse::<Origin>().is_err(), "{wrong}");
        }
    }
}
