//! A finding as data: a rule, its place in the design, the reason and the fix. The page and the command line write the texts.

use serde::{Deserialize, Serialize};

use crate::template::Template;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    pub rule: Rule,
    pub severity: Severity,
    pub place: Place,
    pub fix: Fix,
    /// True if `apply` can change the design.
    pub can_apply: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Severity {
    /// The design does not work, leaks data or loses data.
    Error,
    /// The design works, but fails or is expensive under load.
    Warning,
    /// The design can be improved.
    Advice,
}

/// A place in the design. It uses names, so reordering the design does not move a finding.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    pub entity: Option<String>,
    pub relation: Option<usize>,
    pub table: Option<String>,
    pub index: Option<String>,
    /// The kind of item, by its name in the table.
    pub item: Option<String>,
    pub attribute: Option<String>,
    pub pattern: Option<String>,
}

/// The rule, with the figures of its reason. `code` returns its stable name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Rule {
    /// The partition key does not contain the owner, so a caller can read items of other owners.
    OwnerNotInKey {
        owner: String,
    },
    /// The owner is only in the filter. The request reads items of other owners, and the filter removes them.
    OwnerOnlyInFilter {
        owner: String,
        read: u64,
        returned: u64,
    },
    /// The partition key has few values, and the busiest one exceeds a partition's limit.
    LowCardinalityKey {
        values: u64,
        busiest: String,
        read_units_per_second: f64,
        write_units_per_second: f64,
    },
    /// The partition key is a time, so all current writes have the same key.
    TimeKey {
        write_units_per_second: f64,
    },
    /// The busiest key exceeds a partition's limit for a different reason.
    HotKey {
        busiest: String,
        share: f64,
        read_units_per_second: f64,
        write_units_per_second: f64,
    },
    /// A Query condition on the partition key is not an equality, so DynamoDB rejects it.
    RangeOnPartitionKey {
        attribute: String,
    },
    Scan {
        read_units: f64,
        read_units_at_full_size: f64,
    },
    /// A filter removes most of the read items.
    FilterDropsMost {
        read: u64,
        returned: u64,
    },
    ItemSize {
        largest_bytes: u64,
        limit_bytes: u64,
    },
    /// The size of an item collection in a table with a local index.
    CollectionSize {
        bytes: f64,
        limit_bytes: f64,
    },
    /// The access patterns do not use the index.
    UnusedIndex {
        write_units_per_second: f64,
        usd_per_month: f64,
    },
    /// The table has more indexes than the patterns need.
    OverIndexed {
        indexes: u32,
        used: u32,
        write_amplification: f64,
    },
    /// A write changes a key of the index, which is one delete and one put.
    ChangingIndexKey {
        attribute: String,
        writes_per_second: f64,
    },
    /// A put without a condition replaces an existing item.
    NoGuard {
        failed: bool,
    },
    /// A Query can have several pages, but the pattern reads only one.
    NoPaging {
        bytes: f64,
    },
    /// Key attributes are named PK and SK although the table has one entity.
    GenericNames {
        names: Vec<String>,
    },
    /// The table's own key has several attributes, which only global indexes support.
    SeveralKeyAttributes {
        count: u32,
    },
    /// The conditions on a multi-attribute key skip an attribute.
    KeyConditionGap {
        missing: String,
    },
    NoExpectation,
    NoRate,
    /// The index stores more than the patterns read.
    Projection {
        keeps: Vec<String>,
        usd_now: f64,
        usd_then: f64,
    },
    /// Entities in one table differ in their needs of recovery, streams or retention.
    MixedNeeds {
        readers: Vec<String>,
        entities: Vec<String>,
    },
    /// A transaction with one write costs twice as much as a plain write.
    SingleItemTransaction,
    TooManyActions {
        actions: u32,
        most: u32,
    },
    /// The TTL attribute is not a number of epoch seconds.
    TtlNotSeconds {
        attribute: String,
    },
    /// Numbers without leading zeros in a template do not sort by value.
    UnpaddedNumber {
        attribute: String,
    },
    /// An attribute must be unique, but no item has it as its key.
    NoUniquenessItem {
        attribute: String,
    },
    /// A retry of the update changes the item a second time.
    RepeatedWrite {
        attribute: String,
        writes_per_second: f64,
    },
    /// One execution of the pattern reads a large item or item collection.
    LargeRead {
        bytes: f64,
        limit_bytes: f64,
    },
    /// A stream reader receives the deletes of TTL, and the design does not say what it does with them.
    ExpiredInStream {
        reader: String,
        entities: Vec<String>,
    },
    /// Items that are read together are in different partitions or tables.
    ReadApart {
        items: Vec<String>,
    },
    /// The table, or the index `by`, can serve the queries of the index.
    ReplaceableIndex {
        by: Option<String>,
    },
    /// Patterns reach an item through the index alone, with the id of its parent.
    IndexIsTheKey {
        item: String,
        parent: String,
    },
    /// The table switches to on-demand mode more often than DynamoDB accepts.
    ModeSwitches {
        per_day: u32,
        most: u32,
    },
}

