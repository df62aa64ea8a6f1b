//! Questions that the learner answers without a request, with a number or an option.

use dynalab_app::learn::play::PlayAction;
use dynalab_app::plain_number::plain_number;
use dynalab_lessons::lesson::Question;
use dynalab_lessons::text::QuestionText;
use yew::prelude::*;

use super::bench::Bench;
use crate::browser::field_events::written;
use crate::page::sentences::learn as words;

pub fn view(bench: &Bench) -> Html {
    let facts = &bench.lesson.facts;
    if facts.questions.is_empty() {
        return html! {};
    }
    html! {
        <section class="learn-part" aria-labelledby="learn-questions" data-testid="learn-questions">
            <h2 class="learn-heading" id="learn-questions">{ bench.scene.text(words::LEARN_QUESTIONS) }</h2>
            { for bench.text().questions.iter().filter_map(|text| Some(one(bench, text, facts.questions.get(&text.name)?))) }
        </section>
    }
}

fn one(bench: &Bench, text: &QuestionText, question: &Question) -> Html {
    let name = text.name.as_str();
    let given = bench.play.given.get(name).cloned().unwrap_or_default();
    let label = format!("learn-question-{name}");
    let field = match question {
        Question::Number { unit } => {
            let (play, name) = (bench.play_setter.clone(), name.to_owned());
            let own_unit = unit.clone();
            let onchange = Callback::from(move |event: Event| {
                give(&play, &name, number_of(&written(&event), &own_unit));
            });
            html! {
                <p>
                    <input
                        class="field field--short" type="text" inputmode="decimal" autocomplete="off" aria-labelledby={label.clone()}
                        data-testid={format!("{label}-field")} value={given} {onchange}
                    />
                    { " " }{ unit.clone() }
                </p>
            }
        }
        Question::Choice { options } => html! {
            <div class="learn-guesses" role="radiogroup" aria-labelledby={label.clone()}>{ for options.iter().map(|option| {
                let (play, name, chosen) = (bench.play_setter.clone(), name.to_owned(), option.clone());
                let onchange = Callback::from(move |_: Event| give(&play, &name, chosen.clone()));
                let shown = text.options.get(option).unwrap_or(option).clone();
                html! {
                    <label class="learn-guess">
                        <input type="radio" name={label.clone()} data-testid={format!("{label}-{option}")} checked={given == *option} {onchange} />
                        { shown }
                    </label>
                }
            }) }</div>
        },
    };
    html! {
        <div key={name.to_owned()}>
            <div id={label.clone()}>{ bench.html(&text.question, classes!("learn-body--small")) }</div>
            { field }
        </div>
    }
}

fn give(play: &super::bench::PlaySetter, name: &str, answer: String) {
    play.dispatch(PlayAction::Give { question: name.to_owned(), answer: answer.trim().to_owned() });
}

/// Returns the number as the check reads it: without its unit, and with a decimal point.
fn number_of(answer: &str, unit: &str) -> String {
    plain_number(&without_unit(answer, unit))
}

/// Removes the unit after a number. It is beside the field, but some learners write it all the same.
fn without_unit(answer: &str, unit: &str) -> String {
    let answer = answer.trim();
    let end = answer.len().saturating_sub(unit.len());
    match answer.get(end..) {
        Some(tail) if !unit.is_empty() && tail.eq_ignore_ascii_case(unit) => answer[..end].trim().to_owned(),
        _ => answer.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{number_of, without_unit};

    #[test]
    fn a_decimal_comma_is_no_mistake() {
        assert_eq!(number_of("0,5 RCU", "RCU"), "0.5");
        assert_eq!(number_of("0.5", "RCU"), "0.5");
    }

    #[test]
    fn a_unit_after_the_number_is_no_mistake() {
        assert_eq!(without_unit(" 1 RCU ", "RCU"), "1");
        assert_eq!(without_unit("0.5rcu", "RCU"), "0.5");
        assert_eq!(without_unit("12", "RCU"), "12");
        assert_eq!(without_unit("12 %", "%"), "12");
        assert_eq!(without_unit("7", ""), "7");
        assert_eq!(without_unit("é", "RCU"), "é");
    }
}
