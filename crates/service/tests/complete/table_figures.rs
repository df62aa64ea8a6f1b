//! Tests of the item count and size in DescribeTable: current by default, delayed in the realistic profile.

use dynalab_engine::EngineConfig;
use dynalab_engine::database::change::Change;
use dynalab_service::Engine;
use dynalab_types::Timestamp;
use serde_json::{Value, json};

use super::ask::ask;

const HOUR_MS: u64 = 3_600_000;
const BEGINS_MS: u64 = 1_790_000_000_000;

struct World {
    engine: Engine,
    now_ms: u64,
}

impl World {
    fn new(dials: &Value) -> World {
        let engine = Engine::new(1, EngineConfig::instant());
        let mut world = World { engine, now_ms: BEGINS_MS };
        world.send("Dynalab.SetDials", dials);
        world.send("CreateTable", &json!({
            "TableName": "Tab",
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
            "AttributeDefinitions": [
                {"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "g", "AttributeType": "S"}],
            "GlobalSecondaryIndexes": [{
                "IndexName": "ByG", "KeySchema": [{"AttributeName": "g", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "KEYS_ONLY"}}],
            "BillingMode": "PAY_PER_REQUEST",
        }));
        // Wait until the table is ACTIVE.
        world.engine.advance_to(Timestamp::from_epoch_ms(BEGINS_MS + 22_000));
        world.now_ms = BEGINS_MS + 22_000;
        world
    }

    fn send(&mut self, operation: &str, body: &Value) -> (Value, Vec<Change>) {
        ask(&mut self.engine, Timestamp::from_epoch_ms(self.now_ms), operation, body)
    }

    /// Puts an item of 8 bytes, or one of 10 bytes with an index entry of 8 bytes.
    fn put(&mut self, pk: &str, indexed: bool) -> Vec<Change> {
        let mut item = json!({"pk": {"S": pk}, "more": {"S": "x"}});
        if indexed {
            item["g"] = json!({"S": "y"});
        }
        self.send("PutItem", &json!({"TableName": "Tab", "Item": item})).1
    }

    /// Returns item count and bytes of the table, then of its index.
    fn figures(&mut self) -> [u64; 4] {
        let table = self.send("DescribeTable", &json!({"TableName": "Tab"})).0["Table"].clone();
        let index = &table["GlobalSecondaryIndexes"][0];
        [&table["ItemCount"], &table["TableSizeBytes"], &index["ItemCount"], &index["IndexSizeBytes"]]
            .map(|figure| figure.as_u64().unwrap())
    }

    fn at_hours(&mut self, hours: u64) {
        self.now_ms = BEGINS_MS + hours * HOUR_MS;
    }
}

#[test]
fn by_default_they_are_those_of_now() {
    for dials in [json!({}), json!({"Profile": "instant"}), json!({"Dials": {"metrics": 1}})] {
        let mut world = World::new(&dials);
        world.put("a", false);
        assert_eq!(world.figures(), [1, 8, 0, 0]);
        world.put("b", true);
        assert_eq!(world.figures(), [2, 18, 1, 5]);
    }
}

#[test]
fn realistic_ones_are_up_to_six_hours_old() {
    let mut world = World::new(&json!({"Profile": "realistic", "Seed": 3}));
    world.put("a", false);
    world.put("b", true);
    assert_eq!(world.figures(), [0; 4], "nothing was there when the table was made");
    world.at_hours(5);
    assert_eq!(world.figures(), [0; 4]);
    world.at_hours(6);
    assert_eq!(world.figures(), [2, 18, 1, 5]);

    // Writes of this period, including replaces and deletes, count in the next period.
    world.put("c", true);
    world.send("DeleteItem", &json!({"TableName": "Tab", "Key": {"pk": {"S": "b"}}}));
    world.put("a", true);
    assert_eq!(world.figures(), [2, 18, 1, 5]);
    world.at_hours(11);
    assert_eq!(world.figures(), [2, 18, 1, 5]);
    world.at_hours(12);
    assert_eq!(world.figures(), [2, 20, 2, 10]);

    // The first write after several idle periods is not counted in its own period.
    world.at_hours(40);
    world.send(
        "BatchWriteItem",
        &json!({"RequestItems": {"Tab": [
        {"PutRequest": {"Item": {"pk": {"S": "d"}}}}, {"DeleteRequest": {"Key": {"pk": {"S": "a"}}}}]}}),
    );
    assert_eq!(world.figures(), [2, 20, 2, 10]);
    world.at_hours(42);
    assert_eq!(world.figures(), [2, 13, 1, 5]);
}

#[test]
fn they_are_stored_and_taken_back_with_the_write() {
    let mut world = World::new(&json!({"Dials": {"table_figures_ms": 6 * HOUR_MS}}));
    world.put("a", false);
    world.at_hours(7);
    let changes = world.put("b", false);
    assert_eq!(world.figures(), [1, 8, 0, 0]);
    let chunks = world.engine.snapshot();
    world.engine = Engine::restore(chunks.iter().map(Vec::as_slice), EngineConfig::instant()).unwrap();
    assert_eq!(world.figures(), [1, 8, 0, 0]);
    let back = world.engine.reverse(changes);
    assert_eq!(world.figures(), [1, 8, 0, 0]);
    world.put("c", true);
    assert_eq!(world.figures(), [1, 8, 0, 0]);
    world.at_hours(13);
    assert_eq!(world.figures(), [2, 18, 1, 5]);
    assert!(!back.is_empty());

    // With the setting off, the figures are current again.
    world.put("d", false);
    assert_eq!(world.figures(), [2, 18, 1, 5]);
    world.send("Dynalab.SetDials", &json!({"Dials": {"table_figures_ms": 0}}));
    assert_eq!(world.figures(), [3, 26, 1, 5]);
}

#[test]
fn those_of_an_index_grow_while_it_is_filled() {
    let mut world = World::new(&json!({"Dials": {"index_backfill_ms": 1_000, "index_backfill_units": 2}}));
    for (pk, indexed) in [("a", true), ("b", true), ("c", false), ("d", true), ("e", true), ("f", true)] {
        world.put(pk, indexed);
    }
    let create = |name: &str| {
        json!({
            "TableName": "Tab",
            "AttributeDefinitions": [{"AttributeName": "g", "AttributeType": "S"}],
            "GlobalSecondaryIndexUpdates": [{"Create": {
                "IndexName": name, "KeySchema": [{"AttributeName": "g", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "KEYS_ONLY"}}}],
        })
    };
    world.send("UpdateTable", &create("Again"));
    let begun_ms = world.now_ms;
    let of_new = |world: &mut World, after_ms: u64| {
        world.now_ms = begun_ms + after_ms;
        world.engine.advance_to(Timestamp::from_epoch_ms(world.now_ms));
        let table = world.send("DescribeTable", &json!({"TableName": "Tab"})).0["Table"].clone();
        let index = table["GlobalSecondaryIndexes"][1].clone();
        (
            index["IndexStatus"].as_str().unwrap().to_owned(),
            index["ItemCount"].as_u64().unwrap(),
            index["IndexSizeBytes"].as_u64().unwrap(),
        )
    };
    let creating = |items: u64| ("CREATING".to_owned(), items, 5 * items);
    assert_eq!(of_new(&mut world, 0), creating(0));
    assert_eq!(of_new(&mut world, 1_000), creating(0), "it has only begun");
    let mut seen: Vec<u64> =
        (1..6).map(|halves| of_new(&mut world, 1_000 + 500 * halves)).map(|index| index.1).collect();
    assert!(seen.is_sorted(), "{seen:?}");
    seen.dedup();
    assert!(seen.len() > 3, "entries appear one after the other: {seen:?}");
    assert_eq!(of_new(&mut world, 4_000), ("ACTIVE".to_owned(), 5, 25));
}

#[test]
fn realistic_ones_of_a_new_index_wait_for_the_next_count() {
    let mut world =
        World::new(&json!({"Profile": "realistic", "Seed": 3, "Dials": {"index_backfill_units": 1}}));
    world.put("a", true);
    world.put("b", true);
    world.send(
        "UpdateTable",
        &json!({
            "TableName": "Tab",
            "AttributeDefinitions": [{"AttributeName": "g", "AttributeType": "S"}],
            "GlobalSecondaryIndexUpdates": [{"Create": {
                "IndexName": "Again", "KeySchema": [{"AttributeName": "g", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "KEYS_ONLY"}}}],
        }),
    );
    world.now_ms += 301_000;
    world.engine.advance_to(Timestamp::from_epoch_ms(world.now_ms));
    let table = world.send("DescribeTable", &json!({"TableName": "Tab"})).0["Table"].clone();
    let index = &table["GlobalSecondaryIndexes"][1];
    assert_eq!((&index["IndexStatus"], &index["ItemCount"]), (&json!("CREATING"), &json!(0)));
}
