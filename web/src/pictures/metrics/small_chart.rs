//! A metric as a small chart: columns for counts, a line for measurements, and the alarms' thresholds with their state changes.

use dynalab_app::pictures::svg::short;
use dynalab_playground::views::metrics::{Alarm, MetricChart, Period};
use yew::prelude::*;

use crate::page::messages::Sentence;
use crate::page::sentences;
use crate::pictures::Canvas;
use crate::pictures::chart::{Plot, nice, readable};

const WIDTH: f64 = 280.0;
const HEIGHT: f64 = 122.0;

#[derive(Clone, PartialEq, Properties)]
pub struct SmallChartProps {
    pub canvas: Canvas,
    pub chart: MetricChart,
    pub period: Period,
}

#[component]
pub fn SmallChart(props: &SmallChartProps) -> Html {
    let SmallChartProps { canvas, chart, period } = props;
    let (from_ms, to_ms) = period.span_ms(canvas.now_ms());
    let period_ms = period.seconds() * 1_000;
    let most = nice(chart.most());
    let plot = Plot { left: 42.0, top: 12.0, width: WIDTH - 50.0, height: 80.0, from_ms, to_ms, most };
    let statistic = canvas.messages.text(sentences::pictures::MetricsBy {
        statistic: chart.series.statistic().into(),
        seconds: period.seconds().into(),
    });
    let last = chart.last().map(readable).unwrap_or_default();
    let name = &chart.series.metric_name;
    let label = format!("{name} {}: {statistic}, {last}", chart.series.resource_label());
    html! {
        <div
            class="metrics-chart" data-testid={format!("metric-{name}")}
            data-alarm={chart.alarms.iter().map(|alarm| alarm.state_value.clone()).collect::<Vec<_>>().join(" ")}
        >
            <h3>{ name }</h3>
            <p>{ [chart.series.resource_label(), statistic].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ") }<b>{ last }</b></p>
            <svg viewBox={format!("0 0 {WIDTH} {HEIGHT}")} role="img" aria-label={label}>
                { plot.grid(true) }
                { values(&plot, chart, period_ms) }
                { for chart.alarms.iter().map(|alarm| threshold(&plot, alarm)) }
            </svg>
        </div>
    }
}

fn values(plot: &Plot, chart: &MetricChart, period_ms: u64) -> Html {
    if !chart.series.is_counted() {
        let middle = chart.points.iter().map(|(at_ms, value)| (at_ms + period_ms / 2, *value));
        return html! { <path class="pic-curve pic-curve--now" d={plot.line(middle, period_ms)} /> };
    }
    html! {
        <>{ for chart.points.iter().filter(|(_, value)| *value > 0.0).map(|(at_ms, value)| {
            let (left, right, top) = (plot.x(*at_ms), plot.x(at_ms + period_ms), plot.y(*value));
            html! {
                <rect
                    class="pic-fill" x={short(left)} y={short(top)} width={short((right - left - 0.6).max(0.8))}
                    height={short((plot.bottom() - top).max(0.6))}
                />
            }
        }) }</>
    }
}

/// Draws the threshold of an alarm and its state changes: a triangle for ALARM, a full circle for OK, an empty circle for
/// INSUFFICIENT_DATA.
fn threshold(plot: &Plot, alarm: &Alarm) -> Html {
    let y = plot.y(alarm.threshold);
    let turns: Vec<(u64, &str)> =
        alarm.state_changes().into_iter().filter(|(at_ms, _)| *at_ms >= plot.from_ms).collect();
    html! {
        <g>
            <path class="pic-limit pic-flow--later" d={format!("M{} {}H{}", short(plot.left), short(y), short(plot.right()))} />
            { for turns.into_iter().map(|(at_ms, state)| {
                let x = plot.x(at_ms);
                match state {
                    "ALARM" => html! {
                        <path class="pic-item--bad" d={format!("M{} {}l5.5 10h-11Z", short(x), short(y - 6.0))} data-state={state.to_owned()} />
                    },
                    "OK" => html! { <circle class="pic-item--ok" cx={short(x)} cy={short(y)} r="4" data-state={state.to_owned()} /> },
                    _ => html! { <circle class="pic-item--old" cx={short(x)} cy={short(y)} r="4" data-state={state.to_owned()} /> },
                }
            }) }
        </g>
    }
}

pub fn legend(canvas: &Canvas) -> Html {
    let entry = |drawn: Html, name: Sentence| {
        html! { <span class="legend-entry"><svg viewBox="0 0 22 12" aria-hidden="true">{ drawn }</svg>{ canvas.text(name) }</span> }
    };
    html! { <>
        { entry(html! { <rect class="pic-fill" x="4" y="1" width="14" height="10" /> }, sentences::pictures::METRICS_COUNTED) }
        { entry(html! { <path class="pic-curve pic-curve--now" d="M1 9L8 4L14 7L21 2" /> }, sentences::pictures::METRICS_MEASURED) }
        { entry(html! { <path class="pic-limit pic-flow--later" d="M1 6H21" /> }, sentences::pictures::METRICS_THRESHOLD) }
        { entry(html! { <path class="pic-item--bad" d="M11 1l5.5 10h-11Z" /> }, sentences::pictures::METRICS_STATE_ALARM) }
        { entry(html! { <circle class="pic-item--ok" cx="11" cy="6" r="4.5" /> }, sentences::pictures::METRICS_STATE_OK) }
        { entry(html! { <circle class="pic-item--old" cx="11" cy="6" r="4.5" /> }, sentences::pictures::METRICS_STATE_INSUFFICIENT_DATA) }
    </> }
}
