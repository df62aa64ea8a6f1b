//! Decides which clients may control the simulation and the S3 folder. Clients that name this server may. Pages of other sites
//! may not.
//!
//! A page can send requests to a loopback address. With DNS rebinding, it can even read the responses, because its own host
//! name resolves to this server. The Host header contains that name, and a browser adds the Origin of the page.

use std::net::IpAddr;

use hyper::header::{HOST, HeaderValue, ORIGIN};
use hyper::http::request::Parts;
use hyper::http::uri::Authority;

use crate::reply::Refusal;

/// Operations that access files on this computer.
const WITH_FILES: &[&str] = &["ExportTableToPointInTime", "ImportTable", "StartBulkPutItems"];
const CONTROLS: &str = "Dynalab.";

/// Host names of this server, in addition to localhost and IP addresses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownHosts(Vec<String>);

impl KnownHosts {
    pub fn new(names: impl IntoIterator<Item = String>) -> KnownHosts {
        KnownHosts(names.into_iter().map(|name| name.to_ascii_lowercase()).collect())
    }

    /// Returns an error if the client may not use this operation.
    pub fn check(&self, head: &Parts, operation: &str) -> Result<(), Refusal> {
        if !operation.starts_with(CONTROLS) && !WITH_FILES.contains(&operation) {
            return Ok(());
        }
        let host = host_of(head).unwrap_or_default();
        if !self.is_this_server(&host) {
            return Err(Refusal::ForeignHost(host));
        }
        match head.headers.get(ORIGIN).map(HeaderValue::to_str) {
            None => Ok(()),
            Some(Ok(origin)) if self.is_local_page(origin) => Ok(()),
            Some(origin) => Err(Refusal::ForeignOrigin(origin.unwrap_or_default().to_owned())),
        }
    }

    /// Returns whether a host name means this server. A name with a dot can belong to any site, unless it is in the list. An IP
    /// address cannot be rebound.
    fn is_this_server(&self, host: &str) -> bool {
        let name = host.to_ascii_lowercase();
        let is_address = name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
        let is_local = !name.is_empty() && !name.contains('.') || name.ends_with(".localhost");
        is_address || is_local || self.0.contains(&name)
    }

    /// Returns whether an origin is on this computer, such as `http://localhost:3000`. An IP address must be a loopback
    /// address.
    fn is_local_page(&self, origin: &str) -> bool {
        let Some((_, authority)) = origin.split_once("://") else { return false };
        let Ok(authority) = authority.parse::<Authority>() else { return false };
        let host = authority.host().to_ascii_lowercase();
        match host.trim_matches(['[', ']']).parse::<IpAddr>() {
            Ok(address) => address.is_loopback(),
            Err(_) => host == "localhost" || host.ends_with(".localhost") || self.0.contains(&host),
        }
    }
}

/// Returns the host name or address that the client used, without the port.
fn host_of(head: &Parts) -> Option<String> {
    let header = head.headers.get(HOST).and_then(|host| host.to_str().ok());
    let authority = header.and_then(|host| host.parse::<Authority>().ok());
    authority.as_ref().or(head.uri.authority()).map(|authority| authority.host().to_owned())
}

/// Returns the host and port that the client used for this server.
pub fn authority_of(head: &Parts) -> Option<&str> {
    let header = head.headers.get(HOST).and_then(|host| host.to_str().ok());
    header.filter(|host| !host.is_empty()).or_else(|| head.uri.authority().map(Authority::as_str))
}

/// HTTP/1.1 requires exactly one Host header, with a name or an address and an optional port.
pub fn has_valid_host(head: &Parts) -> bool {
    let mut hosts = head.headers.get_all(HOST).iter();
    match (hosts.next(), hosts.next()) {
        (None, _) => head.version < hyper::Version::HTTP_11,
        (Some(host), None) => host
            .to_str()
            .is_ok_and(|host| host.is_empty() || !host.contains('@') && host.parse::<Authority>().is_ok()),
        (Some(_), Some(_)) => false,
    }
}

#[cfg(test)]
mod tests {
    use hyper::Request;

    use super::*;

    fn check(known: &KnownHosts, operation: &str, host: &str, origin: Option<&str>) -> Result<(), Refusal> {
        let mut request = Request::post("/").header(HOST, host);
        if let Some(origin) = origin {
            request = request.header(ORIGIN, origin);
        }
        known.check(&request.body(()).unwrap().into_parts().0, operation)
    }

    #[test]
    fn only_this_server_is_controlled() {
        let known = KnownHosts::new(["Dynamo.Example.com".to_owned()]);
        for host in [
            "localhost",
            "localhost:8000",
            "127.0.0.1:8000",
            "[::1]:8000",
            "192.168.1.7:8000",
            "dynamodb:8000",
            "teas.localhost:8000",
            "dynamo.example.com",
            "DYNAMO.example.com:9",
        ] {
            for operation in ["Dynalab.SetDials", "ImportTable", "ExportTableToPointInTime"] {
                assert_eq!(check(&known, operation, host, None), Ok(()), "{host} {operation}");
            }
        }
        for host in ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8000", "example.com"] {
            for operation in ["Dynalab.AdvanceClock", "ImportTable", "StartBulkPutItems"] {
                assert_eq!(
                    check(&known, operation, host, None),
                    Err(Refusal::ForeignHost(host.trim_end_matches(":8000").to_owned()))
                );
            }
            assert_eq!(check(&known, "PutItem", host, Some("https://evil.example")), Ok(()));
        }
    }

    #[test]
    fn only_local_pages_control_it() {
        let known = KnownHosts::new(["app.example.com".to_owned()]);
        for origin in [
            "http://localhost:3000",
            "http://127.0.0.1",
            "https://[::1]:8443",
            "http://a.localhost",
            "https://app.example.com",
        ] {
            assert_eq!(check(&known, "Dynalab.SetDials", "localhost", Some(origin)), Ok(()), "{origin}");
        }
        for origin in [
            "null",
            "https://example.com",
            "http://localhost.evil.example",
            "http://192.168.1.9",
            "http://evil",
            "",
        ] {
            let refused = check(&known, "ExportTableToPointInTime", "localhost:8000", Some(origin));
            assert_eq!(refused, Err(Refusal::ForeignOrigin(origin.to_owned())));
        }
    }
}
