//! Tests of what a table carries besides its keys: units, tags, encryption, policies. Each format keeps what it can say.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

use dynalab_design_formats::{FormatError, ImportNote, find, read};
use dynalab_modeling::design::{
    Capacity, DeletionPolicy, Encryption, IndexKind, Mode, Replica, Settings, Table, Units,
};
use dynalab_modeling::formats::ImportedDesign;
use dynalab_modeling::{Design, Language, check, parse, templates};
use serde_json::{Value, json};

fn write(format: &str, design: &Design) -> String {
    (find(format).unwrap().write.unwrap())(design, &check(design), Language::English).text
}

fn open(text: &str) -> ImportedDesign {
    read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn units(read: u64, write: u64) -> Units {
    Units { read: Some(read), write: Some(write) }
}

fn capacity(factor: u64, mode: Mode) -> Capacity {
    let mut capacity = Capacity { warm: units(13_000 * factor, 5_000 * factor), ..Capacity::default() };
    match mode {
        Mode::OnDemand => capacity.maximum = units(400 * factor, 200 * factor),
        Mode::Provisioned { .. } => capacity.units = units(120 * factor, 40 * factor),
    }
    capacity
}

/// Returns a design whose table carries everything, in a mode, alone or in two Regions.
fn carrying(mode: Mode, is_global: bool) -> Design {
    let mut design = parse(templates::find("shop").unwrap().text).unwrap();
    let table = &mut design.tables[0];
    (table.mode, table.recovery, table.deletion_protection) = (mode, true, true);
    table.replicas.clear();
    table.capacity = capacity(1, mode);
    let globals = table.indexes.iter_mut().filter(|index| index.kind == IndexKind::Global);
    for (number, index) in globals.enumerate() {
        index.capacity = capacity(number as u64 + 2, mode);
    }
    let policy = |action: &str| json!({ "Version": "2012-10-17", "Statement": [{ "Effect": "Allow", "Action": action }] });
    table.settings = Settings {
        recovery_days: Some(7),
        tags: [("team", "ships"), ("cost center", "a=${b}")]
            .map(|(key, value)| (key.into(), value.into()))
            .into(),
        encryption: Some(Encryption {
            enabled: true,
            key: Some("arn:aws:kms:us-east-1:123456789012:key/k1".to_owned()),
            ..Encryption::default()
        }),
        deletion_policy: DeletionPolicy::Delete,
        replacement_policy: DeletionPolicy::RetainExceptOnCreate,
        policy: Some(policy("dynamodb:GetItem")),
        stream_policy: Some(policy("dynamodb:GetRecords")),
        contributor_insights: Some("THROTTLED_KEYS".to_owned()),
        ..Settings::default()
    };
    table.stream = Some(dynalab_modeling::design::Stream {
        view: "NEW_AND_OLD_IMAGES".to_owned(),
        ..Default::default()
    });
    if is_global {
        table.replicas = vec![Replica { region: "eu-west-1".to_owned(), ..Replica::default() }];
    }
    design
}

const PROVISIONED: Mode = Mode::Provisioned { headroom_percent: 20.0 };

fn carried(table: &Table) -> (Capacity, Vec<Capacity>, Settings) {
    let of_indexes = table.indexes.iter().map(|index| index.capacity.clone());
    (table.capacity.clone(), of_indexes.collect(), table.settings.clone())
}

#[test]
fn each_format_gives_again_what_it_can_say() {
    for (format, can_say) in [
        ("cloudformation", (|_| {}) as fn(&mut Table)),
        ("cloudformation-json", |_| {}),
        ("terraform", |table| {
            (table.settings.deletion_policy, table.settings.replacement_policy) = Default::default();
        }),
        ("create-table", |table| {
            let Settings { tags, encryption, policy, .. } = table.settings.clone();
            table.settings = Settings { tags, encryption, policy, ..Settings::default() };
        }),
        ("aws-cli", |table| {
            (table.settings.deletion_policy, table.settings.replacement_policy) = Default::default();
            table.settings.stream_policy = None;
        }),
        ("nosql-workbench", |table| {
            table.settings = Settings::default();
            let of_indexes = table.indexes.iter_mut().map(|index| &mut index.capacity);
            for capacity in of_indexes.chain([&mut table.capacity]) {
                (capacity.warm, capacity.maximum) = Default::default();
            }
        }),
    ] {
        for (mode, is_global) in
            [(Mode::OnDemand, false), (PROVISIONED, false), (Mode::OnDemand, true), (PROVISIONED, true)]
        {
            let design = carrying(mode, is_global);
            let text = write(format, &design);
            let imported = open(&text);
            let mut wanted = design.tables[0].clone();
            can_say(&mut wanted);
            assert_eq!(carried(&imported.design.tables[0]), carried(&wanted), "{format} {mode:?}\n{text}");
            assert!(
                !imported.notes.iter().any(|note| matches!(note, ImportNote::LeftOut { .. })),
                "{format} {mode:?}: {:?}\n{text}",
                imported.notes
            );
            assert_eq!(imported.design.tables[0].scaling, [], "{format}");
            let again = Design { name: design.name.clone(), ..imported.design };
            if ["cloudformation", "cloudformation-json", "terraform"].contains(&format) {
                assert_eq!(write(format, &again), text, "{format}: the same bytes");
            }
        }
    }
}

#[test]
fn a_design_keeps_what_a_table_carries_and_says_nothing_of_it_without() {
    let design = carrying(PROVISIONED, false);
    let text = dynalab_modeling::document::write(&design);
    assert_eq!(parse(&text).unwrap(), design);
    for word in ["\"capacity\"", "\"settings\""] {
        assert!(text.contains(word));
        for template in templates::ALL {
            let design = parse(template.text).unwrap();
            assert!(!dynalab_modeling::document::write(&design).contains(word), "{}", template.id);
        }
    }
}

const STACK: &str = "
Resources:
  Boats:
    Type: AWS::DynamoDB::Table
    DeletionPolicy: Delete
    UpdateReplacePolicy: Snapshot
    Properties:
      AttributeDefinitions: [{AttributeName: id, AttributeType: S}, {AttributeName: port, AttributeType: S}]
      KeySchema: [{AttributeName: id, KeyType: HASH}]
      ProvisionedThroughput: {ReadCapacityUnits: 120, WriteCapacityUnits: '40'}
      GlobalSecondaryIndexes:
        - IndexName: by_port
          KeySchema: [{AttributeName: port, KeyType: HASH}]
          Projection: {ProjectionType: ALL}
          ProvisionedThroughput: {ReadCapacityUnits: 30, WriteCapacityUnits: 20}
          WarmThroughput: {ReadUnitsPerSecond: 14000}
          ContributorInsightsSpecification: {Enabled: true}
      WarmThroughput: {ReadUnitsPerSecond: 20000, WriteUnitsPerSecond: 6000}
      PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 9}
      Tags: [{Key: team, Value: ships}, {Key: year, Value: 2026}]
      SSESpecification: {SSEEnabled: true, SSEType: KMS, KMSMasterKeyId: alias/boats}
      ResourcePolicy: {PolicyDocument: {Version: '2012-10-17', Statement: []}}
      ContributorInsightsSpecification: {Enabled: true}
      KinesisStreamSpecification: {StreamArn: x}
