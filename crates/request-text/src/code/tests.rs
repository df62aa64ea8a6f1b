//! SDK code as users write it, and as Dynalab writes it.

use super::{CodeContext, CodeLanguage, language_of, read, read_all, write};
use crate::{json, shapes};

fn check(language: CodeLanguage, text: &str, operation: &str, body: &str) {
    assert_eq!(language_of(text), Some(language), "{text}");
    let reading = read(language, text, &CodeContext::default()).unwrap_or_else(|mistake| {
        panic!("{text}\n{mistake:?} at {:?}", text.get(mistake.span.start..mistake.span.end))
    });
    assert_eq!((reading.operation.as_str(), reading.body.json().as_str()), (operation, body), "{text}");
}

#[test]
fn javascript_as_people_have_it() {
    check(
        CodeLanguage::JavaScript,
        r#"
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
const client = new DynamoDBClient({});
const docClient = DynamoDBDocumentClient.from(client);
export const main = async () => {
  const command = new QueryCommand({
    TableName: "CoffeeCrop", // where it is
    KeyConditionExpression: "OriginCountry = :originCountry AND RoastDate > :roastDate",
    ExpressionAttributeValues: { ":originCountry": "Ethiopia", ":roastDate": 2023.5, ":s": new Set(["a", 'b']), ":n": null, ":l": [1, true] },
    ConsistentRead: true,
  });
  return docClient.send(command);
};"#,
        "Query",
        r#"{"TableName":"CoffeeCrop","KeyConditionExpression":"OriginCountry = :originCountry AND RoastDate > :roastDate","ExpressionAttributeValues":{":originCountry":{"S":"Ethiopia"},":roastDate":{"N":"2023.5"},":s":{"SS":["a","b"]},":n":{"NULL":true},":l":{"L":[{"N":"1"},{"BOOL":true}]}},"ConsistentRead":true}"#,
    );
    check(
        CodeLanguage::JavaScript,
        "const TableName = `Orders`;\nconst key = {pk: {S: 'a'}, ['sk']: {B: Buffer.from('aGk=', 'base64')}};\nlet input: GetItemCommandInput = { TableName, Key: key, ...{ ConsistentRead: false } };\nawait client.send(new GetItemCommand(input));",
        "GetItem",
        r#"{"TableName":"Orders","Key":{"pk":{"S":"a"},"sk":{"B":"aGk="}},"ConsistentRead":false}"#,
    );
    check(
        CodeLanguage::JavaScript,
        "docClient.put({TableName: 'T', Item: {pk: 'a', S: 'b', m: {N: 'x'}}}).promise()",
        "PutItem",
        r#"{"TableName":"T","Item":{"pk":{"S":"a"},"S":{"S":"b"},"m":{"M":{"N":{"S":"x"}}}}}"#,
    );
    check(
        CodeLanguage::JavaScript,
        "new ExportTableToPointInTimeCommand({ TableArn: 'arn:x', ExportTime: new Date(1700000000500), ExportType: undefined })",
        "ExportTableToPointInTime",
        r#"{"TableArn":"arn:x","ExportTime":1700000000.500}"#,
    );
    check(
        CodeLanguage::JavaScript,
        "client.send(new PutItemCommand({ TableName: 'T', Item: marshall({ pk: 1n, b: new Uint8Array([1, 2]) }) }))",
        "PutItem",
        r#"{"TableName":"T","Item":{"pk":{"N":"1"},"b":{"B":"AQI="}}}"#,
    );
}

