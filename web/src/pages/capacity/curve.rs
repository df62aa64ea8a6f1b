//! The traffic of a day, chosen by its shape or drawn by hand.

use dynalab_app::calculator::amounts;
use dynalab_app::capacity::inputs::{Change, Choice};
use yew::prelude::*;

use super::capacity_context::CapacityContext;
use crate::page::sentences::capacity as words;
use crate::pages::calculator::figure::{Figures, Plot, figure};
use crate::pages::calculator::hours::{self, HoursDrawing};

const WIDTH: f64 = 540.0;
const HEIGHT: f64 = 170.0;

pub fn view(desk: &CapacityContext) -> Html {
    let shape = desk.inputs.shape();
    let (minutes, of_day) = (shape.minutes(), shape.hours());
    let plot = Plot { left: 40.0, top: 10.0, width: 480.0, height: 130.0, x_most: 24.0, y_most: 100.0 };
    let points: Vec<(f64, f64)> = minutes
        .iter()
        .enumerate()
        .step_by(5)
        .map(|(minute, share)| (minute as f64 / 60.0, share * 100.0))
        .collect();
    let closed: Vec<(f64, f64)> = points.iter().map(|(hour, _)| (*hour, 0.0)).collect();
    let marks: Vec<(f64, String)> =
        (0..=4).map(|quarter| (f64::from(quarter) * 6.0, format!("{:02}:00", quarter * 6))).collect();
    let mut figures = Figures::new(&[desk.text(words::CALC_HOUR), desk.text(words::CALC_OF_PEAK)]);
    for (hour, percent) in of_day.iter().enumerate() {
        figures.add([format!("{hour:02}:00"), format!("{percent}")]);
    }
    let drawn = HoursDrawing { plot, y_peak: 100.0, size: (WIDTH, HEIGHT) };
    let change = desk.change.reform(|(hour, percent)| Change::Hour(hour, percent));
    let drag = hours::drag_callback(drawn, change.clone());
    let press = drag.clone();
    let drawing = html! {
        <svg
            class="calc-curve" viewBox={format!("0 0 {WIDTH} {HEIGHT}")} role="group" aria-label={desk.text(words::CALC_CURVE)}
            data-testid="calc-curve" onpointerdown={press} onpointermove={drag}
        >
            { plot.grid("", &marks) }
            <path class="pic-fill--soft" d={plot.band(&points, &closed)} />
            <path class="pic-curve pic-curve--now" d={plot.line(points.iter().copied())} />
            { hours::render_handles("calc-hour", drawn, &of_day, &change) }
        </svg>
    };
    let average = amounts::percent(dynalab_pricing::traffic::average(&minutes));
    let caption = desk.text(words::CalcCurveCaption { average: average.as_str().into() });
    html! {
        <>
            { desk.choice(Choice::Shape) }
            { figure(desk.scene, "curve", drawing, html! {}, caption, &figures) }
        </>
    }
}
