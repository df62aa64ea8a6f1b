//! The common part of exports, imports and bulk operations: ARNs, progress, tokens, and pages of lists.

use dynalab_engine::database::change::Change;
use dynalab_engine::error::{ArnError, DynamoError, TransferError, TransferKind};
use dynalab_engine::registry::{RecordKey, RecordKind};
use dynalab_engine::request::fields::{Arn, Fields};
use dynalab_engine::settings::config::EngineConfig;
use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader, Writer};

use crate::complete::Context;
use crate::resource_arn::ResourceArn;
use crate::transfer::Failure;

/// How long a token identifies the same request, in milliseconds.
const TOKEN_MS: u64 = 8 * 60 * 60 * 1000;
/// The page size if a request contains none.
pub(crate) const PAGE_DEFAULT: usize = 10;
pub(crate) const PAGE_MAX: i64 = 25;
/// The minimum length of DynamoDB's page tokens, in bytes.
const PAGE_TOKEN_LEAST_BYTES: usize = 56;

/// The progress of a transfer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    Running,
    Completed {
        at: Timestamp,
    },
    Failed {
        at: Timestamp,
        failure: Failure,
    },
    /// This variant and the next occur only in bulk operations.
    CompletedWithErrors {
        at: Timestamp,
    },
    Cancelled {
        at: Timestamp,
    },
}

impl Progress {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Progress::Running => "IN_PROGRESS",
            Progress::Completed { .. } => "COMPLETED",
            Progress::Failed { .. } => "FAILED",
            Progress::CompletedWithErrors { .. } => "COMPLETED_WITH_ERRORS",
            Progress::Cancelled { .. } => "CANCELLED",
        }
    }

    pub(crate) fn ended_at(&self) -> Option<Timestamp> {
        match self {
            Progress::Running => None,
            Progress::Completed { at }
            | Progress::Failed { at, .. }
            | Progress::CompletedWithErrors { at }
            | Progress::Cancelled { at } => Some(*at),
        }
    }

    pub(crate) fn failure(&self) -> Option<&Failure> {
        match self {
            Progress::Failed { failure, .. } => Some(failure),
            _ => None,
        }
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.byte(match self {
            Progress::Running => 0,
            Progress::Completed { .. } => 1,
            Progress::Failed { .. } => 2,
            Progress::CompletedWithErrors { .. } => 3,
            Progress::Cancelled { .. } => 4,
        });
        if let Some(at) = self.ended_at() {
            writer.unsigned(at.epoch_ms);
        }
        if let Some(failure) = self.failure() {
            writer.text(&failure.code);
            writer.text(&failure.message);
        }
    }

    pub(crate) fn read(reader: &mut Reader) -> Result<Progress, Malformed> {
        let tag = reader.byte()?;
        let mut at = || Ok(Timestamp::from_epoch_ms(reader.unsigned()?));
        match tag {
            0 => Ok(Progress::Running),
            1 => Ok(Progress::Completed { at: at()? }),
            2 => {
                let at = at()?;
                let failure = Failure { code: reader.text()?.to_owned(), message: reader.text()?.to_owned() };
                Ok(Progress::Failed { at, failure })
            }
            3 => Ok(Progress::CompletedWithErrors { at: at()? }),
            4 => Ok(Progress::Cancelled { at: at()? }),
            _ => Err(Malformed),
        }
    }
}

/// Returns the change that records whether an ARN needs external work.
pub(crate) fn external_work_change(arn: &str, waits: bool) -> Change {
    Change::record(RecordKey::of_account(RecordKind::TRANSFER, arn), waits.then(Vec::new))
}

/// Returns a new ARN such as "…/export/01790000000000-73d8d5bc".
pub(crate) fn new_arn(table_arn: &str, kind: TransferKind, context: &mut Context) -> String {
    format!("{table_arn}/{}/{:014}-{:08x}", kind.resource(), context.now.epoch_ms, context.ids.next() >> 32)
}

/// Returns the stored ARN for the ARN in a request.
pub(crate) fn kept_arn(arn: &str, kind: TransferKind, config: &EngineConfig) -> Result<String, DynamoError> {
    let found = ResourceArn::parse(arn, kind.resource()).map_err(|_| TransferError::InvalidArn { kind })?;
    if found.account != config.account_id {
        return Err(ArnError::OtherAccount.into());
    }
    if found.region != config.region {
        return Err(TransferError::OtherRegion { kind }.into());
    }
    Ok(found.here(kind.resource(), config))
}

/// Returns the table of a table ARN of this account.
pub(crate) fn named_table<'a>(arn: &'a str, config: &EngineConfig) -> Result<&'a str, DynamoError> {
    if arn.is_empty() {
        return Err(TransferError::EmptyTableArn.into());
    }
    let of_table = Arn::parse(arn).filter(|arn| (arn.partition, arn.service) == ("aws", "dynamodb"));
    let Some((account, table)) =
        of_table.and_then(|arn| Some((arn.account, arn.resource.strip_prefix("table/")?)))
    else {
        return Err(TransferError::NotATableArn.into());
    };
    if account != config.account_id {
        return Err(ArnError::OtherAccount.into());
    }
    if table.contains('/') || table.is_empty() {
        return Err(TransferError::MoreThanATable.into());
    }
    Ok(table)
}

