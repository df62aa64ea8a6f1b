//! The simulator over fixed seeds: one test for each family of properties.
//!
//! `DYNALAB_SEED=123` runs only that seed, and `DYNALAB_SEED=0..5000` many. A failure prints the shortest run it found
//! and how to run it again.

use std::collections::BTreeMap;

use dynalab_tests::simulator::property::Property;
use dynalab_tests::simulator::shrink::check_seed;
use dynalab_tests::simulator::tally::tally;

/// Returns the seeds of the environment variable, or the first `count` seeds.
fn seeds(count: u64) -> Vec<u64> {
    let Ok(wanted) = std::env::var("DYNALAB_SEED") else { return (0..count).collect() };
    let number = |text: &str| text.parse().expect("DYNALAB_SEED is a number or a range");
    match wanted.split_once("..") {
        Some((from, to)) => (number(from)..number(to)).collect(),
        None => vec![number(&wanted)],
    }
}

fn check(property: Property, count: u64) {
    seeds(count).into_iter().for_each(|seed| check_seed(property, seed, None));
}

#[test]
fn answers_are_those_of_the_model() {
    check(Property::AnswersAreThoseOfTheModel, 1200);
}

#[test]
fn large_items_fill_pages() {
    check(Property::LargeItemsFillPages, 100);
}

#[test]
fn indexes_follow() {
    check(Property::IndexesFollow, 400);
}

#[test]
fn the_same_seed_runs_the_same() {
    check(Property::TheSameSeedRunsTheSame, 300);
}

#[test]
fn the_log_rebuilds_the_engine() {
    check(Property::TheLogRebuildsTheEngine, 500);
}

#[test]
fn snapshots_continue() {
    check(Property::SnapshotsContinue, 400);
}

#[test]
fn undo_goes_back() {
    check(Property::UndoGoesBack, 400);
}

#[test]
fn pieces_make_the_whole() {
    check(Property::PiecesMakeTheWhole, 300);
}

#[test]
fn any_text_is_answered() {
    check(Property::AnyTextIsAnswered, 200);
}

#[test]
fn torn_words_are_answered() {
    check(Property::TornWordsAreAnswered, 200);
}

#[test]
fn surroundings_hold() {
    check(Property::SurroundingsHold, 300);
}

#[test]
fn statements_mean_the_same() {
    check(Property::StatementsMeanTheSame, 600);
}

#[test]
fn steps_are_serial() {
    check(Property::StepsAreSerial, 600);
}

#[test]
fn acknowledged_writes_survive() {
    check(Property::AcknowledgedWritesSurvive, 800);
}

#[test]
fn hosts_keep_acknowledged_writes() {
    check(Property::HostsKeepTheirWord, 800);
}

#[test]
fn travel_returns() {
    check(Property::TravelReturns, 800);
}

#[test]
fn throttling_follows_its_limits() {
    check(Property::ThrottlingFollowsItsLimits, 600);
}

#[test]
fn reads_show_a_state_of_their_time() {
    check(Property::ReadsShowAStateOfTheirTime, 600);
}

#[test]
fn consumers_handle_each_record() {
    check(Property::ConsumersHandleEachRecord, 600);
}

#[test]
fn regions_agree_in_the_end() {
    check(Property::RegionsAgreeInTheEnd, 600);
}

/// Runs the commands that a failure printed.
#[test]
fn replay() {
    let Ok(wanted) = std::env::var("DYNALAB_PROPERTY") else { return };
    let property = Property::ALL.into_iter().find(|property| format!("{property:?}") == wanted);
    let kept: Option<Vec<usize>> = std::env::var("DYNALAB_KEEP").ok().map(|numbers| {
        numbers.split(',').map(|number| number.parse().expect("DYNALAB_KEEP is a list of numbers")).collect()
    });
    for seed in seeds(1) {
        check_seed(property.expect("DYNALAB_PROPERTY names a property"), seed, kept.as_deref());
    }
}

/// Runs with only errors and empty tables would prove nothing.
#[test]
fn runs_are_worth_their_time() {
    let mut total: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..60 {
        for (what, count) in tally(&Property::AnswersAreThoseOfTheModel.plan(seed)) {
            *total.entry(what).or_default() += count;
        }
    }
    for (what, at_least) in [
        ("BatchGetItem done", 30),
        ("BatchWriteItem done", 60),
        ("CreateTable done", 50),
        ("DeleteItem ConditionalCheckFailedException", 20),
        ("DeleteTable done", 10),
        ("PutItem ConditionalCheckFailedException", 70),
        ("PutItem done", 25),
        ("PutItem nothing", 200),
        ("Query filtered", 8),
        ("Query several of global", 5),
        ("Query several of local", 5),
        ("Query several of table", 15),
        ("Query ties", 5),
        ("Scan filtered", 15),
        ("Scan several of global", 15),
        ("Scan several of local", 5),
        ("TransactGetItems done", 5),
        ("TransactWriteItems done", 15),
        ("TransactWriteItems cancelled", 10),
        ("UpdateItem ValidationException", 50),
        ("UpdateItem done", 25),
        ("UpdateTable done", 30),
    ] {
        let count = total.get(what).copied().unwrap_or_default();
        assert!(count >= at_least, "{what}: {count} times and not {at_least}");
    }
}
