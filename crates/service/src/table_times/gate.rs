//! The answers of settings' operations while their table is being created or deleted: first as if it were not there, then with
//! a sentence about its state.

use dynalab_engine::database::table::{Table, TableStatus};
use dynalab_engine::error::{DynamoError, InsightsError, StateError, StateReason, TableState};
use dynalab_types::Timestamp;

use crate::complete::Context;
use crate::table_times::{Period, TableTimes};

/// The operations that the states distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Setting {
    TimeToLive,
    /// TagResource.
    Tag,
    /// UntagResource and ListTagsOfResource.
    OtherTags,
    /// CreateBackup and UpdateContinuousBackups.
    Backups,
    Insights,
}

/// The answers, without the names that fill their sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Missing,
    BeingCreated,
    /// The sentence that UpdateTable and DeleteTable have.
    InUse,
    BackupsBeingEnabled,
    NotActive,
}

/// From when a table that is being created is no longer missing for an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum From {
    /// The middle of the creation, where "the first seconds" are taken to end.
    Middle,
    LastSecond,
    End,
}

const SECOND_MS: u64 = 1_000;

/// While a table is being created: an operation, until when the table is missing for it, and its answer after that.
const CREATING: &[(Setting, From, Answer)] = &[
    (Setting::TimeToLive, From::Middle, Answer::BeingCreated),
    (Setting::Tag, From::LastSecond, Answer::InUse),
    (Setting::OtherTags, From::End, Answer::Missing),
    (Setting::Backups, From::Middle, Answer::BackupsBeingEnabled),
    (Setting::Insights, From::Middle, Answer::NotActive),
];

/// The operations that a table admits in the first second of its deletion. After that it is missing for them.
const DELETING: &[Setting] = &[Setting::TimeToLive, Setting::Backups, Setting::Insights];
const DELETION_ADMITS_MS: u64 = SECOND_MS;

impl From {
    fn of(self, creation: Period) -> Timestamp {
        let length_ms = creation.until.epoch_ms - creation.since.epoch_ms;
        match self {
            From::Middle => creation.since.plus_ms(length_ms / 2),
            From::LastSecond => creation.since.plus_ms(length_ms.saturating_sub(SECOND_MS)),
            From::End => creation.until,
        }
    }
}

/// Checks that the state of a table admits an operation on a setting. Without known times nothing is refused here.
///
/// # Errors
/// The table is being created or deleted, or its backups are being enabled.
pub(crate) fn check(context: &Context, table: &Table, setting: Setting) -> Result<(), DynamoError> {
    let times = TableTimes::load(context.database, &table.definition.name);
    let now = context.now;
    let (answer, until) = match table.definition.status {
        TableStatus::Creating => {
            let Some(creation) = times.creation else { return Ok(()) };
            let row = CREATING.iter().find(|(of, _, _)| *of == setting);
            let Some((_, from, answer)) = row else { return Ok(()) };
            let answer = if now < from.of(creation) { Answer::Missing } else { *answer };
            (answer, if setting == Setting::Backups { times.backups_from } else { creation.until })
        }
        TableStatus::Deleting => {
            let Some(deletion) = times.deletion else { return Ok(()) };
            let is_admitted = now < deletion.since.plus_ms(DELETION_ADMITS_MS);
            if !DELETING.contains(&setting) || is_admitted {
                return Ok(());
            }
            return Err(error_of(Answer::Missing, table, setting));
        }
        TableStatus::Active | TableStatus::Updating => {
            if setting != Setting::Backups || now >= times.backups_from {
                return Ok(());
            }
            (Answer::BackupsBeingEnabled, times.backups_from)
        }
    };
    let error = error_of(answer, table, setting);
    Err(if until > now { error.until(until) } else { error })
}

fn error_of(answer: Answer, table: &Table, setting: Setting) -> DynamoError {
    let name = || table.definition.name.to_string();
    let in_use = |reason| StateError::InUse { table: name(), reason }.into();
    match (answer, setting) {
        (Answer::Missing, Setting::Tag | Setting::OtherTags) => {
            DynamoError::ArnNotFound { arn: table.definition.arn.clone() }
        }
        (Answer::Missing, Setting::Backups) => DynamoError::NoTableToBackUp { table: name() },
        (Answer::Missing, Setting::TimeToLive | Setting::Insights) => {
            DynamoError::TableNotFound { table: name() }
        }
        (Answer::BeingCreated, _) => in_use(StateReason::BeingCreated),
        (Answer::InUse, _) => DynamoError::TableInUse { table: name(), state: TableState::BeingCreated },
        (Answer::BackupsBeingEnabled, _) => StateError::BackupsBeingEnabled { table: name() }.into(),
        (Answer::NotActive, _) => InsightsError::TableNotActive.into(),
    }
}
