//! Damages of a stored workspace, each as a line: the values that it touches, and what happens to them.

use dynalab_engine::EngineConfig;
use dynalab_playground::Host;
use dynalab_playground::history::Window;
use dynalab_playground::protocol::{Space, StorageHealth, ToWorker};
use dynalab_playground::salvage::salvage;
use dynalab_storage::raw::RawChunks;
use dynalab_storage::{MemoryStore, Store, Stored};
use dynalab_types::Timestamp;
use pollster::block_on;

use super::reader::Run;

const AT: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);
const CREATE: &str = r#"{"TableName":"Tab","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]}"#;
/// The items of the workspace: half in the snapshot, half in the log.
const ITEMS: u64 = 8;

/// Where a chunk has its version.
const VERSION_AT: usize = 4;

/// The damages. `drop` removes a value, `cut N` keeps N bytes, `flip N` inverts the byte at N, `grow N` adds N bytes, `zero` and
/// `fill` overwrite all bytes, `empty` keeps none, `copy N` puts a copy at another place, `version N` writes another format.
pub const DAMAGES: &[&str] = &[
    "head drop",
    "head empty",
    "head cut 1",
    "head cut 8",
    "head cut 20",
    "head cut 30",
    "head flip 0",
    "head flip 4",
    "head flip 6",
    "head flip 12",
    "head flip 20",
    "head flip 28",
    "head grow 1",
    "head grow 100000",
    "head zero",
    "head fill",
    "head version 0",
    "head version 99",
    "head version 65535",
    "snapshot drop",
    "snapshot empty",
    "snapshot cut 1",
    "snapshot cut 20",
    "snapshot cut 60",
    "snapshot flip 0",
    "snapshot flip 5",
    "snapshot flip 12",
    "snapshot flip 30",
    "snapshot flip 80",
    "snapshot grow 1",
    "snapshot grow 100000",
    "snapshot zero",
    "snapshot fill",
    "snapshot version 99",
    "snapshot copy 1",
    "first drop",
    "first empty",
    "first cut 1",
    "first cut 20",
    "first flip 0",
    "first flip 5",
    "first flip 12",
    "first flip 30",
    "first grow 1",
    "first zero",
    "first fill",
    "first version 0",
    "first version 99",
    "first copy 2",
    "middle drop",
    "middle empty",
    "middle cut 20",
    "middle flip 12",
    "middle flip 30",
    "middle grow 1",
    "middle fill",
    "middle version 99",
    "middle copy 3",
    "last drop",
    "last empty",
    "last cut 1",
    "last cut 20",
    "last cut 40",
    "last flip 12",
    "last flip 30",
    "last grow 1",
    "last fill",
    "last version 99",
    "last copy 99",
    "last copy 18446744073709551615",
];

/// Opens a workspace with this damage. A loss without a message is a panic, because it is a fault of the product.
pub fn run(damage: &str) -> Run {
    let mut stored = stored();
    let words: Vec<&str> = damage.split(' ').collect();
    let [place, action, rest @ ..] = &words[..] else { return Run::refused("not a damage") };
    let number = rest.first().and_then(|number| number.parse().ok()).unwrap_or_default();
    apply(&mut stored, place, action, number);
    let raw = RawChunks::from(stored.clone());
    let salvaged = salvage(&raw, 7, EngineConfig::instant(), Window::PAGE);
    let _report = salvaged.report.is_complete();
    let mut host: Host<MemoryStore> =
        block_on(Host::open(Ok(MemoryStore::from_stored(stored)), 7, EngineConfig::instant()));
    let found = host.saved().engine().database().tables().map(|table| table.items.len() as u64).sum::<u64>();
    let is_told = *host.health() != StorageHealth::Fine || host.take_discarded_tail().is_some();
    assert!(is_told || found == ITEMS, "{damage}: {found} of {ITEMS} items, and nothing is told");
    if is_told { Run::refused(format!("{:?}", host.health())) } else { Run::default() }
}

/// A workspace with a snapshot, a log of one chunk for each item, and a head that knows the end of the log.
fn stored() -> Stored {
    let half = ITEMS / 2;
    let mut before = writer(MemoryStore::default());
    execute(&mut before, "CreateTable", CREATE);
    (0..half).for_each(|number| put(&mut before, number));
    let store = MemoryStore::default();
    let snapshot = before.saved().snapshot().unwrap_or_default();
    if let Ok(claim) = block_on(store.claim()) {
        // The host below reads what is there, so a failure would be seen as missing items.
        let _replaced = block_on(store.replace(claim.epoch, claim.revision, &snapshot));
    }
    let mut host = writer(store.clone());
    (half..ITEMS).for_each(|number| put(&mut host, number));
    block_on(host.use_pause());
    store.stored()
}

fn writer(store: MemoryStore) -> Host<MemoryStore> {
    let mut host = block_on(Host::open(Ok(store), 7, EngineConfig::instant()));
    block_on(host.become_writer());
    host
}

fn put(host: &mut Host<MemoryStore>, number: u64) {
    execute(host, "PutItem", &format!(r#"{{"TableName":"Tab","Item":{{"pk":{{"S":"{number}"}}}}}}"#));
}

fn execute(host: &mut Host<MemoryStore>, operation: &str, body: &str) {
    let (operation, body) = (operation.to_owned(), body.to_owned());
    let message = ToWorker::Execute { id: 1, space: Space::Saved, operation, body, trace: false };
    block_on(host.process(vec![message], AT));
}

fn apply(stored: &mut Stored, place: &str, action: &str, number: u64) {
    let revisions: Vec<u64> = stored.log.keys().copied().collect();
    let revision = match place {
        "first" => revisions.first(),
        "middle" => revisions.get(revisions.len() / 2),
        _ => revisions.last(),
    };
    let revision = revision.copied().unwrap_or_default();
    let value = match place {
        "head" => stored.head.as_mut(),
        "snapshot" => stored.snapshot.first_mut(),
        _ => stored.log.get_mut(&revision),
    };
    let Some(value) = value else { return };
    let at = usize::try_from(number).unwrap_or(usize::MAX);
    match action {
        "empty" => value.clear(),
        "cut" => value.truncate(at),
        "flip" => value.iter_mut().skip(at).take(1).for_each(|byte| *byte = !*byte),
        "grow" => value.resize(value.len() + at, 0x41),
        "zero" => value.fill(0),
        "fill" => value.fill(0xff),
        "version" => {
            let version = (number as u16).to_le_bytes();
            value.iter_mut().skip(VERSION_AT).zip(version).for_each(|(byte, new)| *byte = new);
        }
        _ => {}
    }
    let copied = value.clone();
    match (place, action) {
        ("head", "drop") => stored.head = None,
        ("snapshot", "drop") => stored.snapshot.clear(),
        ("snapshot", "copy") => stored.snapshot.push(copied),
        (_, "drop") => drop(stored.log.remove(&revision)),
        (_, "copy") => drop(stored.log.insert(revision.saturating_add(number), copied)),
        _ => {}
    }
}
