//! The traffic of a day: picked by its shape, or drawn by hand. Each hour has a handle that the mouse, a finger and the arrow keys move.

use web_sys::Element;
use yew::prelude::*;

use super::desk::Desk;
use super::figure::{Figures, Plot, figure};
use super::inputs::{Change, Choice};
use crate::sentences::capacity as words;
use crate::svg::short;

const WIDTH: f64 = 540.0;
const HEIGHT: f64 = 170.0;
const KEY_STEP: u8 = 5;
/// The bit of a pressed left button or a touching finger.
const PRIMARY_BUTTON: u16 = 1;

pub fn view(desk: &Desk) -> Html {
    let shape = desk.inputs.shape();
    let (minutes, hours) = (shape.minutes(), shape.hours());
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
    for (hour, percent) in hours.iter().enumerate() {
        figures.add([format!("{hour:02}:00"), format!("{percent}")]);
    }
    let drag = drag_callback(desk, plot);
    let press = drag.clone();
    let drawing = html! {
        <svg class="calc-curve" viewBox={format!("0 0 {WIDTH} {HEIGHT}")} role="group" aria-label={desk.text(words::CALC_CURVE)} data-testid="calc-curve" onpointerdown={press} onpointermove={drag}>
            { plot.grid("", &marks) }
            <path class="pic-fill--soft" d={plot.band(&points, &closed)} />
            <path class="pic-curve pic-curve--now" d={plot.line(points.iter().copied())} />
            { for hours.iter().enumerate().map(|(hour, percent)| handle(desk, plot, hour, *percent)) }
        </svg>
    };
    let average = super::desk::percent(dynalab_pricing::traffic::average(&minutes));
    let caption = desk.text(words::CalcCurveCaption { average: average.as_str().into() });
    html! {
        <>
            { desk.choice(Choice::Shape) }
            { figure(desk.scene, "curve", drawing, html! {}, caption, &figures) }
        </>
    }
}

fn handle(desk: &Desk, plot: Plot, hour: usize, percent: u8) -> Html {
    let emit = desk.change.clone();
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        let next = match event.key().as_str() {
            "ArrowUp" | "ArrowRight" => percent.saturating_add(KEY_STEP).min(100),
            "ArrowDown" | "ArrowLeft" => percent.saturating_sub(KEY_STEP),
            "Home" => 0,
            "End" => 100,
            _ => return,
        };
        event.prevent_default();
        emit.emit(Change::Hour(hour, next));
    });
    html! {
        <circle class="calc-handle" role="slider" tabindex="0" aria-label={format!("{hour:02}:00")} aria-valuemin="0" aria-valuemax="100" aria-valuenow={percent.to_string()} aria-valuetext={format!("{percent} %")} data-testid={format!("calc-hour-{hour}")} cx={short(plot.x(hour as f64))} cy={short(plot.y(f64::from(percent)))} r="5" {onkeydown} />
    }
}

/// With a button or a finger down, the hour under the pointer goes to the height of the pointer.
fn drag_callback(desk: &Desk, plot: Plot) -> Callback<PointerEvent> {
    let emit = desk.change.clone();
    Callback::from(move |event: PointerEvent| {
        if event.buttons() & PRIMARY_BUTTON == 0 {
            return;
        }
        let target = event.target_dyn_into::<Element>();
        let Some(svg) = target.and_then(|target| target.closest("svg").ok().flatten()) else { return };
        let frame = svg.get_bounding_client_rect();
        if frame.width() <= 0.0 || frame.height() <= 0.0 {
            return;
        }
        let x = (f64::from(event.client_x()) - frame.left()) / frame.width() * WIDTH;
        let y = (f64::from(event.client_y()) - frame.top()) / frame.height() * HEIGHT;
        let hour = ((x - plot.left) / plot.width * 24.0).round();
        let percent = ((plot.bottom() - y) / plot.height * 100.0).clamp(0.0, 100.0).round();
        if (0.0..24.0).contains(&hour) {
            emit.emit(Change::Hour(hour as usize, percent as u8));
        }
    })
}
