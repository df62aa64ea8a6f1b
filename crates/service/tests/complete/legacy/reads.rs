//! Tests of KeyConditions, the filters and AttributesToGet.

use dynalab_engine::EngineConfig;
use dynalab_service::{Engine, Request};

use super::{Bench, check};

const SIX: &str = r#"
    > PutItem {"TableName":"pair","Item":{"pk":{"S":"p"},"sk":{"S":"a1"},"n":{"N":"1"},"v":{"S":"x"}}}
    > PutItem {"TableName":"pair","Item":{"pk":{"S":"p"},"sk":{"S":"a2"},"n":{"N":"1"}}}
    > PutItem {"TableName":"pair","Item":{"pk":{"S":"p"},"sk":{"S":"b1"},"n":{"N":"2"},"v":{"S":"y"}}}
    > PutItem {"TableName":"pair","Item":{"pk":{"S":"p"},"sk":{"S":"b2"}}}
    > PutItem {"TableName":"pair","Item":{"pk":{"S":"p"},"sk":{"S":"c1"}}}
    > PutItem {"TableName":"pair","Item":{"pk":{"S":"q"},"sk":{"S":"a1"}}}
    "#;

/// Returns the sort keys that match a condition, in order.
fn found(operator: &str, arguments: &str) -> String {
    let mut bench = Bench::new();
    bench.check(SIX);
    let answer = bench.send(&format!(
        r#"Query {{"TableName":"pair","AttributesToGet":["sk"],"KeyConditions":{{
        "pk":{{"ComparisonOperator":"EQ","AttributeValueList":[{{"S":"p"}}]}},
        "sk":{{"ComparisonOperator":"{operator}","AttributeValueList":{arguments}}}}}}}"#
    ));
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap_or_else(|_| panic!("{answer}"));
    let items = answer["Items"].as_array().expect("items");
    let keys: Vec<&str> = items.iter().filter_map(|item| item["sk"]["S"].as_str()).collect();
    keys.join(" ")
}

#[test]
fn each_condition_on_a_sort_key() {
    assert_eq!(found("EQ", r#"[{"S":"b1"}]"#), "b1");
    assert_eq!(found("LT", r#"[{"S":"b1"}]"#), "a1 a2");
    assert_eq!(found("LE", r#"[{"S":"b1"}]"#), "a1 a2 b1");
    assert_eq!(found("GT", r#"[{"S":"b1"}]"#), "b2 c1");
    assert_eq!(found("GE", r#"[{"S":"b1"}]"#), "b1 b2 c1");
    assert_eq!(found("BETWEEN", r#"[{"S":"a2"},{"S":"b2"}]"#), "a2 b1 b2");
    assert_eq!(found("BEGINS_WITH", r#"[{"S":"b"}]"#), "b1 b2");
}

#[test]
fn filters_joined_and_paged() {
    let mut bench = Bench::new();
    bench.check(SIX);
    bench.check(
        r#"
        > Scan {"TableName":"pair","Select":"COUNT","ScanFilter":{"n":{"ComparisonOperator":"EQ","AttributeValueList":[{"N":"1"}]},"v":{"ComparisonOperator":"NOT_NULL"}}}
        < {"Count":1,"ScannedCount":6}
        > Scan {"TableName":"pair","Select":"COUNT","ConditionalOperator":"OR","ScanFilter":{"n":{"ComparisonOperator":"EQ","AttributeValueList":[{"N":"1"}]},"v":{"ComparisonOperator":"NOT_NULL"}}}
        < {"Count":3,"ScannedCount":6}
        > Scan {"TableName":"pair","Select":"COUNT","ScanFilter":{"pk":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"q"}]}}}
        < {"Count":1,"ScannedCount":6}
        > Query {"TableName":"pair","Select":"COUNT","ConditionalOperator":"OR","KeyConditions":{"pk":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"p"}]}},"QueryFilter":{"n":{"ComparisonOperator":"GT","AttributeValueList":[{"N":"1"}]},"v":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"x"}]}}}
        < {"Count":2,"ScannedCount":5}
        > Query {"TableName":"pair","Limit":1,"ScanIndexForward":false,"AttributesToGet":["sk"],"KeyConditions":{"pk":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"p"}]}}}
        < {"Items":[{"sk":{"S":"c1"}}],"Count":1,"ScannedCount":1,"LastEvaluatedKey":{"pk":{"S":"p"},"sk":{"S":"c1"}}}
        > Query {"TableName":"pair","Limit":1,"ScanIndexForward":false,"Select":"SPECIFIC_ATTRIBUTES","AttributesToGet":["sk"],"ExclusiveStartKey":{"pk":{"S":"p"},"sk":{"S":"c1"}},"KeyConditions":{"pk":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"p"}]}}}
        < {"Items":[{"sk":{"S":"b2"}}],"Count":1,"ScannedCount":1,"LastEvaluatedKey":{"pk":{"S":"p"},"sk":{"S":"b2"}}}
        > Query {"TableName":"pair","IndexName":"byNumber","AttributesToGet":["sk"],"KeyConditions":{"n":{"ComparisonOperator":"EQ","AttributeValueList":[{"N":"2"}]}}}
        < {"Items":[{"sk":{"S":"b1"}}],"Count":1,"ScannedCount":1}
        "#,
    );
}