#[test]
fn python_as_people_have_it() {
    check(
        CodeLanguage::Python,
        r#"
import boto3
from boto3.dynamodb.conditions import Key, Attr
table = boto3.resource('dynamodb').Table('Orders')
response = table.query(
    KeyConditionExpression=Key('pk').eq('USER#1') & Key('sk').begins_with("ORDER#"),
    FilterExpression=(Attr('total').gt(100) | ~Attr('address.city').exists()) & Attr('status').is_in(['new', "open"]),
    ScanIndexForward=False,
    Limit=10,
)"#,
        "Query",
        r##"{"TableName":"Orders","KeyConditionExpression":"#n0 = :v0 AND begins_with(#n1, :v1)","FilterExpression":"(#n2 > :v2 OR NOT (attribute_exists(#n3.#n4))) AND #n5 IN (:v3, :v4)","ScanIndexForward":false,"Limit":10,"ExpressionAttributeNames":{"#n0":"pk","#n1":"sk","#n2":"total","#n3":"address","#n4":"city","#n5":"status"},"ExpressionAttributeValues":{":v0":{"S":"USER#1"},":v1":{"S":"ORDER#"},":v2":{"N":"100"},":v3":{"S":"new"},":v4":{"S":"open"}}}"##,
    );
    check(
        CodeLanguage::Python,
        "client = boto3.client('dynamodb')\nparams = {'TableName': 'T', \"Key\": {'pk': {'S': 'a' 'b'}}}\nclient.get_item(**params, ConsistentRead=True)",
        "GetItem",
        r#"{"TableName":"T","Key":{"pk":{"S":"ab"}},"ConsistentRead":true}"#,
    );
    check(
        CodeLanguage::Python,
        "table = dynamodb.Table('T')\ntable.put_item(Item={'pk': 'a', 'n': Decimal('1.50'), 's': {1, 2}, 'b': b'\\x01', 'x': None, 'l': (1, [])})  # done",
        "PutItem",
        r#"{"TableName":"T","Item":{"pk":{"S":"a"},"n":{"N":"1.50"},"s":{"NS":["1","2"]},"b":{"B":"AQ=="},"x":{"NULL":true},"l":{"L":[{"N":"1"},{"L":[]}]}}}"#,
    );
    check(
        CodeLanguage::Python,
        "for page in client.get_paginator('list_tables').paginate(Limit=5):\n    print(page)",
        "ListTables",
        r#"{"Limit":5}"#,
    );
}

#[test]
fn rust_java_and_go_as_people_have_them() {
    check(
        CodeLanguage::Rust,
        "let results = client.query().table_name(\"T\").key_condition_expression(\"#y = :v\").expression_attribute_names(\"#y\", \"year\").expression_attribute_values(\":v\", AttributeValue::N(1985.to_string())).select(Select::Count).send().await?;",
        "Query",
        r##"{"TableName":"T","KeyConditionExpression":"#y = :v","ExpressionAttributeNames":{"#y":"year"},"ExpressionAttributeValues":{":v":{"N":"1985"}},"Select":"COUNT"}"##,
    );
    check(
        CodeLanguage::Java,
        "GetItemRequest request = GetItemRequest.builder().tableName(name).key(Map.of(\"pk\", AttributeValue.builder().s(\"a\").build())).consistentRead(true).build(); String unused; var name = 1;".replace("tableName(name)", "tableName(\"T\")").as_str(),
        "GetItem",
        r#"{"TableName":"T","Key":{"pk":{"S":"a"}},"ConsistentRead":true}"#,
    );
    check(
        CodeLanguage::Go,
        "name := \"T\"\nout, err := client.GetItem(context.TODO(), &dynamodb.GetItemInput{\n\tTableName: aws.String(name),\n\tKey: map[string]types.AttributeValue{\"pk\": &types.AttributeValueMemberS{Value: `a`}},\n})\nif err != nil {\n\treturn err\n}",
        "GetItem",
        r#"{"TableName":"T","Key":{"pk":{"S":"a"}}}"#,
    );
}

