//! The English texts of verdicts, findings, fixes and problems, for the command line and documents.

use crate::report::{
    AccessMethod, AccessReason, AccessSummary, Fix, Place, ProblemReason, Red, Rule, Severity, Verdict,
};

fn number(value: f64) -> String {
    if value >= 100.0 || value == value.trunc() { format!("{value:.0}") } else { format!("{value:.1}") }
}

fn usd(value: f64) -> String {
    format!("${value:.2}")
}

pub fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Advice => "advice",
    }
}

pub fn place(place: &Place) -> String {
    let named = [
        ("pattern", &place.pattern),
        ("table", &place.table),
        ("index", &place.index),
        ("item", &place.item),
        ("entity", &place.entity),
        ("attribute", &place.attribute),
    ];
    let mut parts: Vec<String> = named
        .iter()
        .filter_map(|(kind, name)| name.as_ref().map(|name| format!("{kind} \"{name}\"")))
        .collect();
    if let Some(relation) = place.relation {
        parts.push(format!("relation {}", relation + 1));
    }
    if parts.is_empty() { "the design".to_owned() } else { parts.join(", ") }
}

pub fn served(served: &AccessSummary) -> String {
    let target = match &served.index {
        Some(index) => format!("{} of {}", index, served.table),
        None => served.table.clone(),
    };
    let how = match served.how {
        AccessMethod::NotRun => return "not run".to_owned(),
        AccessMethod::Get => "GetItem on",
        AccessMethod::Query => "Query on",
        AccessMethod::Queries => return format!("{} Queries on {target}", served.times),
        AccessMethod::Scan => "Scan of",
        AccessMethod::Batch => return format!("a batch of {} on {target}", served.times),
        AccessMethod::Write => "a write to",
        AccessMethod::Transaction => return format!("a transaction of {} on {target}", served.times),
        AccessMethod::Search => "SearchVectors on",
        AccessMethod::Other => "a request to",
    };
    format!("{how} {target}")
}

pub fn why(why: &AccessReason) -> String {
    match why {
        AccessReason::NotRun => "The pattern did not run.".to_owned(),
        AccessReason::WholeKey { attributes } => {
            format!("The parameters give the whole key ({}).", attributes.join(", "))
        }
        AccessReason::PartitionKey { attributes } => {
            format!("The parameters give the partition key ({}).", attributes.join(", "))
        }
        AccessReason::SortKeyRange { attributes } => {
            format!(
                "The parameters give the partition key ({}) and a range of the sort key.",
                attributes.join(", ")
            )
        }
        AccessReason::Sharded { count } => {
            format!("The key is spread over {count} values, and each needs a Query.")
        }
        AccessReason::NoKey { parameters } if parameters.is_empty() => {
            "The pattern has no parameter for a key.".to_owned()
        }
        AccessReason::NoKey { parameters } => {
            format!("The request uses no key for {}.", parameters.join(", "))
        }
        AccessReason::SeveralItems { count } => format!("The request names {count} items by their keys."),
        AccessReason::Vector => "The index compares vectors.".to_owned(),
        AccessReason::Other => "The request reads no items.".to_owned(),
    }
}

pub fn verdict(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Green => "The result is as expected.".to_owned(),
        Verdict::Red(red) => red_reason(red),
    }
}

fn range(least: Option<u64>, most: Option<u64>) -> String {
    match (least, most) {
        (Some(least), Some(most)) if least == most => least.to_string(),
        (Some(least), Some(most)) => format!("{least} to {most}"),
        (Some(least), None) => format!("at least {least}"),
        (None, Some(most)) => format!("at most {most}"),
        (None, None) => "any number of".to_owned(),
    }
}

