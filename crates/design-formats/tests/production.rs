//! Tests of auto scaling, alarms and event source mappings in each format that has them: written, read again, and written as files of
//! other tools have them.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

use dynalab_design_formats::{ImportNote, find, read};
use dynalab_modeling::Language;
use dynalab_modeling::design::{
    Alarm, Dimension, ExpiredRecords, Mode, Replica, Scaling, Stream, StreamReader, Table, Units,
};
use dynalab_modeling::{Design, check, parse, templates};
use serde_json::json;

const FORMATS: [&str; 4] = ["aws-cli", "cloudformation", "cloudformation-json", "terraform"];

fn write(format: &str, design: &Design) -> String {
    (find(format).unwrap().write.unwrap())(design, &check(design), Language::English).text
}

fn scaling(index: Option<&str>, units: Dimension, least: u64, most: u64) -> Scaling {
    Scaling { index: index.map(str::to_owned), units, least, most, ..Scaling::default() }
}

/// Returns the tables of the shop with everything that operates them, and without entities and patterns.
fn operated() -> Design {
    let shop = parse(templates::find("shop").unwrap().text).unwrap();
    let mut table = shop.tables[0].clone();
    table.items.clear();
    table.notes.clear();
    table.mode = Mode::Provisioned { headroom_percent: 20.0 };
    table.scaling = vec![
        Scaling {
            scale_in_seconds: Some(60),
            scale_out_seconds: Some(0),
            ..scaling(None, Dimension::Read, 5, 400)
        },
        Scaling { target_percent: 62.5, ..scaling(None, Dimension::Write, 1, 100) },
        scaling(Some("GSI1"), Dimension::Read, 5, 50),
        scaling(Some("GSI1"), Dimension::Write, 5, 60),
    ];
    let alarm = Alarm {
        name: "shop throttled".to_owned(),
        metric: "ReadThrottleEvents".to_owned(),
        index: Some("GSI1".to_owned()),
        statistic: "Sum".to_owned(),
        period_seconds: 60,
        threshold: 0.5,
        comparison: "GreaterThanOrEqualToThreshold".to_owned(),
        periods: 3,
        ..Alarm::default()
    };
    let slow = Alarm {
        name: "slow".to_owned(),
        metric: "SuccessfulRequestLatency".to_owned(),
        index: None,
        operation: Some("Query".to_owned()),
        threshold: 20.0,
        periods_to_alarm: Some(2),
        missing: Some("notBreaching".to_owned()),
        ..alarm.clone()
    };
    table.alarms = vec![alarm, slow];
    let reader = |name: &str| StreamReader { name: name.to_owned(), ..StreamReader::default() };
    let full = StreamReader {
        mapping: [
            ("StartingPosition", json!("TRIM_HORIZON")),
            ("BatchSize", json!(10)),
            ("MaximumBatchingWindowInSeconds", json!(2)),
            ("MaximumRetryAttempts", json!(3)),
            ("MaximumRecordAgeInSeconds", json!(3600)),
            ("BisectBatchOnFunctionError", json!(true)),
            ("FunctionResponseTypes", json!(["ReportBatchItemFailures"])),
            (
                "DestinationConfig",
                json!({ "OnFailure": { "Destination": "arn:aws:sqs:us-east-1:123456789012:failed" } }),
            ),
            ("FilterCriteria", json!({ "Filters": [{ "Pattern": r#"{"eventName":["INSERT"]}"# }] })),
        ]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect(),
        ..reader("order_mails")
    };
    let filtered = StreamReader { expired: Some(ExpiredRecords::Filtered), ..reader("counts") };
    let view = "NEW_AND_OLD_IMAGES".to_owned();
    table.stream =
        Some(Stream { view, readers: vec![full, filtered, reader("archive")], ..Stream::default() });
    // A file of another tool always says the units of a provisioned table.
    let units = Units { read: Some(5), write: Some(5) };
    table.capacity.units = units;
    table.indexes.iter_mut().for_each(|index| index.capacity.units = units);
    let other = Table { name: "Other".to_owned(), scaling: Vec::new(), ..table.clone() };
    Design { name: shop.name, tables: vec![other, table], ..Design::default() }
}

#[test]
fn what_operates_a_table_is_written_and_read() {
    let design = operated();
    for format in FORMATS {
        let text = write(format, &design);
        let imported = read(&text).unwrap_or_else(|error| panic!("{format}: {error}\n{text}"));
        assert_eq!(imported.notes, [ImportNote::KeysOnly], "{format}\n{text}");
        let mut found = imported.design.tables.clone();
        for table in &mut found {
            // Resources of a template are sorted by name.
            table.scaling.sort_by_key(|one| (one.index.clone(), one.units));
            let order = ["order_mails", "counts", "archive"];
            if let Some(stream) = &mut table.stream {
                stream.readers.sort_by_key(|reader| order.iter().position(|name| *name == reader.name));
            }
        }
        assert_eq!(found, design.tables, "{format}\n{text}");
        let again = Design { name: design.name.clone(), ..imported.design };
        assert_eq!(write(format, &again), text, "{format}: the same bytes");
    }
}

#[test]
fn a_global_table_keeps_its_auto_scaling() {
    let mut design = operated();
    for table in &mut design.tables {
        table.replicas = vec![Replica { region: "eu-west-1".to_owned(), ..Replica::default() }];
    }
    let text = write("cloudformation", &design);
    let imported = read(&text).unwrap();
    let shop = imported.design.table("Shop").unwrap();
    let mut found = shop.scaling.clone();
    found.sort_by_key(|one| (one.index.clone(), one.units));
    assert_eq!(found, design.table("Shop").unwrap().scaling);
    assert!(imported.design.table("Other").unwrap().scaling.is_empty());
    assert!(!text.contains("ScalableTarget"), "{text}");
    let again = Design { name: design.name.clone(), ..imported.design };
    assert_eq!(write("cloudformation", &again), text);
}

#[test]
fn the_stack_of_cdk_has_scaling_alarms_and_mappings() {
    let text = write("cdk", &operated());
    for part in [
        "minCapacity: 5, maxCapacity: 400",
        "targetUtilizationPercent: 62.5",
        "new cloudwatch.CfnAlarm(this, \"ShopSlowAlarm\"",
        "value: tableShop.tableName",
        "eventSourceArn: tableShop.tableStreamArn",
        "functionName: \"order_mails\"",
        "batchSize: 10",
        "import * as lambda from \"aws-cdk-lib/aws-lambda\";",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn a_template_of_others_is_read() {
    let template = r#"{"Parameters":{"Most":{"Type":"Number","Default":40}},"Resources":{
"T":{"Type":"AWS::DynamoDB::Table","Properties":{"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],
"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":5}}},
"Target":{"Type":"AWS::ApplicationAutoScaling::ScalableTarget","Properties":{"MaxCapacity":{"Ref":"Most"},"MinCapacity":"2",
"ResourceId":{"Fn::Join":["/",["table",{"Ref":"T"}]]},"RoleARN":{"Fn::GetAtt":["Role","Arn"]},"ScalableDimension":"dynamodb:table:WriteCapacityUnits","ServiceNamespace":"dynamodb"}},
"Policy":{"Type":"AWS::ApplicationAutoScaling::ScalingPolicy","Properties":{"PolicyName":"p","PolicyType":"TargetTrackingScaling","ScalingTargetId":{"Ref":"Target"},
"TargetTrackingScalingPolicyConfiguration":{"TargetValue":50.0,"ScaleInCooldown":60,"PredefinedMetricSpecification":{"PredefinedMetricType":"DynamoDBWriteCapacityUtilization"}}}},
"Service":{"Type":"AWS::ApplicationAutoScaling::ScalableTarget","Properties":{"MaxCapacity":4,"MinCapacity":1,"ResourceId":"service/a/b","ScalableDimension":"ecs:service:DesiredCount","ServiceNamespace":"ecs"}},
"Lost":{"Type":"AWS::ApplicationAutoScaling::ScalableTarget","Properties":{"MaxCapacity":4,"MinCapacity":1,"ResourceId":"table/Elsewhere","ScalableDimension":"dynamodb:table:ReadCapacityUnits","ServiceNamespace":"dynamodb"}},
"Cpu":{"Type":"AWS::CloudWatch::Alarm","Properties":{"Namespace":"AWS/EC2","MetricName":"CPUUtilization"}}}}"#;
    let imported = read(template).unwrap();
    let wanted = Scaling {
        target_percent: 50.0,
        scale_in_seconds: Some(60),
        ..scaling(None, Dimension::Write, 2, 40)
    };
    assert_eq!(imported.design.tables[0].scaling, [wanted]);
    let left_out = ImportNote::LeftOut { place: "the file".to_owned(), member: "Lost".to_owned() };
    assert!(imported.notes.contains(&left_out), "{:?}", imported.notes);
    let types = "AWS::ApplicationAutoScaling::ScalableTarget 1, AWS::CloudWatch::Alarm 1".to_owned();
    assert!(imported.notes.contains(&ImportNote::OtherResources { types }), "{:?}", imported.notes);
    assert_eq!(imported.notes.len(), 3, "{:?}", imported.notes);
}

#[test]
fn a_configuration_of_others_is_read() {
    let configuration = r#"
variable "most" { default = 40 }
resource "aws_dynamodb_table" "t" {
  name     = "Things"
  hash_key = "id"
  attribute {
    name = "id"
    type = "S"
  }
}
resource "aws_appautoscaling_target" "writes" {
  max_capacity       = var.most
  min_capacity       = 2
  resource_id        = "table/${aws_dynamodb_table.t.name}"
  scalable_dimension = "dynamodb:table:WriteCapacityUnits"
  service_namespace  = "dynamodb"
}
resource "aws_appautoscaling_policy" "writes" {
  name               = "DynamoDBWriteCapacityUtilization:${aws_appautoscaling_target.writes.resource_id}"
  policy_type        = "TargetTrackingScaling"
  resource_id        = aws_appautoscaling_target.writes.resource_id
  scalable_dimension = aws_appautoscaling_target.writes.scalable_dimension
  service_namespace  = aws_appautoscaling_target.writes.service_namespace
  target_tracking_scaling_policy_configuration {
    predefined_metric_specification {
      predefined_metric_type = "DynamoDBWriteCapacityUtilization"
    }
    target_value = 70
  }
}
resource "aws_cloudwatch_metric_alarm" "throttled" {
  alarm_name          = "throttled"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 1
  metric_name         = "WriteThrottleEvents"
  namespace           = "AWS/DynamoDB"
  period              = 300
  statistic           = "Sum"
  threshold           = 0
  alarm_actions       = [aws_sns_topic.ops.arn]
  dimensions = {
    TableName = aws_dynamodb_table.t.name
  }
}
"#;
    let table = &read(configuration).unwrap().design.tables[0];
    assert_eq!(table.scaling, [scaling(None, Dimension::Write, 2, 40)]);
    assert_eq!(
        (table.alarms[0].name.as_str(), table.alarms[0].threshold, table.alarms[0].period_seconds),
        ("throttled", 0.0, 300)
    );
}

#[test]
fn names_from_a_link_stay_words_of_the_shell_and_texts_of_terraform() {
    let mut design = operated();
    let hostile = "a\"; $(touch /tmp/x) `id` 'b\nrm -rf . # ${file(\"/etc/passwd\")} %{ if true }";
    for table in &mut design.tables {
        table.alarms[0].name = hostile.to_owned();
        table.alarms[0].metric = hostile.to_owned();
        if let Some(stream) = &mut table.stream {
            stream.readers[0].name = hostile.to_owned();
        }
    }
    design.tables[0].name = hostile.to_owned();
    let text = write("aws-cli", &design);
    // Every line is a command, a comment, or a part of a quoted word. A shell reads the words.
    let script = format!("aws() {{ printf '%s\\n' \"$@\" >> out; }}\n{text}");
    let folder = std::env::temp_dir().join(format!("dynalab-words-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("script.sh"), script).unwrap();
    let ran = std::process::Command::new("sh").arg("script.sh").current_dir(&folder).output().unwrap();
    let words = std::fs::read_to_string(folder.join("out")).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert!(words.contains(hostile), "the name is one word\n{words}");

    let text = write("terraform", &design);
    let imported = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let table = imported.design.table(hostile).unwrap_or_else(|| panic!("{text}"));
    assert_eq!(table.alarms[0].name, hostile);
    let text = write("cloudformation", &design);
    assert_eq!(read(&text).unwrap().design.table(hostile).unwrap().alarms[0].name, hostile);
}
