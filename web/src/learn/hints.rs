//! The hints for the last attempt, the solution, and the link for a learner who skips the lesson.

use dynalab_app::learn::play::PlayAction;
use dynalab_app::request::history::{History, Outcome, RequestCard};
use dynalab_app::request::json_text;
use yew::prelude::*;

use dynalab_lessons::lesson::{RequestFacts, Solution};
use dynalab_lessons::{DesignAnswer, Json, reference};

use super::bench::Bench;
use crate::components::icon::Icon;
use crate::page::scene::Scene;
use crate::page::sentences::learn as words;

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
        let title = plain(&text.title);
        let title =
            words::LearnHint { number: (place as u64 + 1).into(), title: title.as_str().into() };
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
            <h2 class="learn-heading" id="learn-hints">
                { messages.text(words::LEARN_HINTS) }if has_tried { <small>{ messages.text(words::LEARN_HINTS_NOTE) }</small> }
            </h2>
            if has_tried { { for hints } } else { <p class="learn-said">{ messages.text(none) }</p> }
            if bench.play.shows_solution { { for facts.solutions.first().map(|solution| solution_view(bench, solution, 0)) } }
            <div class="learn-foot">
                if !bench.play.shows_solution {
                    <button class="button button--quiet" type="button" data-testid="learn-solution" onclick={bench.changes(PlayAction::ShowSolution)}>
                        { messages.text(words::LEARN_SOLUTION) }
                    </button>
                }
                <button class="button button--quiet" type="button" data-testid="learn-copy" onclick={bench.copy.clone()}>
                    { Icon::Copy.draw() }{ messages.text(words::LEARN_COPY) }
                </button>
                if let Some(share) = &bench.share {
                    <button class="button button--quiet" type="button" data-testid="learn-share" onclick={share}>{ messages.text(words::LEARN_SHARE) }</button>
                }
                { for bench.next.as_ref().map(|next| bench.outer.link(next.route.clone(), "button button--quiet learn-end", None, html! {
                    { messages.text(words::LEARN_SKIP) }
                })) }
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
            { for solution.requests.iter().enumerate().map(|(step, request)| solution_step(bench, solution, step, request,
                &format!("learn-solution-put-{place}-{step}"))) }
            { for solution.design.as_ref().map(|design| design_sample(bench, design, place)) }
            { for solution.given.iter().map(|(question, answer)| html! {
                <p>{ answer_line(&question_label(bench, question), &option_label(bench, question, answer)) }</p>
            }) }
        </div>
    }
}

/// Renders the tables and requests of a design. A button puts all of them into the editor.
fn design_sample(bench: &Bench, design: &DesignAnswer, place: usize) -> Html {
    let tables = design.tables.iter().map(|table| table.text()).collect::<Vec<_>>().join(",");
    html! {
        <>
            <p>
                <button class="button" type="button" data-testid={format!("learn-solution-design-{place}")} onclick={bench.put_design(design)}>
                    { bench.scene.text(words::LEARN_USE_DESIGN) }
                </button>
            </p>
            <pre class="code code--inset" lang="en">{ json_text::pretty(&format!("[{tables}]")) }</pre>
            { for design.operations.iter().map(|(pattern, operation)| html! {
                <pre class="code code--inset" lang="en">{ format!("{pattern}\n{}", json_text::pretty(&operation.text())) }</pre>
            }) }
        </>
    }
}

/// Returns the text of a question without its marks.
pub fn question_label(bench: &Bench, question: &str) -> String {
    let text =
        bench.text().question(question).map(|text| dynalab_app::learn::markdown::plain_text(&text.question));
    text.map_or_else(|| question.to_owned(), |text| plain(&text))
}

/// Removes the marks of code from a line that is not rendered as Markdown.
fn plain(text: &str) -> String {
    text.replace('`', "")
}

/// Joins a question and its answer. A question that ends with its own mark needs no colon.
fn answer_line(question: &str, answer: &str) -> String {
    let between = if question.ends_with(['?', '。', ':']) { " " } else { ": " };
    format!("{question}{between}{answer}")
}

