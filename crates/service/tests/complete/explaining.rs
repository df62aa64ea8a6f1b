//! Tests that an explanation and an execution use the same plan. Both return the same errors, and the trace has the explained plan.

use dynalab_engine::execution::plan::Plan;
use dynalab_engine::trace::EventKind;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;

fn request(operation: &str, body: &str) -> Request {
    Request::parse(operation, body).expect("a request")
}

fn execute(engine: &mut Engine, operation: &str, body: &str) -> (Option<String>, Vec<Plan>) {
    let command = Command { at: Timestamp::from_epoch_ms(1), request: request(operation, body) };
    let execution = engine.execute(command, TraceLevel::Full);
    let plans = execution.trace.into_iter().filter_map(|event| match event.kind {
        EventKind::Planned(plan) => Some(plan),
        _ => None,
    });
    (execution.outcome.err().and_then(|error| error.message()), plans.collect())
}

fn engine() -> Engine {
    let mut engine = Engine::new(1, EngineConfig::instant());
    let (refused, _) = execute(
        &mut engine,
        "CreateTable",
        r#"{"TableName":"t00","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
        "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"g","AttributeType":"S"}],
        "GlobalSecondaryIndexes":[{"IndexName":"ByG","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
        "Projection":{"ProjectionType":"ALL"}}]}"#,
    );
    assert_eq!(refused, None);
    engine
}

const REQUESTS: &[(&str, &str)] = &[
    ("PutItem", r#"{"TableName":"t00","Item":{"pk":{"S":"a"},"g":{"S":"x"}}}"#),
    // The index key attribute has the wrong type.
    ("PutItem", r#"{"TableName":"t00","Item":{"pk":{"S":"a"},"g":{"N":"1"}}}"#),
    ("PutItem", r#"{"TableName":"t00","Item":{"g":{"S":"x"}}}"#),
    ("GetItem", r#"{"TableName":"t00","Key":{"pk":{"S":"a"}}}"#),
    ("GetItem", r#"{"TableName":"none","Key":{"pk":{"S":"a"}}}"#),
    ("UpdateItem", r#"{"TableName":"t00","Key":{"pk":{"S":"a"}},"UpdateExpression":"REMOVE x"}"#),
    ("UpdateItem", r#"{"TableName":"t00","Key":{"pk":{"S":"a"}},"UpdateExpression":"REMOVE pk"}"#),
    ("DeleteItem", r#"{"TableName":"t00","Key":{"pk":{"S":"b"}}}"#),
    (
        "Query",
        r#"{"TableName":"t00","IndexName":"ByG","KeyConditionExpression":"g = :g","ExpressionAttributeValues":{":g":{"S":"x"}}}"#,
    ),
    ("Scan", r#"{"TableName":"t00","Segment":1,"TotalSegments":4}"#),
    ("Scan", r#"{"TableName":"t00","Segment":4,"TotalSegments":4}"#),
    ("BatchGetItem", r#"{"RequestItems":{"t00":{"Keys":[{"pk":{"S":"a"}},{"pk":{"S":"b"}}]}}}"#),
    (
        "BatchWriteItem",
        r#"{"RequestItems":{"t00":[{"PutRequest":{"Item":{"pk":{"S":"c"}}}},{"DeleteRequest":{"Key":{"pk":{"S":"d"}}}}]}}"#,
    ),
    (
        "TransactWriteItems",
        r#"{"TransactItems":[{"Put":{"TableName":"t00","Item":{"pk":{"S":"e"}}}},{"Delete":{"TableName":"t00","Key":{"pk":{"S":"f"}}}}]}"#,
    ),
    ("TransactGetItems", r#"{"TransactItems":[{"Get":{"TableName":"t00","Key":{"pk":{"S":"e"}}}}]}"#),
    ("ExecuteStatement", r#"{"Statement":"SELECT * FROM t00 WHERE pk = 'a'"}"#),
    ("ExecuteStatement", r#"{"Statement":"DELETE FROM t00 WHERE pk = 'a'"}"#),
    ("ExecuteStatement", r#"{"Statement":"SELECT * FROM none"}"#),
    (
        "BatchExecuteStatement",
        r#"{"Statements":[{"Statement":"SELECT * FROM t00 WHERE pk = 'c'"},{"Statement":"SELECT * FROM t00 WHERE pk = 'e'"}]}"#,
    ),
    ("ExecuteTransaction", r#"{"TransactStatements":[{"Statement":"DELETE FROM t00 WHERE pk = 'c'"}]}"#),
    ("DescribeTable", r#"{"TableName":"none"}"#),
    ("UntagResource", r#"{"ResourceArn":"arn:aws:dynamodb:us-east-1:123456789012:table/t00","TagKeys":[]}"#),
];

#[test]
fn a_run_goes_by_the_plan_that_is_explained() {
    let mut engine = engine();
    for (operation, body) in REQUESTS {
        let explained = engine.explain(&request(operation, body));
        let (refused, plans) = execute(&mut engine, operation, body);
        match explained {
            Ok(Plan::NoRead) => assert_eq!(plans, [], "{operation} {body}"),
            Ok(plan) => {
                assert_eq!(refused, None, "{operation} {body}");
                // The statements of a batch are traced one by one, when each runs.
                match plan {
                    Plan::Batch(members) if *operation == "BatchExecuteStatement" => {
                        assert_eq!(plans, members)
                    }
                    plan => assert_eq!(plans, [plan], "{operation} {body}"),
                }
            }
            Err(error) => {
                assert_eq!((refused, plans), (error.message(), vec![]), "{operation} {body}")
            }
        }
    }
}
