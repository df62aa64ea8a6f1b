//! Loads: the schedule comes from the seed, what is sent matches the prediction, and what was written is put back.

use std::time::Duration;

use dynalab::Local;
use dynalab_modeling::Design;
use dynalab_modeling::design::{Capacity, Mode, Units};
use dynalab_modeling::elsewhere::PreparedDesign;
use dynalab_remote::load::predict::predict;
use dynalab_remote::load::schedule::{LeftOut, schedule};
use dynalab_remote::load::{LoadOptions, LoadReport, Schedule, load};
use dynalab_remote::source::Source;
use dynalab_service::contract::clock::SetDials;
use pollster::block_on;
use serde_json::json;

use crate::edge::client;
use crate::push::{pushed, shop};

fn options(writes: bool) -> LoadOptions {
    let writes = writes.then(|| vec!["Shop".to_owned()]);
    LoadOptions { rate: 200.0, seconds: 10.0, seed: 3, writes, requests_max: 1_000_000 }
}

fn made(design: &Design, options: &LoadOptions) -> Schedule {
    schedule(design, &PreparedDesign::new(design).unwrap().0, options)
}

/// The shop with few provisioned units.
fn provisioned_shop() -> Design {
    let mut design = shop();
    let capacity = |read, write| Capacity {
        units: Units { read: Some(read), write: Some(write) },
        ..Capacity::default()
    };
    for table in &mut design.tables {
        table.mode = Mode::Provisioned { headroom_percent: 20.0 };
        table.capacity = capacity(2, 1);
        table.recovery = false;
        table.indexes.iter_mut().for_each(|index| index.capacity = capacity(2, 1));
    }
    design
}

#[test]
fn a_schedule_comes_from_its_seed_and_has_the_rates_of_the_design() {
    let design = shop();
    let schedule = made(&design, &options(true));
    assert_eq!(schedule, made(&design, &options(true)));
    assert_ne!(schedule, made(&design, &LoadOptions { seed: 4, ..options(true) }));
    assert!(schedule.requests.windows(2).all(|pair| pair[0].due_us <= pair[1].due_us));
    let all: f64 = design.patterns.iter().map(|pattern| pattern.rate.average).sum();
    for (place, count) in schedule.counts() {
        let expected = design.patterns[place].rate.average / all * 2_000.0;
        let name = &design.patterns[place].name;
        let queries = schedule.requests.iter().filter(|request| request.pattern == place);
        let per_execution =
            queries.filter(|request| request.due_us == first_due(&schedule, place)).count() as f64;
        let executions = count as f64 / per_execution;
        assert!(
            (executions - expected).abs() < 4.0 * expected.sqrt() + 2.0,
            "{name}: {executions}, not {expected}"
        );
    }
    let cut = made(&design, &LoadOptions { requests_max: 10, ..options(true) });
    assert_eq!((cut.requests.len(), cut.is_cut), (10, true));
}

fn first_due(schedule: &Schedule, place: usize) -> u64 {
    schedule.requests.iter().find(|request| request.pattern == place).unwrap().due_us
}

#[test]
fn nothing_is_written_without_leave_and_only_into_named_tables() {
    let design = shop();
    let reads = made(&design, &options(false));
    let writes = |name: &str| {
        design
            .patterns
            .iter()
            .any(|pattern| pattern.name == name && pattern.operation.as_ref().is_some_and(|of| of.is_write()))
    };
    assert!(reads.left_out.iter().any(|(name, reason)| *reason == LeftOut::Writes && writes(name)));
    assert!(reads.counts().keys().all(|place| !writes(&design.patterns[*place].name)));
    let elsewhere = LoadOptions { writes: Some(vec!["Other".to_owned()]), ..options(true) };
    assert!(made(&design, &elsewhere).left_out.iter().any(|(_, reason)| *reason == LeftOut::OtherTable));
}

#[test]
fn what_is_sent_is_as_predicted_and_what_was_written_is_put_back() {
    let design = provisioned_shop();
    let local = Local::default();
    let client = client(&local);
    pushed(&client, &Source::of_design(design.clone()).unwrap());
    let scan = || local.call("Scan", json!({ "TableName": "Shop" })).unwrap()["Items"].take();
    let before = scan();
    local.control(&SetDials { profile: Some("realistic".to_owned()), ..SetDials::default() }).unwrap();
    local.clock().advance(Duration::from_secs(600));
    client.edge().follows_clock.set(true);
    let schedule = made(&design, &options(true));
    let sent = LoadReport::of_sent(&block_on(load(&client, &design, &schedule, |_| {})).unwrap());
    let predicted = predict(&PreparedDesign::new(&design).unwrap().0, &schedule).unwrap();
    assert!(predicted.all.throttled_share() > 0.05, "{:?}", predicted.all);
    assert_eq!(sent.all.requests, predicted.all.requests);
    let near = |one: f64, other: f64| (one - other).abs() <= 0.05 * other;
    assert!(near(sent.all.read_units, predicted.all.read_units), "{:?} {:?}", sent.all, predicted.all);
    assert!((sent.all.throttled_share() - predicted.all.throttled_share()).abs() <= 0.02);
    local.control(&SetDials { profile: Some("instant".to_owned()), ..SetDials::default() }).unwrap();
    assert_eq!(scan(), before);
}
