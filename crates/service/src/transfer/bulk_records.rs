//! Reads the records of a bulk operation from its files, in parts of a fixed size. It needs no engine.

use std::mem;
use std::sync::Arc;

use dynalab_engine::error::DynamoError;
use dynalab_engine::execution::item_write::check_item_size;
use dynalab_engine::request::expression_parameters::ExpressionParameters;
use dynalab_engine::request::fields::{Fields, Problems, RequestLayer};
use dynalab_engine::request::regional_checks::RegionalChecks;
use dynalab_expressions::{BoundCondition, ExpressionKind};
use dynalab_types::json::{self, Object, Value};
use dynalab_types::{Item, PackedItem};

use crate::transfer::gzip::Unreadable;
use crate::transfer::import::Compression;
use crate::transfer::import_items::{RECORD_BYTES_MAX, SourceForm};
use crate::transfer::ion_reader::{IonPosition, IonReader};
use crate::transfer::{File, gzip};

/// The most records that are written in one step of the engine. Other requests are executed between two steps.
pub(crate) const PART_RECORDS_MAX: usize = 1_000;
/// The text that one step writes, in bytes. The record that reaches it is the last one of its step.
const PART_BYTES_MAX: usize = 1 << 20;
const LAYER: RequestLayer = RequestLayer::Plain;
/// The code of a file that becomes too much.
const TOO_MUCH: &str = "ValidationException";

/// How the files of a bulk operation are read, and where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BulkSource {
    pub form: SourceForm,
    pub compression: Compression,
    /// The number of records that were written or refused before. They are not read again.
    pub processed: u64,
}

/// The files of a bulk operation, as far as they are read, and the part that is written next.
#[derive(Clone, Debug)]
pub struct BulkRecords {
    reader: FilesReader,
    /// The first record after the part, which tells whether there is one.
    next: Option<BulkRecord>,
    /// The number of records before the part.
    pub(crate) processed: u64,
    /// Empty if it was written. The next one is then read.
    part: Vec<BulkRecord>,
    /// The size of all files in bytes.
    pub(crate) total_bytes: u64,
}

/// One record of a file: what it puts, or why it cannot.
#[derive(Clone, Debug)]
pub(crate) struct BulkRecord {
    /// The key of its file.
    pub file: Arc<str>,
    /// Its position in the file, counted from one.
    pub number: u64,
    /// The length of its text in bytes.
    length: usize,
    pub put: Result<BulkRecordPut, Refused>,
}

/// An item and the condition under which it is written.
#[derive(Clone, Debug)]
pub(crate) struct BulkRecordPut {
    pub item: Item,
    pub packed: PackedItem,
    pub condition: Option<BoundCondition>,
}

/// Why a record is not written, as the report says it.
#[derive(Clone, Debug)]
pub(crate) struct Refused {
    pub code: &'static str,
    pub message: String,
}

impl BulkRecords {
    /// Reads the first part that was not written before.
    pub(crate) fn begin(source: BulkSource, files: Vec<File>) -> BulkRecords {
        let total_bytes = files.iter().map(|file| file.bytes.len() as u64).sum();
        let mut reader = FilesReader { source, files: files.into_iter(), open: None, finished_bytes: 0 };
        let mut next = reader.next_record();
        for _ in 0..source.processed {
            next = reader.next_record();
        }
        let mut records =
            BulkRecords { reader, next, processed: source.processed, part: Vec::new(), total_bytes };
        records.read_part();
        records
    }

    /// Reads the next part, if the one before was written.
    pub(crate) fn read_part(&mut self) {
        let mut length = 0;
        if !self.part.is_empty() {
            return;
        }
        while self.part.len() < PART_RECORDS_MAX && length < PART_BYTES_MAX {
            let Some(record) = self.next.take() else { break };
            length += record.length;
            self.part.push(record);
            self.next = self.reader.next_record();
        }
    }

    /// Takes the part to write it. It is empty if there are no records.
    pub(crate) fn take_part(&mut self) -> Vec<BulkRecord> {
        self.processed += self.part.len() as u64;
        mem::take(&mut self.part)
    }

    /// Whether records follow the part.
    pub(crate) fn has_more(&self) -> bool {
        self.next.is_some()
    }

    /// Returns the size of the files whose records are all in this part or before it, in bytes.
    pub(crate) fn read_bytes(&self) -> u64 {
        self.reader.finished_bytes
    }
}

/// Reads files one after the other. Only one of them is decompressed at a time.
#[derive(Clone, Debug)]
struct FilesReader {
    source: BulkSource,
    files: std::vec::IntoIter<File>,
    open: Option<OpenFile>,
    finished_bytes: u64,
}

