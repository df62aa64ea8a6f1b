//! Sizes of the site: its parts, their goals, and the figures that BENCHMARKS.md records.

use crate::figures::Figures;
use crate::report;

/// Files that a visit loads together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Everything that the home page loads, including the engine's module.
    FirstPage,
    /// The engine's module alone.
    Engine,
    CompleteEngine,
    Bench,
    /// The program that reads links and files, without the readers of a family of formats.
    Files,
    DesignReaders,
    SqlReaders,
    TemplateReaders,
    SchemaReaders,
    Learn,
    Design,
    Capacity,
    Scale,
    Pictures,
    Dialogs,
    Editor,
    CodeMirror,
    AwsSdk,
    Documents,
    DesignFormats,
    Backups,
}

impl Part {
    pub const ALL: [Part; 21] = [
        Part::FirstPage,
        Part::Engine,
        Part::CompleteEngine,
        Part::Bench,
        Part::Files,
        Part::DesignReaders,
        Part::SqlReaders,
        Part::TemplateReaders,
        Part::SchemaReaders,
        Part::Learn,
        Part::Design,
        Part::Capacity,
        Part::Scale,
        Part::Pictures,
        Part::Dialogs,
        Part::Editor,
        Part::CodeMirror,
        Part::AwsSdk,
        Part::Documents,
        Part::DesignFormats,
        Part::Backups,
    ];

    /// Returns the title in the table of BENCHMARKS.md.
    pub fn title(self) -> &'static str {
        match self {
            Part::FirstPage => "everything the first page loads",
            Part::Engine => "the engine's module",
            Part::CompleteEngine => "the complete engine",
            Part::Bench => "the bench",
            Part::Files => "readers of links and files",
            Part::DesignReaders => "readers of designs",
            Part::SqlReaders => "readers of SQL",
            Part::TemplateReaders => "readers of templates",
            Part::SchemaReaders => "readers of schemas",
            Part::Learn => "learn",
            Part::Design => "design",
            Part::Capacity => "capacity",
            Part::Scale => "partition lab",
            Part::Pictures => "pictures",
            Part::Dialogs => "dialogs",
            Part::Editor => "the request editor",
            Part::CodeMirror => "CodeMirror",
            Part::AwsSdk => "the AWS SDK",
            Part::Documents => "links and files",
            Part::DesignFormats => "formats of designs",
            Part::Backups => "backups",
        }
    }

    /// Returns the goal in kilobytes of brotli.
    pub fn goal_kb(self) -> f64 {
        match self {
            Part::FirstPage => 480.0,
            Part::Engine => 200.0,
            Part::CompleteEngine
            | Part::Bench
            | Part::Files
            | Part::DesignReaders
            | Part::SqlReaders
            | Part::TemplateReaders
            | Part::SchemaReaders
            | Part::Learn
            | Part::Design
            | Part::Capacity
            | Part::Scale
            | Part::Pictures
            | Part::Dialogs
            | Part::Editor
            | Part::CodeMirror
            | Part::AwsSdk
            | Part::Documents
            | Part::DesignFormats
            | Part::Backups => 400.0,
        }
    }

    fn figure(self) -> String {
        format!("sizes/{} bytes", self.title())
    }

    pub fn note(self, figures: &mut Figures, brotli_bytes: u64) {
        figures.note(&self.figure(), brotli_bytes as f64);
    }

    /// Returns the size in this run, in kilobytes of brotli.
    pub(crate) fn measured_kb(self, figures: &Figures) -> Option<f64> {
        figures.get(&self.figure()).map(|bytes| bytes / 1_000.0)
    }

    /// Returns the size that the document records, in kilobytes of brotli.
    pub fn recorded_kb(self, document: &str) -> Option<f64> {
        let table = report::table_in(document, "sizes")?;
        let mut rows = table.lines().map(|line| line.split('|').map(str::trim).skip(1));
        let mut row = rows.find_map(|mut cells| (cells.next()? == self.title()).then_some(cells))?;
        row.next()?.replace(',', "").parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_read_from_its_row_of_its_table() {
        let row = |title: &str, kb: &str| format!("| {title} | {kb} | 400 |\n");
        let other = row("pictures", "1");
        let table = row("on the wire", "KB") + &row("pictures", "1,438") + &row("dialogs", "-");
        let document = format!("{other}<!-- table: sizes -->\n{table}<!-- end -->\n{}", row("backups", "2"));
        assert_eq!(Part::Pictures.recorded_kb(&document), Some(1_438.0));
        assert_eq!(Part::Dialogs.recorded_kb(&document), None, "it was not measured");
        assert_eq!(Part::Backups.recorded_kb(&document), None, "it is in no table");
    }

    /// The build reads the table that `cargo xtask bench --write` writes.
    #[test]
    fn a_table_that_is_written_can_be_read() {
        let mut figures = Figures::default();
        for (part, bytes) in Part::ALL.into_iter().zip((1_u64..).map(|number| number * 123_456)) {
            part.note(&mut figures, bytes);
        }
        let table = report::sizes_table(&figures).expect("there are figures");
        let document = format!("<!-- table: sizes -->\n{table}<!-- end -->\n");
        for (part, number) in Part::ALL.into_iter().zip(1_u32..) {
            let exact = f64::from(number) * 123.456;
            let recorded = part.recorded_kb(&document).expect("every part has a row");
            assert!((recorded - exact).abs() <= 0.5, "{part:?}: {recorded} instead of {exact}");
        }
    }
}
