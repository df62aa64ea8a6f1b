//! The editable hours of a day. Each hour has a handle for mouse, touch and arrow keys.

use dynalab_app::pictures::svg::short;
use dynalab_pricing::traffic::Hours;
use web_sys::Element;
use yew::prelude::*;

use super::figure::Plot;

const KEY_STEP: u8 = 5;
/// The bit of `buttons` that means a pressed left button or a touching finger.
const PRIMARY_BUTTON: u16 = 1;

/// The chart that has the handles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HoursDrawing {
    /// The plot. Its top edge is 100 % if `y_most` equals `y_peak`.
    pub plot: Plot,
    /// The value of 100 %.
    pub y_peak: f64,
    /// Width and height of the view box.
    pub size: (f64, f64),
}

/// Renders a handle for each hour. Test ids begin with `id`; `change` receives the hour and its percent.
pub fn render_handles(
    id: &str,
    drawing: HoursDrawing,
    hours: &Hours,
    change: &Callback<(usize, u8)>,
) -> Html {
    html! { <>{ for hours.iter().enumerate().map(|(hour, percent)| handle(id, drawing, hour, *percent, change.clone())) }</> }
}

fn handle(id: &str, drawing: HoursDrawing, hour: usize, percent: u8, change: Callback<(usize, u8)>) -> Html {
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        let next = match event.key().as_str() {
            "ArrowUp" | "ArrowRight" => percent.saturating_add(KEY_STEP).min(100),
            "ArrowDown" | "ArrowLeft" => percent.saturating_sub(KEY_STEP),
            "Home" => 0,
            "End" => 100,
            _ => return,
        };
        event.prevent_default();
        change.emit((hour, next));
    });
    let (x, y) = (drawing.plot.x(hour as f64), drawing.plot.y(f64::from(percent) / 100.0 * drawing.y_peak));
    html! {
        <circle
            class="calc-handle" role="slider" tabindex="0" aria-label={format!("{hour:02}:00")} aria-valuemin="0" aria-valuemax="100"
            aria-valuenow={percent.to_string()}
            aria-valuetext={format!("{percent} %")} data-testid={format!("{id}-{hour}")} cx={short(x)} cy={short(y)} r="5" {onkeydown}
        />
    }
}

/// Returns the pointer handler of the drawing. While a button or finger is down, it sets the hour at the pointer to the pointer's height.
pub fn drag_callback(drawing: HoursDrawing, change: Callback<(usize, u8)>) -> Callback<PointerEvent> {
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
        let (width, height) = drawing.size;
        let x = (f64::from(event.client_x()) - frame.left()) / frame.width() * width;
        let y = (f64::from(event.client_y()) - frame.top()) / frame.height() * height;
        if let Some(hour) = drawing.hour_at(x, y) {
            change.emit(hour);
        }
    })
}

impl HoursDrawing {
    /// Returns the hour and its percent at a point of the view box, or none outside the day.
    fn hour_at(&self, x: f64, y: f64) -> Option<(usize, u8)> {
        let plot = self.plot;
        let hour = ((x - plot.left) / plot.width * 24.0).round();
        let value = (plot.bottom() - y) / plot.height * plot.y_most;
        let percent = (value / self.y_peak.max(f64::MIN_POSITIVE) * 100.0).clamp(0.0, 100.0).round();
        (0.0..24.0).contains(&hour).then_some((hour as usize, percent as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_an_hour_and_a_percent_of_the_peak() {
        let plot = Plot { left: 40.0, top: 10.0, width: 480.0, height: 100.0, x_most: 24.0, y_most: 250.0 };
        let drawing = HoursDrawing { plot, y_peak: 200.0, size: (540.0, 150.0) };
        assert_eq!(drawing.hour_at(40.0, 110.0), Some((0, 0)));
        assert_eq!(drawing.hour_at(240.0, 70.0), Some((10, 50)));
        assert_eq!(drawing.hour_at(241.0, 30.0), Some((10, 100)));
        assert_eq!(drawing.hour_at(240.0, -40.0), Some((10, 100)), "above the drawing");
        assert_eq!(drawing.hour_at(525.0, 70.0), None, "the day has ended");
        assert_eq!(drawing.hour_at(10.0, 70.0), None, "the day has not begun");
    }
}