";

#[test]
fn a_stack_of_another_tool_keeps_its_settings_and_names_the_others() {
    let imported = open(STACK);
    let table = &imported.design.tables[0];
    assert_eq!(table.capacity.units, units(120, 40));
    assert_eq!(table.capacity.warm, units(20_000, 6_000));
    assert_eq!(table.indexes[0].capacity.units, units(30, 20));
    assert_eq!(table.indexes[0].capacity.warm, Units { read: Some(14_000), write: None });
    let Settings { recovery_days, tags, encryption, deletion_policy, policy, contributor_insights, .. } =
        &table.settings;
    assert_eq!((recovery_days, deletion_policy), (&Some(9), &DeletionPolicy::Delete));
    assert_eq!(tags["year"], "2026");
    assert_eq!(encryption.as_ref().unwrap().key.as_deref(), Some("alias/boats"));
    assert!(policy.is_some());
    assert_eq!(contributor_insights.as_deref(), Some("ACCESSED_AND_THROTTLED_KEYS"));
    let left_out: Vec<String> = imported
        .notes
        .iter()
        .filter_map(|note| match note {
            ImportNote::LeftOut { place, member } => Some(format!("{place} {member}")),
            _ => None,
        })
        .collect();
    assert_eq!(
        left_out,
        [
            "Boats.GlobalSecondaryIndexes[0] ContributorInsightsSpecification",
            "Boats KinesisStreamSpecification",
            "Boats UpdateReplacePolicy"
        ]
    );
}

