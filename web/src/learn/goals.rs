//! The goals of a lesson as sentences with their status. A goal that is not met has its differences.

use dynalab_app::learn::differences;
use dynalab_app::learn::goal_text::{all_differences, status_word};
use dynalab_lessons::GoalKind;
use dynalab_lessons::verdict::{Difference, GoalStatus, Verdict};
use yew::prelude::*;

use super::bench::Bench;
use super::hints;
use crate::browser::figures::grouped_decimal;
use crate::page::sentences;
use crate::page::sentences::learn as words;

pub fn view(bench: &Bench) -> Html {
    let messages = bench.scene.messages();
    let par = bench.lesson.facts.par;
    let units = grouped_decimal(par.read_units + par.write_units);
    let par = words::LearnPar { requests: u64::from(par.requests).into(), units: units.as_str().into() };
    html! {
        <section class="learn-part" aria-labelledby="learn-goals" data-testid="learn-goals">
            <h2 class="learn-heading" id="learn-goals">{ messages.text(words::LEARN_GOALS) }<small>{ messages.text(par) }</small></h2>
            <ol>{ for bench.lesson.facts.goals.iter().map(|goal| {
                let status = status_of(bench.play.verdict.as_ref(), &goal.id);
                goal_view(bench, &goal.id, goal.check.kind(), status)
            }) }</ol>
            <p class="visually-hidden" role="status" data-testid="learn-spoken">{ spoken(bench) }</p>
            if let Some(detail) = &bench.play.failed {
                <p class="learn-said learn-said--bad" role="alert" data-testid="learn-failed">{ detail }</p>
            }
            { render_difference(bench) }
        </section>
    }
}

fn status_of(verdict: Option<&Verdict>, goal: &str) -> GoalStatus {
    let found = verdict.and_then(|verdict| verdict.goals.iter().find(|found| found.goal == goal));
    found.map_or(GoalStatus::NotTried, |found| found.status)
}

/// Returns the name of a status for classes and tests.
pub fn status_name(status: GoalStatus) -> &'static str {
    match status {
        GoalStatus::NotTried => "open",
        GoalStatus::Met => "met",
        GoalStatus::NotMet => "failed",
    }
}

/// Returns the name of a kind of goal in the message files.
fn kind_name(kind: GoalKind) -> &'static str {
    match kind {
        GoalKind::Answer => "answer",
        GoalKind::State => "state",
        GoalKind::Plan => "plan",
        GoalKind::Units => "units",
        GoalKind::Throttles => "throttles",
        GoalKind::Stream => "stream",
        GoalKind::Green => "green",
        GoalKind::Findings => "findings",
    }
}

fn goal_view(bench: &Bench, id: &str, kind: GoalKind, status: GoalStatus) -> Html {
    let messages = bench.scene.messages();
    let sentence = bench.text().goals.get(id).cloned().unwrap_or_default();
    let mark = match status {
        GoalStatus::NotTried => html! {},
        GoalStatus::Met => html! { <path class="learn-goal-tick" d="M6 10.5 9 13.500 14.500 7" /> },
        GoalStatus::NotMet => html! { <path d="M7 7l6 6M13 7l-6 6" /> },
    };
    let kind = kind_name(kind);
    html! {
        <li
            key={id.to_owned()} class={classes!("learn-goal", format!("learn-goal--{}", status_name(status)))}
            data-testid={format!("learn-goal-{id}")} data-status={status_name(status)}
        >
            <svg class="icon learn-goal-icon" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="8" />{ mark }</svg>
            <div>{ bench.html(&sentence, classes!()) }<span class="visually-hidden">{ status_word(status, messages) }</span></div>
            <span class="learn-goal-kind">{ messages.text_or(words::learn_kind(kind), kind) }</span>
        </li>
    }
}

/// Returns the change for screen readers.
fn spoken(bench: &Bench) -> String {
    let messages = bench.scene.messages();
    let Some(verdict) =
        bench.play.verdict.as_ref().filter(|_| bench.play.has_run || bench.play.answer.is_some())
    else {
        return String::new();
    };
    if verdict.solved {
        return messages.text(words::LEARN_ALL_MET);
    }
    let met = verdict.goals.iter().filter(|goal| goal.status == GoalStatus::Met).count() as u64;
    let all = verdict.goals.len() as u64;
    messages.text(words::LearnGoalsMet { met: met.into(), all: all.into() })
}

/// Names questions as the learner reads them.
fn with_questions(bench: &Bench, differences: Vec<Difference>) -> Vec<Difference> {
    let named = differences.into_iter().map(|difference| match difference {
        Difference::Given { question, yours } => {
            Difference::Given { question: hints::question_label(bench, &question), yours }
        }
        other => other,
    });
    named.collect()
}

fn render_difference(bench: &Bench) -> Html {
    let messages = bench.scene.messages();
    let Some(verdict) = &bench.play.verdict else { return html! {} };
    let rows = differences::rows(&with_questions(bench, all_differences(verdict)), messages);
    if rows.is_empty() {
        return html! {};
    }
    html! {
        <div class="learn-differs" data-testid="learn-differs">
            <p class="learn-differs-head">{ messages.text(sentences::learn::LEARN_DIFFERS) }</p>
            <div class="learn-differs-scroll">
                <table class="learn-differs-table">
                    <thead><tr>
                        <th scope="col">{ messages.text(words::LEARN_DIFFERS_WHAT) }</th>
                        <th scope="col">{ messages.text(words::LEARN_DIFFERS_YOURS) }</th>
                        <th scope="col">{ messages.text(words::LEARN_DIFFERS_GOAL) }</th>
                    </tr></thead>
                    <tbody>{ for rows.iter().map(|row| html! {
                        <tr><td>{ &row.what }</td><td class="learn-differs-bad">{ &row.yours }</td><td>{ &row.goal }</td></tr>
                    }) }</tbody>
                </table>
            </div>
        </div>
    }
}
