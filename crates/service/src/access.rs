//! Access control: the policies of principals and resources decide each action of a request, as in IAM. Without a principal in
//! use, requests are sent as the account's root user, who has all permissions.

pub(crate) mod condition;
pub(crate) mod decision;
pub(crate) mod facts;
pub(crate) mod policy;

use std::sync::Arc;

use dynalab_engine::codec::record_form;
use dynalab_engine::error::PolicyFault;
use dynalab_engine::registry::{RecordKey, RecordKind};
use dynalab_engine::settings::config::EngineConfig;
use dynalab_types::SmallMap;
use dynalab_types::binary::Malformed;

use crate::access::policy::Policy;

/// A principal of the account with its policies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Principal {
    pub name: Arc<str>,
    /// The policies as the request contained them.
    pub documents: Vec<String>,
    /// Further condition keys of its requests: identities of web providers, tags.
    pub context: SmallMap<String, String>,
    /// The parsed documents.
    pub policies: Vec<Policy>,
}

impl Principal {
    /// Returns the key of the record with this name.
    pub fn key(name: &str) -> RecordKey {
        RecordKey::of_account(RecordKind::PRINCIPAL, name)
    }

    /// The key of the record with the principal in use. No record means the root user.
    pub fn used_key() -> RecordKey {
        RecordKey::of_account(RecordKind::PRINCIPAL_USED, "")
    }

    /// Returns a principal whose policies are parsed.
    ///
    /// # Errors
    /// A document is no policy.
    pub fn new(
        name: Arc<str>,
        documents: Vec<String>,
        context: SmallMap<String, String>,
    ) -> Result<Principal, PolicyFault> {
        let policies = documents.iter().map(|text| Policy::parse(text)).collect::<Result<_, _>>()?;
        Ok(Principal { name, documents, context, policies })
    }

    /// Returns the ARN of the principal as an IAM user.
    pub fn arn(&self, config: &EngineConfig) -> String {
        format!("arn:aws:iam::{}:user/{}", config.account_id, self.name)
    }

    /// Encodes the record.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = record_form::begin();
        writer.unsigned(self.documents.len() as u64);
        self.documents.iter().for_each(|document| writer.text(document));
        writer.unsigned(self.context.len() as u64);
        for (name, value) in self.context.iter() {
            writer.text(name);
            writer.text(value);
        }
        writer.bytes
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record, or a document is no policy.
    pub fn from_bytes(name: &Arc<str>, bytes: &[u8]) -> Result<Principal, Malformed> {
        let mut reader = record_form::content(bytes)?;
        let mut documents = Vec::new();
        for _ in 0..reader.count()? {
            documents.push(reader.text()?.to_owned());
        }
        let mut context = SmallMap::new();
        for _ in 0..reader.count()? {
            context.insert(reader.text()?.to_owned(), reader.text()?.to_owned());
        }
        Principal::new(name.clone(), documents, context).map_err(|_| Malformed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_principal_is_read_back() {
        let document = r#"{"Statement":{"Effect":"Allow","Action":"dynamodb:*","Resource":"*"}}"#;
        let context = [("sub".to_owned(), "7".to_owned())].into_iter().collect();
        let principal = Principal::new("ann".into(), vec![document.to_owned()], context).expect("a policy");
        assert_eq!(Principal::from_bytes(&principal.name, &principal.to_bytes()), Ok(principal.clone()));
        assert!(Principal::new("ann".into(), vec!["{}".to_owned()], SmallMap::new()).is_err());
    }
}
