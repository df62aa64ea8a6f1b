//! Tests of transactions step by step: locks, conflicts with each other and with single writes, and results that remain.

#[macro_use]
mod each_engine;

use dynalab_engine::codec::change_log;
use dynalab_engine::database::change::any_changes_data;
use dynalab_engine::database::charges::{CapacityKind, Owner};
use dynalab_engine::engine::{Command, Engine, Execution, Progress};
use dynalab_engine::hooks::Service;
use dynalab_engine::operations::Request;
use dynalab_engine::{EngineConfig, Ticket, TraceLevel};
use dynalab_service::Complete;
use dynalab_types::Timestamp;

const START_MS: u64 = 1_790_000_000_000;
const TEN_MINUTES_MS: u64 = 600_000;

const TABLE: &str = r#"{"TableName":"Pay","KeySchema":[{"AttributeName":"k","KeyType":"HASH"}],
    "AttributeDefinitions":[{"AttributeName":"k","AttributeType":"S"}],"BillingMode":"PAY_PER_REQUEST"}"#;

fn engine<S: Service>() -> Engine<S> {
    let mut engine = Engine::new(1, EngineConfig::instant());
    assert_eq!(send(&mut engine, "CreateTable", TABLE).0, 200);
    put(&mut engine, "x", "before");
    engine
}

fn command<S: Service>(engine: &Engine<S>, operation: &str, body: &str) -> Command<S> {
    let request = Request::parse(operation, body).expect("a request");
    Command { at: engine.now().max(Timestamp::from_epoch_ms(START_MS)), request }
}

fn run<S: Service>(engine: &mut Engine<S>, operation: &str, body: &str) -> Execution<S> {
    let command = command(engine, operation, body);
    engine.execute(command, TraceLevel::Off)
}

fn send<S: Service>(engine: &mut Engine<S>, operation: &str, body: &str) -> (u16, String) {
    run(engine, operation, body).answer()
}

fn begin<S: Service>(engine: &mut Engine<S>, operation: &str, body: &str) -> Ticket {
    let command = command(engine, operation, body);
    engine.begin(command, TraceLevel::Off)
}

/// Runs some steps, none of which is the last.
fn steps<S: Service>(engine: &mut Engine<S>, ticket: Ticket, count: usize) {
    for _ in 0..count {
        let progress = engine.step(ticket);
        assert!(matches!(&progress, Progress::Running { changes } if changes.is_empty()), "{progress:?}");
    }
}

fn last_step<S: Service>(engine: &mut Engine<S>, ticket: Ticket) -> Execution<S> {
    match engine.step(ticket) {
        Progress::Finished(execution) => *execution,
        other => panic!("not the last step: {other:?}"),
    }
}

