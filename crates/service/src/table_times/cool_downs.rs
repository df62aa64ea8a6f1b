//! Settings that may not change again at once: tags, deletion protection, policies, table class and encryption.

use dynalab_engine::database::table::tags::{RequestedTag, Tags};
use dynalab_engine::database::table::{Table, TableClass, TableDefinition};
use dynalab_engine::error::{DynamoError, StateError, StateReason};
use dynalab_engine::settings::durations::Timed;
use dynalab_types::Timestamp;
use serde::{Deserialize, Serialize};

use crate::complete::Context;
use crate::table_times::{Period, TableTimes, TimingContext};

const HOUR_MS: u64 = 60 * 60 * 1000;
const DAY_MS: u64 = 24 * HOUR_MS;
const CLASS_WINDOW_MS: u64 = 30 * DAY_MS;
const CLASS_CHANGES_MAX: usize = 2;
/// The first changes of the encryption in any 24 hours, and how long each later one must wait after the last.
const ENCRYPTION_CHANGES_MAX: usize = 4;
const ENCRYPTION_WAIT_MS: u64 = 6 * HOUR_MS;

/// A change of tags that reads do not show yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TagChange {
    pub before: Tags,
    /// The pairs that the change sets.
    pub sets: Vec<(String, String)>,
    pub locked_until: Timestamp,
    pub shown_from: Timestamp,
}

/// A change of a policy, by the label of its stream. The label of the table's own policy is empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PolicyChange {
    pub label: String,
    pub pending_until: Timestamp,
    pub locked_until: Timestamp,
    /// The policy of before, as its record has it, until reads show the new one.
    pub before: Option<Vec<u8>>,
    pub shown_from: Timestamp,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CoolDowns {
    /// Oldest first.
    pub tags: Vec<TagChange>,
    pub protection: Option<Period>,
    pub policies: Vec<PolicyChange>,
    pub classes: Vec<Timestamp>,
    pub encryptions: Vec<Timestamp>,
}

fn are_on(timing: TimingContext) -> bool {
    timing.config.dials.as_ref().is_some_and(|dials| dials.cool_downs > 0)
}

fn since(at: &Timestamp, now: Timestamp) -> u64 {
    now.epoch_ms.saturating_sub(at.epoch_ms)
}

impl CoolDowns {
    /// Remembers a change of the table class. Returns the new class, or `None` if it is the one of before.
    pub fn note_class(
        &mut self,
        timing: TimingContext,
        table: &Table,
        after: &TableDefinition,
    ) -> Option<TableClass> {
        let class = changed_class(&table.definition, after)?;
        if are_on(timing) {
            self.classes.retain(|at| since(at, timing.now) < CLASS_WINDOW_MS);
            self.classes.push(timing.now);
        }
        Some(class)
    }

    /// Records a change of encryption, of which a day allows few.
    pub fn note_encryption(&mut self, timing: TimingContext) {
        if are_on(timing) {
            self.encryptions.retain(|at| since(at, timing.now) < DAY_MS);
            self.encryptions.push(timing.now);
        }
    }

    /// Records a change of deletion protection, after which it cannot change for a time.
    pub fn note_protection(&mut self, timing: TimingContext, table: &Table) {
        let takes_ms = timing.duration_ms(&table.definition, Timed::ProtectionLocked);
        self.protection = (takes_ms > 0).then(|| Period::new(timing.now, takes_ms));
    }

    fn check_encryption(&self, now: Timestamp) -> Result<(), DynamoError> {
        let counted: Vec<Timestamp> =
            self.encryptions.iter().copied().filter(|at| since(at, now) < DAY_MS).collect();
        let (Some(first), Some(last)) = (counted.first(), counted.last()) else { return Ok(()) };
        if counted.len() < ENCRYPTION_CHANGES_MAX || since(last, now) >= ENCRYPTION_WAIT_MS {
            return Ok(());
        }
        let ends = first.plus_ms(DAY_MS);
        // One more is possible when the wait is over, or as soon as the window has room again.
        let next = match counted.len() > ENCRYPTION_CHANGES_MAX {
            true => last.plus_ms(ENCRYPTION_WAIT_MS),
            false => last.plus_ms(ENCRYPTION_WAIT_MS).min(ends),
        };
        let changes = counted.len() as u64;
        let error = StateError::EncryptionChangedTooOften { ends, changes, last: *last, next };
        Err(DynamoError::from(error).until(next))
    }

    fn check_class(&self, now: Timestamp) -> Result<(), DynamoError> {
        let mut counted = self.classes.iter().filter(|at| since(at, now) < CLASS_WINDOW_MS);
        match (counted.clone().count() >= CLASS_CHANGES_MAX, counted.next()) {
            (true, Some(first)) => {
                Err(DynamoError::from(StateError::ClassChangedTooOften).until(first.plus_ms(CLASS_WINDOW_MS)))
            }
            _ => Ok(()),
        }
    }
}

/// Returns the new class. A table without one has the class STANDARD.
fn changed_class(before: &TableDefinition, after: &TableDefinition) -> Option<TableClass> {
    let class = |definition: &TableDefinition| definition.table_class.unwrap_or(TableClass::Standard);
    (class(before) != class(after)).then(|| class(after))
}

