//! The address of a service and its Region.

use std::net::IpAddr;

use http::Uri;

use crate::error::RemoteError;

/// The Region of an endpoint whose address and options name none.
pub const REGION_DEFAULT: &str = "us-east-1";

/// A service that speaks DynamoDB's protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// With the scheme, without a path at the end: `https://dynamodb.eu-west-1.amazonaws.com`.
    url: String,
    host: String,
    region: String,
}

impl Endpoint {
    /// Reads an address. Without a Region it is that of an AWS address, else `us-east-1`.
    ///
    /// # Errors
    /// The address is not `http://` or `https://` with a host, or has a user, a query or a fragment.
    pub fn parse(url: &str, region: Option<&str>) -> Result<Endpoint, RemoteError> {
        let refused = |why| RemoteError::NotAnAddress { url: without_user(url), why };
        let uri: Uri = url.parse().map_err(|_| refused("it is not an address"))?;
        let scheme = uri.scheme_str().unwrap_or_default();
        if !matches!(scheme, "http" | "https") {
            return Err(refused("it does not begin with http:// or https://"));
        }
        let authority = uri.authority().ok_or_else(|| refused("it has no host"))?;
        if authority.as_str().contains('@') {
            return Err(refused("it contains a user. Access keys come from the environment"));
        }
        if uri.query().is_some() || url.contains('#') {
            return Err(refused("it has a query or a fragment"));
        }
        let host = authority.host().trim_matches(['[', ']']).to_owned();
        let region = region.map(str::to_owned).or_else(|| region_of(&host));
        Ok(Endpoint {
            url: format!("{scheme}://{authority}{}", uri.path().trim_end_matches('/')),
            host,
            region: region.unwrap_or_else(|| REGION_DEFAULT.to_owned()),
        })
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    pub fn region(&self) -> &str {
        &self.region
    }

    /// Returns true for a service on this machine.
    pub fn is_loopback(&self) -> bool {
        self.host == "localhost" || self.host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }

    /// Returns true for DynamoDB itself, which costs money.
    pub fn is_aws(&self) -> bool {
        [".amazonaws.com", ".amazonaws.com.cn", ".api.aws"].iter().any(|end| self.host.ends_with(end))
    }
}

/// Returns the Region in the name of a host of AWS.
fn region_of(host: &str) -> Option<String> {
    let rest = host.strip_suffix(".amazonaws.com").or_else(|| host.strip_suffix(".amazonaws.com.cn"));
    let rest = rest.or_else(|| host.strip_suffix(".api.aws"))?;
    let region = rest.split('.').next_back()?;
    region.contains('-').then(|| region.to_owned())
}

/// An error must not repeat a password.
fn without_user(url: &str) -> String {
    match (url.find("://"), url.rfind('@')) {
        (Some(start), Some(end)) if start + 3 < end => format!("{}…{}", &url[..start + 3], &url[end..]),
        _ => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_region_is_given_or_in_the_address() {
        let region = |url, region| Endpoint::parse(url, region).unwrap().region().to_owned();
        assert_eq!(region("https://dynamodb.eu-west-1.amazonaws.com", None), "eu-west-1");
        assert_eq!(region("https://123.ddb.eu-west-1.amazonaws.com/", None), "eu-west-1");
        assert_eq!(region("https://dynamodb.eu-west-1.amazonaws.com", Some("us-west-2")), "us-west-2");
        assert_eq!(region("http://127.0.0.1:8000", None), "us-east-1");
        assert_eq!(Endpoint::parse("http://[::1]:80/x/", None).unwrap().url(), "http://[::1]:80/x");
    }

    #[test]
    fn only_addresses_of_this_machine_are_loopback() {
        let is_loopback = |url| Endpoint::parse(url, None).unwrap().is_loopback();
        assert!(["http://localhost:1", "http://127.0.0.9:1", "http://[::1]:1"].into_iter().all(is_loopback));
        let others =
            ["http://localhost.example.com", "http://10.0.0.1", "https://dynamodb.eu-west-1.amazonaws.com"];
        assert!(!others.into_iter().any(is_loopback));
    }

    #[test]
    fn a_wrong_address_says_why_and_repeats_no_password() {
        let error = |url| Endpoint::parse(url, None).unwrap_err().to_string();
        assert!(error("ftp://a").contains("http://"), "{}", error("ftp://a"));
        assert!(error("localhost:8000").contains("http://"), "{}", error("localhost:8000"));
        let with_user = error("https://me:password@host");
        assert!(with_user.contains("user") && !with_user.contains("password"), "{with_user}");
        assert!(error("http://a/?b=c").contains("query"));
    }
}