fn red_reason(red: &Red) -> String {
    let or_nothing = |got: &Option<String>| got.clone().unwrap_or_else(|| "nothing".to_owned());
    match red {
        Red::NoOperation => "The pattern has no request.".to_owned(),
        Red::NoExpectation => "The pattern has no expected result.".to_owned(),
        Red::NotRun(reason) => format!("The request could not be made. {}", problem(reason)),
        Red::Refused => "DynamoDB refuses the request.".to_owned(),
        Red::ErrorExpected { expected, got } => {
            format!(
                "The error {expected} was expected. The request returned {}.",
                got.as_deref().unwrap_or("no error")
            )
        }
        Red::Empty => "The request returned nothing.".to_owned(),
        Red::NotEmpty { returned } => format!("No item was expected. The request returned {returned}."),
        Red::Count { expected_least, expected_most, returned } => {
            let wanted = range(*expected_least, *expected_most);
            format!("Expected items: {wanted}. Returned items: {returned}.")
        }
        Red::Rows { missing, unexpected, missing_count, unexpected_count } => {
            let mut text = String::new();
            if *missing_count > 0 {
                text.push_str(&format!(
                    "{missing_count} expected items are missing: {}. ",
                    missing.join(", ")
                ));
            }
            if *unexpected_count > 0 {
                text.push_str(&format!(
                    "{unexpected_count} items are unexpected: {}.",
                    unexpected.join(", ")
                ));
            }
            text.trim_end().to_owned()
        }
        Red::Attribute { place, attribute, expected, got } => {
            format!("{attribute} of item {} is {}. Expected: {expected}.", place + 1, or_nothing(got))
        }
        Red::Order { place, by } => format!("Item {} is out of order by {by}.", place + 1),
        Red::State { key, attribute: Some(attribute), expected, got } => {
            format!("After the write, {attribute} of {key} is {}. Expected: {expected}.", or_nothing(got))
        }
        Red::State { key, attribute: None, expected, got } => {
            format!("After the write, {key} is {}. Expected: {expected}.", or_nothing(got))
        }
        Red::Scan => "The result is as expected, but only a Scan serves the pattern.".to_owned(),
        Red::MorePages => "The result has more pages, and the pattern reads the first one.".to_owned(),
    }
}

pub fn problem(reason: &ProblemReason) -> String {
    match reason {
        ProblemReason::UnknownEntity { entity } => format!("The design has no entity {entity}."),
        ProblemReason::UnknownAttribute { attribute } => format!("There is no attribute {attribute}."),
        ProblemReason::UnknownTable { table } => format!("The design has no table {table}."),
        ProblemReason::UnknownIndex { index } => format!("The table has no index {index}."),
        ProblemReason::UnknownItem { item } => format!("The sample has no item {item}."),
        ProblemReason::UnknownRegion { region } => format!("There are no prices of the Region {region}."),
        ProblemReason::UnknownParameter { parameter } => format!("The pattern has no parameter {parameter}."),
        ProblemReason::SameName { name } => format!("The name {name} is used twice."),
        ProblemReason::RelationCycle { entity } => format!("Relations lead from {entity} back to it."),
        ProblemReason::NoKeyTemplate { attribute } => {
            format!("The item has no template for the key {attribute}.")
        }
        ProblemReason::Fill { detail } => detail.clone(),
        ProblemReason::TooManyRows { rows, most } => {
            format!("The sample has {rows} rows. The limit is {most}.")
        }
        ProblemReason::TooMuch(refusal) => refusal.to_string(),
        ProblemReason::Range { member } => format!("{member} is out of range."),
        ProblemReason::SameKey { item, other, key } => {
            format!("Two rows have the key {key}: one {item} replaces one {other}.")
        }
        ProblemReason::Refused { operation, error, message } => {
            format!("DynamoDB refuses {operation}: {error}. {message}")
        }
    }
}

pub fn rule(rule: &Rule) -> String {
    match rule {
        Rule::OwnerNotInKey { owner } => {
            format!("The key does not contain {owner}, so a caller can read items of other owners.")
        }
        Rule::OwnerOnlyInFilter { owner, read, returned } => format!(
            "{owner} is only in the filter. The request reads {read} items of all owners and returns {returned}."
        ),
        Rule::LowCardinalityKey { values, busiest, read_units_per_second, write_units_per_second } => {
            format!(
                "The partition key has {values} values. {busiest} gets {} RCU and {} WCU per second. One key accepts 3,000 RCU and 1,000 WCU.",
                number(*read_units_per_second),
                number(*write_units_per_second)
            )
        }
        Rule::TimeKey { write_units_per_second } => format!(
            "The partition key is a time. All writes of a moment go to one key: {} WCU per second.",
            number(*write_units_per_second)
        ),
        Rule::HotKey { busiest, share, read_units_per_second, write_units_per_second } => format!(
            "{busiest} gets {} % of the requests: {} RCU and {} WCU per second. DynamoDB throttles requests above the limit.",
            number(share * 100.0),
            number(*read_units_per_second),
            number(*write_units_per_second)
        ),
        Rule::RangeOnPartitionKey { attribute } => {
            format!("{attribute} is a partition key. A Query can only compare it by equality.")
        }
        Rule::Scan { read_units, read_units_at_full_size } => format!(
            "Only a Scan finds the items: {} RCU in the sample, {} RCU with all items.",
            number(*read_units),
            number(*read_units_at_full_size)
        ),
        Rule::FilterDropsMost { read, returned } => {
            format!(
                "The filter removes {} of {read} items. DynamoDB charges all of them.",
                read - returned.min(read)
            )
        }
        Rule::ItemSize { largest_bytes, limit_bytes } => {
            format!("The largest item has {largest_bytes} bytes. The limit is {limit_bytes}.")
        }
        Rule::CollectionSize { bytes, .. } => format!(
            "The largest item collection grows to {} GB. A table with a local index accepts 10 GB.",
            number(bytes / 1_073_741_824.0)
        ),
        other => table_rule(other),
    }
}

