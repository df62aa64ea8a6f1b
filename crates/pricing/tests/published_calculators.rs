//! Comparison with the two calculators that AWS publishes, on inputs like their own examples. Tests state where the units agree, and
//! why they differ. The recorded results follow their published rules.

use dynalab_capacity::ReadConsistency;
use dynalab_capacity::index_write::IndexEntryChange;
use dynalab_capacity::request_units::{Arithmetic, ReadOperation, WriteOperation, index_arithmetic, total};
use dynalab_load::DayUnits;
use dynalab_pricing::{
    Conventions, Extras, Gigabyte, LineItem, Mode, Month, Preset, PriceBook, Region, Replication, Shape,
    TableClass, Workload,
};
use dynalab_types::json::{self, Value};

const DATA: &str = include_str!("data/published_calculators.json");
/// The share of an item's size that the agent skill assumes for an index entry.
const SKILL_INCLUDE_SHARE: f64 = 0.3;
const SKILL_KEYS_ONLY_SHARE: f64 = 0.1;

fn rows(name: &str) -> Vec<Value> {
    let data = json::parse(DATA).expect("the data is JSON");
    let Some(Value::Array(rows)) = data.get(name) else { panic!("{name} is missing") };
    rows.clone()
}

fn text<'a>(row: &'a Value, name: &str) -> &'a str {
    row.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn number(row: &Value, name: &str) -> f64 {
    let Some(Value::Number(number)) = row.get(name) else { panic!("{name} is missing") };
    number.parse().expect("a number")
}

fn units(lines: &[Arithmetic]) -> f64 {
    total(lines).as_units()
}

/// Returns the units of a request by Dynalab's calculation.
fn request_units(row: &Value) -> f64 {
    let (bytes, items) = (number(row, "bytes") as u64, number(row, "items") as u64);
    let read = |operation: ReadOperation| {
        let is_strong = text(row, "consistency") == "strong";
        let consistency = if is_strong { ReadConsistency::Strong } else { ReadConsistency::Eventual };
        units(&operation.arithmetic(consistency, bytes, items))
    };
    let write = |operation: WriteOperation| units(&operation.arithmetic(bytes, bytes, items));
    match text(row, "operation") {
        "GetItem" => read(ReadOperation::GetItem),
        "Query" => read(ReadOperation::Query),
        "Scan" => read(ReadOperation::Scan),
        "BatchGetItem" => read(ReadOperation::BatchGetItem),
        "TransactGetItems" => read(ReadOperation::TransactGetItems),
        "PutItem" => write(WriteOperation::PutItem),
        "UpdateItem" => write(WriteOperation::UpdateItem),
        "DeleteItem" => write(WriteOperation::DeleteItem),
        "BatchWriteItem" => write(WriteOperation::BatchWriteItem),
        "TransactWriteItems" => write(WriteOperation::TransactWriteItems),
        other => panic!("{other} is no operation"),
    }
}

#[test]
fn both_tools_have_the_same_units_for_every_operation() {
    let all = rows("requests");
    assert_eq!(all.len(), 16);
    for row in &all {
        let ours = request_units(row);
        let theirs = (number(row, "modeling_server"), number(row, "agent_skill"));
        assert_eq!((ours, ours), theirs, "{}", text(row, "name"));
    }
}

/// The modeling server takes the size of an entry as input, so its units equal ours. The agent skill assumes a share of the item. It
/// overestimates keys of large items and underestimates large projections.
#[test]
fn an_index_entry_differs_where_the_agent_skill_guesses_its_size() {
    let mut guessed_wrong = Vec::new();
    for row in rows("index_entries") {
        let (item_bytes, size_bytes) = (number(&row, "item_bytes"), number(&row, "entry_bytes") as u64);
        let ours = units(&index_arithmetic(IndexEntryChange::Added { size_bytes }, 1));
        assert_eq!(ours, number(&row, "modeling_server"), "{row:?}");
        let share = match text(&row, "projection") {
            "KEYS_ONLY" => SKILL_KEYS_ONLY_SHARE,
            "INCLUDE" => SKILL_INCLUDE_SHARE,
            _ => 1.0,
        };
        let guess = IndexEntryChange::Added { size_bytes: (item_bytes * share) as u64 };
        let theirs = number(&row, "agent_skill");
        assert_eq!(units(&index_arithmetic(guess, 1)), theirs, "with the size that it guesses: {row:?}");
        if ours != theirs {
            guessed_wrong.push((text(&row, "projection").to_owned(), ours, theirs));
        }
    }
    assert_eq!(guessed_wrong, [("KEYS_ONLY".to_owned(), 1.0, 4.0), ("INCLUDE".to_owned(), 3.0, 1.0)]);
}

