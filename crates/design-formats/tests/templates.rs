//! Tests of templates with values that they do not have, of loops, and of files of the Serverless Framework.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

mod imported;

use dynalab_design_formats::{ImportNote, read, read_given};
use dynalab_modeling::design::Mode;
use dynalab_modeling::formats::FormatError;
use imported::{given, keys, missing};

const TEMPLATE: &str = "
Parameters:
  KeyName: {Type: String}
  Stage: {Type: String}
  Units: {Type: Number}
  Mode: {Type: String, AllowedValues: [PROVISIONED, PAY_PER_REQUEST]}
  Stored: {Type: 'AWS::SSM::Parameter::Value<String>', Default: /boats/sort}
Conditions:
  HasIndex: !Equals [!Ref Stage, prod]
Resources:
  Boats:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: !Sub '${Stage}-boats'
      BillingMode: !Ref Mode
      AttributeDefinitions:
        - {AttributeName: !Ref KeyName, AttributeType: N}
        - {AttributeName: !Ref Stored, AttributeType: S}
        - {AttributeName: port, AttributeType: S}
      KeySchema:
        - {AttributeName: !Ref KeyName, KeyType: HASH}
        - {AttributeName: !Ref Stored, KeyType: RANGE}
      GlobalSecondaryIndexes:
        - !If
          - HasIndex
          - IndexName: by_port
            KeySchema: [{AttributeName: port, KeyType: HASH}]
            Projection: {ProjectionType: ALL}
          - !Ref AWS::NoValue
";

#[test]
fn a_parameter_without_a_value_is_a_placeholder_until_it_is_given() {
    let imported = read(TEMPLATE).unwrap();
    assert_eq!(keys(&imported), ["Stage-boats (KeyName N; Stored S)"]);
    assert_eq!(missing(&imported), ["KeyName", "Mode", "Stage", "Stored"]);
    assert!(imported.design.tables[0].indexes.is_empty(), "the condition is unknown");
    let left: Vec<String> = imported.notes.iter().map(ToString::to_string).collect();
    assert!(left.iter().any(|note| note.contains("GlobalSecondaryIndexes[0]")), "{left:?}");
    assert!(left.iter().any(|note| note.contains("Boats.BillingMode")), "{left:?}");
    let values =
        given(&[("KeyName", "hull"), ("Stage", "prod"), ("Mode", "PAY_PER_REQUEST"), ("Stored", "year")]);
    let imported = read_given(TEMPLATE, &values).unwrap();
    assert_eq!(keys(&imported), ["prod-boats (hull N; year S) by_port(port S; )"]);
    assert_eq!(missing(&imported), [""; 0]);
    assert_eq!(imported.design.tables[0].indexes.len(), 1);
    assert_eq!(imported.design.tables[0].mode, Mode::OnDemand);
}

#[test]
fn a_simple_table_has_its_key_or_id() {
    let text = "
Transform: AWS::Serverless-2016-10-31
Resources:
  Sensors:
    Type: AWS::Serverless::SimpleTable
    Properties:
      PrimaryKey: {Name: sensor, Type: Number}
      ProvisionedThroughput: {ReadCapacityUnits: 5, WriteCapacityUnits: 5}
  Sessions:
    Type: AWS::Serverless::SimpleTable
";
    let imported = read(text).unwrap();
    assert_eq!(keys(&imported), ["Sensors (sensor N; )", "Sessions (id S; )"]);
    assert!(matches!(imported.design.tables[0].mode, Mode::Provisioned { .. }));
    assert_eq!(imported.design.tables[1].mode, Mode::OnDemand);
}

#[test]
fn a_loop_makes_a_table_for_each_value() {
    let text = "
Transform: AWS::LanguageExtensions
Parameters:
  Harbours: {Type: CommaDelimitedList, Default: 'north, south'}
Resources:
  Fn::ForEach::Tables:
    - Harbour
    - !Ref Harbours
    - '${Harbour}Boats':
        Type: AWS::DynamoDB::Table
        Properties:
          TableName: !Sub 'boats-${Harbour}'
          BillingMode: PAY_PER_REQUEST
          AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
          KeySchema: [{AttributeName: id, KeyType: HASH}]
";
    assert_eq!(keys(&read(text).unwrap()), ["boats-north (id S; )", "boats-south (id S; )"]);
    let unknown = text.replace(", Default: 'north, south'", "");
    assert_eq!(read(&unknown), Err(FormatError::NoTable));
    let values = given(&[("Harbours", "east")]);
    assert_eq!(keys(&read_given(&unknown, &values).unwrap()), ["boats-east (id S; )"]);
}

