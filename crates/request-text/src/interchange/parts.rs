//! Reads the items of a file in parts of bounded size, as an import sends them.

use dynalab_types::wire::write_item;
use serde::{Deserialize, Serialize};

use super::checks::Keys;
use super::diagnostic::ToldDiagnostic;
use super::records::{Form, RecordPlace, Records};

/// Number of items in a part. The engine writes a part in some milliseconds.
const ITEMS_MAX: usize = 250;
/// Bytes of the items of a part, after which it ends.
const BYTES_MAX: usize = 256 * 1024;
/// Number of records that are read for a part, also if none is an item.
const RECORDS_MAX: usize = 2_000;
/// Number of problems that a part tells. The others are counted.
const PROBLEMS_MAX: usize = 200;

/// How the records of a file become items of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Intake {
    pub form: Form,
    /// The table whose records are read, if the files have records of several tables.
    pub source: Option<String>,
    pub keys: Keys,
}

/// The next items of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemsPart {
    /// The items as JSON, separated by commas.
    pub items: String,
    /// The line of each item.
    pub lines: Vec<usize>,
    /// The number of records that are no items of the table.
    pub wrong: u64,
    /// The first of them, with their lines.
    pub problems: Vec<(usize, ToldDiagnostic)>,
    /// Bytes of the file that are read, with this part.
    pub bytes_read: usize,
    pub is_last: bool,
}

impl ItemsPart {
    fn is_full(&self) -> bool {
        self.lines.len() >= ITEMS_MAX || self.items.len() >= BYTES_MAX
    }
}

/// How far a file has been read.
#[derive(Clone, Debug)]
pub struct PartReader {
    intake: Intake,
    place: Option<RecordPlace>,
}

impl PartReader {
    pub fn new(intake: Intake) -> PartReader {
        PartReader { intake, place: None }
    }

    /// Reads the next part. `text` is the text of the file, always the same one.
    pub fn next(&mut self, text: &str) -> ItemsPart {
        let Intake { form, source, keys } = &self.intake;
        let mut records = match self.place.take() {
            Some(place) => Records::continued(text, form, place),
            None => Records::from_text(text, form),
        };
        let mut part = ItemsPart::default();
        for _ in 0..RECORDS_MAX {
            let Some(record) = records.next() else {
                part.is_last = true;
                part.bytes_read = text.len();
                return part;
            };
            let record = record.only_of(source.as_deref());
            match record.item.and_then(|item| keys.check(&item).map(|()| item)) {
                Ok(item) => {
                    part.items.push_str(if part.lines.is_empty() { "" } else { "," });
                    write_item(&item, &mut part.items);
                    part.lines.push(record.line);
                }
                Err(problem) => {
                    part.wrong += 1;
                    if part.problems.len() < PROBLEMS_MAX {
                        part.problems.push((record.line, problem.told()));
                    }
                }
            }
            if part.is_full() {
                break;
            }
        }
        part.bytes_read = records.place();
        self.place = Some(records.into_place());
        part
    }
}

#[cfg(test)]
mod tests {
    use super::super::csv::Sheet;
    use super::*;
    use dynalab_types::ScalarType;

    fn intake(text: &str, keys: Keys) -> Intake {
        Intake { form: Form::guess(text, || Sheet::guess(text, &keys)), source: None, keys }
    }

    fn parts(text: &str, intake: Intake) -> Vec<ItemsPart> {
        let mut reader = PartReader::new(intake);
        let mut parts = vec![reader.next(text)];
        while !parts.last().is_some_and(|part| part.is_last) {
            parts.push(reader.next(text));
        }
        parts
    }

    /// The parts together are what one pass over the records finds, whatever surrounds the records.
    #[test]
    fn parts_have_every_record_once_in_its_order() {
        let item = |n: usize| format!("{{\"id\":{{\"N\":\"{n}\"}}}}");
        let many = |between: &str, one: &dyn Fn(usize) -> String| {
            (0..3_000).map(one).collect::<Vec<_>>().join(between)
        };
        let put = |n: usize| format!("{{\"PutRequest\":{{\"Item\":{}}}}}", item(n));
        let csv = format!("id,note\n{}\n", many("\n", &|n| format!("{n},\"a\nb\"")));
        for text in [
            many("\n", &item),
            format!("\u{feff}[{}]", many(",\n", &item)),
            format!("{{\"Items\":[{}],\"Count\":3000}}\n{{\"Items\":[{}]}}", many(",", &item), item(3_000)),
            format!("{{\"RequestItems\":{{\"T\":[{}],\"U\":[{}]}}}}", many(",", &put), many(",", &put)),
            format!("{}\n{}", many("\n", &|_| "{\"id\":[1]}".to_owned()), item(1)),
            csv,
        ] {
            let intake = intake(&text, Keys(vec![("id".to_owned(), ScalarType::N)]));
            let (mut items, mut lines, mut wrong) = (Vec::new(), Vec::new(), 0);
            for record in Records::from_text(&text, &intake.form) {
                match record.item.and_then(|item| intake.keys.check(&item).map(|()| item)) {
                    Ok(item) => {
                        items.push(dynalab_types::wire::item_json(&item));
                        lines.push(record.line);
                    }
                    Err(_) => wrong += 1,
                }
            }
            let parts = parts(&text, intake);
            assert!(parts.len() > 1, "{}", &text[..40]);
            let together: Vec<&str> =
                parts.iter().map(|part| part.items.as_str()).filter(|items| !items.is_empty()).collect();
            assert_eq!(together.join(","), items.join(","), "{}", &text[..40]);
            let found: Vec<usize> = parts.iter().flat_map(|part| part.lines.clone()).collect();
            assert_eq!((found, parts.iter().map(|part| part.wrong).sum::<u64>()), (lines, wrong));
            let read: Vec<usize> = parts.iter().map(|part| part.bytes_read).collect();
            assert!(read.is_sorted() && read.last() == Some(&text.len()), "{read:?}");
        }
    }

    #[test]
    fn parts_stay_small_whatever_the_records_are() {
        let large = format!("{{\"id\":{{\"S\":\"{}\"}}}}", "x".repeat(100_000));
        let name = format!("{{\"{}\":{{\"N\":\"x\"}}}}", "n".repeat(10_000));
        for (text, parts_least) in
            [(vec![large; 30].join("\n"), 10), (vec![name; 1_000].join("\n"), 1), (String::new(), 1)]
        {
            let parts = parts(&text, intake(&text, Keys::default()));
            assert!(parts.len() >= parts_least, "{}", parts.len());
            for part in parts {
                assert!(part.items.len() < BYTES_MAX + 200_000 && part.problems.len() <= PROBLEMS_MAX);
                let told = part.problems.iter().flat_map(|(_, problem)| &problem.details).map(String::len);
                assert!(told.max().unwrap_or_default() < 4 * TOLD_BYTES);
            }
        }
    }

    const TOLD_BYTES: usize = 250;
}
