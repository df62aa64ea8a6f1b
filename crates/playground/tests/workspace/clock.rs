//! The virtual clock of a workspace: overdue work runs by itself, a jump runs everything in between, and the history restores the
//! time.

use crate::page;

use dynalab_playground::protocol::{Space, ToPage, ToWorker, Travel};
use dynalab_storage::MemoryStore;
use dynalab_types::Timestamp;
use page::{Page, START_MS};
use pollster::block_on;

type Memory = Page<MemoryStore>;

fn answered(page: &mut Memory, operation: &str, body: &str) -> String {
    match page.execute(operation, body) {
        ToPage::Answer { status: 200, body, .. } => body,
        other => panic!("{operation}: {other:?}"),
    }
}

fn status(page: &mut Memory) -> String {
    let (operation, body) = ("DescribeTable".to_owned(), r#"{"TableName":"Notes"}"#.to_owned());
    match page.ask(ToWorker::DryRun { id: 1, space: Space::Saved, operation, body }) {
        ToPage::Answer { body, .. } => {
            let rest = body.split("\"TableStatus\":\"").nth(1).unwrap_or(&body);
            rest.split('"').next().unwrap_or_default().to_owned()
        }
        other => panic!("{other:?}"),
    }
}

fn wall(page: &Memory) -> Timestamp {
    Timestamp::from_epoch_ms(page.now_ms)
}

#[test]
fn what_is_due_happens_by_itself_and_is_kept() {
    let disk = MemoryStore::new();
    let mut page = Page::writer(disk.clone());
    page.make_notes();
    assert_eq!(page.host.due_in_ms(wall(&page)), None, "nobody has touched anything");
    answered(&mut page, "Dynalab.SetDials", r#"{"Profile":"realistic","Seed":7}"#);
    answered(&mut page, "DeleteTable", r#"{"TableName":"Notes"}"#);
    assert_eq!(status(&mut page), "DELETING");
    let due_in_ms = page.host.due_in_ms(wall(&page)).expect("the table goes");
    assert!((1..=8_000).contains(&due_in_ms), "{due_in_ms}");
    page.now_ms += due_in_ms;
    let told = block_on(page.host.process(Vec::new(), wall(&page)));
    assert!(told.appended && matches!(told.messages[..], [ToPage::Changed { .. }]), "{told:?}");
    let kept = MemoryStore::from_stored(disk.stored());
    assert_eq!(answered(&mut Page::writer(kept), "ListTables", "{}"), r#"{"TableNames":[]}"#);
    // The scheduled work belongs to the step before it, so both are undone together.
    let timeline = page.travel(Travel::Undo);
    let step = &timeline.steps[0];
    assert_eq!((step.requests, step.passings, step.operation.as_str()), (2, 1, "DeleteTable"));
    assert_eq!(status(&mut page), "ACTIVE");
}

#[test]
fn clock_runs_faster_pauses_and_jumps() {
    let mut page = Page::writer(MemoryStore::new());
    assert_eq!(page.travel(Travel::Nowhere).rate, None);
    answered(&mut page, "Dynalab.SetClock", r#"{"Rate":60}"#);
    let before = page.travel(Travel::Nowhere);
    let after = page.travel(Travel::Nowhere);
    assert_eq!((after.rate, after.now_ms - before.now_ms), (Some(60), 60_000));
    answered(&mut page, "Dynalab.SetClock", r#"{"Rate":0}"#);
    let before = page.travel(Travel::Nowhere);
    assert_eq!(page.travel(Travel::Nowhere).now_ms, before.now_ms);
    answered(&mut page, "Dynalab.AdvanceClock", r#"{"Milliseconds":172800000}"#);
    assert_eq!(page.travel(Travel::Nowhere).now_ms, before.now_ms + 172_800_000);
    let back = page.travel(Travel::Undo);
    assert_eq!(back.now_ms, before.now_ms, "who takes a jump back is back in time");
}

#[test]
fn a_look_leaves_no_trace() {
    let mut page = Page::with_notes(MemoryStore::new());
    page.put(1);
    let before = page.travel(Travel::Nowhere);
    let look = |operation: &str, body: &str| ToWorker::DryRun {
        id: 1,
        space: Space::Saved,
        operation: operation.to_owned(),
        body: body.to_owned(),
    };
    let told = page.ask(look("Scan", r#"{"TableName":"Notes"}"#));
    assert!(matches!(&told, ToPage::Answer { status: 200, entry: None, .. }), "{told:?}");
    let with = |id: u8| format!(r#"{{"TableName":"Notes","Item":{{"id":{{"N":"{id}"}}}}}}"#);
    let writes = [
        ("PutItem", with(7), 200),
        ("PutItem", with(7).replace(r#"{"N""#, r#"{"S""#), 400),
        ("DeleteItem", with(1).replace("Item", "Key"), 200),
        ("TransactWriteItems", format!(r#"{{"TransactItems":[{{"Put":{}}}]}}"#, with(8)), 200),
    ];
    for (operation, body, expected) in &writes {
        let told = page.ask(look(operation, body));
        assert!(
            matches!(&told, ToPage::Answer { status, entry: None, .. } if status == expected),
            "{told:?}"
        );
    }
    let told = page.ask(look("Scan", r#"{"TableName":"Notes","Select":"COUNT"}"#));
    assert!(
        matches!(&told, ToPage::Answer { body, .. } if body.contains(r#""Count":1"#)),
        "what was tried is not stored: {told:?}"
    );
    let told = page.ask(look("DeleteTable", r#"{"TableName":"Notes"}"#));
    assert!(matches!(told, ToPage::Refused { .. }), "{told:?}");
    let after = page.travel(Travel::Nowhere);
    assert_eq!((after.newest, after.steps.len()), (before.newest, before.steps.len()));
    assert!(page.now_ms > START_MS);
}

const TRAFFIC: &str = r#"{"format":"dynalab.workload","version":1,"seed":3,"traffic":[{"table":"Notes",
    "partition_key":{"name":"id","type":"N","template":"{n}"},"items_per_key":1,
    "item_bytes":{"least":50,"most":60},"mix":{"get":500,"query":0,"put":500,"update":0},
    "keys":{"kind":"uniform","count":20},"rate":{"kind":"constant","per_second_milli":100000}}]}"#;

/// Returns the number of sent requests, and the response.
fn requests(page: &mut Memory) -> (u64, String) {
    let told = answered(page, "Dynalab.DescribeTraffic", "{}");
    let digits: String = told
        .split("\"Requests\":")
        .nth(1)
        .unwrap_or_default()
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    (digits.parse().expect(&told), told)
}

#[test]
fn traffic_goes_with_the_clock_and_is_undone_as_one() {
    let mut page = Page::with_notes(MemoryStore::new());
    let started =
        answered(&mut page, "Dynalab.StartTraffic", &format!(r#"{{"Workload":{TRAFFIC},"Items":5}}"#));
    assert!(started.contains(r#""Running":true"#), "{started}");
    let (after_a_second, told) = requests(&mut page);
    assert!((60..140).contains(&after_a_second), "{told}");
    assert!(told.contains(&format!(r#""Outcomes":{{"ok":{after_a_second}}}"#)), "{told}");
    assert_eq!(page.host.due_in_ms(wall(&page)), Some(0), "there is always more to do");
    answered(&mut page, "Dynalab.SetClock", r#"{"Rate":0}"#);
    let (paused, _) = requests(&mut page);
    assert_eq!(requests(&mut page).0, paused, "the clock stands still");
    // Three and a half hours per second exceed what one batch can run, so the clock waits.
    answered(&mut page, "Dynalab.SetClock", r#"{"Rate":3600}"#);
    let (hurried, told) = requests(&mut page);
    assert!(told.contains(r#""Late":true"#) && hurried > paused + 1_000, "{told}");
    let stopped = answered(&mut page, "Dynalab.StopTraffic", "{}");
    assert!(stopped.contains(r#""Running":false"#), "{stopped}");
    assert_eq!(page.host.due_in_ms(wall(&page)), None);
    let timeline = page.travel(Travel::Undo);
    assert!(
        timeline.steps.iter().any(|step| step.operation == "Dynalab.RunWorkload"),
        "{:?}",
        timeline.steps
    );
}

#[test]
fn traffic_that_makes_no_sense_is_refused() {
    let mut page = Page::with_notes(MemoryStore::new());
    for body in ["{}", "[", r#"{"Workload":{}}"#, r#"{"Workload":{"format":"dynalab.workload","version":9}}"#]
    {
        let told = page.execute("Dynalab.StartTraffic", body);
        assert!(matches!(told, ToPage::Answer { status: 400, .. }), "{body}: {told:?}");
    }
}

#[test]
fn the_time_bar_says_whether_the_limits_are_on() {
    let mut page = Page::writer(MemoryStore::new());
    page.make_notes();
    assert!(!page.travel(Travel::Nowhere).limited, "at the start they are off");
    for (body, limited) in [
        (r#"{"Limits":true,"Dials":{"capacity_history":1}}"#, true),
        (r#"{"Limits":false}"#, false),
        (r#"{"Profile":"realistic"}"#, true),
        (r#"{"Profile":"realistic","Limits":false}"#, false),
    ] {
        answered(&mut page, "Dynalab.SetDials", body);
        assert_eq!(page.travel(Travel::Nowhere).limited, limited, "{body}");
        // Limits alone cause no delay: a table is active immediately.
        if !body.contains("realistic") {
            assert_eq!(status(&mut page), "ACTIVE");
        }
    }
    let before = page.travel(Travel::Nowhere).head - 1;
    assert!(page.travel(Travel::LookAt { number: before }).limited, "in the past they were on");
    assert!(!page.travel(Travel::LookAtHead).limited);
}
