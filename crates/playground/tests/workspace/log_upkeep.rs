//! What a write costs in storage, however much is stored, and what is left when the browser ends in between.

use dynalab_engine::EngineConfig;
use dynalab_playground::Host;
use dynalab_playground::protocol::{Space, ToPage, ToWorker};
use dynalab_storage::{FailingStore, Fault, MemoryStore, Refusal, Revision, Store, Stored};
use dynalab_types::Timestamp;
use pollster::block_on;

const NOW: Timestamp = Timestamp { epoch_ms: 1_790_000_000_000 };

fn writer<S: Store>(store: S) -> Host<S> {
    let mut host = block_on(Host::open(Ok(store), 7, EngineConfig::instant()));
    block_on(host.become_writer());
    host
}

fn execute<S: Store>(host: &mut Host<S>, operation: &str, body: String) -> bool {
    let operation = operation.to_owned();
    let message = ToWorker::Execute { id: 1, space: Space::Saved, operation, body, trace: false };
    let done = block_on(host.process(vec![message], NOW));
    done.messages.iter().any(|message| matches!(message, ToPage::Answer { status: 200, .. }))
}

fn create_table<S: Store>(host: &mut Host<S>) {
    let table = r#"{"TableName":"Notes","KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],
        "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"N"}],"BillingMode":"PAY_PER_REQUEST"}"#;
    assert!(execute(host, "CreateTable", table.to_owned()));
}

