//! Puts the items of a bulk operation one after the other, each under its optional condition.

use std::borrow::Cow;
use std::collections::BTreeMap;

use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::stream::{RecordedBy, RecordingMark};
use dynalab_engine::database::table::{IndexKind, Table};
use dynalab_engine::error::DynamoError;
use dynalab_engine::execution::item_keys::check_index_keys;
use dynalab_engine::execution::item_write::check_item_size;
use dynalab_engine::execution::key_values::bytes_of_item;
use dynalab_engine::request::expression_parameters::ExpressionParameters;
use dynalab_engine::request::fields::{Fields, Problems, RequestLayer};
use dynalab_engine::request::regional_checks::RegionalChecks;
use dynalab_engine::response::json_writer::write_object;
use dynalab_engine::settings::config::EngineConfig;
use dynalab_expressions::ExpressionKind;
use dynalab_types::json::{self, Object, Value};
use dynalab_types::{Item, KeyBytes, PackedItem, Timestamp, TooMuch};

use crate::transfer::bulk::{BulkPut, BulkUsage};
use crate::transfer::export::folder_of;
use crate::transfer::gzip::Unreadable;
use crate::transfer::import::Compression;
use crate::transfer::import_items::{RECORD_BYTES_MAX, SourceForm};
use crate::transfer::ion_reader::IonReader;
use crate::transfer::{File, gzip};

/// A report that is this long ends. Items that are not in it are counted all the same.
const REPORT_BYTES_MAX: usize = 16 << 20;
const LAYER: RequestLayer = RequestLayer::Plain;
/// The code of a file that becomes too much.
const TOO_MUCH: &str = "ValidationException";

/// Files to write, by their keys.
pub(crate) type Reports = Vec<(String, Vec<u8>)>;

/// Writes the items of the files in order, and reports those that were not written.
pub(crate) fn put_all(
    bulk: &BulkPut,
    table: &Table,
    files: &[File],
    now: Timestamp,
    config: &EngineConfig,
) -> (WriteSet, BulkUsage, Reports) {
    let mut load = Load {
        table,
        now,
        index_delay_ms: config.delays.index_propagation_ms,
        written: BTreeMap::new(),
        writes: WriteSet::default(),
        usage: BulkUsage::default(),
        errors: String::new(),
        conditions: String::new(),
    };
    let indexes = table.definition.indexes.iter();
    load.usage.index_bytes = indexes.map(|index| (index.kind, index.name.clone(), 0)).collect();
    for file in files {
        load.usage.input_bytes += file.bytes.len() as u64;
        load.read_file(bulk, file);
    }
    let base = folder_of(bulk.output_prefix.as_deref(), &bulk.arn);
    let mut reports = Reports::new();
    for (asked, name, text) in [
        (bulk.reports_errors, "errors.json", load.errors),
        (bulk.reports_conditions, "condition-check-failures.json", load.conditions),
    ] {
        if asked && !text.is_empty() {
            reports.push((format!("{base}{name}"), text.into_bytes()));
        }
    }
    (load.writes, load.usage, reports)
}

/// The state of a bulk operation while it writes.
struct Load<'a> {
    table: &'a Table,
    now: Timestamp,
    index_delay_ms: u64,
    /// The items written so far, because a later item can have the same key.
    written: BTreeMap<KeyBytes, PackedItem>,
    writes: WriteSet,
    usage: BulkUsage,
    errors: String,
    conditions: String,
}

fn write_report(report: &mut String, place: &Place, code: &str, message: &str) {
    if report.len() > REPORT_BYTES_MAX {
        return;
    }
    write_object(report, |object| {
        object.text("S3Key", place.key);
        object.integer("Record", place.number);
        object.text("ErrorCode", code);
        object.text("ErrorMessage", message);
    });
    report.push('\n');
}

/// The position of a record in its file.
struct Place<'a> {
    key: &'a str,
    /// Counted from one.
    number: u64,
}

