//! A diagram as a self-contained file: the drawing, its text and its title on one sheet, without a style sheet.

use crate::pictures::svg::short;
use dynalab_literals::html::xml_text as escaped;

const MARGIN: f64 = 16.0;
const TITLE_SIZE: f64 = 15.0;
const TITLE_HEIGHT: f64 = 34.0;
/// The distance from the middle of a line to its baseline, as a share of the font size.
const BASELINE: f64 = 0.35;

/// A rectangle on the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

/// A word at its position in the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    pub area: Area,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Letters {
    pub family: String,
    pub size: f64,
    pub weight: String,
    pub colour: String,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// The content of an `svg` element with its view box. The styles are attributes.
    Drawing {
        area: Area,
        view_box: String,
        markup: String,
    },
    Line {
        area: Area,
        text: String,
        letters: Letters,
    },
}

impl Piece {
    fn area(&self) -> Area {
        match self {
            Piece::Drawing { area, .. } | Piece::Line { area, .. } => *area,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    pub title: String,
    pub language: String,
    pub background: String,
    pub ink: String,
    pub family: String,
    pub pieces: Vec<Piece>,
}

impl Sheet {
    /// Returns the width and height in pixels of the page.
    pub fn size(&self) -> (f64, f64) {
        let bounds = self.bounds();
        (bounds.width + 2.0 * MARGIN, bounds.height + 2.0 * MARGIN + TITLE_HEIGHT)
    }

    fn bounds(&self) -> Area {
        let areas = || self.pieces.iter().map(Piece::area);
        let left = areas().map(|area| area.left).fold(f64::INFINITY, f64::min);
        let top = areas().map(|area| area.top).fold(f64::INFINITY, f64::min);
        let right = areas().map(|area| area.left + area.width).fold(f64::NEG_INFINITY, f64::max);
        let bottom = areas().map(|area| area.top + area.height).fold(f64::NEG_INFINITY, f64::max);
        match left.is_finite() && top.is_finite() {
            true => Area { left, top, width: right - left, height: bottom - top },
            false => Area { left: 0.0, top: 0.0, width: 0.0, height: 0.0 },
        }
    }

    pub fn to_svg(&self) -> String {
        let (width, height) = self.size();
        let (width, height) = (short(width), short(height));
        let bounds = self.bounds();
        let (dx, dy) = (MARGIN - bounds.left, MARGIN + TITLE_HEIGHT - bounds.top);
        let title = escaped(&self.title);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" xml:lang=\"{}\" role=\"img\"><title>{title}</title>",
            escaped(&self.language)
        );
        svg.push_str(&format!(
            "<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>",
            escaped(&self.background)
        ));
        svg.push_str(&format!(
            "<text x=\"{MARGIN}\" y=\"{}\" font-family=\"{}\" font-size=\"{TITLE_SIZE}\" font-weight=\"600\" fill=\"{}\">{title}</text>",
            short(MARGIN + TITLE_SIZE),
            escaped(&self.family),
            escaped(&self.ink)
        ));
        self.pieces.iter().for_each(|piece| piece.write(dx, dy, &mut svg));
        svg.push_str("</svg>\n");
        svg
    }
}

impl Piece {
    fn write(&self, dx: f64, dy: f64, svg: &mut String) {
        match self {
            Piece::Drawing { area, view_box, markup } => {
                let places = [area.left + dx, area.top + dy, area.width, area.height].map(short);
                let [x, y, width, height] = places;
                svg.push_str(&format!(
                    "<svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" viewBox=\"{}\" overflow=\"visible\">{markup}</svg>",
                    escaped(view_box)
                ));
            }
            Piece::Line { area, text, letters } => {
                let baseline = area.top + area.height / 2.0 + BASELINE * letters.size;
                svg.push_str(&format!(
                    "<text x=\"{}\" y=\"{}\" font-family=\"{}\" font-size=\"{}\" font-weight=\"{}\" fill=\"{}\">{}</text>",
                    short(area.left + dx),
                    short(baseline + dy),
                    escaped(&letters.family),
                    short(letters.size),
                    escaped(&letters.weight),
                    escaped(&letters.colour),
                    escaped(text)
                ));
            }
        }
    }
}

/// Joins words on the same line.
pub fn lines(words: Vec<Word>, letters: &Letters) -> Vec<Piece> {
    let mut lines: Vec<(Area, String)> = Vec::new();
    for Word { area, text } in words {
        match lines.last_mut() {
            Some((line, joined))
                if (line.top - area.top).abs() < line.height / 2.0 && area.left >= line.left =>
            {
                let gap = area.left - (line.left + line.width);
                joined.push_str(if gap > letters.size * 0.1 { " " } else { "" });
                joined.push_str(&text);
                line.width = area.left + area.width - line.left;
            }
            _ => lines.push((area, text)),
        }
    }
    lines.into_iter().map(|(area, text)| Piece::Line { area, text, letters: letters.clone() }).collect()
}

/// Returns a file name without characters that have a meaning in a file system.
pub fn file_name(picture: &str, table: &str, ending: &str) -> String {
    let table: String = table
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() || "-_.".contains(letter) { letter } else { '_' })
        .collect();
    let parts = ["dynalab", picture, table.trim_matches('.')];
    format!("{}.{ending}", parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters() -> Letters {
        Letters {
            family: "\"Segoe UI\", sans-serif".into(),
            size: 10.0,
            weight: "400".into(),
            colour: "#111".into(),
        }
    }

    fn word(left: f64, top: f64, width: f64, text: &str) -> Word {
        Word { area: Area { left, top, width, height: 14.0 }, text: text.into() }
    }

    #[test]
    fn words_beside_each_other_are_a_line() {
        let words =
            vec![word(10.0, 5.0, 20.0, "one"), word(33.0, 5.2, 20.0, "two"), word(10.0, 20.0, 20.0, "below")];
        let texts: Vec<_> = lines(words, &letters())
            .into_iter()
            .map(|piece| match piece {
                Piece::Line { text, area, .. } => (text, area.width),
                Piece::Drawing { .. } => panic!("no drawing"),
            })
            .collect();
        assert_eq!(texts, [("one two".to_owned(), 43.0), ("below".to_owned(), 20.0)]);
        let joined = lines(vec![word(0.0, 0.0, 20.0, "注文"), word(20.0, 0.0, 20.0, "の品")], &letters());
        assert!(matches!(&joined[..], [Piece::Line { text, .. }] if text == "注文の品"));
    }

    #[test]
    fn a_sheet_begins_where_its_pieces_do_and_is_well_formed() {
        let drawing = Piece::Drawing {
            area: Area { left: -20.0, top: 100.0, width: 300.0, height: 50.0 },
            view_box: "0 0 600 100".into(),
            markup: "<rect width=\"4\" height=\"4\"/>".into(),
        };
        let line = Piece::Line {
            area: Area { left: 0.0, top: 160.0, width: 80.0, height: 14.0 },
            text: "a < b & \"c\"".into(),
            letters: letters(),
        };
        let sheet = Sheet {
            title: "Partitions: Shop <1>".into(),
            language: "en".into(),
            background: "#fff".into(),
            ink: "#000".into(),
            family: "serif".into(),
            pieces: vec![drawing, line],
        };
        assert_eq!(sheet.size(), (332.0, 74.0 + 32.0 + 34.0));
        let svg = sheet.to_svg();
        assert!(svg.contains("<title>Partitions: Shop &lt;1&gt;</title>"), "{svg}");
        assert!(
            svg.contains("<svg x=\"16\" y=\"50\" width=\"300\" height=\"50\" viewBox=\"0 0 600 100\""),
            "{svg}"
        );
        assert!(svg.contains("a &lt; b &amp; &quot;c&quot;</text>"), "{svg}");
        assert!(svg.contains("font-family=\"&quot;Segoe UI&quot;, sans-serif\""), "{svg}");
    }

    #[test]
    fn file_names_hold_nothing_strange() {
        assert_eq!(file_name("request", "Shop", "svg"), "dynalab-request-Shop.svg");
        assert_eq!(file_name("ttl", "a/b:注", "png"), "dynalab-ttl-a_b__.png");
        assert_eq!(file_name("dials", "", "png"), "dynalab-dials.png");
    }
}
