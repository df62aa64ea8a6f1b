//! The live table of the home page: the last request, the items with their load, their partitions, and the time bar.

use dynalab_app::items::highlighted::{self, HighlightedItems};
use dynalab_app::request::history::Outcome;
use dynalab_app::request::target::target;
use dynalab_app::state::EngineStatus;
use dynalab_playground::views::live_load::{HotKey, LiveLoad, limit};
use yew::prelude::*;

use super::demo::{Demo, DemoAction, DemoHandle};
use super::scrolled_rows::{use_row_in_view, use_scrolled_rows};
use super::stage_table::StageTable;
use super::{ring, time_bar};
use crate::address::route::Route;
use crate::browser::figures;
use crate::components::result_cost;
use crate::components::result_trace::ResultTrace;
use crate::components::service_error_card::card_error;
use crate::page::first_paint::{self, use_first_paint_hold};
use crate::page::messages::Messages;
use crate::page::phone_scroll::is_phone;
use crate::page::scene::Scene;
use crate::page::sentences::shell;

/// The lesson that explains why one key is throttled.
const HOT_KEY_LESSON: &str = "6.3";

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
    let messages = scene.app.messages();
    let is_starting = demo.view.is_none() && demo.failed.is_none();
    // A phone draws the app once, with its table. Elsewhere the bar is there sooner, around the rows of the document.
    use_first_paint_hold(is_starting && *scene.app.status() != EngineStatus::Stopped && is_phone());
    let scrolled = use_scrolled_rows();
    let marks = marks(demo);
    let is_on_sale = demo.load.as_ref().is_some_and(|load| load.hot_key().is_some());
    let trigger = if is_on_sale { u64::MAX } else { demo.requests };
    use_row_in_view(&scrolled, demo.view.as_ref(), &marks, trigger);
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
                    let rows = StageTable { table, items, load, marks: &marks, selected: selected.as_deref(), on_select };
                    html! {
                        <>
                            { head(scene, demo, load) }
                            { rows.view(&scrolled, limits(&props.demo, load, messages), messages) }
                            { side(demo, &rows, messages) }
                            <p class="stage-note">
                                <b>{ messages.text(shell::STAGE_UNITS) }</b> { " " } { messages.text(shell::STAGE_UNITS_ABOUT) } <br />
                                { messages.text(shell::STAGE_MODEL) }
                            </p>
                        </>
                    }
                }
                _ => first_paint::stage().unwrap_or_else(|| waiting(messages)),
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

/// Returns the items that belong to the headline: to the sale, or to the last request.
fn marks(demo: &Demo) -> HighlightedItems {
    match (demo.load.as_ref().and_then(|load| load.hot_key()), &demo.last, &demo.table) {
        (Some(hot), ..) => HighlightedItems::of_key(&hot.key_json),
        (None, Some(last), Some(table)) => highlighted::of_card(&last.1, table),
        _ => HighlightedItems::default(),
    }
}

/// Renders the sale while it is on, and otherwise the last request.
fn head(scene: &Scene, demo: &Demo, load: &LiveLoad) -> Html {
    let messages = scene.app.messages();
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
    let messages = scene.app.messages();
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
                <h2 class="stage-title" data-testid="stage-sale">
                    { messages.text(shell::StageSale { title: title.into(), writes: writes.as_str().into() }) }
                </h2>
            </div>
            <p class="stage-text">{ about }{ " " }{ scene.link(to, "", None, html! { { messages.text(shell::STAGE_WHY) } }) }</p>
        </>
    }
}

fn limits(demo: &DemoHandle, load: &LiveLoad, messages: &Messages) -> Html {
    let options = [(false, shell::STAGE_LIMITS_OFF), (true, shell::STAGE_LIMITS_ON)];
    let option = |(is_limited, label)| {
        let demo = demo.clone();
        let onclick = Callback::from(move |_: MouseEvent| demo.dispatch(DemoAction::Limit(is_limited)));
        let pressed = (load.is_limited() == is_limited).to_string();
        html! {
            <button
                class="choice-option" type="button" aria-pressed={pressed}
                data-testid={format!("stage-limits-{}", if is_limited { "on" } else { "off" })} {onclick}
            >{ messages.text(label) }</button>
        }
    };
    html! {
        <div class="choice" role="group" aria-label={messages.text(shell::STAGE_LIMITS)}>
            <span aria-hidden="true">{ messages.text(shell::STAGE_LIMITS) }</span>
            <span class="choice-set">{ for options.into_iter().map(option) }</span>
        </div>
    }
}

/// Renders the partitions, and the trace of the last request.
fn side(demo: &Demo, rows: &StageTable, messages: &Messages) -> Html {
    html! {
        <section class="stage-side" tabindex="0" aria-label={messages.text(shell::STAGE_PARTITIONS)}>
            { ring::view(&rows.table.name, rows.load, rows.selected, messages) }
            if let Some(last) = &demo.last {
                if let Outcome::Answered { trace, .. } = &last.1.outcome {
                    <details class="stage-trace">
                        <summary data-testid="demo-trace">{ messages.text(shell::STAGE_TRACE) }</summary>
                        <ResultTrace trace={trace.clone()} messages={*messages} />
                    </details>
                }
            }
        </section>
    }
}
