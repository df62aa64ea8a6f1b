//! The rules of findings, in one table: code, figures, sentence. A rule's sentence is `rule-CODE` in `messages/*/findings.ftl`.

use dynalab_capacity::partitions::{PARTITION_READ_UNITS, PARTITION_WRITE_UNITS};
use dynalab_messages::figures::{binary_size, grouped_decimal, money, units};
use dynalab_messages::{Language, Message};
use serde::{Deserialize, Serialize};

use crate::sentences::{self, findings as words};

/// Bytes of a page of a Query or Scan.
const PAGE_BYTES: u64 = 1 << 20;

/// Makes the enum of the rules, their codes, and their sentences. Each row has a rule's code, its variant with the figures of its
/// reason, and its sentence in a language.
macro_rules! rules {
    ($language:ident: $($(#[$doc:meta])* $code:literal $variant:ident $({ $($field:ident: $kind:ty),* })? => $sentence:expr;)*) => {
        /// The rule, with the figures of its reason. `code` returns its stable name.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub enum Rule {
            $($(#[$doc])* $variant $({ $($field: $kind),* })?,)*
        }

        impl Rule {
            /// All codes, in the order of the rules.
            pub const CODES: &[&str] = &[$($code),*];

            pub fn code(&self) -> &'static str {
                match self { $(Rule::$variant { .. } => $code,)* }
            }
        }

        impl Message for Rule {
            #[allow(unused_variables, reason = "a sentence need not have every figure of its rule")]
            fn write(&self, $language: Language) -> String {
                match self { $(Rule::$variant $({ $($field),* })? => $sentence,)* }
            }
        }
    };
}

rules! {
    language:
    /// The partition key does not contain the owner, so a caller can read items of other owners.
    "owner-not-in-key" OwnerNotInKey { owner: String } =>
        words::RuleOwnerNotInKey { owner: owner.into() }.write(language);
    /// The owner is only in the filter. The request reads items of other owners, and the filter removes them.
    "owner-only-in-filter" OwnerOnlyInFilter { owner: String, read: u64, returned: u64 } =>
        words::RuleOwnerOnlyInFilter { owner: owner.into(), read: (*read).into(), returned: (*returned).into() }.write(language);
    /// The partition key has few values, and the busiest one exceeds a partition's limit.
    "low-cardinality-key" LowCardinalityKey { values: u64, busiest: String, read_units_per_second: f64, write_units_per_second: f64, patterns: Vec<String> } =>
        with_patterns(language, patterns, words::RuleLowCardinalityKey { values: (*values).into(), busiest: busiest.into(), reads: units(*read_units_per_second).as_str().into(), writes: units(*write_units_per_second).as_str().into(), most_reads: PARTITION_READ_UNITS.into(), most_writes: PARTITION_WRITE_UNITS.into() }.write(language));
    /// The partition key is a time, so all current writes have the same key.
    "time-key" TimeKey { write_units_per_second: f64, patterns: Vec<String> } =>
        with_patterns(language, patterns, words::RuleTimeKey { writes: units(*write_units_per_second).as_str().into() }.write(language));
    /// The busiest key exceeds a partition's limit for a different reason.
    "hot-key" HotKey { busiest: String, share: f64, read_units_per_second: f64, write_units_per_second: f64, patterns: Vec<String> } =>
        with_patterns(language, patterns, words::RuleHotKey { busiest: busiest.into(), share: percent(*share).as_str().into(), reads: units(*read_units_per_second).as_str().into(), writes: units(*write_units_per_second).as_str().into() }.write(language));
    /// A Query condition on the partition key is not an equality, so DynamoDB rejects it.
    "range-on-partition-key" RangeOnPartitionKey { attribute: String } =>
        words::RuleRangeOnPartitionKey { attribute: attribute.into() }.write(language);
    "scan" Scan { read_units: f64, read_units_at_full_size: f64 } =>
        words::RuleScan { now: units(*read_units).as_str().into(), full: units(*read_units_at_full_size).as_str().into() }.write(language);
    /// A filter removes most of the read items.
    "filter-drops-most" FilterDropsMost { read: u64, returned: u64 } =>
        words::RuleFilterDropsMost { removed: read.saturating_sub(*returned).into(), read: (*read).into() }.write(language);
    "item-size" ItemSize { largest_bytes: u64, limit_bytes: u64 } =>
        words::RuleItemSize { bytes: (*largest_bytes).into(), limit: (*limit_bytes).into() }.write(language);
    /// The size of an item collection in a table with a local index.
    "collection-size" CollectionSize { bytes: f64, limit_bytes: f64 } =>
        words::RuleCollectionSize { size: binary_size(*bytes as u64).as_str().into(), limit: binary_size(*limit_bytes as u64).as_str().into() }.write(language);
    /// The access patterns do not use the index.
    "unused-index" UnusedIndex { write_units_per_second: f64, usd_per_month: f64 } =>
        words::RuleUnusedIndex { writes: units(*write_units_per_second).as_str().into(), amount: money(*usd_per_month).as_str().into() }.write(language);
    /// The table has more indexes than the patterns need.
    "over-indexed" OverIndexed { indexes: u32, used: u32, write_amplification: f64 } =>
        words::RuleOverIndexed { indexes: (*indexes).into(), used: (*used).into(), times: units(*write_amplification).as_str().into() }.write(language);
    /// A write changes a key of the index, which is one delete and one put.
    "changing-index-key" ChangingIndexKey { attribute: String, writes_per_second: f64 } =>
        words::RuleChangingIndexKey { attribute: attribute.into(), writes: units(*writes_per_second).as_str().into() }.write(language);
    /// A put without a condition replaces an existing item.
    "no-guard" NoGuard { failed: bool } =>
        words::RULE_NO_GUARD.write(language);
    /// A Query can have several pages, but the pattern reads only one.
    "no-paging" NoPaging { bytes: f64 } =>
        words::RuleNoPaging { size: binary_size(*bytes as u64).as_str().into(), limit: binary_size(PAGE_BYTES).as_str().into() }.write(language);
    /// Key attributes are named PK and SK although the table has one entity.
    "generic-names" GenericNames { names: Vec<String> } =>
        words::RuleGenericNames { names: names.join(", ").as_str().into() }.write(language);
    /// The table's own key has several attributes, which only global indexes support.
    "several-key-attributes" SeveralKeyAttributes { count: u32 } =>
        words::RuleSeveralKeyAttributes { count: (*count).into() }.write(language);
    /// The conditions on a multi-attribute key skip an attribute.
    "key-condition-gap" KeyConditionGap { missing: String } =>
        words::RuleKeyConditionGap { attribute: missing.into() }.write(language);
    "no-expectation" NoExpectation => words::RULE_NO_EXPECTATION.write(language);
    "no-rate" NoRate => words::RULE_NO_RATE.write(language);
    /// The index stores more than the patterns read.
    "projection" Projection { keeps: Vec<String>, usd_now: f64, usd_then: f64 } =>
        match keeps.is_empty() {
        true => words::RuleProjectionKeys { now: money(*usd_now).as_str().into(), then: money(*usd_then).as_str().into() }.write(language),
        false => words::RuleProjection { names: keeps.join(", ").as_str().into(), now: money(*usd_now).as_str().into(), then: money(*usd_then).as_str().into() }.write(language),
    };
    /// Entities in one table differ in their needs of recovery, streams or retention.
    "mixed-needs" MixedNeeds { readers: Vec<String>, entities: Vec<String> } =>
        match readers.is_empty() {
        true => words::RuleMixedNeedsRecovery { entities: entities.join(", ").as_str().into() }.write(language),
        false => words::RuleMixedNeeds { entities: entities.join(", ").as_str().into(), readers: readers.join(", ").as_str().into() }.write(language),
    };
    /// A transaction with one write costs twice as much as a plain write.
    "single-item-transaction" SingleItemTransaction => words::RULE_SINGLE_ITEM_TRANSACTION.write(language);
    "too-many-actions" TooManyActions { actions: u32, most: u32 } =>
        words::RuleTooManyActions { actions: (*actions).into(), most: (*most).into() }.write(language);
    /// The TTL attribute is not a number of epoch seconds.
    "ttl-not-seconds" TtlNotSeconds { attribute: String } =>
        words::RuleTtlNotSeconds { attribute: attribute.into() }.write(language);
    /// Numbers without leading zeros in a template do not sort by value.
    "unpadded-number" UnpaddedNumber { attribute: String } =>
        words::RuleUnpaddedNumber { attribute: attribute.into() }.write(language);
    /// An attribute must be unique, but no item has it as its key.
    "no-uniqueness-item" NoUniquenessItem { attribute: String } =>
        words::RuleNoUniquenessItem { attribute: attribute.into() }.write(language);
    /// A retry of the update changes the item a second time.
    "repeated-write" RepeatedWrite { attribute: String, writes_per_second: f64 } =>
        words::RuleRepeatedWrite { attribute: attribute.into(), writes: units(*writes_per_second).as_str().into() }.write(language);
    /// One execution of the pattern reads a large item or item collection.
    "large-read" LargeRead { bytes: f64, limit_bytes: f64 } =>
        words::RuleLargeRead { size: binary_size(*bytes as u64).as_str().into(), limit: binary_size(*limit_bytes as u64).as_str().into() }.write(language);
    /// The items of one key need several pages in production, and each execution of the pattern reads all of them.
    "outgrows-page" OutgrowsPage { item: String, items: u64, bytes: f64, requests: u64 } =>
        words::RuleOutgrowsPage { item: item.into(), items: (*items).into(), size: binary_size(*bytes as u64).as_str().into(), limit: binary_size(PAGE_BYTES).as_str().into(), requests: (*requests).into() }.write(language);
    /// A stream reader receives the deletes of TTL, and the design does not say what it does with them.
    "expired-in-stream" ExpiredInStream { reader: String, entities: Vec<String> } =>
        words::RuleExpiredInStream { entities: entities.join(", ").as_str().into(), reader: reader.into() }.write(language);
    /// Items that are read together are in different partitions or tables.
    "read-apart" ReadApart { items: Vec<String> } =>
        words::RuleReadApart { items: sentences::joined(language, items).as_str().into() }.write(language);
    /// The table, or the index `by`, can serve the queries of the index.
    "replaceable-index" ReplaceableIndex { by: Option<String> } =>
        match by {
        Some(index) => words::RuleReplaceableIndex { index: index.into() }.write(language),
        None => words::RULE_REPLACEABLE_INDEX_TABLE.write(language),
    };
    /// Patterns reach an item through the index alone, with the id of its parent.
    "index-is-the-key" IndexIsTheKey { item: String, parent: String } =>
        words::RuleIndexIsTheKey { item: item.into(), parent: parent.into() }.write(language);
    /// The condition of a write lets it change a state that no pattern is meant to leave, such as a sold seat.
    "leaves-final-state" LeavesFinalState { attribute: String, state: String, becomes: String } =>
        words::RuleLeavesFinalState { attribute: attribute.into(), state: state.into(), becomes: becomes.into() }.write(language);
    /// An expected error of a condition comes from an item that does not exist.
    "error-from-missing-item" ErrorFromMissingItem { key: String } =>
        words::RuleErrorFromMissingItem { key: key.into() }.write(language);
    /// The table has a TTL attribute that no item has.
    "ttl-not-written" TtlNotWritten { attribute: String } =>
        words::RuleTtlNotWritten { attribute: attribute.into() }.write(language);
    /// The table switches to on-demand mode more often than DynamoDB accepts.
    "mode-switches" ModeSwitches { per_day: u32, most: u32 } =>
        words::RuleModeSwitches { count: (*per_day).into(), most: (*most).into() }.write(language);
}

/// Adds the names of the patterns that a sum of several is from.
fn with_patterns(language: Language, patterns: &[String], sentence: String) -> String {
    if patterns.is_empty() {
        return sentence;
    }
    let joined = sentences::joined(language, patterns);
    sentences::in_sequence(
        language,
        &sentence,
        &words::RuleOfPatterns { patterns: joined.as_str().into() }.write(language),
    )
}

/// Formats a share as percent with one decimal.
fn percent(share: f64) -> String {
    grouped_decimal((share * 1_000.0).round() / 10.0)
}
