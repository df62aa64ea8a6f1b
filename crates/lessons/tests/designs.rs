//! Goals about a key design: green patterns and findings, met and not met.

use std::collections::BTreeMap;

use dynalab_lessons::author::{FactsProblem, LessonReferences, LessonSource, Problem, ProofProblem, read};
use dynalab_lessons::goal::{Goal, NamedGoal};
use dynalab_lessons::lesson::LessonFacts;
use dynalab_lessons::player::{Play, Player};
use dynalab_lessons::verdict::{Difference, GoalStatus, PatternFault};
use dynalab_lessons::{DesignAnswer, GoalKind, Verdict};
use serde_json::{Value, json};

/// Returns a brief: users, found by number and by city. It has no tables yet.
fn brief() -> Value {
    json!({
        "version": 1, "name": "Users", "seed": 5, "region": "us-east-1",
        "entities": [{"name": "User", "count": 1000, "sample": 20, "retention_days": 300, "attributes": [
            {"name": "user_id", "values": {"kind": "sequence", "prefix": "u", "width": 3}},
            {"name": "city", "values": {"kind": "choice", "values": ["Sapporo", "Naha"]}}
        ]}],
        "tables": [],
        "patterns": [
            {"name": "By number", "rate": {"average": 5}, "parameters": {"user_id": {"of": "User.user_id", "row": 2}},
             "expect": {"count": 1, "first": {"user_id": "{user_id}"}}},
            {"name": "By city", "rate": {"average": 1}, "access": "public", "parameters": {"city": {"of": "User.city", "row": 2}},
             "expect": {"rows": [{"item": "User", "where": {"city": "{city}"}}]}}
        ]
    })
}

fn answer(change: impl FnOnce(&mut Value)) -> DesignAnswer {
    let mut answer = json!({
        "tables": [{"name": "Users", "partition_key": [{"name": "user_id"}], "items": [{"entity": "User", "keys": {}}],
            "indexes": [{"name": "ByCity", "partition_key": [{"name": "city"}]}]}],
        "operations": {
            "By number": {"action": "get", "table": "Users", "key": {"user_id": "{user_id}"}},
            "By city": {"action": "query", "table": "Users", "index": "ByCity", "key": {"city": "{city}"}, "all_pages": true}
        }
    });
    change(&mut answer);
    serde_json::from_value(answer).expect("an answer")
}

fn by_scan(answer: &mut Value) {
    answer["tables"][0]["indexes"] = json!([]);
    answer["operations"]["By city"] =
        json!({"action": "scan", "table": "Users", "filter": "city = :city", "all_pages": true});
}

fn facts(goal: &Value) -> LessonFacts {
    let facts = json!({
        "id": "5.1", "slug": "a", "version": 1, "minutes": 1, "start": {"design": brief()},
        "goals": [{"id": "goal", "check": goal}], "hints": [],
        "naive": {"fails": "goal"}, "solutions": [], "par": {"requests": 1}
    });
    serde_json::from_value(facts).expect("a lesson")
}

fn verdict(goal: &Value, design: Option<&DesignAnswer>) -> Verdict {
    let facts = facts(goal);
    let play = Play { requests: &[], given: &BTreeMap::new(), clients: &[], design };
    Player::open(&facts).expect("the start").play(&facts, &play).expect("a verdict")
}

fn differences(goal: &Value, design: &DesignAnswer) -> Vec<Difference> {
    verdict(goal, Some(design)).goals.remove(0).differences
}

#[test]
fn patterns_are_green_or_the_red_ones_are_named() {
    let all = json!({"green": {}});
    assert_eq!(verdict(&all, None).goals[0].status, GoalStatus::NotTried);
    let good = verdict(&all, Some(&answer(|_| {})));
    assert!(good.solved);
    assert_eq!(good.figures.requests, 2);
    let fault = |change: fn(&mut Value)| differences(&all, &answer(change));
    let red = |pattern: &str, fault| Difference::Pattern { pattern: pattern.to_owned(), fault };
    assert_eq!(fault(by_scan), [red("By city", PatternFault::Scan)]);
    assert_eq!(
        fault(|answer| answer["operations"] = json!({})),
        [red("By number", PatternFault::NotRun), red("By city", PatternFault::NotRun)]
    );
    let wrong_key = fault(|answer| {
        answer["operations"]["By number"]["key"] = json!({"city": "{user_id}"});
    });
    assert_eq!(wrong_key, [red("By number", PatternFault::Refused)]);
    let other = fault(|answer| answer["operations"]["By city"]["key"] = json!({"city": "Nowhere"}));
    assert_eq!(other, [red("By city", PatternFault::Result)]);
    let one = json!({"green": {"patterns": ["By number"]}});
    assert_eq!(differences(&one, &answer(by_scan)), []);
}

#[test]
fn data_that_the_learner_does_not_see_can_be_asked_for() {
    let lucky = answer(|answer| answer["operations"]["By number"]["key"] = json!({"user_id": "u003"}));
    assert_eq!(differences(&json!({"green": {}}), &lucky), []);
    let only_here = answer(|answer| answer["operations"]["By city"]["key"] = json!({"city": "Sapporo"}));
    let fits = |seed: u64| differences(&json!({"green": {"seed": seed}}), &only_here).is_empty();
    let seeds: Vec<bool> = (1..40).map(fits).collect();
    assert!(seeds.contains(&true) && seeds.contains(&false), "{seeds:?}");
    let everywhere = |seed: u64| differences(&json!({"green": {"seed": seed}}), &answer(|_| {})).is_empty();
    assert!((1..10).all(everywhere));
}

