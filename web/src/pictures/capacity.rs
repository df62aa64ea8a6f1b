//! Capacity: consumed and available units of a table or index by second, burst capacity, throttling and auto scaling. The
//! settings are below.

mod settings;

use dynalab_app::pictures::svg::short;
use dynalab_playground::utc::UTC;
use dynalab_playground::views::capacity::{Bar, Capacity as Described, CapacityHistory, Flow, Range};
use dynalab_service::contract::Call;
use dynalab_service::contract::clock::SetDials;
use dynalab_service::contract::partitions::DescribeCapacity;
use yew::prelude::*;

use super::chart::{Plot, nice, readable, time_text};
use super::control_sender::{ControlSender, use_control_sender};
use super::engine_reads::use_described_as;
use super::figure::{self, Figure};
use super::segmented_control::switch;
use super::{Canvas, go_to, limits_off};
use crate::browser::field_events::written;
use crate::browser::figures;
use crate::page::messages::Sentence;
use crate::page::sentences;

const WIDTH: f64 = 560.0;
const LEFT: f64 = 52.0;
const PLOT_WIDTH: f64 = 496.0;
const KINDS: &[&str] = &["writes", "reads"];
const RANGES: &[(&str, Range)] =
    &[("minute", Range::Minute), ("minutes", Range::FiveMinutes), ("hours", Range::ThreeHours)];

/// The table or index whose capacity is shown, and the shown period.
#[derive(Clone, Copy, PartialEq)]
struct CapacityChoice {
    place: usize,
    writes: bool,
    range: &'static str,
}

impl CapacityChoice {
    fn unit(self) -> &'static str {
        if self.writes { "WCU" } else { "RCU" }
    }

    fn range(self) -> Range {
        let found = RANGES.iter().find(|(name, _)| *name == self.range);
        found.map_or(Range::FiveMinutes, |(_, range)| *range)
    }
}

#[derive(PartialEq, Properties)]
pub struct CapacityProps {
    pub canvas: Canvas,
}

#[component]
pub fn Capacity(props: &CapacityProps) -> Html {
    let canvas = &props.canvas;
    let sender = use_control_sender(canvas);
    let chosen = use_state(|| CapacityChoice { place: 0, writes: true, range: "minutes" });
    let request = DescribeCapacity { table_name: canvas.place.table.clone() }.request();
    let described = use_described_as::<Described>(canvas, request);
    let Some(described) = described else { return figure::waiting(canvas) };
    let described = match described.as_ref() {
        Ok(described) => described,
        Err(why) => return figure::refused(why),
    };
    let mut shown = *chosen;
    if shown.place >= described.resources.len() {
        shown.place = 0;
    }
    let Some(resource) = described.resources.get(shown.place) else { return figure::waiting(canvas) };
    let flow = resource.flow(shown.writes);
    html! {
        <>
            if !described.limited { { limits_off::notice(canvas, sender.error_callback()) } }
            { choices(canvas, described, shown, &chosen) }
            { sender.view() }
            { missing(canvas, described, &sender) }
            if described.limited {
                { facts(canvas, described, flow, shown) }
                { drawn(canvas, described, shown).view(canvas) }
                if described.remembered && !has_traffic(&history_of(canvas, described, shown)) { { quiet(canvas) } }
            }
            <settings::CapacitySettings canvas={canvas.clone()} {sender} described={described.clone()} place={shown.place} writes={shown.writes} />
        </>
    }
}

fn choices(
    canvas: &Canvas,
    described: &Described,
    shown: CapacityChoice,
    chosen: &UseStateHandle<CapacityChoice>,
) -> Html {
    let onchange = {
        let chosen = chosen.clone();
        Callback::from(move |event: Event| {
            if let Ok(place) = written(&event).parse() {
                chosen.set(CapacityChoice { place, ..shown });
            }
        })
    };
    let set_kind = {
        let chosen = chosen.clone();
        Callback::from(move |kind| chosen.set(CapacityChoice { writes: kind == KINDS[0], ..shown }))
    };
    let set_range = {
        let chosen = chosen.clone();
        Callback::from(move |range| chosen.set(CapacityChoice { range, ..shown }))
    };
    let ranges: Vec<&'static str> = RANGES.iter().map(|(name, _)| *name).collect();
    html! {
        <div class="picture-form">
            if described.resources.len() > 1 {
                <label>{ canvas.text(sentences::pictures::CAPACITY_OF) }{ " " }<select class="field" data-testid="capacity-of" {onchange}>
                    { for described.resources.iter().enumerate().map(|(place, resource)| {
                        let name = resource.index_name.clone().unwrap_or_else(|| canvas.place.table.clone());
                        html! { <option value={place.to_string()} selected={place == shown.place}>{ name }</option> }
                    }) }
                </select></label>
            }
            { switch(
                canvas, sentences::pictures::CAPACITY_KIND, sentences::pictures::capacity_kind, KINDS, if shown.writes { KINDS[0] } else { KINDS[1] },
                set_kind,
            ) }
            { switch(canvas, sentences::pictures::CAPACITY_RANGE, sentences::pictures::capacity_range, &ranges, shown.range, set_range) }
        </div>
    }
}