/// Returns the text of a rule about indexes, writes or settings.
fn table_rule(rule: &Rule) -> String {
    match rule {
        Rule::UnusedIndex { write_units_per_second, usd_per_month } => format!(
            "No pattern reads the index. It costs {} WCU per second and {} per month.",
            number(*write_units_per_second),
            usd(*usd_per_month)
        ),
        Rule::OverIndexed { indexes, used, write_amplification } => format!(
            "The table has {indexes} indexes, and patterns use {used}. Indexes write {} times as much as the table.",
            number(*write_amplification)
        ),
        Rule::ChangingIndexKey { attribute, writes_per_second } => format!(
            "The update changes the index key {attribute} {} times per second. Each change deletes and inserts an entry: two writes.",
            number(*writes_per_second)
        ),
        Rule::NoGuard { .. } => "The put has no condition, so it replaces an item that exists.".to_owned(),
        Rule::NoPaging { bytes } => format!(
            "The result grows to {} KB. A page has at most 1,024 KB, and the pattern reads one page.",
            number(bytes / 1_024.0)
        ),
        Rule::GenericNames { names } => {
            format!("The table has one entity, but its keys have the generic names {}.", names.join(", "))
        }
        Rule::SeveralKeyAttributes { count } => {
            format!("The key has {count} attributes. Only a global index accepts several.")
        }
        Rule::KeyConditionGap { missing } => {
            format!("The key condition leaves out {missing}. A Query needs all attributes from the left.")
        }
        Rule::NoExpectation => "The pattern has no expected result.".to_owned(),
        Rule::NoRate => "The pattern has no rate, so its cost and heat are 0.".to_owned(),
        Rule::Projection { keeps, usd_now, usd_then } => {
            let keeps = if keeps.is_empty() { "the keys".to_owned() } else { keeps.join(", ") };
            format!(
                "Patterns read only {keeps}. The index costs {} per month, then {}.",
                usd(*usd_now),
                usd(*usd_then)
            )
        }
        Rule::MixedNeeds { readers, entities } if readers.is_empty() => {
            format!("Recovery also covers short-lived items: {}.", entities.join(", "))
        }
        Rule::MixedNeeds { readers, entities } => {
            format!(
                "Most records of the stream are of {}, which {} ignores.",
                entities.join(", "),
                readers.join(", ")
            )
        }
        Rule::SingleItemTransaction => {
            "A transaction of one item costs twice as much as the request alone.".to_owned()
        }
        Rule::TooManyActions { actions, most } => {
            format!("The transaction has {actions} actions. DynamoDB accepts {most}.")
        }
        Rule::TtlNotSeconds { attribute } => {
            format!("TTL reads {attribute} as a number of epoch seconds. Other values never expire.")
        }
        Rule::UnpaddedNumber { attribute } => {
            format!("{attribute} has no leading zeros in the sort key, so 10 sorts before 9.")
        }
        Rule::NoUniquenessItem { attribute } => {
            format!("Two items can have the same {attribute}: no item has it as its key.")
        }
        other => request_rule(other),
    }
}

