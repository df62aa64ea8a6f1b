//! Exports and imports through the host: files are written and read once, also if the buckets fail.

use dynalab_engine::EngineConfig;
use dynalab_playground::Host;
use dynalab_playground::files;
use dynalab_playground::host::{BatchResult, OpenJob};
use dynalab_playground::protocol::files::{FilesAnswer, FilesQuestion, NewFile};
use dynalab_playground::protocol::{Refusal, Role, Space, ToPage, ToWorker, Travel};
use dynalab_storage::buckets::{Buckets, MemoryBuckets, NewObject};
use dynalab_storage::{FailingStore, Fault, MemoryStore, Refusal as Refused, Store, StoreError};
use dynalab_types::Timestamp;
use pollster::block_on;
use serde_json::{Value, json};

const NOW: Timestamp = Timestamp { epoch_ms: 1_790_000_000_000 };
const ARN: &str = "arn:aws:dynamodb:us-east-1:123456789012:table/Teas";

fn open<S: Store>(store: S) -> Host<S> {
    let mut host = block_on(Host::open(Ok(store), 7, EngineConfig::instant()));
    block_on(host.become_writer());
    assert_eq!(host.role(), Role::Writer);
    host
}

fn ask<S: Store>(host: &mut Host<S>, operation: &str, body: Value) -> Value {
    let (operation, body) = (operation.to_owned(), body.to_string());
    let message = ToWorker::Execute { id: 1, space: Space::Saved, operation, body, trace: false };
    match &block_on(host.process(vec![message], NOW)).messages[..] {
        [ToPage::Answer { status: 200, body, .. }, ..] => serde_json::from_str(body).unwrap(),
        other => panic!("{other:?}"),
    }
}

fn travel<S: Store>(host: &mut Host<S>, to: Travel) {
    let processed = block_on(host.process(vec![ToWorker::Travel { id: 2, to }], NOW));
    assert!(
        processed.messages.iter().any(|message| matches!(message, ToPage::Timeline { .. })),
        "{processed:?}"
    );
}

fn jobs<S: Store>(host: &mut Host<S>, buckets: &MemoryBuckets) -> BatchResult {
    block_on(host.run_external_jobs(&mut OpenJob::default(), buckets, NOW))
}

fn definition(name: &str) -> Value {
    json!({"TableName": name, "KeySchema": [{"AttributeName": "tea", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "tea", "AttributeType": "S"}], "BillingMode": "PAY_PER_REQUEST"})
}

/// Creates a table with three items and point-in-time recovery.
fn teas<S: Store>(host: &mut Host<S>) {
    ask(host, "CreateTable", definition("Teas"));
    for tea in ["sencha", "gyokuro", "hojicha"] {
        ask(host, "PutItem", json!({"TableName": "Teas", "Item": {"tea": {"S": tea}, "cups": {"N": "2"}}}));
    }
    let recovery = json!({"PointInTimeRecoveryEnabled": true});
    ask(
        host,
        "UpdateContinuousBackups",
        json!({"TableName": "Teas", "PointInTimeRecoverySpecification": recovery}),
    );
}

/// Begins an export and returns its ARN.
fn begin_export<S: Store>(host: &mut Host<S>) -> String {
    let begun =
        ask(host, "ExportTableToPointInTime", json!({"TableArn": ARN, "S3Bucket": "shelf", "S3Prefix": "a"}));
    assert_eq!(begun["ExportDescription"]["ExportStatus"], "IN_PROGRESS");
    begun["ExportDescription"]["ExportArn"].as_str().unwrap().to_owned()
}

fn begin_import<S: Store>(host: &mut Host<S>, bucket: &str, prefix: &str, packed: &str) -> String {
    let source = json!({"S3Bucket": bucket, "S3KeyPrefix": prefix});
    let body = json!({"S3BucketSource": source, "InputFormat": "DYNAMODB_JSON", "InputCompressionType": packed,
        "TableCreationParameters": definition("Again")});
    let begun = ask(host, "ImportTable", body);
    begun["ImportTableDescription"]["ImportArn"].as_str().unwrap().to_owned()
}

