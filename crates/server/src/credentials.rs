//! The credential scope of a request: which access key signed it, and for which Region.

use hyper::header::AUTHORIZATION;
use hyper::http::request::Parts;

const IN_QUERY: &str = "X-Amz-Credential=";
const IN_HEADER: &str = "Credential=";
/// DynamoDB has no longer access keys.
const LONGEST_ACCESS_KEY: usize = 128;
const LONGEST_REGION: usize = 64;
/// Valid bytes of a Region name, which becomes part of ARNs.
const IN_REGIONS: fn(u8) -> bool = |byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';

/// The parts of `AKIAIOSFODNN7EXAMPLE/20260101/us-east-1/dynamodb/aws4_request` that the server uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Credentials {
    pub access_key: String,
    /// None if the scope has no valid Region name.
    pub region: Option<String>,
}

impl Credentials {
    /// Reads the credentials of a request with a complete signature.
    pub fn from_head(head: &Parts) -> Credentials {
        let header = head.headers.get(AUTHORIZATION).map(|header| String::from_utf8_lossy(header.as_bytes()));
        let scope = match &header {
            Some(header) => header.split([',', ' ']).find_map(|part| part.strip_prefix(IN_HEADER)),
            None => head
                .uri
                .query()
                .and_then(|query| query.split('&').find_map(|pair| pair.strip_prefix(IN_QUERY))),
        };
        scope.map_or_else(Credentials::default, Credentials::from_scope)
    }

    /// Parses a credential scope. Its slashes may be encoded, as in a query string.
    fn from_scope(scope: &str) -> Credentials {
        let scope = scope.replace("%2F", "/").replace("%2f", "/");
        let mut parts = scope.split('/');
        let access_key = parts.next().unwrap_or_default().chars().take(LONGEST_ACCESS_KEY).collect();
        let region = parts.nth(1).filter(|region| is_region(region)).map(str::to_owned);
        Credentials { access_key, region }
    }

    /// Returns the account of the access key. A key of twelve digits is the account, as in other local servers. A key that AWS
    /// issued contains its account. None for any other key.
    pub fn account_id(&self) -> Option<String> {
        if is_account(&self.access_key) {
            Some(self.access_key.clone())
        } else {
            account_in_key(&self.access_key)
        }
    }
}

/// Returns whether the text can be the ID of an account.
pub fn is_account(text: &str) -> bool {
    text.len() == 12 && text.bytes().all(|byte| byte.is_ascii_digit())
}

pub fn is_region(region: &str) -> bool {
    !region.is_empty() && region.len() <= LONGEST_REGION && region.bytes().all(IN_REGIONS)
}

/// Decodes the account from an access key. Keys of users begin with AKIA, temporary keys with ASIA. The other 16 characters are
/// 10 bytes in base 32. Bits 1 to 40 are the account.
fn account_in_key(key: &str) -> Option<String> {
    let rest = key.strip_prefix("AKIA").or_else(|| key.strip_prefix("ASIA"))?;
    if rest.len() != 16 {
        return None;
    }
    let mut bits: u128 = 0;
    for byte in rest.bytes() {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'2'..=b'7' => byte - b'2' + 26,
            _ => return None,
        };
        bits = bits << 5 | u128::from(digit);
    }
    let account = (bits >> 39) & ((1 << 40) - 1);
    (account < 1_000_000_000_000).then(|| format!("{account:012}"))
}

#[cfg(test)]
mod tests {
    use hyper::Request;

    use super::*;

    fn parsed(uri: &str, header: Option<&str>) -> (String, Option<String>) {
        let mut request = Request::post(uri);
        if let Some(header) = header {
            request = request.header(AUTHORIZATION, header);
        }
        let credentials = Credentials::from_head(&request.body(()).unwrap().into_parts().0);
        (credentials.access_key, credentials.region)
    }

    #[test]
    fn the_scope_names_key_and_region() {
        let found = |key: &str, region: Option<&str>| (key.to_owned(), region.map(str::to_owned));
        for header in [
            "AWS4-HMAC-SHA256 Credential=key/20260101/eu-west-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0",
            "AWS4-HMAC-SHA256 SignedHeaders=host,Credential=key/20260101/eu-west-1/dynamodb/aws4_request,Signature=0",
        ] {
            assert_eq!(parsed("/", Some(header)), found("key", Some("eu-west-1")));
        }
        let query = "/?X-Amz-Algorithm=A&X-Amz-Credential=key%2F20260101%2Flocal%2Fdynamodb%2Faws4_request";
        assert_eq!(parsed(query, None), found("key", Some("local")));
        for (scope, region) in [
            ("key", None),
            ("key/20260101", None),
            ("key/1/EU/x", None),
            ("key/1//x", None),
            ("key/1/a_b", None),
        ] {
            let header = format!("AWS4-HMAC-SHA256 Credential={scope}");
            assert_eq!(parsed("/", Some(&header)), found("key", region), "{scope}");
        }
        assert_eq!(parsed("/", None), found("", None));
    }

    #[test]
    fn keys_lead_to_accounts() {
        let account = |key: &str| Credentials { access_key: key.to_owned(), region: None }.account_id();
        assert_eq!(account("123456789012").as_deref(), Some("123456789012"));
        // These keys and their accounts are published.
        assert_eq!(account("ASIAQNZGKIQY56JQ7WML").as_deref(), Some("029608264753"));
        for key in ["key", "", "12345678901", "AKIA", "AKIAIOSFODNN7EXAMPL1", "akiaiosfodnn7example"] {
            assert_eq!(account(key), None, "{key}");
        }
    }
}
