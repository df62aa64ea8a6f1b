//! Reads the items in the files of an import, and counts the errors.

use std::borrow::Cow;

use dynalab_engine::database::new_items::NewItems;
use dynalab_engine::database::prepared::{PreparedIndex, PreparedPart};
use dynalab_engine::database::rows::Rows;
use dynalab_engine::database::table::{Table, TableDefinition};
use dynalab_engine::execution::item_keys::check_index_keys;
use dynalab_engine::execution::item_write::check_item_size;
use dynalab_engine::execution::key_values::bytes_of_item;
use dynalab_types::binary::{Malformed, Reader, Writer};
use dynalab_types::json::{self, Value};
use dynalab_types::wire::{base64_bytes, decode_item};
use dynalab_types::{AttributeValue, Item, KeyAttribute, KeyBytes, Number, PackedItem, ScalarType, TooMuch};

use crate::transfer::csv::CsvReader;
use crate::transfer::gzip::Unreadable;
use crate::transfer::import::{Compression, Import};
use crate::transfer::ion_reader::IonReader;
use crate::transfer::{File, gzip};

/// The most bytes of one record. It is twenty times the size of the largest item, because JSON and Ion write some values longer. A whole
/// file as one record would take many times its size.
pub(crate) const RECORD_BYTES_MAX: usize = 8 << 20;
/// The most columns of a CSV file. Each needs a byte of an item of 400 KB.
const COLUMNS_MAX: usize = 400 << 10;

/// The format of the files of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceForm {
    DynamodbJson,
    Ion,
    Csv,
}

impl SourceForm {
    pub(crate) const ALL: [SourceForm; 3] = [SourceForm::DynamodbJson, SourceForm::Ion, SourceForm::Csv];

    pub(crate) fn name(self) -> &'static str {
        match self {
            SourceForm::DynamodbJson => "DYNAMODB_JSON",
            SourceForm::Ion => "ION",
            SourceForm::Csv => "CSV",
        }
    }
}

/// How CSV files are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvOptions {
    pub delimiter: char,
    /// Empty if the first line contains the headers.
    pub headers: Vec<String>,
}

impl Default for CsvOptions {
    fn default() -> CsvOptions {
        CsvOptions { delimiter: ',', headers: Vec::new() }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// The size of the files in bytes.
    pub size_bytes: u64,
    pub processed: u64,
    pub imported: u64,
    pub errors: u64,
}

impl Counts {
    pub(crate) fn write(&self, writer: &mut Writer) {
        for count in [self.size_bytes, self.processed, self.imported, self.errors] {
            writer.unsigned(count);
        }
    }

    pub(crate) fn read(reader: &mut Reader) -> Result<Counts, Malformed> {
        Ok(Counts {
            size_bytes: reader.unsigned()?,
            processed: reader.unsigned()?,
            imported: reader.unsigned()?,
            errors: reader.unsigned()?,
        })
    }

    fn error(&mut self) {
        self.processed += 1;
        self.errors += 1;
    }
}

/// The valid items of all files, the entries of the indexes, and what was counted.
#[derive(Debug, Default)]
pub struct ImportedItems {
    pub(crate) items: NewItems,
    pub(crate) counts: Counts,
    pub(crate) indexes: Vec<PreparedPart>,
    /// The first file that was not read because it becomes too much.
    pub(crate) too_much: Option<TooMuch>,
}

impl ImportedItems {
    /// Reads the files in order. The last item of a key stays.
    pub(crate) fn read(import: &Import, table: &Table, files: &[File]) -> ImportedItems {
        let mut counts = Counts::default();
        let (mut rows, mut size_bytes, mut too_much) = (Rows::default(), 0, None);
        for file in files {
            counts.size_bytes += file.bytes.len() as u64;
            let read = read_items(import, table, &file.bytes, &mut counts, |key, item| {
                size_bytes += item.size_bytes();
                size_bytes -= rows.append(key, item).map_or(0, |replaced| replaced.size_bytes());
            });
            too_much = too_much.or(read.err().map(|refusal| refusal.at_member(&file.key)));
        }
        let definition = &table.definition;
        let items = NewItems::with_size(rows, size_bytes, definition);
        let indexes = definition.indexes.iter().map(|index| PreparedIndex::whole(index, &items.rows));
        ImportedItems { indexes: indexes.collect(), items, counts, too_much }
    }

