//! The line below a result: items returned, read and written, and units consumed.

use dynalab_playground::views::trace::Charge;
use yew::prelude::*;

use crate::figures::grouped_decimal;
use crate::history::{Outcome, RequestCard};
use crate::scene::Scene;
use crate::sentences::learn as words;

/// The effect of a request, computed from its trace.
#[derive(Clone, Debug, Default, PartialEq)]
struct Done {
    returned: u64,
    read: u64,
    written: u64,
    /// Units with their names, in the order of the charges.
    units: Vec<(f64, String)>,
}

/// Renders the line. Empty for a request that failed, because its error is shown.
pub fn view(scene: &Scene, card: &RequestCard) -> Html {
    if !card.succeeded() {
        return html! {};
    }
    let done = of_card(card);
    let line = match done {
        Done { written: 0, returned, read, .. } => {
            scene.text(words::LearnSummaryRead { returned: returned.into(), read: read.into() })
        }
        Done { written, .. } => scene.text(words::LearnSummaryWritten { written: written.into() }),
    };
    let units = done.units.iter().map(|(units, unit)| format!("{} {unit}", grouped_decimal(*units)));
    let units: Vec<String> = units.collect();
    html! {
        <section class="learn-part learn-summary" data-testid="learn-summary">
            <p class="learn-summary-line">{ line }</p>
            <p class="learn-summary-units">{ units.join(" + ") }</p>
        </section>
    }
}

fn of_card(card: &RequestCard) -> Done {
    let Outcome::Answered { trace, summary, .. } = &card.outcome else { return Done::default() };
    let mut done = Done { returned: summary.items.len() as u64, ..Done::default() };
    for line in trace {
        match line.code.as_str() {
            "trace-read" => done.read += 1,
            "trace-wrote-new" | "trace-wrote-changed" | "trace-deleted" => done.written += 1,
            "trace-charged" => line.charge().into_iter().for_each(|charge| done.charge(charge)),
            _ => {}
        }
    }
    done
}

impl Done {
    fn charge(&mut self, Charge { units, unit, .. }: Charge<'_>) {
        match self.units.iter_mut().find(|(_, known)| known == unit) {
            Some((sum, _)) => *sum += units,
            None => self.units.push((units, unit.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use dynalab_playground::views::trace::TraceLine;

    use super::{Done, Outcome, RequestCard, of_card};
    use crate::answer::AnswerSummary;

    fn line(code: &str, values: &[(&str, &str)]) -> TraceLine {
        let values = values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        TraceLine { code: code.to_owned(), values: values.collect() }
    }

    #[test]
    fn a_trace_is_added_up() {
        let body = r#"{"Items":[{"pk":{"S":"a"}}],"Count":1}"#;
        let charged = |units| line("trace-charged", &[("owner", "Shop"), ("units", units), ("unit", "RCU")]);
        let trace = vec![line("trace-read", &[]), line("trace-read", &[]), charged("0.5"), charged("3")];
        let summary = Box::new(AnswerSummary::read(200, body));
        let outcome = Outcome::Answered { status: 200, body: body.to_owned(), trace, summary };
        let card = RequestCard {
            number: 1,
            operation: "Query".to_owned(),
            body: "{}".to_owned(),
            outcome,
            elapsed_ms: None,
            moment: None,
        };
        let expected = Done { returned: 1, read: 2, written: 0, units: vec![(3.5, "RCU".to_owned())] };
        assert_eq!(of_card(&card), expected);
    }
}