#[test]
fn a_replica_that_differs_is_named_and_its_settings_are_written_again() {
    let imported = open(
        "
Resources:
  Boats:
    Type: AWS::DynamoDB::GlobalTable
    Properties:
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
      KeySchema: [{AttributeName: id, KeyType: HASH}]
      WriteOnDemandThroughputSettings: {MaxWriteRequestUnits: 50}
      SSESpecification: {SSEEnabled: true, SSEType: KMS}
      Replicas:
        - Region: eu-west-1
          ReadOnDemandThroughputSettings: {MaxReadRequestUnits: 70}
          SSESpecification: {KMSMasterKeyId: alias/one}
          Tags: [{Key: team, Value: ships}]
        - Region: us-east-1
          SSESpecification: {KMSMasterKeyId: alias/two}
          ReadOnDemandThroughputSettings: {MaxReadRequestUnits: 30}
          PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: true}
          GlobalSecondaryIndexes: [{IndexName: none}]
",
    );
    let table = &imported.design.tables[0];
    assert_eq!(table.capacity.maximum, units(70, 50));
    assert_eq!(table.settings.encryption.as_ref().unwrap().key.as_deref(), Some("alias/one"));
    assert_eq!(table.settings.tags["team"], "ships");
    let place = || "Boats.us-east-1".to_owned();
    for member in ["SSESpecification", "ReadOnDemandThroughputSettings", "PointInTimeRecoverySpecification"] {
        let kept = ImportNote::Kept { place: place(), member: member.to_owned(), format: "cloudformation" };
        assert!(imported.notes.contains(&kept), "{:?}", imported.notes);
    }
    let left_out = ImportNote::LeftOut { place: place(), member: "GlobalSecondaryIndexes".to_owned() };
    assert!(imported.notes.contains(&left_out), "{:?}", imported.notes);
    let written: Value = serde_json::from_str(&write("cloudformation-json", &imported.design)).unwrap();
    let replicas = &written["Resources"]["Boats"]["Properties"]["Replicas"];
    let of_home = json!({ "MaxReadRequestUnits": 70 });
    assert_eq!(replicas[0]["ReadOnDemandThroughputSettings"], of_home);
    assert_eq!(replicas[0]["Tags"][0]["Value"], "ships");
    let other = json!({
        "Region": "us-east-1",
        "SSESpecification": { "KMSMasterKeyId": "alias/two" },
        "ReadOnDemandThroughputSettings": { "MaxReadRequestUnits": 30 },
        "PointInTimeRecoverySpecification": { "PointInTimeRecoveryEnabled": true },
    });
    assert_eq!(replicas[1], other);
    // Read again, it is the same design, and its units are those of another mode after a change.
    let mut again = open(&write("cloudformation-json", &imported.design)).design;
    assert_eq!(again.tables[0].replicas, imported.design.tables[0].replicas);
    again.tables[0].mode = Mode::Provisioned { headroom_percent: 20.0 };
    let written: Value = serde_json::from_str(&write("cloudformation-json", &again)).unwrap();
    let other = &written["Resources"]["Boats"]["Properties"]["Replicas"][1];
    assert_eq!(other.get("ReadOnDemandThroughputSettings"), None);
}