fn option_label(bench: &Bench, question: &str, answer: &str) -> String {
    let labels = bench.text().question(question).map(|text| &text.options);
    labels.and_then(|labels| labels.get(answer)).cloned().unwrap_or_else(|| answer.to_owned())
}

/// Renders a request of a solution. Where it names a part of an earlier response, the part comes from the learner's history.
fn solution_step(
    bench: &Bench,
    solution: &Solution,
    step: usize,
    request: &RequestFacts,
    test_id: &str,
) -> Html {
    if !reference::has_references(&request.body) {
        return sample(bench, request, test_id);
    }
    let responses = responses(&solution.requests[..step], bench.scene.app.history());
    let whole = RequestFacts { body: reference::resolve(&request.body, &responses), ..request.clone() };
    html! {
        <>
            if reference::has_references(&whole.body) { <p>{ bench.scene.text(words::LEARN_SOLUTION_IN_ORDER) }</p> }
            { sample(bench, &whole, test_id) }
        </>
    }
}

/// Returns the responses that the learner got to these requests, an empty one for a request that was not run.
fn responses(requests: &[RequestFacts], history: &History) -> Vec<Json> {
    let mut responses = Vec::new();
    for request in requests {
        let body = reference::resolve(&request.body, &responses);
        let same = |card: &&RequestCard| {
            card.operation == request.operation && Json::parse(&card.body).is_ok_and(|own| own == body)
        };
        let response = history.cards().find(same).and_then(|card| match &card.outcome {
            Outcome::Answered { body, .. } => Json::parse(body).ok(),
            Outcome::Refused(_) => None,
        });
        responses.push(response.unwrap_or_default());
    }
    responses
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
    scene.edit_request(&request.operation, json_text::pretty(&request.body.text()));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(operation: &str, body: &str) -> RequestFacts {
        RequestFacts { operation: operation.to_owned(), body: Json::parse(body).expect("JSON") }
    }

    fn card(operation: &str, body: &str, answer: &str) -> RequestCard {
        let outcome = Outcome::answered(200, answer.to_owned(), Vec::new());
        let (operation, body) = (operation.to_owned(), body.to_owned());
        RequestCard { number: 0, operation, body, outcome, elapsed_ms: None, entry: None }
    }

    #[test]
    fn a_step_of_a_solution_uses_the_responses_of_the_learner() {
        let steps = [
            request("Scan", r#"{"TableName":"Shop","Limit":1}"#),
            request("Scan", r#"{"TableName":"Shop","ExclusiveStartKey":"@{1.LastEvaluatedKey}"}"#),
        ];
        let third = request("Scan", r#"{"ExclusiveStartKey":"@{2.LastEvaluatedKey}"}"#).body;
        let mut history = History::default();
        assert_eq!(reference::resolve(&third, &responses(&steps, &history)), third, "nothing was run");
        history.add(card(
            "Scan",
            r#"{"Limit":1,"TableName":"Shop"}"#,
            r#"{"LastEvaluatedKey":{"id":{"S":"a"}}}"#,
        ));
        assert_eq!(reference::resolve(&third, &responses(&steps, &history)), third, "step 2 was not run");
        let second = r#"{ "ExclusiveStartKey": {"id": {"S": "a"}}, "TableName": "Shop" }"#;
        history.add(card("Scan", second, r#"{"LastEvaluatedKey":{"id":{"S":"b"}}}"#));
        let whole = reference::resolve(&third, &responses(&steps, &history));
        assert_eq!(whole.text(), r#"{"ExclusiveStartKey":{"id":{"S":"b"}}}"#);
    }

    #[test]
    fn an_answer_follows_its_question() {
        assert_eq!(answer_line("Which limit?", "the item"), "Which limit? the item");
        assert_eq!(answer_line("1: GetItem of 36 bytes", "0.5"), "1: GetItem of 36 bytes: 0.5");
    }

    #[test]
    fn a_title_has_no_marks_of_code() {
        assert_eq!(plain("What is `calls` on a new day?"), "What is calls on a new day?");
    }
}
