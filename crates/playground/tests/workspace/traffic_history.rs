//! The history of a person who lets fast traffic run: it survives a reload, and the traffic is undone as one step.

use crate::page::Page;

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_playground::Workspace;
use dynalab_playground::history::Window;
use dynalab_playground::protocol::{ToPage, Travel};
use dynalab_storage::{MemoryStore, Store};
use dynalab_traffic::workload::Workload;
use dynalab_traffic::workload::driver::{Driver, RUN_WORKLOAD};
use dynalab_types::Timestamp;
use pollster::block_on;

/// 3,000 writes per second to 400 items, at most 900 bytes each.
const START: &str = r#"{"Items":0,"Workload":{"format":"dynalab.workload","version":1,"seed":7,"traffic":[{"table":"Notes",
    "partition_key":{"name":"id","type":"N","template":"{n}"},"items_per_key":1,"item_bytes":{"least":100,"most":900},
    "mix":{"get":0,"query":0,"put":1000,"update":0},"keys":{"kind":"uniform","count":400},
    "rate":{"kind":"constant","per_second_milli":3000000}}]}}"#;
const NOTES: u32 = 5;

fn tables<S: Store>(page: &Page<S>) -> Vec<String> {
    let table = page.host.saved().engine().database().find("Notes").unwrap();
    let items = table.items.iter().map(|(_, item)| {
        let mut json = String::new();
        item.write_json(&mut json);
        json
    });
    items.collect()
}

/// Notes of a person, then fast traffic, whose history does not fit into the stored window.
fn with_traffic<S: Store>(store: S) -> (Page<S>, Vec<String>) {
    let mut page = Page::with_notes(store);
    (0..NOTES).for_each(|id| drop(page.put(9_000 + id)));
    let before = tables(&page);
    assert!(matches!(page.execute("Dynalab.StartTraffic", START), ToPage::Answer { status: 200, .. }));
    for _ in 0..24 {
        page.now_ms += 200;
        block_on(page.host.process(Vec::new(), Timestamp::from_epoch_ms(page.now_ms)));
    }
    page.execute("Dynalab.StopTraffic", "{}");
    assert!(tables(&page).len() > 390, "traffic reached the table");
    (page, before)
}

fn operations<S: Store>(page: &Page<S>) -> Vec<String> {
    page.host.saved().history().entries().map(|(_, entry)| entry.operation.to_string()).collect()
}

#[test]
fn fast_traffic_leaves_the_earlier_history_after_a_reload() {
    let disk = MemoryStore::default();
    let (page, before) = with_traffic(disk.clone());
    let after = tables(&page);
    let mut reopened = Page::writer(disk.reopened());
    reopened.now_ms = page.now_ms;
    assert_eq!(operations(&reopened), operations(&page), "the history is as long as before");
    assert_eq!(tables(&reopened), after);
    reopened.travel(Travel::Undo);
    assert_eq!(tables(&reopened), before, "one undo takes the traffic back");
    // Before the traffic, its clock was set, and the last note was put.
    reopened.travel(Travel::Undo);
    reopened.travel(Travel::Undo);
    assert_eq!(tables(&reopened).len(), NOTES as usize - 1);
    (0..3).for_each(|_| drop(reopened.travel(Travel::Redo)));
    assert_eq!(tables(&reopened), after);
    // What was undone and redone is stored as any move is.
    assert_eq!(tables(&Page::open(disk.reopened())), after);
}

/// Between two entries of a combined step there is no state, so a step shows the state before or after it.
#[test]
fn a_look_inside_combined_traffic_shows_the_state_before_or_after_it() {
    let disk = MemoryStore::default();
    let (page, before) = with_traffic(disk.clone());
    let mut reopened = Page::writer(disk.reopened());
    reopened.now_ms = page.now_ms;
    let history = reopened.host.saved().history();
    let bursts: Vec<u32> = history
        .entries()
        .filter(|(_, entry)| &*entry.operation == "Dynalab.RunWorkload")
        .map(|(_, entry)| entry.number)
        .collect();
    let lost: Vec<u32> =
        history.entries().filter(|(_, entry)| entry.is_lost).map(|(_, entry)| entry.number).collect();
    assert!(lost.len() > 5, "the first bursts are combined: {} of {}", lost.len(), bursts.len());
    let head = reopened.travel(Travel::Nowhere).shown;
    let back = reopened.travel(Travel::LookAt { number: lost[lost.len() / 2] });
    assert_eq!((back.shown, tables(&reopened)), (lost[0] - 1, before));
    let forward = reopened.travel(Travel::LookAt { number: back.shown + 1 });
    assert_eq!(forward.shown, lost[lost.len() - 1] + 1);
    reopened.travel(Travel::LookAt { number: head });
    assert_eq!(tables(&reopened), tables(&page));
}

