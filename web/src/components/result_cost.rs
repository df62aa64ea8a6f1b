//! The cost of a request: units by table and index, items read, and items filtered out.

use dynalab_app::request::answer::{AnswerSummary, CapacityUnit};
use dynalab_playground::views::request::RequestView;
use dynalab_playground::views::trace::TraceLine;
use yew::prelude::*;

use crate::browser::figures;
use crate::page::messages::Messages;
use crate::page::sentences;

/// Renders the units of a response. A response without ConsumedCapacity has those that the engine charged, from its trace.
pub fn view(
    unit: CapacityUnit,
    (summary, trace): (&AnswerSummary, &[TraceLine]),
    messages: &Messages,
) -> Html {
    html! {
        <>
            { line(unit, summary, messages) }
            if summary.capacity.is_empty() {
                { charged(trace, messages) }
            } else {
                <table class="sheet cost-table" data-testid="result-cost">
                    <caption>{ messages.text(sentences::workbench::COST_CAPTION) }</caption>
                    <thead>
                        <tr>
                            <th scope="col">{ messages.text(sentences::workbench::TABLE_OR_INDEX) }</th>
                            <th scope="col" class="sheet-num">{ unit.name() }</th>
                        </tr>
                    </thead>
                    <tbody>{ for summary.capacity.iter().map(|line| html! {
                        <tr>
                            <th scope="row">{ owner(&line.table, line.index.as_deref(), messages) }</th>
                            <td class="sheet-num">{ figures::grouped_decimal(line.units) }</td>
                        </tr>
                    }) }
                    <tr class="sheet-total">
                        <th scope="row">{ messages.text(sentences::workbench::TOTAL) }</th>
                        <td class="sheet-num">{ figures::grouped_decimal(summary.units_total().unwrap_or(0.0)) }</td>
                    </tr>
                    </tbody>
                </table>
            }
        </>
    }
}

/// Renders what the engine charged, by table and index.
fn charged(trace: &[TraceLine], messages: &Messages) -> Html {
    let charges = RequestView::from_trace(trace).charges;
    if charges.is_empty() {
        return html! { <p class="items-waiting">{ messages.text(sentences::workbench::NO_CAPACITY) }</p> };
    }
    html! {
        <table class="sheet cost-table" data-testid="result-cost">
            <caption>{ messages.text(sentences::workbench::COST_CAPTION) }</caption>
            <tbody>{ for charges.iter().map(|(owner, units, unit)| html! {
                <tr>
                    <th scope="row">{ owner }</th>
                    <td class="sheet-num">{ figures::grouped_decimal(*units) }{ " " }{ unit }</td>
                </tr>
            }) }</tbody>
        </table>
    }
}

fn owner(table: &str, index: Option<&str>, messages: &Messages) -> String {
    match index {
        Some(index) => {
            messages.text(sentences::workbench::CostIndex { index: index.into(), table: table.into() })
        }
        None => messages.text(sentences::workbench::CostTable { table: table.into() }),
    }
}

/// Renders the figures of a response in one line. The home page uses it too.
pub fn line(unit: CapacityUnit, summary: &AnswerSummary, messages: &Messages) -> Html {
    let items = summary.count.unwrap_or(summary.items.len() as u64);
    let part = |figure: String, label: String, class: &'static str| {
        html! {
            <span class={classes!("cost-part", class)}><b>{ figure }</b>{ " " }{ label }</span>
        }
    };
    html! {
        <div class="cost">
            if unit == CapacityUnit::Read {
                { part(figures::grouped(items), messages.text(sentences::shell::CostItems { items: items.into() }), "") }
            }
            if let Some(units) = summary.units_total() {
                { part(figures::grouped_decimal(units), unit.name().to_owned(), "") }
            }
            if let Some(scanned) = summary.scanned_count {
                { part(figures::grouped(scanned), messages.text(sentences::shell::COST_READ), "") }
                if summary.thrown_away() > 0 {
                    { part(figures::grouped(summary.thrown_away()), messages.text(sentences::shell::COST_THROWN_AWAY), "cost-part--bad") }
                }
            }
        </div>
    }
}