#[test]
fn diagnostics_have_their_positions() {
    for (language, text, shown, name) in [
        (CodeLanguage::JavaScript, "new QueryCommand({ TableName: table })", "table", "known-elsewhere"),
        (CodeLanguage::JavaScript, "new QuestionCommand({})", "QuestionCommand", "unknown-operation"),
        (CodeLanguage::JavaScript, "new ScanCommand({ TableName: 'T' Limit: 1 })", "Limit", "unexpected"),
        (CodeLanguage::JavaScript, "new ScanCommand({ TableName: `a${b}` })", "${b}", "known-elsewhere"),
        (CodeLanguage::JavaScript, "hello", "hello", "no-request"),
        (
            CodeLanguage::Python,
            "client.scan(TableName=os.environ['T'])",
            "os.environ['T']",
            "known-elsewhere",
        ),
        (CodeLanguage::Python, "t.put_item(Item={'pk': f'USER#{user:>4}'})", "{user:>4}", "known-elsewhere"),
        (CodeLanguage::Python, "for o in orders():\n  t.put_item(Item=o)", "orders()", "known-elsewhere"),
        (
            CodeLanguage::Python,
            "for n in range(9999):\n  t.put_item(Item=n)",
            "range(9999)",
            "not-understood",
        ),
        (CodeLanguage::Python, "x = [x]\nclient.get_item(Key=x)", "x", "too-deep"),
        (CodeLanguage::Python, "x = x + x\nclient.get_item(Key=x)", "x", "too-deep"),
        (CodeLanguage::Python, "client.scan(TableName=f())", "f()", "known-elsewhere"),
        (CodeLanguage::Rust, "client.scan().table(\"T\").send()", ".table(\"T\")", "unknown-member"),
        (CodeLanguage::Go, "dynamodb.ScanInput{TableName: name}", "name", "known-elsewhere"),
        (CodeLanguage::Java, "ScanRequest.builder().tableName(\"T", "\"", "unclosed"),
    ] {
        let mistake = read(language, text, &CodeContext::default()).expect_err(text);
        assert_eq!(
            (&text[mistake.span.start..mistake.span.end], mistake.kind.sentence().0),
            (shown, name),
            "{text}"
        );
    }
}

fn all(language: CodeLanguage, text: &str) -> Vec<String> {
    let shown = |found: super::FoundRequest| match found.reading {
        Ok(reading) => format!("{} {}", reading.operation, reading.body.json()),
        Err(mistake) => format!("{}: {}", found.text, mistake.kind.sentence().0),
    };
    read_all(language, text, &CodeContext::default()).into_iter().map(shown).collect()
}