#[test]
fn the_replicas_of_a_configuration_keep_their_settings() {
    let table = r#"
resource "aws_dynamodb_table" "boats" {
  name             = "boats"
  billing_mode     = "PAY_PER_REQUEST"
  hash_key         = "id"
  stream_enabled   = true
  stream_view_type = "NEW_AND_OLD_IMAGES"
  attribute {
    name = "id"
    type = "S"
  }
  replica {
    region_name            = "eu-west-1"
    kms_key_arn            = "arn:aws:kms:eu-west-1:1:key/k"
    point_in_time_recovery = true
    propagate_tags         = false
  }
  replica {
    region_name = "us-west-2"
    other       = 1
  }
}
"#;
    let imported = open(table);
    let notes: Vec<String> = imported.notes.iter().map(|note| format!("{note:?}")).collect();
    for member in ["kms_key_arn", "point_in_time_recovery", "propagate_tags"] {
        let kept = ImportNote::Kept {
            place: "aws_dynamodb_table.boats".to_owned(),
            member: format!("replica.{member}"),
            format: "terraform",
        };
        assert!(imported.notes.contains(&kept), "{notes:?}");
    }
    assert!(notes.iter().any(|note| note.contains("LeftOut") && note.contains("replica.other")), "{notes:?}");
    let written = write("terraform", &imported.design);
    for line in [
        r#"kms_key_arn = "arn:aws:kms:eu-west-1:1:key/k""#,
        "point_in_time_recovery = true",
        "propagate_tags = false",
    ] {
        assert_eq!(written.matches(line).count(), 1, "{line}: {written}");
    }
    assert_eq!(open(&written).design.tables[0].replicas, imported.design.tables[0].replicas);
}

#[test]
fn a_configuration_keeps_its_settings() {
    let imported = open(
        r#"
resource "aws_dynamodb_table" "boats" {
  name           = "boats"
  hash_key       = "id"
  read_capacity  = 120
  write_capacity = 40
  attribute {
    name = "id"
    type = "S"
  }
  global_secondary_index {
    name            = "all"
    hash_key        = "id"
    projection_type = "ALL"
    read_capacity   = 3
    write_capacity  = 4
    warm_throughput {
      read_units_per_second  = 13000
      write_units_per_second = 5000
    }
  }
  server_side_encryption {
    enabled     = true
    kms_key_arn = "arn:aws:kms:eu-west-1:1:key/k"
  }
  point_in_time_recovery {
    enabled                 = true
    recovery_period_in_days = 7
  }
  tags = { team = "ships" }
  lifecycle { prevent_destroy = true }
}
resource "aws_dynamodb_resource_policy" "boats" {
  resource_arn = aws_dynamodb_table.boats.arn
  policy       = jsonencode({ Version = "2012-10-17", Statement = [] })
}
resource "aws_dynamodb_contributor_insights" "boats" {
  table_name = aws_dynamodb_table.boats.name
}
"#,
    );
    let table = &imported.design.tables[0];
    assert_eq!((table.capacity.units, table.indexes[0].capacity.units), (units(120, 40), units(3, 4)));
    assert_eq!(table.indexes[0].capacity.warm, units(13_000, 5_000));
    assert_eq!(table.settings.recovery_days, Some(7));
    assert_eq!(table.settings.tags["team"], "ships");
    assert_eq!(
        table.settings.encryption.as_ref().unwrap().key.as_deref(),
        Some("arn:aws:kms:eu-west-1:1:key/k")
    );
    assert!(table.settings.policy.is_some() && table.settings.contributor_insights.is_some());
    let note = ImportNote::LeftOut {
        place: "aws_dynamodb_table.boats".to_owned(),
        member: "lifecycle.prevent_destroy".to_owned(),
    };
    assert_eq!(imported.notes, [note, ImportNote::KeysOnly]);
}

