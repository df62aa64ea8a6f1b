//! The address of a published site: the path of its folder, and its host if it is known.

use anyhow::{Result, ensure};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The host, such as `https://example.org`, without a slash at its end.
    host: Option<String>,
    /// The path, with a slash at both ends. The root is one slash.
    base: String,
}

impl Address {
    /// Returns the root of an unknown host.
    pub fn root() -> Address {
        Address { host: None, base: "/".to_owned() }
    }

    /// Parses a path (`/dynalab/`) or a full address (`https://example.org/dynalab/`). The last slash may be missing.
    ///
    /// # Errors
    /// Fails if the text is neither.
    pub fn parse(text: &str) -> Result<Address> {
        let (host, path) = match text.split_once("://") {
            None => (None, text),
            Some((scheme, rest)) => {
                ensure!(
                    matches!(scheme, "http" | "https"),
                    "{text}: the address begins with http:// or https://"
                );
                let (name, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
                let is_plain = |letter: char| letter.is_ascii_alphanumeric() || ".-:".contains(letter);
                ensure!(!name.is_empty() && name.chars().all(is_plain), "{text}: the host is not valid");
                (Some(format!("{scheme}://{name}")), if path.is_empty() { "/" } else { path })
            }
        };
        ensure!(path.starts_with('/'), "{text}: the path begins with a slash");
        let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.~".contains(letter);
        let plain = segments.iter().all(|segment| segment.chars().all(is_plain) && !segment.starts_with('.'));
        ensure!(plain, "{text}: a folder's name has letters, digits and - _ . ~ only");
        let base = segments.iter().fold("/".to_owned(), |base, segment| format!("{base}{segment}/"));
        Ok(Address { host, base })
    }

    /// Returns the path, with a slash at both ends.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Returns host and path. None if the host is unknown.
    pub fn full(&self) -> Option<String> {
        self.host.as_ref().map(|host| format!("{host}{}", self.base))
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn a_path_and_a_full_address_are_read() {
        for (text, base, full) in [
            ("/", "/", None),
            ("/dynalab", "/dynalab/", None),
            ("/dynalab/", "/dynalab/", None),
            ("//a//b-1.0/", "/a/b-1.0/", None),
            ("https://example.org", "/", Some("https://example.org/")),
            ("http://localhost:8080/a/b", "/a/b/", Some("http://localhost:8080/a/b/")),
        ] {
            let address = Address::parse(text).expect(text);
            assert_eq!((address.base(), address.full().as_deref()), (base, full), "{text}");
        }
        assert_eq!(Address::root(), Address::parse("/").expect("the root"));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "dynalab", "ftp://a/", "https://", "https://a b/", "/a b/", "/../a/", "/a?b", "/\"/"]
        {
            assert!(Address::parse(text).is_err(), "{text}");
        }
    }
}
