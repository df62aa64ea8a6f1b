//! Renders a chart with its legend, its caption, a table of its figures and a CSV button.

use dynalab_app::pictures::svg::short;
use dynalab_literals::csv;
use yew::prelude::*;

use crate::browser::download;
use crate::components::opened_details::OpenedDetails;
use crate::page::scene::Scene;
use crate::page::sentences::capacity as words;
use crate::pictures::chart::{nice, readable};

/// The figures of a chart. The first cell of a row is its name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Figures {
    pub fn new(head: &[String]) -> Figures {
        Figures { head: head.to_vec(), rows: Vec::new() }
    }

    pub fn add(&mut self, row: impl IntoIterator<Item = String>) {
        self.rows.push(row.into_iter().collect());
    }

    /// Returns the figures as CSV (RFC 4180). Grouped numbers lose their commas, so a spreadsheet reads them as numbers.
    pub fn to_csv(&self) -> String {
        let lines = std::iter::once(&self.head).chain(&self.rows);
        let mut text = String::new();
        for line in lines {
            let cells: Vec<String> = line.iter().map(|cell| without_groups(cell)).collect();
            csv::row(cells.iter().map(String::as_str), &mut text);
            text.push_str("\r\n");
        }
        text
    }

    pub fn view(&self) -> Html {
        html! {
            <table class="sheet">
                <thead>
                    <tr>
                        { for self.head.iter().enumerate().map(|(column, name)| html! {
                            <th scope="col" class={(column > 0).then_some("sheet-num")}>{ name }</th>
                        }) }
                    </tr>
                </thead>
                <tbody>{ for self.rows.iter().map(|row| html! {
                    <tr>{ for row.iter().enumerate().map(|(column, cell)| match column {
                        0 => html! { <th scope="row">{ cell }</th> },
                        _ => html! { <td class="sheet-num">{ cell }</td> },
                    }) }</tr>
                }) }</tbody>
            </table>
        }
    }

    /// Renders the button that saves the figures as a file.
    pub fn csv_button(&self, scene: &Scene, name: &'static str) -> Html {
        let text = self.to_csv();
        let onclick = Callback::from(move |_: MouseEvent| {
            // A browser that blocks downloads shows its own message.
            let _ = download::save(&format!("dynalab-{name}.csv"), &text, "text/csv");
        });
        html! { <button class="button button--quiet" type="button" data-testid={format!("calc-csv-{name}")} {onclick}>{ scene.text(words::CALC_CSV) }</button> }
    }
}

/// Returns a number without its currency and the commas of its groups. A spreadsheet reads it as a number.
fn without_groups(cell: &str) -> String {
    let without = cell.replace(',', "").replacen('$', "", 1);
    if csv::is_number(&without) { without } else { cell.to_owned() }
}

/// Renders a chart with its surroundings. `name` is used for the file name and the test ids.
pub fn figure(
    scene: &Scene,
    name: &'static str,
    drawing: Html,
    legend: Html,
    caption: String,
    figures: &Figures,
) -> Html {
    html! {
        <figure class="picture calc-figure" data-testid={format!("calc-figure-{name}")}>
            <div class="picture-figure" tabindex="0" role="group" aria-label={caption.clone()}>{ drawing }</div>
            <div class="legend" aria-hidden="true">{ legend }</div>
            <figcaption class="picture-caption">{ caption }</figcaption>
            <div class="calc-row">
                <OpenedDetails class="picture-twin" test_id={format!("calc-table-{name}")} summary={scene.text(words::CALC_TABLE)}>
                    <div class="calc-scroll" tabindex="0" role="group" aria-label={scene.text(words::CALC_TABLE)}>{ figures.view() }</div>
                </OpenedDetails>
                { figures.csv_button(scene, name) }
            </div>
        </figure>
    }
}

pub fn legend_entry(class: &'static str, text: String) -> Html {
    html! {
        <span class="legend-entry"><svg viewBox="0 0 22 12" aria-hidden="true"><rect {class} x="3" y="1" width="16" height="10" rx="3" /></svg>{ text }</span>
    }
}