#[test]
fn a_script_changes_its_table() {
    let imported = open(
        "aws dynamodb create-table --table-name boats --attribute-definitions AttributeName=id,AttributeType=S --key-schema AttributeName=id,KeyType=HASH --billing-mode PAY_PER_REQUEST --tags Key=team,Value=ships
aws dynamodb update-table --table-name boats --attribute-definitions AttributeName=port,AttributeType=N --global-secondary-index-updates '[{\"Create\":{\"IndexName\":\"by_port\",\"KeySchema\":[{\"AttributeName\":\"port\",\"KeyType\":\"HASH\"}],\"Projection\":{\"ProjectionType\":\"ALL\"}}}]'
aws dynamodb update-table --table-name boats --billing-mode PROVISIONED --provisioned-throughput ReadCapacityUnits=11,WriteCapacityUnits=12
aws dynamodb update-table --table-name boats --stream-specification StreamEnabled=TRUE,StreamViewType=KEYS_ONLY
aws dynamodb tag-resource --resource-arn arn:aws:dynamodb:us-east-1:123456789012:table/boats --tags Key=year,Value=2026
aws dynamodb update-continuous-backups --table-name boats --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true,RecoveryPeriodInDays=3
",
    );
    let table = &imported.design.tables[0];
    assert_eq!(table.indexes[0].name, "by_port");
    assert_eq!(table.indexes[0].partition_key[0].data_type.name(), "N");
    assert_eq!((table.mode, table.capacity.units), (PROVISIONED, units(11, 12)));
    assert_eq!(table.stream.as_ref().unwrap().view, "KEYS_ONLY");
    assert_eq!(table.settings.tags.len(), 2);
    assert_eq!((table.recovery, table.settings.recovery_days), (true, Some(3)));
    assert_eq!(imported.notes, [ImportNote::KeysOnly]);
}

#[test]
fn a_command_that_cannot_be_read_is_named() {
    const CREATE: &str = "aws dynamodb create-table --attribute-definitions AttributeName=id,AttributeType=S --key-schema AttributeName=id,KeyType=HASH --billing-mode PAY_PER_REQUEST";
    let broken = format!("{CREATE} --table-name bad --stream-specification StreamEnabled=perhaps\n");
    let imported = open(&format!("{CREATE} --table-name boats\n{broken}"));
    assert_eq!(imported.design.tables.len(), 1);
    let [ImportNote::CommandNotRead { command, detail }, ImportNote::KeysOnly] = &imported.notes[..] else {
        panic!("{:?}", imported.notes);
    };
    assert!(command.starts_with("aws dynamodb create-table --attribute-definitions"), "{command}");
    assert!(detail.contains("true or false") || detail.contains("bool"), "{detail}");
    let refused = read(&broken).unwrap_err();
    assert!(matches!(refused, FormatError::Syntax { language: "AWS CLI", line: 1, .. }), "{refused:?}");
}

#[test]
fn cdk_has_the_units_and_settings() {
    let text = write("cdk", &carrying(PROVISIONED, false));
    for line in [
        "readCapacity: dynamodb.Capacity.fixed(120)",
        "writeCapacity: dynamodb.Capacity.autoscaled({ minCapacity: 5, maxCapacity: 100, seedCapacity: 40 })",
        "warmThroughput: { readUnitsPerSecond: 13000, writeUnitsPerSecond: 5000 },",
        "tags: [{ key: \"cost center\", value: \"a=${b}\" }, { key: \"team\", value: \"ships\" }],",
        "removalPolicy: RemovalPolicy.DESTROY,",
        "recoveryPeriodInDays: 7",
        "dynamodb.TableEncryptionV2.customerManagedKey(kms.Key.fromKeyArn(this, ",
        "resourcePolicy: iam.PolicyDocument.fromJson({",
        "mode: dynamodb.ContributorInsightsMode.THROTTLED_KEYS",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let text = write("cdk", &carrying(Mode::OnDemand, false));
    assert!(
        text.contains("dynamodb.Billing.onDemand({ maxReadRequestUnits: 400, maxWriteRequestUnits: 200 })"),
        "{text}"
    );
}