/// Returns true if the token of a job that started then is still valid.
pub(crate) fn token_holds(begun_at: Timestamp, now: Timestamp) -> bool {
    now.epoch_ms < begun_at.epoch_ms.saturating_add(TOKEN_MS)
}

pub(crate) fn decode_token(fields: &mut Fields) -> Option<String> {
    fields.text_matching("ClientToken", r"^[^\$]+$", |token| !token.is_empty() && !token.contains('$'))
}

/// Reads a required bucket and its owner.
pub(crate) fn decode_bucket(fields: &mut Fields) -> (String, Option<String>) {
    fields.require("S3Bucket");
    let (bucket, owner) = decode_optional_bucket(fields);
    (bucket.unwrap_or_default(), owner)
}

/// Reads an optional bucket and its owner.
pub(crate) fn decode_optional_bucket(fields: &mut Fields) -> (Option<String>, Option<String>) {
    let word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    let ends = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let fits = |bucket: &str| {
        let bytes = bucket.as_bytes();
        bytes.len() > 1 && bytes.iter().all(|byte| word(*byte)) && ends(bytes.first()) && ends(bytes.last())
    };
    let bucket = fields.text_matching("S3Bucket", r"^[a-z0-9A-Z]+[\.\-\w]*[a-z0-9A-Z]+$", fits);
    if bucket.as_ref().is_some_and(|bucket| bucket.len() > 255) {
        fields.text_of_length("S3Bucket", 0, 255);
    }
    let digits = |owner: &str| owner.len() == 12 && owner.bytes().all(|byte| byte.is_ascii_digit());
    (bucket, fields.text_matching("S3BucketOwner", "[0-9]{12}", digits))
}

/// Returns the token of a position in a list: hexadecimal digits in groups of sixteen.
pub(crate) fn page_token(arn: &str) -> String {
    let length = arn.len().max(PAGE_TOKEN_LEAST_BYTES).next_multiple_of(8);
    let bytes = arn.bytes().chain(std::iter::repeat_n(0, length - arn.len()));
    bytes.map(|byte| format!("{byte:02x}")).collect()
}

pub(crate) fn decode_page_token(fields: &mut Fields, least: usize) -> Option<String> {
    let hexadecimal = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let digits =
        |token: &str| !token.is_empty() && token.len().is_multiple_of(16) && token.bytes().all(hexadecimal);
    let token = fields.text_matching("NextToken", "([0-9a-f]{16})+", digits);
    if token.is_some() {
        fields.text_of_length("NextToken", least, 1024);
    }
    token
}

/// Reads a token for jobs of a kind.
pub(crate) fn read_page_token(token: &str, kind: &str) -> Result<String, DynamoError> {
    let invalid = || TransferError::InvalidPageToken { token: token.to_owned() };
    if !token.len().is_multiple_of(16) || !token.is_ascii() {
        return Err(invalid().into());
    }
    let byte = |place: usize| token.get(place..place + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
    let bytes: Option<Vec<u8>> = (0..token.len()).step_by(2).map(byte).collect();
    let arn = bytes.and_then(|bytes| String::from_utf8(bytes).ok()).ok_or_else(invalid)?;
    let arn = arn.trim_end_matches('\0');
    match ResourceArn::parse(arn, kind) {
        Ok(_) => Ok(arn.to_owned()),
        Err(_) => Err(invalid().into()),
    }
}

/// Returns a page, newest first, after a position, and whether more jobs follow.
pub(crate) fn page<Job>(
    mut jobs: Vec<Job>,
    place: impl Fn(&Job) -> (Timestamp, String),
    after: Option<(Timestamp, String)>,
    limit: usize,
) -> (Vec<Job>, bool) {
    jobs.retain(|job| after.as_ref().is_none_or(|after| place(job) < *after));
    jobs.sort_by_key(|job| std::cmp::Reverse(place(job)));
    let more = jobs.len() > limit;
    jobs.truncate(limit);
    (jobs, more)
}

/// Returns the position of a job in a list: the time in its id, and its ARN.
pub(crate) fn place_of(arn: &str) -> (Timestamp, String) {
    let id = arn.rsplit('/').next().unwrap_or_default();
    let ms = id.split('-').next().and_then(|digits| digits.parse().ok()).unwrap_or_default();
    (Timestamp::from_epoch_ms(ms), arn.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_token_is_read_as_it_was_written() {
        let arn = "arn:aws:dynamodb:us-east-1:123456789012:table/Music/export/01790000000000-73d8d5bc";
        let token = page_token(arn);
        assert!(token.len() >= 112 && token.len().is_multiple_of(16));
        assert_eq!(read_page_token(&token, "export").unwrap(), arn);
        for (token, kind) in
            [(token.as_str(), "import"), ("zz", "export"), (&token[16..], "export"), ("", "export")]
        {
            assert!(read_page_token(token, kind).is_err(), "{token}");
        }
    }
}