/// The drawing area of a chart. x grows to the right from zero, y grows upward from zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plot {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
    pub x_most: f64,
    pub y_most: f64,
}

impl Plot {
    /// Returns a plot of the usual size, with a round figure at the upper edge.
    pub fn new(x_most: f64, y_most: f64) -> Plot {
        Plot { left: 58.0, top: 14.0, width: 462.0, height: 190.0, x_most, y_most: nice(y_most) }
    }

    pub fn x(&self, value: f64) -> f64 {
        self.left + (value / self.x_most.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0) * self.width
    }

    pub fn y(&self, value: f64) -> f64 {
        self.bottom() - (value / self.y_most.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0) * self.height
    }

    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }

    pub fn right(&self) -> f64 {
        self.left + self.width
    }

    pub fn line(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let mut path = String::new();
        for (x, y) in points {
            path.push(if path.is_empty() { 'M' } else { 'L' });
            path.push_str(&format!("{} {}", short(self.x(x)), short(self.y(y))));
        }
        path
    }

    /// Returns the path of the area between two lines.
    pub fn band(&self, upper: &[(f64, f64)], lower: &[(f64, f64)]) -> String {
        let back = lower.iter().rev().copied();
        format!("{}Z", self.line(upper.iter().copied().chain(back)))
    }

    /// Renders gridlines with labels that begin with the unit `before`, and marks below the axis.
    pub fn grid(&self, before: &str, marks: &[(f64, String)]) -> Html {
        html! {
            <g>
                { for [0.0, 0.25, 0.5, 0.75, 1.0].iter().map(|share| {
                    let y = self.y(self.y_most * share);
                    let class = if *share == 0.0 { "pic-axis" } else { "pic-rule" };
                    html! { <>
                        <path {class} d={format!("M{} {}H{}", short(self.left), short(y), short(self.right()))} />
                        <text class="pic-label pic-label--data pic-label--quiet pic-end" x={short(self.left - 6.0)} y={short(y + 4.0)}>
                            { format!("{before}{}", readable(self.y_most * share)) }
                        </text>
                    </> }
                }) }
                { for marks.iter().map(|(at, text)| html! {
                    <text class="pic-label pic-label--data pic-label--quiet pic-middle" x={short(self.x(*at))} y={short(self.bottom() + 16.0)}>{ text }</text>
                }) }
            </g>
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_has_plain_numbers_and_quotes_what_needs_them() {
        let mut figures = Figures::new(&["time".to_owned(), "units, all".to_owned()]);
        figures.add(["09:00".to_owned(), "1,234.5".to_owned()]);
        figures.add(["say \"hi\"".to_owned(), "$2,372.50".to_owned()]);
        figures.add(["=1+1".to_owned(), "-$3.50".to_owned()]);
        figures.add(["'x".to_owned(), "\r=1".to_owned()]);
        assert_eq!(
            figures.to_csv(),
            "time,\"units, all\"\r\n\"09:00\",1234.5\r\n\"say \"\"hi\"\"\",2372.50\r\n'=1+1,-3.50\r\n''x,\"'\r=1\"\r\n"
        );
    }

    #[test]
    fn values_have_a_place() {
        let plot = Plot { left: 10.0, top: 0.0, width: 100.0, height: 50.0, x_most: 24.0, y_most: 100.0 };
        assert_eq!((plot.x(12.0), plot.y(50.0), plot.y(500.0)), (60.0, 25.0, 0.0));
        assert_eq!(plot.line([(0.0, 0.0), (24.0, 100.0)].into_iter()), "M10 50L110 0");
        assert_eq!(
            plot.band(&[(0.0, 100.0), (24.0, 100.0)], &[(0.0, 0.0), (24.0, 0.0)]),
            "M10 0L110 0L110 50L10 50Z"
        );
    }
}
