//! The part after success: the reason, the cost of the first idea, another solution, the learner's best result, and the next
//! lesson.

use dynalab_lessons::lesson::Figures;
use yew::prelude::*;

use super::bench::Bench;
use super::hints::solution_view;
use crate::browser::figures::{grouped, grouped_decimal};
use crate::components::icon::Icon;
use crate::page::sentences::learn as words;

/// Renders the way to the next lesson below the goals, where the last goal was met.
pub fn banner(bench: &Bench) -> Html {
    if !bench.is_solved() {
        return html! {};
    }
    html! {
        <section class="learn-part" data-testid="learn-solved">
            <p class="learn-done">{ bench.scene.text(words::LEARN_SOLVED) }</p>
            <div class="learn-foot">{ next(bench) }</div>
        </section>
    }
}

fn next(bench: &Bench) -> Html {
    match &bench.next {
        Some(next) => {
            let name = bench.scene.text(words::LearnNext { title: next.title.as_str().into() });
            let inside = html! { <>{ name }{ Icon::Arrow.draw() }</> };
            html! { <span data-testid="learn-next">{ bench.outer.link(next.route.clone(), "button button--go", None, inside) }</span> }
        }
        None if bench.is_own() => html! {},
        None => html! { <p class="learn-said">{ bench.scene.text(words::LEARN_NEXT_NONE) }</p> },
    }
}

pub fn view(bench: &Bench) -> Html {
    if !bench.is_solved() {
        return html! {};
    }
    let messages = bench.scene.messages();
    let text = bench.text();
    let second = bench.lesson.facts.solutions.get(1);
    html! {
        <section class="learn-part" aria-labelledby="learn-why" data-testid="learn-after">
            <h2 class="learn-heading" id="learn-why">{ messages.text(words::LEARN_WHY) }</h2>
            { bench.html(&text.why, classes!("learn-body--small")) }
            { golf(bench) }
            { versus(bench) }
            if let Some(second) = second {
                <details class="learn-hint" data-testid="learn-second">
                    <summary>{ messages.text(words::LEARN_SECOND) }</summary>
                    { solution_view(bench, second, 1) }
                </details>
            }
            if !text.rule.is_empty() {
                <h3 class="learn-heading">{ messages.text(words::LEARN_RULE) }</h3>
                { bench.html(&text.rule, classes!("learn-body--small")) }
            }
            { terms(bench) }
            <div class="learn-foot">
                <button class="button button--quiet" type="button" data-testid="learn-copy-after" onclick={bench.copy.clone()}>
                    { Icon::Copy.draw() }{ messages.text(words::LEARN_COPY) }
                </button>
                if let Some(share) = &bench.share {
                    <button class="button button--quiet" type="button" data-testid="learn-share-after" onclick={share}>
                        { messages.text(words::LEARN_SHARE) }
                    </button>
                }
            </div>
        </section>
    }
}

fn golf(bench: &Bench) -> Html {
    let messages = bench.scene.messages();
    let Some(verdict) = &bench.play.verdict else { return html! {} };
    let par = bench.lesson.facts.par;
    let best = bench.progress.now.lessons.get(&bench.lesson.facts.id).and_then(|lesson| lesson.best);
    let cell = |requests: u32, units: f64, name, class: &'static str| {
        let units = grouped_decimal(units);
        html! {
            <span {class}>
                <b>{ messages.text(words::LearnRequests { requests: u64::from(requests).into() }) }</b>
                <span>{ messages.text(words::LearnUnits { units: units.as_str().into() }) }</span>
                <small>{ messages.text(name) }</small>
            </span>
        }
    };
    let yours = verdict.figures;
    // Where the solution itself has a request that is not counted, the number needs a word.
    let solutions = &bench.lesson.facts.solutions;
    let not_all_count = solutions.first().is_some_and(|first| first.requests.len() > par.requests as usize);
    html! {
        <>
        <div class="learn-golf" data-testid="learn-golf">
            { cell(yours.requests, yours.read_units + yours.write_units, words::LEARN_YOURS, "") }
            { for best.map(|best| cell(best.requests, best.units, words::LEARN_YOUR_BEST, "learn-golf-best")) }
            { cell(par.requests, par.read_units + par.write_units, words::LEARN_PAR_SHORT, "") }
        </div>
        if not_all_count { <p class="learn-said">{ messages.text(words::LEARN_GOLF_NOTE) }</p> }
        </>
    }
}

/// Renders a table that compares the measured attempts.
fn versus(bench: &Bench) -> Html {
    let messages = bench.scene.messages();
    let measured = &bench.lesson.measured;
    let units = |figures: &Figures| figures.read_units + figures.write_units;
    let line = |name, figures: &Figures, wins: bool| {
        let class = wins.then_some("learn-versus-win");
        html! {
            <tr>
                <th scope="row">{ messages.text(name) }</th>
                <td>{ grouped(u64::from(figures.requests)) }</td>
                <td>{ grouped(figures.items_read) }</td>
                <td {class}>{ grouped_decimal(units(figures)) }</td>
            </tr>
        }
    };
    let yours = bench.play.verdict.as_ref().map(|verdict| verdict.figures).unwrap_or_default();
    let wins = units(&yours) < units(&measured.naive);
    html! {
        <div class="learn-versus" data-testid="learn-versus">
            <p class="learn-versus-head">{ messages.text(words::LEARN_VERSUS) }</p>
            { bench.html(&bench.text().naive, classes!("learn-body--small")) }
            <table class="learn-versus-table">
                <thead><tr>
                    <th scope="col">{ messages.text(words::LEARN_VERSUS_ATTEMPT) }</th>
                    <th scope="col">{ messages.text(words::LEARN_VERSUS_REQUESTS) }</th>
                    <th scope="col">{ messages.text(words::LEARN_VERSUS_READ) }</th>
                    <th scope="col">{ messages.text(words::LEARN_VERSUS_UNITS) }</th>
                </tr></thead>
                <tbody>
                    { line(words::LEARN_VERSUS_NAIVE, &measured.naive, false) }
                    { line(words::LEARN_VERSUS_YOURS, &yours, wins) }
                    { for measured.solutions.first().map(|first| line(words::LEARN_VERSUS_SOLUTION, first, false)) }
                </tbody>
            </table>
        </div>
    }
}

fn terms(bench: &Bench) -> Html {
    let language = bench.language;
    let known = bench.lesson.facts.introduces.iter().filter_map(|id| bench.glossary.find(id));
    let entries: Vec<Html> = known
        .map(|term| {
            let text = term.text(language);
            html! { <div key={term.id.clone()}><dt>{ &text.name }</dt><dd>{ &text.definition }</dd></div> }
        })
        .collect();
    if entries.is_empty() {
        return html! {};
    }
    html! {
        <>
            <h3 class="learn-heading">{ bench.scene.text(words::LEARN_TERMS) }</h3>
            <dl class="learn-terms" data-testid="learn-terms">{ for entries }</dl>
        </>
    }
}