/// Renders the button that turns on recording, without which the diagram is empty.
fn missing(canvas: &Canvas, described: &Described, sender: &ControlSender) -> Html {
    if !described.limited || described.remembered {
        return html! {};
    }
    let request = SetDials::from_values(&[("capacity_history", 1)]).request();
    let key = sender.button(canvas, sentences::pictures::CAPACITY_REMEMBER, vec![request]);
    html! { <div class="picture-form"><p class="picture-caption">{ canvas.text(sentences::pictures::CAPACITY_FORGOTTEN) }</p>{ key }</div> }
}

/// Renders the present figures.
fn facts(canvas: &Canvas, described: &Described, flow: &Flow, shown: CapacityChoice) -> Html {
    let provisioned = described.billing_mode == "PROVISIONED";
    let units = |value: f64| figures::grouped_decimal((value * 10.0).round() / 10.0);
    let limit = flow.units_per_second.map(units).unwrap_or_default();
    let fact = |name: Sentence, value: String, class: &'static str| {
        html! { <div {class}><dt>{ canvas.text(name) }</dt><dd>{ value }</dd></div> }
    };
    let saved = flow.saved_units.zip(flow.units_per_second).map(|(saved, limit)| {
        let most = units(limit * described.burst_ms.max(1_000) as f64 / 1_000.0);
        let now = units(saved);
        let told =
            sentences::pictures::CapacityPartOf { now: now.as_str().into(), most: most.as_str().into() };
        let class = if saved <= 0.0 { "picture-fact--bad" } else { "" };
        fact(sentences::pictures::CAPACITY_SAVED, canvas.text(told), class)
    });
    let per_second = |value: String| format!("{value} {}/s", shown.unit());
    html! {
        <dl class="picture-facts" data-testid="capacity-facts">
            { fact(if provisioned { sentences::pictures::CAPACITY_PROVISIONED } else { sentences::pictures::CAPACITY_ON_DEMAND }, per_second(limit), "") }
            { fact(sentences::pictures::CAPACITY_NOW, per_second(units(flow.last_second_units)), "") }
            { for saved }
            if let Some(most) = flow.max_units { { fact(sentences::pictures::CAPACITY_CAP, per_second(figures::grouped(most)), "") } }
            { fact(
                sentences::pictures::CAPACITY_THROTTLED, figures::grouped(flow.throttled_requests),
                if flow.throttled_requests > 0 { "picture-fact--bad" } else { "" },
            ) }
        </dl>
    }
}

fn history_of(canvas: &Canvas, described: &Described, shown: CapacityChoice) -> CapacityHistory {
    described.history(shown.place, shown.writes, shown.range(), canvas.now_ms())
}

fn has_traffic(history: &CapacityHistory) -> bool {
    history.bars.iter().any(|bar| bar.units > 0.0 || bar.throttled > 0)
}

fn quiet(canvas: &Canvas) -> Html {
    let page = canvas.page.clone();
    let onclick = Callback::from(move |_: MouseEvent| go_to(&page, "traffic"));
    html! {
        <div class="picture-form">
            <p class="picture-caption">{ canvas.text(sentences::pictures::CAPACITY_NO_TRAFFIC) }</p>
            <button class="button" type="button" data-testid="capacity-to-traffic" {onclick}>{ canvas.text(sentences::pictures::CAPACITY_TO_TRAFFIC) }</button>
        </div>
    }
}

