//! Runs the transcripts of tests/scenarios: requests as text, then the expected responses, charges and decisions.
//!
//! A line `> Operation {json}` is sent, and the next lines are the expected output. `UPDATE_EXPECT=1` rewrites them:
//! review them before you commit. `+ milliseconds` advances the clock. `>> Operation {json}` shows a table in full.
//! `@ bucket key text` puts an object, and `@ bucket` creates a bucket. The output lists the engine's objects.

#![allow(clippy::unwrap_used, reason = "a test may end in a panic")]

mod buckets;
#[macro_use]
mod each_engine;

use std::fmt::Write as _;
use std::path::Path;

use dynalab_engine::codec::change_log;
use dynalab_engine::database::change::Change;
use dynalab_engine::database::charges::CapacityKind;
use dynalab_engine::engine::{Command, Engine};
use dynalab_engine::execution::plan::Plan;
use dynalab_engine::hooks::{Plain, Service};
use dynalab_engine::operations::Request;
use dynalab_engine::trace::EventKind;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::Complete;
use dynalab_service::transfer::File;
use dynalab_types::Timestamp;

const START_MS: u64 = 1_790_000_000_000;

/// An engine of the tests, and who runs its external jobs.
trait TestedService: Service {
    /// Runs external jobs until the engine has none.
    fn serve(
        buckets: &mut buckets::Buckets,
        engine: &mut Engine<Self>,
        at: Timestamp,
        told: impl FnMut(&File),
    ) -> Vec<Vec<Change>>;
}

/// The plain engine has no jobs.
impl TestedService for Plain {
    fn serve(
        _: &mut buckets::Buckets,
        _: &mut Engine<Plain>,
        _: Timestamp,
        _: impl FnMut(&File),
    ) -> Vec<Vec<Change>> {
        Vec::new()
    }
}

impl TestedService for Complete {
    fn serve(
        buckets: &mut buckets::Buckets,
        engine: &mut Engine<Complete>,
        at: Timestamp,
        told: impl FnMut(&File),
    ) -> Vec<Vec<Change>> {
        buckets.serve(engine, at, told)
    }
}

fn every_transcript_reads_as_written<S: TestedService>() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let mut different = Vec::new();
    let mut played = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let written = std::fs::read_to_string(&path).unwrap();
        if needs_complete_engine::<S>(&written) {
            continue;
        }
        let now = play::<S>(&written);
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

/// Checks that a transcript can be followed from its log, restored from a snapshot, and undone completely.
fn a_transcript_can_be_followed_kept_and_taken_back<S: TestedService>() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let script = std::fs::read_to_string(&path).unwrap();
        let name = path.display();
        let (mut engine, mut follower) = (new_engine::<S>(&script), new_engine::<S>(&script));
        let mut done = Vec::new();
        play_on(&mut engine, &script, |changes| done.push(changes));
        for changes in &done {
            follower.apply_log(&change_log::encode(changes)).expect("it was written just now");
        }
        assert_eq!(follower.database(), engine.database(), "{name}");
        let chunks = engine.snapshot();
        let restored =
            Engine::<S>::restore(chunks.iter().map(Vec::as_slice), engine.config().clone()).unwrap();
        assert_eq!(restored.database(), engine.database(), "{name}");
        for changes in done.into_iter().rev() {
            engine.reverse(changes);
        }
        assert_eq!(engine.database(), new_engine::<S>(&script).database(), "{name}");
    }
}

/// Checks that two runs of a transcript give the same text.
fn a_transcript_plays_the_same_twice<S: TestedService>() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    for file in std::fs::read_dir(folder).unwrap() {
        let written = std::fs::read_to_string(file.unwrap().path()).unwrap();
        assert_eq!(play::<S>(&written), play::<S>(&written));
    }
}

/// Returns true if a transcript needs the complete engine. The tests of the plain engine skip it.
fn needs_complete_engine<S: Service>(script: &str) -> bool {
    let mut requests = script.lines().filter_map(|line| line.strip_prefix("> ")?.split_once(' '));
    requests.any(|(operation, body)| Request::<S>::needs_complete_engine(operation, body))
}

fn first_difference(written: &str, now: &str) -> String {
    let mut lines = written.lines().zip(now.lines()).enumerate();
    match lines.find(|(_, (written, now))| written != now) {
        Some((index, (written, now))) => format!("line {}:\n  written {written}\n  now     {now}", index + 1),
        None => "one is longer than the other".to_owned(),
    }
}