fn export<S: Store>(host: &mut Host<S>, arn: &str) -> Value {
    ask(host, "DescribeExport", json!({"ExportArn": arn}))["ExportDescription"].clone()
}

fn import<S: Store>(host: &mut Host<S>, arn: &str) -> Value {
    ask(host, "DescribeImport", json!({"ImportArn": arn}))["ImportTableDescription"].clone()
}

fn count<S: Store>(host: &mut Host<S>, table: &str) -> Value {
    ask(host, "Scan", json!({"TableName": table, "Select": "COUNT"}))["Count"].clone()
}

fn keys(buckets: &MemoryBuckets) -> Vec<String> {
    block_on(buckets.list()).unwrap().into_iter().map(|object| object.key).collect()
}

/// Returns the prefix of the data files of an export.
fn data_of(arn: &str) -> String {
    format!("a/AWSDynamoDB/{}/data/", arn.rsplit('/').next().unwrap())
}

#[test]
fn what_is_exported_can_be_imported() {
    let (disk, buckets) = (MemoryStore::default(), MemoryBuckets::default());
    let mut host = open(disk.clone());
    teas(&mut host);
    assert!(jobs(&mut host, &buckets).messages.is_empty(), "nothing is wanted yet");
    let exported = begin_export(&mut host);
    let processed = jobs(&mut host, &buckets);
    assert!(processed.appended, "what came of it is kept");
    assert!(matches!(processed.messages[..], [ToPage::Changed { space: Space::Saved, .. }]), "{processed:?}");
    let described = export(&mut host, &exported);
    assert_eq!((&described["ExportStatus"], &described["ItemCount"]), (&json!("COMPLETED"), &json!(3)));
    let data = data_of(&exported);
    assert!(keys(&buckets).iter().any(|key| key.starts_with(&data) && key.ends_with(".json.gz")));
    assert!(keys(&buckets).contains(&described["ExportManifest"].as_str().unwrap().to_owned()));

    let imported = begin_import(&mut host, "shelf", &data, "GZIP");
    jobs(&mut host, &buckets);
    assert_eq!(import(&mut host, &imported)["ImportStatus"], "COMPLETED");
    assert_eq!(count(&mut host, "Again"), 3);
    assert!(jobs(&mut host, &buckets).messages.is_empty(), "everything is done once");

    let mut again = open(disk);
    assert_eq!(count(&mut again, "Again"), 3, "it is kept");
    assert_eq!(export(&mut again, &exported)["ExportStatus"], "COMPLETED");
}

#[test]
fn jobs_continue_after_a_restart() {
    let (disk, buckets) = (MemoryStore::default(), MemoryBuckets::default());
    let mut host = open(disk.clone());
    teas(&mut host);
    let exported = begin_export(&mut host);
    drop(host);
    let mut host = open(disk.reopened());
    assert_eq!(export(&mut host, &exported)["ExportStatus"], "IN_PROGRESS");
    jobs(&mut host, &buckets);
    assert_eq!(export(&mut host, &exported)["ExportStatus"], "COMPLETED");
    assert_eq!(count(&mut host, "Teas"), 3);
}

#[test]
fn a_follower_leaves_it_to_the_writer() {
    let (disk, buckets) = (MemoryStore::default(), MemoryBuckets::default());
    let mut host = open(disk.clone());
    teas(&mut host);
    begin_export(&mut host);
    let mut follower = block_on(Host::open(Ok(disk), 7, EngineConfig::instant()));
    assert_eq!(follower.role(), Role::Follower);
    assert!(jobs(&mut follower, &buckets).messages.is_empty());
    assert!(keys(&buckets).is_empty());
}

