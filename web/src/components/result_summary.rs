//! The summary above the items of a result: items returned and read, units and their meaning, and the price.

use dynalab_app::request::answer::CapacityUnit;
use dynalab_app::request::history::{Outcome, RequestCard};
use dynalab_app::request::play_query::PlayQuery;
use dynalab_app::request::price::{price_of, usd_text};
use dynalab_app::shared::Shared;
use dynalab_app::table::arn::region_of;
use dynalab_playground::views::request::RequestView;
use dynalab_playground::views::trace::TraceLine;
use dynalab_pricing::{PriceBook, Region};
use yew::prelude::*;

use crate::browser::field_events::written;
use crate::browser::figures;
use crate::browser::stored_setting;
use crate::components::result_cheaper::CheaperWay;
use crate::page::messages::Messages;
use crate::page::scene::Scene;
use crate::page::sentences::workbench;

const RATE_SETTING: &str = "requests-per-second";
const RATE_FIRST: f64 = 5.0;
const RATE_MOST: f64 = 10_000_000.0;

/// Renders the summary. Empty for a request that failed or has no known units.
pub fn view(scene: &Scene, card: &Shared<RequestCard>) -> Html {
    let messages = scene.messages();
    let Outcome::Answered { summary, trace, .. } = &card.outcome else { return html! {} };
    let unit = card.unit();
    let units = summary.units_total().or_else(|| charged(trace, unit));
    let Some(units) = units.filter(|_| card.succeeded()) else { return html! {} };
    let dropped = summary.thrown_away();
    html! {
        <section class="summary" aria-label={messages.text(workbench::SUMMARY)} data-testid="result-summary">
            <div class="summary-head">
                <p class="summary-line" data-testid="summary-line">{ line(card, messages) }</p>
                <p class="summary-units" data-testid="summary-units">{ figures::grouped_decimal(units) }{ " " }<small>{ unit.name() }</small></p>
            </div>
            <p class="summary-note">
                if dropped > 0 {
                    <b>{ messages.text(workbench::SummaryDropped { dropped: dropped.into(), read: summary.scanned_count.unwrap_or(0).into() }) }</b>{ " " }
                }
                { messages.text(if unit == CapacityUnit::Read { workbench::SUMMARY_RCU } else { workbench::SUMMARY_WCU }) }
                if unit == CapacityUnit::Write && writes_index(trace) { { " " }{ messages.text(workbench::SUMMARY_WCU_INDEX) } }
            </p>
            // A lesson says itself what matters about the price, when the learner knows the words for it.
            if !scene.page.navigator.is_inner() {
                <Money {units} region={region(scene)} is_write={unit == CapacityUnit::Write} messages={*messages} />
                <CheaperWay scene={scene.clone()} card={card.clone()} />
                { alternatives(scene) }
            }
        </section>
    }
}

/// Returns the line of counts, such as "4 returned, 131 read".
fn line(card: &RequestCard, messages: &Messages) -> String {
    let Some(summary) = card.summary() else { return String::new() };
    let returned = summary.count.unwrap_or(summary.items.len() as u64).into();
    match (card.unit(), summary.scanned_count) {
        (CapacityUnit::Write, _) => {
            messages.text(workbench::SummaryWritten { written: written_items(card).into() })
        }
        (CapacityUnit::Read, Some(read)) => {
            messages.text(workbench::SummaryRead { returned, read: read.into() })
        }
        (CapacityUnit::Read, None) => messages.text(workbench::SummaryReturned { returned }),
    }
}

/// Counts the items that the request changed.
fn written_items(card: &RequestCard) -> u64 {
    let Outcome::Answered { trace, .. } = &card.outcome else { return 0 };
    let written = |line: &&TraceLine| {
        matches!(line.code.as_str(), "trace-wrote-new" | "trace-wrote-changed" | "trace-deleted")
    };
    trace.iter().filter(written).count() as u64
}

/// Returns true if the request consumed write units of an index, too.
fn writes_index(trace: &[TraceLine]) -> bool {
    let unit = CapacityUnit::Write.name();
    RequestView::from_trace(trace).charges.iter().filter(|(.., name)| name == unit).count() > 1
}

/// Returns the units in the trace, for a response without consumed capacity.
fn charged(trace: &[TraceLine], unit: CapacityUnit) -> Option<f64> {
    let charges = RequestView::from_trace(trace).charges;
    let charges: Vec<f64> =
        charges.iter().filter(|(.., name)| name == unit.name()).map(|(_, units, _)| *units).collect();
    (!charges.is_empty()).then(|| charges.iter().sum())
}

/// Renders the button that opens the diagram of cheaper alternatives.
fn alternatives(scene: &Scene) -> Html {
    let onclick = {
        let scene = scene.clone();
        Callback::from(move |_: MouseEvent| {
            scene.navigate_to_query(PlayQuery { picture: Some("request".to_owned()), ..scene.query.clone() });
        })
    };
    html! {
        <p class="summary-foot">
            <button class="button" type="button" data-testid="summary-alternatives" {onclick}>{ scene.text(workbench::SUMMARY_ALTERNATIVES) }</button>
        </p>
    }
}

#[derive(PartialEq, Properties)]
struct MoneyProps {
    units: f64,
    region: Region,
    is_write: bool,
    messages: Messages,
}

/// Returns the Region of the workspace's tables, or the first Region of the price book if the book does not have it.
fn region(scene: &Scene) -> Region {
    let tables = scene.app.definitions().as_ref();
    let arn = tables.and_then(|tables| tables.first()).map(|table| table.arn.as_str()).unwrap_or_default();
    Region::from_name(region_of(arn)).unwrap_or_default()
}

