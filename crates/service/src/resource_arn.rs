//! The ARNs of resources that belong to a table: backups, exports and imports.

use dynalab_engine::error::{DynamoError, SettingError};
use dynalab_engine::request::fields::Arn;
use dynalab_engine::settings::config::EngineConfig;

/// The parts of `arn:aws:dynamodb:<region>:<account>:table/<table>/<kind>/<id>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ResourceArn<'a> {
    pub region: &'a str,
    pub account: &'a str,
    pub table: &'a str,
    pub id: &'a str,
}

/// Why a text is not such an ARN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoSuchArn {
    /// It has another form or is of another kind.
    OtherForm,
    /// It has this form, but another AWS partition or service.
    OtherService,
}

impl<'a> ResourceArn<'a> {
    /// Parses an ARN. `kind` is "backup", "export" or "import".
    pub(crate) fn parse(arn: &'a str, kind: &str) -> Result<ResourceArn<'a>, NoSuchArn> {
        let Arn { partition, service, region, account, resource } =
            Arn::parse(arn).ok_or(NoSuchArn::OtherForm)?;
        let mut names = resource.split('/');
        let mut name = || names.next().unwrap_or_default();
        let (kind_of_owner, table, found, id) = (name(), name(), name(), name());
        if kind_of_owner != "table"
            || found != kind
            || table.is_empty()
            || id.is_empty()
            || names.next().is_some()
        {
            return Err(NoSuchArn::OtherForm);
        }
        if partition != "aws" || service != "dynamodb" {
            return Err(NoSuchArn::OtherService);
        }
        Ok(ResourceArn { region, account, table, id })
    }

    /// Returns the ARN as this engine writes it. DynamoDB ignores the Region of the given ARN.
    pub(crate) fn here(&self, kind: &str, config: &EngineConfig) -> String {
        format!("{}/{kind}/{}", config.table_arn(self.table), self.id)
    }
}

/// Rejects a text that is not a stream ARN. It does not check that the stream exists.
pub(crate) fn check_stream_arn(arn: &str) -> Result<(), DynamoError> {
    match ResourceArn::parse(arn, "stream") {
        Ok(_) => Ok(()),
        Err(_) => Err(SettingError::InvalidStreamArn { arn: arn.to_owned() }.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arn_is_taken_apart() {
        let arn = "arn:aws:dynamodb:eu-west-1:123456789012:table/Music/backup/01489602797149-73d8d5bc";
        let found = ResourceArn::parse(arn, "backup").unwrap();
        assert_eq!((found.region, found.account), ("eu-west-1", "123456789012"));
        assert_eq!((found.table, found.id), ("Music", "01489602797149-73d8d5bc"));
        let here = "arn:aws:dynamodb:us-east-1:123456789012:table/Music/backup/01489602797149-73d8d5bc";
        assert_eq!(found.here("backup", &EngineConfig::instant()), here);
    }

    #[test]
    fn distinguishes_other_texts() {
        for text in [
            "arn:aws:dynamodb:us-east-1:123456789012:table/Music",
            "arn:aws:dynamodb:us-east-1:123456789012:table/Music/export/1",
            "arn:aws:dynamodb:us-east-1:123456789012:table/Music/backup/",
            "arn:aws:dynamodb:us-east-1:123456789012:table/Music/backup/1/2",
            "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        ] {
            assert_eq!(ResourceArn::parse(text, "backup"), Err(NoSuchArn::OtherForm), "{text}");
        }
        let other = "arn:aws:sns:us-east-1:123456789012:table/Music/backup/1";
        assert_eq!(ResourceArn::parse(other, "backup"), Err(NoSuchArn::OtherService));
    }
}
