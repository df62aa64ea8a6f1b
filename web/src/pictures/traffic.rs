//! Traffic: on the user's own data, and generated. Generated traffic has a form, start and stop, and the responses by second.

use dynalab_app::pictures::generated_traffic::{KEYS, RATES, TrafficForm};
use dynalab_app::pictures::svg::short;
use dynalab_playground::contract::{
    DescribeTraffic, StartTraffic, StopTraffic, TrafficDescription, TrafficSecond,
};
use dynalab_service::contract::dynamodb::DescribeTable;
use dynalab_service::contract::{Call, Json};
use yew::prelude::*;

use super::engine_reads::use_described;
use super::figure::{self, Figure};
use super::{Canvas, form, limits_off, load_test};
use crate::browser::figures;
use crate::page::sentences;

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 170.0;
const LEFT: f64 = 44.0;
const BOTTOM: f64 = 146.0;
const SECONDS_SHOWN: f64 = 120.0;
/// Items that reads can find from the beginning.
const ITEMS_FIRST: u64 = 500;

#[derive(PartialEq, Properties)]
pub struct TrafficProps {
    pub canvas: Canvas,
}

#[component]
pub fn Traffic(props: &TrafficProps) -> Html {
    let canvas = &props.canvas;
    let refusal = use_state(|| None::<String>);
    let set_refusal = refusal.setter();
    let refused = Callback::from(move |why| set_refusal.set(Some(why)));
    html! {
        <>
            if !canvas.place.limited { { limits_off::notice(canvas, refused) } }
            if let Some(why) = refusal.as_ref() { { figure::refused(why) } }
            <load_test::LoadTestPanel canvas={canvas.clone()} />
            <section aria-labelledby="traffic-generated">
                <h3 class="load-test-other" id="traffic-generated">{ canvas.text(sentences::pictures::TRAFFIC_GENERATED) }</h3>
                <Generated canvas={canvas.clone()} />
            </section>
        </>
    }
}

/// Traffic with items of its own, which become part of the table and of the history.
#[component]
fn Generated(props: &TrafficProps) -> Html {
    let canvas = &props.canvas;
    let asked = use_state(TrafficForm::default);
    let refusal = use_state(|| None::<String>);
    let described = use_described(canvas, DescribeTable { table_name: canvas.place.table.clone() });
    let traffic = use_described(canvas, DescribeTraffic {});
    let (Some(described), Some(traffic)) = (described, traffic) else { return figure::waiting(canvas) };
    let (described, view) = match (described.as_ref(), traffic.as_ref()) {
        (Ok(described), Ok(view)) => (described, view),
        (Err(why), _) | (_, Err(why)) => return figure::refused(why),
    };
    let refused = {
        let refusal = refusal.setter();
        Callback::from(move |why| refusal.set(Some(why)))
    };
    let workload = asked.workload(&described.table);
    let onsubmit = {
        let (page, workload, refusal) = (canvas.page.clone(), workload.clone(), refusal.setter());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            refusal.set(None);
            let Some(workload) = &workload else { return };
            let start = StartTraffic { workload: Json(workload.canonical()), items: Some(ITEMS_FIRST) };
            page.send_control(start.request(), refused.clone());
        })
    };
    let page = canvas.page.clone();
    let onstop = Callback::from(move |_| page.send_control(StopTraffic {}.request(), Callback::noop()));
    let change = |of: fn(&mut TrafficForm, String)| {
        let (asked, refusal) = (asked.clone(), refusal.setter());
        Callback::from(move |value: String| {
            // It was about other values.
            refusal.set(None);
            let mut changed = (*asked).clone();
            of(&mut changed, value);
            asked.set(changed);
        })
    };
    html! {
        <>
            <form class="picture-form" {onsubmit}>
                { form::choice(
                    canvas, sentences::pictures::TRAFFIC_KEYS, sentences::pictures::traffic_keys, KEYS, &asked.keys,
                    change(|asked, keys| asked.keys = keys),
                ) }
                { form::choice(
                    canvas, sentences::pictures::TRAFFIC_RATE, sentences::pictures::traffic_rate, RATES, &asked.rate,
                    change(|asked, rate| asked.rate = rate),
                ) }
                { form::number(
                    canvas, sentences::pictures::TRAFFIC_PER_SECOND, asked.per_second, 20_000,
                    change(|asked, value| asked.per_second = value.parse().unwrap_or(asked.per_second)),
                ) }
                { form::number(
                    canvas, sentences::pictures::TRAFFIC_READS, asked.reads_percent, 100,
                    change(|asked, value| asked.reads_percent = value.parse().unwrap_or(asked.reads_percent)),
                ) }
                <button class="button button--go" type="submit" data-testid="traffic-start" disabled={!canvas.is_live() || workload.is_none()}>
                    { canvas.text(sentences::pictures::TRAFFIC_START) }
                </button>
                <button class="button" type="button" data-testid="traffic-stop" disabled={!view.running} onclick={onstop}>
                    { canvas.text(sentences::pictures::TRAFFIC_STOP) }
                </button>
            </form>
            if workload.is_none() { { figure::refused(&canvas.text(sentences::pictures::TRAFFIC_BINARY_KEYS)) } }
            if let Some(why) = refusal.as_ref() { { figure::refused(why) } }
            { drawn(canvas, view).view(canvas) }
        </>
    }
}