#[test]
fn a_batch_writer_over_literal_items_is_batches() {
    const LIST: &str = "
teas = boto3.resource('dynamodb').Table('Teas')
cups = boto3.resource('dynamodb').Table('Cups')
items = [
  {'id': 'sencha', 'price': 900},
  {'id': 'hojicha', 'price': 700},
]
with teas.batch_writer() as batch:
    for item in items:
        batch.put_item(Item={
            'pk': f'TEA#{item[\"id\"]}', 'price': item['price'],
        })
    batch.delete_item(Key={'pk': 'TEA#old'})
print(f'{len(items)} written')
cups.put_item(Item={'pk': 'CUP#1'})";
    let batch = r#"BatchWriteItem {"RequestItems":{"Teas":[{"PutRequest":{"Item":{"pk":{"S":"TEA#sencha"},"price":{"N":"900"}}}},{"PutRequest":{"Item":{"pk":{"S":"TEA#hojicha"},"price":{"N":"700"}}}},{"DeleteRequest":{"Key":{"pk":{"S":"TEA#old"}}}}]}}"#;
    let put = r#"PutItem {"TableName":"Cups","Item":{"pk":{"S":"CUP#1"}}}"#;
    assert_eq!(all(CodeLanguage::Python, LIST), [batch, put]);
    let first = read(CodeLanguage::Python, LIST, &CodeContext::default()).expect("the batch");
    assert_eq!(first.operation, "BatchWriteItem");

    let numbered = "table = db.Table('T')\nwith table.batch_writer(overwrite_by_pkeys=['pk']) as writer:\n  for day in range(1, 4):\n    for hour in range(20): writer.put_item(Item={'pk': f'DAY#{day}', 'sk': hour})\n";
    let found = all(CodeLanguage::Python, numbered);
    let writes = |text: &String| text.matches("PutRequest").count();
    assert_eq!(found.iter().map(writes).collect::<Vec<_>>(), [25, 25, 10], "{found:?}");
    assert!(found[2].ends_with(r#"{"pk":{"S":"DAY#3"},"sk":{"N":"19"}}}}]}}"#), "{}", found[2]);
}

#[test]
fn several_calls_are_read_in_the_order_in_which_they_run() {
    let text = "table = db.Table('T')\nfor n in [1, 2]:\n    table.put_item(Item={'pk': n})\n    table.delete_item(Key={'pk': n})\ntable.scan(Limit=limit)\ntable.put_item(\n  Item={'pk': user_id},\n)";
    assert_eq!(
        all(CodeLanguage::Python, text),
        [
            r#"PutItem {"TableName":"T","Item":{"pk":{"N":"1"}}}"#,
            r#"DeleteItem {"TableName":"T","Key":{"pk":{"N":"1"}}}"#,
            r#"PutItem {"TableName":"T","Item":{"pk":{"N":"2"}}}"#,
            r#"DeleteItem {"TableName":"T","Key":{"pk":{"N":"2"}}}"#,
            "scan(Limit=limit): known-elsewhere",
            "put_item(\n  Item={'pk': user_id},\n): known-elsewhere",
        ]
    );
    let script = "await d.send(new PutCommand({TableName: 'T', Item: {pk: 'a'}}));\nconst n = seen.get(key);\nawait d.send(new DeleteCommand({TableName: 'T', Key: {pk: `a`}}));";
    assert_eq!(
        all(CodeLanguage::JavaScript, script),
        [
            r#"PutItem {"TableName":"T","Item":{"pk":{"S":"a"}}}"#,
            r#"DeleteItem {"TableName":"T","Key":{"pk":{"S":"a"}}}"#,
        ]
    );
}

#[test]
fn what_is_written_looks_as_people_write_it() {
    let body = r#"{"TableName":"Orders","KeyConditionExpression":"pk = :pk","ExpressionAttributeValues":{":pk":{"S":"a"}},"ReturnConsumedCapacity":"TOTAL"}"#;
    for (language, expected) in [
        (
            CodeLanguage::JavaScript,
            "const response = await client.send(new QueryCommand({\n  TableName: \"Orders\",\n  KeyConditionExpression: \"pk = :pk\",\n  ExpressionAttributeValues: { \":pk\": { S: \"a\" } },\n  ReturnConsumedCapacity: \"TOTAL\",\n}));",
        ),
        (
            CodeLanguage::Python,
            "response = client.query(\n    TableName=\"Orders\",\n    KeyConditionExpression=\"pk = :pk\",\n    ExpressionAttributeValues={\":pk\": {\"S\": \"a\"}},\n    ReturnConsumedCapacity=\"TOTAL\",\n)",
        ),
        (
            CodeLanguage::Rust,
            "let response = client\n    .query()\n    .table_name(\"Orders\")\n    .key_condition_expression(\"pk = :pk\")\n    .expression_attribute_values(\":pk\", AttributeValue::S(\"a\".into()))\n    .return_consumed_capacity(ReturnConsumedCapacity::Total)\n    .send()\n    .await?;",
        ),
        (
            CodeLanguage::Java,
            "QueryRequest request = QueryRequest.builder()\n    .tableName(\"Orders\")\n    .keyConditionExpression(\"pk = :pk\")\n    .expressionAttributeValues(Map.of(\":pk\", AttributeValue.fromS(\"a\")))\n    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)\n    .build();",
        ),
        (
            CodeLanguage::Go,
            "response, err := client.Query(ctx, &dynamodb.QueryInput{\n\tTableName: aws.String(\"Orders\"),\n\tKeyConditionExpression: aws.String(\"pk = :pk\"),\n\tExpressionAttributeValues: map[string]types.AttributeValue{\n\t\t\":pk\": &types.AttributeValueMemberS{Value: \"a\"},\n\t},\n\tReturnConsumedCapacity: types.ReturnConsumedCapacityTotal,\n})",
        ),
    ] {
        let (code, _) =
            write(language, shapes::operation("Query").expect("Query"), &json::read(body).expect("JSON"));
        assert!(code.contains(expected), "{code}");
    }
}
