//! The history through the host: undo, viewing, branches, names, and what is stored.

use crate::page;
use crate::stored_text;

use dynalab_engine::EngineConfig;
use dynalab_playground::Host;
use dynalab_playground::protocol::{Refusal, Space, ToPage, ToWorker, Travel};
use dynalab_playground::views::items::Around;
use dynalab_playground::views::timeline::TimelineView;
use dynalab_storage::{
    FailingStore, Fault, MemoryStore, Refusal as Refused, Store, StoreError, Unavailability,
};
use page::Page;
use pollster::block_on;
use stored_text::{read_hex, write_hex};

const SHOP: &str = include_str!("../../../../static/samples/shop.json");

impl<S: Store> Page<S> {
    fn refused(&mut self, to: Travel) -> String {
        match self.ask(ToWorker::Travel { id: 1, to }) {
            ToPage::Refused { refusal: Refusal::BadRequest { detail }, .. } => detail,
            other => panic!("{other:?}"),
        }
    }

    /// Returns the ids of the notes in the item grid.
    fn notes(&mut self) -> String {
        let (table, index, around) = ("Notes".to_owned(), None, Around::Row(0));
        let question = ToWorker::Items { id: 1, space: Space::Saved, table, index, around, limit: 100 };
        match self.ask(question) {
            ToPage::Items { items, .. } => {
                let mut ids: Vec<String> =
                    items.collections.iter().map(|notes| notes.partition_key.text.clone()).collect();
                ids.sort();
                ids.join(" ")
            }
            ToPage::Refused { .. } => "no table".to_owned(),
            other => panic!("{other:?}"),
        }
    }
}

fn bar(timeline: &TimelineView) -> String {
    let TimelineView { oldest, shown, head, newest, .. } = timeline;
    format!("from {oldest}, shown {shown}, stands at {head} of {newest}")
}

