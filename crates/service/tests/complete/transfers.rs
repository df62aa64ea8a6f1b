//! Tests of the content of export files, and of importing them again.

#[path = "../buckets/mod.rs"]
mod buckets;

use std::collections::BTreeMap;

use buckets::Buckets;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::transfer::{Delivery, Failure, Task, Transfers};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use serde_json::{Value, json};

const START_MS: u64 = 1_790_000_000_000;
const TABLE_ARN: &str = "arn:aws:dynamodb:us-east-1:123456789012:table/Teas";

struct Lab {
    engine: Engine,
    buckets: Buckets,
    at: Timestamp,
}

impl Lab {
    /// Creates a bucket, and a table with point-in-time recovery.
    fn new() -> Lab {
        let engine = Engine::new(1, EngineConfig::instant());
        let mut lab = Lab { engine, buckets: Buckets::default(), at: Timestamp::from_epoch_ms(START_MS) };
        lab.buckets.make("shelf");
        let mut table = table_parameters("Teas");
        table["BillingMode"] = json!("PAY_PER_REQUEST");
        lab.ask("CreateTable", table);
        let recovery = json!({"PointInTimeRecoveryEnabled": true});
        lab.ask(
            "UpdateContinuousBackups",
            json!({"TableName": "Teas", "PointInTimeRecoverySpecification": recovery}),
        );
        lab
    }

    fn wait_ms(&mut self, ms: u64) {
        self.at = self.at.plus_ms(ms);
    }

    fn answer(&mut self, operation: &str, body: Value) -> (u16, Value) {
        let request = Request::parse(operation, &body.to_string()).unwrap();
        let (status, answer) =
            self.engine.execute(Command { at: self.at, request }, TraceLevel::Off).answer();
        (status, serde_json::from_str(&answer).unwrap())
    }

    /// Sends a request and runs the external jobs that it starts.
    fn ask(&mut self, operation: &str, body: Value) -> Value {
        let (status, answer) = self.answer(operation, body);
        assert_eq!(status, 200, "{operation}: {answer}");
        self.buckets.serve(&mut self.engine, self.at, |_| {});
        answer
    }

    fn put(&mut self, item: Value) {
        self.ask("PutItem", json!({"TableName": "Teas", "Item": item}));
    }

    fn delete(&mut self, tea: &str) {
        self.ask("DeleteItem", json!({"TableName": "Teas", "Key": {"tea": {"S": tea}}}));
    }

    /// Exports the table and returns the description of the finished export.
    fn export(&mut self, mut more: Value) -> Value {
        more["TableArn"] = json!(TABLE_ARN);
        more["S3Bucket"] = json!("shelf");
        let begun = self.ask("ExportTableToPointInTime", more);
        let arn = begun["ExportDescription"]["ExportArn"].clone();
        self.ask("DescribeExport", json!({"ExportArn": arn}))["ExportDescription"].clone()
    }

    fn import(&mut self, table: &str, prefix: &str, form: &str, compression: &str) -> Value {
        let begun = self.ask(
            "ImportTable",
            json!({
                "S3BucketSource": {"S3Bucket": "shelf", "S3KeyPrefix": prefix},
                "InputFormat": form,
                "InputCompressionType": compression,
                "TableCreationParameters": table_parameters(table),
            }),
        );
        let arn = begun["ImportTableDescription"]["ImportArn"].clone();
        self.ask("DescribeImport", json!({"ImportArn": arn}))["ImportTableDescription"].clone()
    }

    fn items(&mut self, table: &str) -> Value {
        let scanned = self.ask("Scan", json!({"TableName": table}));
        scanned["Items"].clone()
    }

    fn object(&self, key: &str) -> Vec<u8> {
        let found = self.buckets.objects("shelf").find(|(found, _)| *found == key);
        found.unwrap_or_else(|| panic!("{key} is missing")).1.to_vec()
    }

