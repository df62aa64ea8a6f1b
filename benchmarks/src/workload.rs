//! The seven kinds of request that are measured, natively, over HTTP and in the page, with items of 200 bytes.

use std::fmt::Write as _;

/// The stored items before a measurement: this many partitions of 100 items each.
pub const PARTITIONS: u64 = 100;
pub const ITEMS_PER_PARTITION: u64 = 100;
const ITEMS: u64 = PARTITIONS * ITEMS_PER_PARTITION;
const ITEMS_PER_BATCH: u64 = 25;
const ITEMS_PER_TRANSACTION: u64 = 4;
/// A prime number, so that consecutive numbers select distant items, and all items in the end.
const STRIDE: u64 = 7919;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    /// PutItem of a new item.
    Put,
    /// GetItem of an existing item.
    Get,
    /// UpdateItem that increases a counter, under a condition that is met.
    Update,
    /// Query of a partition of 100 items.
    Query,
    /// TransactWriteItems with four new items.
    Transaction,
    /// BatchWriteItem with 25 new items.
    Batch,
    /// PutItem of a new item into a table with two global indexes that project all attributes.
    PutIndexed,
}

impl Workload {
    pub const ALL: [Workload; 7] = [
        Workload::Put,
        Workload::Get,
        Workload::Update,
        Workload::Query,
        Workload::Transaction,
        Workload::Batch,
        Workload::PutIndexed,
    ];

