//! Work in parts: a jump of the clock over much scheduled work, and a document with many commands. The page receives the progress,
//! can send other messages meanwhile, and can stop the work.

use crate::page;

use dynalab_playground::protocol::{Refusal, Space, ToPage, ToWorker, Travel, WorkKind};
use dynalab_playground::share::document::{Document, LoggedCommand};
use dynalab_playground::workspace::TASKS_AT_ONCE;
use dynalab_storage::{FailingStore, Fault, MemoryStore, Refusal as Refused, Store};
use dynalab_types::Timestamp;
use page::{Page, START_MS};
use pollster::block_on;

const HOUR_MS: u64 = 60 * 60 * 1000;
const DAY_MS: u64 = 24 * HOUR_MS;
const MINUTE_MS: u64 = 60 * 1000;
const DIALS: &str = r#"{"Profile":"instant","Seed":7,"Dials":{"replication_lag_most_ms":1}}"#;
/// Alarms are looked at every minute, for as long as there are any.
const ALARM: &str = r#"{"AlarmName":"reads","MetricName":"ReadThrottleEvents","Dimensions":[{"Name":"TableName","Value":"Notes"}],"Period":60,"Statistic":"Sum","EvaluationPeriods":3,"Threshold":1,"ComparisonOperator":"GreaterThanThreshold"}"#;

fn watching<S: Store>(store: S) -> Page<S> {
    let mut page = Page::with_notes(store);
    for (operation, body) in [("Dynalab.SetDials", DIALS), ("Dynalab.PutMetricAlarm", ALARM)] {
        assert!(matches!(page.execute(operation, body), ToPage::Answer { status: 200, .. }), "{operation}");
    }
    page
}

/// Sends messages and returns the immediate answers to the page.
fn batch<S: Store>(page: &mut Page<S>, messages: Vec<ToWorker>) -> Vec<ToPage> {
    page.now_ms += 1;
    block_on(page.host.process(messages, Timestamp::from_epoch_ms(page.now_ms))).messages
}

fn execute(id: u32, operation: &str, body: String) -> ToWorker {
    ToWorker::Execute { id, space: Space::Saved, operation: operation.to_owned(), body, trace: false }
}

