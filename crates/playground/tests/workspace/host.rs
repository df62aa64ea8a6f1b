//! The host on working and failing stores: acknowledged writes are stored, and other writes are rejected.

use dynalab_engine::EngineConfig;
use dynalab_engine::codec::change_log;
use dynalab_engine::database::change::Change;
use dynalab_engine::registry::{RecordKey, RecordKind};
use dynalab_playground::Host;
use dynalab_playground::host::BatchResult;
use dynalab_playground::protocol::{Refusal, Role, Space, StorageHealth, ToPage, ToWorker, UnreadableCause};
use dynalab_playground::share::document::Document;
use dynalab_storage::{FailingStore, Fault, MemoryStore, Store, StoreError, Unavailability};
use dynalab_types::Timestamp;
use pollster::block_on;

const NOW: Timestamp = Timestamp { epoch_ms: 1_790_000_000_000 };
const SHOP: &str = include_str!("../../../../static/samples/shop.json");

fn open<S: Store>(store: S) -> Host<S> {
    block_on(Host::open(Ok(store), 7, EngineConfig::instant()))
}

fn writer<S: Store>(store: S) -> Host<S> {
    let mut host = open(store);
    block_on(host.become_writer());
    assert_eq!(host.role(), Role::Writer);
    host
}

fn send<S: Store>(host: &mut Host<S>, messages: Vec<ToWorker>) -> BatchResult {
    block_on(host.process(messages, NOW))
}

fn execute(id: u32, operation: &str, body: &str) -> ToWorker {
    let (operation, body) = (operation.to_owned(), body.to_owned());
    ToWorker::Execute { id, space: Space::Saved, operation, body, trace: false }
}

fn create_table() -> ToWorker {
    execute(
        0,
        "CreateTable",
        r#"{"TableName":"Notes","KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],
            "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"N"}],"BillingMode":"PAY_PER_REQUEST"}"#,
    )
}

