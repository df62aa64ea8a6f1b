//! Charts by the time of day: the traffic curve, requests served and throttled, and the number of partitions.

use dynalab_app::pictures::svg::short;
use dynalab_app::scale::inputs::{Change, Number, Side};
use dynalab_traffic::lab::{DayReport, QUARTER_MINUTES};
use yew::prelude::*;

use super::scale_context::ScaleContext;
use crate::browser::figures::grouped;
use crate::page::messages::Sentence;
use crate::page::scene::Scene;
use crate::page::sentences::scale as words;
use crate::pages::calculator::figure::{Figures, Plot, figure, legend_entry};
use crate::pages::calculator::hours::{self, HoursDrawing};

const HOURS: f64 = 24.0;

/// Formats a minute of the day, such as "09:15".
pub fn time(minute: u64) -> String {
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

fn marks() -> Vec<(f64, String)> {
    (0..=4).map(|quarter| (f64::from(quarter) * 6.0, format!("{:02}:00", quarter * 6))).collect()
}

fn plot(y_most: f64) -> Plot {
    Plot { height: 120.0, ..Plot::new(HOURS, y_most.max(1.0)) }
}

/// Renders the requests per second over the day. The person can draw each hour.
pub fn curve(desk: &ScaleContext) -> Html {
    let peak = desk.inputs.number(Side::A, Number::Peak);
    let hours = desk.inputs.hours();
    let plot = plot(peak);
    let at = |hour: usize| (hour as f64, f64::from(hours[hour % hours.len()]) / 100.0 * peak);
    let points: Vec<(f64, f64)> = (0..=hours.len()).map(at).collect();
    let floor: Vec<(f64, f64)> = points.iter().map(|(hour, _)| (*hour, 0.0)).collect();
    let mut figures = Figures::new(&[desk.text(words::SCALE_TIME), desk.text(words::SCALE_PER_SECOND)]);
    for (hour, value) in points.iter().take(hours.len()) {
        figures.add([time(*hour as u64 * 60), grouped(value.round() as u64)]);
    }
    let busiest =
        (0..hours.len()).max_by_key(|hour| (hours[*hour], std::cmp::Reverse(*hour))).unwrap_or_default();
    let caption = desk.text(words::ScaleCurveCaption {
        most: (at(busiest).1.round() as u64).into(),
        time: time(busiest as u64 * 60).as_str().into(),
    });
    let drawn = HoursDrawing { plot, y_peak: peak, size: (540.0, 162.0) };
    let change = desk.change.reform(|(hour, percent)| Change::Hour(hour, percent));
    let drag = hours::drag_callback(drawn, change.clone());
    let press = drag.clone();
    let drawing = html! {
        <svg
            class="calc-curve" viewBox="0 0 540 162" role="group" aria-label={desk.text(words::SCALE_CURVE)} data-testid="scale-curve-drawing"
            onpointerdown={press} onpointermove={drag}
        >
            { plot.grid("", &marks()) }
            <path class="pic-fill--soft" d={plot.band(&points, &floor)} />
            <path class="pic-curve pic-curve--now" d={plot.line(points.iter().copied())} />
            { hours::render_handles("scale-hour", drawn, &hours, &change) }
        </svg>
    };
    figure(desk.scene, "lab-curve", drawing, html! {}, caption, &figures)
}

/// Renders the requests per second that DynamoDB serves and, above them, those that it throttles.
pub fn requests(scene: &Scene, name: &'static str, report: &DayReport) -> Html {
    let text = |sentence: Sentence| scene.text(sentence);
    let seconds = (QUARTER_MINUTES * 60) as f64;
    let quarters: Vec<(f64, f64, f64)> = report
        .quarters
        .iter()
        .enumerate()
        .map(|(place, quarter)| {
            let hour = (place as f64 + 0.5) * QUARTER_MINUTES as f64 / 60.0;
            let served = quarter.requests.saturating_sub(quarter.throttled);
            (hour, served as f64 / seconds, quarter.requests as f64 / seconds)
        })
        .collect();
    let most = quarters.iter().map(|(.., all)| *all).fold(0.0, f64::max);
    let plot = plot(most);
    let served: Vec<(f64, f64)> = quarters.iter().map(|(hour, served, _)| (*hour, *served)).collect();
    let all: Vec<(f64, f64)> = quarters.iter().map(|(hour, _, all)| (*hour, *all)).collect();
    let floor: Vec<(f64, f64)> = all.iter().map(|(hour, _)| (*hour, 0.0)).collect();
    let mut figures = Figures::new(&[
        text(words::SCALE_TIME),
        text(words::SCALE_SERVED),
        text(words::SCALE_THROTTLED),
        text(words::SCALE_PARTITIONS),
        text(words::SCALE_WCU),
        text(words::SCALE_RCU),
    ]);
    for (place, quarter) in report.quarters.iter().enumerate() {
        figures.add([
            time(place as u64 * QUARTER_MINUTES),
            grouped(quarter.requests.saturating_sub(quarter.throttled)),
            grouped(quarter.throttled),
            grouped(quarter.partitions),
            grouped(quarter.provisioned_writes),
            grouped(quarter.provisioned_reads),
        ]);
    }
    let last = report.quarters.last().copied().unwrap_or_default();
    let caption = scene.text(words::ScaleRequestsCaption {
        most: (most.round() as u64).into(),
        before: report.partitions.into(),
        after: last.partitions.into(),
    });
    let drawing = html! {
        <svg viewBox="0 0 540 162" role="img" aria-label={caption.clone()}>
            { plot.grid("", &marks()) }
            <path class="pic-fill--soft" d={plot.band(&served, &floor)} />
            <path class="calc-throttled" d={plot.band(&all, &served)} />
            <path class="pic-curve pic-curve--now" d={plot.line(served.iter().copied())} />
            { break_mark(&plot, report) }
        </svg>
    };
    let legend = html! { <>
        { legend_entry("pic-fill--soft", text(words::SCALE_SERVED)) }
        { legend_entry("calc-throttled", text(words::SCALE_THROTTLED)) }
    </> };
    figure(scene, name, drawing, legend, caption, &figures)
}

/// Renders a mark at the minute in which the design breaks.
fn break_mark(plot: &Plot, report: &DayReport) -> Html {
    let Some(breaks) = report.breaks else { return html! {} };
    let x = plot.x(breaks.minute as f64 / 60.0);
    let (class, at) = if x > plot.left + plot.width / 2.0 {
        ("pic-label pic-label--bad pic-end", x - 5.0)
    } else {
        ("pic-label pic-label--bad", x + 5.0)
    };
    html! { <>
        <path class="pic-limit" d={format!("M{} {}V{}", short(x), short(plot.top), short(plot.bottom()))} />
        <text {class} x={short(at)} y={short(plot.top + 10.0)}>{ time(breaks.minute) }</text>
    </> }
}

/// Renders the number of the table's partitions over the day.
pub fn partitions(scene: &Scene, name: &'static str, report: &DayReport) -> Html {
    let at = |place: usize| (place as f64 + 1.0) * QUARTER_MINUTES as f64 / 60.0;
    let counts = || report.quarters.iter().map(|quarter| quarter.partitions as f64);
    let most = counts().fold(report.partitions as f64, f64::max);
    let plot = Plot { height: 80.0, ..plot(most) };
    let mut steps = vec![(0.0, report.partitions as f64)];
    let mut before = report.partitions as f64;
    for (place, count) in counts().enumerate() {
        steps.extend([(at(place), before), (at(place), count)]);
        before = count;
    }
    let has_index = report.index_heat.is_some();
    let mut head = vec![scene.text(words::SCALE_TIME), scene.text(words::SCALE_PARTITIONS)];
    if has_index {
        head.push(scene.text(words::SCALE_INDEX_PARTITIONS));
    }
    let mut figures = Figures::new(&head);
    for (place, quarter) in report.quarters.iter().enumerate() {
        let mut row = vec![time((place as u64 + 1) * QUARTER_MINUTES), grouped(quarter.partitions)];
        if has_index {
            row.push(grouped(quarter.index_partitions));
        }
        figures.add(row);
    }
    let caption = scene.text(words::ScalePartitionsCaption { most: (most as u64).into() });
    let drawing = html! {
        <svg viewBox="0 0 540 122" role="img" aria-label={caption.clone()}>
            { plot.grid("", &marks()) }
            <path class="pic-curve pic-curve--now" d={plot.line(steps.into_iter())} />
        </svg>
    };
    figure(scene, name, drawing, html! {}, caption, &figures)
}
