//! The ARN of a table or a stream, as the operations on tags and policies accept it.

use dynalab_engine::error::ArnError;
use dynalab_engine::request::fields::Arn;
use dynalab_engine::settings::config::EngineConfig;

/// The operations that name a table or a stream by its ARN. They differ in the errors for ARNs from elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamedFor {
    Policies,
    Tags,
}

/// A table or a stream of this account and Region. It need not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableOrStream<'a> {
    pub arn: &'a str,
    pub table: &'a str,
    /// The label of the stream. Empty for the table itself.
    pub label: &'a str,
}

impl<'a> TableOrStream<'a> {
    pub(crate) fn parse(
        arn: &'a str,
        named_for: NamedFor,
        config: &EngineConfig,
    ) -> Result<TableOrStream<'a>, ArnError> {
        let own = || arn.to_owned();
        let Some(parts) = Arn::parse(arn) else {
            return Err(match arn.starts_with("arn:") {
                true => ArnError::NoResource { arn: own() },
                false => ArnError::NoArn { arn: own() },
            });
        };
        if (parts.partition, parts.service, parts.region) != ("aws", "dynamodb", config.region.as_str()) {
            return Err(match named_for {
                NamedFor::Policies => ArnError::PolicyInOtherRegion { arn: own() },
                NamedFor::Tags => ArnError::TaggedInOtherRegion { arn: own() },
            });
        }
        if parts.account != config.account_id {
            return Err(match named_for {
                NamedFor::Policies => ArnError::OtherOwner,
                NamedFor::Tags => ArnError::OtherAccount,
            });
        }
        let no_resource = || ArnError::NoResource { arn: own() };
        let path = parts.resource.strip_prefix("table/").ok_or_else(no_resource)?;
        let (table, rest) = path.split_once('/').unwrap_or((path, ""));
        let label = match rest.split_once('/') {
            None if rest.is_empty() => "",
            Some(("stream", label)) if !label.is_empty() => label,
            Some(("index", _)) => return Err(ArnError::OfIndex { arn: own() }),
            _ => return Err(no_resource()),
        };
        Ok(TableOrStream { arn, table, label })
    }
}
