//! Geometry of diagrams: arcs of a ring, and numbers as short text. Colors and line widths are classes of the style sheet.

use std::f64::consts::TAU;

/// Formats a number with at most one decimal, which is less than a pixel of a device.
pub fn short(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    if rounded == rounded.trunc() { format!("{}", rounded as i64) } else { format!("{rounded:.1}") }
}

/// A ring around a center. Positions on it are shares of a turn, 0 to 1, clockwise from the top.
#[derive(Clone, Copy, Debug)]
pub struct Ring {
    pub x: f64,
    pub y: f64,
    pub radius: f64,
}

impl Ring {
    pub fn at(self, turn: f64) -> (f64, f64) {
        let (sine, cosine) = (turn * TAU).sin_cos();
        (self.x + self.radius * sine, self.y - self.radius * cosine)
    }

    pub fn wider(self, by: f64) -> Ring {
        Ring { radius: self.radius + by, ..self }
    }

    /// Returns the path of an arc, for a stroke. A whole turn is drawn as two halves.
    pub fn arc(self, from: f64, to: f64) -> String {
        if to - from > 0.999 {
            return format!("{}{}", self.arc(from, from + 0.5), self.arc(from + 0.5, from + 0.998));
        }
        let ((from_x, from_y), (to_x, to_y)) = (self.at(from), self.at(to));
        let (radius, large) = (short(self.radius), u8::from(to - from > 0.5));
        let ends = [from_x, from_y, to_x, to_y].map(short);
        format!("M{} {}A{radius} {radius} 0 {large} 1 {} {}", ends[0], ends[1], ends[2], ends[3])
    }

    /// Returns the path of a segment between this ring and a wider one, for a fill.
    pub fn band(self, from: f64, to: f64, by: f64) -> String {
        let outer = self.wider(by);
        let to = to.min(from + 0.999);
        let large = u8::from(to - from > 0.5);
        let corners = [self.at(from), self.at(to), outer.at(to), outer.at(from)];
        let [a, b, c, d] = corners.map(|(x, y)| format!("{} {}", short(x), short(y)));
        let (inside, outside) = (short(self.radius), short(outer.radius));
        format!("M{a}A{inside} {inside} 0 {large} 1 {b}L{c}A{outside} {outside} 0 {large} 0 {d}Z")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_begins_at_the_top_and_goes_clockwise() {
        let ring = Ring { x: 100.0, y: 100.0, radius: 50.0 };
        let place = |turn| {
            let (x, y) = ring.at(turn);
            (short(x), short(y))
        };
        assert_eq!(place(0.0), ("100".to_owned(), "50".to_owned()));
        assert_eq!(place(0.25), ("150".to_owned(), "100".to_owned()));
        assert_eq!(ring.arc(0.0, 0.25), "M100 50A50 50 0 0 1 150 100");
        assert!(ring.arc(0.0, 0.75).contains(" 1 1 "), "the long way round");
        assert_eq!(ring.arc(0.0, 1.0).matches('M').count(), 2);
    }
}
