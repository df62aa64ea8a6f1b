//! Tests of the states of tables in the realistic profile: durations, refused and admitted requests, and cool-downs.

mod cool_downs;
mod durations;
mod gates;
mod refusals;
mod waits;

use dynalab_engine::trace::EventKind;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use serde_json::{Value, json};

pub const BEGINS_MS: u64 = 1_790_000_000_000;
const IN_USE: &str = "ResourceInUseException: Attempt to change a resource which is still in use: ";

/// An engine with a clock.
pub struct World {
    pub engine: Engine,
    pub now_ms: u64,
}

/// The response to a request.
pub struct Answer {
    pub status: u16,
    pub body: Value,
    /// The time from which the request is no longer refused, in milliseconds from now.
    pub until_ms: Option<u64>,
}

impl World {
    pub fn new(dials: &Value) -> World {
        let mut world = World { engine: Engine::new(1, EngineConfig::instant()), now_ms: BEGINS_MS };
        world.ok("Dynalab.SetDials", dials);
        world
    }

    pub fn realistic(seed: u64) -> World {
        World::new(&json!({"Profile": "realistic", "Seed": seed}))
    }

    /// A realistic world with an ACTIVE table "Tab" on demand.
    pub fn with_table(seed: u64) -> World {
        let mut world = World::realistic(seed);
        world.create("Tab", json!({"BillingMode": "PAY_PER_REQUEST"}));
        world.pass(30_000);
        world
    }

    /// A realistic world with an ACTIVE table "Tab" with provisioned capacity and an index "ByG".
    pub fn with_provisioned_table(seed: u64) -> World {
        let mut world = World::realistic(seed);
        let units = json!({"ReadCapacityUnits": 5, "WriteCapacityUnits": 5});
        world.create("Tab", json!({
            "ProvisionedThroughput": units,
            "AttributeDefinitions": [
                {"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "g", "AttributeType": "S"}],
            "GlobalSecondaryIndexes": [{
                "IndexName": "ByG", "KeySchema": [{"AttributeName": "g", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "KEYS_ONLY"}, "ProvisionedThroughput": units}],
        }));
        world.pass(30_000);
        world
    }

    pub fn send(&mut self, operation: &str, body: &Value) -> Answer {
        let at = Timestamp::from_epoch_ms(self.now_ms);
        let request = Request::parse(operation, &body.to_string()).unwrap();
        let execution = self.engine.execute(Command { at, request }, TraceLevel::Full);
        let until_ms = execution.trace.iter().find_map(|event| match &event.kind {
            EventKind::RejectedUntil { until } => Some(until.epoch_ms - self.now_ms),
            _ => None,
        });
        let (status, body) = execution.answer();
        Answer { status, body: serde_json::from_str(&body).unwrap(), until_ms }
    }

    pub fn ok(&mut self, operation: &str, body: &Value) -> Value {
        let answer = self.send(operation, body);
        assert_eq!(answer.status, 200, "{operation} {body}: {}", answer.body);
        answer.body
    }

    /// Returns the name and the message of the error.
    pub fn refused(&mut self, operation: &str, body: &Value) -> String {
        self.refused_until(operation, body).0
    }

    /// Returns also how long the request is refused.
    pub fn refused_until(&mut self, operation: &str, body: &Value) -> (String, Option<u64>) {
        let answer = self.send(operation, body);
        assert_eq!(answer.status, 400, "{operation} {body}: {}", answer.body);
        let name = answer.body["__type"].as_str().unwrap().rsplit('#').next().unwrap().to_owned();
        (format!("{name}: {}", answer.body["message"].as_str().unwrap()), answer.until_ms)
    }

    pub fn in_use(&mut self, operation: &str, body: &Value) -> String {
        let refused = self.refused(operation, body);
        refused.strip_prefix(IN_USE).unwrap_or_else(|| panic!("{operation} {body}: {refused}")).to_owned()
    }

    pub fn create(&mut self, name: &str, with: Value) -> Value {
        let mut body = json!({
            "TableName": name,
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
            "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
        });
        body.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
        self.ok("CreateTable", &body)
    }

    pub fn update(&mut self, with: &Value) -> Value {
        self.ok("UpdateTable", &update_of(with))["TableDescription"].clone()
    }

    pub fn pass(&mut self, ms: u64) {
        self.now_ms += ms;
        self.engine.advance_to(Timestamp::from_epoch_ms(self.now_ms));
    }

    /// Returns the description of "Tab", or null without it.
    pub fn table(&mut self) -> Value {
        self.send("DescribeTable", &json!({"TableName": "Tab"})).body["Table"].clone()
    }

    pub fn status(&mut self) -> String {
        self.table()["TableStatus"].as_str().unwrap_or("gone").to_owned()
    }

    pub fn arn(&mut self) -> String {
        self.table()["TableArn"].as_str().unwrap().to_owned()
    }

    /// Lets time pass in steps until the table is as wanted. Returns the milliseconds.
    pub fn wait_until(&mut self, step_ms: u64, wanted: impl Fn(&Value) -> bool) -> u64 {
        let begins_ms = self.now_ms;
        while !wanted(&self.table()) {
            assert!(self.now_ms < begins_ms + 2_000_000, "it never becomes so");
            self.pass(step_ms);
        }
        self.now_ms - begins_ms
    }
}

pub fn update_of(with: &Value) -> Value {
    let mut body = json!({"TableName": "Tab"});
    body.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
    body
}

pub fn units(read: u64, write: u64) -> Value {
    json!({"ProvisionedThroughput": {"ReadCapacityUnits": read, "WriteCapacityUnits": write}})
}

pub fn stream(enabled: bool) -> Value {
    match enabled {
        true => json!({"StreamSpecification": {"StreamEnabled": true, "StreamViewType": "KEYS_ONLY"}}),
        false => json!({"StreamSpecification": {"StreamEnabled": false}}),
    }
}

pub fn class(name: &str) -> Value {
    json!({"TableClass": name})
}

pub fn encryption(enabled: bool) -> Value {
    match enabled {
        true => json!({"SSESpecification": {"Enabled": true, "SSEType": "KMS"}}),
        false => json!({"SSESpecification": {"Enabled": false}}),
    }
}

/// Creates an index of a table on demand.
pub fn index(name: &str) -> Value {
    json!({
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "h", "AttributeType": "S"}],
        "GlobalSecondaryIndexUpdates": [{"Create": {
            "IndexName": name, "KeySchema": [{"AttributeName": "h", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "ALL"}}}],
    })
}

/// Creates an index of a provisioned table.
pub fn provisioned_index(name: &str) -> Value {
    let mut update = index(name);
    update["GlobalSecondaryIndexUpdates"][0]["Create"]["ProvisionedThroughput"] =
        units(5, 5)["ProvisionedThroughput"].clone();
    update
}

pub fn without_index(name: &str) -> Value {
    json!({"GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": name}}]})
}

pub fn index_units(name: &str, read: u64) -> Value {
    json!({"GlobalSecondaryIndexUpdates": [{"Update": {
        "IndexName": name, "ProvisionedThroughput": {"ReadCapacityUnits": read, "WriteCapacityUnits": 5}}}]})
}

pub fn warm(read: u64) -> Value {
    json!({"WarmThroughput": {"ReadUnitsPerSecond": read, "WriteUnitsPerSecond": 5_000}})
}