#[test]
fn buckets_that_fail_end_the_transfer_and_nothing_else() {
    let (disk, buckets) = (MemoryStore::default(), MemoryBuckets::default());
    let mut host = open(disk);
    teas(&mut host);
    buckets.set_room_bytes(Some(10));
    let exported = begin_export(&mut host);
    jobs(&mut host, &buckets);
    let described = export(&mut host, &exported);
    assert_eq!(described["ExportStatus"], "FAILED");
    assert_eq!(described["FailureMessage"], "The browser has no room left for these files.");
    assert!(keys(&buckets).is_empty(), "all or nothing");

    let imported = begin_import(&mut host, "nowhere", "", "NONE");
    jobs(&mut host, &buckets);
    let described = import(&mut host, &imported);
    assert_eq!(
        (&described["ImportStatus"], &described["FailureCode"]),
        (&json!("FAILED"), &json!("S3NoSuchBucket"))
    );
    assert_eq!(count(&mut host, "Teas"), 3);
}

#[test]
fn a_delivery_that_is_not_kept_is_made_again() {
    let buckets = MemoryBuckets::default();
    let store = FailingStore::new(MemoryStore::default());
    let mut host = open(store.clone());
    teas(&mut host);
    let exported = begin_export(&mut host);
    store.at_next_write(Fault::Refuse(Refused::Full));
    let processed = jobs(&mut host, &buckets);
    assert!(!processed.appended && !processed.deposed);
    assert_eq!(export(&mut host, &exported)["ExportStatus"], "IN_PROGRESS");
    jobs(&mut host, &buckets);
    assert_eq!(export(&mut host, &exported)["ExportStatus"], "COMPLETED");
}

/// Simulates a worker that ran out of memory three times.
#[test]
fn what_ends_the_page_again_and_again_is_given_up() {
    let (disk, buckets) = (MemoryStore::default(), MemoryBuckets::default());
    let mut host = open(disk);
    teas(&mut host);
    let exported = begin_export(&mut host);
    let mark = NewObject { bucket: ".attempts", key: &exported, bytes: &[3] };
    block_on(buckets.put(&[mark], 0)).unwrap();
    assert_eq!(block_on(files::answer(&buckets, FilesQuestion::List, NOW)), Ok(FilesAnswer::List(vec![])));
    jobs(&mut host, &buckets);
    let described = export(&mut host, &exported);
    assert_eq!(described["ExportStatus"], "FAILED");
    assert!(described["FailureMessage"].to_string().contains("too much for this browser"), "{described}");
    assert!(keys(&buckets).is_empty(), "the mark is gone");
    let exported = begin_export(&mut host);
    jobs(&mut host, &buckets);
    assert_eq!(export(&mut host, &exported)["ExportStatus"], "COMPLETED", "the next one may be smaller");
}

#[test]
fn a_transfer_is_undone_and_redone_with_its_request() {
    let (disk, buckets) = (MemoryStore::default(), MemoryBuckets::default());
    let mut host = open(disk.clone());
    teas(&mut host);
    let file =
        NewFile { name: "teas.json".into(), bytes: b"{\"Item\":{\"tea\":{\"S\":\"bancha\"}}}\n".to_vec() };
    let put = FilesQuestion::Put { bucket: "shelf".into(), prefix: "in".into(), files: vec![file] };
    block_on(files::answer(&buckets, put, NOW)).unwrap();
    begin_import(&mut host, "shelf", "in/", "NONE");
    jobs(&mut host, &buckets);
    assert_eq!(count(&mut host, "Again"), 1);
    let head = host.saved().history().head();
    match &block_on(host.process(vec![ToWorker::Recall { id: 3, entry: head.0 - 1 }], NOW)).messages[..] {
        [ToPage::Recalled { operation, body, .. }] => {
            assert_eq!(operation, "DescribeImport");
            assert!(body.contains("COMPLETED"), "it is told as it was afterwards: {body}");
        }
        other => panic!("{other:?}"),
    }

    travel(&mut host, Travel::Undo);
    assert!(jobs(&mut host, &buckets).messages.is_empty(), "what is undone is not wanted");
    assert!(host.saved().engine().database().find("Again").is_none());
    travel(&mut host, Travel::Redo);
    assert!(jobs(&mut host, &buckets).messages.is_empty());
    assert_eq!(count(&mut host, "Again"), 1);

    // Viewing the entry before the export changes nothing. Continuing from there runs the export again.
    let number = host.saved().history().entry(head).unwrap().number;
    travel(&mut host, Travel::LookAt { number: number - 2 });
    assert!(jobs(&mut host, &buckets).messages.is_empty());
    travel(&mut host, Travel::ContinueHere);
    assert!(jobs(&mut host, &buckets).appended);
    assert_eq!(count(&mut host, "Again"), 1);
    let mut again = open(disk);
    assert_eq!(count(&mut again, "Again"), 1);
}

