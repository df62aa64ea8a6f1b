//! The load of a small table, like the one on the home page.

use super::super::items::{Cell, ItemCollection, ItemRow, ItemsView};
use super::super::tables::{KeyNames, TableSummary};
use super::*;

fn table() -> TableSummary {
    TableSummary {
        name: "Shop".into(),
        arn: "arn:aws:dynamodb:us-east-1:123456789012:table/Shop".to_owned(),
        status: "ACTIVE".into(),
        key: KeyNames {
            partition: "PK".into(),
            partition_type: "S".into(),
            sort: Some("SK".into()),
            sort_type: Some("S".into()),
        },
        item_count: 40,
        size_bytes: 4_000,
        indexes: Vec::new(),
    }
}

fn key_of(number: usize) -> String {
    format!(r#"{{"PK":{{"S":"PRODUCT#{number}"}},"SK":{{"S":"INFO"}}}}"#)
}

fn view(numbers: std::ops::Range<usize>) -> ItemsView {
    let collections = numbers.map(|number| ItemCollection {
        partition_key: Cell { data_type: "S".into(), text: format!("PRODUCT#{number}") },
        items: vec![ItemRow { key_json: key_of(number), ..ItemRow::default() }],
    });
    ItemsView { collections: collections.collect(), ..ItemsView::default() }
}

fn load() -> LiveLoad {
    let mut load = LiveLoad::new(&key_of(3));
    load.sync_with_view(&table(), &view(0..40));
    load
}

#[test]
fn a_sale_throttles_the_partition_of_its_key_and_no_other() {
    let mut load = load();
    assert_eq!(load.hot_key(), None);
    load.advance_to_sale();
    let hot = load.hot_key().expect("the sale is on");
    assert_eq!(hot.partition_key, "PRODUCT#3");
    assert!((1_400..1_600).contains(&hot.writes), "{hot:?}");
    for partition in load.partitions() {
        let expected = partition.asked.saturating_sub(limit());
        assert_eq!(partition.throttled, expected, "{partition:?}");
        assert_eq!(partition.throttled > 0, partition.id == hot.partition, "{partition:?}");
        let holds = (partition.from..partition.until).contains(&hot.turn);
        assert_eq!(holds, partition.id == hot.partition, "{partition:?}");
    }
}

#[test]
fn without_limits_the_same_load_is_accepted() {
    let mut load = load();
    load.advance_to_sale();
    let asked: Vec<u64> = load.partitions().iter().map(|partition| partition.asked).collect();
    load.limit(false);
    let after: Vec<(u64, u64)> = load.partitions().iter().map(|one| (one.asked, one.throttled)).collect();
    assert_eq!(after, asked.iter().map(|asked| (*asked, 0)).collect::<Vec<_>>());
    load.advance();
    assert!(load.partitions().iter().all(|partition| partition.throttled == 0));
    load.limit(true);
    assert!(load.hot_key().is_some_and(|hot| hot.throttled > 300), "the latest second is counted again");
}

#[test]
fn a_sale_ends_and_begins_again() {
    let mut load = load();
    let mut sales = Vec::new();
    for second in 0..3 * ROUND_SECONDS {
        load.advance();
        let on_sale = load.hot_key().is_some();
        if sales.last().is_none_or(|(_, last)| *last != on_sale) {
            sales.push((second, on_sale));
        }
    }
    let rounds = (0..3).map(|round| round * ROUND_SECONDS);
    let begins = rounds.flat_map(|at| [(at + SALE_BEGINS, true), (at + SALE_BEGINS + SALE_LASTS, false)]);
    assert_eq!(sales, [(0, false)].into_iter().chain(begins).collect::<Vec<_>>());
}

#[test]
fn items_keep_their_history_and_new_items_start_empty() {
    let mut load = load();
    (0..20).for_each(|_| load.advance());
    let before = load.key(&key_of(5)).expect("an item").writes.clone();
    assert_eq!(before.len(), SECONDS_SHOWN);
    assert!(before.iter().all(|writes| (0..=30).contains(writes)), "{before:?}");
    load.sync_with_view(&table(), &view(5..42));
    assert_eq!(load.key(&key_of(5)).expect("an item").writes, before);
    assert!(load.key(&key_of(41)).expect("a new item").writes.is_empty());
    assert!(load.key(&key_of(4)).is_none());
}

#[test]
fn the_same_seconds_have_the_same_load() {
    let run = || {
        let mut load = load();
        (0..100).for_each(|_| load.advance());
        load.keys().map(|key| key.writes.clone()).collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
}
