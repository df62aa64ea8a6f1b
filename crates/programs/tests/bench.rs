//! The bench answers each question as the library below it does, through the bytes of the messages.

use std::cell::Cell;
use std::collections::BTreeMap;

use dynalab_lessons::lesson::{LessonFacts, RequestFacts};
use dynalab_lessons::player::Player;
use dynalab_lessons::proof_answer::{Claim, ClaimOutcome, ProofQuestion};
use dynalab_lessons::{Attempt, check};
use dynalab_modeling::cures::try_fix;
use dynalab_modeling::design::{Index, KeyAttribute};
use dynalab_modeling::migrate::run::Run;
use dynalab_modeling::{Design, templates};
use dynalab_playground::{Workspace, message_bytes};
use dynalab_programs::Ask;
use dynalab_programs::bench::{
    Bench, BenchError, CheckDesign, CheckLesson, DesignDocument, ProveLesson, RunMigration, SimulateDay,
    ToBench, TryFix,
};
use dynalab_traffic::lab::{Billing, Day, DayAnswer, DayKeys, DayQuestion, DayTraffic, TableDesign, Units};
use serde_json::json;

thread_local! {
    static NOW_MS: Cell<f64> = const { Cell::new(0.0) };
}

/// Each look at the clock takes 10 ms.
fn now_ms() -> f64 {
    NOW_MS.with(|now| {
        now.set(now.get() + 10.0);
        now.get()
    })
}

/// Asks as the page does: the question and the answer pass as bytes.
fn ask<A: Ask<Program = ToBench>>(bench: &mut Bench, copy: Option<&mut Workspace>, question: A) -> A::Answer {
    let sent = message_bytes::write(&question.message()).expect("a question has bytes");
    let message: ToBench = message_bytes::read(&sent).expect("the program reads it");
    let answer = bench.answer(message, copy).expect("an answer has bytes");
    message_bytes::read(&answer).expect("the page reads it")
}

fn bench() -> Bench {
    Bench::new(now_ms)
}

fn designs() -> Vec<Design> {
    let texts = templates::ALL.iter().map(|template| template.text);
    texts.map(|text| dynalab_modeling::parse(text).expect("a template")).collect()
}

/// A document that is no design.
fn nonsense() -> DesignDocument {
    message_bytes::read(&message_bytes::write(&"{}".to_owned()).expect("bytes")).expect("a text")
}

#[test]
fn a_design_is_checked_as_the_library_checks_it() {
    let mut bench = bench();
    for design in designs() {
        let document = DesignDocument::of(&design);
        assert_eq!(document.design(), Ok(design.clone()), "{}", design.name);
        let checked = ask(&mut bench, None, CheckDesign { design: document }).expect("a report");
        assert_eq!(checked.report, dynalab_modeling::check(&design), "{}", design.name);
        assert!(checked.took_ms > 0.0);
    }
    let refused = ask(&mut bench, None, CheckDesign { design: nonsense() });
    assert!(matches!(refused, Err(BenchError::Design { .. })), "{refused:?}");
}

#[test]
fn a_fix_is_tried_as_the_library_tries_it() {
    let mut design = designs().remove(0);
    let key = KeyAttribute { name: "of_nothing".to_owned(), ..KeyAttribute::default() };
    let index = Index { name: "Unused".to_owned(), partition_key: vec![key], ..Index::default() };
    design.tables[0].indexes.push(index);
    let report = dynalab_modeling::check(&design);
    let unused =
        report.findings.iter().find(|finding| finding.rule.code() == "unused-index").expect("a finding");
    let question = |document| TryFix { design: document, finding: Box::new(unused.clone()) };
    let cure =
        ask(&mut bench(), None, question(DesignDocument::of(&design))).expect("a trial").expect("a cure");
    assert!(cure.broken.is_empty() && cure.is_gone, "{cure:?}");
    assert_eq!(Some(cure), try_fix(&design, &report, unused).map(|(_, cure)| cure));
    let refused = ask(&mut bench(), None, question(nonsense()));
    assert!(matches!(refused, Err(BenchError::Design { .. })), "{refused:?}");
}

#[test]
fn members_that_a_design_does_not_know_pass() {
    let mut design = designs().remove(0);
    design.extra.insert("a tool's own".to_owned(), json!({"nested": [1, "two", null]}));
    assert_eq!(DesignDocument::of(&design).design(), Ok(design));
}

#[test]
fn a_migration_runs_as_the_library_runs_it() {
    let designs = designs();
    let (from, to) = (&designs[0], &designs[1]);
    let question = RunMigration { from: DesignDocument::of(from), to: DesignDocument::of(to) };
    let results = ask(&mut bench(), None, question).expect("results");
    let mut run = Run::new(from, to, &dynalab_modeling::migrate(from, to));
    let expected: Vec<_> = std::iter::from_fn(|| run.step()).collect();
    assert!(!expected.is_empty());
    assert_eq!(results, expected);
    let refused = ask(&mut bench(), None, RunMigration { from: DesignDocument::of(from), to: nonsense() });
    assert!(matches!(refused, Err(BenchError::Design { .. })), "{refused:?}");
}

