//! Metrics: CloudWatch's metrics of the table as small charts, with the alarms and their state changes.

mod alarms;
mod small_chart;

use dynalab_playground::views::metrics::{
    Alarm, DescribedAlarms, ListedMetrics, MetricChart, MetricData, Period, Series, series_of,
};
use serde_json::{Value, json};
use yew::prelude::*;

use super::control_sender::{ControlSender, use_control_sender};
use super::described_dials::DescribedDials;
use super::engine_reads::use_told;
use super::figure::{self, EmptyFigure, Figure};
use super::segmented_control::switch;
use super::{Canvas, empty_drawings, go_to};
use crate::figures;
use crate::page_context::{CallResult, PageContext};
use crate::sentences;

const PERIODS: &[(&str, Period)] =
    &[("minute", Period::Minute), ("minutes", Period::FiveMinutes), ("hour", Period::Hour)];

#[derive(Clone, Debug, PartialEq)]
struct MetricsState {
    counts: bool,
    charts: Vec<MetricChart>,
    alarms: Vec<Alarm>,
}

/// Returns the parameters of GetMetricData and PutMetricAlarm that identify a series.
fn named(series: &Series, period: Period) -> Value {
    json!({
        "MetricName": series.metric_name, "Dimensions": series.dimensions,
        "Statistic": series.statistic(), "Period": period.seconds(),
    })
}

async fn ask(page: PageContext, table: String, period: Period, now_ms: u64) -> CallResult<MetricsState> {
    let counts = DescribedDials::ask(&page).await?.value("metrics") > 0;
    let listed: ListedMetrics = page.look("Dynalab.ListMetrics", &json!({})).await?;
    let described: DescribedAlarms = page.look("Dynalab.DescribeAlarms", &json!({})).await?;
    let (from_ms, to_ms) = period.span_ms(now_ms);
    let mut charts = Vec::new();
    for series in series_of(&listed, &table) {
        let mut body = named(&series, period);
        body["StartTime"] = json!(from_ms / 1_000);
        body["EndTime"] = json!(to_ms / 1_000);
        let data: MetricData = page.look("Dynalab.GetMetricData", &body).await?;
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
    let asked = use_told(canvas.moment, question, move || ask(page, table, period, now_ms));
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
            <div class="picture-form">{ switch(canvas, sentences::pictures::METRICS_PERIOD, sentences::pictures::metrics_period, &names, *chosen, choose) }</div>
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
        let count = ("Dynalab.SetDials", json!({ "Dials": { "metrics": 1 } }));
        let foot = sender.button(canvas, sentences::pictures::METRICS_COUNT, vec![count]);
        let (title, about) = (sentences::pictures::METRICS_OFF, sentences::pictures::METRICS_OFF_ABOUT);
        return EmptyFigure { drawing: empty_drawings::chart(), title, about, foot }.view(&canvas.messages);
    }
    if asked.charts.is_empty() {
        let page = canvas.page.clone();
        let to_traffic = Callback::from(move |_: MouseEvent| go_to(&page, "traffic"));
        return html! { <div class="picture-form"><p class="picture-caption">{ canvas.text(sentences::pictures::METRICS_NONE) }</p><button class="button" type="button" data-testid="metrics-to-traffic" onclick={to_traffic}>{ canvas.text(sentences::pictures::CAPACITY_TO_TRAFFIC) }</button></div> };
    }
    html! {}
}

fn drawn(canvas: &Canvas, asked: &MetricsState, period: Period) -> Figure {
    let drawing = html! {
        <div class="metrics-charts">
            { for asked.charts.iter().map(|chart| html! { <small_chart::SmallChart key={chart.series.alarm_name()} canvas={canvas.clone()} chart={chart.clone()} {period} /> }) }
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