#[test]
fn key_conditions_go_together_with_other_expressions() {
    let mut bench = Bench::new();
    bench.check(SIX);
    bench.check(
        r#"
        > Query {"TableName":"pair","ProjectionExpression":"sk","FilterExpression":"v = :v","ExpressionAttributeValues":{":v":{"S":"y"}},"KeyConditions":{"pk":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"p"}]}}}
        < {"Items":[{"sk":{"S":"b1"}}],"Count":1,"ScannedCount":5}
        "#,
    );
}

#[test]
fn attributes_to_get_are_top_level_names() {
    check(
        r#"
        > PutItem {"TableName":"hash","Item":{"pk":{"S":"a"},"m":{"M":{"k":{"S":"x"}}},"m.k":{"S":"dotted"},"size":{"N":"1"}}}
        > GetItem {"TableName":"hash","Key":{"pk":{"S":"a"}},"AttributesToGet":["m.k","size"]}
        < {"Item":{"m.k":{"S":"dotted"},"size":{"N":"1"}}}
        > GetItem {"TableName":"hash","Key":{"pk":{"S":"a"}},"AttributesToGet":["none"]}
        < {"Item":{}}
        > GetItem {"TableName":"hash","Key":{"pk":{"S":"b"}},"AttributesToGet":["m"]}
        < {}
        > BatchGetItem {"RequestItems":{"hash":{"Keys":[{"pk":{"S":"a"}}],"AttributesToGet":["m"]}}}
        < {"Responses":{"hash":[{"m":{"M":{"k":{"S":"x"}}}}]},"UnprocessedKeys":{}}
        > Scan {"TableName":"hash","AttributesToGet":["pk"]}
        < {"Items":[{"pk":{"S":"a"}}],"Count":1,"ScannedCount":1}
        "#,
    );
}

#[test]
fn returns_unprocessed_keys_as_requested() {
    let mut bench = Bench::new();
    let text = "x".repeat(390_000);
    let mut keys = Vec::new();
    for index in 0..45 {
        bench.accepted(&format!(
            r#"PutItem {{"TableName":"hash","Item":{{"pk":{{"S":"{index:02}"}},"t":{{"S":"{text}"}}}}}}"#
        ));
        keys.push(format!(r#"{{"pk":{{"S":"{index:02}"}}}}"#));
    }
    let answer = bench.send(&format!(
        r#"BatchGetItem {{"RequestItems":{{"hash":{{"Keys":[{}],"AttributesToGet":["pk"]}}}}}}"#,
        keys.join(",")
    ));
    let expected = r#""UnprocessedKeys":{"hash":{"Keys":[{"pk":{"S":"43"}},{"pk":{"S":"44"}}],"AttributesToGet":["pk"]}}}"#;
    assert!(answer.ends_with(expected), "{answer}");
}

#[test]
fn a_query_by_key_conditions_is_planned_as_a_query() {
    let mut engine = Engine::new(1, EngineConfig::instant());
    let table = Request::parse(
        "CreateTable",
        r#"{"TableName":"t00","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
        "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]}"#,
    );
    let at = dynalab_types::Timestamp::from_epoch_ms(1);
    let command = dynalab_service::Command { at, request: table.expect("a table") };
    engine.execute(command, dynalab_engine::TraceLevel::Off);
    let plan = |engine: &Engine, operation: &str, body: &str| {
        let request = Request::parse(operation, body).expect("a request");
        format!("{:?}", engine.explain(&request).expect("a plan"))
    };
    let query = plan(
        &engine,
        "Query",
        r#"{"TableName":"t00","KeyConditions":{"pk":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"a"}]}},
        "QueryFilter":{"x":{"ComparisonOperator":"NULL"}}}"#,
    );
    assert!(query.starts_with("QueryPartition"), "{query}");
    assert!(query.contains(r#"condition: "pk = \"a\"""#), "{query}");
    assert!(query.contains("filtered: true"), "{query}");
    let scan =
        plan(&engine, "Scan", r#"{"TableName":"t00","ScanFilter":{"x":{"ComparisonOperator":"NULL"}}}"#);
    assert!(scan.ends_with("filtered: true }"), "{scan}");
}
