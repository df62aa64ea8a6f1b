//! Plays the transcripts of tests/scenarios: requests go in as text, answers, charges and decisions come out as text.
//!
//! A line `> Operation {json}` is sent; the lines after it are what must come back. `UPDATE_EXPECT=1` writes them anew,
//! to be read before they are committed. `+ milliseconds` moves the clock.

#![allow(clippy::unwrap_used, reason = "a test may end in a panic")]

use std::fmt::Write as _;
use std::path::Path;

use dynalab_engine::charges::CapacityKind;
use dynalab_engine::plan::Plan;
use dynalab_engine::trace::EventKind;
use dynalab_engine::{Command, Engine, EngineConfig, Request, TraceLevel};
use dynalab_types::Timestamp;

const START_MS: u64 = 1_790_000_000_000;

#[test]
fn every_transcript_reads_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let mut different = Vec::new();
    let mut played = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let written = std::fs::read_to_string(&path).unwrap();
        if needs_complete_engine(&written) {
            continue;
        }
        let now = play(&written);
        played += 1;
        if now != written {
            if std::env::var_os("UPDATE_EXPECT").is_some() {
                std::fs::write(&path, &now).unwrap();
            } else {
                different.push(format!("{}\n{}", path.display(), first_difference(&written, &now)));
            }
        }
    }
    assert!(played >= 5, "only {played} transcripts");
    assert!(different.is_empty(), "{}", different.join("\n"));
}

/// Two runs of one transcript, and one on an engine restored half way, give the same text.
#[test]
fn a_transcript_plays_the_same_twice() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    for file in std::fs::read_dir(folder).unwrap() {
        let written = std::fs::read_to_string(file.unwrap().path()).unwrap();
        assert_eq!(play(&written), play(&written));
    }
}

/// A transcript of what only the complete engine does, met by the core's tests.
fn needs_complete_engine(script: &str) -> bool {
    let mut requests = script.lines().filter_map(|line| line.strip_prefix("> ")?.split_once(' '));
    requests.any(|(operation, body)| Request::needs_complete_engine(operation, body))
}

fn first_difference(written: &str, now: &str) -> String {
    let mut lines = written.lines().zip(now.lines()).enumerate();
    match lines.find(|(_, (written, now))| written != now) {
        Some((index, (written, now))) => format!("line {}:\n  written {written}\n  now     {now}", index + 1),
        None => "one is longer than the other".to_owned(),
    }
}

fn play(script: &str) -> String {
    let mut config = EngineConfig::instant();
    if let Some(delay) = script.lines().find_map(|line| line.strip_prefix("# index delay ")) {
        config.delays.index_propagation_ms = delay.parse().expect("milliseconds");
    }
    if let Some(delay) = script.lines().find_map(|line| line.strip_prefix("# setting delay ")) {
        config.delays.setting_change_ms = delay.parse().expect("milliseconds");
    }
    if let Some(delay) = script.lines().find_map(|line| line.strip_prefix("# table delay ")) {
        config.delays.table_change_ms = delay.parse().expect("milliseconds");
    }
    let shows_throughput = script.lines().any(|line| line == "# shows throughput");
    let mut engine = Engine::new(1, config);
    let mut at = Timestamp::from_epoch_ms(START_MS);
    let mut text = String::new();
    for line in script.lines() {
        if line.is_empty() || line.starts_with('#') {
            writeln!(text, "{line}").unwrap();
        } else if let Some(milliseconds) = line.strip_prefix("+ ") {
            at = at.plus_ms(milliseconds.parse().expect("milliseconds"));
            engine.advance_to(at);
            writeln!(text, "{line}").unwrap();
        } else if let Some(request) = line.strip_prefix("> ") {
            writeln!(text, "{line}").unwrap();
            let (operation, body) = request.split_once(' ').expect("an operation and a body");
            answer(&mut engine, at, operation, body, shows_throughput, &mut text);
        }
    }
    text
}

fn answer(
    engine: &mut Engine,
    at: Timestamp,
    operation: &str,
    body: &str,
    shows_throughput: bool,
    text: &mut String,
) {
    let body = body.replace("$LONG", &"x".repeat(400 * 1024));
    let request = match Request::parse(operation, &body) {
        Ok(request) => request,
        Err(error) => return writeln!(text, "  {} {}", error.http_status(), error.to_json()).unwrap(),
    };
    let execution = engine.execute(Command { at, request }, TraceLevel::Full);
    let (status, answer) = execution.answer();
    // Descriptions are long and tested by the vectors; their status is what the transcripts are about.
    let described = answer.contains("\"TableArn\"");
    let short = match described {
        true if shows_throughput => table_throughput(&answer),
        true => table_statuses(&answer),
        false => answer,
    };
    writeln!(text, "  {status} {short}").unwrap();
    for event in &execution.trace {
        if let Some(line) = event_line(&event.kind) {
            writeln!(text, "  {line}").unwrap();
        }
    }
}

fn table_statuses(answer: &str) -> String {
    let body: serde_json::Value = serde_json::from_str(answer).unwrap();
    let table = body.get("Table").or(body.get("TableDescription")).unwrap();
    let mut text = format!("{} {}", table["TableName"], table["TableStatus"]);
    for index in table["GlobalSecondaryIndexes"].as_array().into_iter().flatten() {
        write!(text, " · {} {} {} items", index["IndexName"], index["IndexStatus"], index["ItemCount"])
            .unwrap();
    }
    text
}

/// The members about throughput, of a table and its global indexes.
fn table_throughput(answer: &str) -> String {
    let body: serde_json::Value = serde_json::from_str(answer).unwrap();
    let table = body.get("Table").or(body.get("TableDescription")).unwrap();
    let mut text = format!("{} {}", table["TableName"], table["TableStatus"]);
    let indexes = table["GlobalSecondaryIndexes"].as_array().into_iter().flatten();
    for owner in std::iter::once(table).chain(indexes) {
        if let Some(name) = owner.get("IndexName") {
            write!(text, " · {name} {}", owner["IndexStatus"]).unwrap();
        }
        for member in ["WarmThroughput", "OnDemandThroughput"] {
            if let Some(value) = owner.get(member) {
                write!(text, " {member} {value}").unwrap();
            }
        }
    }
    text
}

fn event_line(kind: &EventKind) -> Option<String> {
    Some(match kind {
        EventKind::Planned(Plan::ScanSegment { segment, total_segments, .. }) => {
            format!("scans segment {segment} of {total_segments}")
        }
        EventKind::Planned(Plan::QueryPartition { condition, forward, .. }) => {
            format!("queries {condition}{}", if *forward { "" } else { " backwards" })
        }
        EventKind::ConditionChecked { holds, decided_by, .. } => format!("condition {holds} at {decided_by}"),
        EventKind::PageEnded { end, evaluated, returned } => {
            format!("page ended ({end:?}): {evaluated} evaluated, {returned} returned")
        }
        EventKind::IndexScheduled { due, .. } => {
            format!("indexes follow in {} ms", due.epoch_ms.saturating_sub(START_MS))
        }
        EventKind::TransactionPrepared { action, .. } => format!("prepared {action}"),
        EventKind::TransactionConflict { .. } => "conflict".to_owned(),
        EventKind::TransactionCommitted { items } => format!("committed {items} items"),
        EventKind::TransactionCancelled { codes } => format!("cancelled [{}]", codes.join(", ")),
        EventKind::Charged { owner, kind, units } => {
            let unit = if *kind == CapacityKind::Read { "RCU" } else { "WCU" };
            format!("charged {} {units} {unit}", owner.name())
        }
        _ => return None,
    })
}
