//! The question before the first run, and the comparison of the prediction with the engine's result.

use dynalab_app::learn::play::PlayAction;
use dynalab_app::request::history::RequestCard;
use dynalab_lessons::lesson::{Figures, PredictAbout};
use yew::prelude::*;

use super::bench::Bench;
use crate::browser::figures::grouped_decimal;
use crate::page::sentences::learn as words;

/// Renders the question before the first run.
pub fn question(bench: &Bench) -> Html {
    let (Some(predict), Some(text)) = (&bench.lesson.facts.predict, &bench.text().predict) else {
        return html! {};
    };
    if bench.play.has_run {
        return html! {};
    }
    let messages = bench.scene.messages();
    let option = |option: &String| {
        let label = text.options.get(option).unwrap_or(option).clone();
        let onchange: Callback<Event> = bench.changes(PlayAction::Guess(option.clone()));
        let checked = bench.play.guess.as_ref() == Some(option);
        html! {
            <label class="learn-guess">
                <input type="radio" name="learn-guess" data-testid={format!("learn-guess-{option}")} {checked} {onchange} />
                { label }
            </label>
        }
    };
    html! {
        <section class="learn-part" data-testid="learn-predict">
            <h2 class="learn-heading" id="learn-predict">{ messages.text(words::LEARN_PREDICT) }<small>{ messages.text(words::LEARN_PREDICT_NOTE) }</small></h2>
            { bench.html(&text.question, classes!("learn-body--small")) }
            <div class="learn-guesses" role="radiogroup" aria-labelledby="learn-predict">{ for predict.options.iter().map(option) }</div>
        </section>
    }
}

/// Renders the comparison after the first run, if the learner made a prediction.
pub fn outcome(bench: &Bench) -> Html {
    let (Some(guess), Some(real)) = (&bench.play.guess, &bench.play.real) else { return html! {} };
    let (Some(predict), Some(text)) = (&bench.lesson.facts.predict, &bench.text().predict) else {
        return html! {};
    };
    let messages = bench.scene.messages();
    let label = |option: &String| text.options.get(option).unwrap_or(option).clone();
    html! {
        <section class="learn-part" role="status" data-testid="learn-predicted" data-right={(guess == real).to_string()}>
            <div class="learn-pair">
                <span><b>{ label(guess) }</b>{ messages.text(words::LEARN_YOUR_GUESS) }</span>
                <span><b class="learn-pair-real">{ label(real) }</b>{ messages.text(words::LEARN_ENGINE_SAYS) }</span>
            </div>
            if *real == predict.answer {
                { bench.html(&text.explanation, classes!("learn-body--small")) }
            } else {
                <p class="learn-said">{ messages.text(words::LEARN_OTHER_REQUEST) }</p>
            }
        </section>
    }
}

/// Returns the engine's result in the form of an option. `figures` are those of the first request.
pub fn real_option(about: PredictAbout, card: &RequestCard, figures: &Figures) -> String {
    match about {
        PredictAbout::Units if figures.write_units > 0.0 => {
            format!("{} WCU", grouped_decimal(figures.write_units))
        }
        PredictAbout::Units => format!("{} RCU", grouped_decimal(figures.read_units)),
        PredictAbout::Items => figures.items_returned.to_string(),
        PredictAbout::ItemsRead => figures.items_read.to_string(),
        PredictAbout::Outcome => match card.summary().and_then(|summary| summary.error.as_ref()) {
            Some(error) => error.name.clone(),
            None => "200".to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynalab_app::request::history::Outcome;

    fn card(status: u16, body: &str) -> RequestCard {
        RequestCard {
            number: 1,
            operation: "ExecuteStatement".into(),
            body: "{}".into(),
            outcome: Outcome::answered(status, body.to_owned(), Vec::new()),
            elapsed_ms: None,
            entry: None,
        }
    }

    #[test]
    fn what_the_engine_did_is_written_as_an_option() {
        let scan = card(200, "{\"Items\":[]}");
        let read = Figures { read_units: 3.5, items_read: 214, items_returned: 3, ..Figures::default() };
        let expected = [
            (PredictAbout::Units, "3.5 RCU"),
            (PredictAbout::Items, "3"),
            (PredictAbout::ItemsRead, "214"),
            (PredictAbout::Outcome, "200"),
        ];
        for (about, option) in expected {
            assert_eq!(real_option(about, &scan, &read), option);
        }
        let write = Figures { write_units: 2.0, ..Figures::default() };
        assert_eq!(real_option(PredictAbout::Units, &scan, &write), "2 WCU");
        let refused = card(400, "{\"__type\":\"x#ValidationException\",\"message\":\"no\"}");
        assert_eq!(real_option(PredictAbout::Outcome, &refused, &Figures::default()), "ValidationException");
    }
}