    /// Returns a copy, for a delivery that is used twice. It shares the items.
    pub(crate) fn without_indexes(&self) -> ImportedItems {
        ImportedItems {
            items: self.items.clone(),
            counts: self.counts,
            indexes: Vec::new(),
            too_much: self.too_much.clone(),
        }
    }
}

/// Passes on every item of a file that fits the table. Other items count as errors. An invalid line counts as an error and ends
/// the file. A file that becomes too much is one error.
fn read_items(
    import: &Import,
    table: &Table,
    file: &[u8],
    counts: &mut Counts,
    mut put: impl FnMut(KeyBytes, PackedItem),
) -> Result<(), TooMuch> {
    if file.is_empty() {
        return Ok(());
    }
    let unpacked = match import.compression {
        Compression::Gzip => match gzip::decompress_all(file, &gzip::budget()) {
            Ok(bytes) => Some(Cow::Owned(bytes)),
            Err(Unreadable::NotGzip) => None,
            Err(Unreadable::TooMuch(refusal)) => {
                counts.error();
                return Err(refusal);
            }
        },
        Compression::None | Compression::Zstd => Some(Cow::Borrowed(file)),
    };
    let Some(text) = unpacked.as_deref().and_then(|bytes| str::from_utf8(bytes).ok()) else {
        counts.error();
        return Ok(());
    };
    let mut take = |item: Option<Item>| {
        counts.processed += 1;
        match item.and_then(|item| Some((fitting_key(table, &item)?, item))) {
            Some((key, item)) => {
                counts.imported += 1;
                put(key, PackedItem::pack(&item));
            }
            None => counts.errors += 1,
        }
    };
    let whole = match import.form {
        SourceForm::DynamodbJson => json_items(text, &mut take),
        SourceForm::Ion => ion_items(text, &mut take),
        SourceForm::Csv => csv_items(text, &import.csv, &table.definition, &mut take),
    };
    if !whole {
        counts.error();
    }
    Ok(())
}

/// Returns the key of an item that is valid for the table.
fn fitting_key(table: &Table, item: &Item) -> Option<KeyBytes> {
    let key = bytes_of_item(&table.definition.key, item).ok()?;
    check_index_keys(table, item).ok()?;
    check_item_size(item).ok()?;
    Some(key)
}

/// Reads JSON objects, which need no line break between them. Returns true if the whole file is valid.
fn json_items(text: &str, take: &mut impl FnMut(Option<Item>)) -> bool {
    for record in json::parse_sequence(text, RECORD_BYTES_MAX) {
        let Ok(Value::Object(mut record)) = record else { return false };
        match record.remove("Item") {
            Some(Value::Object(item)) => take(decode_item(&item).ok()),
            _ => take(None),
        }
    }
    true
}

fn ion_items(text: &str, take: &mut impl FnMut(Option<Item>)) -> bool {
    let mut reader = IonReader::new(text);
    loop {
        match reader.next_record() {
            Ok(Some(record)) => take(item_of_record(record)),
            Ok(None) => return true,
            Err(_) => return false,
        }
    }
}

fn item_of_record(record: Vec<(String, Value)>) -> Option<Item> {
    match record.into_iter().find(|(name, _)| name == "Item")? {
        (_, Value::Object(item)) => decode_item(&item).ok(),
        _ => None,
    }
}

/// Reads CSV lines. Columns are strings, except key attributes of the table or of an index.
fn csv_items(
    text: &str,
    options: &CsvOptions,
    definition: &TableDefinition,
    take: &mut impl FnMut(Option<Item>),
) -> bool {
    let mut reader = CsvReader::new(text, options.delimiter);
    let headers = match options.headers.is_empty() {
        false => options.headers.clone(),
        true => match reader.next_line(COLUMNS_MAX + 1) {
            Ok(Some(headers)) if headers.len() > COLUMNS_MAX => return false,
            Ok(Some(headers)) => headers,
            Ok(None) => return true,
            Err(_) => return false,
        },
    };
    let types: Vec<ScalarType> = headers.iter().map(|header| column_type(header, definition)).collect();
    loop {
        let fields = match reader.next_line(headers.len() + 1) {
            Ok(Some(fields)) => fields,
            Ok(None) => return true,
            Err(_) => return false,
        };
        take((fields.len() == headers.len()).then(|| csv_item(&headers, &types, fields)).flatten());
    }
}

/// Returns the item of a line. An empty field is a missing attribute.
fn csv_item(headers: &[String], types: &[ScalarType], fields: Vec<String>) -> Option<Item> {
    let mut item = Item::new();
    for ((header, scalar_type), field) in headers.iter().zip(types).zip(fields) {
        if field.is_empty() {
            continue;
        }
        let value = match scalar_type {
            ScalarType::S => AttributeValue::S(field.into()),
            ScalarType::N => AttributeValue::N(Number::parse(field.trim()).ok()?),
            ScalarType::B => AttributeValue::B(base64_bytes(&field)?.into()),
        };
        item.insert(header.as_str(), value);
    }
    Some(item)
}

fn column_type(header: &str, definition: &TableDefinition) -> ScalarType {
    let of_indexes = definition.indexes.iter().flat_map(|index| index.key.attributes());
    let mut keys = definition.key.attributes().chain(of_indexes);
    let found = keys.find(|attribute: &&KeyAttribute| attribute.name.as_ref() == header);
    found.map_or(ScalarType::S, |attribute| attribute.scalar_type)
}
