//! Metrics: CloudWatch's metrics of the table as small charts, with the alarms and their state changes.

mod alarms;
mod small_chart;

use dynalab_app::request::call_result::CallResult;
use dynalab_playground::views::metrics::{
    Alarm, DescribedAlarms, ListedMetrics, MetricChart, MetricData, Period, Series, series_of,
};
use dynalab_service::contract::Call;
use dynalab_service::contract::clock::SetDials;
use dynalab_service::contract::metrics::{DescribeAlarms, GetMetricData, ListMetrics, MetricDimension};
use yew::prelude::*;

use super::control_sender::{ControlSender, use_control_sender};
use super::described_dials::{fetch_dials, value_of};
use super::engine_reads::use_told;
use super::figure::{self, EmptyFigure, Figure};
use super::segmented_control::switch;
use super::{Canvas, empty_drawings, go_to};
use crate::browser::figures;
use crate::page::context::PageContext;
use crate::page::sentences;

const PERIODS: &[(&str, Period)] =
    &[("minute", Period::Minute), ("minutes", Period::FiveMinutes), ("hour", Period::Hour)];

#[derive(Clone, Debug, PartialEq)]
struct MetricsState {
    counts: bool,
    charts: Vec<MetricChart>,
    alarms: Vec<Alarm>,
}

/// Returns the request of a series, with the parameters that PutMetricAlarm has too.
fn data_of(series: &Series, period: Period) -> GetMetricData {
    let dimensions = series
        .dimensions
        .iter()
        .map(|dimension| MetricDimension { name: dimension.name.clone(), value: dimension.value.clone() });
    GetMetricData {
        metric_name: series.metric_name.clone(),
        dimensions: Some(dimensions.collect()),
        statistic: series.statistic().to_owned(),
        period: period.seconds(),
        ..GetMetricData::default()
    }
}

async fn ask(page: PageContext, table: String, period: Period, now_ms: u64) -> CallResult<MetricsState> {
    let counts = value_of(&fetch_dials(&page).await?, "metrics") > 0;
    let listed: ListedMetrics = page.look_as(&ListMetrics {}).await?;
    let described: DescribedAlarms = page.look_as(&DescribeAlarms {}).await?;
    let (from_ms, to_ms) = period.span_ms(now_ms);
    let mut charts = Vec::new();
    for series in series_of(&listed, &table) {
        let request = GetMetricData {
            start_time: Some(from_ms as f64 / 1_000.0),
            end_time: Some(to_ms as f64 / 1_000.0),
            ..data_of(&series, period)
        };
        let data: MetricData = page.look_as(&request).await?;
        charts.push(MetricChart::new(series, &data, &described.metric_alarms));
    }
    Ok(MetricsState { counts, charts, alarms: described.metric_alarms })
}

#[derive(PartialEq, Properties)]
pub struct MetricsProps {
    pub canvas: Canvas,
}

#[component]
pub fn Metrics(props: &MetricsProps) -> Html {
    let canvas = &props.canvas;
    let sender = use_control_sender(canvas);
    let chosen = use_state(|| PERIODS[0].0);
    let period =
        PERIODS.iter().find(|(name, _)| *name == *chosen).map_or(Period::Minute, |(_, period)| *period);
    let (table, now_ms) = (canvas.place.table.clone(), canvas.now_ms());
    let question = format!("{table} {}", *chosen);
    let page = canvas.page.clone();
    let asked = use_told(canvas.drawing, question, move || ask(page, table, period, now_ms));
    let Some(asked) = asked else { return figure::waiting(canvas) };
    let asked = match asked.as_ref() {
        Ok(asked) => asked,
        Err(why) => return figure::refused(why),
    };
    let names: Vec<&'static str> = PERIODS.iter().map(|(name, _)| *name).collect();
    let choose = {
        let chosen = chosen.clone();
        Callback::from(move |period| chosen.set(period))
    };
    html! {
        <>
            <div class="picture-form">
                { switch(canvas, sentences::pictures::METRICS_PERIOD, sentences::pictures::metrics_period, &names, *chosen, choose) }
            </div>
            { sender.view() }
            { missing(canvas, asked, &sender) }
            if !asked.charts.is_empty() { { drawn(canvas, asked, period).view(canvas) } }
            if asked.counts { <p class="picture-caption" data-testid="metrics-no-latency">{ canvas.text(sentences::pictures::METRICS_NO_LATENCY) }</p> }
            if asked.counts { <alarms::MetricAlarms canvas={canvas.clone()} {sender} charts={asked.charts.clone()} alarms={asked.alarms.clone()} /> }
        </>
    }
}

fn missing(canvas: &Canvas, asked: &MetricsState, sender: &ControlSender) -> Html {
    if !asked.counts {
        let count = SetDials::from_values(&[("metrics", 1)]).request();
        let foot = sender.button(canvas, sentences::pictures::METRICS_COUNT, vec![count]);
        let (title, about) = (sentences::pictures::METRICS_OFF, sentences::pictures::METRICS_OFF_ABOUT);
        return EmptyFigure { drawing: empty_drawings::chart(), title, about, foot }.view(&canvas.messages);
    }
    if asked.charts.is_empty() {
        let page = canvas.page.clone();
        let to_traffic = Callback::from(move |_: MouseEvent| go_to(&page, "traffic"));
        return html! {
            <div class="picture-form">
                <p class="picture-caption">{ canvas.text(sentences::pictures::METRICS_NONE) }</p>
                <button class="button" type="button" data-testid="metrics-to-traffic" onclick={to_traffic}>
                    { canvas.text(sentences::pictures::CAPACITY_TO_TRAFFIC) }
                </button>
            </div>
        };
    }
    html! {}
}

fn drawn(canvas: &Canvas, asked: &MetricsState, period: Period) -> Figure {
    let drawing = html! {
        <div class="metrics-charts">
            { for asked.charts.iter().map(|chart| html! {
                <small_chart::SmallChart key={chart.series.alarm_name()} canvas={canvas.clone()} chart={chart.clone()} {period} />
            }) }
        </div>
    };
    let in_alarm = asked.alarms.iter().filter(|alarm| alarm.state_value == "ALARM").count() as u64;
    let caption = canvas.messages.text(sentences::pictures::MetricsCaption { alarms: in_alarm.into() });
    Figure { drawing, legend: small_chart::legend(canvas), caption, twin: twin(canvas, asked) }
}

fn twin(canvas: &Canvas, asked: &MetricsState) -> Html {
    let head = [
        sentences::pictures::METRICS_METRIC,
        sentences::pictures::METRICS_OF,
        sentences::pictures::METRICS_STATISTIC,
        sentences::pictures::METRICS_LAST,
        sentences::pictures::METRICS_POINTS,
    ];
    let rows = asked.charts.iter().map(|chart| {
        [
            chart.series.metric_name.clone(),
            chart.series.resource_label(),
            chart.series.statistic().to_owned(),
            chart.last().map(figures::grouped_decimal).unwrap_or_default(),
            chart.points.len().to_string(),
        ]
    });
    figure::sheet(canvas, sentences::pictures::PICTURE_METRICS, head, rows)
}
