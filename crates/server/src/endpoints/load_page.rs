//! The result of a load as a page of its own: figures, and diagrams second by second, there and predicted.

use std::fmt::Write as _;

use dynalab_messages::figures::units;
use dynalab_remote::load::{LoadReport, Tally};

use super::dollars;
use super::load::LoadResult;

/// The size of a diagram in pixels.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 160.0;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:46rem;padding:0 1rem;color:#1b1b1b;background:#fefdf8}\
table{border-collapse:collapse;width:100%}td,th{padding:.25rem .5rem;text-align:right;border-bottom:1px solid #ddd}\
td:first-child,th:first-child{text-align:left}svg{width:100%;height:auto;background:#fff;border:1px solid #ddd}\
.there{stroke:#185a94;fill:none;stroke-width:2}.predicted{stroke:#b3541e;fill:none;stroke-width:2;stroke-dasharray:6 4}\
figcaption{margin:.25rem 0 1.5rem}figure{margin:1.5rem 0 0}\
@media(prefers-color-scheme:dark){body{color:#eee;background:#15181c}td,th{border-color:#444}svg{background:#1c2026;border-color:#444}\
.there{stroke:#7db7e8}.predicted{stroke:#f0a070}}";

type Measure = fn(&Tally) -> f64;

const DIAGRAMS: [(&str, Measure); 4] = [
    ("Requests per second", |tally| tally.requests as f64),
    ("Throttled requests per second", |tally| tally.throttled_count() as f64),
    ("Read units per second", |tally| tally.read_units),
    ("Write units per second", |tally| tally.write_units),
];

pub fn write(result: &LoadResult) -> String {
    let title = format!("Load of {} at {}", result.design.name, result.endpoint.url());
    let title = escaped(&title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title><style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n"
    );
    page.push_str(&figures(result));
    for (name, measure) in DIAGRAMS {
        let predicted = result.predicted.as_ref();
        if [Some(&result.sent), predicted].into_iter().flatten().any(|report| measure(&report.all) > 0.0) {
            page.push_str(&diagram(name, measure, &result.sent, predicted));
        }
    }
    page.push_str(
        "<p>Solid: there. Dashed: predicted, the same requests at the same seconds on Dynalab's engine with DynamoDB's limits.</p>\n</body></html>\n",
    );
    page
}

fn figures(result: &LoadResult) -> String {
    let mut table = String::from("<table><tr><th></th><th>there</th><th>predicted</th></tr>\n");
    let mut row = |name: &str, there: String, predicted: Option<String>| {
        let predicted = predicted.unwrap_or_default();
        let _ = writeln!(table, "<tr><td>{}</td><td>{there}</td><td>{predicted}</td></tr>", escaped(name));
    };
    let predicted = result.predicted.as_ref().map(|report| &report.all);
    let sent = &result.sent.all;
    row("Requests", sent.requests.to_string(), predicted.map(|of| of.requests.to_string()));
    row("Read units", units(sent.read_units), predicted.map(|of| units(of.read_units)));
    row("Write units", units(sent.write_units), predicted.map(|of| units(of.write_units)));
    let share = |of: &Tally| format!("{:.1} %", of.throttled_share() * 100.0);
    row("Throttled", share(sent), predicted.map(share));
    for (reason, count) in &sent.throttled {
        let other = predicted.and_then(|of| of.throttled.get(reason)).copied().unwrap_or_default();
        row(reason, count.to_string(), Some(other.to_string()));
    }
    if let Some(latencies) = result.sent.latencies {
        for (name, us) in [
            ("Latency, median", latencies.p50),
            ("Latency, 99 %", latencies.p99),
            ("Latency, 99.9 %", latencies.p999),
            ("Latency, longest", latencies.longest),
        ] {
            row(name, format!("{:.1} ms", us as f64 / 1000.0), None);
        }
    }
    if let Some(usd) = result.usd {
        row("At on-demand prices", dollars(usd), None);
    }
    table.push_str("</table>\n");
    table
}

/// Draws a measure second by second.
fn diagram(name: &str, measure: Measure, sent: &LoadReport, predicted: Option<&LoadReport>) -> String {
    let reports = || std::iter::once(sent).chain(predicted);
    let seconds = reports().map(|report| report.seconds.len()).max().unwrap_or(1).max(2);
    let highest = reports().flat_map(|report| &report.seconds).map(measure).fold(1.0_f64, f64::max);
    let line = |report: &LoadReport, class: &str| {
        let points: Vec<String> = report
            .seconds
            .iter()
            .enumerate()
            .map(|(second, tally)| {
                let x = second as f64 * WIDTH / (seconds - 1) as f64;
                let y = HEIGHT - measure(tally) / highest * (HEIGHT - 10.0);
                format!("{x:.1},{y:.1}")
            })
            .collect();
        format!("<polyline class=\"{class}\" points=\"{}\"/>", points.join(" "))
    };
    let mut lines = line(sent, "there");
    lines.extend(predicted.map(|report| line(report, "predicted")));
    format!(
        "<figure><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{name}\">{lines}</svg>\
         <figcaption>{name}, up to {}</figcaption></figure>\n",
        units(highest)
    )
}

/// Writes a text as the content of an element.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