fn new_engine<S: Service>(script: &str) -> Engine<S> {
    let mut config = EngineConfig::instant();
    let delays = [
        ("# index delay ", &mut config.delays.index_propagation_ms),
        ("# table delay ", &mut config.delays.table_change_ms),
        ("# recovery delay ", &mut config.delays.recovery_ms),
        ("# setting delay ", &mut config.delays.setting_change_ms),
        ("# backfill delay ", &mut config.delays.index_backfill_ms),
    ];
    for (name, delay) in delays {
        if let Some(value) = script.lines().find_map(|line| line.strip_prefix(name)) {
            *delay = value.parse().expect("milliseconds");
        }
    }
    Engine::new(1, config)
}

fn play<S: TestedService>(script: &str) -> String {
    play_on(&mut new_engine::<S>(script), script, |_| {})
}

fn play_on<S: TestedService>(
    engine: &mut Engine<S>,
    script: &str,
    mut done: impl FnMut(Vec<Change>),
) -> String {
    let shows_throughput = script.lines().any(|line| line == "# shows throughput");
    let mut at = Timestamp::from_epoch_ms(START_MS);
    let mut text = String::new();
    let mut buckets = buckets::Buckets::default();
    for line in script.lines() {
        if let Some(object) = line.strip_prefix("@ ") {
            put_object(&mut buckets, object);
        }
        if line.is_empty() || line.starts_with("@ ") || line.starts_with('#') {
            writeln!(text, "{line}").unwrap();
        } else if let Some(milliseconds) = line.strip_prefix("+ ") {
            at = engine.now().max(at).plus_ms(milliseconds.parse().expect("milliseconds"));
            done(engine.advance_to(at));
            writeln!(text, "{line}").unwrap();
        } else if let Some(request) = line.strip_prefix("> ").or(line.strip_prefix(">> ")) {
            writeln!(text, "{line}").unwrap();
            let (operation, body) = request.split_once(' ').expect("an operation and a body");
            let shown = match shows_throughput {
                _ if line.starts_with(">>") => TableShown::Whole,
                true => TableShown::Throughput,
                false => TableShown::Statuses,
            };
            done(answer(engine, at, (operation, body), shown, &mut text));
            let told = |file: &File| {
                writeln!(text, "  put {}/{}", file.bucket, file.key).unwrap();
            };
            S::serve(&mut buckets, engine, at, told).into_iter().for_each(&mut done);
        }
    }
    text
}

fn put_object(buckets: &mut buckets::Buckets, line: &str) {
    match line.splitn(3, ' ').collect::<Vec<_>>()[..] {
        [bucket, key, text] => buckets.put(bucket, key, text.replace("\\n", "\n").as_bytes()),
        [bucket] => buckets.make(bucket),
        _ => panic!("{line}"),
    }
}

/// The part of a table's description that is shown. Descriptions are long, and the vectors test them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TableShown {
    Statuses,
    Throughput,
    Whole,
}

fn answer<S: Service>(
    engine: &mut Engine<S>,
    at: Timestamp,
    (operation, body): (&str, &str),
    shown: TableShown,
    text: &mut String,
) -> Vec<Change> {
    let body = body.replace("$LONG", &"x".repeat(400 * 1024)).replace("$50KB", &"x".repeat(50 * 1024));
    let request = match Request::parse(operation, &body) {
        Ok(request) => request,
        Err(error) => {
            writeln!(text, "  {} {}", error.http_status(), error.to_json()).unwrap();
            return Vec::new();
        }
    };
    let execution = engine.execute(Command { at, request }, TraceLevel::Full);
    let (status, answer) = execution.answer();
    let described = ["{\"Table\":", "{\"TableDescription\":"].iter().any(|start| answer.starts_with(start));
    let short = match shown {
        TableShown::Statuses if described => table_statuses(&answer),
        TableShown::Throughput if described => table_throughput(&answer),
        _ => answer,
    };
    writeln!(text, "  {status} {short}").unwrap();
    for event in &execution.trace {
        if let Some(line) = event_line(&event.kind) {
            writeln!(text, "  {line}").unwrap();
        }
    }
    execution.changes
}