fn drawn(canvas: &Canvas, view: &TrafficDescription) -> Figure {
    let most =
        view.seconds.iter().map(|second| second.ok + second.throttled + second.failed).max().unwrap_or(0);
    let most = nice(f64::from(most.max(10)));
    let newest = view.seconds.last().map_or(0, |second| second.second);
    let label = caption(canvas, view);
    let bar_width = (WIDTH - LEFT - 8.0) / SECONDS_SHOWN;
    let drawing = html! {
        <svg class="picture-wide" viewBox={format!("0 0 {WIDTH} {HEIGHT}")} role="img" aria-label={label.clone()}>
            <defs>
                <pattern id="hatch-traffic" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                    <path class="pic-hatch" d="M0 0V6" />
                </pattern>
            </defs>
            <text class="pic-label pic-label--quiet" x="4" y="12">{ canvas.text(sentences::pictures::PER_SECOND) }</text>
            { for [0.0, 0.5, 1.0].into_iter().map(|share| {
                let y = BOTTOM - share * (BOTTOM - 20.0);
                html! { <g><path class="pic-rule" d={format!("M{LEFT} {0}H{WIDTH}", short(y))} />
                    <text class="pic-label pic-label--data pic-label--quiet pic-end" x={short(LEFT - 4.0)} y={short(y + 4.0)}>
                        { figures::grouped((most * share) as u64) }</text></g> }
            }) }
            { for view.seconds.iter().filter(|second| newest - second.second < SECONDS_SHOWN as u64).map(|second| {
                bar(second, WIDTH - 8.0 - (newest - second.second + 1) as f64 * bar_width, bar_width, most)
            }) }
        </svg>
    };
    Figure { drawing, legend: legend(canvas), caption: label, twin: twin(canvas, view) }
}

/// The next of 1, 2 and 5 times a power of ten.
fn nice(most: f64) -> f64 {
    let mut step = 1.0;
    while step * 10.0 < most {
        step *= 10.0;
    }
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| step * factor).find(|nice| *nice >= most).unwrap_or(most)
}

fn bar(second: &TrafficSecond, x: f64, width: f64, most: f64) -> Html {
    let height = |count: u32| f64::from(count) / most * (BOTTOM - 20.0);
    let (ok, throttled, failed) = (height(second.ok), height(second.throttled), height(second.failed));
    let rect = |class: &'static str, y: f64, height: f64, fill: Option<&'static str>| {
        html! { <rect {class} {fill} x={short(x)} y={short(y)} width={short((width - 0.6).max(0.6))} height={short(height)} /> }
    };
    html! {
        <g key={second.second}>
            { rect("pic-fill", BOTTOM - ok, ok, None) }
            if second.throttled > 0 { { rect("pic-refused", BOTTOM - ok - throttled, throttled, Some("url(#hatch-traffic)")) } }
            if second.failed > 0 { { rect("pic-item--bad", BOTTOM - ok - throttled - failed, failed, None) } }
        </g>
    }
}

fn caption(canvas: &Canvas, view: &TrafficDescription) -> String {
    if view.requests == 0 {
        return canvas.text(sentences::pictures::TRAFFIC_NONE);
    }
    let of = |wanted: &dyn Fn(&str) -> bool| -> u64 {
        view.outcomes.0.iter().filter(|(name, _)| wanted(name)).map(|(_, count)| *count).sum()
    };
    let ok = of(&|name| name == "ok");
    let refused_count = view.requests - ok;
    let (requests, refused, ok) = (view.requests.into(), refused_count.into(), ok.into());
    match view.late {
        // Nothing can be throttled, so how many were is no answer.
        _ if !canvas.place.limited && refused_count == 0 => {
            canvas.text(sentences::pictures::TrafficUnlimited { requests })
        }
        true => canvas.text(sentences::pictures::TrafficLate { requests, ok, refused }),
        false => canvas.text(sentences::pictures::TrafficCaption { requests, ok, refused }),
    }
}

fn legend(canvas: &Canvas) -> Html {
    html! {
        <>
            <span class="legend-entry">
                <svg viewBox="0 0 22 12" aria-hidden="true"><rect class="pic-fill" x="4" y="1" width="14" height="10" /></svg>
                { canvas.text(sentences::pictures::TRAFFIC_SERVED) }
            </span>
            <span class="legend-entry">
                <svg viewBox="0 0 22 12" aria-hidden="true"><rect class="pic-refused" fill="url(#hatch-traffic)" x="4" y="1" width="14" height="10" /></svg>
                { canvas.text(sentences::pictures::TRAFFIC_THROTTLED) }
            </span>
        </>
    }
}

fn twin(canvas: &Canvas, view: &TrafficDescription) -> Html {
    let head = [sentences::pictures::TRAFFIC_OUTCOME, sentences::pictures::TRAFFIC_COUNT];
    let rows = view.outcomes.0.iter().map(|(name, count)| [name.clone(), figures::grouped(*count)]);
    figure::sheet(canvas, sentences::pictures::PICTURE_TRAFFIC, head, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_end_at_round_figures() {
        assert_eq!([10.0, 11.0, 499.0, 500.1].map(nice), [10.0, 20.0, 500.0, 1_000.0]);
    }
}