#[test]
fn reads_at_the_end_are_kept_when_the_host_is_idle() {
    let disk = MemoryStore::new();
    let mut page = Page::with_notes(disk.clone());
    page.put(1);
    assert!(!page.host.has_waiting(), "a write is stored at once");
    page.execute("GetItem", r#"{"TableName":"Notes","Key":{"id":{"N":"1"}}}"#);
    page.execute("Scan", r#"{"TableName":"Nothing"}"#);
    assert!(page.host.has_waiting());
    let kept = block_on(page.host.keep_waiting());
    assert!(kept.appended && kept.messages.is_empty(), "{kept:?}");
    assert!(!page.host.has_waiting());
    let before = page.travel(Travel::Nowhere).steps;
    assert_eq!(
        before.iter().map(|step| step.operation.as_str()).collect::<Vec<_>>(),
        ["Scan", "GetItem", "PutItem", "CreateTable"]
    );
    // In half units: an eventually consistent read of one item consumes one, a write two.
    assert_eq!(before.iter().map(|step| step.consumed_half_units).collect::<Vec<_>>(), [0, 1, 2, 0]);

    let mut again = Page::writer(disk);
    assert_eq!(again.travel(Travel::Nowhere).steps, before);
    assert!(
        again.host.saved().engine().database().tables().next().is_some_and(|table| table.items.len() == 1)
    );
    assert_eq!(again.notes(), "1");
}

#[test]
fn reads_wait_again_when_the_store_is_full() {
    for fault in
        [Fault::Refuse(Refused::Full), Fault::Refuse(Refused::Interrupted), Fault::Tear { stored_bytes: 9 }]
    {
        let store = FailingStore::new(MemoryStore::new());
        let mut page = Page::with_notes(store.clone());
        page.put(1);
        page.execute("GetItem", r#"{"TableName":"Notes","Key":{"id":{"N":"1"}}}"#);
        let timeline = page.travel(Travel::Nowhere);
        store.at_next_write(fault);
        let kept = block_on(page.host.keep_waiting());
        assert!(!kept.appended, "{kept:?}");
        assert!(page.host.has_waiting(), "the read still waits");
        assert_eq!(page.travel(Travel::Nowhere).steps, timeline.steps);
        assert!(block_on(page.host.keep_waiting()).appended, "and is stored when there is room");
    }
}

#[test]
fn undo_and_redo_are_kept() {
    let disk = MemoryStore::new();
    let mut page = Page::with_notes(disk.clone());
    (1..=3).for_each(|id| drop(page.put(id)));
    page.execute("Scan", r#"{"TableName":"Notes"}"#);
    assert_eq!(bar(&page.travel(Travel::Nowhere)), "from 0, shown 5, stands at 5 of 5");

    let timeline = page.travel(Travel::Undo);
    assert_eq!(
        bar(&timeline),
        "from 0, shown 3, stands at 3 of 5",
        "a read is undone along with what it follows"
    );
    assert_eq!((timeline.can_undo, timeline.can_redo), (true, true));
    assert_eq!(page.notes(), "1 2");
    page.travel(Travel::Undo);
    page.travel(Travel::Redo);
    assert_eq!(page.notes(), "1 2");

    let mut again = Page::writer(disk);
    assert_eq!(again.notes(), "1 2");
    assert_eq!(bar(&again.travel(Travel::Nowhere)), "from 0, shown 3, stands at 3 of 5");
    again.travel(Travel::Redo);
    assert_eq!(again.notes(), "1 2 3");
    assert_eq!(again.refused(Travel::Redo), "there is nothing to redo");
}

#[test]
fn a_sample_is_undone_as_one() {
    let mut page = Page::with_notes(MemoryStore::new());
    page.ask(ToWorker::OpenDocument { id: 1, space: Space::Saved, document: SHOP.into() });
    let loaded = page.travel(Travel::Nowhere);
    assert!(loaded.newest > 3, "{}", bar(&loaded));
    assert_eq!(bar(&page.travel(Travel::Undo)), format!("from 0, shown 1, stands at 1 of {}", loaded.newest));
    assert_eq!(page.notes(), "");
    page.travel(Travel::Undo);
    assert_eq!(page.notes(), "no table");
    assert_eq!(page.refused(Travel::Undo), "there is nothing to undo");
    page.travel(Travel::Redo);
    assert_eq!(page.travel(Travel::Redo).head, loaded.newest);
}

#[test]
fn looking_back_shows_what_was_and_keeps_nothing() {
    let disk = MemoryStore::new();
    let mut page = Page::with_notes(disk.clone());
    (1..=3).for_each(|id| drop(page.put(id)));
    let stored = disk.stored();
    assert_eq!(bar(&page.travel(Travel::LookAt { number: 2 })), "from 0, shown 2, stands at 4 of 4");
    assert_eq!(page.notes(), "1");
    let ToPage::Answer { body, entry, .. } = page.execute("Scan", r#"{"TableName":"Notes"}"#) else {
        panic!()
    };
    assert_eq!(body, r#"{"Items":[{"id":{"N":"1"}}],"Count":1,"ScannedCount":1}"#);
    assert_eq!(entry, None, "a look leaves no trace");
    assert_eq!(page.travel(Travel::Nowhere).newest, 4);
    assert_eq!(disk.stored(), stored);
    assert_eq!(Page::writer(disk).notes(), "1 2 3");

    page.travel(Travel::LookAt { number: 0 });
    assert_eq!(page.notes(), "no table");
    page.travel(Travel::LookAtHead);
    assert_eq!(page.notes(), "1 2 3");
    assert_eq!(page.refused(Travel::LookAt { number: 5 }), "this point in history is no longer kept");
}

#[test]
fn writing_at_an_earlier_entry_starts_a_branch() {
    let disk = MemoryStore::new();
    let mut page = Page::with_notes(disk.clone());
    (1..=3).for_each(|id| drop(page.put(id)));
    page.travel(Travel::LookAt { number: 2 });
    page.put(9);
    assert_eq!(page.notes(), "1 9");
    let timeline = page.travel(Travel::RenameBranch { branch: 2, name: " what if ".into() });
    assert_eq!(bar(&timeline), "from 0, shown 3, stands at 3 of 3");
    let branches = |timeline: &TimelineView| -> Vec<String> {
        let told = |number, name: &Option<String>, current: bool, leaves_at, newest| {
            format!("{number} {name:?} {current} {leaves_at} {newest}")
        };
        let branches = timeline.branches.iter();
        branches.map(|b| told(b.number, &b.name, b.current, b.leaves_at, b.newest)).collect()
    };
    assert_eq!(branches(&timeline), ["1 None false 2 4", "2 Some(\"what if\") true 3 3"]);

    page.travel(Travel::SwitchTo { branch: 1 });
    assert_eq!(page.notes(), "1 2 3");
    page.travel(Travel::NameEntry { entry: 2, name: "before the rest".into() });

    let mut again = Page::writer(disk);
    assert_eq!(again.notes(), "1 2 3");
    let timeline = again.travel(Travel::SwitchTo { branch: 2 });
    assert_eq!(again.notes(), "1 9");
    assert_eq!(
        timeline.steps.iter().rev().nth(1).and_then(|entry| entry.name.as_deref()),
        Some("before the rest")
    );
    assert_eq!(again.refused(Travel::DeleteBranch { branch: 2 }), TRYING_TO_DELETE_THE_CURRENT);
    assert_eq!(branches(&again.travel(Travel::DeleteBranch { branch: 1 })), ["2 Some(\"what if\") true 3 3"]);
    assert_eq!(again.refused(Travel::SwitchTo { branch: 1 }), "there is no such branch");
}

const TRYING_TO_DELETE_THE_CURRENT: &str = "the current branch cannot be deleted; go to another one first";

#[test]
fn a_dropped_table_comes_back_with_its_items_after_a_reload_too() {
    let disk = MemoryStore::new();
    let mut page = Page::writer(disk.clone());
    page.ask(ToWorker::OpenDocument { id: 1, space: Space::Saved, document: SHOP.into() });
    let before = page.host.saved().engine().snapshot();
    page.ask(ToWorker::Clear { id: 1, space: Space::Saved });
    let timeline = page.travel(Travel::Undo);
    assert_eq!(page.host.saved().engine().snapshot(), before);
    let steps: Vec<(u32, &str)> =
        timeline.steps.iter().map(|step| (step.number, step.first_operation.as_str())).collect();
    assert_eq!(steps, [(timeline.newest, "DeleteTable"), (timeline.shown, "CreateTable")]);
    assert!(timeline.steps[1].contains(1) && timeline.steps[1].contains(timeline.shown));
    assert!(!timeline.steps[1].contains(timeline.newest) && !timeline.steps[1].contains(0));
    let again = Page::writer(disk);
    assert_eq!(again.host.saved().engine().snapshot(), before);
}

#[test]
fn a_history_entry_returns_its_response_again() {
    let disk = MemoryStore::new();
    let mut page = Page::with_notes(disk.clone());
    page.put(1);
    let get = r#"{"TableName":"Notes","Key":{"id":{"N":"1"}}}"#;
    let ToPage::Answer { body: told, entry, .. } = page.execute("GetItem", get) else { panic!() };
    page.execute("DeleteItem", get);
    let mut pages = [page, Page::writer(disk)];
    for page in &mut pages {
        let recalled = page.ask(ToWorker::Recall { id: 1, entry: entry.expect("it was added") });
        let ToPage::Recalled { operation, request, status, body, trace, .. } = recalled else { panic!() };
        assert_eq!((operation.as_str(), request.as_str(), status), ("GetItem", get, 200));
        assert_eq!(body, told);
        assert!(!trace.is_empty());
        assert_eq!(page.notes(), "", "recalling changes nothing");
    }
}

#[test]
fn a_follower_looks_back_and_changes_nothing() {
    let disk = MemoryStore::new();
    let mut page = Page::with_notes(disk.clone());
    page.put(1);
    let mut other = Page::open(disk);
    assert_eq!(bar(&other.travel(Travel::LookAt { number: 1 })), "from 0, shown 1, stands at 2 of 2");
    let refused = other.ask(ToWorker::Travel { id: 1, to: Travel::Undo });
    assert_eq!(refused, ToPage::Refused { id: 1, refusal: Refusal::NotWriter });
    page.put(2);
    page.travel(Travel::Undo);
    page.put(3);
    block_on(other.host.catch_up());
    assert_eq!(other.notes(), "", "it still looks at the entry it looked at");
    other.travel(Travel::LookAtHead);
    assert_eq!(other.notes(), "1 3");
}

#[test]
fn what_cannot_be_kept_is_not_done() {
    let store = FailingStore::new(MemoryStore::new());
    let mut page = Page::with_notes(store.clone());
    (1..=2).for_each(|id| drop(page.put(id)));
    let before = page.travel(Travel::Nowhere);
    for to in [
        Travel::Undo,
        Travel::RenameBranch { branch: 1, name: "x".into() },
        Travel::NameEntry { entry: 1, name: "x".into() },
    ] {
        store.at_next_write(Fault::Refuse(dynalab_storage::Refusal::Full));
        let refused = page.ask(ToWorker::Travel { id: 1, to });
        assert_eq!(refused, ToPage::Refused { id: 1, refusal: Refusal::StorageFull });
        let after = page.travel(Travel::Nowhere);
        assert_eq!(TimelineView { now_ms: before.now_ms, ..after }, before);
        assert_eq!(page.notes(), "1 2");
    }
    page.travel(Travel::LookAt { number: 2 });
    store.at_next_write(Fault::Refuse(dynalab_storage::Refusal::Full));
    assert_eq!(page.put(9), ToPage::Refused { id: 1, refusal: Refusal::StorageFull });
    let after = page.travel(Travel::Nowhere);
    assert_eq!((after.head, after.newest, after.branches.len()), (before.head, before.newest, 1));
    assert_eq!(page.notes(), "1", "and it still shows what was looked at");
}

#[test]
fn a_snapshot_keeps_the_newest_of_the_history() {
    let disk = MemoryStore::new();
    let mut page = Page::with_notes(disk.clone());
    // More chunks than a log may have, so the log is folded.
    (0..2_010).for_each(|id| drop(page.put(id)));
    let chunks = disk.stored().log.len();
    assert!(chunks < 600, "the log was folded, and has {chunks} chunks");
    let mut again = Page::writer(disk);
    assert_eq!(
        bar(&again.travel(Travel::LookAt { number: 1_000 })),
        "from 0, shown 1000, stands at 2011 of 2011"
    );
    let first = Travel::LookAt { number: 2 };
    again.travel(first);
    assert_eq!(again.notes(), "0");
}

/// Fixtures of the first release and of version 2. Both must open forever.
#[test]
fn stored_workspaces_of_all_versions_open() {
    for (stored, remembered) in [(VERSION_1, 0), (VERSION_2, 7)] {
        let mut page = Page::writer(MemoryStore::from_stored(read_hex(stored)));
        assert_eq!(page.notes(), "0 2 2098 2099");
        assert_eq!(page.travel(Travel::Nowhere).newest, remembered);
        page.put(5);
        page.travel(Travel::Undo);
        assert_eq!(page.notes(), "0 2 2098 2099");
    }
}

const VERSION_1: &str = include_str!("../fixtures/workspace-v1.hex");
const VERSION_2: &str = include_str!("../fixtures/workspace-v2.hex");
const VERSION_3: &str = include_str!("../fixtures/workspace-v3.hex");
const VERSION_4: &str = include_str!("../fixtures/workspace-v4.hex");
const VERSION_4_SETTINGS: &str = include_str!("../fixtures/workspace-v4-settings.hex");
const VERSION_5_SETTINGS: &str = include_str!("../fixtures/workspace-v5-settings.hex");
const VERSION_6_SETTINGS: &str = include_str!("../fixtures/workspace-v6-settings.hex");
const VERSION_7_SETTINGS: &str = include_str!("../fixtures/workspace-v7-settings.hex");

/// Creates a workspace with everything that version 3 added. It made the last fixture, which must not change with a new version.
fn workspace_with_a_stream(disk: MemoryStore) -> Page<MemoryStore> {
    let mut page = Page::writer_of_former_account(disk);
    page.make_notes();
    let table = r#""TableName":"Notes""#;
    let stream = r#"{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}"#;
    page.execute("UpdateTable", &format!(r#"{{{table},"StreamSpecification":{stream}}}"#));
    // At the same time: the older fixtures are from a version in which one request could change both.
    page.now_ms -= 1_000;
    page.execute("UpdateTable", &format!(r#"{{{table},"SSESpecification":{{"Enabled":true}}}}"#));
    let arn = "arn:aws:dynamodb:us-east-1:000000000000:table/Notes";
    page.execute("TagResource", &format!(r#"{{"ResourceArn":"{arn}","Tags":[{{"Key":"a","Value":"b"}}]}}"#));
    let attribute = r#"{"Enabled":true,"AttributeName":"ends"}"#;
    page.execute("UpdateTimeToLive", &format!(r#"{{{table},"TimeToLiveSpecification":{attribute}}}"#));
    let recovery = r#"{"PointInTimeRecoveryEnabled":true}"#;
    page.execute(
        "UpdateContinuousBackups",
        &format!(r#"{{{table},"PointInTimeRecoverySpecification":{recovery}}}"#),
    );
    (1..=3).for_each(|id| drop(page.put(id)));
    page.travel(Travel::Undo);
    page
}

/// Returns the descriptions of the workspace's tables and settings.
fn descriptions<S: Store>(page: &mut Page<S>) -> Vec<String> {
    let mut answer = |operation: &str, body: &str| match page.execute(operation, body) {
        ToPage::Answer { status: 200, body, .. } => body,
        other => panic!("{operation}: {other:?}"),
    };
    let table = r#"{"TableName":"Notes"}"#;
    let text = |body: &str, name: &str| {
        let rest = body.split(&format!("\"{name}\":\"")).nth(1).unwrap_or_default();
        rest.split('"').next().unwrap_or_default().to_owned()
    };
    let described = answer("DescribeTable", table);
    let stream = text(&described, "LatestStreamArn");
    let streamed = answer("DescribeStream", &format!(r#"{{"StreamArn":"{stream}"}}"#));
    let shard = text(&streamed, "ShardId");
    let place =
        format!(r#"{{"StreamArn":"{stream}","ShardId":"{shard}","ShardIteratorType":"TRIM_HORIZON"}}"#);
    let iterator = text(&answer("GetShardIterator", &place), "ShardIterator");
    let records = answer("GetRecords", &format!(r#"{{"ShardIterator":"{iterator}"}}"#));
    let records = records.split(",\"NextShardIterator\"").next().unwrap_or_default().to_owned();
    let arn = r#"{"ResourceArn":"arn:aws:dynamodb:us-east-1:000000000000:table/Notes"}"#;
    vec![
        described,
        streamed,
        records,
        answer("ListTagsOfResource", arn),
        answer("DescribeTimeToLive", table),
        answer("DescribeContinuousBackups", table).replace(char::is_numeric, ""),
    ]
}

#[test]
fn streams_and_settings_are_kept() {
    let disk = MemoryStore::new();
    let mut page = workspace_with_a_stream(disk.clone());
    let before = descriptions(&mut page);
    assert_eq!(before[2].matches("INSERT").count(), 2, "what was undone is not in the stream: {}", before[2]);
    let kept = disk.stored();
    assert_eq!(write_hex(&kept), VERSION_7_SETTINGS);
    assert_eq!(descriptions(&mut Page::writer(MemoryStore::from_stored(kept))), before);
    for stored in
        [VERSION_3, VERSION_4, VERSION_4_SETTINGS, VERSION_5_SETTINGS, VERSION_6_SETTINGS, VERSION_7_SETTINGS]
    {
        assert_eq!(descriptions(&mut Page::writer(MemoryStore::from_stored(read_hex(stored)))), before);
    }
    // A snapshot of everything must be the same after a restore.
    let engine = page.host.saved().engine();
    let chunks = engine.snapshot();
    let again = dynalab_service::Engine::restore(chunks.iter().map(Vec::as_slice), EngineConfig::instant());
    assert_eq!(again.expect("it was written just now").snapshot(), chunks);
}

/// A second worker replaces the first, as when the full engine replaces the core engine.
#[test]
fn what_is_in_memory_only_is_handed_over_with_its_history() {
    let no_store = || StoreError::from(Unavailability::NotKept);
    let open = || block_on(Host::<MemoryStore>::open(Err(no_store()), 7, EngineConfig::instant()));
    let mut page = Page { host: open(), now_ms: page::START_MS };
    page.make_notes();
    (1..=3).for_each(|id| drop(page.put(id)));
    page.travel(Travel::Undo);
    page.travel(Travel::LookAt { number: 2 });
    let chunks = page.host.hand_over();
    let mut next = Page { host: open(), now_ms: page.now_ms };
    assert!(next.host.take_in(vec![b"damage".to_vec()]).is_err());
    assert!(next.host.take_in(chunks).expect("it was handed over").is_some());
    assert_eq!(next.notes(), "1 2", "it stands where the last one stood, wherever that one looked");
    next.travel(Travel::Redo);
    assert_eq!(next.notes(), "1 2 3");

    let mut stored = Page::with_notes(MemoryStore::new());
    assert!(stored.host.hand_over().is_empty(), "the next one finds it in the store");
}
