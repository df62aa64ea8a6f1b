//! Requests written as statements, and statements read as requests.

use super::{is_like, read, write};
use crate::conversion_error::ConversionError;
use crate::json;

fn check(operation: &str, body: &str, expected: &str) {
    let body = json::read(body).expect(body);
    let (text, _) = write(operation, &body).unwrap_or_else(|why| panic!("{operation}: {why:?}"));
    assert_eq!(text, expected);
    assert!(is_like(&text), "{text}");
    let reading =
        read(&text, Some((operation, &body))).unwrap_or_else(|mistake| panic!("{text}: {mistake:?}"));
    // Writing the request again must give the same text.
    assert_eq!(write(&reading.operation, &reading.body).map(|written| written.0).as_deref(), Ok(expected));
}

fn why_not(operation: &str, body: &str) -> ConversionError {
    write(operation, &json::read(body).expect(body)).expect_err(body)
}

#[test]
fn reads_are_selects() {
    check(
        "GetItem",
        r##"{"TableName":"T","Key":{"pk":{"S":"it's"},"sk":{"N":"1.5"}},"ProjectionExpression":"#a.b[0], c","ExpressionAttributeNames":{"#a":"a b"}}"##,
        r#"SELECT "a b"."b"[0], "c" FROM "T" WHERE "pk" = 'it''s' AND "sk" = 1.5"#,
    );
    check(
        "Query",
        r#"{"TableName":"T","IndexName":"I","KeyConditionExpression":"pk = :p AND begins_with(sk, :s)","FilterExpression":"a > :n OR attribute_not_exists(b)","ExpressionAttributeValues":{":p":{"S":"x"},":s":{"S":"o#"},":n":{"N":"3"}},"ScanIndexForward":false}"#,
        "SELECT * FROM \"T\".\"I\"\nWHERE \"pk\" = 'x' AND begins_with(\"sk\", 'o#') AND (\"a\" > 3 OR \"b\" IS MISSING)\nORDER BY \"sk\" DESC",
    );
    check("Scan", r#"{"TableName":"T","Limit":3}"#, r#"SELECT * FROM "T""#);
    check(
        "BatchGetItem",
        r#"{"RequestItems":{"T":{"Keys":[{"pk":{"S":"a"}},{"pk":{"S":"b"}}]}}}"#,
        "SELECT * FROM \"T\" WHERE \"pk\" = 'a';\n\nSELECT * FROM \"T\" WHERE \"pk\" = 'b'",
    );
}

#[test]
fn writes_are_statements_too() {
    check(
        "PutItem",
        r#"{"TableName":"T","Item":{"pk":{"S":"a"},"l":{"L":[{"BOOL":true},{"NULL":true}]},"s":{"SS":["x"]},"m":{"M":{"n":{"N":"1"}}}}}"#,
        "INSERT INTO \"T\" VALUE {\n  'pk': 'a',\n  'l': [true, null],\n  's': <<'x'>>,\n  'm': {'n': 1}\n}",
    );
    check(
        "UpdateItem",
        r##"{"TableName":"T","Key":{"pk":{"S":"a"}},"UpdateExpression":"SET #s = :s, n = n - :o REMOVE x ADD c :o, t :t","ConditionExpression":"attribute_exists(pk)","ExpressionAttributeNames":{"#s":"status"},"ExpressionAttributeValues":{":s":{"S":"new"},":o":{"N":"1"},":t":{"SS":["y"]}},"ReturnValues":"ALL_NEW"}"##,
        "UPDATE \"T\"\nSET \"status\" = 'new', \"n\" = \"n\" - 1, \"c\" = \"c\" + 1, \"t\" = set_add(\"t\", <<'y'>>)\nREMOVE \"x\"\nWHERE \"pk\" = 'a' AND \"pk\" IS NOT MISSING\nRETURNING ALL NEW *",
    );
    check(
        "UpdateItem",
        r#"{"TableName":"T","Key":{"pk":{"S":"a"}},"UpdateExpression":"REMOVE x, y.z, l[1] SET n = :n","ExpressionAttributeValues":{":n":{"N":"1"}}}"#,
        "UPDATE \"T\"\nSET \"n\" = 1\nREMOVE \"x\"\nREMOVE \"y\".\"z\"\nREMOVE \"l\"[1]\nWHERE \"pk\" = 'a'",
    );
    check("DeleteItem", r#"{"TableName":"T","Key":{"pk":{"S":"a"}}}"#, r#"DELETE FROM "T" WHERE "pk" = 'a'"#);
    check(
        "TransactWriteItems",
        r#"{"TransactItems":[{"ConditionCheck":{"TableName":"T","Key":{"pk":{"S":"a"}},"ConditionExpression":"n > :n","ExpressionAttributeValues":{":n":{"N":"0"}}}},{"Delete":{"TableName":"T","Key":{"pk":{"S":"b"}}}}]}"#,
        "EXISTS(SELECT * FROM \"T\" WHERE \"pk\" = 'a' AND \"n\" > 0);\n\nDELETE FROM \"T\" WHERE \"pk\" = 'b'",
    );
    check(
        "ExecuteStatement",
        r#"{"Statement":"SELECT * FROM T WHERE a = ? AND b = 'a?'","Parameters":[{"S":"x"}]}"#,
        r#"SELECT * FROM "T" WHERE a = 'x' AND b = 'a?'"#,
    );
}

#[test]
fn reports_requests_that_no_statement_can_express() {
    assert_eq!(
        why_not("CreateTable", "{}"),
        ConversionError::NoStatement { operation: "CreateTable".to_owned() }
    );
    assert_eq!(why_not("GetItem", r#"{"TableName":"T","Key":{"pk":{"B":"YQ=="}}}"#), ConversionError::Binary);
    let update = r#"{"TableName":"T","Key":{"pk":{"S":"a"}},"UpdateExpression":"SET a = if_not_exists(a, :z)","ExpressionAttributeValues":{":z":{"N":"0"}}}"#;
    assert_eq!(
        why_not("UpdateItem", update),
        ConversionError::NoWords { what: "if_not_exists()".to_owned() }
    );
    let query = r#"{"TableName":"T","KeyConditionExpression":"pk = :p","ExpressionAttributeValues":{":p":{"S":"x"}},"ScanIndexForward":false}"#;
    assert_eq!(why_not("Query", query), ConversionError::SortKeyUnknown);
    assert_eq!(
        why_not("Scan", r#"{"TableName":"T","ScanFilter":{}}"#),
        ConversionError::Legacy { member: "ScanFilter".to_owned() }
    );
    assert!(matches!(
        why_not("Scan", r#"{"TableName":"T","FilterExpression":"a ="}"#),
        ConversionError::Broken { .. }
    ));
}

#[test]
fn statements_become_the_request_that_executes_them() {
    let before = json::read(r#"{"TableName":"T","Limit":5,"Segment":1}"#).expect("JSON");
    let reading = read(" SELECT * FROM T ", Some(("Scan", &before))).expect("a statement");
    assert_eq!(reading.operation, "ExecuteStatement");
    assert_eq!(reading.body.json(), r#"{"Statement":"SELECT * FROM T","Limit":5}"#);
    let reading =
        read("DELETE FROM T WHERE a = ';'; DELETE FROM T WHERE a = 'b';", None).expect("statements");
    assert_eq!(reading.operation, "BatchExecuteStatement");
    assert_eq!(
        reading.body.json(),
        r#"{"Statements":[{"Statement":"DELETE FROM T WHERE a = ';'"},{"Statement":"DELETE FROM T WHERE a = 'b'"}]}"#
    );
    let text = "DELETE FROM T WHERE a = 1;\nSELECT * FORM T";
    let mistake = read(text, None).expect_err("a mistake");
    assert_eq!(&text[mistake.span.start..mistake.span.end], "FORM");
}

#[test]
fn texts_in_a_statement_are_those_of_the_request() {
    use dynalab_expressions::parse_statement;
    use dynalab_expressions::partiql::StatementKind;
    let texts = [
        "'", "''", "\"", "\"\"", "\\", "; DROP", "-- x", "/* x", "?", "\0", "a\nb", "\u{85}", "{{}}", "' + '",
    ];
    for text in texts {
        for other in texts {
            let mut name = String::new();
            dynalab_types::wire::write_json_string(&format!("n{text}"), &mut name);
            let mut value = String::new();
            dynalab_types::wire::write_json_string(other, &mut value);
            let body = format!(
                r#"{{"TableName":{name},"Item":{{{name}:{{"S":{value}}},"long":{{"L":[{{"S":{value}}},{{"M":{{{name}:{{"SS":[{value}]}}}}}}]}}}}}}"#
            );
            let body = json::read(&body).expect(&body);
            let (written, _) = write("PutItem", &body).expect("a statement");
            let statement = parse_statement(&written).unwrap_or_else(|error| panic!("{error:?}: {written}"));
            let StatementKind::Insert(insert) = statement.kind else { panic!("{written}") };
            assert_eq!(*insert.into.table, format!("n{text}"), "{written}");
            let item = super::literals::map(body.get("Item").expect("an item")).expect("literals");
            assert_eq!(insert.item, item, "{written}");
        }
    }
}
