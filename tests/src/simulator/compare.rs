//! Compares the engine's replies with those of the reference.

use serde_json::Value as Json;

use crate::simulator::command_target::Reply;
use crate::simulator::model::{
    Answer, CONDITION_FAILED, Charges, Description, Expected, IndexDescription, Reason, Row, Rows,
    charges_of_page,
};
use crate::simulator::request::{Read, Request};
use crate::simulator::value::{Item, item_json};

/// Maximum evaluated bytes of one page.
const PAGE_MAX_BYTES: u64 = 1024 * 1024;
/// Maximum size of the item that crosses the limit of its page.
const ITEM_MAX_BYTES: u64 = 400 * 1024;

/// # Errors
/// Returns the difference as a text.
pub fn compare(request: &Request, expected: &Expected, segments: &[Vec<Reply>]) -> Result<(), String> {
    let (Request::Query { read, .. } | Request::Scan { read, .. }, Answer::Rows(rows)) =
        (request, &expected.answer)
    else {
        return segments.iter().flatten().try_for_each(|reply| compare_one(expected, reply));
    };
    compare_rows(read, rows, segments)
}

fn compare_one(expected: &Expected, reply: &Reply) -> Result<(), String> {
    let differs = |what: &str, wanted: &dyn std::fmt::Debug| {
        Err(format!(
            "{what}: expected {wanted:?}\n  answered {} {}\n  charged {:?}",
            reply.status, reply.text, reply.charges
        ))
    };
    if let Answer::Refused { error, old } = &expected.answer {
        if reply.status != 400 || reply.error() != Some(*error) {
            return differs("error", error);
        }
        let old = old.as_ref().map(item_json);
        if *error == CONDITION_FAILED && reply.body.get("Item") != old.as_ref() {
            return differs("old item", &old);
        }
    } else if let Answer::Cancelled(reasons) = &expected.answer {
        if reply.error() != Some("TransactionCanceledException") || !same_reasons(reasons, &reply.body) {
            return differs("reasons", reasons);
        }
    } else if reply.status != 200 {
        return differs("success", &expected.answer);
    }
    let same_member = |member: &str, item: &Option<Item>| {
        let wanted = item.as_ref().map(item_json);
        if reply.body.get(member) == wanted.as_ref() { Ok(()) } else { differs(member, &wanted) }
    };
    match &expected.answer {
        Answer::Refused { .. } | Answer::Cancelled(_) | Answer::Rows(_) => {}
        Answer::Attributes(item) => same_member("Attributes", item)?,
        Answer::Item(item) => same_member("Item", item)?,
        Answer::Batch(tables) => {
            for (table, items) in tables {
                let found = reply.body["Responses"][table].as_array().cloned().unwrap_or_default();
                if sorted(found) != sorted(items.iter().map(item_json).collect()) {
                    return differs("Responses", tables);
                }
            }
        }
        Answer::Items(items) => {
            let wanted = items.iter().map(|item| match item {
                Some(item) => serde_json::json!({ "Item": item_json(item) }),
                None => serde_json::json!({}),
            });
            if reply.body["Responses"] != Json::Array(wanted.collect()) {
                return differs("Responses", items);
            }
        }
        Answer::Table(description) => compare_description(description, &reply.body["Table"])?,
        Answer::Done => {
            let unprocessed = reply.body.get("UnprocessedItems").and_then(Json::as_object);
            if unprocessed.is_some_and(|tables| !tables.is_empty()) {
                return differs("no unprocessed items", &"");
            }
        }
    }
    if reply.charges.as_ref().is_some_and(|charges| *charges != expected.charges) {
        return differs("charges", &expected.charges);
    }
    compare_consumed(&expected.charges, reply)
}

fn same_reasons(expected: &[Reason], body: &Json) -> bool {
    let found = body["CancellationReasons"].as_array().cloned().unwrap_or_default();
    let same = |((code, item), found): (&Reason, &Json)| {
        found["Code"] == *code && found.get("Item") == item.as_ref().map(item_json).as_ref()
    };
    found.len() == expected.len() && expected.iter().zip(&found).all(same)
}

/// Compares ConsumedCapacity in the response with the charges.
fn compare_consumed(charges: &Charges, reply: &Reply) -> Result<(), String> {
    let Some(consumed) = reply.body.get("ConsumedCapacity") else { return Ok(()) };
    let tables = match consumed {
        Json::Array(tables) => tables.clone(),
        one => vec![one.clone()],
    };
    for table in tables {
        let name = table["TableName"].as_str().unwrap_or_default();
        let total: u64 =
            charges.iter().filter(|((owner, _), _)| owner == name).map(|(_, half_units)| half_units).sum();
        if table["CapacityUnits"].as_f64() != Some(total as f64 / 2.0) {
            return Err(format!("ConsumedCapacity of {total} half units, but {consumed}"));
        }
    }
    Ok(())
}

fn sorted(items: Vec<Json>) -> Vec<String> {
    let mut texts: Vec<String> = items.iter().map(Json::to_string).collect();
    texts.sort();
    texts
}

fn compare_description(expected: &Description, found: &Json) -> Result<(), String> {
    let differs = |what: &str| Err(format!("{what}: expected {expected:?}\n  described {found}"));
    if found["TableName"] != expected.name.as_str() || found["TableStatus"] != expected.status.name() {
        return differs("name and status");
    }
    if found["ItemCount"] != expected.item_count || found["TableSizeBytes"] != expected.size_bytes {
        return differs("figures");
    }
    let lists = ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"];
    let indexes: Vec<&Json> =
        lists.iter().filter_map(|list| found.get(*list)?.as_array()).flatten().collect();
    if indexes.len() != expected.indexes.len() {
        return differs("indexes");
    }
    for index in indexes {
        let name = index["IndexName"].as_str().unwrap_or_default();
        let Some(IndexDescription { status, figures }) = expected.indexes.get(name) else {
            return differs(name);
        };
        if status.is_some_and(|status| index["IndexStatus"] != status.name()) {
            return differs(name);
        }
        let figures_differ =
            |(count, bytes): (u64, u64)| index["ItemCount"] != count || index["IndexSizeBytes"] != bytes;
        if figures.is_some_and(figures_differ) {
            return differs(name);
        }
    }
    Ok(())
}