/// Prints members sorted by name. The order of a parsed map depends on the features of the build.
fn sorted(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by_key(|(name, _)| *name);
            let members = members.into_iter().map(|(name, value)| format!("\"{name}\":{}", sorted(value)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        serde_json::Value::Array(values) => {
            format!("[{}]", values.iter().map(sorted).collect::<Vec<_>>().join(","))
        }
        other => other.to_string(),
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
    for member in ["GlobalTableVersion", "Replicas", "GlobalTableWitnesses", "MultiRegionConsistency"] {
        if let Some(value) = table.get(member) {
            write!(text, " · {member} {}", sorted(value)).unwrap();
        }
    }
    for index in table["VectorIndexes"].as_array().into_iter().flatten() {
        let backfilling =
            index.get("Backfilling").map_or(String::new(), |value| format!(" backfilling {value}"));
        let (name, status, items) = (&index["IndexName"], &index["IndexStatus"], &index["ItemCount"]);
        write!(text, " · vectors {name} {status}{backfilling} {items} items").unwrap();
    }
    text
}

/// Returns the throughput of a table and its global indexes.
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
                write!(text, " {member} {}", sorted(value)).unwrap();
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
        kind => return service_line(kind),
    })
}

/// Returns the line of an event that only the complete engine has.
fn service_line(kind: &EventKind) -> Option<String> {
    Some(match kind {
        EventKind::ReplicaRead { partition, zone, leads, missing, behind_ms, .. } => {
            let role = if *leads { "leader" } else { "follower" };
            format!(
                "read from {role} {} of partition {partition}: misses {missing}, {behind_ms} ms behind",
                zone.name()
            )
        }
        EventKind::IndexBehind { index, missing, behind_ms } => {
            format!("{index} misses {missing}, {behind_ms} ms behind")
        }
        EventKind::Underway { replicas, indexes, .. } => {
            let replicas = replicas.iter().map(|(zone, ms)| format!("{} in {ms}", zone.name()));
            let indexes = indexes.iter().map(|(index, ms)| format!("{index} in {ms}"));
            format!("reaches {} ms", replicas.chain(indexes).collect::<Vec<_>>().join(", "))
        }
        EventKind::Invoked { mapping, count, retries, failed, at } => {
            let outcome = if *failed { "failed" } else { "done" };
            let at = at.epoch_ms.saturating_sub(START_MS);
            format!("{mapping}: {count} records, retry {retries}, {outcome} at {at} ms")
        }
        EventKind::LeaseTaken { workers, worker, shard, again, at } => {
            let at = at.epoch_ms.saturating_sub(START_MS);
            format!("{workers}: {worker} takes {shard}, {again} records again, at {at} ms")
        }
        EventKind::Swept { count, at, .. } => {
            format!("swept {count} at {} ms", at.epoch_ms.saturating_sub(START_MS))
        }
        EventKind::Throttled { .. } | EventKind::PartitionSplit { .. } | EventKind::Scaled { .. } => {
            return capacity_line(kind);
        }
        EventKind::FaultStruck { fault, kind, after_commit } => {
            let after = if *after_commit { " after the commit" } else { "" };
            format!("fault {fault} strikes: {kind}{after}")
        }
        EventKind::AlarmTurned { alarm, before, after } => {
            format!("alarm {alarm} turns from {before} to {after}")
        }
        EventKind::AccessDecided { principal, action, resource, decision, by } => {
            let by = by
                .as_ref()
                .map_or(String::new(), |(policy, statement)| format!(" by {statement} in {policy}"));
            let resource = resource.rsplit(':').next().unwrap_or_default();
            format!("{principal} {action} {resource}: {decision}{by}")
        }
        EventKind::ReplicaFollowed { region, from, lag_ms, wins, .. } => {
            let outcome = if *wins { "applied" } else { "a later write stays" };
            format!("{region} hears from {from} after {lag_ms} ms: {outcome}")
        }
        EventKind::CacheAsked { cache, kind, age_ms } => match age_ms {
            Some(age_ms) => format!("{cache} {kind} hit, {age_ms} ms old"),
            None => format!("{cache} {kind} miss"),
        },
        _ => return None,
    })
}

fn capacity_line(kind: &EventKind) -> Option<String> {
    Some(match kind {
        EventKind::Throttled { owner, partition, refusal, .. } => {
            format!("throttled by {refusal:?}: partition {partition} of {}", owner.name())
        }
        EventKind::PartitionSplit { owner, split, reason } => {
            let [one, other] = split.children;
            format!("partition {} of {} became {one} and {other}: {reason:?}", split.parent, owner.name())
        }
        EventKind::Scaled { owner, kind, before, after, at } => {
            let ms = at.epoch_ms.saturating_sub(START_MS);
            format!("{} is scaled from {before} to {after} ({kind:?}) at {ms} ms", owner.name())
        }
        _ => return None,
    })
}

each_engine!(
    every_transcript_reads_as_written,
    a_transcript_can_be_followed_kept_and_taken_back,
    a_transcript_plays_the_same_twice,
);
