//! An engine as its requests see it: Regions, jobs with files, the clock, and whether it has content.

use std::sync::atomic::AtomicU64;

use super::*;

const TABLE: &str = r#""TableName":"Teas","KeySchema":[{"AttributeName":"tea","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"tea","AttributeType":"S"}],"BillingMode":"PAY_PER_REQUEST""#;

fn engine(s3_folder: Option<S3Folder>) -> SharedEngine {
    let clock = || Timestamp::from_epoch_ms(1_790_000_000_000);
    SharedEngine::new(1, EngineConfig::instant(), clock).with_s3_folder(s3_folder)
}

fn ask(engine: &SharedEngine, operation: &str, body: &str) -> String {
    let answer = engine.answer(operation, body);
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
}

fn import(engine: &SharedEngine) -> String {
    let source = r#"{"S3Bucket":"shelf","S3KeyPrefix":"teas"}"#;
    let body =
        format!(r#"{{"S3BucketSource":{source},"InputFormat":"CSV","TableCreationParameters":{{{TABLE}}}}}"#);
    ask(engine, "ImportTable", &body)
}

#[test]
fn requests_are_checked_as_in_the_region_that_was_set() {
    let engine = engine(None);
    let read_nothing = || engine.answer("BatchGetItem", r#"{"RequestItems":{}}"#).body;
    let required = "The requestItems parameter is required for BatchGetItem";
    assert!(!read_nothing().contains(required), "{}", read_nothing());
    ask(&engine, "Dynalab.SetAccount", r#"{"Region":"me-central-1"}"#);
    assert!(read_nothing().contains(required), "{}", read_nothing());
    ask(&engine, "Dynalab.SetAccount", r#"{"Region":"us-east-1"}"#);
    assert!(!read_nothing().contains(required), "{}", read_nothing());
}

#[test]
fn without_a_folder_it_says_what_to_do() {
    let engine = engine(None);
    let begun = import(&engine);
    assert!(begun.contains("IN_PROGRESS"), "{begun}");
    let told = ask(&engine, "ListImports", "{}");
    assert!(told.contains("FAILED"), "{told}");
    let arn = begun.split('"').nth(5).unwrap();
    let described = ask(&engine, "DescribeImport", &format!(r#"{{"ImportArn":"{arn}"}}"#));
    assert!(described.contains("--s3-folder DIR"), "{described}");
    assert_eq!(ask(&engine, "ListTables", "{}"), r#"{"TableNames":[]}"#);
}

#[test]
fn the_clock_jumps() {
    let engine = engine(None);
    let now = |told: &str| told.split(['{', ':', '}']).nth(2).unwrap().parse::<f64>().unwrap();
    assert_eq!(now(&ask(&engine, "Dynalab.AdvanceClock", r#"{"Milliseconds":5000}"#)), 1_790_000_005.0);
    assert_eq!(now(&ask(&engine, "Dynalab.AdvanceClock", r#"{"Milliseconds":1500}"#)), 1_790_000_006.5);
}

#[test]
fn a_realistic_table_takes_its_time() {
    let engine = engine(None).in_profile(Profile::Realistic, u64::MAX);
    let created = ask(&engine, "CreateTable", &format!("{{{TABLE}}}"));
    assert!(created.contains("CREATING"), "{created}");
    let described = ask(&engine, "DescribeTable", r#"{"TableName":"Teas"}"#);
    assert!(described.contains("CREATING"), "{described}");
    ask(&engine, "Dynalab.AdvanceClock", r#"{"Milliseconds":60000}"#);
    let described = ask(&engine, "DescribeTable", r#"{"TableName":"Teas"}"#);
    assert!(described.contains("ACTIVE"), "{described}");
}

#[test]
fn an_engine_with_anything_to_lose_has_content() {
    let with_stream =
        format!(r#"{{{TABLE},"StreamSpecification":{{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"}}}}"#);
    let create = format!("{{{TABLE}}}");
    let name = r#"{"TableName":"Teas"}"#;
    let backup = r#"{"TableName":"Teas","BackupName":"all-teas"}"#;
    let fault = r#"{"Name":"f","Operations":["GetItem"],"RatePermille":1,"Kind":"THROTTLE"}"#;
    let principal = r#"{"Name":"p","Policies":[]}"#;
    for (requests, expected) in [
        (&[][..], true),
        (&[("ListTables", "{}"), ("Dynalab.DescribeDials", "{}")], true),
        (&[("CreateTable", &*create)], false),
        (&[("CreateTable", &create), ("DeleteTable", name)], true),
        // The records of a stream can be read for a day after its table is gone.
        (&[("CreateTable", &with_stream), ("DeleteTable", name)], false),
        (&[("CreateTable", &create), ("CreateBackup", backup), ("DeleteTable", name)], false),
        (&[("Dynalab.PutFault", fault)], false),
        (&[("Dynalab.PutFault", fault), ("Dynalab.DeleteFault", r#"{"Name":"f"}"#)], true),
        (&[("Dynalab.PutPrincipal", principal)], false),
        (&[("Dynalab.SetDials", r#"{"Profile":"realistic","Seed":1}"#)], false),
        (&[("Dynalab.SetAccount", r#"{"Region":"eu-west-1"}"#)], false),
        (&[("Dynalab.SetClock", r#"{"Rate":0}"#)], false),
        (&[("Dynalab.AdvanceClock", r#"{"Milliseconds":1}"#)], false),
    ] {
        let engine = engine(None);
        requests.iter().for_each(|(operation, body)| drop(ask(&engine, operation, body)));
        assert_eq!(engine.has_no_content(), expected, "{requests:?}");
    }
    assert!(engine(None).in_profile(Profile::Realistic, 3).has_no_content(), "nobody changed its settings");
}

#[test]
fn an_export_is_content() {
    let engine = engine(None);
    ask(&engine, "CreateTable", &format!("{{{TABLE}}}"));
    let on = r#"{"TableName":"Teas","PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}}"#;
    ask(&engine, "UpdateContinuousBackups", on);
    let arn = "arn:aws:dynamodb:us-east-1:123456789012:table/Teas";
    ask(&engine, "ExportTableToPointInTime", &format!(r#"{{"TableArn":"{arn}","S3Bucket":"shelf"}}"#));
    ask(&engine, "DeleteTable", r#"{"TableName":"Teas"}"#);
    assert!(!engine.has_no_content());
}

#[test]
fn with_a_folder_files_come_in() {
    let root = std::env::temp_dir().join(format!("dynalab-handler-{}", std::process::id()));
    std::fs::create_dir_all(root.join("shelf")).unwrap();
    std::fs::write(root.join("shelf/teas.csv"), "tea\nsencha\n").unwrap();
    let engine = engine(Some(S3Folder::new(root.clone())));
    import(&engine);
    let scanned = ask(&engine, "Scan", r#"{"TableName":"Teas"}"#);
    assert!(scanned.starts_with(r#"{"Items":[{"tea":{"S":"sencha"}}]"#), "{scanned}");
    std::fs::remove_dir_all(root).unwrap();
}

static WALL_MS: AtomicU64 = AtomicU64::new(1_790_000_000_000);

/// A request between two parts of the work that fell due is executed at the time that the clock has reached.
#[test]
fn between_two_parts_the_clock_is_where_the_work_came_to() {
    const DAY_MS: u64 = 24 * 60 * 60 * 1000;
    let clock = || Timestamp::from_epoch_ms(WALL_MS.load(Ordering::Relaxed));
    let engine = SharedEngine::new(1, EngineConfig::instant(), clock);
    ask(&engine, "CreateTable", &format!("{{{TABLE}}}"));
    ask(&engine, "Dynalab.SetDials", r#"{"Profile":"instant","Seed":7,"Dials":{"metrics":1}}"#);
    let alarm = r#"{"AlarmName":"a","MetricName":"ReadThrottleEvents","Dimensions":[{"Name":"TableName","Value":"Teas"}],
        "Period":60,"Statistic":"Sum","EvaluationPeriods":3,"Threshold":1,"ComparisonOperator":"GreaterThanThreshold"}"#;
    ask(&engine, "Dynalab.PutMetricAlarm", alarm);
    let began = engine.lock().now();
    WALL_MS.fetch_add(DAY_MS, Ordering::Relaxed);

    let put = || engine.parse("PutItem", r#"{"TableName":"Teas","Item":{"tea":{"S":"sencha"}}}"#).unwrap();
    let refused = engine.execute_here(&mut engine.wait_for_state(), put());
    let behind = refused.err().expect("a day's work is more than 16 tasks");
    assert_eq!(behind.request.name(), "PutItem");
    let catching_up = engine.begin_catching_up().unwrap();
    assert!(engine.begin_catching_up().is_none(), "one request at a time does it");
    assert!(engine.catch_up().is_behind);
    let reached = engine.lock().now();
    assert!(reached > began && reached < began.plus_ms(DAY_MS));
    let executed = engine.execute_here(&mut engine.wait_for_state(), put());
    assert_eq!(executed.ok().unwrap().into_part("PutItem").answer.status, 200);
    assert_eq!(engine.lock().now(), reached);

    drop(catching_up);
    ask(&engine, "PutItem", r#"{"TableName":"Teas","Item":{"tea":{"S":"sencha"}}}"#);
    assert_eq!(engine.lock().now(), began.plus_ms(DAY_MS));
}