fn put<S: Store>(host: &mut Host<S>, id: u64, text: &str) -> bool {
    let body = format!(r#"{{"TableName":"Notes","Item":{{"id":{{"N":"{id}"}},"text":{{"S":"{text}"}}}}}}"#);
    execute(host, "PutItem", body)
}

/// The bytes of the chunks that are in one and not in the other.
fn written_bytes(before: &Stored, after: &Stored) -> usize {
    let log = after.log.iter().filter(|(revision, chunk)| before.log.get(revision) != Some(chunk));
    let snapshot =
        if before.snapshot == after.snapshot { 0 } else { after.snapshot.iter().map(Vec::len).sum() };
    log.map(|(_, chunk)| chunk.len()).sum::<usize>() + snapshot
}

fn log_bytes(stored: &Stored) -> usize {
    stored.log.values().map(Vec::len).sum()
}

#[test]
fn no_put_writes_more_than_the_log_has() {
    let disk = MemoryStore::new();
    let mut host = writer(disk.clone());
    create_table(&mut host);
    let text = "x".repeat(100_000);
    (0..60).for_each(|id| assert!(put(&mut host, id, &text)));
    let stored = disk.stored();
    let snapshot_bytes: usize = stored.snapshot.iter().map(Vec::len).sum();
    assert!(snapshot_bytes > 1_500_000, "{snapshot_bytes}");
    let revision = block_on(disk.load()).unwrap().revision;
    let (mut most, mut longest) = (0, 0);
    let mut before = stored.clone();
    for id in 0..3_000 {
        assert!(put(&mut host, 1_000 + id % 10, "short"));
        let after = disk.stored();
        let written = written_bytes(&before, &after);
        assert!(written <= log_bytes(&before) + 1_000, "put {id} wrote {written} bytes");
        (most, longest) = (most.max(written), longest.max(after.log.len()));
        before = after;
    }
    assert_eq!(before.snapshot, stored.snapshot, "what did not change was not written again");
    assert!(most < snapshot_bytes / 4, "one put wrote {most} of {snapshot_bytes} bytes");
    assert!(longest < 600, "the log had {longest} chunks");
    let saved = block_on(disk.load()).unwrap();
    assert_eq!(saved.revision, Revision(revision.0 + 3_000));
    let again = block_on(Host::open(Ok(disk.reopened()), 7, EngineConfig::instant()));
    assert_eq!(Host::<MemoryStore>::saved(&again).engine().snapshot(), host.saved().engine().snapshot());
}

/// The process dies at each write in turn: also at those that shorten the log.
#[test]
fn nothing_is_lost_when_the_browser_ends_while_the_log_is_shortened() {
    let (mut joins, mut replacements) = (0, 0);
    // Few writes before the log is joined, and one that makes it be replaced.
    for (large, faults) in [(false, 505..525), (true, 505..525)] {
        for number in faults {
            for fault in [Fault::Tear { stored_bytes: 20 }, Fault::LoseAnswer, Fault::Refuse(Refusal::Full)] {
                let store = FailingStore::new(MemoryStore::new()).at_write(number, fault);
                let mut host = writer(store.clone());
                create_table(&mut host);
                let long = "x".repeat(if large { 390_000 } else { 3 });
                let mut acknowledged = Vec::new();
                for id in 0..540 {
                    let text = if (508..514).contains(&id) { long.as_str() } else { "short" };
                    if put(&mut host, id, text) {
                        acknowledged.push(id);
                    }
                }
                let stored = store.disk().stored();
                joins += usize::from(stored.log.len() < 400 && stored.snapshot.is_empty());
                replacements += usize::from(!stored.snapshot.is_empty());
                let again =
                    block_on(Host::<_>::open(Ok(store.disk().reopened()), 7, EngineConfig::instant()));
                let again: Host<MemoryStore> = again;
                let table = again.saved().engine().database().tables().next().map(|table| table.items.len());
                let found = table.unwrap_or_default();
                // A write whose answer was lost may be there.
                let expected = acknowledged.len()..=acknowledged.len() + 1;
                assert!(
                    expected.contains(&found),
                    "{fault:?} at {number}: {found} of {}",
                    acknowledged.len()
                );
                assert_eq!(again.saved().engine().snapshot(), host.saved().engine().snapshot());
            }
        }
    }
    assert!(joins > 0 && replacements > 0, "{joins} joins, {replacements} replacements");
}

#[test]
fn a_pause_seals_the_log_and_an_append_stays_one_write() {
    let store = FailingStore::new(MemoryStore::new());
    let mut host = writer(store.clone());
    create_table(&mut host);
    let before = store.write_count();
    (0..5).for_each(|id| assert!(put(&mut host, id, "short")));
    assert_eq!(store.write_count() - before, 5);
    assert!(host.is_unsealed());
    block_on(host.use_pause());
    block_on(host.use_pause());
    assert_eq!(store.write_count() - before, 6, "sealed once");
    assert!(!host.is_unsealed());
    let mut stored = store.disk().stored();
    stored.log.pop_last();
    let cut = block_on(Host::<_>::open(Ok(MemoryStore::from_stored(stored)), 7, EngineConfig::instant()));
    let cut: Host<MemoryStore> = cut;
    let told = format!("{:?}", cut.health());
    assert!(told.contains("damaged") && told.contains("chunks instead of"), "{told}");
}

fn assert_reopens<S: Store>(host: &Host<S>, disk: &MemoryStore) {
    let again = block_on(Host::<_>::open(Ok(disk.reopened()), 7, EngineConfig::instant()));
    let again: Host<MemoryStore> = again;
    assert!(again.saved().engine().snapshot() == host.saved().engine().snapshot());
}

/// Puts large items until a snapshot is being made. Returns the number of items.
fn begin_snapshot<S: Store>(host: &mut Host<S>) -> u64 {
    create_table(host);
    let text = "x".repeat(390_000);
    let id = (0..1_000).find(|id| {
        assert!(put(host, *id, &text));
        host.is_making_snapshot()
    });
    1 + id.expect("a large snapshot is made in parts")
}

#[test]
fn a_large_snapshot_is_made_between_requests_and_stored_as_a_whole() {
    let store = FailingStore::new(MemoryStore::new());
    let mut host = writer(store.clone());
    let mut items = begin_snapshot(&mut host);
    let (old, covered) = (store.disk().stored(), block_on(store.load()).unwrap().revision);
    let mut puts_between = 0;
    while host.is_making_snapshot() {
        let stored = store.disk().stored();
        assert!(stored.snapshot == old.snapshot, "nothing of it is stored before it is whole");
        assert_reopens(&host, &store.disk());
        // Overwritten and new items are not in the snapshot, but in the log after it.
        assert!(put(&mut host, puts_between, "short") && put(&mut host, items, "new"));
        puts_between += 1;
        items += 1;
    }
    assert!(puts_between > 0);
    let stored = store.disk().stored();
    assert!(stored.snapshot != old.snapshot);
    let saved = block_on(store.load()).unwrap();
    assert_eq!(saved.snapshot_revision, covered);
    assert_eq!(saved.revision, Revision(covered.0 + 2 * puts_between));
    assert_reopens(&host, &store.disk());
    // The log goes on, and is shortened again.
    let count = store.disk().stored().log.len();
    (0..600).for_each(|id| assert!(put(&mut host, id % 10, "short")));
    assert!(store.disk().stored().log.len() < count + 520);
    assert_reopens(&host, &store.disk());
}

#[test]
fn a_snapshot_that_cannot_be_stored_leaves_the_log() {
    for fault in [Fault::Tear { stored_bytes: 20 }, Fault::LoseAnswer, Fault::Refuse(Refusal::Full)] {
        let store = FailingStore::new(MemoryStore::new());
        let mut host = writer(store.clone());
        begin_snapshot(&mut host);
        // An empty batch makes the next part without an append.
        let mut parts = 0;
        while host.is_making_snapshot() {
            store.at_next_write(fault);
            block_on(host.process(Vec::new(), NOW));
            parts += 1;
        }
        assert!(parts > 0);
        assert_reopens(&host, &store.disk());
        assert!(put(&mut host, 0, "short"), "{fault:?}");
        assert_reopens(&host, &store.disk());
    }
}
