//! Renders the proof: each claim with its result, and the problems with their lines.

use dynalab_lessons::Language;
use dynalab_lessons::proof_answer::{Claim, ClaimFinding, ClaimOutcome, ProofAnswer, ProofRow};
use yew::prelude::*;

use super::{Bench, editor};
use crate::components::icon::Icon;
use crate::page::messages::Sentence;
use crate::page::sentences::learn as words;

pub fn view(bench: &Bench) -> Html {
    let desk = bench.desk;
    let shown = desk.answer.as_ref().map(|(_, answer)| answer);
    let is_current = desk.current().is_some();
    let problems = shown.map_or(0, |answer| answer.findings().len());
    html! {
        <section class="build-report" aria-labelledby="build-report-title">
            <h2 class="learn-heading" id="build-report-title">{ bench.text(words::BUILD_PROOF) }</h2>
            if let Some(failed) = &desk.failed {
                <p class="finding finding--bad" role="alert" data-testid="build-failed">{ Icon::Warning.draw() }<span>{ failed }</span></p>
            }
            if let Some(answer) = shown {
                <p
                    class="build-sum" role="status" data-testid="build-sum" data-current={is_current.to_string()} data-problems={problems.to_string()}
                    data-proved={answer.is_proved().to_string()}
                >
                    { sum(bench, answer, is_current) }
                </p>
                <ol class={classes!("build-rows", (!is_current).then_some("build-rows--old"))} data-testid="build-rows">
                    { for answer.rows.iter().map(|row| row_view(bench, row)) }
                </ol>
            } else if desk.failed.is_none() {
                <p class="learn-said">{ bench.text(words::BUILD_NOTHING_YET) }</p>
            }
        </section>
    }
}

fn sum(bench: &Bench, answer: &ProofAnswer, is_current: bool) -> String {
    let count =
        |outcome: ClaimOutcome| answer.rows.iter().filter(|row| row.outcome == outcome).count() as u64;
    if !is_current {
        return bench.text(words::BUILD_OLD);
    }
    if answer.is_proved() {
        return bench.text(words::BUILD_PROVED);
    }
    let failing = count(ClaimOutcome::Fails);
    match (failing, answer.is_played()) {
        (0, false) => bench.text(words::BUILD_READ),
        (0, true) => bench.text(words::BUILD_PARTLY),
        _ => bench.scene.messages().text(words::BuildFailing { claims: failing.into() }),
    }
}

fn row_view(bench: &Bench, row: &ProofRow) -> Html {
    let (name, chip, icon, said) = outcome(row.outcome);
    let more = row.more as u64;
    html! {
        <li class="build-row" data-testid={format!("build-row-{}", id(row.claim))} data-outcome={name}>
            <span class={classes!("chip", chip)}>{ for icon.map(Icon::draw) }{ bench.text(said) }</span>
            <span>{ claim(bench, row.claim) }</span>
            if row.outcome == ClaimOutcome::NotHere { <p class="build-why">{ bench.text(words::BUILD_NOT_HERE_WHY) }</p> }
            if !row.findings.is_empty() {
                <ul class="build-findings">{ for row.findings.iter().map(|finding| finding_view(bench, finding)) }</ul>
            }
            if more > 0 { <p class="build-why">{ bench.scene.messages().text(words::BuildMore { count: more.into() }) }</p> }
        </li>
    }
}

fn finding_view(bench: &Bench, finding: &ClaimFinding) -> Html {
    let line = finding.line;
    let onclick = {
        let area = bench.area.clone();
        Callback::from(move |_: MouseEvent| editor::select(&area, line))
    };
    let label = bench.scene.messages().text(words::BuildLine { line: (line as u64).into() });
    html! {
        <li class="build-finding" data-testid="build-finding" data-line={line.to_string()}>
            <button class="link build-line" type="button" {onclick}>{ label }</button>
            <span lang="en">{ &finding.sentence }</span>
        </li>
    }
}

fn outcome(outcome: ClaimOutcome) -> (&'static str, &'static str, Option<Icon>, Sentence) {
    match outcome {
        ClaimOutcome::Holds => ("holds", "chip--ok", Some(Icon::Check), words::BUILD_HOLDS),
        ClaimOutcome::Fails => ("fails", "chip--bad", Some(Icon::Cross), words::BUILD_FAILS),
        ClaimOutcome::NotReached => ("not-reached", "", None, words::BUILD_NOT_REACHED),
        ClaimOutcome::NotPlayed => ("not-played", "", None, words::BUILD_NOT_PLAYED),
        ClaimOutcome::NotHere => ("not-here", "chip--warn", Some(Icon::Warning), words::BUILD_NOT_HERE),
    }
}

fn claim(bench: &Bench, claim: Claim) -> String {
    bench.text(match claim {
        Claim::Sections => words::BUILD_CLAIM_SECTIONS,
        Claim::Facts => words::BUILD_CLAIM_FACTS,
        Claim::Start => words::BUILD_CLAIM_START,
        Claim::Naive => words::BUILD_CLAIM_NAIVE,
        Claim::Solution(place) => {
            let place = words::BuildClaimSolution { place: (place as u64).into() };
            return bench.scene.messages().text(place);
        }
        Claim::Par => words::BUILD_CLAIM_PAR,
        Claim::Prediction => words::BUILD_CLAIM_PREDICTION,
        Claim::Text(Language::English) => words::BUILD_CLAIM_ENGLISH,
        Claim::Text(Language::Japanese) => words::BUILD_CLAIM_JAPANESE,
        Claim::SameStructure => words::BUILD_CLAIM_STRUCTURE,
        Claim::Size => words::BUILD_CLAIM_SIZE,
    })
}

fn id(claim: Claim) -> String {
    match claim {
        Claim::Sections => "sections".to_owned(),
        Claim::Facts => "facts".to_owned(),
        Claim::Start => "start".to_owned(),
        Claim::Naive => "naive".to_owned(),
        Claim::Solution(place) => format!("solution-{place}"),
        Claim::Par => "par".to_owned(),
        Claim::Prediction => "prediction".to_owned(),
        Claim::Text(language) => format!("text-{}", language.code()),
        Claim::SameStructure => "structure".to_owned(),
        Claim::Size => "size".to_owned(),
    }
}
