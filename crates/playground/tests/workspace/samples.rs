//! Loads every sample file into the engine and checks the results of its access patterns.

use std::collections::BTreeSet;
use std::path::PathBuf;

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_playground::share::document::{Document, LoadRequest, Question, Sentence};
use dynalab_playground::views::tables::tables;
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use serde_json::Value;

const INDEX: &str = "index.json";
const TRAFFIC: &str = "home-traffic.json";
/// Midnight UTC on 1 October 2026, the current time in the tests of the samples.
const NOW: Timestamp = Timestamp { epoch_ms: 1_790_812_800_000 };

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../static/samples")
}

fn text_of(file: &str) -> String {
    std::fs::read_to_string(folder().join(file)).unwrap()
}

fn json_of(file: &str) -> Value {
    serde_json::from_str(&text_of(file)).unwrap()
}

fn sample_files() -> BTreeSet<String> {
    let names =
        std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(".json") && name != INDEX && name != TRAFFIC).collect()
}

fn sample(file: &str) -> Document {
    Document::parse(&text_of(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Returns each sample with its file name.
fn samples() -> Vec<(String, Document)> {
    sample_files().into_iter().map(|file| (file.clone(), sample(&file))).collect()
}

/// Returns the status and the body of a response.
fn answer(engine: &mut Engine, operation: &str, body: &str) -> (u16, Value) {
    let (status, answer) = match Request::parse(operation, body) {
        Ok(request) => engine.execute(Command { at: NOW, request }, TraceLevel::Full).answer(),
        Err(error) => (error.http_status(), error.to_json()),
    };
    (status, serde_json::from_str(&answer).unwrap())
}

fn loaded(sample: &Document) -> Engine {
    let mut engine = Engine::new(1, EngineConfig::instant());
    for LoadRequest { operation, body, .. } in sample.requests().unwrap() {
        let (status, answer) = answer(&mut engine, &operation, &body);
        assert_eq!(status, 200, "{operation} {body}: {answer}");
        if operation == "BatchWriteItem" {
            assert_eq!(answer["UnprocessedItems"], serde_json::json!({}), "{body}");
        }
    }
    engine
}

/// Returns `Count`, or the number of items in a response without it.
fn count(answer: &Value) -> u64 {
    if let Some(count) = answer.get("Count") {
        return count.as_u64().unwrap();
    }
    if let Some(tables) = answer.get("Responses").and_then(Value::as_object) {
        return tables.values().map(|items| items.as_array().unwrap().len() as u64).sum();
    }
    u64::from(answer.get("Item").is_some())
}

/// Returns the name of an error without its namespace.
fn error_name(answer: &Value) -> Option<&str> {
    answer.get("__type")?.as_str()?.rsplit('#').next()
}

/// Returns the difference between the actual and the expected result of an access pattern.
fn disagreement(file: &str, sample: &Document, question: &Question) -> Option<String> {
    let (status, answer) = answer(&mut loaded(sample), &question.operation, &question.body());
    let right = match (&question.expect_error, question.expect_count) {
        (Some(error), _) => status == 400 && error_name(&answer) == Some(error),
        (None, Some(expected)) => status == 200 && count(&answer) == expected,
        (None, None) => status == 200,
    };
    let title = question.title.get("en").map_or("", String::as_str);
    (!right).then(|| {
        let expected = (question.expect_count, &question.expect_error);
        format!("{file}: {title}: expected {expected:?}, answered {status} {answer}")
    })
}

#[test]
fn every_sample_loads_with_all_its_items() {
    for (file, sample) in samples() {
        let engine = loaded(&sample);
        let summaries = tables(&engine);
        let names: Vec<String> = summaries.iter().map(|table| table.name.clone()).collect();
        let mut expected = sample.table_names();
        expected.sort();
        assert_eq!(names, expected, "{file}");
        // A smaller number would mean two items with the same key.
        let items: u64 = summaries.iter().map(|table| table.item_count).sum();
        assert_eq!(items, sample.item_count() as u64, "{file}");
    }
}

#[test]
fn every_question_gets_the_answer_it_promises() {
    let mut disagreements = Vec::new();
    for (file, sample) in samples() {
        assert!(!sample.questions.is_empty(), "{file}");
        disagreements
            .extend(sample.questions.iter().filter_map(|question| disagreement(&file, &sample, question)));
    }
    assert!(disagreements.is_empty(), "\n{}", disagreements.join("\n"));
}

#[test]
fn expired_sessions_are_deleted_by_ttl() {
    let mut engine = loaded(&sample("sessions.json"));
    let (_, described) = answer(&mut engine, "DescribeTimeToLive", r#"{"TableName":"Sessions"}"#);
    let expected = serde_json::json!({"TimeToLiveStatus": "ENABLED", "AttributeName": "expires_at"});
    assert_eq!(described["TimeToLiveDescription"], expected);
}

fn in_languages(sentence: &Sentence) -> Value {
    sentence.iter().map(|(language, text)| (language.clone(), Value::from(text.as_str()))).collect()
}

#[test]
fn the_index_agrees_with_the_files() {
    let index = json_of(INDEX);
    let entries = index.as_array().unwrap();
    let listed: BTreeSet<String> =
        entries.iter().map(|entry| format!("{}.json", entry["id"].as_str().unwrap())).collect();
    assert_eq!(listed, sample_files());
    assert_eq!(listed.len(), entries.len());
    for entry in entries {
        let id = entry["id"].as_str().unwrap();
        let sample = sample(&format!("{id}.json"));
        let of_file = serde_json::json!({
            "id": id, "title": in_languages(&sample.title), "description": in_languages(&sample.description),
            "items": sample.item_count(), "tables": sample.table_names(),
        });
        assert_eq!(*entry, of_file);
    }
}

#[test]
fn both_languages_have_all_texts() {
    for (file, sample) in samples() {
        let questions = sample.questions.iter().flat_map(|question| [&question.title, &question.why]);
        for sentence in questions.chain([&sample.title, &sample.description]) {
            assert_eq!(sentence.keys().collect::<Vec<_>>(), ["en", "ja"], "{file}: {sentence:?}");
            assert!(sentence.values().all(|text| !text.is_empty()), "{file}: {sentence:?}");
        }
    }
}

#[test]
fn the_traffic_of_the_home_page_can_go_round_for_ever() {
    let traffic = json_of(TRAFFIC);
    assert_eq!((&traffic["format"], &traffic["version"]), (&"dynalab-traffic".into(), &1.into()));
    let sample = sample(&format!("{}.json", traffic["sample"].as_str().unwrap()));
    let mut engine = loaded(&sample);
    let counts = |engine: &Engine| -> Vec<(String, u64)> {
        let summaries = tables(engine);
        let of_indexes = summaries.iter().flat_map(|table| &table.indexes);
        let of_indexes = of_indexes.map(|index| (index.name.clone(), index.item_count));
        summaries.iter().map(|table| (table.name.clone(), table.item_count)).chain(of_indexes).collect()
    };
    let before = counts(&engine);
    for round in 1..=3 {
        for step in traffic["steps"].as_array().unwrap() {
            let operation = step["operation"].as_str().unwrap();
            let (status, answer) = answer(&mut engine, operation, &step["request"].to_string());
            let title = &step["title"]["en"];
            let expected = step.get("expect_error").and_then(Value::as_str);
            assert_eq!(error_name(&answer), expected, "round {round}: {title}: {answer}");
            assert_eq!(
                status,
                if expected.is_some() { 400 } else { 200 },
                "round {round}: {title}: {answer}"
            );
        }
        assert_eq!(counts(&engine), before, "after round {round}");
    }
}
