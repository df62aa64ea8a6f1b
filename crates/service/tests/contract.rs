//! The contract of the controls: its structs have the members that the engine knows, and the documents made from them are up to
//! date. `UPDATE_EXPECT=1` rewrites the documents.

#![allow(clippy::unwrap_used, reason = "a test may end in a panic")]

#[path = "contract/documents.rs"]
mod documents;

use std::path::PathBuf;

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::contract::clock::{AdvanceClock, DialsDescription, SetDials};
use dynalab_service::contract::description::{ControlShape, Kind, Shape};
use dynalab_service::contract::dynamodb::{
    DescribeContinuousBackups, DescribeExport, DescribeImport, DescribeTable, ListBackups, ListExports,
    ListImports, ListTables, Scan, UpdateStream,
};
use dynalab_service::contract::faults::{FaultsDescription, PutFault};
use dynalab_service::contract::functions::{BatchItemFailure, ReportInvocation};
use dynalab_service::contract::metrics::MetricData;
use dynalab_service::contract::vectors::VectorEntry;
use dynalab_service::contract::{Call, Digits, Json, Named, SUBJECTS};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;

fn controls() -> impl Iterator<Item = &'static ControlShape> {
    SUBJECTS.iter().flat_map(|(_, controls)| *controls)
}

fn shape_of(kind: &Kind) -> Option<&'static Shape> {
    match kind {
        Kind::Object(shape) => Some(shape),
        Kind::Optional(inner) | Kind::List(inner) | Kind::Map(inner) => shape_of(inner),
        Kind::Text | Kind::Boolean | Kind::Integer | Kind::Number | Kind::Json => None,
    }
}

fn send<C: Call>(engine: &mut Engine, request: &C) -> C::Response {
    let at = Timestamp::from_epoch_ms(1_790_000_000_000);
    let body = request.body();
    let request = Request::parse(C::NAME, &body).unwrap_or_else(|error| panic!("{body}: {error:?}"));
    let (status, body) = engine.execute(Command { at, request }, TraceLevel::Off).answer();
    assert_eq!(status, 200, "{body}");
    serde_json::from_str(&body).unwrap_or_else(|error| panic!("{body}: {error}"))
}

#[test]
fn every_control_is_in_the_contract_once() {
    let mut declared: Vec<&str> = controls().map(|control| control.name).collect();
    declared.sort_unstable();
    assert_eq!(declared, Request::CONTROLS);
}