/// Checks that the settings that a request changes may change again.
///
/// # Errors
/// One of them was changed too recently.
pub(crate) fn check(
    times: &TableTimes,
    table: &Table,
    after: &TableDefinition,
    now: Timestamp,
) -> Result<(), DynamoError> {
    let before = &table.definition;
    let cool_downs = &times.cool_downs;
    let locked = cool_downs.protection.filter(|period| period.contains(now));
    if let Some(period) = locked.filter(|_| before.deletion_protection != after.deletion_protection) {
        let error = StateError::ProtectionModified { table: before.name.to_string(), again: period.until };
        return Err(DynamoError::from(error).until(period.until));
    }
    if changed_class(before, after).is_some() {
        cool_downs.check_class(now)?;
    }
    if before.settings.encryption != after.settings.encryption {
        cool_downs.check_encryption(now)?;
    }
    Ok(())
}

/// Returns the pairs that a request sets.
fn pairs(sets: &[RequestedTag]) -> Vec<(String, String)> {
    sets.iter().filter_map(|tag| Some((tag.key.clone()?, tag.value.clone()?))).collect()
}

/// Returns the end of the lock of a table's tags.
fn tags_locked_until(times: &TableTimes, now: Timestamp) -> Option<Timestamp> {
    times.cool_downs.tags.iter().map(|change| change.locked_until).filter(|until| *until > now).max()
}

/// Checks that the tags of a table may change, and returns the times with the change. A change that changes nothing is never
/// refused, and neither is one that sets what the pending change sets. `sets` is empty for UntagResource.
///
/// # Errors
/// The tags were changed too recently.
pub(crate) fn change_tags(
    context: &Context,
    table: &Table,
    after: &Tags,
    sets: &[RequestedTag],
) -> Result<Option<TableTimes>, DynamoError> {
    let definition = &table.definition;
    let before = &definition.settings.tags;
    if before == after {
        return Ok(None);
    }
    let mut times = TableTimes::load(context.database, &definition.name);
    let (now, sets) = (context.now, pairs(sets));
    if let Some(until) = tags_locked_until(&times, now) {
        let contains = |change: &TagChange| {
            change.locked_until <= now
                || (!change.sets.is_empty() && change.sets.iter().all(|pair| sets.contains(pair)))
        };
        if !times.cool_downs.tags.iter().all(contains) {
            let error = StateError::TagsLocked { table: definition.name.to_string() };
            return Err(DynamoError::from(error).until(until));
        }
    }
    let from_now = |timed| now.plus_ms(TimingContext::of(context).duration_ms(definition, timed));
    let (locked_until, shown_from) = (from_now(Timed::TagsLocked), from_now(Timed::TagsShown));
    times.cool_downs.tags.retain(|change| change.locked_until > now || change.shown_from > now);
    if locked_until > now || shown_from > now {
        let change = TagChange { before: before.clone(), sets, locked_until, shown_from };
        times.cool_downs.tags.push(change);
    }
    Ok(Some(times))
}

/// Returns the tags that reads show: for a while those of before a change.
pub(crate) fn shown_tags(context: &Context, table: &Table) -> Tags {
    let times = TableTimes::load(context.database, &table.definition.name);
    let not_shown = times.cool_downs.tags.into_iter().find(|change| change.shown_from > context.now);
    not_shown.map_or_else(|| table.definition.settings.tags.clone(), |change| change.before)
}

/// Checks that a table can be deleted as far as its tags are concerned.
///
/// # Errors
/// Its tags were changed too recently.
pub(crate) fn check_deletable(context: &Context, table: &Table) -> Result<(), DynamoError> {
    let name = &table.definition.name;
    match tags_locked_until(&TableTimes::load(context.database, name), context.now) {
        None => Ok(()),
        Some(until) => {
            let reason = StateReason::TagsUpdated;
            Err(DynamoError::from(StateError::InUse { table: name.to_string(), reason }).until(until))
        }
    }
}

/// Checks that a policy may change again, and returns the times with the change. `before` is its record.
///
/// # Errors
/// The policy was changed too recently.
pub(crate) fn change_policy(
    context: &Context,
    table: &Table,
    label: &str,
    before: Option<&[u8]>,
) -> Result<TableTimes, DynamoError> {
    let name = table.definition.name.to_string();
    let mut times = TableTimes::load(context.database, &name);
    let now = context.now;
    if let Some(last) = times.cool_downs.policies.iter().find(|change| change.label == label) {
        if last.pending_until > now {
            let reason = StateReason::PolicyPending;
            let error = DynamoError::from(StateError::InUse { table: name, reason });
            return Err(error.until(last.pending_until));
        }
        if last.locked_until > now {
            let error = StateError::PolicyModified { table: name, again: last.locked_until };
            return Err(DynamoError::from(error).until(last.locked_until));
        }
    }
    times.cool_downs.policies.retain(|change| change.label != label);
    let until = |timed| now.plus_ms(TimingContext::of(context).duration_ms(&table.definition, timed));
    let change = PolicyChange {
        label: label.to_owned(),
        pending_until: until(Timed::PolicyPending),
        locked_until: until(Timed::PolicyLocked),
        before: before.map(<[u8]>::to_vec),
        shown_from: until(Timed::PolicyShown),
    };
    if change.locked_until > now {
        times.cool_downs.policies.push(change);
    }
    Ok(times)
}

/// Returns the record of a policy that reads show instead of the current one, if the last change is not shown yet. The inner
/// `None` is no policy.
pub(crate) fn policy_of_before(context: &Context, table: &str, label: &str) -> Option<Option<Vec<u8>>> {
    let times = TableTimes::load(context.database, table);
    let mut changes = times.cool_downs.policies.into_iter();
    changes
        .find(|change| change.label == label && change.shown_from > context.now)
        .map(|change| change.before)
}
