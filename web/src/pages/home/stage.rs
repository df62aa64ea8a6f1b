//! The live table of the home page: the last request, the items with their load, their partitions, and the time bar.

use dynalab_playground::views::items::{ItemCollection, ItemRow, ItemsView};
use dynalab_playground::views::live_load::{HotKey, LiveLoad, LoadedKey, SECONDS_SHOWN, limit};
use dynalab_playground::views::tables::TableSummary;
use yew::prelude::*;

use super::demo::{Demo, DemoAction, DemoHandle};
use super::{ring, time_bar};
use crate::components::row_in_view::use_row_in_view;
use crate::components::service_error_card::card_error;
use crate::components::{result_cost, result_trace};
use crate::figures;
use crate::first_paint;
use crate::highlighted_items::{self, HighlightedItems};
use crate::history::Outcome;
use crate::messages::Messages;
use crate::request_target::target;
use crate::route::Route;
use crate::scene::Scene;
use crate::sentences::shell;
use crate::svg::short;

/// The lesson that explains why one key is throttled.
const HOT_KEY_LESSON: &str = "6.3";
const BAR_STEP: f64 = 6.0;
const BAR_WIDTH: f64 = 5.0;
const BARS_HEIGHT: f64 = 16.0;
/// Writes per second that fill half of a bar. Usual loads and the sale are then both visible.
const HALF_BAR_WRITES: f64 = 8.0;

#[derive(PartialEq, Properties)]
pub struct StageProps {
    pub scene: Scene,
    pub demo: DemoHandle,
    pub on_step: Callback<()>,
}

#[component]
pub fn Stage(props: &StageProps) -> Html {
    let scene = &props.scene;
    let demo = &props.demo.displayed_state();
    let messages = &scene.app.messages;
    let frame = use_node_ref();
    let is_on_sale = demo.load.as_ref().is_some_and(|load| load.hot_key().is_some());
    use_row_in_view(frame.clone(), if is_on_sale { u64::MAX } else { demo.requests });
    let selected = use_state(|| None::<String>);
    let on_select = {
        let selected = selected.clone();
        Callback::from(move |key: String| {
            let is_again = selected.as_ref() == Some(&key);
            selected.set((!is_again).then_some(key));
        })
    };
    html! {
        <div class="stage" data-testid="stage" data-requests={demo.requests.to_string()}>
            { match (&demo.table, &demo.view, &demo.load, &demo.failed) {
                (_, _, _, Some(detail)) => html! { <p class="items-waiting">{ messages.text(shell::DemoFailed { detail: detail.as_str().into() }) }</p> },
                (Some(table), Some(items), Some(load), None) => {
                    let rows = Rows { table, items, load, selected: selected.as_deref(), on_select };
                    html! {
                        <>
                            { head(scene, demo, load) }
                            { live_table(&props.demo, demo, &rows, frame, messages) }
                            { side(demo, &rows, messages) }
                            <p class="stage-note"><b>{ messages.text(shell::STAGE_UNITS) }</b>{ " " }{ messages.text(shell::STAGE_UNITS_ABOUT) }<br />{ messages.text(shell::STAGE_MODEL) }</p>
                        </>
                    }
                }
                _ => first_paint::stage().unwrap_or_else(|| html! { <div class="stage-shell">{ waiting(messages) }</div> }),
            } }
            { time_bar::view(&props.demo, &props.on_step, messages) }
        </div>
    }
}

/// Renders a placeholder with the height of the stage.
fn waiting(messages: &Messages) -> Html {
    html! {
        <>
            <header class="stage-head"><p class="stage-text">{ messages.text(shell::LOADING) }</p></header>
            <section class="stage-table"></section>
            <section class="stage-side"></section>
            <p class="stage-note"></p>
        </>
    }
}

/// The rows of the table, and the row that the person selected.
struct Rows<'a> {
    table: &'a TableSummary,
    items: &'a ItemsView,
    load: &'a LiveLoad,
    selected: Option<&'a str>,
    on_select: Callback<String>,
}