#[test]
fn a_person_puts_sees_takes_and_deletes_files() {
    let buckets = MemoryBuckets::default();
    let ask = |question| block_on(files::answer(&buckets, question, NOW));
    let put = |bucket: &str, prefix: &str, name: &str| {
        let files = vec![NewFile { name: name.into(), bytes: b"text".to_vec() }];
        ask(FilesQuestion::Put { bucket: bucket.into(), prefix: prefix.into(), files })
    };
    let keys = |answer| match answer {
        Ok(FilesAnswer::List(files)) => {
            files.into_iter().map(|file| format!("{}:{}", file.bucket, file.key)).collect::<Vec<_>>()
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(keys(ask(FilesQuestion::List)), [""; 0]);
    assert_eq!(keys(put("shelf", "", "b")), ["shelf:b"]);
    assert_eq!(keys(put("shelf", "in", "a")), ["shelf:b", "shelf:in/a"]);
    assert_eq!(keys(put("box", "in/", "a")), ["box:in/a", "shelf:b", "shelf:in/a"]);
    for bucket in ["", "ab", "Shelf", "-ab", "ab.", "a..b", "a_b", "日本語", &"a".repeat(64)] {
        assert!(matches!(put(bucket, "", "a"), Err(Refusal::BadRequest { .. })), "{bucket}");
    }
    assert!(matches!(put("shelf", "", ""), Err(Refusal::BadRequest { .. })));
    assert!(matches!(put("shelf", &"a".repeat(1024), "a"), Err(Refusal::BadRequest { .. })));
    let get = |key: &str| ask(FilesQuestion::Get { bucket: "shelf".into(), key: key.into() });
    assert_eq!(get("b"), Ok(FilesAnswer::Bytes(b"text".to_vec())));
    assert!(matches!(get("a"), Err(Refusal::BadRequest { .. })));
    let delete = |key: &str| ask(FilesQuestion::Delete { bucket: "shelf".into(), key: key.into() });
    assert_eq!(keys(delete("b")), ["box:in/a", "shelf:in/a"]);
    assert_eq!(keys(delete("b")), ["box:in/a", "shelf:in/a"]);
    buckets.set_room_bytes(Some(8));
    assert_eq!(put("shelf", "", "large"), Err(Refusal::StorageFull));

    let kept = MemoryBuckets::default();
    block_on(files::move_all(&buckets, &kept)).unwrap();
    assert_eq!(block_on(kept.list()), block_on(buckets.list()));
}

#[test]
fn objects_of_a_copy_replace_no_others() {
    let put = |buckets: &MemoryBuckets, key: &str, text: &str, at: u64| {
        let object = NewObject { bucket: "shelf", key, bytes: text.as_bytes() };
        block_on(buckets.put(&[object], at)).unwrap();
    };
    let (copy, kept) = (MemoryBuckets::default(), MemoryBuckets::default());
    for (key, mine, theirs) in [
        ("in/a.json.gz", "new", Some("old")),
        ("in/a (2).json.gz", "third", Some("second")),
        ("same", "equal", Some("equal")),
        (".hidden", "new", Some("old")),
        ("alone", "only here", None),
    ] {
        put(&copy, key, mine, 7);
        if let Some(theirs) = theirs {
            put(&kept, key, theirs, 1);
        }
    }
    let before = block_on(kept.list()).unwrap();
    put(&copy, "later", "the last one", 9);
    kept.set_room_bytes(Some(40));
    assert_eq!(block_on(files::move_all(&copy, &kept)), Err(StoreError::Full));
    assert_eq!(block_on(kept.list()).unwrap(), before);
    kept.set_room_bytes(None);
    block_on(files::move_all(&copy, &kept)).unwrap();
    for (key, expected) in [
        ("in/a.json.gz", "old"),
        ("in/a (2).json.gz", "second"),
        ("in/a (2) (2).json.gz", "third"),
        ("in/a (3).json.gz", "new"),
        ("same", "equal"),
        (".hidden", "old"),
        (".hidden (2)", "new"),
        ("alone", "only here"),
        ("later", "the last one"),
    ] {
        let found = block_on(kept.get("shelf", key)).unwrap().map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(found.as_deref(), Some(expected), "{key}: {:?}", block_on(kept.list()));
    }
    let times: Vec<u64> = block_on(kept.list()).unwrap().into_iter().map(|object| object.put_ms).collect();
    assert_eq!(times.iter().filter(|at| **at == 9).count(), 1);
}

/// Begins a bulk operation with 2,500 records, which is three parts.
fn begin_bulk<S: Store>(host: &mut Host<S>) -> MemoryBuckets {
    ask(host, "CreateTable", definition("Teas"));
    let buckets = MemoryBuckets::default();
    let line = |number| format!("{}\n", json!({"Item": {"tea": {"S": format!("k{number}")}}}));
    let lines: String = (0..2_500).map(line).collect();
    let object = NewObject { bucket: "shelf", key: "in", bytes: lines.as_bytes() };
    block_on(buckets.put(&[object], NOW.epoch_ms)).unwrap();
    let input = json!({"S3Bucket": "shelf", "S3KeyPrefix": "in", "InputFormat": "DYNAMODB_JSON"});
    let output = json!({"OutputType": ["ERROR"]});
    let body = json!({"TableName": "Teas", "InputS3Configuration": input, "OutputS3Configuration": output});
    ask(host, "StartBulkPutItems", body);
    buckets
}

#[test]
fn a_bulk_operation_is_applied_in_parts_between_requests() {
    let disk = MemoryStore::default();
    let mut host = open(disk.clone());
    let buckets = begin_bulk(&mut host);
    let (mut job, mut seen) = (OpenJob::default(), Vec::new());
    loop {
        assert!(block_on(host.run_external_jobs(&mut job, &buckets, NOW)).appended);
        // Another tab finds the parts so far in the store.
        let mut other = block_on(Host::open(Ok(disk.clone()), 7, EngineConfig::instant()));
        seen.push([count(&mut host, "Teas"), count(&mut other, "Teas")]);
        if !job.is_open() {
            break;
        }
    }
    assert_eq!(seen, [[1_000; 2], [2_000; 2], [2_500; 2]]);
    let listed = ask(&mut host, "ListBulkOperations", json!({}));
    assert_eq!(listed["BulkOperationsSummaryList"][0]["BulkOperationStatus"], "COMPLETED", "{listed}");
}

#[test]
fn a_part_that_is_not_stored_is_applied_again() {
    let store = FailingStore::new(MemoryStore::default());
    let mut host = open(store.clone());
    let buckets = begin_bulk(&mut host);
    let mut job = OpenJob::default();
    block_on(host.run_external_jobs(&mut job, &buckets, NOW));
    store.at_next_write(Fault::Refuse(Refused::Full));
    assert!(!block_on(host.run_external_jobs(&mut job, &buckets, NOW)).appended);
    assert_eq!(count(&mut host, "Teas"), 1_000);
    assert!(!job.is_open());
    for expected in [2_000, 2_500] {
        block_on(host.run_external_jobs(&mut job, &buckets, NOW));
        assert_eq!(count(&mut host, "Teas"), expected);
    }
}
