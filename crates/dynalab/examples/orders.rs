//! A service with its test: orders are read by their customer, and a test proves that no Scan is behind it.

use std::time::Duration;

use dynalab::{Error, Fault, Local};
use serde_json::{Value, json};

/// The program under test. It takes whatever sends requests, as a program takes a client.
struct Orders {
    db: Local,
}

impl Orders {
    fn create(db: Local) -> Result<Orders, Error> {
        db.call(
            "CreateTable",
            json!({
                "TableName": "Orders",
                "BillingMode": "PAY_PER_REQUEST",
                "AttributeDefinitions": [
                    {"AttributeName": "customer", "AttributeType": "S"},
                    {"AttributeName": "placed_at", "AttributeType": "S"},
                ],
                "KeySchema": [
                    {"AttributeName": "customer", "KeyType": "HASH"},
                    {"AttributeName": "placed_at", "KeyType": "RANGE"},
                ],
            }),
        )?;
        Ok(Orders { db })
    }

    fn place(&self, customer: &str, placed_at: &str) -> Result<(), Error> {
        let item = json!({"customer": {"S": customer}, "placed_at": {"S": placed_at}});
        self.db.call("PutItem", json!({"TableName": "Orders", "Item": item})).map(drop)
    }

    fn newest(&self, customer: &str) -> Result<Option<Value>, Error> {
        let query = json!({
            "TableName": "Orders",
            "KeyConditionExpression": "customer = :customer",
            "ExpressionAttributeValues": {":customer": {"S": customer}},
            "ScanIndexForward": false,
            "Limit": 1,
        });
        Ok(self.db.call("Query", query)?["Items"].get(0).cloned())
    }
}

fn main() -> Result<(), Error> {
    main_of_example()
}

/// The tests call it too.
pub fn main_of_example() -> Result<(), Error> {
    let db = Local::builder().seed(7).build()?;
    let orders = Orders::create(db.clone())?;
    orders.place("ann", "2030-01-01")?;
    orders.place("ann", "2030-01-02")?;
    db.forget_requests();

    let newest = orders.newest("ann")?.ok_or_else(|| Error::Json { problem: "no order".to_owned() })?;
    println!("The newest order is of {}.", newest["placed_at"]["S"]);
    db.requests().assert_no_scan();
    db.requests().assert_read_units_at_most(0.5);

    db.faults().put(Fault::throttle("PutItem"))?;
    let refused = orders.place("ann", "2030-01-03").err().map(|error| error.code().to_owned());
    println!("A throttled write fails with {}.", refused.unwrap_or_default());
    db.faults().clear()?;

    db.clock().advance(Duration::from_secs(60));
    orders.place("ann", "2030-01-03")?;
    print!("{}", db.requests());
    Ok(())
}