fn compare_rows(read: &Read, expected: &Rows, segments: &[Vec<Reply>]) -> Result<(), String> {
    let first_differing = segments.iter().flatten().find(|page| page.status != 200);
    if let Some(page) = first_differing {
        return Err(format!("rows expected: {expected:?}\n  answered {} {}", page.status, page.text));
    }
    let sum = |member: &str| -> u64 {
        segments.iter().flatten().map(|page| page.body[member].as_u64().unwrap_or_default()).sum()
    };
    let returned = expected.rows.iter().filter(|row| row.returned.is_some()).count() as u64;
    if (sum("ScannedCount"), sum("Count")) != (expected.rows.len() as u64, returned) {
        return Err(format!(
            "counts: expected {} scanned and {returned} returned\n  answered {} and {}\n  {}",
            expected.rows.len(),
            sum("ScannedCount"),
            sum("Count"),
            texts(segments),
        ));
    }
    if !read.count_only {
        compare_items(expected, segments)?;
    }
    for pages in segments {
        compare_pages(read, expected.one_item, pages)?;
    }
    if let [pages] = segments {
        compare_page_charges(read, expected, pages)?;
    }
    Ok(())
}

fn texts(segments: &[Vec<Reply>]) -> String {
    let texts: Vec<&str> = segments.iter().flatten().map(|page| page.text.as_str()).collect();
    texts.join("\n  ")
}

/// Compares items in order. Items of one rank may have any order.
fn compare_items(expected: &Rows, segments: &[Vec<Reply>]) -> Result<(), String> {
    let items = |page: &Reply| page.body["Items"].as_array().cloned().unwrap_or_default();
    let mut found: Vec<Json> = segments.iter().flatten().flat_map(items).collect();
    for rows in expected.rows.chunk_by(|left, right| left.rank == right.rank) {
        let wanted: Vec<Json> = rows.iter().filter_map(|row| row.returned.as_ref()).map(item_json).collect();
        let rest = found.split_off(wanted.len().min(found.len()));
        let here = std::mem::replace(&mut found, rest);
        if sorted(here) != sorted(wanted.clone()) {
            return Err(format!("items: expected {wanted:?}\n  answered {}", texts(segments)));
        }
    }
    Ok(())
}

/// A page that ends at its limit has a LastEvaluatedKey, even if no item follows. The exception is a read of one item. Other
/// pages end only because of their size.
fn compare_pages(read: &Read, one_item: bool, pages: &[Reply]) -> Result<(), String> {
    let shows_all = !read.count_only && read.projection.is_none() && read.filter.is_none();
    for (number, page) in pages.iter().enumerate() {
        let scanned = page.body["ScannedCount"].as_u64().unwrap_or_default();
        let goes_on = page.body.get("LastEvaluatedKey").is_some();
        let at_limit = read.limit == Some(scanned);
        let too_many = read.limit.is_some_and(|limit| scanned > limit);
        // The response is about as long as the evaluated bytes.
        let length = page.text.len() as u64;
        let too_short = shows_all && goes_on && !at_limit && length < PAGE_MAX_BYTES / 2;
        let too_long = scanned > 1 && length > PAGE_MAX_BYTES + ITEM_MAX_BYTES + PAGE_MAX_BYTES / 8;
        let wrong_end = (at_limit && goes_on == one_item) || goes_on != (number + 1 < pages.len());
        if too_many || too_short || too_long || wrong_end {
            return Err(format!("page {number}: limit {:?}\n  answered {}", read.limit, page.text));
        }
    }
    Ok(())
}

fn compare_page_charges(read: &Read, expected: &Rows, pages: &[Reply]) -> Result<(), String> {
    let exact = expected.ordered && expected.rows.windows(2).all(|pair| pair[0].rank != pair[1].rank);
    if !exact && pages.len() > 1 {
        return Ok(());
    }
    let expected_pages = if exact { paged(read, expected) } else { vec![&expected.rows[..]] };
    if expected_pages.len() != pages.len() {
        return Err(format!("{} pages expected, {} answered", expected_pages.len(), pages.len()));
    }
    for (rows, page) in expected_pages.into_iter().zip(pages) {
        let charges = charges_of_page(read, expected.index.as_ref(), rows);
        if page.charges.as_ref().is_some_and(|found| *found != charges) {
            return Err(format!(
                "charges: expected {charges:?}\n  charged {:?}\n  {}",
                page.charges, page.text
            ));
        }
        compare_consumed(&charges, page)?;
    }
    Ok(())
}

fn paged<'a>(read: &Read, expected: &'a Rows) -> Vec<&'a [Row]> {
    let mut rows: &'a [Row] = &expected.rows;
    let mut pages = Vec::new();
    loop {
        let (mut bytes, mut count) = (0, 0);
        for row in rows {
            // The row that crosses the limit is the last of its page.
            if read.limit == Some(count as u64) || bytes >= PAGE_MAX_BYTES {
                break;
            }
            bytes += row.bytes;
            count += 1;
        }
        let ended = count == rows.len() && (expected.one_item || read.limit != Some(count as u64));
        pages.push(&rows[..count]);
        rows = &rows[count..];
        if ended {
            return pages;
        }
    }
}