fn drawn(canvas: &Canvas, described: &Described, shown: CapacityChoice) -> Figure {
    let history = history_of(canvas, described, shown);
    let label = caption(canvas, &history);
    let plot = Plot {
        left: LEFT,
        top: 22.0,
        width: PLOT_WIDTH,
        height: 116.0,
        from_ms: history.from_ms,
        to_ms: history.to_ms,
        most: nice(history.most().max(1.0)),
    };
    let refused = Plot { top: 180.0, height: 24.0, most: most_throttled(&history), ..plot };
    let burst_height = if history.saved_most.is_some() { 300.0 } else { 210.0 };
    let drawing = html! {
        <>
            <svg class="picture-wide picture-latest" viewBox={format!("0 0 {WIDTH} {burst_height}")} role="img" aria-label={label.clone()}>
                <defs>
                    <pattern id="hatch-capacity" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                        <path class="pic-hatch" d="M0 0V6" />
                    </pattern>
                </defs>
                <text class="pic-label pic-label--quiet" x="4" y="13">{ format!("{}/s", shown.unit()) }</text>
                { plot.grid(true) }
                { for history.bars.iter().map(|bar| taken(&plot, bar, history.step_ms)) }
                { limit(canvas, &plot, &history, shown) }
                <text class="pic-label pic-label--quiet" x="4" y="171">{ canvas.text(sentences::pictures::CAPACITY_THROTTLED) }</text>
                { refused.grid(false) }
                { for history.bars.iter().filter(|bar| bar.throttled > 0).map(|bar| throttled(&refused, bar, history.step_ms)) }
                if let Some(most) = history.saved_most { { burst(canvas, &Plot { top: 236.0, height: 40.0, most, ..plot }, &history) } }
            </svg>
        </>
    };
    Figure { drawing, legend: legend(canvas, &history), caption: label, twin: twin(canvas, &history, shown) }
}

fn most_throttled(history: &CapacityHistory) -> f64 {
    let most = history.bars.iter().map(|bar| bar.throttled).max().unwrap_or_default();
    nice((most as f64).max(10.0))
}

/// Draws a bar between two values.
fn column(plot: &Plot, bar: &Bar, step_ms: u64, class: &'static str, from: f64, to: f64) -> Html {
    let (left, right) = (plot.x(bar.at_ms), plot.x(bar.at_ms + step_ms));
    let gap = if right - left > 3.0 { 1.0 } else { 0.0 };
    let (top, bottom) = (plot.y(to), plot.y(from));
    let fill = (class == "pic-refused").then_some("url(#hatch-capacity)");
    html! { <rect {class} {fill} x={short(left)} y={short(top)} width={short(right - left - gap)} height={short(bottom - top)} /> }
}

fn taken(plot: &Plot, bar: &Bar, step_ms: u64) -> Html {
    if bar.units <= 0.0 {
        return html! {};
    }
    let paid = bar.units - bar.from_burst;
    html! {
        <>
            { column(plot, bar, step_ms, "pic-fill", 0.0, paid) }
            if bar.from_burst > 0.0 { { column(plot, bar, step_ms, "pic-heat-2", paid, bar.units) } }
        </>
    }
}

fn throttled(plot: &Plot, bar: &Bar, step_ms: u64) -> Html {
    column(plot, bar, step_ms, "pic-refused", 0.0, bar.throttled as f64)
}

/// Draws the available units, and where auto scaling changed them.
fn limit(canvas: &Canvas, plot: &Plot, history: &CapacityHistory, shown: CapacityChoice) -> Html {
    let limits = history.bars.iter().filter_map(|bar| Some((bar.at_ms, bar.limit?)));
    let inside: Vec<(u64, f64)> = limits.filter(|(_, limit)| *limit <= plot.most).collect();
    let now = history.bars.last().and_then(|bar| bar.limit);
    let text = now.map(|limit| {
        let limit = format!("{} {}/s", readable(limit), shown.unit());
        canvas.messages.text(sentences::pictures::CapacityLimitLine { limit: limit.as_str().into() })
    });
    let above = now.is_some_and(|limit| limit > plot.most);
    let y = now.map_or(plot.top, |limit| plot.y(limit)).max(plot.top + 8.0) - 5.0;
    html! {
        <>
            <path class="pic-limit" d={plot.steps(inside.into_iter(), history.step_ms)} />
            if let Some(text) = text { <text class="pic-label pic-end" x={short(plot.right())} y={short(y)}>{ text }{ if above { " ↑" } else { "" } }</text> }
            { for history.steps.iter().map(|step| {
                let x = plot.x(step.at_ms);
                html! { <>
                    <path class="pic-split pic-flow--later" d={format!("M{} {}V{}", short(x), short(plot.top - 4.0), short(plot.bottom()))} />
                    <text class="pic-label pic-label--strong pic-middle" x={short(x.clamp(LEFT + 30.0, plot.right() - 30.0))} y={short(plot.top - 8.0)}>
                        { format!("{} → {}", figures::grouped(step.before), figures::grouped(step.after)) }
                    </text>
                </> }
            }) }
        </>
    }
}