fn lesson() -> LessonFacts {
    let facts = json!({
        "id": "1.1", "slug": "a", "version": 1, "minutes": 1, "start": {},
        "goals": [{"id": "goal", "check": {"plan": {"no_scan": true}}}], "hints": [],
        "naive": {"fails": "goal"}, "solutions": [], "par": {"requests": 1}
    });
    serde_json::from_value(facts).expect("a lesson")
}

#[test]
fn a_lesson_is_checked_where_its_copy_is() {
    let facts = lesson();
    let mut player = Player::open(&facts).expect("the start");
    let head = |player: &mut Player| {
        let history = player.workspace().history();
        history.number(history.head())
    };
    let after = head(&mut player);
    let body = json!({
        "TableName": "Notes", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]
    });
    let request: RequestFacts =
        serde_json::from_value(json!({"operation": "CreateTable", "body": body})).expect("a request");
    player.run(&request);
    let attempt = Attempt {
        goals: facts.goals.clone(),
        hints: facts.hints.clone(),
        after,
        given: BTreeMap::new(),
        clients: Vec::new(),
        design: None,
    };
    let expected = check::check(player.workspace(), &attempt).expect("a verdict");
    assert_eq!(expected.figures.requests, 1);
    let mut bench = bench();
    let (before, question) = (head(&mut player), CheckLesson { attempt });
    assert_eq!(ask(&mut bench, Some(player.workspace()), question.clone()), Ok(expected));
    assert_eq!(head(&mut player), before, "the copy stays as it is");
    assert_eq!(ask(&mut bench, None, question.clone()), Err(BenchError::NoCopy));
    let earlier = CheckLesson { attempt: Attempt { after: 0, ..question.attempt } };
    let longer = ask(&mut bench, Some(player.workspace()), earlier).expect("a verdict");
    assert_eq!(longer.figures.requests, before);
}

#[test]
fn a_lesson_is_read_and_its_references_are_needed() {
    let references = r#"{"slugs":{},"planned":[],"glossary":{"terms":[]},"error_pages":[]}"#;
    let question = |text: &str, surroundings: &str| ProveLesson {
        question: ProofQuestion { text: text.to_owned(), surroundings: surroundings.to_owned(), plays: true },
    };
    let refused = ask(&mut bench(), None, question("", "not JSON"));
    assert!(matches!(refused, Err(BenchError::References { .. })), "{refused:?}");
    let proof = ask(&mut bench(), None, question("no lesson", references)).expect("a proof");
    let sections = proof.rows.iter().find(|row| row.claim == Claim::Sections).expect("a first row");
    assert_eq!(sections.outcome, ClaimOutcome::Fails);
    assert_eq!(proof.lesson, None);
}

fn day(peak_per_second: u64, item_bytes: u64) -> DayQuestion {
    let units = Units { reads: 500, writes: 500 };
    let design = |count| TableDesign {
        keys: DayKeys::Even { count },
        shards: 1,
        reads_all_shards: true,
        item_bytes,
        billing: Billing::Provisioned { units },
        quota_units: 200_000,
        indexes: None,
        offered: None,
    };
    let traffic = DayTraffic { peak_per_second, percents: [50; 24], reads_permille: 500, strong_permille: 0 };
    DayQuestion::Begin { traffic, designs: vec![design(1), design(1_000)] }
}

#[test]
fn a_day_goes_on_with_the_next_question() {
    let question = day(800, 100);
    let DayQuestion::Begin { traffic, designs } = question.clone() else { panic!("a beginning") };
    let expected: Vec<_> = designs
        .iter()
        .map(|design| {
            let mut day = Day::new(&traffic, design).expect("a day");
            while !day.is_over() {
                day.advance(60);
            }
            day.report()
        })
        .collect();
    let mut bench = bench();
    let mut answer = ask(&mut bench, None, SimulateDay { question });
    let (mut parts, mut done) = (0, 0);
    let reports = loop {
        match answer.expect("an answer") {
            DayAnswer::Running { minutes_done, minutes } => {
                assert!(minutes_done > done && minutes_done < minutes, "{minutes_done} of {minutes}");
                (parts, done) = (parts + 1, minutes_done);
            }
            DayAnswer::Over { reports } => break reports,
        }
        answer = ask(&mut bench, None, SimulateDay { question: DayQuestion::Advance });
    };
    assert!(parts > 10, "the page heard of it {parts} times");
    assert_eq!(reports, expected);
    let refused = ask(&mut bench, None, SimulateDay { question: day(800, 500 * 1_024) });
    assert!(matches!(refused, Err(BenchError::Traffic { .. })), "{refused:?}");
}