impl Rule {
    /// All codes, in the order of the rules.
    pub const CODES: &[&str] = &[
        "owner-not-in-key",
        "owner-only-in-filter",
        "low-cardinality-key",
        "time-key",
        "hot-key",
        "range-on-partition-key",
        "scan",
        "filter-drops-most",
        "item-size",
        "collection-size",
        "unused-index",
        "over-indexed",
        "changing-index-key",
        "no-guard",
        "no-paging",
        "generic-names",
        "several-key-attributes",
        "key-condition-gap",
        "no-expectation",
        "no-rate",
        "projection",
        "mixed-needs",
        "single-item-transaction",
        "too-many-actions",
        "ttl-not-seconds",
        "unpadded-number",
        "no-uniqueness-item",
        "repeated-write",
        "large-read",
        "expired-in-stream",
        "read-apart",
        "replaceable-index",
        "index-is-the-key",
        "mode-switches",
    ];

    pub fn code(&self) -> &'static str {
        match self {
            Rule::OwnerNotInKey { .. } => "owner-not-in-key",
            Rule::OwnerOnlyInFilter { .. } => "owner-only-in-filter",
            Rule::LowCardinalityKey { .. } => "low-cardinality-key",
            Rule::TimeKey { .. } => "time-key",
            Rule::HotKey { .. } => "hot-key",
            Rule::RangeOnPartitionKey { .. } => "range-on-partition-key",
            Rule::Scan { .. } => "scan",
            Rule::FilterDropsMost { .. } => "filter-drops-most",
            Rule::ItemSize { .. } => "item-size",
            Rule::CollectionSize { .. } => "collection-size",
            Rule::UnusedIndex { .. } => "unused-index",
            Rule::OverIndexed { .. } => "over-indexed",
            Rule::ChangingIndexKey { .. } => "changing-index-key",
            Rule::NoGuard { .. } => "no-guard",
            Rule::NoPaging { .. } => "no-paging",
            Rule::GenericNames { .. } => "generic-names",
            Rule::SeveralKeyAttributes { .. } => "several-key-attributes",
            Rule::KeyConditionGap { .. } => "key-condition-gap",
            Rule::NoExpectation => "no-expectation",
            Rule::NoRate => "no-rate",
            Rule::Projection { .. } => "projection",
            Rule::MixedNeeds { .. } => "mixed-needs",
            Rule::SingleItemTransaction => "single-item-transaction",
            Rule::TooManyActions { .. } => "too-many-actions",
            Rule::TtlNotSeconds { .. } => "ttl-not-seconds",
            Rule::UnpaddedNumber { .. } => "unpadded-number",
            Rule::NoUniquenessItem { .. } => "no-uniqueness-item",
            Rule::RepeatedWrite { .. } => "repeated-write",
            Rule::LargeRead { .. } => "large-read",
            Rule::ExpiredInStream { .. } => "expired-in-stream",
            Rule::ReadApart { .. } => "read-apart",
            Rule::ReplaceableIndex { .. } => "replaceable-index",
            Rule::IndexIsTheKey { .. } => "index-is-the-key",
            Rule::ModeSwitches { .. } => "mode-switches",
        }
    }
}

/// The recommended fix, with the data to apply it if possible.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Fix {
    /// The rule's text contains the fix.
    None,
    PutOwnerFirst {
        owner: String,
    },
    SpreadKey {
        shards: u32,
    },
    AddIndex {
        index: String,
        partition_key: Template,
        sort_key: Option<Template>,
    },
    UseIndex {
        index: String,
    },
    MoveToSortKey {
        attribute: String,
    },
    RemoveIndex {
        index: String,
    },
    ShortenProjection {
        index: String,
        keeps: Vec<String>,
    },
    AddCondition {
        condition: String,
    },
    ReadAllPages,
    SplitItem,
    UseGlobalIndex,
    JoinKeyAttributes {
        template: Template,
    },
    RecordResult {
        count: u64,
    },
    WriteRate,
    SplitTable {
        entities: Vec<String>,
    },
    SendAlone,
    PadNumber {
        attribute: String,
        digits: u8,
    },
    StoreSeconds {
        attribute: String,
    },
    AddUniquenessItem {
        attribute: String,
    },
    RenameKeys {
        names: Vec<String>,
    },
    /// Adds a version to the entity, and the condition that it is the one of this sample row.
    AddVersion {
        row: u64,
    },
    SendWithToken,
    LimitPage {
        limit: u64,
    },
    ReadLess,
    FilterExpired {
        reader: String,
    },
    StoreTogether {
        items: Vec<String>,
    },
    /// Sends the queries of an index to the table or to the index `by`, and removes the index.
    UseKey {
        index: String,
        by: Option<String>,
    },
    MoveKey {
        index: String,
    },
    LimitSwitches {
        most: u32,
    },
}

/// The change that `apply` makes. The page shows it before.
pub type Change = Fix;
