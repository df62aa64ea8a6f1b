//! Writes the tables of BENCHMARKS.md from the stored figures, with their goals.

mod native;
mod page;

use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;

pub(crate) use page::sizes as sizes_table;

use crate::figures::Figures;

/// A table and its name in BENCHMARKS.md.
pub struct Table {
    pub name: &'static str,
    pub markdown: String,
}

/// Returns the tables of all figures: the stored ones, and those of criterion.
pub fn tables(figures: &Path, criterion: &Path) -> Vec<Table> {
    let (memory, http) = (Figures::kept(figures, "memory"), Figures::kept(figures, "http"));
    let history = Figures::kept(figures, "history");
    let (page, sizes) = (Figures::kept(figures, "page"), Figures::kept(figures, "sizes"));
    let of = |part: &str| Figures::kept(figures, part);
    let (twin, traffic) = (Figures::kept(figures, "twin"), Figures::kept(figures, "traffic"));
    let all = [
        ("engine", native::engine(criterion)),
        ("instructions", native::instructions(&Figures::kept(figures, "instructions"))),
        ("locked", native::locked(&Figures::kept(figures, "locked"))),
        ("memory", native::memory(&memory, &page)),
        ("snapshot", native::snapshot(criterion)),
        ("files", native::files(&of("large_files"))),
        ("history", native::history(&history, &page)),
        ("twin", native::twin(&twin, &page)),
        ("http", native::http(&http)),
        ("stalls", native::stalls(&Figures::kept(figures, "stalls"))),
        ("itself", page::itself(&page)),
        ("worker", page::worker(&page)),
        ("durable", page::durable(&page)),
        ("traffic", page::traffic(&traffic)),
        ("scans", page::scans(&of("scans"), &of("puts"), &of("large_table"))),
        ("start", page::start(&page)),
        ("lessons", page::lessons(&page)),
        ("designs", page::designs(&page)),
        ("sliders", page::sliders(&page)),
        ("sizes", sizes_table(&sizes)),
    ];
    let made = all.into_iter().filter_map(|(name, markdown)| Some(Table { name, markdown: markdown? }));
    made.collect()
}

/// Returns the document with its tables replaced. Their places are marked: `<!-- table: NAME -->` … `<!-- end -->`.
///
/// # Errors
/// Returns the name of a table that has no place.
pub fn put_into(document: &str, tables: &[Table]) -> Result<String, String> {
    let mut document = document.to_owned();
    for table in tables {
        let begin = format!("<!-- table: {} -->\n", table.name);
        let place = document.split_once(&begin).and_then(|(before, rest)| {
            let (_, after) = rest.split_once("<!-- end -->")?;
            Some(format!("{before}{begin}{}<!-- end -->{after}", table.markdown))
        });
        document = place.ok_or_else(|| table.name.to_owned())?;
    }
    Ok(document)
}

/// Returns the table with this name in the document.
pub fn table_in<'a>(document: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = document.split_once(&format!("<!-- table: {name} -->\n"))?;
    rest.split_once("<!-- end -->").map(|(table, _)| table)
}

/// A Markdown table under construction. It is empty if nothing was measured.
struct Rows {
    markdown: String,
    is_empty: bool,
}

impl Rows {
    fn under(heads: &[&str]) -> Rows {
        let mut markdown = format!("| {} |\n|---|", heads.join(" | "));
        markdown += &"---:|".repeat(heads.len().saturating_sub(1));
        markdown.push('\n');
        Rows { markdown, is_empty: true }
    }

    /// Adds a row, unless it has no figure.
    fn add(&mut self, title: &str, cells: &[Option<String>]) {
        if cells.iter().all(Option::is_none) {
            return;
        }
        self.is_empty = false;
        let cells = cells.iter().map(|cell| cell.as_deref().unwrap_or("-"));
        // Writing to a String cannot fail.
        let _ = writeln!(self.markdown, "| {title} | {} |", cells.collect::<Vec<_>>().join(" | "));
    }

    fn finish(self) -> Option<String> {
        (!self.is_empty).then_some(self.markdown)
    }
}

/// Formats a number with three significant digits: 3.21, 32.1, 321, 32,100.
fn number(value: f64) -> String {
    match value.abs() {
        size if size < 10.0 => format!("{value:.2}"),
        size if size < 100.0 => format!("{value:.1}"),
        _ => with_commas(value.round() as i64),
    }
}

fn with_commas(value: i64) -> String {
    let digits = value.abs().to_string();
    let mut text = String::from(if value < 0 { "-" } else { "" });
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn cell(value: Option<f64>) -> Option<String> {
    value.map(number)
}

fn times(value: Option<f64>, of: Option<f64>) -> Option<String> {
    Some(format!("{:.2} x", value? / of?))
}

/// Returns the median of criterion, in nanoseconds.
fn criterion_median(folder: &Path, group: &str, name: &str) -> Option<f64> {
    let file = folder.join(group).join(name).join("new/estimates.json");
    let estimates: Value = serde_json::from_str(&std::fs::read_to_string(file).ok()?).ok()?;
    estimates["median"]["point_estimate"].as_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_as_many_digits_as_say_something() {
        assert_eq!([1.234, 12.34, 123.4, 12_345.6].map(number), ["1.23", "12.3", "123", "12,346"]);
        assert_eq!(with_commas(-1_234_567), "-1,234,567");
    }

    #[test]
    fn tables_take_the_place_of_older_ones() {
        let document = "A\n<!-- table: a -->\nold\n<!-- end -->\nB\n";
        let table = |name| Table { name, markdown: "new\n".to_owned() };
        let expected = "A\n<!-- table: a -->\nnew\n<!-- end -->\nB\n";
        assert_eq!(put_into(document, &[table("a")]).as_deref(), Ok(expected));
        assert_eq!(put_into(document, &[table("b")]), Err("b".to_owned()));
        assert_eq!((table_in(document, "a"), table_in(document, "b")), (Some("old\n"), None));
    }

    #[test]
    fn what_was_not_measured_makes_no_table() {
        assert!(tables(Path::new("/nowhere"), Path::new("/nowhere")).is_empty());
    }
}