#[test]
fn units_of_patterns_have_a_limit() {
    let within = |most: f64| differences(&json!({"green": {"read_max": most}}), &answer(|_| {}));
    assert_eq!(within(1.0), []);
    assert!(matches!(&within(0.5)[..], [Difference::Units { yours, .. }] if *yours == 1.0));
    let goal: Goal = serde_json::from_value(json!({"green": {"read_max": 1}})).expect("a goal");
    assert_eq!(goal.kind(), GoalKind::Units);
}

#[test]
fn findings_are_gone_or_asked_for() {
    let scans = answer(by_scan);
    for goal in [json!({"gone": ["scan"]}), json!({"no_warnings": true})] {
        let goal = json!({"findings": goal});
        assert_eq!(differences(&goal, &answer(|_| {})), []);
        let found = differences(&goal, &scans);
        assert!(
            matches!(&found[..], [Difference::Finding { rule, place, is_asked_for: false }] if rule == "scan" && place == "By city · Users"),
            "{found:?}"
        );
    }
    let wanted = json!({"findings": {"present": ["scan"]}});
    assert_eq!(differences(&wanted, &scans), []);
    assert!(matches!(
        &differences(&wanted, &answer(|_| {}))[..],
        [Difference::Finding { is_asked_for: true, .. }]
    ));
    let kept = json!({"findings": {"recovered": ["User"]}});
    assert!(matches!(&differences(&kept, &scans)[..], [Difference::Design { .. }]));
    let recovered = answer(|answer| answer["tables"][0]["recovery"] = json!(true));
    assert_eq!(differences(&kept, &recovered), []);
}

#[test]
fn reports_an_invalid_design() {
    let broken = answer(|answer| answer["tables"] = json!([{"name": 7}]));
    for goal in [json!({"green": {}}), json!({"findings": {"no_warnings": true}})] {
        let found = differences(&goal, &broken);
        assert!(
            matches!(&found[..], [Difference::Design { detail }] if detail.contains("tables[0]")),
            "{found:?}"
        );
    }
    let unknown = answer(|answer| answer["tables"][0]["items"][0]["entity"] = json!("Nothing"));
    let found = differences(&json!({"green": {"patterns": ["By number"]}}), &unknown);
    assert!(matches!(&found[0], Difference::Design { .. }), "{found:?}");
}

/// Returns the problems that the proof finds in a lesson with this start and these goals.
fn problems(change: impl FnOnce(&mut Value)) -> Vec<Problem> {
    let mut lesson = json!({
        "version": 1, "minutes": 1, "start": {"design": brief()},
        "goals": [{"id": "goal", "check": {"green": {}}}], "hints": [{"id": "h"}],
        "naive": {"fails": "goal", "design": {"tables": []}},
        "solutions": [{"design": answer(|_| {})}], "par": {"requests": 2, "read_units": 1}
    });
    change(&mut lesson);
    let source = LessonSource {
        folder: "5.1-a".to_owned(),
        facts: lesson.to_string(),
        english: String::new(),
        japanese: String::new(),
    };
    let surroundings = LessonReferences {
        planned: [source.folder[..3].parse().expect("an id")].into(),
        ..LessonReferences::default()
    };
    let found = read(&source, &surroundings).1;
    found.into_iter().filter(|problem| matches!(problem, Problem::Facts(_) | Problem::Proof(_))).collect()
}

#[test]
fn the_proof_plays_designs() {
    assert_eq!(problems(|_| {}), []);
    let solved = problems(|lesson| {
        let good = serde_json::to_value(answer(|_| {})).expect("JSON");
        lesson["start"]["design"]["tables"] = good["tables"].clone();
        for pattern in lesson["start"]["design"]["patterns"].as_array_mut().expect("patterns") {
            let name = pattern["name"].as_str().expect("a name").to_owned();
            pattern["operation"] = good["operations"][&name].clone();
        }
    });
    assert_eq!(solved, [ProofProblem::SolvedAtStart.into()]);
    let unsolved = problems(|lesson| {
        by_scan(&mut lesson["solutions"][0]["design"]);
    });
    assert!(matches!(&unsolved[..], [Problem::Proof(ProofProblem::NotSolved { .. }), ..]), "{unsolved:?}");
    let no_design = problems(|lesson| lesson["start"] = json!({}));
    assert!(no_design.contains(&FactsProblem::NoDesign.into()), "{no_design:?}");
    let unknown = problems(|lesson| {
        lesson["goals"][0]["check"] = json!({"green": {"patterns": ["By number", "By shoe size"]}});
    });
    assert!(
        matches!(&unknown[..], [Problem::Facts(FactsProblem::UnknownPattern { pattern, .. }), ..] if pattern == "By shoe size"),
        "{unknown:?}"
    );
    let unknown = problems(|lesson| {
        lesson["goals"].as_array_mut().expect("goals").push(
            json!({"id": "other", "check": {"findings": {"gone": ["scan", "typo"], "recovered": ["Usr"]}}}),
        );
    });
    let is_typo = |problem: &Problem| matches!(problem, Problem::Facts(FactsProblem::UnknownRule { rule, .. }) if rule == "typo");
    let is_entity = |problem: &Problem| matches!(problem, Problem::Facts(FactsProblem::Design { .. }));
    assert!(unknown.iter().any(is_typo) && unknown.iter().any(is_entity), "{unknown:?}");
}

#[test]
fn goals_about_designs_are_read_as_they_are_written() {
    for (goal, kind) in [
        (json!({"green": {"patterns": ["a"], "seed": 3}}), GoalKind::Green),
        (json!({"findings": {"gone": ["scan"]}}), GoalKind::Findings),
    ] {
        let named = json!({"id": "goal", "check": goal});
        let read: NamedGoal = serde_json::from_value(named).expect("a goal");
        assert_eq!(read.check.kind(), kind);
        assert!(read.check.is_about_design());
    }
}