/// Both histories have the same changes, whole or combined.
#[test]
fn a_tab_that_reads_follows_the_undo_of_combined_traffic() {
    let disk = MemoryStore::default();
    let (mut page, before) = with_traffic(disk.clone());
    let mut reader = Page::open(disk.clone());
    page.travel(Travel::Undo);
    block_on(reader.host.catch_up());
    assert_eq!(tables(&reader), before);
    page.travel(Travel::Redo);
    block_on(reader.host.catch_up());
    assert_eq!(tables(&reader), tables(&page));
    // The writer goes to a state that the reader does not have: the tables are right all the same.
    let numbers: Vec<u32> = reader
        .host
        .saved()
        .history()
        .entries()
        .filter(|(_, entry)| &*entry.operation == "Dynalab.RunWorkload")
        .map(|(_, entry)| entry.number)
        .collect();
    let mut fresh = Page::open(disk.clone());
    page.travel(Travel::LookAt { number: numbers[3] });
    page.travel(Travel::ContinueHere);
    for reader in [&mut reader, &mut fresh] {
        block_on(reader.host.catch_up());
        assert_eq!(tables(reader), tables(&page));
        reader.travel(Travel::LookAt { number: 3 });
        reader.travel(Travel::LookAtHead);
        assert_eq!(tables(reader), tables(&page));
    }
}

/// 200 writes per second to 40 items, and a global index of them.
const SHOP: &str = r#"{"format":"dynalab.workload","version":1,"seed":3,"traffic":[{"table":"Shop",
    "partition_key":{"name":"pk","type":"S","template":"USER#{n:4}"},"items_per_key":1,
    "item_bytes":{"least":600,"most":900},"mix":{"get":0,"query":0,"put":700,"update":300},
    "keys":{"kind":"uniform","count":40},"rate":{"kind":"constant","per_second_milli":200000}}]}"#;

/// Runs bursts in a history with room for this many bytes. Returns the workspace and its state before.
fn with_small_window(bytes: usize, preparation: &[(&str, &str)]) -> (Workspace, Vec<Vec<u8>>) {
    let start = Timestamp::from_epoch_ms(crate::page::START_MS);
    let window = Window { entries: 1_000, bytes };
    let mut workspace = Workspace::new(1, EngineConfig::instant(), window);
    let create = r#"{"TableName":"Shop","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
        "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"seen","AttributeType":"N"}],
        "GlobalSecondaryIndexes":[{"IndexName":"bySeen","Projection":{"ProjectionType":"ALL"},
            "KeySchema":[{"AttributeName":"seen","KeyType":"HASH"}]}],"BillingMode":"PAY_PER_REQUEST"}"#;
    for (operation, body) in [&[("CreateTable", create)], preparation].concat() {
        let answer = workspace.execute(start, operation, body, TraceLevel::Off);
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    let before = workspace.engine().snapshot();
    let mut driver = Driver::new(Workload::parse(SHOP).unwrap(), start).unwrap();
    for second in 1..=10 {
        while let Some((at, body)) = driver.due(start.plus_ms(second * 1_000), 50) {
            workspace.continue_with(at, RUN_WORKLOAD, &body, driver.next() > start.plus_ms(500));
        }
    }
    (workspace, before)
}

/// With delayed indexes, other changes are between those of the items.
#[test]
fn combined_traffic_is_undone_and_redone_to_the_byte() {
    let delay = ("Dynalab.SetDials", r#"{"Dials":{"index_propagation_ms":700,"capacity_limits":1}}"#);
    for (preparation, bytes) in [(&[][..], 400_000), (&[delay][..], 1_000_000)] {
        let (mut workspace, before) = with_small_window(bytes, preparation);
        let after = workspace.engine().snapshot();
        let entries = workspace.history().len();
        workspace.commit();
        let lost = workspace.history().entries().filter(|(_, entry)| entry.is_lost).count();
        assert!(lost > 20, "{lost} of {entries} entries are combined");
        assert_eq!(workspace.history().len(), entries, "no entry is dropped");
        while workspace.engine().snapshot() != before {
            workspace.undo().unwrap();
        }
        while workspace.redo().is_ok() {}
        assert_eq!(workspace.engine().snapshot(), after);
    }
}
