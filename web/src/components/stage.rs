//! The live table of the home page: the items, the request that was sent last, and the controls.

use dynalab_playground::views::items::{ItemCollection, ItemRow, ItemsView};
use dynalab_playground::views::tables::TableSummary;
use yew::prelude::*;

use crate::components::icon::Icon;
use crate::components::service_error_card::card_error;
use crate::components::{result_cost, result_trace};
use crate::demo::{Demo, DemoAction, DemoHandle};
use crate::figures;
use crate::history::Outcome;
use crate::messages::Messages;
use crate::touched::{self, Touched};

/// `frame` is where the table scrolls.
pub fn view(demo: &DemoHandle, on_step: &Callback<()>, frame: NodeRef, messages: &Messages) -> Html {
    html! {
        <div class="stage" data-testid="stage" data-requests={demo.requests.to_string()}>
            { match (&demo.table, &demo.view, &demo.failed) {
                (_, _, Some(detail)) => html! { <p class="items-waiting">{ messages.fill("demo-failed", [("detail", detail.as_str().into())]) }</p> },
                (Some(table), Some(items), None) => live_table(demo, table, items, frame, messages),
                _ => html! { <p class="items-waiting">{ messages.text("loading") }</p> },
            } }
            { last_request(demo, messages) }
            { controls(demo, on_step, messages) }
        </div>
    }
}

fn live_table(
    demo: &Demo,
    table: &TableSummary,
    items: &ItemsView,
    frame: NodeRef,
    messages: &Messages,
) -> Html {
    let marks = demo.last.as_ref().map(|last| touched::of_card(&last.1, table)).unwrap_or_default();
    html! {
        <section class="stage-table" aria-label={table.name.clone()}>
            <div class="tabs"><h2 class="tabs-title">{ &table.name }</h2>
                <span class="tabs-side">{ messages.fill("item-count", [("items", items.item_count.into())]) }</span>
            </div>
            <div class="stage-scroll" tabindex="0" role="region" aria-label={messages.text("items")} ref={frame}>
                <table class="items-table stage-grid">
                    <thead><tr>
                        <th scope="col">{ &table.key.partition }</th>
                        <th scope="col">{ table.key.sort.clone().unwrap_or_default() }</th>
                        <th scope="col">{ messages.text("item") }</th>
                        <th scope="col" class="items-num">{ messages.text("size") }</th>
                    </tr></thead>
                    { for items.collections.iter().map(|collection| group(collection, items, table, &marks)) }
                </table>
            </div>
        </section>
    }
}

fn group(collection: &ItemCollection, items: &ItemsView, table: &TableSummary, marks: &Touched) -> Html {
    html! {
        <tbody key={collection.partition_key.text.clone()}>
            { for collection.items.iter().enumerate().map(|(position, row)| {
                let touched = marks.is_marked(&row.key_json);
                let class = classes!((position == 0).then_some("items-first"), touched.then_some("items-row--touched"));
                html! {
                    <tr key={row.key_json.clone()} {class}>
                        <td>if position == 0 { <span class="items-key">{ &collection.partition_key.text }</span> }</td>
                        <td><span class="items-mark" aria-hidden="true">{ if touched { "●" } else { "" } }</span>{ cell_text(row, 1) }</td>
                        <td><span class="items-text">{ rest_of(row, items, table) }</span></td>
                        <td class="items-num">{ figures::size(row.size_bytes) }</td>
                    </tr>
                }
            }) }
        </tbody>
    }
}

fn cell_text(row: &ItemRow, position: usize) -> String {
    row.cells.get(position).and_then(Option::as_ref).map(|cell| cell.text.clone()).unwrap_or_default()
}

/// What an item says besides its keys: the values a person would tell it apart by.
fn rest_of(row: &ItemRow, view: &ItemsView, table: &TableSummary) -> String {
    let index_keys =
        table.indexes.iter().flat_map(|index| std::iter::once(&index.key.partition).chain(&index.key.sort));
    let keys: Vec<&String> =
        index_keys.chain(std::iter::once(&table.key.partition)).chain(&table.key.sort).collect();
    let attributes = view.columns.iter().zip(&row.cells).filter(|(column, _)| !keys.contains(column));
    let mut texts: [Vec<String>; 4] = Default::default();
    for (column, cell) in attributes {
        let Some(cell) = cell else { continue };
        match cell.data_type.as_str() {
            "S" if column == "name" => texts[0].push(cell.text.clone()),
            "S" => texts[1].push(cell.text.clone()),
            "N" => texts[2].push(format!("{column} {}", cell.text)),
            "BOOL" => texts[3].push(format!("{column} {}", cell.text)),
            _ => {}
        }
    }
    texts.into_iter().flatten().take(5).collect::<Vec<_>>().join(" · ")
}

fn last_request(demo: &Demo, messages: &Messages) -> Html {
    let last = demo.last.as_ref();
    html! {
        <section class="stage-side" tabindex="0" aria-label={messages.text("last-request")}>
            <div class="tabs"><h2 class="tabs-title">{ messages.text("last-request") }</h2>
                <span class="tabs-side">if let Some(last) = last { <span class="chip chip--accent">{ &last.1.operation }</span> }</span>
            </div>
            if let Some(last) = last {
                <p class="stage-title">{ last.0.pick(messages.language) }</p>
                <p class="stage-target">{ last.1.target() }</p>
                { card_error(&last.1, messages) }
                if let Outcome::Answered { summary, trace, .. } = &last.1.outcome {
                    { result_cost::line(last.1.unit(), summary, messages) }
                    { result_trace::view(trace, messages) }
                }
            } else {
                <p class="items-waiting">{ messages.text("demo-first") }</p>
            }
        </section>
    }
}

fn controls(demo: &DemoHandle, on_step: &Callback<()>, messages: &Messages) -> Html {
    let running = demo.running;
    let toggle = {
        let demo = demo.clone();
        Callback::from(move |_| demo.dispatch(DemoAction::SetRunning(!running)))
    };
    let step = on_step.reform(|_: MouseEvent| ());
    let (icon, label) = if running { (Icon::Pause, "demo-pause") } else { (Icon::Run, "demo-resume") };
    let (read, write) =
        (figures::grouped_decimal(demo.read_units), figures::grouped_decimal(demo.write_units));
    let sums = messages.fill(
        "demo-sums",
        [
            ("requests", demo.requests.into()),
            ("read", read.as_str().into()),
            ("write", write.as_str().into()),
        ],
    );
    html! {
        <div class="stage-controls" role="group" aria-label={messages.text("demo-controls")}>
            <button class="button" type="button" data-testid="demo-toggle" onclick={toggle}>{ icon.draw() }{ messages.text(label) }</button>
            <button class="button" type="button" data-testid="demo-step" disabled={running} onclick={step}>{ Icon::Step.draw() }{ messages.text("demo-step") }</button>
            <span class="stage-sums">{ sums }</span>
        </div>
    }
}