    /// Returns the name in the tables of figures.
    pub fn title(self) -> &'static str {
        match self {
            Workload::Put => "put",
            Workload::Get => "get",
            Workload::Update => "update with condition",
            Workload::Query => "query of 100",
            Workload::Transaction => "transaction of 4",
            Workload::Batch => "batch of 25",
            Workload::PutIndexed => "put with 2 indexes",
        }
    }

    /// Returns the name of the API operation.
    pub fn operation(self) -> &'static str {
        match self {
            Workload::Put | Workload::PutIndexed => "PutItem",
            Workload::Get => "GetItem",
            Workload::Update => "UpdateItem",
            Workload::Query => "Query",
            Workload::Transaction => "TransactWriteItems",
            Workload::Batch => "BatchWriteItem",
        }
    }

    /// Returns the body of the request with this number. Write requests of one kind write different items for each number.
    pub fn body(self, number: u64) -> String {
        match self {
            Workload::Put => put("Orders", &new_item(number)),
            Workload::PutIndexed => put("IndexedOrders", &new_item(number)),
            Workload::Get => format!(r#"{{"TableName":"Orders","Key":{}}}"#, key_of_old_item(number)),
            Workload::Update => format!(
                r##"{{"TableName":"Orders","Key":{},"UpdateExpression":"SET #seen = #seen + :one","ConditionExpression":"attribute_exists(customer) AND #seen < :most","ExpressionAttributeNames":{{"#seen":"seen"}},"ExpressionAttributeValues":{{":one":{{"N":"1"}},":most":{{"N":"1000000000"}}}}}}"##,
                key_of_old_item(number)
            ),
            Workload::Query => format!(
                r#"{{"TableName":"Orders","KeyConditionExpression":"customer = :customer","ExpressionAttributeValues":{{":customer":{{"S":"{}"}}}}}}"#,
                customer(number % PARTITIONS)
            ),
            Workload::Transaction => {
                let put = |item: String| format!(r#"{{"Put":{}}}"#, put("Orders", &item));
                let items = several(number, ITEMS_PER_TRANSACTION).map(put);
                format!(r#"{{"TransactItems":[{}]}}"#, joined(items))
            }
            Workload::Batch => batch(several(number, ITEMS_PER_BATCH)),
        }
    }
}

/// Returns the requests that create and fill the tables, in order.
pub fn preparation() -> Vec<(&'static str, String)> {
    let mut requests = vec![("CreateTable", plain_table()), ("CreateTable", indexed_table())];
    for first in (0..ITEMS).step_by(ITEMS_PER_BATCH as usize) {
        let items = first..first + ITEMS_PER_BATCH;
        requests.push(("BatchWriteItem", batch(items.map(old_item))));
    }
    requests
}

/// Returns a batch of 25 items of 300 bytes, to measure how much can be stored and loaded.
pub fn large_batch(number: u64) -> String {
    let items = number * ITEMS_PER_BATCH..(number + 1) * ITEMS_PER_BATCH;
    batch(items.map(|number| item(&customer(PARTITIONS + number / ITEMS_PER_PARTITION), number, 300)))
}

fn put(table: &str, item: &str) -> String {
    format!(r#"{{"TableName":"{table}","Item":{item}}}"#)
}

fn batch(items: impl Iterator<Item = String>) -> String {
    let requests = items.map(|item| format!(r#"{{"PutRequest":{{"Item":{item}}}}}"#));
    format!(r#"{{"RequestItems":{{"Orders":[{}]}}}}"#, joined(requests))
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(",")
}

fn several(number: u64, count: u64) -> impl Iterator<Item = String> {
    (number * count..(number + 1) * count).map(new_item)
}

fn key_of_old_item(number: u64) -> String {
    let number = (number * STRIDE) % ITEMS;
    format!(
        r#"{{"customer":{{"S":"{}"}},"order":{{"S":"{}"}}}}"#,
        customer(number / ITEMS_PER_PARTITION),
        order(number)
    )
}

fn old_item(number: u64) -> String {
    item(&customer(number / ITEMS_PER_PARTITION), number, 200)
}

/// Returns an item in another partition than the queried ones, so that these keep their size.
fn new_item(number: u64) -> String {
    item(&customer(PARTITIONS + number % 9973), ITEMS + number, 200)
}

fn customer(number: u64) -> String {
    format!("customer#{number:08}")
}

fn order(number: u64) -> String {
    format!("order#{number:010}")
}

/// Returns an item of exactly this size, as DynamoDB counts it. The attribute `remark` fills the rest.
fn item(customer: &str, number: u64, size_bytes: usize) -> String {
    const REST_BYTES: usize = "customercustomer#00000000orderorder#0000000000mailbuyer00000@example.com"
        .len()
        + "stateshippedtotalseenremark".len()
        + TOTAL_BYTES
        + ZERO_BYTES;
    /// One byte for sign and exponent, and one byte for each two digits. 129.95 has five digits, so it takes 4 bytes.
    const TOTAL_BYTES: usize = 4;
    const ZERO_BYTES: usize = 1;
    let remark_bytes = size_bytes.saturating_sub(REST_BYTES);
    let mut json = format!(
        r#"{{"customer":{{"S":"{customer}"}},"order":{{"S":"{}"}},"mail":{{"S":"buyer{:05}@example.com"}},"state":{{"S":"shipped"}},"total":{{"N":"129.95"}},"seen":{{"N":"0"}},"remark":{{"S":""#,
        order(number),
        number % 100_000,
    );
    // Writing to a String cannot fail.
    let _ = write!(json, "{:x>remark_bytes$}", "");
    json.push_str(r#""}}"#);
    json
}

fn plain_table() -> String {
    table(
        "Orders",
        r#"{"AttributeName":"customer","AttributeType":"S"},{"AttributeName":"order","AttributeType":"S"}"#,
        "",
    )
}

fn indexed_table() -> String {
    let attributes = r#"{"AttributeName":"customer","AttributeType":"S"},{"AttributeName":"order","AttributeType":"S"},{"AttributeName":"mail","AttributeType":"S"},{"AttributeName":"state","AttributeType":"S"}"#;
    let index = |name: &str, partition: &str| {
        format!(
            r#"{{"IndexName":"{name}","KeySchema":[{{"AttributeName":"{partition}","KeyType":"HASH"}},{{"AttributeName":"order","KeyType":"RANGE"}}],"Projection":{{"ProjectionType":"ALL"}}}}"#
        )
    };
    let indexes =
        format!(r#","GlobalSecondaryIndexes":[{},{}]"#, index("ByMail", "mail"), index("ByState", "state"));
    table("IndexedOrders", attributes, &indexes)
}

fn table(name: &str, attributes: &str, indexes: &str) -> String {
    format!(
        r#"{{"TableName":"{name}","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[{attributes}],"KeySchema":[{{"AttributeName":"customer","KeyType":"HASH"}},{{"AttributeName":"order","KeyType":"RANGE"}}]{indexes}}}"#
    )
}

#[cfg(test)]
mod tests {
    use dynalab_types::{json, wire};

    use super::*;

    fn size_of(item: &str) -> u64 {
        match json::parse(item) {
            Ok(json::Value::Object(object)) => wire::decode_item(&object).unwrap().size_bytes(),
            other => panic!("{item}: {other:?}"),
        }
    }

    #[test]
    fn items_have_the_size_they_should_have() {
        assert_eq!(size_of(&old_item(0)), 200);
        assert_eq!(size_of(&new_item(123_456_789)), 200);
        assert_eq!(size_of(&item(&customer(1), 2, 300)), 300);
    }

    #[test]
    fn writes_of_different_numbers_write_different_items() {
        for workload in [Workload::Put, Workload::Transaction, Workload::Batch] {
            assert_ne!(workload.body(1), workload.body(2));
        }
        assert_ne!(new_item(0), old_item(0));
    }
}