/// Returns the text of a rule about requests, streams or modes.
fn request_rule(rule: &Rule) -> String {
    match rule {
        Rule::RepeatedWrite { attribute, writes_per_second } => format!(
            "The update is not idempotent: a retry changes {attribute} again. It is sent {} times per second.",
            number(*writes_per_second)
        ),
        Rule::LargeRead { bytes, limit_bytes } => format!(
            "Each request reads up to {} KB. Above {} KB, divide the item or the result.",
            number((bytes / 1_024.0).round()),
            number((limit_bytes / 1_024.0).round())
        ),
        Rule::ExpiredInStream { reader, entities } => format!(
            "TTL deletes of {} are in the stream. {reader} cannot tell them from other deletes without a filter.",
            entities.join(", ")
        ),
        Rule::ReadApart { items } => {
            format!(
                "The pattern reads {} together, but they are in different partitions.",
                items.join(" and ")
            )
        }
        Rule::ReplaceableIndex { by: Some(by) } => {
            format!("The index {by} has the same keys, so it can serve these queries.")
        }
        Rule::ReplaceableIndex { by: None } => {
            "The table has the same keys as the index, so it can serve these queries.".to_owned()
        }
        Rule::IndexIsTheKey { item, parent } => {
            format!(
                "All patterns find {item} through the index, with the id of its {parent}. No pattern uses its key."
            )
        }
        Rule::ModeSwitches { per_day, most } => format!(
            "The table switches to on-demand mode {per_day} times a day. DynamoDB accepts {most} switches in 24 hours."
        ),
        _ => String::new(),
    }
}

/// Returns the text of a fix, or None if the rule's text contains it.
pub fn fix(fix: &Fix) -> Option<String> {
    Some(match fix {
        Fix::None => return None,
        Fix::PutOwnerFirst { owner } => format!("Begin the partition key with {owner}."),
        Fix::SpreadKey { shards } => format!("Spread the key over {shards} values."),
        Fix::AddIndex { index, partition_key, .. } => {
            format!("Add the index {index} with the partition key {partition_key}.")
        }
        Fix::UseIndex { index } => format!("Query the index {index}."),
        Fix::MoveToSortKey { attribute } => format!("Move the varying part of {attribute} to the sort key."),
        Fix::RemoveIndex { index } => format!("Remove the index {index}."),
        Fix::ShortenProjection { index, keeps } if keeps.is_empty() => {
            format!("Change the projection of {index} to KEYS_ONLY.")
        }
        Fix::ShortenProjection { index, keeps } => format!("Include only {} in {index}.", keeps.join(", ")),
        Fix::AddCondition { condition } => format!("Add the condition {condition}."),
        Fix::ReadAllPages => "Read all pages, or set a limit.".to_owned(),
        Fix::SplitItem => "Split the item, or store the large attribute in S3.".to_owned(),
        Fix::UseGlobalIndex => "Use a global index.".to_owned(),
        Fix::JoinKeyAttributes { template } => format!("Join the attributes in one key: {template}."),
        Fix::RecordResult { count } => {
            format!("Write the expected result. The request returned {count} items.")
        }
        Fix::WriteRate => "Write how many requests arrive per second.".to_owned(),
        Fix::SplitTable { entities } => format!("Store {} in a table of their own.", entities.join(", ")),
        Fix::SendAlone => "Send the request without a transaction.".to_owned(),
        Fix::PadNumber { attribute, digits } => format!("Write {{{attribute}:{digits}}} in the template."),
        Fix::StoreSeconds { attribute } => format!("Store {attribute} as a number of epoch seconds."),
        Fix::AddUniquenessItem { attribute } => {
            format!("Add an item with {attribute} as its key, and write both in one transaction.")
        }
        Fix::RenameKeys { names } => format!("Give {} names that say what they contain.", names.join(", ")),
        Fix::AddVersion { .. } => {
            "Add a version, and the condition that it is the one that the caller read.".to_owned()
        }
        Fix::SendWithToken => {
            "Send the update in a transaction. Its token makes retries safe for 10 minutes.".to_owned()
        }
        Fix::LimitPage { limit } => format!("Read pages of {limit} items."),
        Fix::ReadLess => "Split the item, read fewer attributes, or store a summary.".to_owned(),
        Fix::FilterExpired { reader } => format!("Filter the expired items before {reader}."),
        Fix::StoreTogether { items } => {
            format!("Store {} in one partition, and read them with one Query.", items.join(" and "))
        }
        Fix::UseKey { index, by: Some(by) } => format!("Query {by}, and remove {index}."),
        Fix::UseKey { index, by: None } => format!("Query the table, and remove {index}."),
        Fix::MoveKey { index } => format!("Give the table the keys of {index}, and remove the index."),
        Fix::LimitSwitches { most } => format!("Switch at most {most} times a day, or use auto scaling."),
    })
}