fn jump(ms: u64) -> ToWorker {
    execute(5, "Dynalab.AdvanceClock", format!(r#"{{"Milliseconds":{ms}}}"#))
}

fn put(id: u32) -> ToWorker {
    execute(id, "PutItem", format!(r#"{{"TableName":"Notes","Item":{{"id":{{"N":"{id}"}}}}}}"#))
}

fn permille(messages: &[ToPage]) -> Option<u64> {
    messages.iter().find_map(|message| match message {
        ToPage::Working { id: 5, permille, .. } => Some(*permille),
        _ => None,
    })
}

fn answer_to(id: u32, messages: &[ToPage]) -> Option<(u16, String)> {
    messages.iter().find_map(|message| match message {
        ToPage::Answer { id: of, status, body, .. } if *of == id => Some((*status, body.clone())),
        _ => None,
    })
}

#[test]
fn a_long_jump_tells_its_progress_and_lets_the_page_look() {
    let disk = MemoryStore::new();
    let mut page = watching(disk.clone());
    let before = page.travel(Travel::Nowhere);
    let mut heard = batch(&mut page, vec![jump(10 * DAY_MS), put(6)]);
    let mut shown = Vec::new();
    while page.host.has_work() {
        shown.extend(permille(&heard));
        assert_eq!(answer_to(6, &heard), None, "a write waits");
        heard = batch(&mut page, vec![ToWorker::Tables { id: 9, space: Space::Saved }]);
        assert!(heard.iter().any(|message| matches!(message, ToPage::Tables { id: 9, .. })), "{heard:?}");
        if let Some(answer) = answer_to(5, &heard) {
            assert_eq!(answer.0, 200);
            break;
        }
    }
    assert!(shown.len() >= 15 && shown.is_sorted() && shown.last() < Some(&1_000), "{shown:?}");
    assert_eq!(answer_to(6, &heard).map(|answer| answer.0), Some(200), "the write that waited: {heard:?}");
    let after = page.travel(Travel::Nowhere);
    let jumped_ms = after.now_ms - before.now_ms;
    assert!((10 * DAY_MS..10 * DAY_MS + 10_000).contains(&jumped_ms), "{jumped_ms}");
    // Each part is stored, and the jump is one step.
    let kept = MemoryStore::from_stored(disk.stored());
    assert_eq!(Page::writer(kept).host.saved().engine().now(), page.host.saved().engine().now());
    page.travel(Travel::Undo);
    let back = page.travel(Travel::Undo);
    assert!(back.now_ms < before.now_ms + 10_000, "{} is back at {}", back.now_ms, before.now_ms);
}

#[test]
fn a_stopped_jump_stands_where_it_came_to_and_is_undone_as_one() {
    let mut page = watching(MemoryStore::new());
    let before = page.travel(Travel::Nowhere).now_ms;
    batch(&mut page, vec![jump(300 * DAY_MS)]);
    batch(&mut page, Vec::new());
    let heard = batch(&mut page, vec![ToWorker::Stop, put(6)]);
    assert!(!page.host.has_work());
    let (status, body) = answer_to(5, &heard).expect("the jump is answered");
    assert_eq!(answer_to(6, &heard).map(|answer| answer.0), Some(200));
    let now_ms = page.host.saved().engine().now().epoch_ms;
    let jumped_ms = now_ms - before;
    // Two parts, with a task a minute.
    assert!(jumped_ms.abs_diff(2 * TASKS_AT_ONCE * MINUTE_MS) < 3 * MINUTE_MS, "{jumped_ms}");
    assert!(status == 200 && body.contains(&format!("{}", now_ms / 1_000)), "{body} at {now_ms}");
    page.travel(Travel::Undo);
    let back = page.travel(Travel::Undo).now_ms;
    assert!(back < before + 10_000, "{back} is not before the jump");
    assert!(batch(&mut page, vec![ToWorker::Stop]).is_empty(), "there is nothing to stop");
}

/// A link contains the parts as requests, with the same result.
#[test]
fn the_parts_of_a_jump_are_handed_on() {
    let mut page = watching(MemoryStore::new());
    page.execute("Dynalab.SetClock", r#"{"Rate":0}"#);
    page.execute("Dynalab.AdvanceClock", &format!(r#"{{"Milliseconds":{}}}"#, 2 * DAY_MS));
    let text = match page.ask(ToWorker::TablesText { id: 1, space: Space::Saved, data: true, steps: 100 }) {
        ToPage::TablesText { text, .. } => text,
        other => panic!("{other:?}"),
    };
    let document = Document::of_tables(&text).unwrap();
    let jumps =
        document.commands.iter().filter(|command| command.operation == "Dynalab.AdvanceClock").count();
    assert!(jumps > 4, "{jumps} parts");
    let mut other = Page::writer(MemoryStore::new());
    let document = document.canonical().unwrap();
    assert!(matches!(
        other.ask(ToWorker::OpenDocument { id: 1, space: Space::Saved, document }),
        ToPage::Loaded { .. }
    ));
    assert_eq!(other.host.saved().engine().now(), page.host.saved().engine().now());
}

#[test]
fn a_store_that_fails_ends_a_jump_with_the_reason() {
    let store = FailingStore::new(MemoryStore::new());
    let mut page = watching(store.clone());
    batch(&mut page, vec![jump(DAY_MS)]);
    let came_to = page.host.saved().engine().now();
    store.at_next_write(Fault::Refuse(Refused::Full));
    let heard = batch(&mut page, Vec::new());
    assert!(
        heard
            .iter()
            .any(|message| matches!(message, ToPage::Refused { id: 5, refusal: Refusal::StorageFull })),
        "{heard:?}"
    );
    assert!(!page.host.has_work());
    assert_eq!(page.host.saved().engine().now(), came_to, "the tables are those that are stored");
}

/// After a night with tiny intervals, a request does not wait for all of it.
#[test]
fn what_fell_due_in_a_long_absence_is_done_in_parts() {
    let mut page = watching(MemoryStore::new());
    let before = page.host.saved().engine().now();
    page.now_ms += 8 * HOUR_MS;
    let heard = batch(&mut page, vec![put(6)]);
    assert_eq!(answer_to(6, &heard).map(|answer| answer.0), Some(200));
    let passed_ms = page.host.saved().engine().now().epoch_ms - before.epoch_ms;
    assert!(passed_ms.abs_diff(TASKS_AT_ONCE * MINUTE_MS) < 3 * MINUTE_MS, "{passed_ms} in the first part");
    assert_eq!(page.host.due_in_ms(Timestamp::from_epoch_ms(page.now_ms)), Some(0), "the next part is due");
    for _ in 0..20 {
        batch(&mut page, Vec::new());
    }
    let behind_ms = page.now_ms - page.host.saved().engine().now().epoch_ms;
    assert!(behind_ms <= 2_000, "{behind_ms} behind the clock");
}

fn document_of(commands: Vec<LoggedCommand>) -> String {
    let mut page = Page::with_notes(MemoryStore::new());
    let text = match page.ask(ToWorker::TablesText { id: 1, space: Space::Saved, data: true, steps: 0 }) {
        ToPage::TablesText { text, .. } => text,
        other => panic!("{other:?}"),
    };
    let mut document = Document::of_tables(&text).unwrap();
    document.commands = commands;
    document.canonical().unwrap()
}

fn command(at_ms: u64, operation: &str, body: String) -> LoggedCommand {
    let at = Timestamp::from_epoch_ms(START_MS + at_ms);
    LoggedCommand { at, operation: operation.to_owned(), body, continues: false }
}

fn puts(count: u64) -> Vec<LoggedCommand> {
    let item = |id| format!(r#"{{"TableName":"Notes","Item":{{"id":{{"N":"{id}"}}}}}}"#);
    (0..count).map(|id| command(id, "PutItem", item(id))).collect()
}

#[test]
fn a_long_document_tells_its_progress_and_can_be_stopped() {
    let document = document_of(puts(900));
    let open = || ToWorker::OpenDocument { id: 5, space: Space::Saved, document: document.clone() };
    let disk = MemoryStore::new();
    let mut page = Page::with_notes(disk.clone());
    page.put(1);
    let (before, stored) = (page.host.saved().engine().snapshot(), disk.stored());
    let heard = batch(&mut page, vec![open()]);
    assert!(matches!(heard[..], [ToPage::Working { id: 5, work: WorkKind::Document, .. }]), "{heard:?}");
    let tables = ToWorker::Tables { id: 9, space: Space::Saved };
    let heard = batch(&mut page, vec![tables]);
    assert!(permille(&heard) > Some(100), "{heard:?}");
    assert!(
        !heard.iter().any(|message| matches!(message, ToPage::Tables { .. })),
        "nothing half built is shown"
    );
    assert!(!page.host.has_waiting());
    let heard = batch(&mut page, vec![ToWorker::Stop]);
    assert!(
        heard.iter().any(|message| matches!(message, ToPage::Refused { id: 5, refusal: Refusal::Stopped })),
        "{heard:?}"
    );
    while page.host.has_work() {
        batch(&mut page, Vec::new());
    }
    assert!(page.host.saved().engine().snapshot() == before, "nothing of it is left");
    assert_eq!(disk.stored(), stored, "nothing of it was stored");
    match page.ask(open()) {
        ToPage::Loaded { items, .. } => assert_eq!(items, 900),
        other => panic!("{other:?}"),
    }
}

/// A write that arrived in the same batch is kept, whatever becomes of the document.
#[test]
fn what_was_done_before_a_document_is_kept() {
    let document = document_of(puts(900));
    let disk = MemoryStore::new();
    let mut page = Page::with_notes(disk.clone());
    let open = ToWorker::OpenDocument { id: 5, space: Space::Saved, document };
    let heard = batch(&mut page, vec![put(6), open]);
    assert_eq!(answer_to(6, &heard).map(|answer| answer.0), Some(200));
    let kept = Page::writer(MemoryStore::from_stored(disk.stored()));
    let items = |page: &Page<MemoryStore>| {
        page.host.saved().engine().database().find("Notes").map_or(0, |table| table.items.len())
    };
    assert_eq!(items(&kept), 1, "the acknowledged write is stored");
    while page.host.has_work() {
        batch(&mut page, Vec::new());
    }
    assert_eq!(items(&page), 900);
}

/// A document that waits until the writes before it are stored, or until a jump ends, can be stopped too.
#[test]
fn a_waiting_document_can_be_stopped() {
    let document = document_of(puts(900));
    let open = || ToWorker::OpenDocument { id: 5, space: Space::Saved, document: document.clone() };
    let is_stopped = |heard: &[ToPage]| {
        heard.iter().any(|message| matches!(message, ToPage::Refused { id: 5, refusal: Refusal::Stopped }))
    };
    let disk = MemoryStore::new();
    let mut page = Page::with_notes(disk.clone());
    let heard = batch(&mut page, vec![put(6), open(), ToWorker::Stop]);
    assert!(is_stopped(&heard), "{heard:?}");
    assert_eq!(answer_to(6, &heard).map(|answer| answer.0), Some(200), "the write before it is stored");
    assert!(!page.host.has_work());
    let heard = batch(&mut page, vec![put(7), open()]);
    assert!(
        heard
            .iter()
            .any(|message| matches!(message, ToPage::Working { id: 5, work: WorkKind::Document, .. })),
        "the page hears that it waits: {heard:?}"
    );
    assert!(is_stopped(&batch(&mut page, vec![ToWorker::Stop])));
    assert!(!page.host.has_work());
    let items = |page: &Page<MemoryStore>| {
        page.host.saved().engine().database().find("Notes").map_or(0, |table| table.items.len())
    };
    assert_eq!(items(&page), 2);
    assert_eq!(items(&Page::writer(MemoryStore::from_stored(disk.stored()))), 2);

    // Behind a jump and a write: the first stop ends the jump, the second one the document.
    let mut page = watching(MemoryStore::new());
    batch(
        &mut page,
        vec![execute(4, "Dynalab.AdvanceClock", format!(r#"{{"Milliseconds":{}}}"#, 300 * DAY_MS))],
    );
    batch(&mut page, vec![put(6), open()]);
    let heard = batch(&mut page, vec![ToWorker::Stop]);
    assert!(answer_to(4, &heard).is_some() && !is_stopped(&heard), "{heard:?}");
    assert!(is_stopped(&batch(&mut page, vec![ToWorker::Stop])));
    assert_eq!(items(&page), 1);
}

/// A branch is one step that the page cannot stop, so its work has a limit.
#[test]
fn a_branch_that_makes_too_much_work_due_is_refused() {
    let branch = |days: u64| {
        format!(
            r#"{{"Name":"later","Requests":[
                {{"Operation":"Dynalab.AdvanceClock","Request":{{"Milliseconds":{}}}}},
                {{"Operation":"PutItem","Request":{{"TableName":"Notes","Item":{{"id":{{"N":"1"}}}}}}}}]}}"#,
            days * DAY_MS
        )
    };
    let mut page = watching(MemoryStore::new());
    page.put(6);
    let (before, engine) = (page.travel(Travel::Nowhere), page.host.saved().engine().snapshot());
    let ToPage::Answer { status, body, .. } = page.execute("Dynalab.Branch", &branch(300)) else { panic!() };
    assert!(
        status == 400 && body.contains("With request 1 more than 100000 scheduled tasks"),
        "{status} {body}"
    );
    let after = page.travel(Travel::Nowhere);
    assert_eq!((after.branches.len(), after.head), (before.branches.len(), before.head));
    assert!(page.host.saved().engine().snapshot() == engine, "the tables are as they were");
    // A jump of several parts is still one step, with one answer.
    let ToPage::Answer { status, body, .. } = page.execute("Dynalab.Branch", &branch(3)) else { panic!() };
    assert_eq!(status, 200, "{body}");
    let after = page.travel(Travel::Nowhere);
    assert!(after.now_ms >= before.now_ms + 3 * DAY_MS && after.branches.len() == 2, "{}", after.now_ms);
    let answers: serde_json::Value = serde_json::from_str(&body).unwrap();
    assert_eq!(answers["Answers"].as_array().unwrap().len(), 2);
    let seconds = format!("{}", page.host.saved().engine().now().epoch_ms / 1_000);
    assert!(body.contains(&seconds), "the jump is answered with the time it came to: {body}");
    let back = page.travel(Travel::Undo);
    assert!(back.now_ms < before.now_ms + 10_000, "the branch is one step");
}

/// 16 KB of a link could ask for years of work.
#[test]
fn a_document_that_makes_too_much_work_due_is_refused_with_the_command() {
    let mut commands = vec![command(0, "Dynalab.PutMetricAlarm", ALARM.to_owned())];
    let jump = command(2, "Dynalab.AdvanceClock", format!(r#"{{"Milliseconds":{}}}"#, 300 * DAY_MS));
    let late = command(300 * DAY_MS, "ListTables", "{}".to_owned());
    for long in [jump, late] {
        commands.truncate(1);
        commands.push(long);
        let mut page = Page::with_notes(MemoryStore::new());
        let before = page.host.saved().engine().snapshot();
        let document = document_of(commands.clone());
        match page.ask(ToWorker::OpenDocument { id: 1, space: Space::Saved, document }) {
            ToPage::Refused { refusal: Refusal::BadRequest { detail }, .. } => {
                assert!(detail.contains("command 2 more than 100000 scheduled tasks"), "{detail}");
            }
            other => panic!("{other:?}"),
        }
        assert!(page.host.saved().engine().snapshot() == before);
    }
}

/// Each change of a large item writes all of it, so a few kilobytes of a link could fill the memory.
#[test]
fn a_document_that_writes_too_much_is_refused_with_the_command() {
    let large = "x".repeat(300_000);
    let put = format!(r#"{{"TableName":"Notes","Item":{{"id":{{"N":"1"}},"text":{{"S":"{large}"}}}}}}"#);
    let update = r#"{"TableName":"Notes","Key":{"id":{"N":"1"}},"UpdateExpression":"ADD n :one",
        "ExpressionAttributeValues":{":one":{"N":"1"}}}"#;
    let mut commands = vec![command(0, "PutItem", put)];
    commands.extend((1..300).map(|second| command(second, "UpdateItem", update.to_owned())));
    let mut page = Page::with_notes(MemoryStore::new());
    let before = page.host.saved().engine().snapshot();
    let few = document_of(commands[..100].to_vec());
    match page.ask(ToWorker::OpenDocument { id: 1, space: Space::Saved, document: document_of(commands) }) {
        ToPage::Refused { refusal: Refusal::BadRequest { detail }, .. } => {
            assert!(detail.contains("more than 67108864 bytes are written"), "{detail}");
        }
        other => panic!("{other:?}"),
    }
    assert!(page.host.saved().engine().snapshot() == before);
    let opened = page.ask(ToWorker::OpenDocument { id: 2, space: Space::Saved, document: few });
    assert!(matches!(opened, ToPage::Loaded { .. }), "{opened:?}");
}