    /// Returns the lines of the data files in a manifest.
    fn lines(&self, summary_key: &str) -> Vec<String> {
        let summary: Value = serde_json::from_slice(&self.object(summary_key)).unwrap();
        let manifest =
            String::from_utf8(self.object(summary["manifestFilesS3Key"].as_str().unwrap())).unwrap();
        let mut lines = Vec::new();
        for entry in manifest.lines() {
            let entry: Value = serde_json::from_str(entry).unwrap();
            let bytes = self.object(entry["dataFileS3Key"].as_str().unwrap());
            assert_eq!(entry["md5Checksum"], base64(&md5::compute(&bytes).0));
            let text = gunzip(&bytes);
            assert_eq!(entry["itemCount"], text.lines().count());
            lines.extend(text.lines().map(str::to_owned));
        }
        assert_eq!(summary["itemCount"], lines.len());
        lines.sort();
        lines
    }
}

fn table_parameters(name: &str) -> Value {
    json!({
        "TableName": name,
        "KeySchema": [{"AttributeName": "tea", "KeyType": "HASH"}],
        "AttributeDefinitions": [
            {"AttributeName": "tea", "AttributeType": "S"}, {"AttributeName": "land", "AttributeType": "S"}
        ],
        "GlobalSecondaryIndexes": [{
            "IndexName": "lands",
            "KeySchema": [{"AttributeName": "land", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "ALL"},
        }],
        "BillingMode": "PAY_PER_REQUEST",
    })
}

fn base64(bytes: &[u8]) -> String {
    dynalab_types::wire::base64_text(bytes)
}

fn gunzip(bytes: &[u8]) -> String {
    assert_eq!(bytes[..4], [0x1F, 0x8B, 8, 0]);
    let inflated = miniz_oxide::inflate::decompress_to_vec(&bytes[10..bytes.len() - 8]).unwrap();
    String::from_utf8(inflated).unwrap()
}

fn all_types() -> Value {
    json!({
        "tea": {"S": "sencha"}, "land": {"S": "日本"}, "price": {"N": "600"}, "leaf": {"B": "AAEC"},
        "hot": {"BOOL": true}, "none": {"NULL": true}, "cups": {"L": [{"S": "x"}, {"N": "-1.5"}]},
        "by": {"M": {"a b": {"S": "c\"d\n"}}}, "tags": {"SS": ["a", "b"]}, "years": {"NS": ["1", "2"]},
        "marks": {"BS": ["AQ=="]},
    })
}

#[test]
fn a_full_export_shows_a_moment_and_can_be_imported() {
    let mut lab = Lab::new();
    lab.put(all_types());
    lab.put(json!({"tea": {"S": "keemun"}, "land": {"S": "china"}}));
    let items = lab.items("Teas");
    lab.wait_ms(5_000);
    lab.delete("keemun");
    lab.put(json!({"tea": {"S": "assam"}}));

    let done = lab.export(json!({"ExportTime": START_MS / 1000 + 1, "S3Prefix": "a/b"}));
    assert_eq!((&done["ExportStatus"], &done["ItemCount"]), (&json!("COMPLETED"), &json!(2)), "{done}");
    let summary = done["ExportManifest"].as_str().unwrap();
    assert!(summary.starts_with("a/b/AWSDynamoDB/01790000005000-"), "{summary}");
    let mut expected =
        [json!({"Item": all_types()}), json!({"Item": {"land": {"S": "china"}, "tea": {"S": "keemun"}}})];
    let lines = lab.lines(summary);
    let parsed: Vec<Value> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    expected.sort_by_key(Value::to_string);
    assert!(expected.iter().all(|line| parsed.contains(line)), "{parsed:?}");
    for name in ["manifest-summary", "manifest-files"] {
        let folder = summary.trim_end_matches("manifest-summary.json");
        let text = lab.object(&format!("{folder}{name}.json"));
        let checksum = lab.object(&format!("{folder}{name}.md5"));
        assert_eq!(String::from_utf8(checksum).unwrap(), base64(&md5::compute(text).0));
        assert_eq!(lab.object(&format!("{folder}_started")), b"");
    }

    // Imports the data alone, then the whole folder, whose manifests are not gzip.
    let folder = summary.trim_end_matches("manifest-summary.json").to_owned();
    let imported = lab.import("Again", &format!("{folder}data/"), "DYNAMODB_JSON", "GZIP");
    assert_eq!((&imported["ImportStatus"], &imported["ImportedItemCount"]), (&json!("COMPLETED"), &json!(2)));
    assert_eq!(lab.items("Again"), items);
    let found = lab.ask(
        "Query",
        json!({"TableName": "Again", "IndexName": "lands", "KeyConditionExpression": "land = :l", "ExpressionAttributeValues": {":l": {"S": "china"}}}),
    );
    assert_eq!(found["Count"], 1);
    let root = lab.import("Root", &folder, "DYNAMODB_JSON", "GZIP");
    let counts = ["ImportStatus", "ProcessedItemCount", "ImportedItemCount", "ErrorCount"]
        .map(|name| root[name].clone());
    assert_eq!(counts, [json!("FAILED"), json!(6), json!(2), json!(4)]);
    assert_eq!(root["FailureCode"], "ItemValidationError");
    let plain = lab.import("Plain", &format!("{folder}data/"), "DYNAMODB_JSON", "NONE");
    assert_eq!((&plain["ProcessedItemCount"], &plain["ErrorCount"]), (&json!(4), &json!(4)));
}

#[test]
fn ion_is_the_form_of_the_service() {
    let mut lab = Lab::new();
    lab.put(all_types());
    let items = lab.items("Teas");
    let done = lab.export(json!({"ExportFormat": "ION"}));
    let expected = concat!(
        "$ion_1_0 {Item:{by:{'a b':\"c\\\"d\\n\"},cups:[\"x\",-1.5],hot:true,land:\"日本\",leaf:{{AAEC}},",
        "marks:$dynamodb_BS::[{{AQ==}}],none:null,price:6d2,tags:$dynamodb_SS::[\"a\",\"b\"],tea:\"sencha\",",
        "years:$dynamodb_NS::[1.,2.]}}",
    );
    let summary = done["ExportManifest"].as_str().unwrap().to_owned();
    assert_eq!(lab.lines(&summary), [expected]);
    let data = summary.replace("manifest-summary.json", "data/");
    let imported = lab.import("Again", &data, "ION", "GZIP");
    assert_eq!(imported["ImportStatus"], "COMPLETED", "{imported}");
    assert_eq!(lab.items("Again"), items);
}

#[test]
fn an_incremental_export_has_the_changes_of_its_window() {
    let mut lab = Lab::new();
    let tea = |tea: &str, cups: u64| json!({"tea": {"S": tea}, "cups": {"N": cups.to_string()}});
    ["updated", "deleted", "untouched"].into_iter().for_each(|name| lab.put(tea(name, 1)));
    lab.wait_ms(60_000);
    lab.put(tea("updated", 2));
    lab.put(tea("updated", 3));
    lab.put(tea("inserted", 1));
    lab.put(tea("short-lived", 1));
    lab.delete("short-lived");
    lab.delete("deleted");
    lab.wait_ms(20 * 60_000);
    lab.put(tea("updated", 9));

    let window = |view: &str| {
        json!({
            "ExportType": "INCREMENTAL_EXPORT",
            "IncrementalExportSpecification": {
                "ExportFromTime": START_MS / 1000 + 30, "ExportToTime": START_MS / 1000 + 1000, "ExportViewType": view,
            },
        })
    };
    let metadata = json!({"WriteTimestampMicros": ((START_MS + 60_000) * 1000).to_string()});
    let key = |name: &str| json!({"tea": {"S": name}});
    let done = lab.export(window("NEW_AND_OLD_IMAGES"));
    assert_eq!((&done["ExportStatus"], &done["ItemCount"]), (&json!("COMPLETED"), &json!(3)), "{done}");
    assert_eq!(done["BilledSizeBytes"], 10_000_000);
    let told = |lab: &Lab, done: &Value| -> BTreeMap<String, Value> {
        let lines = lab.lines(done["ExportManifest"].as_str().unwrap());
        let parsed = lines.iter().map(|line| serde_json::from_str::<Value>(line).unwrap());
        parsed.map(|line| (line["Keys"]["tea"]["S"].as_str().unwrap().to_owned(), line)).collect()
    };
    let expected = BTreeMap::from([
        (
            "inserted".to_owned(),
            json!({"Metadata": metadata, "Keys": key("inserted"), "NewImage": tea("inserted", 1)}),
        ),
        (
            "updated".to_owned(),
            json!({"Metadata": metadata, "Keys": key("updated"), "OldImage": tea("updated", 1), "NewImage": tea("updated", 3)}),
        ),
        (
            "deleted".to_owned(),
            json!({"Metadata": metadata, "Keys": key("deleted"), "OldImage": tea("deleted", 1)}),
        ),
    ]);
    assert_eq!(told(&lab, &done), expected);
    // The data of incremental exports is in one folder.
    assert!(
        lab.buckets
            .objects("shelf")
            .all(|(key, _)| !key.contains("/data/") || key.starts_with("AWSDynamoDB/data/"))
    );

    let done = lab.export(window("NEW_IMAGE"));
    let without_old = told(&lab, &done);
    assert_eq!(without_old["deleted"], json!({"Metadata": metadata, "Keys": key("deleted")}));
    assert_eq!(
        without_old["updated"],
        json!({"Metadata": metadata, "Keys": key("updated"), "NewImage": tea("updated", 3)})
    );
    an_ion_window_has_records(&mut lab, window("NEW_AND_OLD_IMAGES"));
}

fn an_ion_window_has_records(lab: &mut Lab, mut asked: Value) {
    asked["ExportFormat"] = json!("ION");
    let done = lab.export(asked);
    let lines = lab.lines(done["ExportManifest"].as_str().unwrap());
    let expected = format!(
        "$ion_1_0 {{Record:{{Keys:{{tea:\"updated\"}},Metadata:{{WriteTimestampMicros:{}.}},OldImage:{{cups:1.,tea:\"updated\"}},NewImage:{{cups:3.,tea:\"updated\"}}}}}}",
        (START_MS + 60_000) * 1000
    );
    assert!(lines.contains(&expected), "{lines:?}");
}

#[test]
fn an_errand_waits_until_it_is_done_and_is_done_once() {
    let mut lab = Lab::new();
    lab.put(json!({"tea": {"S": "sencha"}}));
    let (_, begun) =
        lab.answer("ExportTableToPointInTime", json!({"TableArn": TABLE_ARN, "S3Bucket": "shelf"}));
    assert_eq!(begun["ExportDescription"]["ExportStatus"], "IN_PROGRESS");
    // The export does not contain later writes.
    lab.wait_ms(1);
    let put = json!({"TableName": "Teas", "Item": {"tea": {"S": "late"}}});
    assert_eq!(lab.answer("PutItem", put).0, 200);

    // The export continues after a restore from a snapshot.
    let chunks = lab.engine.snapshot();
    lab.engine = Engine::restore(chunks.iter().map(Vec::as_slice), EngineConfig::instant()).unwrap();
    let job = lab.engine.external_job().unwrap().computed();
    let Task::Put(files) = &job.task else { panic!("{job:?}") };
    let texts: String =
        files.iter().filter(|file| file.key.ends_with(".gz")).map(|file| gunzip(&file.bytes)).collect();
    assert_eq!(texts, "{\"Item\":{\"tea\":{\"S\":\"sencha\"}}}\n");
    let failure = Failure::access_denied("The disk is full.");
    let changes = lab.engine.complete_job(lab.at, &job, Delivery::Failed(failure));
    assert!(!changes.is_empty());
    assert!(lab.engine.external_job().is_none());
    assert_eq!(lab.engine.complete_job(lab.at, &job, Delivery::Put), Vec::new());
    let arn = begun["ExportDescription"]["ExportArn"].clone();
    let (_, told) = lab.answer("DescribeExport", json!({"ExportArn": arn}));
    let told = &told["ExportDescription"];
    let members = ["ExportStatus", "FailureCode", "FailureMessage"].map(|name| told[name].clone());
    assert_eq!(members, [json!("FAILED"), json!("S3AccessDenied"), json!("The disk is full.")]);
    // The failure can be undone like a request.
    lab.engine.reverse(changes);
    assert_eq!(lab.engine.external_job().unwrap().arn, job.arn);
}

#[test]
fn an_export_of_a_deleted_table_fails() {
    let mut lab = Lab::new();
    let (_, begun) =
        lab.answer("ExportTableToPointInTime", json!({"TableArn": TABLE_ARN, "S3Bucket": "shelf"}));
    lab.ask("DeleteTable", json!({"TableName": "Teas"}));
    let arn = begun["ExportDescription"]["ExportArn"].clone();
    let told = lab.ask("DescribeExport", json!({"ExportArn": arn}));
    assert_eq!(told["ExportDescription"]["ExportStatus"], "FAILED");
    assert_eq!(lab.ask("ListExports", json!({"TableArn": TABLE_ARN}))["ExportSummaries"], json!([]));
    assert_eq!(lab.ask("ListExports", json!({}))["ExportSummaries"].as_array().unwrap().len(), 1);
}

#[test]
fn an_imported_table_has_its_vector_indexes() {
    let mut lab = Lab::new();
    let line = |tea: &str, taste: &[&str]| {
        let taste: Vec<Value> = taste.iter().map(|number| json!({"N": number})).collect();
        json!({"Item": {"tea": {"S": tea}, "taste": {"L": taste}}}).to_string()
    };
    // The third vector has the wrong length for the index, which counts as an error.
    let lines = [line("sencha", &["3", "4"]), line("keemun", &["1", "0"]), line("water", &["0"])];
    lab.buckets.put("shelf", "tastes/a.json", lines.join("\n").as_bytes());
    let mut table = table_parameters("Tastes");
    table["VectorIndexes"] = json!([{
        "IndexName": "alike", "VectorAttribute": {"AttributeName": "taste"}, "Dimensions": 2,
        "Projection": {"ProjectionType": "KEYS_ONLY"}, "DistanceFunction": "EUCLIDEAN",
    }]);
    lab.ask(
        "ImportTable",
        json!({
            "S3BucketSource": {"S3Bucket": "shelf", "S3KeyPrefix": "tastes"},
            "InputFormat": "DYNAMODB_JSON",
            "TableCreationParameters": table,
        }),
    );
    let described = lab.ask("DescribeTable", json!({"TableName": "Tastes"}));
    assert_eq!(described["Table"]["VectorIndexes"][0]["ItemCount"], 2, "{described}");
    let found = lab.ask(
        "SearchVectors",
        json!({"TableName": "Tastes", "IndexName": "alike", "SearchVector": [{"N": "0"}, {"N": "0"}], "TopK": 3}),
    );
    assert_eq!(
        found["SearchResults"],
        json!([{"Item": {"tea": {"S": "keemun"}}, "Score": 1.0}, {"Item": {"tea": {"S": "sencha"}}, "Score": 5.0}])
    );
}

fn bulk(prefix: &str) -> Value {
    json!({
        "TableName": "Teas",
        "InputS3Configuration": {"S3Bucket": "shelf", "S3KeyPrefix": prefix, "InputFormat": "DYNAMODB_JSON"},
        "OutputS3Configuration": {"OutputType": ["ERROR", "CONDITION_CHECK_FAILURE"]},
    })
}

#[test]
fn a_bulk_operation_reports_what_it_did_not_write() {
    let mut lab = Lab::new();
    lab.put(json!({"tea": {"S": "there"}}));
    let good = json!({"Item": {"tea": {"S": "new"}}});
    let refused = json!({"Item": {"tea": {"S": "there"}, "v": {"N": "1"}}, "ConditionExpression": "attribute_not_exists(tea)"});
    let keyless = json!({"Item": {"v": {"N": "1"}}});
    lab.buckets.put("shelf", "in/1", format!("{good}\n{refused}\n{keyless}\n").as_bytes());
    lab.wait_ms(5_000);
    let begun = lab.ask("StartBulkPutItems", bulk("in/"));
    let arn = begun["BulkOperationDescription"]["BulkOperationArn"].as_str().unwrap().to_owned();
    let told = lab.ask("DescribeBulkOperation", json!({"BulkOperationArn": arn}));
    let told = &told["BulkOperationDescription"];
    let members =
        ["BulkOperationStatus", "ProcessedItemCount", "FailedItemCount"].map(|name| told[name].clone());
    assert_eq!(members, [json!("COMPLETED_WITH_ERRORS"), json!(3), json!(2)]);
    assert_eq!(lab.items("Teas").as_array().unwrap().len(), 2);
    let folder = format!("AWSDynamoDB/{}/", arn.rsplit('/').next().unwrap());
    let report =
        |name: &str| -> Value { serde_json::from_slice(&lab.object(&format!("{folder}{name}"))).unwrap() };
    assert_eq!(
        report("condition-check-failures.json"),
        json!({"S3Key": "in/1", "Record": 2, "ErrorCode": "ConditionalCheckFailedException", "ErrorMessage": "The conditional request failed"})
    );
    assert_eq!(
        report("errors.json"),
        json!({"S3Key": "in/1", "Record": 3, "ErrorCode": "ValidationException", "ErrorMessage": "One or more parameter values were invalid: Missing the key tea in the item"})
    );
    // Point-in-time recovery can restore a time before the import.
    lab.ask("RestoreTableToPointInTime", json!({"SourceTableName": "Teas", "TargetTableName": "Before", "RestoreDateTime": START_MS / 1000 + 1}));
    assert_eq!(lab.items("Before"), json!([{"tea": {"S": "there"}}]));
}

#[test]
fn a_bulk_operation_can_be_cancelled_before_it_writes() {
    let mut lab = Lab::new();
    lab.buckets.put("shelf", "in", br#"{"Item":{"tea":{"S":"new"}}}"#);
    let (_, begun) = lab.answer("StartBulkPutItems", bulk("in"));
    let arn = begun["BulkOperationDescription"]["BulkOperationArn"].clone();
    let job = lab.engine.external_job().unwrap().computed();
    let (_, told) = lab.answer("CancelBulkOperation", json!({"BulkOperationArn": arn}));
    assert_eq!(told["BulkOperationStatus"], "CANCELLING");
    assert!(lab.engine.external_job().is_none());
    assert_eq!(lab.engine.complete_job(lab.at, &job, Delivery::Taken(Vec::new())), Vec::new());
    let told = lab.ask("DescribeBulkOperation", json!({"BulkOperationArn": arn}));
    assert_eq!(told["BulkOperationDescription"]["BulkOperationStatus"], "CANCELLED");
    assert_eq!(lab.items("Teas"), json!([]));
}

#[test]
fn a_filtered_export_writes_what_was_asked_for() {
    let mut lab = Lab::new();
    let tea =
        |tea: &str, cups: u64| json!({"tea": {"S": tea}, "cups": {"N": cups.to_string()}, "x": {"S": "y"}});
    for (name, cups) in [("assam", 1), ("keemun", 2), ("sencha", 3)] {
        lab.put(tea(name, cups));
    }
    lab.wait_ms(20 * 60_000);
    let filter = json!({
        "FilterExpression": "cups >= :two", "ProjectionExpression": "tea, cups",
        "ExpressionAttributeValues": {":two": {"N": "2"}},
    });
    let done = lab.export(json!({"FilterSpecification": filter}));
    assert_eq!((&done["ItemCount"], &done["FilterSpecification"]), (&json!(2), &filter), "{done}");
    let lines = lab.lines(done["ExportManifest"].as_str().unwrap());
    let expected = [("keemun", 2), ("sencha", 3)];
    assert_eq!(
        lines,
        expected
            .map(|(tea, cups)| format!(r#"{{"Item":{{"cups":{{"N":"{cups}"}},"tea":{{"S":"{tea}"}}}}}}"#))
    );

    let key =
        json!({"KeyConditionExpression": "tea = :t", "ExpressionAttributeValues": {":t": {"S": "assam"}}});
    let done = lab.export(json!({"FilterSpecification": key, "ExportFormat": "ION"}));
    let lines = lab.lines(done["ExportManifest"].as_str().unwrap());
    assert_eq!(lines, [r#"$ion_1_0 {Item:{cups:1.,tea:"assam",x:"y"}}"#]);

    // In an incremental export, the filter applies to the newest image. For a deleted item it applies to the last one.
    lab.put(tea("assam", 9));
    lab.put(tea("sencha", 0));
    lab.delete("keemun");
    lab.wait_ms(60_000);
    let window = json!({"ExportFromTime": START_MS / 1000 + 60});
    let done = lab.export(json!({
        "ExportType": "INCREMENTAL_EXPORT", "IncrementalExportSpecification": window, "FilterSpecification": filter,
    }));
    let lines = lab.lines(done["ExportManifest"].as_str().unwrap());
    let lines: Vec<Value> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let teas: Vec<_> = lines.iter().map(|line| line["Keys"]["tea"]["S"].as_str().unwrap()).collect();
    assert_eq!(teas, ["assam", "keemun"]);
    assert_eq!(lines[0]["NewImage"], json!({"tea": {"S": "assam"}, "cups": {"N": "9"}}));
    assert_eq!(lines[0]["OldImage"], json!({"tea": {"S": "assam"}, "cups": {"N": "1"}}));
}