/// Renders the sale while it is on, and otherwise the last request.
fn head(scene: &Scene, demo: &Demo, load: &LiveLoad) -> Html {
    let messages = &scene.app.messages;
    html! {
        <header class="stage-head">
            { match (load.hot_key(), &demo.last) {
                (Some(hot), _) => sale(scene, demo, load, &hot),
                (None, Some(last)) => html! {
                    <>
                        <div class="stage-line">
                            <span class="chip chip--accent">{ messages.text(shell::StageRequest { number: demo.requests.into() }) }</span>
                            <h2 class="stage-title">{ last.0.pick(messages.language) }</h2>
                        </div>
                        <p class="stage-target">{ &last.1.operation }{ " · " }{ target(&last.1.body, |_| None) }</p>
                        { card_error(&last.1, messages) }
                        if let Outcome::Answered { summary, .. } = &last.1.outcome {
                            { result_cost::line(last.1.unit(), summary, messages) }
                        }
                    </>
                },
                (None, None) => html! { <p class="stage-text">{ messages.text(shell::DEMO_FIRST) }</p> },
            } }
        </header>
    }
}

fn sale(scene: &Scene, demo: &Demo, load: &LiveLoad, hot: &HotKey) -> Html {
    let messages = &scene.app.messages;
    let title = demo.sale.as_ref().map(|sale| sale.title.pick(messages.language)).unwrap_or_default();
    let (writes, throttled) = (figures::grouped(hot.writes), figures::grouped(hot.throttled));
    let limit = figures::grouped(limit());
    let about = if !load.is_limited() {
        messages.text(shell::StageUnlimited { limit: limit.as_str().into() })
    } else if hot.throttled > 0 {
        messages.text(shell::StageSaleThrottled {
            limit: limit.as_str().into(),
            throttled: throttled.as_str().into(),
        })
    } else {
        let partition = ring::name(hot.partition);
        messages.text(shell::StageSaleRises {
            partition: partition.as_str().into(),
            limit: limit.as_str().into(),
        })
    };
    let to = Route::Lesson { lesson: HOT_KEY_LESSON.to_owned() };
    html! {
        <>
            <div class="stage-line">
                <span class="chip chip--accent">{ messages.text(shell::STAGE_TRAFFIC) }</span>
                <h2 class="stage-title" data-testid="stage-sale">{ messages.text(shell::StageSale { title: title.into(), writes: writes.as_str().into() }) }</h2>
            </div>
            <p class="stage-text">{ about }{ " " }{ scene.link(to, "", None, html! { { messages.text(shell::STAGE_WHY) } }) }</p>
        </>
    }
}

fn live_table(handle: &DemoHandle, demo: &Demo, rows: &Rows, frame: NodeRef, messages: &Messages) -> Html {
    let table = rows.table;
    // The marks belong to the headline: to the sale, or to the last request.
    let marks = match rows.load.hot_key() {
        Some(hot) => HighlightedItems::of_key(&hot.key_json),
        None => demo.last.as_ref().map(|last| highlighted_items::of_card(&last.1, table)).unwrap_or_default(),
    };
    html! {
        <section class="stage-table" aria-label={table.name.clone()}>
            <div class="tabs"><h2 class="tabs-title">{ &table.name }</h2>
                <span class="tabs-side">{ limits(handle, rows.load, messages) }</span>
            </div>
            <div class="stage-scroll" tabindex="0" role="region" aria-label={messages.text(shell::ITEMS)} ref={frame}>
                <table class="items-table stage-grid">
                    <thead><tr>
                        <th scope="col">{ &table.key.partition }</th>
                        <th scope="col">{ table.key.sort.clone().unwrap_or_default() }</th>
                        <th scope="col">{ messages.text(shell::ITEM) }</th>
                        <th scope="col">{ messages.text(shell::StageSeconds { seconds: (SECONDS_SHOWN as u64).into() }) }</th>
                        <th scope="col" class="items-num">{ messages.text(shell::STAGE_WRITES) }</th>
                    </tr></thead>
                    { for rows.items.collections.iter().map(|collection| group(collection, rows, &marks)) }
                </table>
            </div>
        </section>
    }
}