const SERVERLESS: &str = "
service: rides
provider:
  name: aws
  runtime: nodejs20.x
  stage: ${opt:stage, 'dev'}
custom:
  table: ${self:service}-${sls:stage}
functions:
  list: {handler: src/list.handler}
resources:
  Resources:
    Rides:
      Type: AWS::DynamoDB::Table
      Properties:
        TableName: ${self:custom.table}
        BillingMode: PAY_PER_REQUEST
        AttributeDefinitions:
          - {AttributeName: ride, AttributeType: S}
          - {AttributeName: '${env:SORT_KEY}', AttributeType: N}
        KeySchema:
          - {AttributeName: ride, KeyType: HASH}
          - {AttributeName: '${env:SORT_KEY}', KeyType: RANGE}
        TimeToLiveSpecification: {AttributeName: ends, Enabled: true}
";

#[test]
fn a_file_of_the_serverless_framework_is_read_with_its_variables() {
    let imported = read(SERVERLESS).unwrap();
    assert_eq!(imported.format, "serverless");
    assert_eq!(keys(&imported), ["rides-dev (ride S; SORT_KEY N)"]);
    assert_eq!(imported.design.tables[0].ttl.as_deref(), Some("ends"));
    assert_eq!(missing(&imported), ["env:SORT_KEY"]);
    let values = given(&[("opt:stage", "prod"), ("env:SORT_KEY", "begins")]);
    assert_eq!(keys(&read_given(SERVERLESS, &values).unwrap()), ["rides-prod (ride S; begins N)"]);
}

#[test]
fn resources_in_other_files_are_named() {
    let (head, tables) = SERVERLESS.split_once("resources:\n").unwrap();
    // An element of a list.
    let tables = format!("  - {}", tables.trim_start().replace('\n', "\n  "));
    let elsewhere = format!("{head}resources: ${{file(resources/tables.yml)}}\n");
    let files = "resources/tables.yml".to_owned();
    assert_eq!(read(&elsewhere), Err(FormatError::InOtherFiles { files: files.clone() }));
    let list = format!("{head}resources:\n  - ${{file(resources/tables.yml)}}\n{tables}");
    let imported = read(&list).unwrap();
    assert_eq!(keys(&imported), ["rides-dev (ride S; SORT_KEY N)"]);
    assert!(imported.notes.contains(&ImportNote::OtherFiles { files }), "{:?}", imported.notes);
    // Several parts are one template, with the conditions of all.
    let parts = format!("{head}resources:\n  - Conditions: {{On: {{'Fn::Equals': [a, a]}}}}\n{tables}")
        .replace(
            "BillingMode: PAY_PER_REQUEST",
            "BillingMode: {'Fn::If': [On, PAY_PER_REQUEST, PROVISIONED]}",
        );
    assert_eq!(read(&parts).unwrap().design.tables[0].mode, Mode::OnDemand);
}

#[test]
fn the_region_of_a_file_is_the_region_of_the_design() {
    let global = "
Resources:
  Boats:
    Type: AWS::DynamoDB::GlobalTable
    Properties:
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
      KeySchema: [{AttributeName: id, KeyType: HASH}]
      Replicas: [{Region: eu-west-1}, {Region: us-east-1}]
";
    let design = read(global).unwrap().design;
    let replicas = |design: &dynalab_modeling::Design| {
        design.tables[0].replicas.iter().map(|replica| replica.region.clone()).collect::<Vec<_>>()
    };
    assert_eq!((design.region.as_str(), replicas(&design)), ("eu-west-1", vec!["us-east-1".to_owned()]));
    let own = global.replace("eu-west-1", "!Ref AWS::Region").replace("us-east-1", "eu-west-1");
    let design = read(&own).unwrap().design;
    assert_eq!((design.region.as_str(), replicas(&design)), ("us-east-1", vec!["eu-west-1".to_owned()]));
    let serverless =
        SERVERLESS.replace("  name: aws\n", "  name: aws\n  region: ${opt:region, 'eu-north-1'}\n");
    assert_eq!(read(&serverless).unwrap().design.region, "eu-north-1");
    let terraform = "provider \"aws\" {\n region = \"ap-northeast-1\"\n}\nprovider \"aws\" {\n alias = \"x\"\n region = \"eu-west-1\"\n}\n\
        resource \"aws_dynamodb_table\" \"t\" {\n hash_key = \"id\"\n attribute {\n name = \"id\"\n type = \"S\"\n }\n}\n";
    assert_eq!(read(terraform).unwrap().design.region, "ap-northeast-1");
}
