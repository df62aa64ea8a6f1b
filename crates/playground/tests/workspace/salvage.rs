//! A salvage loses only the content of the damaged chunks, and the report lists each of them.

use crate::page;
use crate::stored_text;

use std::collections::{BTreeMap, BTreeSet};

use dynalab_engine::EngineConfig;
use dynalab_engine::database::table::TableStatus;
use dynalab_playground::history::Window;
use dynalab_playground::protocol::{Space, ToPage, ToWorker};
use dynalab_playground::salvage::{SalvageProblem, Salvaged, salvage};
use dynalab_service::Engine;
use dynalab_storage::raw::{ChunkProblem, RawChunks};
use dynalab_storage::{MemoryStore, Place, Revision, Store, Stored, format};
use page::Page;
use pollster::block_on;

const TABLES: [&str; 3] = ["Notes", "Parts", "Songs"];

/// The write of one log chunk.
#[derive(Clone, Debug)]
enum Write {
    Create(&'static str),
    Put(&'static str, u32, u32),
    Delete(&'static str, u32),
}

type Contents = BTreeMap<String, BTreeMap<u32, u32>>;

/// A random generator that depends only on its seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

fn run(page: &mut Page<MemoryStore>, write: &Write) {
    let (operation, body) = match write {
        Write::Create(table) => (
            "CreateTable",
            format!(
                r#"{{"TableName":"{table}","BillingMode":"PAY_PER_REQUEST","KeySchema":[{{"AttributeName":"id","KeyType":"HASH"}}],
                "AttributeDefinitions":[{{"AttributeName":"id","AttributeType":"N"}},{{"AttributeName":"n","AttributeType":"N"}}],
                "GlobalSecondaryIndexes":[{{"IndexName":"ByN","KeySchema":[{{"AttributeName":"n","KeyType":"HASH"}}],"Projection":{{"ProjectionType":"ALL"}}}}],
                "StreamSpecification":{{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"}}}}"#
            ),
        ),
        Write::Put(table, id, n) => (
            "PutItem",
            format!(r#"{{"TableName":"{table}","Item":{{"id":{{"N":"{id}"}},"n":{{"N":"{n}"}}}}}}"#),
        ),
        Write::Delete(table, id) => {
            ("DeleteItem", format!(r#"{{"TableName":"{table}","Key":{{"id":{{"N":"{id}"}}}}}}"#))
        }
    };
    succeed(page, operation, &body);
}

fn succeed(page: &mut Page<MemoryStore>, operation: &str, body: &str) {
    let ToPage::Answer { status, body, .. } = page.execute(operation, body) else { panic!("no answer") };
    assert_eq!(status, 200, "{operation}: {body}");
}

fn newest(store: &MemoryStore) -> u64 {
    *store.stored().log.last_key_value().expect("something is stored").0
}

/// Returns a store with one write per log chunk, and the write of each chunk.
fn written(chance: &mut Chance) -> (Stored, BTreeMap<u64, Write>) {
    let store = MemoryStore::new();
    let mut page = Page::writer(store.clone());
    let mut writes = BTreeMap::new();
    let mut make = |write: Write| {
        run(&mut page, &write);
        // Deleting a missing item changes nothing and has no chunk.
        writes.entry(newest(&store)).or_insert(write);
    };
    TABLES.into_iter().for_each(|table| make(Write::Create(table)));
    for n in 0..60 {
        let table = TABLES[chance.below(3) as usize];
        let id = chance.below(9) as u32;
        make(if n % 5 == 4 { Write::Delete(table, id) } else { Write::Put(table, id, n) });
    }
    (store.stored(), writes)
}

fn salvaged(stored: &Stored) -> Salvaged {
    salvage(&RawChunks::from(stored.clone()), 7, EngineConfig::instant(), Window::PAGE)
}

fn contents(engine: &Engine) -> Contents {
    let number = |text: String| text.parse::<u32>().expect("a small number");
    let tables = engine.database().tables().map(|table| {
        let items = table.items.iter().map(|(_, item)| {
            let item =
                serde_json::from_str::<serde_json::Value>(&dynalab_types::wire::item_json(&item.unpack()))
                    .expect("an item is JSON");
            let of = |name: &str| number(item[name]["N"].as_str().expect("a number").to_owned());
            (of("id"), of("n"))
        });
        (table.definition.name.to_string(), items.collect())
    });
    tables.collect()
}

/// Returns the tables after these writes alone. A write to a missing table has no effect.
fn expected<'a>(writes: impl Iterator<Item = &'a Write>) -> Contents {
    let mut contents = Contents::new();
    for write in writes {
        match write {
            Write::Create(table) => drop(contents.insert((*table).to_owned(), BTreeMap::new())),
            Write::Put(table, id, n) => {
                contents.get_mut(*table).map(|items| items.insert(*id, *n));
            }
            Write::Delete(table, id) => {
                contents.get_mut(*table).map(|items| items.remove(id));
            }
        }
    }
    contents
}

/// Damages the chunk in a random way.
fn damage(stored: &mut Stored, revision: u64, chance: &mut Chance) {
    let chunk = stored.log.get_mut(&revision).expect("a chunk");
    let payload = 24 + chance.below(chunk.len() as u64 - 24) as usize;
    match chance.below(5) {
        0 => chunk[payload] ^= 1 << chance.below(8),
        1 => chunk.truncate(payload),
        2 => chunk[4] = 0xff,
        3 => chunk.clear(),
        _ => *chunk = format::encode(format::Kind::Log, Revision(revision), &[0, 2, 99, 1, 2]),
    }
}

#[test]
fn damaged_chunks_of_the_log_cost_their_own_writes_only() {
    for seed in 0..40 {
        let mut chance = Chance(seed);
        let (mut stored, writes) = written(&mut chance);
        let mut damaged = BTreeSet::new();
        for revision in writes.keys() {
            if chance.below(6) == 0 {
                damage(&mut stored, *revision, &mut chance);
                damaged.insert(*revision);
            }
        }
        let before = stored.clone();
        let Salvaged { workspace, report } = salvaged(&stored);
        assert_eq!(stored, before);
        let readable = writes.iter().filter(|(revision, _)| !damaged.contains(revision));
        assert_eq!(contents(workspace.engine()), expected(readable.map(|(_, write)| write)), "seed {seed}");
        let named: BTreeSet<u64> = report
            .unreadable
            .iter()
            .filter_map(|chunk| match chunk.place {
                Place::Log { revision } => Some(revision.0),
                _ => None,
            })
            .collect();
        assert_eq!(named, damaged, "seed {seed}");
        assert_eq!(report.unreadable.len(), damaged.len(), "seed {seed}");
        let lost: BTreeSet<&str> = report.lost_tables.iter().map(|lost| lost.name.as_ref()).collect();
        let there = contents(workspace.engine());
        assert!(lost.iter().all(|name| !there.contains_key(*name)), "seed {seed}: {lost:?}");
        assert!(workspace.snapshot().is_some(), "the copy can be stored");
    }
}

#[test]
fn an_undamaged_store_is_salvaged_completely() {
    let (stored, writes) = written(&mut Chance(3));
    let Salvaged { workspace, report } = salvaged(&stored);
    assert!(report.is_complete(), "{report:?}");
    assert_eq!(contents(workspace.engine()), expected(writes.values()));
    assert!(salvaged(&Stored::default()).report.is_complete());
}

#[test]
fn a_damaged_chunk_is_named_with_its_size_and_the_times_around_it() {
    let (mut stored, writes) = written(&mut Chance(5));
    let revision = *writes.keys().nth(20).expect("a chunk");
    let chunk = stored.log.get_mut(&revision).expect("a chunk");
    let size_bytes = chunk.len() as u64;
    chunk[30] ^= 1;
    let report = salvaged(&stored).report;
    let [chunk] = &report.unreadable[..] else { panic!("{report:?}") };
    assert_eq!((chunk.place, chunk.size_bytes), (Place::Log { revision: Revision(revision) }, size_bytes));
    assert!(matches!(
        chunk.problem,
        SalvageProblem::Stored(ChunkProblem::Damaged(format::FormatError::WrongChecksum { .. }))
    ));
    let (Some(after), Some(before)) = chunk.made_between else { panic!("{chunk:?}") };
    assert_eq!(before.epoch_ms - after.epoch_ms, 2_000, "one request a second");
}

#[test]
fn reports_an_unfinished_last_chunk() {
    let (mut stored, writes) = written(&mut Chance(8));
    let (revision, _) = writes.last_key_value().expect("a chunk");
    let chunk = stored.log.get_mut(revision).expect("a chunk");
    chunk.truncate(40);
    let report = salvaged(&stored).report;
    let [chunk] = &report.unreadable[..] else { panic!("{report:?}") };
    assert_eq!(chunk.size_bytes, 40);
    assert!(matches!(chunk.problem, SalvageProblem::Stored(ChunkProblem::Unfinished(_))), "{chunk:?}");
}

#[test]
fn reports_missing_chunks_and_a_lost_head() {
    let (mut stored, writes) = written(&mut Chance(9));
    let gone: Vec<u64> = writes.keys().copied().skip(10).take(3).collect();
    stored.log.retain(|revision, _| !gone.contains(revision));
    stored.head = None;
    let Salvaged { workspace, report } = salvaged(&stored);
    let places: Vec<Place> = report.unreadable.iter().map(|chunk| chunk.place).collect();
    assert_eq!(places, [Place::Head, Place::Log { revision: Revision(gone[0]) }]);
    assert_eq!(report.unreadable[1].problem, SalvageProblem::Stored(ChunkProblem::Missing { count: 3 }));
    let readable = writes.iter().filter(|(revision, _)| !gone.contains(revision)).map(|(_, write)| write);
    assert_eq!(contents(workspace.engine()), expected(readable));
}

#[test]
fn items_of_a_table_whose_creation_is_lost_are_counted_until_a_later_change_defines_it() {
    for defined_later in [false, true] {
        let store = MemoryStore::new();
        let mut page = Page::writer(store.clone());
        run(&mut page, &Write::Create("Notes"));
        let creation = newest(&store);
        (1..=4).for_each(|id| run(&mut page, &Write::Put("Notes", id, 10 * id)));
        run(&mut page, &Write::Delete("Notes", 2));
        if defined_later {
            succeed(&mut page, "UpdateTable", r#"{"TableName":"Notes","DeletionProtectionEnabled":true}"#);
        }
        let mut stored = store.stored();
        stored.log.get_mut(&creation).expect("a chunk")[30] ^= 1;
        let Salvaged { workspace, report } = salvaged(&stored);
        let lost: Vec<(&str, u64)> =
            report.lost_tables.iter().map(|lost| (lost.name.as_ref(), lost.items)).collect();
        if defined_later {
            assert_eq!(lost, []);
            let items = BTreeMap::from([(1, 10), (3, 30), (4, 40)]);
            assert_eq!(contents(workspace.engine()), Contents::from([("Notes".to_owned(), items)]));
        } else {
            assert_eq!(lost, [("Notes", 3)]);
            assert_eq!(contents(workspace.engine()), Contents::new());
        }
    }
}

/// Returns a snapshot whose tables have several chunks, without a log.
fn folded() -> Stored {
    let store = MemoryStore::new();
    let mut page = Page::writer(store.clone());
    let filler = "x".repeat(30_000);
    for table in TABLES {
        run(&mut page, &Write::Create(table));
        for id in 0..9 {
            let body = format!(
                r#"{{"TableName":"{table}","Item":{{"id":{{"N":"{id}"}},"n":{{"N":"{id}"}},"of":{{"S":"{table}"}},"more":{{"S":"{filler}"}}}}}}"#
            );
            succeed(&mut page, "PutItem", &body);
        }
    }
    let snapshot = page.host.saved().snapshot().expect("nothing looks back");
    block_on(async {
        let claim = store.claim().await.expect("memory");
        store.replace(claim.epoch, claim.revision, &snapshot).await.expect("memory");
    });
    store.stored()
}

/// Checks that every item is in its original table, and returns the number of items.
fn assert_at_home(engine: &Engine) -> u64 {
    let mut count = 0;
    for table in engine.database().tables() {
        for (_, item) in table.items.iter() {
            let item = dynalab_types::wire::item_json(&item.unpack());
            assert!(item.contains(&format!(r#""of":{{"S":"{}"}}"#, table.definition.name)), "{item:.80}");
            count += 1;
        }
    }
    count
}

#[test]
fn a_damaged_chunk_of_the_snapshot_costs_its_own_items_and_never_mixes_tables() {
    let stored = folded();
    assert!(stored.snapshot.len() > 12, "{} chunks", stored.snapshot.len());
    for index in 0..stored.snapshot.len() {
        let kind = stored.snapshot[index][24];
        let mut damaged = stored.clone();
        damaged.snapshot[index][25] ^= 1;
        let Salvaged { workspace, report } = salvaged(&damaged);
        let [chunk] = &report.unreadable[..] else { panic!("{report:?}") };
        assert_eq!(chunk.place, Place::Snapshot { index });
        let there = assert_at_home(workspace.engine());
        // Kind 1 is a definition, kind 2 has items: three items of 30 KB fill a chunk.
        let (lost, without_table) = match kind {
            1 => (0, 9),
            2 => (3, 0),
            _ => (0, 0),
        };
        assert_eq!(
            (there, report.items_without_table),
            (27 - lost - without_table, without_table),
            "chunk {index}"
        );

        // A truncated chunk may have had any length. The items after it have no table, or the right one.
        damaged.snapshot[index].truncate(20);
        let Salvaged { workspace, report } = salvaged(&damaged);
        let there = assert_at_home(workspace.engine());
        assert_eq!(there + report.items_without_table + lost, 27, "chunk {index}");
    }
}

#[test]
fn stores_of_older_versions_are_salvaged_completely() {
    for text in [
        include_str!("../fixtures/workspace-v4-everything.hex"),
        include_str!("../fixtures/workspace-v5-everything.hex"),
        include_str!("../fixtures/workspace-v6-everything.hex"),
        include_str!("../fixtures/workspace-v7-everything.hex"),
        include_str!("../fixtures/workspace-v8-everything.hex"),
    ] {
        let stored = stored_text::read_hex(text);
        let Salvaged { workspace, report } = salvaged(&stored);
        assert!(report.is_complete(), "{report:?}");
        let whole = Page::open(MemoryStore::from_stored(stored));
        let tables = |engine: &Engine| -> Vec<(String, usize)> {
            let tables = engine.database().tables();
            tables.map(|table| (table.definition.name.to_string(), table.items.len())).collect()
        };
        assert!(!tables(workspace.engine()).is_empty());
        assert_eq!(tables(workspace.engine()), tables(whole.host.saved().engine()));
        let is_active = |status: TableStatus| status == TableStatus::Active;
        assert!(workspace.engine().database().tables().all(|table| is_active(table.definition.status)));
    }
}

#[test]
fn a_copy_is_stored_and_opened_like_any_workspace() {
    let (mut stored, _) = written(&mut Chance(11));
    damage(&mut stored, 12, &mut Chance(1));
    assert_eq!(
        block_on(MemoryStore::from_stored(stored.clone()).load()).ok().map(|saved| saved.revision),
        None
    );
    let Salvaged { workspace, .. } = salvaged(&stored);
    let snapshot = workspace.snapshot().expect("nothing looks back");
    let store = MemoryStore::new();
    block_on(async {
        let claim = store.claim().await.expect("memory");
        store.replace(claim.epoch, claim.revision, &snapshot).await.expect("memory");
    });
    let mut page = Page::writer(store);
    assert_eq!(contents(page.host.saved().engine()), contents(workspace.engine()));
    run(&mut page, &Write::Put("Songs", 1, 99));
    let body = r#"{"TableName":"Songs","IndexName":"ByN","KeyConditionExpression":"n = :n","ExpressionAttributeValues":{":n":{"N":"99"}}}"#;
    let query = ToWorker::Execute {
        id: 2,
        space: Space::Saved,
        operation: "Query".into(),
        body: body.into(),
        trace: false,
    };
    let ToPage::Answer { body, .. } = page.ask(query) else { panic!("no answer") };
    assert!(body.contains(r#""Count":1"#), "{body}");
}