fn put(id: u32) -> ToWorker {
    execute(id, "PutItem", &format!(r#"{{"TableName":"Notes","Item":{{"id":{{"N":"{id}"}}}}}}"#))
}

fn count() -> ToWorker {
    execute(999, "Scan", r#"{"TableName":"Notes","Select":"COUNT"}"#)
}

fn answer(processed: &BatchResult, wanted: u32) -> (u16, String) {
    let found = processed.messages.iter().find_map(|message| match message {
        ToPage::Answer { id, status, body, .. } if *id == wanted => Some((*status, body.clone())),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no answer to {wanted} in {:?}", processed.messages))
}

fn refusal(processed: &BatchResult, wanted: u32) -> Refusal {
    let found = processed.messages.iter().find_map(|message| match message {
        ToPage::Refused { id, refusal } if *id == wanted => Some(refusal.clone()),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no refusal of {wanted} in {:?}", processed.messages))
}

fn counted<S: Store>(host: &mut Host<S>) -> String {
    answer(&send(host, vec![count()]), 999).1
}

fn exactly(items: u32) -> String {
    format!("{{\"Count\":{items},\"ScannedCount\":{items}}}")
}

#[test]
fn a_sample_is_there_when_the_store_is_opened_again() {
    let disk = MemoryStore::default();
    let mut host = writer(disk.clone());
    let load = ToWorker::OpenDocument { id: 1, space: Space::Saved, document: SHOP.into() };
    let loaded = send(&mut host, vec![load]);
    assert!(loaded.appended);
    assert!(
        matches!(&loaded.messages[..], [ToPage::Loaded { items: 131, revision: 1, .. }]),
        "{:?}",
        loaded.messages
    );
    let reopened = open(disk.reopened());
    assert_eq!(reopened.saved().engine().snapshot(), host.saved().engine().snapshot());
    assert!(matches!(reopened.ready(0.0), ToPage::Ready { role: Role::Follower, loaded_items: 131, .. }));
}

#[test]
fn many_writes_make_one_chunk_and_a_read_alone_makes_none() {
    let disk = MemoryStore::default();
    let mut host = writer(disk.clone());
    send(&mut host, vec![create_table(), put(1), put(2), put(3), count()]);
    assert_eq!(block_on(disk.load()).unwrap().log.len(), 1);
    let read = send(&mut host, vec![count()]);
    assert!(!read.appended);
    assert_eq!(block_on(disk.load()).unwrap().log.len(), 1);
}

#[test]
fn a_full_store_rejects_and_reverts_the_write_and_still_reads() {
    let store = FailingStore::new(MemoryStore::default());
    let mut host = writer(store.clone());
    send(&mut host, vec![create_table(), put(1)]);
    store.set_room_bytes(Some(0));
    let refused = send(&mut host, vec![count(), put(2), count()]);
    assert_eq!(refusal(&refused, 2), Refusal::StorageFull);
    assert!(refused.messages.contains(&ToPage::Storage { health: StorageHealth::Full }));
    assert_eq!(counted(&mut host), exactly(1));
    store.set_room_bytes(None);
    let kept = send(&mut host, vec![put(3)]);
    assert_eq!(answer(&kept, 3).0, 200);
    assert!(kept.messages.contains(&ToPage::Storage { health: StorageHealth::Fine }));
    assert_eq!(counted(&mut host), exactly(2));
    assert_eq!(counted(&mut open(store.disk().reopened())), exactly(2));
}

#[test]
fn a_tab_opened_on_a_full_store_is_the_writer_and_writes_when_there_is_room() {
    let store = FailingStore::new(MemoryStore::default());
    send(&mut writer(store.clone()), vec![create_table(), put(1)]);
    store.at_next_write(Fault::Refuse(dynalab_storage::Refusal::Full));
    let mut host = open(store.clone());
    let told = block_on(host.become_writer());
    assert!(told.contains(&ToPage::Storage { health: StorageHealth::Full }));
    assert!(told.contains(&ToPage::Role { role: Role::Writer }));
    assert_eq!(counted(&mut host), exactly(1));
    store.set_room_bytes(Some(0));
    assert_eq!(refusal(&send(&mut host, vec![put(2)]), 2), Refusal::StorageFull);
    store.set_room_bytes(None);
    let kept = send(&mut host, vec![put(3)]);
    assert_eq!(answer(&kept, 3).0, 200);
    assert!(kept.messages.contains(&ToPage::Storage { health: StorageHealth::Fine }));
    assert_eq!(counted(&mut open(store.disk().reopened())), exactly(2));
}

#[test]
fn a_read_that_saw_what_was_not_kept_is_not_answered() {
    let store = FailingStore::new(MemoryStore::default());
    let mut host = writer(store.clone());
    send(&mut host, vec![create_table()]);
    store.at_next_write(Fault::Refuse(dynalab_storage::Refusal::Full));
    let refused = send(&mut host, vec![put(1), count()]);
    assert_eq!(refusal(&refused, 999), Refusal::StorageFull);
}

#[test]
fn a_commit_whose_answer_was_lost_is_looked_up() {
    let store = FailingStore::new(MemoryStore::default());
    let mut host = writer(store.clone());
    send(&mut host, vec![create_table()]);
    store.at_next_write(Fault::LoseAnswer);
    let kept = send(&mut host, vec![put(1)]);
    assert_eq!(answer(&kept, 1).0, 200);
    assert_eq!(counted(&mut host), exactly(1));
    assert_eq!(answer(&send(&mut host, vec![put(2)]), 2).0, 200);
    assert_eq!(counted(&mut open(store.disk().reopened())), exactly(2));
}

#[test]
fn a_torn_commit_is_refused_and_leaves_nothing() {
    let store = FailingStore::new(MemoryStore::default());
    let mut host = writer(store.clone());
    send(&mut host, vec![create_table()]);
    store.at_next_write(Fault::Tear { stored_bytes: 20 });
    let refused = send(&mut host, vec![put(1)]);
    assert!(matches!(refusal(&refused, 1), Refusal::StorageFailed { .. }));
    assert_eq!(counted(&mut host), exactly(0));
    assert_eq!(answer(&send(&mut host, vec![put(2)]), 2).0, 200);
    assert_eq!(counted(&mut open(store.disk().reopened())), exactly(1));
}

#[test]
fn a_follower_reads_follows_and_takes_over() {
    let disk = MemoryStore::default();
    let mut first = writer(disk.clone());
    send(&mut first, vec![create_table(), put(1)]);
    let mut second = open(disk.clone());
    assert_eq!(second.role(), Role::Follower);
    assert_eq!(counted(&mut second), exactly(1));
    assert_eq!(refusal(&send(&mut second, vec![put(2)]), 2), Refusal::NotWriter);
    send(&mut first, vec![put(3)]);
    assert!(matches!(&block_on(second.catch_up())[..], [ToPage::Changed { revision: 2, .. }]));
    assert_eq!(counted(&mut second), exactly(2));

    block_on(second.become_writer());
    assert_eq!(answer(&send(&mut second, vec![put(4)]), 4).0, 200);
    let deposed = send(&mut first, vec![put(5)]);
    assert_eq!(refusal(&deposed, 5), Refusal::NotWriter);
    assert!(deposed.deposed && !deposed.appended);
    assert_eq!(first.role(), Role::Follower);
    assert_eq!(counted(&mut first), exactly(3));
    assert_eq!(counted(&mut open(disk)), exactly(3));
}

#[test]
fn a_writer_that_never_wrote_after_the_claim_of_another_cannot_write() {
    let disk = MemoryStore::default();
    let mut first = writer(disk.clone());
    send(&mut first, vec![create_table()]);
    let _second = writer(disk.clone());
    // The first host's revision is still correct, but its epoch is not.
    assert_eq!(refusal(&send(&mut first, vec![put(1)]), 1), Refusal::NotWriter);
    assert_eq!(counted(&mut open(disk)), exactly(0));
}

#[test]
fn a_long_log_is_folded_into_a_snapshot_and_nothing_changes() {
    let disk = MemoryStore::default();
    let mut host = writer(disk.clone());
    send(&mut host, vec![create_table()]);
    let text = "x".repeat(20_000);
    for id in 0..120 {
        let body =
            format!(r#"{{"TableName":"Notes","Item":{{"id":{{"N":"{id}"}},"text":{{"S":"{text}"}}}}}}"#);
        assert_eq!(answer(&send(&mut host, vec![execute(id, "PutItem", &body)]), id).0, 200);
    }
    let saved = block_on(disk.load()).unwrap();
    assert!(!saved.snapshot.is_empty(), "never compacted");
    assert!(saved.log.len() < 120, "{} chunks of log", saved.log.len());
    let reopened = open(disk.reopened());
    assert_eq!(reopened.saved().engine().snapshot(), host.saved().engine().snapshot());
}

#[test]
fn a_full_memory_takes_reads_and_deletions_and_nothing_else() {
    let mut host = writer(MemoryStore::default());
    send(&mut host, vec![create_table(), put(1), put(2)]);
    host.note_memory(3 << 30);
    assert_eq!(answer(&send(&mut host, vec![put(3)]), 3).0, 200);
    host.note_memory(u64::from(u32::MAX));
    let statement = execute(7, "ExecuteStatement", r#"{"Statement":"INSERT INTO Notes VALUE {'id': 8}"}"#);
    let document = ToWorker::OpenDocument { id: 7, space: Space::Saved, document: SHOP.to_owned() };
    for message in [put(7), statement, document] {
        assert_eq!(refusal(&send(&mut host, vec![message]), 7), Refusal::MemoryFull);
    }
    assert_eq!(counted(&mut host), exactly(3));
    let key = r#"{"TableName":"Notes","Key":{"id":{"N":"1"}}}"#;
    for operation in ["GetItem", "DeleteItem"] {
        assert_eq!(answer(&send(&mut host, vec![execute(7, operation, key)]), 7).0, 200, "{operation}");
    }
    let clock = execute(7, "Dynalab.DescribeClock", "{}");
    assert!(send(&mut host, vec![clock]).messages.iter().all(|told| !matches!(told, ToPage::Refused { .. })));
    assert_eq!(counted(&mut host), exactly(2));
    host.note_memory(1);
    assert_eq!(answer(&send(&mut host, vec![put(7)]), 7).0, 200);
}

#[test]
fn what_cannot_be_read_is_left_as_it_is() {
    let disk = MemoryStore::default();
    let mut host = writer(disk.clone());
    send(&mut host, vec![create_table()]);
    let claim = block_on(disk.claim()).unwrap();
    block_on(disk.append(claim.epoch, claim.revision, b"\xFF nonsense", Default::default())).unwrap();
    let mut reopened = open(disk.clone());
    assert_eq!(reopened.role(), Role::MemoryOnly);
    assert!(matches!(reopened.health(), StorageHealth::Unreadable { .. }));
    send(&mut reopened, vec![create_table(), put(1)]);
    assert_eq!(counted(&mut reopened), exactly(1));
    assert_eq!(block_on(disk.load()).unwrap().log.len(), 2);
}

#[test]
fn a_record_that_cannot_be_read_is_named_and_nothing_is_lost() {
    let disk = MemoryStore::default();
    let mut host = writer(disk.clone());
    send(&mut host, vec![create_table(), put(1)]);
    let claim = block_on(disk.claim()).unwrap();
    let alarm = RecordKey::of_account(RecordKind(193), "too many");
    let group = change_log::encode(&[Change::record(alarm, Some(vec![7]))]);
    // A chunk from before the history existed: a count, then each group after its length.
    let chunk = [&[1, group.len() as u8], group.as_slice()].concat();
    block_on(disk.append(claim.epoch, claim.revision, &chunk, Default::default())).unwrap();
    let stored = disk.stored();
    let reopened = open(disk.clone());
    let named = "The stored workspace is damaged and was left as it is: the record “alarm” named “too many” (1 bytes) \
                 is damaged.";
    assert_eq!(
        reopened.health(),
        &StorageHealth::Unreadable { cause: UnreadableCause::Damaged, detail: named.to_owned() }
    );
    assert_eq!(disk.stored(), stored);
}

fn copy<S: Store>() -> Host<S> {
    let unavailable = Err(StoreError::from(Unavailability::NotKept));
    block_on(Host::open(unavailable, 7, EngineConfig::instant()))
}

#[test]
fn without_storage_everything_works_in_memory() {
    let mut host = copy::<MemoryStore>();
    assert_eq!(host.role(), Role::MemoryOnly);
    send(&mut host, vec![create_table(), put(1)]);
    assert_eq!(counted(&mut host), exactly(1));
    // The page reads the data again when the revision changes.
    let written = send(&mut host, vec![put(2)]);
    assert!(matches!(written.messages[..], [ToPage::Answer { revision: 2, .. }]), "{:?}", written.messages);
}

#[test]
fn a_copy_starts_over_with_nothing_and_a_workspace_with_a_store_does_not() {
    let mut host = copy::<MemoryStore>();
    for items in [1, 2] {
        send(&mut host, vec![create_table(), put(1), put(items)]);
        assert_eq!(counted(&mut host), exactly(items));
        assert!(host.start_over());
        assert_eq!(host.saved().engine().database().tables().count(), 0);
        assert_eq!(host.saved().history().number(host.saved().history().head()), 0, "nothing to undo");
    }
    let before = send(&mut host, vec![count()]);
    assert_eq!(answer(&before, 999).0, 400, "the table is gone");
    let disk = MemoryStore::default();
    let mut kept = writer(disk.clone());
    send(&mut kept, vec![create_table(), put(1)]);
    assert!(!kept.start_over());
    assert_eq!(counted(&mut kept), exactly(1));
}

#[test]
fn a_saved_copy_is_complete_and_continues_in_its_store() {
    let disk = MemoryStore::default();
    let mut host = copy();
    send(&mut host, vec![create_table(), put(1), put(2)]);
    let told = block_on(host.move_into(disk.clone())).unwrap();
    assert_eq!(host.role(), Role::Writer);
    assert!(told.contains(&ToPage::Role { role: Role::Writer }), "{told:?}");
    assert_eq!(counted(&mut open(disk.reopened())), exactly(2));
    assert!(send(&mut host, vec![put(3)]).appended);
    let reopened = open(disk.reopened());
    assert_eq!(reopened.saved().engine().snapshot(), host.saved().engine().snapshot());
}

#[test]
fn a_copy_that_cannot_be_kept_stays_what_it_was() {
    for faults in [[Some(dynalab_storage::Refusal::Full), None], [None, Some(dynalab_storage::Refusal::Full)]]
    {
        let store = FailingStore::new(MemoryStore::default());
        let store = faults.into_iter().zip(1..).fold(store, |store, (fault, number)| match fault {
            Some(refusal) => store.at_write(number, Fault::Refuse(refusal)),
            None => store,
        });
        let mut host = copy();
        send(&mut host, vec![create_table(), put(1)]);
        assert_eq!(block_on(host.move_into(store.clone())), Err(StoreError::Full));
        assert_eq!(host.role(), Role::MemoryOnly);
        assert_eq!(answer(&send(&mut host, vec![put(2)]), 2).0, 200);
        assert_eq!(counted(&mut host), exactly(2));
        assert!(block_on(store.load()).unwrap().snapshot.is_empty());
    }
}

#[test]
fn a_copy_overwrites_no_workspace_that_is_there() {
    let disk = MemoryStore::default();
    send(&mut writer(disk.clone()), vec![create_table(), put(1)]);
    let mut host = copy();
    send(&mut host, vec![create_table(), put(2), put(3)]);
    assert!(matches!(block_on(host.move_into(disk.clone())), Err(StoreError::Conflict { .. })));
    assert_eq!(counted(&mut open(disk)), exactly(1));
}

#[test]
fn a_bad_sample_changes_nothing() {
    let disk = MemoryStore::default();
    let mut host = writer(disk.clone());
    let load = |sample: &str| ToWorker::OpenDocument { id: 1, space: Space::Saved, document: sample.into() };
    send(&mut host, vec![load(SHOP)]);
    // The table can be created, but its items are invalid.
    let broken = SHOP.replacen("\"PK\": {\"S\":", "\"PK\": {\"N\":", 1).replacen(
        "\"PK\":{\"S\":",
        "\"PK\":{\"N\":",
        1,
    );
    assert_ne!(broken, SHOP);
    for bad in [broken.as_str(), "not json", "{}"] {
        assert!(matches!(refusal(&send(&mut host, vec![load(bad)]), 1), Refusal::BadRequest { .. }));
    }
    let items: usize = host.saved().engine().database().tables().map(|table| table.items.len()).sum();
    assert_eq!(items, 131);
    assert_eq!(block_on(disk.load()).unwrap().log.len(), 1);
}

#[test]
fn a_document_is_opened_with_its_commands_and_written_again() {
    let mut host = writer(MemoryStore::default());
    let document = include_str!("../fixtures/every_part.dynalab.json").to_owned();
    let opened = send(&mut host, vec![ToWorker::OpenDocument { id: 1, space: Space::Saved, document }]);
    // Two tables: 2 items, one item from a command, and 60 generated items.
    let loaded = opened.messages.iter().find(|message| matches!(message, ToPage::Loaded { .. }));
    let expected = vec!["Generated".to_owned(), "Things".to_owned()];
    assert_eq!(loaded, Some(&ToPage::Loaded { id: 1, tables: expected, items: 63, revision: 1 }));

    // The tables are one step; each command is another step.
    let apart = host.saved().history().entries().filter(|(_, entry)| !entry.continues);
    let apart: Vec<&str> = apart.map(|(_, entry)| entry.operation.as_ref()).collect();
    assert_eq!(apart, ["CreateTable", "PutItem", "Query", "PutItem"]);

    let told =
        send(&mut host, vec![ToWorker::TablesText { id: 2, space: Space::Saved, data: true, steps: 0 }]);
    let [ToPage::TablesText { text, .. }] = &told.messages[..] else { panic!("{:?}", told.messages) };
    let document = Document::of_tables(text).unwrap();
    assert_eq!((document.table_names().len(), document.item_count()), (2, 63));
}

#[test]
fn the_demo_is_apart_and_never_kept() {
    let disk = MemoryStore::default();
    let mut host = writer(disk.clone());
    let load = ToWorker::OpenDocument { id: 1, space: Space::Demo, document: SHOP.into() };
    let loaded = send(&mut host, vec![load, ToWorker::Tables { id: 2, space: Space::Saved }]);
    assert!(!loaded.appended);
    assert!(
        loaded
            .messages
            .iter()
            .any(|message| matches!(message, ToPage::Tables { tables, .. } if tables.is_empty()))
    );
    assert!(block_on(disk.load()).unwrap().log.is_empty());
}

#[test]
fn clearing_drops_even_protected_tables() {
    let mut host = writer(MemoryStore::default());
    send(&mut host, vec![create_table()]);
    let protect = r#"{"TableName":"Notes","DeletionProtectionEnabled":true}"#;
    assert_eq!(answer(&send(&mut host, vec![execute(1, "UpdateTable", protect)]), 1).0, 200);
    send(&mut host, vec![ToWorker::Clear { id: 2, space: Space::Saved }]);
    assert_eq!(host.saved().engine().database().tables().count(), 0);
}