fn limits(demo: &DemoHandle, load: &LiveLoad, messages: &Messages) -> Html {
    let options = [(false, shell::STAGE_LIMITS_OFF), (true, shell::STAGE_LIMITS_ON)];
    let option = |(is_limited, label)| {
        let demo = demo.clone();
        let onclick = Callback::from(move |_: MouseEvent| demo.dispatch(DemoAction::Limit(is_limited)));
        let pressed = (load.is_limited() == is_limited).to_string();
        html! { <button class="choice-option" type="button" aria-pressed={pressed} data-testid={format!("stage-limits-{}", if is_limited { "on" } else { "off" })} {onclick}>{ messages.text(label) }</button> }
    };
    html! {
        <div class="choice" role="group" aria-label={messages.text(shell::STAGE_LIMITS)}>
            <span aria-hidden="true">{ messages.text(shell::STAGE_LIMITS) }</span>
            <span class="choice-set">{ for options.into_iter().map(option) }</span>
        </div>
    }
}

fn group(collection: &ItemCollection, rows: &Rows, marks: &HighlightedItems) -> Html {
    html! {
        <tbody key={collection.partition_key.text.clone()}>
            { for collection.items.iter().enumerate().map(|(position, row)| {
                let touched = marks.is_marked(&row.key_json);
                let (key, sort, rest) = (&collection.partition_key.text, cell_text(row, 1), rows.items.besides_keys(row, rows.table));
                let is_selected = rows.selected == Some(row.key_json.as_str());
                let class = classes!("stage-row", (position == 0).then_some("items-first"), touched.then_some("items-row--touched"), is_selected.then_some("stage-row--selected"));
                let onclick = {
                    let key = row.key_json.clone();
                    rows.on_select.reform(move |_: MouseEvent| key.clone())
                };
                let load = rows.load.key(&row.key_json);
                html! {
                    <tr key={row.key_json.clone()} {class} {onclick}>
                        <td>if position == 0 { <span class="items-key" title={key.clone()}>{ key }</span> }</td>
                        <td title={sort.clone()}><span class="items-mark" aria-hidden="true">{ if touched { "●" } else { "" } }</span><button type="button" aria-pressed={is_selected.to_string()}>{ sort }</button></td>
                        <td><span class="items-text" title={rest.clone()}>{ rest }</span></td>
                        <td>{ load.map(bars).unwrap_or_default() }</td>
                        <td class="items-num">{ figures::grouped(load.map_or(0, LoadedKey::latest)) }</td>
                    </tr>
                }
            }) }
        </tbody>
    }
}

/// Draws the writes of the latest seconds as bars.
fn bars(key: &LoadedKey) -> Html {
    let is_hot = key.writes.iter().any(|writes| *writes > limit() / 2);
    let class = if is_hot { "pic-heat-4" } else { "pic-heat-2" };
    let missing = SECONDS_SHOWN.saturating_sub(key.writes.len());
    let path: String = key
        .writes
        .iter()
        .enumerate()
        .filter(|(_, writes)| **writes > 0)
        .map(|(second, writes)| {
            let height = BARS_HEIGHT * *writes as f64 / (*writes as f64 + HALF_BAR_WRITES);
            let x = BAR_STEP * (missing + second) as f64;
            format!("M{} {BARS_HEIGHT}v-{}h{BAR_WIDTH}v{}z", short(x), short(height), short(height))
        })
        .collect();
    html! { <svg class="stage-bars" viewBox="0 0 84 16" aria-hidden="true"><path {class} d={path} /></svg> }
}

fn cell_text(row: &ItemRow, position: usize) -> String {
    row.cells.get(position).and_then(Option::as_ref).map(|cell| cell.text.clone()).unwrap_or_default()
}

/// Renders the partitions, and the trace of the last request.
fn side(demo: &Demo, rows: &Rows, messages: &Messages) -> Html {
    html! {
        <section class="stage-side" tabindex="0" aria-label={messages.text(shell::STAGE_PARTITIONS)}>
            { ring::view(&rows.table.name, rows.load, rows.selected, messages) }
            if let Some(last) = &demo.last {
                if let Outcome::Answered { trace, .. } = &last.1.outcome {
                    <details class="stage-trace">
                        <summary data-testid="demo-trace">{ messages.text(shell::STAGE_TRACE) }</summary>
                        { result_trace::view(trace, messages) }
                    </details>
                }
            }
        </section>
    }
}