/// Renders the price at a rate of requests per second that the person can edit.
#[component]
fn Money(props: &MoneyProps) -> Html {
    let MoneyProps { units, region, is_write, messages } = props;
    let book = use_memo(*region, |region| PriceBook::load(*region));
    let per_second = use_state(stored_rate);
    let unit = if *is_write { CapacityUnit::Write } else { CapacityUnit::Read };
    let Some(price) = price_of(*units, unit, *per_second, &book) else { return html! {} };
    let onchange = {
        let per_second = per_second.clone();
        Callback::from(move |event: Event| {
            if let Some(rate) = rate_of(&written(&event)) {
                stored_setting::write(RATE_SETTING, &rate.to_string());
                per_second.set(rate);
            }
        })
    };
    html! {
        <div class="money" role="group" aria-label={messages.text(workbench::MONEY)}>
            <span><b data-testid="money-request">{ usd_text(price.request_usd) }</b>{ messages.text(workbench::MONEY_REQUEST) }</span>
            <span><b data-testid="money-million">{ usd_text(price.million_usd) }</b>{ messages.text(workbench::MONEY_MILLION) }</span>
            <span><b data-testid="money-month">{ usd_text(price.month_usd) }</b>
                <label>
                    { messages.text(workbench::MONEY_MONTH) }
                    { " " }
                    <input
                        class="field field--low money-rate" type="number" min="0" step="any" data-testid="money-rate" value={per_second.to_string()}
                        {onchange}
                    />
                    { " " }
                    { messages.text(workbench::MONEY_PER_SECOND) }
                </label>
            </span>
            <small class="money-source">{ messages.text(workbench::MoneySource { region: region.name().into(), date: book.as_of.as_str().into() }) }</small>
        </div>
    }
}

fn stored_rate() -> f64 {
    stored_setting::read(RATE_SETTING).and_then(|text| rate_of(&text)).unwrap_or(RATE_FIRST)
}

fn rate_of(text: &str) -> Option<f64> {
    text.trim().parse::<f64>().ok().filter(|rate| (0.0..=RATE_MOST).contains(rate))
}

#[cfg(test)]
mod tests {
    use super::{charged, line, rate_of, writes_index};
    use crate::page::language::Language;
    use crate::page::messages::Messages;
    use dynalab_app::request::answer::CapacityUnit;
    use dynalab_app::request::history::{Outcome, RequestCard};
    use dynalab_playground::views::trace::TraceLine;

    fn card(operation: &str, answer: &str) -> RequestCard {
        let outcome = Outcome::answered(200, answer.into(), Vec::new());
        let (operation, body) = (operation.into(), "{}".into());
        RequestCard { number: 1, operation, body, outcome, elapsed_ms: None, entry: None }
    }

    #[test]
    fn the_line_says_what_was_returned_and_read() {
        let messages = Messages::new(Language::English);
        let query = card("Query", r#"{"Items":[],"Count":4,"ScannedCount":131}"#);
        assert_eq!(line(&query, &messages), "4 returned, 131 read");
        assert_eq!(line(&card("GetItem", r#"{"Item":{"PK":{"S":"a"}}}"#), &messages), "1 returned");
        assert_eq!(line(&card("GetItem", "{}"), &messages), "0 returned");
        assert_eq!(line(&card("PutItem", "{}"), &messages), "0 items written");
        let wrote = |code: &str| TraceLine { code: code.into(), values: Vec::new() };
        let mut put = card("PutItem", "{}");
        if let Outcome::Answered { trace, .. } = &mut put.outcome {
            trace.make_mut().extend([wrote("trace-read"), wrote("trace-wrote-new")]);
        }
        assert_eq!(line(&put, &messages), "one item written");
        if let Outcome::Answered { trace, .. } = &mut put.outcome {
            trace.make_mut().push(wrote("trace-deleted"));
        }
        assert_eq!(line(&put, &messages), "2 items written");
    }

    #[test]
    fn an_index_is_mentioned_where_one_was_written() {
        let charge = |owner: &str, unit: &str| TraceLine {
            code: "trace-charged".into(),
            values: [("owner", owner), ("units", "1"), ("unit", unit)]
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .to_vec(),
        };
        assert!(!writes_index(&[charge("Shop", "WCU")]));
        assert!(!writes_index(&[charge("Shop", "WCU"), charge("Shop", "RCU")]));
        assert!(writes_index(&[charge("Shop", "WCU"), charge("GSI1", "WCU")]));
    }

    #[test]
    fn units_come_from_the_trace_where_the_response_has_none() {
        let charge = |units: &str, unit: &str| TraceLine {
            code: "trace-charged".into(),
            values: [("owner", "Shop"), ("units", units), ("unit", unit)]
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .to_vec(),
        };
        let trace = [charge("2.5", "RCU"), charge("1", "RCU"), charge("4", "WCU")];
        assert_eq!(charged(&trace, CapacityUnit::Read), Some(3.5));
        assert_eq!(charged(&trace, CapacityUnit::Write), Some(4.0));
        assert_eq!(charged(&[], CapacityUnit::Read), None);
    }

    #[test]
    fn a_rate_is_a_number_that_makes_sense() {
        assert_eq!(
            [" 5 ", "0.5", "-1", "", "many", "1e30"].map(rate_of),
            [Some(5.0), Some(0.5), None, None, None, None]
        );
    }
}
