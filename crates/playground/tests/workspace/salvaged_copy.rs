//! The report of a damaged store for the page, and the copy of its readable part.

use crate::page::Page;

use dynalab_engine::EngineConfig;
use dynalab_playground::history::Window;
use dynalab_playground::host::store_in_new;
use dynalab_playground::message_bytes;
use dynalab_playground::protocol::salvage::{Loss, LossPlace, LossReason, SalvageView};
use dynalab_playground::protocol::{StorageHealth, ToPage};
use dynalab_playground::salvage::{Salvaged, salvage, view};
use dynalab_playground::views::tables::tables;
use dynalab_storage::raw::{RawChunks, UnreadableReason};
use dynalab_storage::{MemoryStore, StoreError, Stored};
use pollster::block_on;

const ITEMS: u32 = 6;

/// Returns a store with a table in the first log chunk and one item in each other chunk.
fn notes() -> Stored {
    let store = MemoryStore::new();
    let mut page = Page::with_notes(store.clone());
    (0..ITEMS).for_each(|id| drop(page.put(id)));
    store.stored()
}

fn salvaged(raw: &RawChunks) -> Salvaged {
    salvage(raw, 7, EngineConfig::instant(), Window::PAGE)
}

/// Returns the report as the page receives it.
fn report(raw: &RawChunks) -> SalvageView {
    let bytes = message_bytes::write(&view(raw, &salvaged(raw))).expect("bytes");
    message_bytes::read(&bytes).expect("a report")
}

fn chunks(view: &SalvageView) -> Vec<(LossPlace, LossReason)> {
    let chunk = |loss: &Loss| match loss {
        Loss::Chunk(chunk) => Some((chunk.place, chunk.reason)),
        _ => None,
    };
    view.losses.iter().filter_map(chunk).collect()
}

fn items(view: &SalvageView) -> Vec<(&str, u64)> {
    view.tables.iter().map(|table| (table.name.as_str(), table.items)).collect()
}

#[test]
fn each_kind_of_damage_has_its_reason() {
    type Damage = fn(&mut RawChunks, u64);
    let stored = notes();
    let (first, last) =
        (*stored.log.keys().next().expect("a chunk"), *stored.log.keys().last().expect("a chunk"));
    let third = first + 3;
    let in_log = |revision| LossPlace::Log { revision };
    let cases: [(Damage, LossPlace, LossReason, u64); 9] = [
        (|raw, at| bytes(raw, at)[30] ^= 1, in_log(third), LossReason::Changed, 5),
        (|raw, at| bytes(raw, at)[0] ^= 1, in_log(third), LossReason::Changed, 5),
        (|raw, at| bytes(raw, at).truncate(40), in_log(third), LossReason::WrongLength, 5),
        (|raw, at| bytes(raw, at)[4] = 0xff, in_log(third), LossReason::NewerVersion, 5),
        (|raw, at| *bytes(raw, at) = bytes(raw, at + 1).clone(), in_log(third), LossReason::Misplaced, 5),
        (|raw, at| drop(raw.log.remove(&at)), in_log(third), LossReason::Missing { count: 1 }, 5),
        (
            |raw, at| drop(raw.log.insert(at, Err(UnreadableReason::NotBytes))),
            in_log(third),
            LossReason::NotBytes,
            5,
        ),
        (
            |raw, at| drop(raw.log.insert(at, Err(UnreadableReason::Failed))),
            in_log(third),
            LossReason::BrowserFailed,
            5,
        ),
        (|raw, _| raw.head = None, LossPlace::Head, LossReason::Missing { count: 1 }, 6),
    ];
    for (damage, place, reason, count) in cases {
        let mut raw = RawChunks::from(stored.clone());
        damage(&mut raw, third);
        let view = report(&raw);
        assert_eq!(chunks(&view), [(place, reason)]);
        assert_eq!(items(&view), [("Notes", count)], "{reason:?}");
        assert_eq!((view.stored_chunks, view.stored_bytes), raw.size());
    }
    let mut raw = RawChunks::from(stored);
    bytes(&mut raw, last).truncate(30);
    assert_eq!(chunks(&report(&raw)), [(in_log(last), LossReason::Unfinished)]);
}

fn bytes(raw: &mut RawChunks, revision: u64) -> &mut Vec<u8> {
    raw.log.get_mut(&revision).expect("a chunk").as_mut().expect("bytes")
}

#[test]
fn reports_items_without_table_and_stray_values() {
    let stored = notes();
    let mut raw = RawChunks::from(stored.clone());
    assert_eq!(report(&raw).losses, []);
    raw.strays = 3;
    assert_eq!(report(&raw).losses, [Loss::Strays { values: 3 }]);
    let creation = *stored.log.keys().next().expect("a chunk");
    let mut raw = RawChunks::from(stored);
    bytes(&mut raw, creation)[30] ^= 1;
    let view = report(&raw);
    let lost = Loss::TableWithoutDefinition { name: "Notes".to_owned(), items: u64::from(ITEMS) };
    assert!(view.losses.contains(&lost), "{view:?}");
    assert!(view.tables.is_empty());
}

#[test]
fn the_copy_opens_in_a_store_of_its_own_and_in_no_other() {
    let mut stored = notes();
    let damaged = *stored.log.keys().nth(3).expect("a chunk");
    stored.log.get_mut(&damaged).expect("a chunk")[30] ^= 1;
    let mut copy = salvaged(&RawChunks::from(stored)).workspace;
    let store = MemoryStore::new();
    block_on(store_in_new(&mut copy, &store)).expect("a new store");
    let mut page = Page::writer(store.clone());
    assert_eq!(*page.host.health(), StorageHealth::Fine);
    let summaries = tables(page.host.saved().engine());
    let counts: Vec<(&str, u64)> =
        summaries.iter().map(|table| (table.name.as_str(), table.item_count)).collect();
    assert_eq!(counts, [("Notes", u64::from(ITEMS) - 1)]);
    let ToPage::Answer { status, .. } = page.put(99) else { panic!("no answer") };
    assert_eq!(status, 200, "the copy can be written to");
    let kept = store.stored();
    let taken = block_on(store_in_new(&mut copy, &store));
    assert!(matches!(taken, Err(StoreError::Conflict { .. })), "{taken:?}");
    let after = store.stored();
    assert_eq!(after.snapshot, kept.snapshot);
    assert!(kept.log.iter().all(|(revision, chunk)| after.log.get(revision) == Some(chunk)));
}

#[test]
fn reports_an_incomplete_change_once() {
    let mut stored = notes();
    let mut whole = Page::open(MemoryStore::from_stored(stored.clone()));
    assert_eq!(whole.host.take_discarded_tail(), None);
    let next = *stored.log.keys().last().expect("a chunk");
    stored.log.get_mut(&next).expect("a chunk").truncate(30);
    let store = MemoryStore::from_stored(stored);
    let mut page = Page::writer(store.clone());
    assert_eq!(*page.host.health(), StorageHealth::Fine);
    assert_eq!(page.host.take_discarded_tail(), Some(ToPage::DiscardedTail));
    assert_eq!(page.host.take_discarded_tail(), None);
    drop(page.put(50));
    let mut again = Page::writer(store);
    assert_eq!(again.host.take_discarded_tail(), None, "what took its place is whole");
}
