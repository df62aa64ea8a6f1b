//! A workload on the engine: a burst is one history entry, is undone as one, and has the same result every time.

use crate::same_traffic;

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_playground::Workspace;
use dynalab_playground::history::Window;
use dynalab_traffic::workload::driver::{Burst, Driver, Outcomes, RUN_WORKLOAD};
use dynalab_traffic::workload::{Workload, WorkloadError};
use dynalab_types::Timestamp;
use dynalab_types::json::write_object;

const START: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);
const SHOP: &str = include_str!("../fixtures/shop.workload.json");

fn workload() -> Workload {
    Workload::parse(SHOP).unwrap()
}

/// Returns a workspace with the table and its first items.
fn workspace() -> Workspace {
    let mut workspace = Workspace::new(1, EngineConfig::instant(), Window::PAGE);
    let mut create = String::new();
    write_object(&workload().traffic[0].create_table_body(None), &mut create);
    assert_eq!(workspace.execute(START, "CreateTable", &create, TraceLevel::Off).status, 200);
    for (operation, body) in workload().filling(100).unwrap() {
        let answer = workspace.execute(START, operation, &body, TraceLevel::Off);
        assert_eq!((answer.status, answer.body.as_str()), (200, r#"{"UnprocessedItems":{}}"#));
    }
    workspace
}

/// Runs the workload for `seconds` in bursts. Returns the outcomes and the number of bursts.
fn run(workspace: &mut Workspace, seconds: u64, budget: usize) -> (Outcomes, usize) {
    let mut driver = Driver::new(workload(), START).unwrap();
    let (mut all, mut bursts) = (Outcomes::default(), 0);
    while let Some((at, body)) = driver.due(START.plus_ms(seconds * 1_000), budget) {
        let answer = workspace.execute(at, RUN_WORKLOAD, &body, TraceLevel::Off);
        assert_eq!(answer.status, 200, "{}", answer.body);
        let outcomes = Outcomes::of_json(&answer.body).unwrap();
        outcomes.counted().iter().for_each(|(name, count)| (0..*count).for_each(|_| all.count(name)));
        bursts += 1;
    }
    assert_eq!(driver.next(), START.plus_ms(seconds * 1_000));
    (all, bursts)
}

fn tables(workspace: &Workspace) -> Vec<Vec<u8>> {
    workspace.engine().snapshot()
}

#[test]
fn a_burst_is_one_entry_and_undone_as_one() {
    let mut workspace = workspace();
    let (before, entries) = (tables(&workspace), workspace.history().len());
    let (outcomes, bursts) = run(&mut workspace, 10, 250);
    assert_eq!(outcomes.count_for("ok"), outcomes.requests, "{outcomes:?}");
    assert!((800..1_200).contains(&outcomes.requests), "{outcomes:?}");
    assert_eq!(workspace.history().len(), entries + bursts);
    let after = tables(&workspace);
    assert_ne!(before, after);
    for _ in 0..bursts {
        workspace.undo().unwrap();
    }
    assert_eq!(tables(&workspace), before);
    for _ in 0..bursts {
        workspace.redo().unwrap();
    }
    assert_eq!(tables(&workspace), after);
}

/// The division into bursts does not change the requests or the tables.
#[test]
fn the_budget_decides_nothing_but_the_number_of_bursts() {
    let mut few = workspace();
    let (outcomes, bursts) = run(&mut few, 10, 10_000);
    assert_eq!(bursts, 1);
    let mut many = workspace();
    let (the_same, more_bursts) = run(&mut many, 10, 7);
    assert!(more_bursts > 100, "{more_bursts}");
    assert_eq!(outcomes, the_same);
    let items = |workspace: &Workspace| {
        let table = workspace.engine().database().table("Shop").unwrap();
        let items = table.items.iter().map(|(key, item)| {
            let mut json = String::new();
            item.write_json(&mut json);
            (key.as_slice().to_vec(), json)
        });
        items.collect::<Vec<_>>()
    };
    assert_eq!(items(&few), items(&many));
    assert_eq!(few.engine().meters(), many.engine().meters());
}

#[test]
fn an_entry_is_recalled_by_doing_it_again() {
    let mut workspace = workspace();
    let mut driver = Driver::new(workload(), START).unwrap();
    let (at, body) = driver.due(START.plus_ms(2_000), 1_000).unwrap();
    let answer = workspace.execute(at, RUN_WORKLOAD, &body, TraceLevel::Full);
    let (id, entry) = workspace.history().entries().last().unwrap();
    assert_eq!((&*entry.operation, entry.changes_data), (RUN_WORKLOAD, true));
    assert_eq!(workspace.recall(id).unwrap().body, answer.body);
    let after = tables(&workspace);
    workspace.undo().unwrap();
    assert_eq!(workspace.peek(at, RUN_WORKLOAD, &body, TraceLevel::Off).body, answer.body);
    workspace.redo().unwrap();
    assert_eq!(tables(&workspace), after);
}

/// An entry of hundreds of requests stores the written items, and one change of each counter.
#[test]
fn what_is_counted_up_is_kept_once() {
    let mut bursts = workspace();
    bursts.commit();
    run(&mut bursts, 10, 1_000_000);
    let together = bursts.uncommitted_chunk().unwrap().len();
    let mut single = workspace();
    single.commit();
    let burst = Burst { workload: workload(), started: START, from: START, until: START.plus_ms(10_000) };
    for request in burst.requests().unwrap() {
        let at = Timestamp::from_epoch_ms(request.at_ms);
        single.execute(at, request.operation, &request.body, TraceLevel::Off);
    }
    let apart = single.uncommitted_chunk().unwrap().len();
    assert!(together * 2 < apart, "{together} and {apart} bytes");
}

#[test]
fn what_is_no_burst_is_refused_and_changes_nothing() {
    let mut workspace = workspace();
    let before = tables(&workspace);
    for (body, sentence) in [
        ("{", "This is not JSON: reading stopped at line 1, column 1. Correct it there."),
        ("{}", "\\\"Workload\\\" is missing. Add it."),
    ] {
        let answer = workspace.execute(START, RUN_WORKLOAD, body, TraceLevel::Off);
        assert_eq!(answer.status, 400);
        assert!(answer.body.contains(sentence), "{}", answer.body);
    }
    let burst = Burst { workload: workload(), started: START, from: START, until: START.plus_ms(1 << 40) };
    assert!(Burst::parse(&burst.body()).is_err());
    assert_eq!(tables(&workspace), before);
    let mut fast = workload();
    fast.traffic[0].rate = dynalab_traffic::workload::Rate::Constant { per_second_milli: 1_000_000_000 };
    let refused = Driver::new(fast, START).unwrap_err();
    assert_eq!(refused, WorkloadError::TooFast { per_second: 1_000_000, most: 100_000 });
}

#[test]
fn traffic_is_the_same_everywhere() {
    assert_eq!(same_traffic::requests(), same_traffic::REQUESTS);
}

#[test]
fn the_twin_is_the_same_everywhere() {
    assert_eq!(same_traffic::twin(), same_traffic::TWIN);
}
