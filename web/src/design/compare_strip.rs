//! The totals of a design, and of a branch beside it under the same load.

use dynalab_app::design::cost_text::{money, money_change, units};
use dynalab_app::design::editor::{Change, Side, Variant};
use dynalab_modeling::report::Totals;
use dynalab_modeling::sentences;
use dynalab_pricing::LineItem;
use yew::prelude::*;

use super::design_context::DesignContext;
use super::onward;
use crate::browser::figures;
use crate::components::icon::Icon;
use crate::page::messages::Sentence;
use crate::page::sentences::design as words;

type Figure = (Sentence, fn(&Totals) -> f64, fn(f64) -> String);

/// The compared totals. The smaller value is better in each.
const FIGURES: [Figure; 6] = [
    (words::DESIGN_MONTH, |totals| totals.usd_per_month, money),
    (words::DESIGN_READS, |totals| totals.read_units_per_second, units),
    (words::DESIGN_WRITES, |totals| totals.write_units_per_second, units),
    (words::DESIGN_RED_PATTERNS, |totals| f64::from(totals.red), units),
    (words::DESIGN_SCAN_COUNT, |totals| f64::from(totals.scans), units),
    (words::DESIGN_HOT_KEY_COUNT, |totals| f64::from(totals.hot_keys), units),
];

pub fn view(desk: &DesignContext) -> Html {
    let Some(a) = desk.editor.a.report() else { return html! {} };
    let b = desk.editor.b.as_ref().and_then(Variant::report);
    let before = desk.editor.now().checked.before.as_ref();
    let figures = FIGURES.iter().map(|(name, value, write)| {
        let (of_a, of_b) = (value(&a.totals), b.map(|b| value(&b.totals)));
        html! {
            <span>
                { desk.text(*name) }
                <b class={classes!("delta-line", of_b.map(|of_b| class(of_a, of_b)))}>{ line(of_b.is_some(), "A", write(of_a)) }</b>
                { for of_b.map(|of_b| html! { <b class={classes!("delta-line", class(of_b, of_a))}>{ line(true, "B", write(of_b)) }</b> }) }
            </span>
        }
    });
    let change = before.and_then(|before| {
        let now = desk.editor.now().report()?;
        money_change(before.totals.usd_per_month, now.totals.usd_per_month)
    });
    html! {
        <>
            <div class="delta" data-testid="design-totals" aria-label={desk.text(words::DESIGN_TOTALS)}>
                { for figures }
                <span>{ desk.text(words::DESIGN_PRICES) }<b class="delta-line">{ &a.totals.region }</b>{ &a.totals.prices_as_of }</span>
            </div>
            if let Some(change) = change {
                <p class="design-note" data-testid="design-cost-change">{ desk.text(words::DesignCostChange { change: change.as_str().into() }) }</p>
            }
            <p class="design-note">
                { desk.text(
                    words::DesignStorage { size: figures::size(stored(a)).as_str().into(), amount: money(a.totals.storage_usd_per_month).as_str().into() },
                ) }
            </p>
            { for sentences::other_prices(&a.totals, desk.scene.messages().language).map(|told| html! {
                <p class="design-note" data-testid="design-other-prices">{ told }</p>
            }) }
            if !a.totals.without_price.is_empty() {
                <p class="design-note" data-testid="design-without-price">{ desk.text(without_price(&a.totals.without_price)) }</p>
            }
            { onward::view(desk) }
        </>
    }
}

/// Returns the sentence for lines without a price. Strongly consistent replicas and vector indexes have their own.
fn without_price(names: &[String]) -> Sentence {
    match names {
        [only] if *only == LineItem::StrongReplicatedWrites.name() => words::DESIGN_NO_STRONG_PRICE,
        [first, ..] if *first == LineItem::VectorStorage.name() => words::DESIGN_NO_VECTOR_PRICE,
        _ => words::DESIGN_NO_PRICE,
    }
}

fn stored(report: &dynalab_modeling::Report) -> u64 {
    let of_table = |table: &dynalab_modeling::report::TableReport| {
        table.full_bytes + table.indexes.iter().map(|index| index.full_bytes).sum::<f64>()
    };
    report.tables.iter().map(of_table).sum::<f64>().max(0.0) as u64
}

fn line(has_branch: bool, letter: &str, value: String) -> String {
    if has_branch { format!("{letter} {value}") } else { value }
}

fn class(own: f64, other: f64) -> Option<&'static str> {
    match own.partial_cmp(&other) {
        Some(std::cmp::Ordering::Less) => Some("delta-ok"),
        Some(std::cmp::Ordering::Greater) => Some("delta-bad"),
        _ => None,
    }
}

/// Renders the choice of the edited design, and the buttons that keep or drop the branch.
pub fn branch_bar(desk: &DesignContext) -> Html {
    if desk.editor.b.is_none() {
        let design = desk.editor.a.design().clone();
        let branch = desk.changes(move || Change::Branch(Box::new(dynalab_modeling::Design::clone(&design))));
        return html! {
            <div class="design-row">
                { desk.button(words::DESIGN_BRANCH, Some(Icon::Branch), branch) }
                <span class="design-note">{ desk.text(words::DESIGN_BRANCH_ABOUT) }</span>
            </div>
        };
    }
    let sides = [(Side::A, words::DESIGN_SIDE_A), (Side::B, words::DESIGN_SIDE_B)].map(|(side, name)| {
        let pressed = (desk.editor.edited == side).to_string();
        html! {
            <button
                class="design-option" type="button" aria-pressed={pressed} data-testid={format!("design-side-{}", side.name())}
                onclick={desk.changes(move || Change::EditSide(side))}
            >
                { desk.text(name) }
            </button>
        }
    });
    html! {
        <div class="design-row" data-testid="design-branch-bar">
            <span class="design-note">{ desk.text(words::DESIGN_EDITED_SIDE) }</span>
            <span class="design-choice" role="group" aria-label={desk.text(words::DESIGN_EDITED_SIDE)}>{ for sides }</span>
            { desk.button(words::DESIGN_TAKE_BRANCH, Some(Icon::Check), desk.changes(|| Change::TakeBranch)) }
            { desk.button(words::DESIGN_DROP_BRANCH, Some(Icon::Bin), desk.changes(|| Change::DropBranch)) }
        </div>
    }
}
