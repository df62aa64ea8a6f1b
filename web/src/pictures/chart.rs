//! A chart over time: the positions of times and values, gridlines with readable numbers, and the paths of lines and steps.

use dynalab_app::pictures::svg::short;
use dynalab_playground::utc;
use yew::prelude::*;

use crate::browser::figures;

const MINUTE_MS: u64 = 60_000;
const HOUR_MS: u64 = 60 * MINUTE_MS;
const DAY_MS: u64 = 24 * HOUR_MS;
/// Possible distances between gridlines of time, in milliseconds.
const STEPS_MS: &[u64] = &[
    5_000,
    10_000,
    15_000,
    30_000,
    MINUTE_MS,
    5 * MINUTE_MS,
    10 * MINUTE_MS,
    15 * MINUTE_MS,
    30 * MINUTE_MS,
    HOUR_MS,
    3 * HOUR_MS,
    6 * HOUR_MS,
    12 * HOUR_MS,
    DAY_MS,
    2 * DAY_MS,
];

/// The drawing area of a chart. Time grows to the right, values grow upward from zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plot {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
    pub from_ms: u64,
    pub to_ms: u64,
    /// The value at the upper edge.
    pub most: f64,
}

impl Plot {
    /// Returns the x coordinate of a time. Times outside are drawn at the edge.
    pub fn x(&self, at_ms: u64) -> f64 {
        let span = self.to_ms.saturating_sub(self.from_ms).max(1) as f64;
        let part = at_ms.saturating_sub(self.from_ms) as f64 / span;
        self.left + part.min(1.0) * self.width
    }

    pub fn y(&self, value: f64) -> f64 {
        let part = if self.most > 0.0 { value / self.most } else { 0.0 };
        self.bottom() - part.clamp(0.0, 1.0) * self.height
    }

    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }

    pub fn right(&self) -> f64 {
        self.left + self.width
    }

    /// Returns the path of a line. Points further apart than `gap_ms` are not joined, and a single point is a short stroke.
    pub fn line(&self, points: impl Iterator<Item = (u64, f64)>, gap_ms: u64) -> String {
        let mut path = String::new();
        let mut last = None::<u64>;
        for (at_ms, value) in points {
            let (x, y) = (self.x(at_ms), self.y(value));
            let joined = last.is_some_and(|last| at_ms.saturating_sub(last) <= gap_ms);
            if joined {
                path.push_str(&format!("L{} {}", short(x), short(y)));
            } else {
                path.push_str(&format!("M{} {}h1", short(x), short(y)));
            }
            last = Some(at_ms);
        }
        path
    }

    /// Returns the path of a step curve, where each value holds for one step.
    pub fn steps(&self, points: impl Iterator<Item = (u64, f64)>, step_ms: u64) -> String {
        let mut path = String::new();
        let mut last = None::<u64>;
        for (at_ms, value) in points {
            let (x, y, end) = (self.x(at_ms), self.y(value), self.x(at_ms + step_ms));
            let joins = last == Some(at_ms);
            let begin = if joins { format!("V{}", short(y)) } else { format!("M{} {}", short(x), short(y)) };
            path.push_str(&format!("{begin}H{}", short(end)));
            last = Some(at_ms + step_ms);
        }
        path
    }

    /// Renders gridlines with values at the left and times below.
    pub fn grid(&self, with_times: bool) -> Html {
        let shares: &[f64] = if self.height < 50.0 { &[0.0, 1.0] } else { &[0.0, 0.5, 1.0] };
        let step_ms = time_step(self.from_ms, self.to_ms, (self.width / 80.0) as u64);
        html! {
            <g>
                { for shares.iter().map(|share| {
                    let y = self.y(self.most * share);
                    let class = if *share == 0.0 { "pic-axis" } else { "pic-rule" };
                    html! { <>
                        <path {class} d={format!("M{} {}H{}", short(self.left), short(y), short(self.right()))} />
                        <text class="pic-label pic-label--data pic-label--quiet pic-end" x={short(self.left - 5.0)} y={short(y + 4.0)}>
                            { readable(self.most * share) }
                        </text>
                    </> }
                }) }
                if with_times {
                    <text class="pic-label pic-label--data pic-label--quiet" x="2" y={short(self.bottom() + 15.0)}>{ utc::UTC }</text>
                    { for times(self.from_ms, self.to_ms, step_ms).map(|at_ms| {
                        let x = self.x(at_ms);
                        html! { <>
                            <path class="pic-rule" d={format!("M{} {}v4", short(x), short(self.bottom()))} />
                            <text class="pic-label pic-label--data pic-label--quiet pic-middle" x={short(x)} y={short(self.bottom() + 15.0)}>
                                { time_text(at_ms, step_ms) }
                            </text>
                        </> }
                    }) }
                }
            </g>
        }
    }
}

