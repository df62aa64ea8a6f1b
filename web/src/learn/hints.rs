//! The hints for the last attempt, the solution, and the link for a learner who skips the lesson.

use yew::prelude::*;

use dynalab_lessons::DesignAnswer;
use dynalab_lessons::lesson::{RequestFacts, Solution};

use super::bench::Bench;
use crate::components::icon::Icon;
use crate::json_text;
use crate::scene::Scene;
use crate::sentences::learn as words;

pub fn view(bench: &Bench) -> Html {
    let messages = bench.scene.messages();
    let facts = &bench.lesson.facts;
    let has_tried = bench.play.has_run || !bench.play.given.is_empty() || bench.play.answer.is_some();
    let none =
        if facts.start.design.is_some() { words::LEARN_HINTS_NONE_DESIGN } else { words::LEARN_HINTS_NONE };
    let offered: Vec<&String> = bench.play.verdict.iter().flat_map(|verdict| &verdict.hints).collect();
    let hints = offered.iter().enumerate().filter_map(|(place, id)| {
        let text = bench.text().hints.get(*id)?;
        let request = facts.hints.iter().find(|hint| hint.id == **id)?.request.as_ref();
        let title =
            words::LearnHint { number: (place as u64 + 1).into(), title: text.title.as_str().into() };
        Some(html! {
            <details key={(*id).clone()} class="learn-hint" data-testid={format!("learn-hint-{id}")}>
                <summary>{ messages.text(title) }</summary>
                <div class="learn-hint-inside">
                    { bench.html(&text.body, classes!("learn-body--small")) }
                    if let Some(request) = request { { sample(bench, request, &format!("learn-hint-put-{id}")) } }
                </div>
            </details>
        })
    });
    html! {
        <section class="learn-part" aria-labelledby="learn-hints" data-testid="learn-hints">
            <h2 class="learn-heading" id="learn-hints">{ messages.text(words::LEARN_HINTS) }if has_tried { <small>{ messages.text(words::LEARN_HINTS_NOTE) }</small> }</h2>
            if has_tried { { for hints } } else { <p class="learn-said">{ messages.text(none) }</p> }
            if bench.play.shows_solution { { for facts.solutions.first().map(|solution| solution_view(bench, solution, 0)) } }
            <div class="learn-foot">
                if !bench.play.shows_solution {
                    <button class="button button--quiet" type="button" data-testid="learn-solution" onclick={bench.changes(|play| play.shows_solution = true)}>{ messages.text(words::LEARN_SOLUTION) }</button>
                }
                <button class="button button--quiet" type="button" data-testid="learn-copy" onclick={bench.copy.clone()}>{ Icon::Copy.draw() }{ messages.text(words::LEARN_COPY) }</button>
                if let Some(share) = &bench.share {
                    <button class="button button--quiet" type="button" data-testid="learn-share" onclick={share}>{ messages.text(words::LEARN_SHARE) }</button>
                }
                { for bench.next.as_ref().map(|next| bench.outer.link(next.route.clone(), "button button--quiet learn-end", None, html! { { messages.text(words::LEARN_SKIP) } })) }
            </div>
        </section>
    }
}

/// Renders a solution with its text. A button puts each request into the editor.
pub fn solution_view(bench: &Bench, solution: &Solution, place: usize) -> Html {
    let text = bench.text().solutions.get(place).cloned().unwrap_or_default();
    html! {
        <div class="learn-hint-inside" data-testid={format!("learn-solution-{place}")}>
            if !text.is_empty() { { bench.html(&text, classes!("learn-body--small")) } }
            { for solution.requests.iter().enumerate().map(|(step, request)| sample(bench, request, &format!("learn-solution-put-{place}-{step}"))) }
            { for solution.design.as_ref().map(|design| design_sample(bench, design, place)) }
            { for solution.given.iter().map(|(question, answer)| html! { <p>{ format!("{}: {}", question_label(bench, question), option_label(bench, question, answer)) }</p> }) }
        </div>
    }
}

/// Renders the tables and requests of a design. A button puts all of them into the editor.
fn design_sample(bench: &Bench, design: &DesignAnswer, place: usize) -> Html {
    let tables = design.tables.iter().map(|table| table.text()).collect::<Vec<_>>().join(",");
    html! {
        <>
            <p><button class="button" type="button" data-testid={format!("learn-solution-design-{place}")} onclick={bench.put_design(design)}>{ bench.scene.text(words::LEARN_USE_DESIGN) }</button></p>
            <pre class="code code--inset" lang="en">{ json_text::pretty(&format!("[{tables}]")) }</pre>
            { for design.operations.iter().map(|(pattern, operation)| html! {
                <pre class="code code--inset" lang="en">{ format!("{pattern}\n{}", json_text::pretty(&operation.text())) }</pre>
            }) }
        </>
    }
}

fn question_label(bench: &Bench, question: &str) -> String {
    let text = bench.text().questions.get(question).map(|text| super::markdown::plain_text(&text.question));
    text.unwrap_or_else(|| question.to_owned())
}

fn option_label(bench: &Bench, question: &str, answer: &str) -> String {
    let labels = bench.text().questions.get(question).map(|text| &text.options);
    labels.and_then(|labels| labels.get(answer)).cloned().unwrap_or_else(|| answer.to_owned())
}

/// Renders a request with a button that puts it into the editor.
fn sample(bench: &Bench, request: &RequestFacts, test_id: &str) -> Html {
    let onclick = {
        let (scene, request) = (bench.scene.clone(), request.clone());
        Callback::from(move |_: MouseEvent| put(&scene, &request))
    };
    html! {
        <>
            <pre class="code code--inset" lang="en">{ format!("{}\n{}", request.operation, json_text::pretty(&request.body.text())) }</pre>
            <p><button class="button" type="button" data-testid={test_id.to_owned()} {onclick}>{ bench.scene.text(words::LEARN_USE_SAMPLE) }</button></p>
        </>
    }
}

/// Puts a request into the editor.
pub fn put(scene: &Scene, request: &RequestFacts) {
    scene.edits(&request.operation, json_text::pretty(&request.body.text()));
}