fn put<S: Service>(engine: &mut Engine<S>, key: &str, value: &str) {
    let body = format!(r#"{{"TableName":"Pay","Item":{{"k":{{"S":"{key}"}},"v":{{"S":"{value}"}}}}}}"#);
    assert_eq!(send(engine, "PutItem", &body).0, 200);
}

fn puts(keys: &[&str], value: &str) -> String {
    let put = |key: &&str| {
        format!(r#"{{"Put":{{"TableName":"Pay","Item":{{"k":{{"S":"{key}"}},"v":{{"S":"{value}"}}}}}}}}"#)
    };
    format!(r#"{{"TransactItems":[{}]}}"#, keys.iter().map(put).collect::<Vec<_>>().join(","))
}

fn with_token(body: &str, token: &str) -> String {
    body.replacen('{', &format!(r#"{{"ClientRequestToken":"{token}","#), 1)
}

fn gets(keys: &[&str]) -> String {
    let get = |key: &&str| format!(r#"{{"Get":{{"TableName":"Pay","Key":{{"k":{{"S":"{key}"}}}}}}}}"#);
    format!(r#"{{"TransactItems":[{}]}}"#, keys.iter().map(get).collect::<Vec<_>>().join(","))
}

fn value_of<S: Service>(engine: &mut Engine<S>, key: &str) -> String {
    let body = format!(r#"{{"TableName":"Pay","Key":{{"k":{{"S":"{key}"}}}},"ConsistentRead":true}}"#);
    let (status, answer) = send(engine, "GetItem", &body);
    assert_eq!(status, 200);
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
    answer["Item"]["v"]["S"].as_str().unwrap_or("nothing").to_owned()
}

fn write_units<S: Service>(engine: &Engine<S>) -> f64 {
    engine.meters().total(&Owner::table(&"Pay".into()), CapacityKind::Write).as_units()
}

fn codes<S: Service>(execution: &Execution<S>) -> String {
    let (_, answer) = execution.answer();
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
    let reasons = answer["CancellationReasons"].as_array().cloned().unwrap_or_default();
    let codes: Vec<&str> = reasons.iter().filter_map(|reason| reason["Code"].as_str()).collect();
    codes.join(" ")
}

fn of_two_that_overlap_the_later_one_is_cancelled_and_the_first_one_commits<S: Service>() {
    let mut engine = engine::<S>();
    let first = begin(&mut engine, "TransactWriteItems", &puts(&["x", "y"], "first"));
    let second = begin(&mut engine, "TransactWriteItems", &puts(&["y", "z"], "second"));
    steps(&mut engine, first, 3);
    steps(&mut engine, second, 3);

    let second = last_step(&mut engine, second);
    assert_eq!(codes(&second), "TransactionConflict None");
    assert!(
        second
            .answer()
            .1
            .contains(r#"{"Code":"TransactionConflict","Message":"Transaction is ongoing for the item."}"#)
    );
    assert!(!any_changes_data(&second.changes));
    assert_eq!(value_of(&mut engine, "y"), "nothing");

    assert_eq!(last_step(&mut engine, first).answer(), (200, "{}".to_owned()));
    let values = ["x", "y", "z"].map(|key| value_of(&mut engine, key));
    assert_eq!(values, ["first", "first", "nothing"]);
}

fn two_that_meet_crosswise_both_end<S: Service>() {
    let mut engine = engine::<S>();
    let first = begin(&mut engine, "TransactWriteItems", &puts(&["x", "y"], "first"));
    let second = begin(&mut engine, "TransactWriteItems", &puts(&["y", "x"], "second"));
    steps(&mut engine, first, 2);
    steps(&mut engine, second, 3);
    steps(&mut engine, first, 1);

    assert_eq!(codes(&last_step(&mut engine, first)), "None TransactionConflict");
    assert_eq!(codes(&last_step(&mut engine, second)), "None TransactionConflict");
    assert_eq!(value_of(&mut engine, "x"), "before");
    // All locks are released.
    assert_eq!(send(&mut engine, "TransactWriteItems", &puts(&["x", "y"], "third")).0, 200);
}

fn single_writes_are_refused_while_an_item_is_held_and_reads_are_not<S: Service>() {
    let mut engine = engine::<S>();
    let ticket = begin(&mut engine, "TransactWriteItems", &puts(&["x", "y"], "after"));
    steps(&mut engine, ticket, 2);

    let key = r#""TableName":"Pay","Key":{"k":{"S":"x"}}"#;
    let writes = [
        ("PutItem", r#"{"TableName":"Pay","Item":{"k":{"S":"x"}}}"#.to_owned()),
        ("UpdateItem", format!(r#"{{{key},"UpdateExpression":"REMOVE v"}}"#)),
        ("DeleteItem", format!("{{{key}}}")),
        (
            "BatchWriteItem",
            r#"{"RequestItems":{"Pay":[{"DeleteRequest":{"Key":{"k":{"S":"x"}}}}]}}"#.to_owned(),
        ),
    ];
    for (operation, body) in &writes {
        let (status, answer) = send(&mut engine, operation, body);
        assert_eq!(status, 400, "{operation}");
        assert_eq!(
            answer,
            r#"{"__type":"com.amazonaws.dynamodb.v20120810#TransactionConflictException","message":"Transaction is ongoing for the item"}"#
        );
    }
    assert_eq!(value_of(&mut engine, "x"), "before");
    // The second item is not prepared yet.
    put(&mut engine, "y", "between");

    let read = run(&mut engine, "TransactGetItems", &gets(&["z", "x"]));
    assert_eq!(codes(&read), "None TransactionConflict");

    steps(&mut engine, ticket, 1);
    assert_eq!(last_step(&mut engine, ticket).answer().0, 200);
    for (operation, body) in &writes {
        assert_eq!(send(&mut engine, operation, body).0, 200, "{operation}");
    }
}

fn a_read_of_several_items_is_cancelled_when_one_of_them_changes_meanwhile<S: Service>() {
    let mut engine = engine::<S>();
    let ticket = begin(&mut engine, "TransactGetItems", &gets(&["x", "y"]));
    steps(&mut engine, ticket, 2);
    put(&mut engine, "x", "after");
    steps(&mut engine, ticket, 1);
    assert_eq!(codes(&last_step(&mut engine, ticket)), "TransactionConflict None");

    let (status, answer) = send(&mut engine, "TransactGetItems", &gets(&["x", "y"]));
    assert_eq!(
        (status, answer.as_str()),
        (200, r#"{"Responses":[{"Item":{"k":{"S":"x"},"v":{"S":"after"}}},{}]}"#)
    );
}

fn a_cancelled_one_writes_nothing_costs_and_holds_nothing<S: Service>() {
    let mut engine = engine::<S>();
    let before = engine.database().clone();
    let spent = write_units(&engine);
    let body = r#"{"ClientRequestToken":"token","TransactItems":[
        {"Put":{"TableName":"Pay","Item":{"k":{"S":"y"}}}},
        {"ConditionCheck":{"TableName":"Pay","Key":{"k":{"S":"x"}},"ConditionExpression":"attribute_not_exists(k)"}}]}"#;
    let execution = run(&mut engine, "TransactWriteItems", body);

    assert_eq!(codes(&execution), "None ConditionalCheckFailed");
    assert!(!any_changes_data(&execution.changes));
    assert_eq!(engine.database(), &before);
    assert_eq!(engine.next_due_at(), None);
    assert_eq!(write_units(&engine) - spent, 4.0);
    put(&mut engine, "y", "free");
    put(&mut engine, "x", "free");
}

fn a_token_in_flight_is_in_progress_and_is_free_after_a_cancellation<S: Service>() {
    let mut engine = engine::<S>();
    let body = with_token(&puts(&["y"], "once"), "token");
    let ticket = begin(&mut engine, "TransactWriteItems", &body);
    steps(&mut engine, ticket, 1);
    assert_eq!(
        send(&mut engine, "TransactWriteItems", &body).1,
        r#"{"__type":"com.amazonaws.dynamodb.v20120810#TransactionInProgressException","Message":"The transaction with the given request token is already in progress."}"#
    );
    steps(&mut engine, ticket, 1);
    assert_eq!(last_step(&mut engine, ticket).answer().0, 200);

    let holder = begin(&mut engine, "TransactWriteItems", &puts(&["x"], "holder"));
    steps(&mut engine, holder, 2);
    let body = with_token(&puts(&["x"], "later"), "other token");
    assert_eq!(codes(&run(&mut engine, "TransactWriteItems", &body)), "TransactionConflict");
    assert_eq!(last_step(&mut engine, holder).answer().0, 200);
    assert_eq!(send(&mut engine, "TransactWriteItems", &body).0, 200);
    assert_eq!(value_of(&mut engine, "x"), "later");
}

fn a_token_is_forgotten_ten_minutes_after_its_transaction_and_leaves_nothing_behind<S: Service>() {
    let mut engine = engine::<S>();
    let body = with_token(&puts(&["y"], "once"), "token");
    assert_eq!(send(&mut engine, "TransactWriteItems", &body).0, 200);
    put(&mut engine, "y", "changed since");

    engine.advance_to(Timestamp::from_epoch_ms(START_MS + TEN_MINUTES_MS - 1));
    assert_eq!(send(&mut engine, "TransactWriteItems", &body).0, 200);
    assert_eq!(value_of(&mut engine, "y"), "changed since");
    let other = with_token(&puts(&["y"], "twice"), "token");
    assert!(send(&mut engine, "TransactWriteItems", &other).1.contains("IdempotentParameterMismatch"));

    engine.advance_to(Timestamp::from_epoch_ms(START_MS + TEN_MINUTES_MS));
    assert_eq!(engine.database().tokens().count(), 0);
    assert_eq!(engine.next_due_at(), None);
    assert_eq!(send(&mut engine, "TransactWriteItems", &other).0, 200);
    assert_eq!(value_of(&mut engine, "y"), "twice");
}

fn a_token_survives_a_snapshot_and_the_log<S: Service>() {
    let mut engine = engine::<S>();
    let start: Vec<Vec<u8>> = engine.snapshot();
    let body = with_token(&puts(&["y"], "once"), "token");
    let logged = change_log::encode(&run(&mut engine, "TransactWriteItems", &body).changes);
    let late = engine.snapshot();

    let restore = |chunks: &[Vec<u8>]| {
        Engine::<S>::restore(chunks.iter().map(Vec::as_slice), EngineConfig::instant()).expect("a snapshot")
    };
    let mut replayed = restore(&start);
    replayed.apply_log(&logged).expect("a log");
    let mut restored = restore(&late);
    assert_eq!(replayed.snapshot(), late);
    assert_eq!(restored.snapshot(), late);
    let (forgets_at, token) = (engine.next_due_at(), engine.database().token("token"));
    assert!(token.is_some());
    for engine in [&mut replayed, &mut restored] {
        assert_eq!((engine.next_due_at(), engine.database().token("token")), (forgets_at, token));
        put(engine, "y", "changed since");
        assert_eq!(send(engine, "TransactWriteItems", &body).0, 200);
        assert_eq!(value_of(engine, "y"), "changed since");
        let forgotten = engine.advance_to(Timestamp::from_epoch_ms(START_MS + TEN_MINUTES_MS));
        assert_eq!(engine.database().tokens().count(), 0);
        let decoded = change_log::decode(&change_log::encode(&forgotten)).expect("a log");
        assert_eq!(decoded.len(), forgotten.len());
    }
}

fn undo_takes_a_transaction_back_with_its_token<S: Service>() {
    let mut engine = engine::<S>();
    let (database, due) = (engine.database().clone(), engine.next_due_at());
    let body = with_token(&puts(&["x", "y"], "after"), "token");
    let changes = run(&mut engine, "TransactWriteItems", &body).changes;
    assert_ne!(engine.database(), &database);

    engine.reverse(changes);
    assert_eq!(engine.database(), &database);
    assert_eq!(engine.next_due_at(), due);
    assert_eq!(send(&mut engine, "TransactWriteItems", &body).0, 200);
    assert_eq!(value_of(&mut engine, "x"), "after");
}

fn undo_forgets_what_is_in_flight_and_frees_its_items_and_its_token<S: Service>() {
    let mut engine = engine::<S>();
    let changes = run(&mut engine, "PutItem", r#"{"TableName":"Pay","Item":{"k":{"S":"z"}}}"#).changes;
    let body = with_token(&puts(&["x"], "after"), "token");
    let ticket = begin(&mut engine, "TransactWriteItems", &body);
    steps(&mut engine, ticket, 2);

    engine.reverse(changes);
    assert!(matches!(engine.step(ticket), Progress::Unknown));
    put(&mut engine, "x", "free");
    assert_eq!(send(&mut engine, "TransactWriteItems", &body).0, 200);
}

fn a_table_that_goes_while_its_items_are_held_refuses_the_whole<S: Service>() {
    let mut engine = engine::<S>();
    let ticket = begin(&mut engine, "TransactWriteItems", &puts(&["x"], "after"));
    steps(&mut engine, ticket, 2);
    assert_eq!(send(&mut engine, "DeleteTable", r#"{"TableName":"Pay"}"#).0, 200);
    engine.advance_to(engine.now());
    assert_eq!(send(&mut engine, "CreateTable", TABLE).0, 200);

    assert!(last_step(&mut engine, ticket).answer().1.contains("ResourceNotFoundException"));
    assert_eq!(value_of(&mut engine, "x"), "nothing");
    put(&mut engine, "x", "new");
}

#[test]
fn a_transaction_that_came_before_an_items_last_write_is_cancelled() {
    let mut engine = engine::<Complete>();
    assert_eq!(send(&mut engine, "Dynalab.SetDials", r#"{"Dials":{"transaction_timestamps":1}}"#).0, 200);
    let early = begin(&mut engine, "TransactWriteItems", &puts(&["x", "y"], "early"));
    steps(&mut engine, early, 2);
    // y is not locked yet. A later request writes it.
    put(&mut engine, "y", "later");
    steps(&mut engine, early, 1);
    assert_eq!(codes(&last_step(&mut engine, early)), "None TransactionConflict");
    assert_eq!([value_of(&mut engine, "x"), value_of(&mut engine, "y")], ["before", "later"]);
    // A retry comes after that write.
    assert_eq!(send(&mut engine, "TransactWriteItems", &puts(&["x", "y"], "again")).0, 200);
    assert_eq!(value_of(&mut engine, "y"), "again");
}

/// The records of a transaction are in the shards of their items, between those of other writes. A consumer that reads shard by shard
/// sees a later write before the transaction is complete.
#[test]
fn the_records_of_a_transaction_are_read_among_others() {
    let mut engine = Engine::<Complete>::new(1, EngineConfig::instant());
    let with_stream = r#"{"StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"},"#;
    assert_eq!(send(&mut engine, "CreateTable", &TABLE.replacen('{', with_stream, 1)).0, 200);
    assert_eq!(send(&mut engine, "Dynalab.SetDials", r#"{"Dials":{"stream_shards":1}}"#).0, 200);
    let keys: Vec<String> = (0..12).map(|number| format!("k{number}")).collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    assert_eq!(send(&mut engine, "TransactWriteItems", &puts(&keys, "together")).0, 200);
    keys.iter().for_each(|key| put(&mut engine, key, "later"));

    let field = |answer: &str, name: &str| -> serde_json::Value {
        serde_json::from_str::<serde_json::Value>(answer).expect("JSON")[name].clone()
    };
    let streams = field(&send(&mut engine, "ListStreams", "{}").1, "Streams");
    let arn = streams[0]["StreamArn"].as_str().expect("a stream").to_owned();
    let described = send(&mut engine, "DescribeStream", &format!(r#"{{"StreamArn":"{arn}"}}"#)).1;
    let shards = field(&described, "StreamDescription")["Shards"].clone();
    let mut values = Vec::new();
    for shard in shards.as_array().expect("shards") {
        let shard = shard["ShardId"].as_str().expect("an id");
        let body =
            format!(r#"{{"StreamArn":"{arn}","ShardId":"{shard}","ShardIteratorType":"TRIM_HORIZON"}}"#);
        let iterator = field(&send(&mut engine, "GetShardIterator", &body).1, "ShardIterator");
        let read = send(&mut engine, "GetRecords", &format!(r#"{{"ShardIterator":{iterator}}}"#)).1;
        let records = field(&read, "Records");
        let value = |record: &serde_json::Value| record["dynamodb"]["NewImage"]["v"]["S"].to_string();
        values.extend(records.as_array().expect("records").iter().map(value));
    }
    assert_eq!(values.len(), 24);
    let first_later = values.iter().position(|value| value.contains("later"));
    let last_together = values.iter().rposition(|value| value.contains("together"));
    assert!(first_later < last_together, "{values:?}");
}

each_engine!(
    of_two_that_overlap_the_later_one_is_cancelled_and_the_first_one_commits,
    two_that_meet_crosswise_both_end,
    single_writes_are_refused_while_an_item_is_held_and_reads_are_not,
    a_read_of_several_items_is_cancelled_when_one_of_them_changes_meanwhile,
    a_cancelled_one_writes_nothing_costs_and_holds_nothing,
    a_token_in_flight_is_in_progress_and_is_free_after_a_cancellation,
    a_token_is_forgotten_ten_minutes_after_its_transaction_and_leaves_nothing_behind,
    a_token_survives_a_snapshot_and_the_log,
    undo_takes_a_transaction_back_with_its_token,
    undo_forgets_what_is_in_flight_and_frees_its_items_and_its_token,
    a_table_that_goes_while_its_items_are_held_refuses_the_whole,
);