impl Load<'_> {
    /// Reads a file. An invalid part ends it.
    fn read_file(&mut self, bulk: &BulkPut, file: &File) {
        if file.bytes.is_empty() {
            return;
        }
        let mut place = Place { key: &file.key, number: 0 };
        let unpacked = match bulk.compression {
            Compression::Gzip => match gzip::decompress_all(&file.bytes, &gzip::budget()) {
                Ok(bytes) => Some(Cow::Owned(bytes)),
                Err(Unreadable::NotGzip) => None,
                Err(Unreadable::TooMuch(refusal)) => {
                    place.number += 1;
                    self.usage.processed += 1;
                    return self.refuse(&place, &refusal);
                }
            },
            Compression::None | Compression::Zstd => Some(Cow::Borrowed(file.bytes.as_slice())),
        };
        let text = unpacked.as_deref().and_then(|bytes| str::from_utf8(bytes).ok());
        let whole = match (text, bulk.form) {
            (None, _) => false,
            (Some(text), SourceForm::Ion) => self.read_ion(text, &mut place),
            (Some(text), _) => self.read_lines(text, &mut place),
        };
        if !whole {
            place.number += 1;
            self.usage.processed += 1;
            self.fail(&place, &DynamoError::NotJson);
        }
    }

    fn read_lines(&mut self, text: &str, place: &mut Place) -> bool {
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            if line.len() > RECORD_BYTES_MAX {
                return false;
            }
            let Ok(Value::Object(record)) = json::parse(line) else { return false };
            place.number += 1;
            self.put(&record, place);
        }
        true
    }

    fn read_ion(&mut self, text: &str, place: &mut Place) -> bool {
        let mut reader = IonReader::new(text);
        loop {
            match reader.next_record() {
                Ok(Some(members)) => {
                    let mut record: Object = members.into_iter().collect();
                    if let Some(Value::Object(names)) = record.get_mut("ExpressionAttributeNames") {
                        names.values_mut().for_each(untag);
                    }
                    place.number += 1;
                    self.put(&record, place);
                }
                Ok(None) => return true,
                Err(_) => return false,
            }
        }
    }

    fn put(&mut self, record: &Object, place: &Place) {
        self.usage.processed += 1;
        if let Err(error) = self.try_put(record) {
            self.fail(place, &error);
        }
    }

    /// Counts an item that was not written, and reports its position and the reason.
    fn fail(&mut self, place: &Place, error: &DynamoError) {
        self.usage.failed += 1;
        let report = match error {
            DynamoError::ConditionalCheckFailed { .. } => &mut self.conditions,
            _ => &mut self.errors,
        };
        write_report(report, place, error.name(), &error.to_string());
    }

    /// Counts a file that becomes too much as one item that was not written, and reports what the bound is.
    fn refuse(&mut self, place: &Place, refusal: &TooMuch) {
        self.usage.failed += 1;
        write_report(&mut self.errors, place, TOO_MUCH, &refusal.to_string());
    }

    fn try_put(&mut self, record: &Object) -> Result<(), DynamoError> {
        let mut problems = Problems::default();
        let mut fields = Fields::new(record, LAYER, RegionalChecks::default(), &mut problems);
        fields.require("Item");
        let item = fields.item("Item").unwrap_or_default();
        let condition = fields.text("ConditionExpression");
        let parameters = ExpressionParameters::decode(&mut fields);
        problems.finish(LAYER, false)?;
        check_item_size(&item)?;
        let mut aliases = parameters.aliases(&[("ConditionExpression", condition.is_some())])?;
        let condition =
            parameters.condition(ExpressionKind::Condition, condition.as_deref(), &mut aliases)?;
        parameters.finish(&aliases)?;
        let key = bytes_of_item(&self.table.definition.key, &item)?;
        check_index_keys(self.table, &item)?;
        let before = self.written.get(&key).or_else(|| self.table.items.packed(&key)).cloned();
        if let Some(condition) = condition {
            let found = before.as_ref().map(PackedItem::unpack).unwrap_or_default();
            if !condition.matches(&found) {
                return Err(DynamoError::ConditionalCheckFailed { item: None, is_of_statement: false });
            }
        }
        self.write(key, item, before);
        Ok(())
    }

    /// Writes an item like a put, without consuming capacity: bulk operations are charged by bytes.
    fn write(&mut self, key: KeyBytes, item: Item, before: Option<PackedItem>) {
        let definition = &self.table.definition;
        self.usage.table_bytes += item.size_bytes();
        for (index, (_, _, bytes)) in definition.indexes.iter().zip(&mut self.usage.index_bytes) {
            if index.entry_key(&key, &item).is_some() {
                *bytes += index.projected.entry_size_bytes(&item);
            }
        }
        let after = PackedItem::pack(&item);
        let told = definition.is_recorded() && before.as_ref() != Some(&after);
        let late = self.index_delay_ms > 0 && definition.indexes_of_kind(IndexKind::Global).next().is_some();
        self.writes.changes.push(Change::Item {
            table: definition.name.clone(),
            key: key.clone(),
            before: None,
            after: Some(after.clone()),
            global_indexes_follow: !late,
            recorded: told.then_some(RecordingMark {
                at: self.now,
                taken_back: false,
                by: RecordedBy::Client,
            }),
        });
        if late {
            let work = WriteSet::propagate(definition.reference(), key.clone(), before, Some(after.clone()));
            self.writes.later.push((self.index_delay_ms, work));
        }
        self.written.insert(key, after);
    }
}

/// Replaces an Ion value by its text.
fn untag(value: &mut Value) {
    if let Some(text) = value.get("S").cloned() {
        *value = text;
    }
}
