//! Alarms on metrics: creation, state changes and deletion.

use dynalab_playground::utc;
use dynalab_playground::views::metrics::{Alarm, MetricChart, Period};
use dynalab_service::contract::Call;
use dynalab_service::contract::metrics::{DeleteAlarms, GetMetricData, PutMetricAlarm};
use yew::prelude::*;

use super::data_of;
use crate::browser::field_events::written;
use crate::browser::figures;
use crate::page::sentences;
use crate::pictures::control_sender::ControlSender;
use crate::pictures::{Canvas, form};

const COMPARISONS: &[(&str, &str)] =
    &[("at-least", "GreaterThanOrEqualToThreshold"), ("below", "LessThanThreshold")];
const THRESHOLD_MOST: u64 = 1_000_000_000;
const PERIODS_MOST: u64 = 60;

#[derive(Clone, Copy, PartialEq)]
struct Wanted {
    place: usize,
    comparison: usize,
    threshold: u64,
    periods: u64,
}

#[derive(Clone, PartialEq, Properties)]
pub struct MetricAlarmsProps {
    pub canvas: Canvas,
    pub sender: ControlSender,
    pub charts: Vec<MetricChart>,
    pub alarms: Vec<Alarm>,
}

#[component]
pub fn MetricAlarms(props: &MetricAlarmsProps) -> Html {
    let MetricAlarmsProps { canvas, sender, charts, alarms } = props;
    let wanted = use_state(|| Wanted { place: 0, comparison: 0, threshold: 100, periods: 1 });
    html! {
        <>
            if !charts.is_empty() { { making(canvas, sender, charts, &wanted) } }
            if !alarms.is_empty() {
                <div class="picture-form"><table class="sheet" data-testid="metrics-alarms">
                    <caption>{ canvas.text(sentences::pictures::METRICS_ALARMS) }</caption>
                    <thead>
                        <tr>
                            { for [sentences::pictures::METRICS_ALARM, sentences::pictures::METRICS_CONDITION,
                                sentences::pictures::METRICS_STATE].map(|name| html! {
                                <th scope="col">{ canvas.text(name) }</th>
                            }) }
                            <td></td>
                        </tr>
                    </thead>
                    <tbody>{ for alarms.iter().map(|alarm| row(canvas, sender, alarm)) }</tbody>
                </table></div>
            }
        </>
    }
}

fn making(
    canvas: &Canvas,
    sender: &ControlSender,
    charts: &[MetricChart],
    wanted: &UseStateHandle<Wanted>,
) -> Html {
    let now = **wanted;
    let set = |change: fn(&mut Wanted, u64)| {
        let wanted = wanted.clone();
        Callback::from(move |typed: String| {
            if let Ok(value) = typed.parse() {
                let mut changed = *wanted;
                change(&mut changed, value);
                wanted.set(changed);
            }
        })
    };
    let onchange = |set: Callback<String>| Callback::from(move |event: Event| set.emit(written(&event)));
    let Some(chart) = charts.get(now.place).or(charts.first()) else { return html! {} };
    let comparison = COMPARISONS.get(now.comparison).map_or(COMPARISONS[0].1, |(_, name)| name);
    let GetMetricData { metric_name, dimensions, statistic, period, .. } =
        data_of(&chart.series, Period::Minute);
    let alarm = PutMetricAlarm {
        alarm_name: chart.series.alarm_name(),
        metric_name,
        dimensions,
        period,
        statistic,
        evaluation_periods: now.periods.max(1),
        threshold: now.threshold as f64,
        comparison_operator: (*comparison).to_owned(),
        ..PutMetricAlarm::default()
    };
    html! {
        <div class="picture-form" role="group" aria-label={canvas.text(sentences::pictures::METRICS_NEW_ALARM)}>
            <label>{ canvas.text(sentences::pictures::METRICS_METRIC) }{ " " }
                <select class="field" data-testid="metrics-alarm-metric" onchange={onchange(set(|wanted, place| wanted.place = place as usize))}>
                { for charts.iter().enumerate().map(|(place, chart)| html! {
                    <option value={place.to_string()} selected={place == now.place}>
                        { format!("{} {}", chart.series.metric_name, chart.series.resource_label()) }
                    </option>
                }) }
            </select></label>
            <select
                class="field" aria-label={canvas.text(sentences::pictures::METRICS_COMPARISON)} data-testid="metrics-comparison"
                onchange={onchange(set(|wanted, comparison| wanted.comparison = comparison as usize))}
            >
                { for COMPARISONS.iter().enumerate().map(|(place, (name, _))| html! {
                    <option value={place.to_string()} selected={place == now.comparison}>
                        { canvas.text_or(sentences::pictures::metrics_comparison(name), name) }
                    </option>
                }) }
            </select>
            { form::number(
                canvas, sentences::pictures::METRICS_THRESHOLD, now.threshold, THRESHOLD_MOST, set(|wanted, threshold| wanted.threshold = threshold),
            ) }
            { form::number(canvas, sentences::pictures::METRICS_PERIODS, now.periods, PERIODS_MOST, set(|wanted, periods| wanted.periods = periods)) }
            { sender.button(canvas, sentences::pictures::METRICS_NEW_ALARM, vec![alarm.request()]) }
        </div>
    }
}

fn row(canvas: &Canvas, sender: &ControlSender, alarm: &Alarm) -> Html {
    let sign = match alarm.comparison_operator.as_str() {
        "GreaterThanOrEqualToThreshold" => "≥",
        "GreaterThanThreshold" => ">",
        "LessThanThreshold" => "<",
        _ => "≤",
    };
    let threshold = figures::grouped_decimal(alarm.threshold);
    let condition = canvas.messages.text(sentences::pictures::MetricsConditionOf {
        statistic: alarm.statistic.as_str().into(),
        sign: sign.into(),
        threshold: threshold.as_str().into(),
        periods: alarm.evaluation_periods.into(),
        seconds: alarm.period.into(),
    });
    let (mark, class) = match alarm.state_value.as_str() {
        "ALARM" => ("▲", "metrics-state metrics-state--alarm"),
        "OK" => ("●", "metrics-state metrics-state--ok"),
        _ => ("○", "metrics-state"),
    };
    let since = alarm.since_ms().map(utc::time_of_day);
    let state = canvas.text_or(sentences::pictures::metrics_state(&alarm.state_value), &alarm.state_value);
    let delete = DeleteAlarms { alarm_names: vec![alarm.alarm_name.clone()] }.request();
    html! {
        <tr key={alarm.alarm_name.clone()}>
            <th scope="row">{ &alarm.alarm_name }</th>
            <td>{ condition }</td>
            <td {class} data-testid="metrics-alarm-state" data-state={alarm.state_value.clone()}>
                { format!("{mark} {state}") }
                if let Some(since) = since { <small>{ canvas.messages.text(sentences::pictures::MetricsSince { time: since.as_str().into() }) }</small> }
            </td>
            <td>{ sender.button_with_label(canvas, "metrics-delete-alarm", canvas.text(sentences::pictures::METRICS_DELETE_ALARM), vec![delete]) }</td>
        </tr>
    }
}
