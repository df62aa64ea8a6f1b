//! Tests of size rules whose requests are too long for a transcript: items and updates near 400 KB, vectors, names,
//! pages.

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use serde_json::{Value, json};

const LIMIT: usize = 409_600;
const UPDATE_TOO_LARGE: &str = "Item size to update has exceeded the maximum allowed size";
const ITEM_TOO_LARGE: &str = "Item size has exceeded the maximum allowed size";

struct World(Engine);

impl World {
    /// Creates one table, "Tab", with the partition key "pk".
    fn new() -> World {
        let mut world = World(Engine::new(1, EngineConfig::instant()));
        world.create(json!({"TableName": "Tab"}));
        world
    }

    fn create(&mut self, more: Value) {
        let mut body = json!({
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
            "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
            "BillingMode": "PAY_PER_REQUEST",
        });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.send("CreateTable", body);
    }

    fn try_send(&mut self, operation: &str, body: &Value) -> (u16, Value) {
        let at = Timestamp::from_epoch_ms(1_790_000_000_000);
        let request = match Request::parse(operation, &body.to_string()) {
            Ok(request) => request,
            Err(error) => return (400, serde_json::from_str(&error.to_json()).unwrap()),
        };
        let (status, answer) = self.0.execute(Command { at, request }, TraceLevel::Off).answer();
        (status, serde_json::from_str(&answer).unwrap())
    }

    fn send(&mut self, operation: &str, body: Value) -> Value {
        let (status, answer) = self.try_send(operation, &body);
        assert_eq!(status, 200, "{operation}: {answer}");
        answer
    }

