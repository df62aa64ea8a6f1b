//! Published worked examples, each by its name. A KB is 1,024 bytes unless a test says 1,000.

use super::*;
use ReadConsistency::{Eventual, Strong};

const KB: u64 = 1024;

fn read(operation: ReadOperation, consistency: ReadConsistency, bytes: u64, items: u64) -> f64 {
    total(&operation.arithmetic(consistency, bytes, items)).as_units()
}

fn write(operation: WriteOperation, before_bytes: u64, after_bytes: u64, items: u64) -> f64 {
    total(&operation.arithmetic(before_bytes, after_bytes, items)).as_units()
}

#[test]
fn get_item_of_10_kb() {
    assert_eq!(read(ReadOperation::GetItem, Eventual, 10 * KB, 1), 1.5);
    assert_eq!(read(ReadOperation::GetItem, Strong, 10 * KB, 1), 3.0);
    assert_eq!(read(ReadOperation::TransactGetItems, Eventual, 10 * KB, 1), 6.0);
}

#[test]
fn query_of_40_8_kb_is_11_units() {
    assert_eq!(read(ReadOperation::Query, Strong, 40 * KB + 820, 1), 11.0);
}

#[test]
fn query_of_1500_items_of_64_bytes() {
    assert_eq!(read(ReadOperation::Query, Strong, 64, 1_500), 24.0);
    assert_eq!(read(ReadOperation::Query, Eventual, 64, 1_500), 12.0);
}

#[test]
fn query_of_100_items_of_100_bytes_is_not_100_units() {
    assert_eq!(read(ReadOperation::Query, Strong, 100, 100), 3.0);
    assert_eq!(read(ReadOperation::Query, Eventual, 100, 100), 1.5);
}

#[test]
fn ten_items_of_3_kb_round_one_by_one() {
    assert_eq!(read(ReadOperation::BatchGetItem, Strong, 3 * KB, 10), 10.0);
    assert_eq!(read(ReadOperation::BatchGetItem, Eventual, 3 * KB, 10), 5.0);
}

#[test]
fn batch_get_of_1_5_kb_and_6_5_kb() {
    let units = read(ReadOperation::BatchGetItem, Strong, 3 * KB / 2, 1)
        + read(ReadOperation::BatchGetItem, Strong, 13 * KB / 2, 1);
    assert_eq!(units, 3.0);
}

#[test]
fn batch_write_of_half_a_kb_and_3_5_kb() {
    let units = write(WriteOperation::BatchWriteItem, 0, KB / 2, 1)
        + write(WriteOperation::BatchWriteItem, 0, 7 * KB / 2, 1);
    assert_eq!(units, 5.0);
}

#[test]
fn put_of_310_kb_over_300_kb() {
    assert_eq!(write(WriteOperation::PutItem, 300 * KB, 310 * KB, 1), 310.0);
    assert_eq!(write(WriteOperation::PutItem, 310 * KB, 300 * KB, 1), 310.0);
}

#[test]
fn a_write_of_1_5_kb_is_2_units() {
    assert_eq!(write(WriteOperation::PutItem, 0, 3 * KB / 2, 1), 2.0);
}

#[test]
fn a_hundred_eventual_reads_of_8_kb_a_second() {
    assert_eq!(read(ReadOperation::GetItem, Eventual, 8 * KB, 1) * 100.0, 100.0);
}

#[test]
fn fifty_writes_of_3_kb_a_second() {
    assert_eq!(write(WriteOperation::PutItem, 0, 3 * KB, 1) * 50.0, 150.0);
}

/// The slides count a KB as 1,000 bytes. Both sizes give the same result.
#[test]
fn a_thousand_reads_a_second_of_1_2_kb_and_of_4_5_kb() {
    for kb in [1_000, KB] {
        assert_eq!(read(ReadOperation::GetItem, Strong, 12 * kb / 10, 1) * 1_000.0, 1_000.0);
        assert_eq!(read(ReadOperation::GetItem, Strong, 45 * kb / 10, 1) * 1_000.0, 2_000.0);
        assert_eq!(read(ReadOperation::GetItem, Eventual, 45 * kb / 10, 1) * 1_000.0, 1_000.0);
    }
}

#[test]
fn a_thousand_writes_a_second_of_512_bytes_and_of_2_5_kb() {
    assert_eq!(write(WriteOperation::PutItem, 0, 512, 1) * 1_000.0, 1_000.0);
    for kb in [1_000, KB] {
        assert_eq!(write(WriteOperation::PutItem, 0, 25 * kb / 10, 1) * 1_000.0, 3_000.0);
    }
}

#[test]
fn missing_items_and_empty_queries_consume_one_step() {
    assert_eq!(read(ReadOperation::GetItem, Eventual, 0, 1), 0.5);
    assert_eq!(read(ReadOperation::GetItem, Strong, 0, 1), 1.0);
    assert_eq!(read(ReadOperation::TransactGetItems, Strong, 0, 1), 2.0);
    assert_eq!(read(ReadOperation::Query, Eventual, 500, 0), 0.5);
    assert_eq!(write(WriteOperation::DeleteItem, 0, 0, 1), 1.0);
}

#[test]
fn a_transaction_doubles_the_table_and_not_the_index() {
    assert_eq!(write(WriteOperation::TransactWriteItems, 0, 2 * KB, 3), 12.0);
    assert_eq!(
        write(WriteOperation::TransactWriteItems, 0, 0, 1),
        2.0,
        "a condition check of a missing item"
    );
    let moved = IndexEntryChange::Moved { before_bytes: 300, after_bytes: 300 };
    assert_eq!(total(&index_arithmetic(moved, 2)).as_units(), 4.0);
    assert!(index_arithmetic(IndexEntryChange::Unchanged, 5).is_empty());
}

#[test]
fn a_query_beyond_1_mb_rounds_each_page() {
    let lines = ReadOperation::Query.arithmetic(Strong, 3_000, 500);
    let shown: Vec<_> = lines.iter().map(|line| (line.bytes, line.times, line.units.to_string())).collect();
    assert_eq!(shown, [(350 * 3_000, 1, "257".to_owned()), (150 * 3_000, 1, "110".to_owned())]);
}

#[test]
fn each_line_multiplies_out() {
    for bytes in [0, 1, 4_095, 4_096, 4_097, 409_600] {
        for line in ReadOperation::BatchGetItem
            .arithmetic(Eventual, bytes, 7)
            .into_iter()
            .chain(WriteOperation::TransactWriteItems.arithmetic(0, bytes, 7))
        {
            assert_eq!(line.steps, bytes.div_ceil(line.step_bytes).max(1));
            assert_eq!(line.units.0, line.steps * line.step_half_units * line.times);
        }
    }
}