/// A file whose records are being read.
#[derive(Clone, Debug)]
struct OpenFile {
    key: Arc<str>,
    size_bytes: u64,
    /// Its content, or the reason why it has none. That is one record.
    content: Result<String, Refused>,
    position: IonPosition,
    /// The number of records so far.
    number: u64,
}

impl FilesReader {
    /// Returns the next record of all files. An invalid part of a file is a record that ends it.
    fn next_record(&mut self) -> Option<BulkRecord> {
        loop {
            if let Some(file) = &mut self.open {
                if let Some(record) = file.next_record(self.source.form) {
                    return Some(record);
                }
                self.finished_bytes += file.size_bytes;
                self.open = None;
            }
            self.open = Some(OpenFile::open(self.files.next()?, self.source.compression));
        }
    }
}

impl OpenFile {
    fn open(file: File, compression: Compression) -> OpenFile {
        let size_bytes = file.bytes.len() as u64;
        let unpacked = match compression {
            Compression::Gzip if !file.bytes.is_empty() => gzip::decompress_all(&file.bytes, &gzip::budget())
                .map_err(|unreadable| match unreadable {
                    Unreadable::NotGzip => not_json(),
                    Unreadable::TooMuch(refusal) => Refused { code: TOO_MUCH, message: refusal.to_string() },
                }),
            _ => Ok(file.bytes),
        };
        let content = unpacked.and_then(|bytes| String::from_utf8(bytes).map_err(|_| not_json()));
        OpenFile { key: file.key.into(), size_bytes, content, position: IonPosition::default(), number: 0 }
    }

    fn next_record(&mut self, form: SourceForm) -> Option<BulkRecord> {
        let before = self.position.place;
        let read = match (&self.content, form) {
            (Err(refused), _) => Some(Err(refused.clone())),
            (Ok(text), SourceForm::Ion) => next_of_ion(text, &mut self.position),
            (Ok(text), _) => next_of_lines(text, &mut self.position.place),
        };
        let put = match read? {
            Ok(record) => decode_put(&record).map_err(|error| Refused::from(&error)),
            Err(refused) => {
                // Nothing of the file follows.
                self.content = Ok(String::new());
                self.position = IonPosition::default();
                Err(refused)
            }
        };
        self.number += 1;
        let length = self.position.place.saturating_sub(before);
        Some(BulkRecord { file: self.key.clone(), number: self.number, length, put })
    }
}

/// Returns the next line that is not blank, as JSON.
fn next_of_lines(text: &str, place: &mut usize) -> Option<Result<Object, Refused>> {
    loop {
        let rest = &text[*place..];
        let line = rest.lines().next()?;
        *place += rest.find('\n').map_or(rest.len(), |end| end + 1);
        if line.trim().is_empty() {
            continue;
        }
        if line.len() > RECORD_BYTES_MAX {
            return Some(Err(not_json()));
        }
        return Some(match json::parse(line) {
            Ok(Value::Object(record)) => Ok(record),
            _ => Err(not_json()),
        });
    }
}

fn next_of_ion(text: &str, position: &mut IonPosition) -> Option<Result<Object, Refused>> {
    let mut reader = IonReader::at(text, *position);
    let read = reader.next_record();
    *position = reader.position();
    Some(match read {
        Ok(members) => {
            let mut record: Object = members?.into_iter().collect();
            if let Some(Value::Object(names)) = record.get_mut("ExpressionAttributeNames") {
                names.values_mut().for_each(untag);
            }
            Ok(record)
        }
        Err(_) => Err(not_json()),
    })
}

/// Replaces an Ion value by its text.
fn untag(value: &mut Value) {
    if let Some(text) = value.get("S").cloned() {
        *value = text;
    }
}

fn not_json() -> Refused {
    Refused::from(&DynamoError::NotJson)
}

impl From<&DynamoError> for Refused {
    fn from(error: &DynamoError) -> Refused {
        Refused { code: error.name(), message: error.to_string() }
    }
}

/// Decodes a record as far as that needs no table.
fn decode_put(record: &Object) -> Result<BulkRecordPut, DynamoError> {
    let mut problems = Problems::default();
    let mut fields = Fields::new(record, LAYER, RegionalChecks::default(), &mut problems);
    fields.require("Item");
    let item = fields.item("Item").unwrap_or_default();
    let condition = fields.text("ConditionExpression");
    let parameters = ExpressionParameters::decode(&mut fields);
    problems.finish(LAYER, false)?;
    check_item_size(&item)?;
    let mut aliases = parameters.aliases(&[("ConditionExpression", condition.is_some())])?;
    let condition = parameters.condition(ExpressionKind::Condition, condition.as_deref(), &mut aliases)?;
    parameters.finish(&aliases)?;
    Ok(BulkRecordPut { packed: PackedItem::pack(&item), item, condition })
}