/// Formats the time of day as precisely as the distance of the gridlines requires.
pub fn time_text(at_ms: u64, step_ms: u64) -> String {
    let (day, time) = utc::day_and_time(at_ms);
    match step_ms {
        step if step >= DAY_MS => day.get(5..).unwrap_or(&day).to_owned(),
        step if step >= MINUTE_MS => time.get(..5).unwrap_or(&time).to_owned(),
        _ => time,
    }
}

/// Returns the next of 1, 2 and 5 times a power of ten. Half of it is readable too.
pub fn nice(most: f64) -> f64 {
    if most <= 0.0 || !most.is_finite() {
        return 1.0;
    }
    let step = 10_f64.powf(most.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| step * factor);
    steps.into_iter().find(|nice| *nice >= most * 0.999_999).unwrap_or(most)
}

/// Formats a value with at most three figures: 12,345 → "12.3k".
pub fn readable(value: f64) -> String {
    let (scaled, suffix) = match value.abs() {
        size if size >= 999_500_000.0 => (value / 1e9, "G"),
        size if size >= 999_500.0 => (value / 1e6, "M"),
        size if size >= 9_999.5 => (value / 1e3, "k"),
        _ => (value, ""),
    };
    let rounded = match scaled.abs() {
        size if size >= 100.0 || suffix.is_empty() && size >= 10.0 => scaled.round(),
        size if size >= 1.0 => (scaled * 10.0).round() / 10.0,
        _ => (scaled * 1_000.0).round() / 1_000.0,
    };
    format!("{}{suffix}", figures::grouped_decimal(rounded))
}

fn time_step(from_ms: u64, to_ms: u64, at_most: u64) -> u64 {
    let span_ms = to_ms.saturating_sub(from_ms);
    let fits = |step: &&u64| span_ms / **step <= at_most.max(1);
    STEPS_MS.iter().find(fits).copied().unwrap_or(span_ms.max(1))
}

fn times(from_ms: u64, to_ms: u64, step_ms: u64) -> impl Iterator<Item = u64> {
    (from_ms.div_ceil(step_ms)..=to_ms / step_ms).map(move |number| number * step_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLOT: Plot =
        Plot { left: 40.0, top: 10.0, width: 100.0, height: 50.0, from_ms: 1_000, to_ms: 11_000, most: 10.0 };

    #[test]
    fn times_and_values_have_a_place() {
        assert_eq!((PLOT.x(1_000), PLOT.x(6_000), PLOT.x(99_000), PLOT.x(0)), (40.0, 90.0, 140.0, 40.0));
        assert_eq!((PLOT.y(0.0), PLOT.y(5.0), PLOT.y(20.0)), (60.0, 35.0, 10.0));
    }

    #[test]
    fn lines_have_gaps_where_nothing_was_counted() {
        let points = [(1_000, 0.0), (2_000, 5.0), (6_000, 10.0)];
        assert_eq!(PLOT.line(points.into_iter(), 1_000), "M40 60h1L50 35M90 10h1");
        assert_eq!(PLOT.steps(points.into_iter(), 1_000), "M40 60H50V35H60M90 10H100");
    }

    #[test]
    fn scales_end_at_round_figures() {
        assert_eq!([0.0, 0.3, 9.0, 11.0, 499.0, 500.1].map(nice), [1.0, 0.5, 10.0, 20.0, 500.0, 1_000.0]);
    }

    #[test]
    fn figures_are_short() {
        let read = [0.0, 0.25, 7.04, 1_234.0, 12_345.0, 999_999.0, 5_400_000.0].map(readable);
        assert_eq!(read, ["0", "0.25", "7", "1,234", "12.3k", "1M", "5.4M"]);
    }

    #[test]
    fn times_are_round_and_few() {
        let (from_ms, to_ms) = (3_601_000, 3_901_000);
        let step_ms = time_step(from_ms, to_ms, 6);
        assert_eq!(step_ms, 60_000);
        let found: Vec<u64> = times(from_ms, to_ms, step_ms).collect();
        assert_eq!(found, [3_660_000, 3_720_000, 3_780_000, 3_840_000, 3_900_000]);
        assert_eq!(time_step(0, 365 * DAY_MS, 6), 365 * DAY_MS);
    }
}