    /// Returns the error message, or an empty string for success.
    fn message(&mut self, operation: &str, body: Value) -> String {
        let (status, answer) = self.try_send(operation, &body);
        if status == 200 {
            return String::new();
        }
        let message = answer.get("message").or(answer.get("Message"));
        message.and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    /// Checks that an update is rejected from one byte above the limit. Its statement has `weight` bytes besides the
    /// string.
    fn check_update(&mut self, weight: usize, make: impl Fn(String) -> Value) {
        self.send("DeleteItem", json!({"TableName": "Tab", "Key": {"pk": {"S": "a"}}}));
        let mut outcome = |length: usize| {
            let mut body = make("x".repeat(length));
            body["TableName"] = json!("Tab");
            body["Key"] = json!({"pk": {"S": "a"}});
            self.message("UpdateItem", body)
        };
        let fits = LIMIT - weight;
        assert_eq!(outcome(fits + 1), UPDATE_TOO_LARGE, "weight {weight}");
        assert_eq!(outcome(fits), "", "weight {weight}");
    }
}

fn s(text: &str) -> Value {
    json!({"S": text})
}

#[test]
fn an_update_by_expression_is_weighed_as_a_statement() {
    let mut world = World::new();
    world.check_update(
        3 + 19 + 5,
        |text| json!({"UpdateExpression": "SET title = :t", "ExpressionAttributeValues": {":t": s(&text)}}),
    );
    world.check_update(3 + 19 + 11, |text| {
        json!({"UpdateExpression": "SET  #t  =  :t", "ExpressionAttributeNames": {"#t": "description"},
               "ExpressionAttributeValues": {":t": s(&text)}})
    });
    world.check_update(3 + (1 + 4) + 19 + 1, |text| {
        json!({"UpdateExpression": "REMOVE gone SET t = :t", "ExpressionAttributeValues": {":t": s(&text)}})
    });
    world.check_update(3 + 19 + 1 + 39 + (1 + 14 + 1), |text| {
        json!({"UpdateExpression": "SET t = if_not_exists(t, :t)",
               "ExpressionAttributeValues": {":t": s(&text)}})
    });
    // A value that is used twice counts twice.
    let half = (LIMIT - 3 - 2 * 20) / 2;
    let twice = |length: usize| {
        json!({"TableName": "Tab", "Key": {"pk": s("b")}, "UpdateExpression": "SET t = :t, u = :t",
               "ExpressionAttributeValues": {":t": s(&"x".repeat(length))}})
    };
    assert_eq!(world.message("UpdateItem", twice(half + 1)), UPDATE_TOO_LARGE);
    assert_eq!(world.message("UpdateItem", twice(half)), "");
}

#[test]
fn what_a_statement_reads_is_free_and_its_condition_too() {
    let mut world = World::new();
    world.send("PutItem", json!({"TableName": "Tab", "Item": {"pk": s("a"), "t": s(&"x".repeat(200_000))}}));
    let update = |expression: &str| {
        json!({"TableName": "Tab", "Key": {"pk": s("a")}, "UpdateExpression": expression,
               "ConditionExpression": "attribute_exists(pk) AND size(t) > :n",
               "ExpressionAttributeValues": {":n": {"N": "5"}}})
    };
    assert_eq!(world.message("UpdateItem", update("SET u = t")), "");
    // The updated item must also fit the limit.
    assert_eq!(world.message("UpdateItem", update("SET v = t")), UPDATE_TOO_LARGE);
    // The size of the statement is checked before a false condition.
    let heavy = json!({"TableName": "Tab", "Key": {"pk": s("a")}, "UpdateExpression": "SET w = :w",
        "ConditionExpression": "attribute_not_exists(pk)",
        "ExpressionAttributeValues": {":w": s(&"x".repeat(LIMIT - 22))}});
    assert_eq!(world.message("UpdateItem", heavy.clone()), UPDATE_TOO_LARGE);
    let mut light = heavy;
    light["ExpressionAttributeValues"][":w"] = s(&"x".repeat(LIMIT - 23));
    assert_eq!(world.message("UpdateItem", light), "The conditional request failed");
}

/// The string length with which an item of `pk` = "k" has the maximum size.
const LARGEST: usize = LIMIT - 2 - 1 - 1;

#[test]
fn other_writes_are_judged_by_the_finished_item() {
    let item = |length: usize| json!({"pk": s("k"), "t": s(&"x".repeat(length))});
    let put = |length| json!({"TableName": "Tab", "Item": item(length)});
    let batch = |length| json!({"RequestItems": {"Tab": [{"PutRequest": {"Item": item(length)}}]}});
    let transacted = |length| json!({"TransactItems": [{"Put": {"TableName": "Tab", "Item": item(length)}}]});
    let legacy = |length| {
        json!({"TableName": "Tab", "Key": {"pk": s("k")},
               "AttributeUpdates": {"t": {"Action": "PUT", "Value": s(&"x".repeat(length))}}})
    };
    let update = |length| {
        json!({"TransactItems": [{"Update": {"TableName": "Tab", "Key": {"pk": s("k")},
               "UpdateExpression": "SET t = :t",
               "ExpressionAttributeValues": {":t": s(&"x".repeat(length))}}}]})
    };
    let mut world = World::new();
    for (operation, fits, refused, sentence) in [
        ("PutItem", put(LARGEST), put(LARGEST + 1), ITEM_TOO_LARGE),
        ("BatchWriteItem", batch(LARGEST), batch(LARGEST + 1), ITEM_TOO_LARGE),
        ("TransactWriteItems", transacted(LARGEST), transacted(LARGEST + 1), ITEM_TOO_LARGE),
        ("UpdateItem", legacy(LARGEST), legacy(LARGEST + 1), UPDATE_TOO_LARGE),
    ] {
        assert_eq!(world.message(operation, refused), sentence, "{operation}");
        assert_eq!(world.message(operation, fits), "", "{operation}");
    }
    assert_eq!(world.message("TransactWriteItems", update(LARGEST)), "");
    let (_, refused) = world.try_send("TransactWriteItems", &update(LARGEST + 1));
    let reason = json!({"Code": "ValidationError", "Message": UPDATE_TOO_LARGE});
    assert_eq!(refused["CancellationReasons"], json!([reason]));
    let statement = |length: usize| {
        let text = json!([s(&"x".repeat(length))]);
        json!({"Statement": "UPDATE Tab SET t = ? WHERE pk = 'k'", "Parameters": text})
    };
    assert_eq!(world.message("ExecuteStatement", statement(LARGEST + 1)), UPDATE_TOO_LARGE);
    assert_eq!(world.message("ExecuteStatement", statement(LARGEST)), "");
}

fn vectors(names: &[(&str, &str, u64, &str)]) -> Value {
    let indexes = names.iter().map(|(name, attribute, dimensions, projection)| {
        json!({"IndexName": name, "VectorAttribute": {"AttributeName": attribute}, "Dimensions": dimensions,
               "DistanceFunction": "COSINE", "Projection": {"ProjectionType": projection}})
    });
    json!({"TableName": "Vec", "VectorIndexes": indexes.collect::<Vec<_>>()})
}

fn vector(dimensions: usize, number: &str) -> Value {
    json!({"L": vec![json!({"N": number}); dimensions]})
}

/// A number of 11 bytes. It counts 12 bytes in a list and four in a vector.
const LONG_NUMBER: &str = "0.12345678901234567891";

#[test]
fn a_vector_is_written_with_four_bytes_for_each_dimension() {
    for (dimensions, number, units) in [(300, LONG_NUMBER, 2.0), (250, "1", 1.0), (600, LONG_NUMBER, 3.0)] {
        let mut world = World::new();
        world.create(vectors(&[("Near", "v", dimensions as u64, "KEYS_ONLY")]));
        let consumed = |answer: &Value| answer["ConsumedCapacity"]["Table"]["CapacityUnits"].clone();
        let item = json!({"pk": s("a"), "v": vector(dimensions, number), "w": vector(3, number)});
        let put = json!({"TableName": "Vec", "Item": item, "ReturnConsumedCapacity": "INDEXES"});
        assert_eq!(consumed(&world.send("PutItem", put)), json!(units), "{dimensions}");
        let described = world.send("DescribeTable", json!({"TableName": "Vec"}));
        let number_bytes = if number == "1" { 2 } else { 11 };
        let bytes = 2 + 1 + 1 + 4 * dimensions + 1 + 3 + 3 * (1 + number_bytes);
        assert_eq!(described["Table"]["TableSizeBytes"], json!(bytes), "{dimensions}");
        // A read counts the vector in the same way. The vector w is a list of numbers.
        let get = json!({"TableName": "Vec", "Key": {"pk": s("a")}, "ConsistentRead": true,
                         "ReturnConsumedCapacity": "INDEXES"});
        let read_units = bytes.div_ceil(4096) as f64;
        assert_eq!(consumed(&world.send("GetItem", get)), json!(read_units), "{dimensions}");
        let batch = json!({"RequestItems": {"Vec": {"Keys": [{"pk": s("a")}], "ConsistentRead": true}},
                           "ReturnConsumedCapacity": "INDEXES"});
        let of_batch = world.send("BatchGetItem", batch)["ConsumedCapacity"][0]["Table"].clone();
        assert_eq!(of_batch["CapacityUnits"], json!(read_units), "{dimensions}");
        for (operation, condition) in [("Scan", json!({})), ("Query", json!({":p": s("a")}))] {
            let mut page =
                json!({"TableName": "Vec", "ConsistentRead": true, "ReturnConsumedCapacity": "INDEXES"});
            if operation == "Query" {
                page["KeyConditionExpression"] = json!("pk = :p");
                page["ExpressionAttributeValues"] = condition;
            }
            assert_eq!(consumed(&world.send(operation, page)), json!(read_units), "{operation} {dimensions}");
        }
        let transaction = json!({"TransactItems": [{"Get": {"TableName": "Vec", "Key": {"pk": s("a")}}}],
                                 "ReturnConsumedCapacity": "INDEXES"});
        let of_transaction =
            world.send("TransactGetItems", transaction)["ConsumedCapacity"][0]["Table"].clone();
        assert_eq!(of_transaction["CapacityUnits"], json!(2.0 * read_units), "{dimensions}");
        let delete = json!({"TableName": "Vec", "Key": {"pk": s("a")}, "ReturnConsumedCapacity": "INDEXES"});
        assert_eq!(consumed(&world.send("DeleteItem", delete)), json!(units), "{dimensions}");
        let described = world.send("DescribeTable", json!({"TableName": "Vec"}));
        assert_eq!(described["Table"]["TableSizeBytes"], json!(0));
    }
}

#[test]
fn each_vector_index_has_its_own_minimum() {
    let mut world = World::new();
    world.create(vectors(&[
        ("Keys", "v", 400, "KEYS_ONLY"),
        ("Other", "o", 2, "KEYS_ONLY"),
        ("All", "o", 2, "ALL"),
    ]));
    let mut put = |item: Value| {
        let put = json!({"TableName": "Vec", "Item": item, "ReturnConsumedCapacity": "INDEXES"});
        world.send("PutItem", put)["ConsumedCapacity"]["VectorIndexes"].clone()
    };
    let bytes = |bytes: f64| json!({"VectorWriteRequestBytes": bytes});
    let item =
        |o: &str, text: &str| json!({"pk": s("a"), "v": vector(400, "1"), "o": vector(2, o), "t": s(text)});
    // In an entry of the index All, the second vector is a list of numbers.
    let all = 3 + 1 + 3 + 400 * 3 + 1 + 8 + 1 + 1;
    assert_eq!(
        put(item("1", "x")),
        json!({"Keys": bytes(1604.0), "Other": bytes(1024.0), "All": bytes(f64::from(all))})
    );
    assert_eq!(put(item("1", "x")), Value::Null, "nothing has changed");
    assert_eq!(put(item("1", "yy")), json!({"All": bytes(f64::from(all + 1))}));
    assert_eq!(put(item("2", "yy")), json!({"Other": bytes(1024.0), "All": bytes(f64::from(all + 1))}));
}

/// The item that crosses 1 MB is the last of its page.
#[test]
fn a_page_ends_behind_the_item_that_crosses_its_limit() {
    const MEGABYTE: usize = 1024 * 1024;
    // Item size, number of items on the first page, and total number of items.
    for (item_bytes, on_page, of) in [
        (390 * 1024, 3, 4),
        (400 * 1024, 3, 3),
        (MEGABYTE / 4, 4, 5),
        (MEGABYTE / 4 + 1, 4, 5),
        (MEGABYTE / 4 - 1, 5, 6),
    ] {
        let mut world = World(Engine::new(1, EngineConfig::instant()));
        world.create(json!({
            "TableName": "Tab",
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
            "AttributeDefinitions":
                [{"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "sk", "AttributeType": "S"}],
        }));
        for number in 0..of {
            // "pk" and "p", "sk" and a digit, and "t" are seven bytes.
            let text = "x".repeat(item_bytes - 7);
            let item = json!({"pk": s("p"), "sk": s(&number.to_string()), "t": s(&text)});
            world.send("PutItem", json!({"TableName": "Tab", "Item": item}));
        }
        let units = ((item_bytes * on_page) as f64 / 4096.0).ceil() / 2.0;
        let query = json!({"TableName": "Tab", "KeyConditionExpression": "pk = :p", "ReturnConsumedCapacity": "TOTAL",
                           "ExpressionAttributeValues": {":p": s("p")}});
        let scan = json!({"TableName": "Tab", "ReturnConsumedCapacity": "TOTAL"});
        for (operation, mut body) in [("Query", query), ("Scan", scan)] {
            let page = world.send(operation, body.clone());
            assert_eq!(page["Count"], json!(on_page), "{operation} of {item_bytes}");
            assert_eq!(
                page["ConsumedCapacity"]["CapacityUnits"],
                json!(units),
                "{operation} of {item_bytes}"
            );
            let Some(last) = page.get("LastEvaluatedKey").filter(|_| of > on_page) else {
                assert_eq!((of, page.get("LastEvaluatedKey")), (on_page, None), "{operation}");
                continue;
            };
            body["ExclusiveStartKey"] = last.clone();
            assert_eq!(
                world.send(operation, body)["Count"],
                json!(of - on_page),
                "{operation} of {item_bytes}"
            );
        }
    }
}

/// Tests every place where an attribute name can occur. Sizes are in bytes.
#[test]
fn a_name_is_at_most_65535_bytes_long() {
    let fits = "n".repeat(65_535);
    let long = format!("{fits}n");
    let two_byte_letters = "é".repeat(32_768);
    let mut world = World::new();
    let key = || json!({"pk": s("a")});
    let requests = |name: &str| {
        let aliased = |expression: &str| json!({"TableName": "Tab", "Key": key(), expression: "#n", "ExpressionAttributeNames": {"#n": name}});
        let item = json!({"pk": s("a"), name: s("x")});
        let nested = json!({"pk": s("a"), "m": {"M": {name: s("x")}}});
        vec![
            ("PutItem", json!({"TableName": "Tab", "Item": item})),
            ("PutItem", json!({"TableName": "Tab", "Item": nested})),
            ("GetItem", json!({"TableName": "Tab", "Key": key(), "AttributesToGet": [name]})),
            ("GetItem", aliased("ProjectionExpression")),
            (
                "UpdateItem",
                json!({"TableName": "Tab", "Key": key(), "AttributeUpdates": {name: {"Action": "PUT", "Value": s("x")}}}),
            ),
            (
                "PutItem",
                json!({"TableName": "Tab", "Item": key(), "Expected": {name: {"ComparisonOperator": "NULL"}}}),
            ),
            (
                "UpdateItem",
                json!({"TableName": "Tab", "Key": key(), "UpdateExpression": "REMOVE #n",
                       "ExpressionAttributeNames": {"#n": name}}),
            ),
            (
                "Scan",
                json!({"TableName": "Tab", "FilterExpression": "attribute_exists(#n)",
                       "ExpressionAttributeNames": {"#n": name}}),
            ),
        ]
    };
    for name in [&long, &two_byte_letters] {
        for (operation, body) in requests(name) {
            let message = world.message(operation, body);
            let sentence = message.strip_prefix("1 validation error detected: ").unwrap_or(&message);
            assert!(sentence.starts_with("Attribute name"), "{operation}: {message:.90}");
        }
    }
    for (operation, body) in requests(&fits) {
        world.send("DeleteItem", json!({"TableName": "Tab", "Key": key()}));
        let message = world.message(operation, body);
        assert_eq!(message, "", "{operation}");
    }
}