/// A control refuses a member that it does not know, and lists those that it knows.
#[test]
fn requests_have_the_members_that_the_engine_reads() {
    for control in controls() {
        let shape = shape_of(&control.request).expect(control.name);
        compare_members(control.name, shape, r#"{"NotAMember":1}"#);
        // The structures inside the request, such as a function in a mapping.
        for member in shape.members {
            let Some(inner) = shape_of(&member.kind) else { continue };
            let is_list = matches!(member.kind, Kind::Optional(Kind::List(_)));
            let value = if is_list { r#"[{"NotAMember":1}]"# } else { r#"{"NotAMember":1}"# };
            compare_members(control.name, inner, &format!("{{\"{}\":{value}}}", member.name()));
        }
    }
}

fn compare_members(control: &str, shape: &Shape, body: &str) {
    let message = format!("{:?}", Request::parse(control, body).err());
    let known = message.split_once("known: [").and_then(|(_, rest)| rest.split_once(']'));
    let (known, _) = known.unwrap_or_else(|| panic!("{control} accepts {body}: {message}"));
    let names = known.split(", ").map(|name| name.trim_matches('"')).filter(|name| !name.is_empty());
    let mut known: Vec<String> = names.map(str::to_owned).collect();
    let mut declared: Vec<String> = shape.members.iter().map(|member| member.name()).collect();
    declared.sort_unstable();
    known.sort_unstable();
    assert_eq!(declared, known, "{control}: {}", shape.name);
}

#[test]
fn a_typed_request_gets_a_typed_response() {
    let mut engine = Engine::new(7, EngineConfig::instant());
    let dials = Named(vec![("leader_lease_ms".to_owned(), 1_500)]);
    let request = SetDials { seed: Some(-1), dials: Some(dials), ..SetDials::default() };
    assert_eq!(request.body(), r#"{"Seed":-1,"Dials":{"leader_lease_ms":1500}}"#);
    let changed = send(&mut engine, &request);
    assert_eq!(changed.turned.0, [("leader_lease_ms".to_owned(), 1_500)]);

    let key = Json(r#"{"S":"a\"b"}"#.to_owned());
    let fault = PutFault {
        name: "hot".to_owned(),
        key_equals: Some(key.clone()),
        rate_permille: 500,
        kind: "THROTTLE".to_owned(),
        ..PutFault::default()
    };
    send(&mut engine, &fault);
    let FaultsDescription { faults } =
        send(&mut engine, &dynalab_service::contract::faults::DescribeFaults {});
    assert_eq!(faults.len(), 1);
    assert_eq!((faults[0].key_equals.as_ref(), faults[0].after_commit), (Some(&key), None));
    let moved = send(&mut engine, &AdvanceClock { milliseconds: 1_500 });
    assert!((moved.now - 1_790_000_001.5).abs() < f64::EPSILON);
}

/// Sends a request of the API, whose response must be a success.
fn succeed(engine: &mut Engine, operation: &str, body: &str) {
    let at = Timestamp::from_epoch_ms(1_790_000_000_000);
    let request = Request::parse(operation, body).unwrap_or_else(|error| panic!("{body}: {error:?}"));
    let (status, body) = engine.execute(Command { at, request }, TraceLevel::Off).answer();
    assert_eq!(status, 200, "{operation}: {body}");
}

#[test]
fn responses_of_dynamodb_are_read() {
    let mut engine = Engine::new(7, EngineConfig::instant());
    let key = r#"[{"AttributeName":"PK","KeyType":"HASH"}]"#;
    let definitions = r#"[{"AttributeName":"PK","AttributeType":"S"}]"#;
    let index =
        format!(r#"{{"IndexName":"ByKey","KeySchema":{key},"Projection":{{"ProjectionType":"ALL"}}}}"#);
    let table = format!(
        r#"{{"TableName":"Music","KeySchema":{key},"AttributeDefinitions":{definitions},"BillingMode":"PAY_PER_REQUEST","GlobalSecondaryIndexes":[{index}]}}"#
    );
    succeed(&mut engine, "CreateTable", &table);
    succeed(&mut engine, "PutItem", r#"{"TableName":"Music","Item":{"PK":{"S":"a"},"n":{"N":"1"}}}"#);
    send(&mut engine, &UpdateStream::with_images("Music"));
    assert_eq!(send(&mut engine, &ListTables::default()).table_names, ["Music"]);
    let described = send(&mut engine, &DescribeTable { table_name: "Music".to_owned() }).table;
    let indexes = described.global_secondary_indexes.unwrap();
    assert_eq!((described.table_status.as_str(), indexes[0].index_name.as_str()), ("ACTIVE", "ByKey"));
    let scanned = send(&mut engine, &Scan { table_name: "Music".to_owned(), ..Scan::default() });
    let names: Vec<&str> =
        scanned.items.as_ref().unwrap()[0].0.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!((scanned.count, names), (1, vec!["PK", "n"]));
    let count = Scan { table_name: "Music".to_owned(), select: Some("COUNT".to_owned()), ..Scan::default() };
    assert_eq!(send(&mut engine, &count).items, None);

    let recovery = DescribeContinuousBackups { table_name: "Music".to_owned() };
    let window = |engine: &mut Engine| {
        let described = send(engine, &recovery).continuous_backups_description;
        described.point_in_time_recovery_description.window()
    };
    assert_eq!(window(&mut engine), None);
    let on =
        r#"{"TableName":"Music","PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}}"#;
    succeed(&mut engine, "UpdateContinuousBackups", on);
    assert!(window(&mut engine).is_some());
    succeed(&mut engine, "CreateBackup", r#"{"TableName":"Music","BackupName":"first"}"#);
    assert_eq!(send(&mut engine, &ListBackups::default()).backup_summaries[0].backup_name, "first");
    let export = format!(r#"{{"TableArn":"{}","S3Bucket":"exports"}}"#, described.table_arn);
    succeed(&mut engine, "ExportTableToPointInTime", &export);
    let export_arn = send(&mut engine, &ListExports::default()).export_summaries.remove(0).export_arn;
    let export = send(&mut engine, &DescribeExport { export_arn }).export_description;
    assert_eq!((export.s3_bucket.as_str(), export.export_type), ("exports", None));
    let parameters = format!(
        r#"{{"TableName":"Copy","KeySchema":{key},"AttributeDefinitions":{definitions},"BillingMode":"PAY_PER_REQUEST"}}"#
    );
    let import = format!(
        r#"{{"S3BucketSource":{{"S3Bucket":"bucket"}},"InputFormat":"DYNAMODB_JSON","TableCreationParameters":{parameters}}}"#
    );
    succeed(&mut engine, "ImportTable", &import);
    let import_arn = send(&mut engine, &ListImports {}).import_summary_list.remove(0).import_arn;
    let import = send(&mut engine, &DescribeImport { import_arn }).import_table_description;
    assert_eq!((import.import_status.as_str(), import.imported_item_count), ("IN_PROGRESS", 0));
}

#[test]
fn json_keeps_numbers_names_and_order() {
    let data = MetricData {
        label: "m".to_owned(),
        timestamps: vec![1_790_000_000.0, 1.5],
        values: vec![Digits("3".to_owned()), Digits::from_number(0.1 + 0.2)],
    };
    let mut json = String::new();
    dynalab_service::contract::write_json(&data, &mut json);
    let text = r#"{"Label":"m","Timestamps":[1790000000.0,1.5],"Values":[3,0.30000000000000004]}"#;
    assert_eq!(json, text);
    let read: MetricData = serde_json::from_str(text).unwrap();
    assert_eq!(read.values.iter().map(Digits::number).collect::<Vec<_>>(), [3.0, 0.1 + 0.2]);

    let failure = BatchItemFailure { item_identifier: "7".to_owned() };
    let report = ReportInvocation { batch_item_failures: Some(vec![failure]), ..ReportInvocation::default() };
    assert_eq!(report.body(), r#"{"Name":"","Batch":0,"BatchItemFailures":[{"itemIdentifier":"7"}]}"#);

    let text = r#"{"Key":{"z":{"N":"1"},"a":{"L":[{"NULL":true},{"S":"\n"}]}},"Score":0.1,"SizeBytes":3,"Vector":[0.1,-2]}"#;
    let entry: VectorEntry = serde_json::from_str(text).unwrap();
    let mut json = String::new();
    dynalab_service::contract::write_json(&entry, &mut json);
    assert_eq!(json, text, "objects keep the order of their members");
}

#[test]
fn a_missing_member_is_an_error() {
    let error = serde_json::from_str::<DialsDescription>(r#"{"Profile":"instant","Dials":[]}"#);
    assert!(error.unwrap_err().to_string().contains("Seed"));
}

fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn the_documents_are_made_from_the_contract() {
    let list = repository().join("docs/controls.md");
    let before = std::fs::read_to_string(&list).unwrap();
    let types = repository().join("crates/service/contract.d.ts");
    let wanted =
        [(list, documents::replace_list(&before, SUBJECTS)), (types, documents::declarations(SUBJECTS))];
    for (path, wanted) in wanted {
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&path, &wanted).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            written == wanted,
            "{} is stale: UPDATE_EXPECT=1 cargo test -p dynalab-service --test contract",
            path.display()
        );
    }
}