fn burst(canvas: &Canvas, plot: &Plot, history: &CapacityHistory) -> Html {
    let known = || {
        let known = history.bars.iter().filter_map(|bar| Some((bar.at_ms + history.step_ms, bar.saved?)));
        known.map(|(at_ms, saved)| (at_ms.min(history.to_ms), saved))
    };
    let line = plot.line(known(), history.step_ms);
    let ends = known().next().zip(known().next_back());
    let area = ends.map(|((first, _), (last, _))| {
        let joined = line.replace("h1", "");
        let (right, bottom) = (short(plot.x(last)), short(plot.bottom()));
        format!("{joined}L{right} {bottom}L{} {bottom}Z", short(plot.x(first)))
    });
    // The first point at which the burst capacity was used up.
    let empty = known().find(|(_, saved)| *saved <= plot.most * 0.002).filter(|_| history.throttled() > 0);
    html! {
        <>
            <text class="pic-label pic-label--quiet" x="4" y="227">{ canvas.text(sentences::pictures::CAPACITY_SAVED) }</text>
            if let Some(area) = area { <path class="pic-fill--soft" d={area} /> }
            { plot.grid(true) }
            <path class="pic-curve pic-curve--now" d={line} />
            if let Some((at_ms, _)) = empty {
                <path class="pic-now" d={format!("M{} {}V{}", short(plot.x(at_ms)), short(plot.top - 6.0), short(plot.bottom()))} />
                <text
                    class={if plot.x(at_ms) > 400.0 { "pic-label pic-label--bad pic-end" } else { "pic-label pic-label--bad" }}
                    x={short(plot.x(at_ms) + if plot.x(at_ms) > 400.0 { -5.0 } else { 5.0 })}
                    y={short(plot.top + 4.0)}
                >
                    { canvas.text(sentences::pictures::CAPACITY_BURST_EMPTY) }
                </text>
            }
        </>
    }
}

fn legend(canvas: &Canvas, history: &CapacityHistory) -> Html {
    let entry = |class: &'static str, name: Sentence| {
        let fill = (class == "pic-refused").then_some("url(#hatch-capacity)");
        html! {
            <span class="legend-entry">
                <svg viewBox="0 0 22 12" aria-hidden="true"><rect {class} {fill} x="4" y="1" width="14" height="10" /></svg>{ canvas.text(name) }
            </span>
        }
    };
    html! {
        <>
            { entry("pic-fill", sentences::pictures::CAPACITY_TAKEN) }
            if history.saved_most.is_some() { { entry("pic-heat-2", sentences::pictures::CAPACITY_FROM_BURST) } }
            { entry("pic-refused", sentences::pictures::CAPACITY_THROTTLED) }
            <span class="legend-entry">
                <svg viewBox="0 0 22 12" aria-hidden="true"><path class="pic-limit" d="M1 6H21" /></svg>
                { canvas.text(sentences::pictures::CAPACITY_LIMIT_OF) }
            </span>
        </>
    }
}

fn caption(canvas: &Canvas, history: &CapacityHistory) -> String {
    let throttled = history.throttled();
    use sentences::pictures as words;
    let has_burst = history.saved_most.is_some();
    let count = throttled.into();
    match (throttled > 0, has_burst) {
        (_, true) if !has_traffic(history) => canvas.text(words::CAPACITY_CAPTION_QUIET),
        (true, true) => canvas.text(words::CapacityCaptionThrottled { throttled: count }),
        (true, false) => canvas.text(words::CapacityCaptionThrottledOnDemand { throttled: count }),
        (false, true) => canvas.text(words::CAPACITY_CAPTION),
        (false, false) => canvas.text(words::CAPACITY_CAPTION_ON_DEMAND),
    }
}

/// Renders the seconds or minutes with requests as a table, the newest first.
fn twin(canvas: &Canvas, history: &CapacityHistory, shown: CapacityChoice) -> Html {
    let head = [
        sentences::pictures::CAPACITY_WHEN,
        sentences::pictures::CAPACITY_UNITS,
        sentences::pictures::CAPACITY_FROM_BURST,
        sentences::pictures::CAPACITY_LIMIT_OF,
        sentences::pictures::CAPACITY_SAVED,
        sentences::pictures::CAPACITY_THROTTLED,
    ];
    let some = history.bars.iter().rev().filter(|bar| bar.units > 0.0 || bar.throttled > 0).take(60);
    let number = |value: Option<f64>| {
        value.map(|value| figures::grouped_decimal((value * 10.0).round() / 10.0)).unwrap_or_default()
    };
    let rows = some.map(|bar| {
        [
            format!("{} {UTC}", time_text(bar.at_ms, history.step_ms)),
            format!("{} {}", number(Some(bar.units)), shown.unit()),
            number(Some(bar.from_burst)),
            number(bar.limit),
            number(bar.saved),
            figures::grouped(bar.throttled),
        ]
    });
    figure::sheet(canvas, sentences::pictures::PICTURE_CAPACITY, head, rows)
}
