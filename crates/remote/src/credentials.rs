//! Access keys. They are shown nowhere: not in a log, not in an error.

use std::fmt;

use dynalab_types::Timestamp;

/// An access key with its secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    pub access_key_id: String,
    pub secret_access_key: String,
    /// Temporary credentials have one.
    pub session_token: Option<String>,
    /// When temporary credentials end.
    pub expires_at: Option<Timestamp>,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Credentials(not shown)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_not_printed() {
        let credentials = Credentials {
            access_key_id: "AKIDEXAMPLE".to_owned(),
            secret_access_key: "a secret".to_owned(),
            session_token: Some("a token".to_owned()),
            expires_at: None,
        };
        assert_eq!(format!("{credentials:?}"), "Credentials(not shown)");
    }
}