/// The modeling server charges one write per entry, whatever changes. DynamoDB deletes the old entry and puts the new one. The agent
/// skill counts both.
#[test]
fn a_new_index_key_is_one_write_for_the_modeling_server_and_two_for_us() {
    let moved = IndexEntryChange::Moved { before_bytes: 512, after_bytes: 512 };
    let (ours, modeling_server, agent_skill) = (units(&index_arithmetic(moved, 1)), 1.0, 2.0);
    assert_eq!((ours, ours - modeling_server), (agent_skill, 1.0));
}

/// Both tools round the whole result once. DynamoDB rounds each page of 1 MB, which ends with the item that crosses the limit.
#[test]
fn a_query_of_several_pages_rounds_once_for_the_tools_and_each_page_for_us() {
    let (bytes, items) = (3_000, 1_000);
    let ours = units(&ReadOperation::Query.arithmetic(ReadConsistency::Strong, bytes, items));
    let theirs = (bytes * items).div_ceil(4_096) as f64;
    assert_eq!((ours, theirs), (734.0, 733.0));
}

fn bill(preset: Preset, gb: f64) -> (f64, f64) {
    let (month, gigabyte) = preset.month_and_gigabyte();
    let conventions = Conventions { month, gigabyte, has_free_tier: false };
    let workload = Workload {
        class: TableClass::Standard,
        // Per second, 100 items of 4 KB are read and 100 items of 1,000 bytes are written.
        units: DayUnits::of_shares(50.0, 100.0, 0.0, &Shape::Flat.minutes()),
        table_gb: gb,
        index_gb: 0.0,
        replicas: 0.0,
        replication: Replication::Eventual,
        has_savings_plan: false,
        extras: Extras::default(),
    };
    let bill = workload.bill(Mode::OnDemand, &PriceBook::load(Region::NorthVirginia), &conventions);
    let storage = bill.usd_of(LineItem::Storage).unwrap_or_default();
    (bill.total_usd() - storage, storage)
}

/// With their own month and GB, Dynalab returns the same dollars. Their months differ by 1.7 %, their GB by 7.4 %.
#[test]
fn with_their_conventions_both_tools_have_the_same_dollars() {
    let stored_bytes = 100_000_000.0 * 1_000.0;
    let (server_requests, server_storage) =
        bill(Preset::McpCalculator, stored_bytes / Gigabyte::Binary.bytes());
    let (skill_requests, skill_storage) = bill(Preset::AgentSkill, stored_bytes / Gigabyte::Decimal.bytes());
    let requests = |seconds: f64| (50.0 * 0.125 + 100.0 * 0.625) * seconds / 1e6;
    for (found, usd) in [
        (server_requests, requests(2_635_200.0)),
        (server_storage, stored_bytes / 1_073_741_824.0 * 0.25),
        (skill_requests, requests(2_592_000.0)),
        (skill_storage, 25.0),
    ] {
        assert!((found - usd).abs() < 1e-9, "{found} instead of {usd}");
    }
    let percent = |more: f64, less: f64| ((more / less - 1.0) * 1_000.0).round() / 10.0;
    assert_eq!(percent(server_requests, skill_requests), 1.7);
    assert_eq!(percent(skill_storage, server_storage), 7.4);
    assert_eq!(Month::Days30Half.seconds(), 2_635_200.0);
}
