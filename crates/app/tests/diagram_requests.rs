//! The requests that the diagrams send, sent to the engine.

use dynalab_app::pictures::cache_reads::{CACHE_NAME, CacheableRequest, Pair};
use dynalab_app::pictures::capacity_requests::{self, Scaled, Units};
use dynalab_app::pictures::global_table_requests;
use dynalab_engine::EngineConfig;
use dynalab_playground::host::Host;
use dynalab_playground::protocol::{Space, ToPage, ToWorker};
use dynalab_playground::views::capacity::Capacity;
use dynalab_service::Complete;
use dynalab_service::contract::Call;
use dynalab_service::contract::cache::PutCache;
use dynalab_service::contract::partitions::DescribeCapacity;
use dynalab_storage::{MemoryStore, StoreError, Unavailability};
use dynalab_types::Timestamp;
use futures_util::FutureExt;
use serde_json::{Value, json};

const NOW: Timestamp = Timestamp { epoch_ms: 1_790_000_000_000 };

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("a response is JSON")
}

struct Page(Host<MemoryStore, Complete>);

impl Page {
    /// A page with the table `Orders` and its index `ByDay`.
    fn open() -> Page {
        let opening = Host::open(Err(StoreError::from(Unavailability::NotKept)), 7, EngineConfig::instant());
        let mut page = Page(opening.now_or_never().expect("the store is in memory"));
        page.send(("CreateTable", json!({
            "TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [
                { "AttributeName": "id", "AttributeType": "S" }, { "AttributeName": "day", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
            "GlobalSecondaryIndexes": [{ "IndexName": "ByDay", "Projection": { "ProjectionType": "ALL" },
                "KeySchema": [{ "AttributeName": "day", "KeyType": "HASH" }] }],
            "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" },
        }).to_string()));
        page
    }

    fn answer(&mut self, (operation, body): (&str, String)) -> (u16, Value) {
        let message = ToWorker::Execute {
            id: 1,
            space: Space::Saved,
            operation: operation.to_owned(),
            body,
            trace: false,
        };
        let processed = self.0.process(vec![message], NOW).now_or_never().expect("the store is in memory");
        let answer = processed.messages.into_iter().find_map(|message| match message {
            ToPage::Answer { status, body, .. } => Some((status, json(&body))),
            _ => None,
        });
        answer.unwrap_or_else(|| panic!("{operation} has no answer"))
    }

    fn send(&mut self, request: (&str, String)) -> Value {
        let (status, body) = self.answer(request);
        assert_eq!(status, 200, "{body}");
        body
    }

    fn capacity(&mut self) -> Capacity {
        let request = DescribeCapacity { table_name: "Orders".to_owned() };
        serde_json::from_value(self.send(request.request())).expect("a description")
    }

    fn table(&mut self) -> Value {
        self.send(("DescribeTable", r#"{"TableName":"Orders"}"#.to_owned()))["Table"].take()
    }
}

#[test]
fn a_table_and_its_index_are_provisioned_together_and_then_one_by_one() {
    let mut page = Page::open();
    let on_demand = page.capacity();
    page.send(capacity_requests::provision("Orders", &on_demand, None, Units { read: 7, write: 3 }));
    let units = |of: &Value| (of["ReadCapacityUnits"].as_u64(), of["WriteCapacityUnits"].as_u64());
    let table = page.table();
    assert_eq!(units(&table["ProvisionedThroughput"]), (Some(7), Some(3)));
    assert_eq!(units(&table["GlobalSecondaryIndexes"][0]["ProvisionedThroughput"]), (Some(7), Some(3)));

    let provisioned = page.capacity();
    page.send(capacity_requests::provision("Orders", &provisioned, Some(1), Units { read: 9, write: 4 }));
    let table = page.table();
    assert_eq!(units(&table["ProvisionedThroughput"]), (Some(7), Some(3)));
    assert_eq!(units(&table["GlobalSecondaryIndexes"][0]["ProvisionedThroughput"]), (Some(9), Some(4)));

    page.send(capacity_requests::pay_per_request("Orders"));
    assert_eq!(page.table()["BillingModeSummary"]["BillingMode"], "PAY_PER_REQUEST");
}

#[test]
fn reads_and_writes_of_table_and_index_are_scaled_and_no_longer() {
    let mut page = Page::open();
    let on_demand = page.capacity();
    page.send(capacity_requests::provision("Orders", &on_demand, None, Units { read: 7, write: 3 }));
    let region = on_demand.region_name;
    for index in [None, Some("ByDay")] {
        for writes in [false, true] {
            let scaled = Scaled { table: "Orders", region: &region, index, writes };
            let of = |described: &Capacity| {
                let resource =
                    described.resources.iter().find(|one| one.index_name.as_deref() == index).unwrap();
                resource.flow(writes).scaling.clone()
            };
            page.send(capacity_requests::scale(scaled, Some(if writes { 3.0 } else { 7.0 })));
            let scaling = of(&page.capacity()).expect("it scales");
            let least = if writes { 3 } else { 7 };
            assert_eq!(
                (scaling.target_percent, scaling.minimum_units, scaling.maximum_units),
                (70.0, least, 1_000)
            );
            page.send(capacity_requests::stop_scaling(scaled));
            assert!(of(&page.capacity()).is_none());
        }
    }
}

#[test]
fn a_replica_is_added_written_read_and_removed() {
    let mut page = Page::open();
    let key = json!({ "id": { "S": "1" } });
    page.send(global_table_requests::add_replica("Orders", "eu-west-1"));
    page.send(global_table_requests::put_item("Orders", "eu-west-1", &key, "Ireland 12:00"));
    let read = page.send(global_table_requests::get_item("Orders", "eu-west-1", &key));
    assert_eq!(read["Item"]["written"]["S"], "Ireland 12:00");
    page.send(global_table_requests::remove_replica("Orders", "eu-west-1"));
    assert_eq!(page.table()["Replicas"].as_array().map_or(0, Vec::len), 0);

    let mut empty = Page::open();
    empty.send(global_table_requests::add_strong_replicas("Orders"));
    assert_eq!(empty.table()["MultiRegionConsistency"], "STRONG");
}

#[test]
fn a_read_through_the_cache_is_stale_after_a_write_past_it() {
    let mut page = Page::open();
    let key = json!({ "id": { "S": "1" }, "day": { "S": "mon" } });
    page.send(PutCache { name: CACHE_NAME.to_owned(), ..PutCache::default() }.request());
    let read = |page: &mut Page| {
        let request = CacheableRequest::get("Orders", &json!({ "id": { "S": "1" } }));
        let through = page.send(request.through_cache().request());
        Pair::of(Ok(serde_json::from_value(through).unwrap()), Ok(page.send(request.past_cache())))
    };
    page.send(CacheableRequest::put("Orders", &key, 5).through_cache().request());
    let fresh = read(&mut page);
    assert!(!fresh.is_stale());
    assert_eq!(fresh.through.unwrap().value.as_deref(), Some("price 5"));
    let past = CacheableRequest::put("Orders", &key, 6);
    page.send((past.operation, past.body.to_string()));
    let stale = read(&mut page);
    assert!(stale.is_stale());
    assert_eq!(stale.through.unwrap().source.as_deref(), Some("ITEM_CACHE"));
    assert_eq!(stale.past.unwrap().value.as_deref(), Some("price 6"));

    let collection = CacheableRequest::query("Orders", &key, "id");
    let answer = page.send(collection.past_cache());
    assert_eq!(answer["Items"][0]["price"]["N"], "6");
}
