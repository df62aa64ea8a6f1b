//! The files of an export: manifests with checksums, and a data file for each partition.

use std::collections::BTreeMap;

use dynalab_engine::database::Database;
use dynalab_engine::database::stream::StreamRecord;
use dynalab_engine::database::table::Table;
use dynalab_engine::response::calendar::millisecond_text;
use dynalab_engine::response::json_writer::{ObjectWriter, write_object};
use dynalab_types::wire::{base64_text, write_item, write_json_string};
use dynalab_types::{Item, KeyBytes, KeySchema, PackedItem, Timestamp, fingerprint};

use crate::partition;
use crate::recovery::Rewind;
use crate::transfer::export::{Export, ExportWindow};
use crate::transfer::export_filter::ExportFilter;
use crate::transfer::ion_writer::{VERSION_MARKER, write_struct};
use crate::transfer::{File, gzip};

/// The format of the items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextForm {
    Json,
    Ion,
}

impl TextForm {
    pub(crate) fn name(self) -> &'static str {
        match self {
            TextForm::Json => "DYNAMODB_JSON",
            TextForm::Ion => "ION",
        }
    }

    fn extension(self) -> &'static str {
        match self {
            TextForm::Json => "json.gz",
            TextForm::Ion => "ion.gz",
        }
    }
}

/// The lines of one partition.
#[derive(Default)]
struct DataFile {
    text: String,
    item_count: u64,
}

/// One item that changed in the time range.
struct ChangedItem {
    before: Option<PackedItem>,
    after: Option<PackedItem>,
    /// The time of its last write in microseconds.
    written_at: u64,
}

/// An export with what it reads of its table, taken at one time and written later.
#[derive(Clone, Debug)]
pub(crate) struct ExportWork {
    export: Export,
    key: KeySchema,
    filter: ExportFilter,
    partitions: u64,
    source: ExportSource,
    now: Timestamp,
}

#[derive(Clone, Debug)]
enum ExportSource {
    /// The items of a full export, with the writes that it must undo.
    Items(Rewind),
    /// The writes in the time range of an incremental export.
    Writes(ExportWindow, Vec<StreamRecord>),
}

impl ExportWork {
    /// Takes what the export reads, without reading each item. Returns `None` if the table was deleted or replaced.
    pub(crate) fn take(export: Export, database: &Database, now: Timestamp) -> Option<ExportWork> {
        let found = database.find(&export.table);
        let table = found.filter(|table| table.definition.id == export.table_id)?;
        let key = table.definition.key.clone();
        let filter =
            export.filter.as_deref().map(|filter| ExportFilter::read(filter, &key)).transpose().ok()?;
        let map = partition::map_of(database, &table.definition.name, None);
        let source = match export.window {
            None => ExportSource::Items(Rewind::begin(table, database, export.at)),
            Some(window) => ExportSource::Writes(window, writes_in(table, database, window).to_vec()),
        };
        let partitions = map.map_or(1, |map| map.count());
        Some(ExportWork { export, key, filter: filter.unwrap_or_default(), partitions, source, now })
    }

    /// Returns all files, the item count and the size.
    pub(crate) fn files(self) -> (Vec<File>, u64, u64) {
        let ExportWork { export, key, filter, partitions, source, now } = self;
        let mut partitions = Partitions::new(partitions);
        match source {
            ExportSource::Items(mut items) => {
                while !items.undo(usize::MAX) {}
                for (key, item) in items.rows.iter().filter(|(key, _)| filter.should_read(key)) {
                    partitions.size_bytes += item.size_bytes();
                    let item = item.unpack();
                    if filter.matches(&item) {
                        write_item_line(&filter.project(item), export.form, partitions.file(key));
                    }
                }
            }
            ExportSource::Writes(window, records) => {
                for (item_key, changed) in changes_of(&key, &records) {
                    // The newest image decides. For a deleted item, it is the last one.
                    let newest = changed.after.as_ref().or(changed.before.as_ref()).map(PackedItem::unpack);
                    let newest = newest.unwrap_or_default();
                    if filter.should_read(&item_key) {
                        partitions.size_bytes += changed.after.as_ref().map_or(0, PackedItem::size_bytes);
                        if filter.matches(&newest) {
                            let keys = key.key_of(&newest);
                            let file = partitions.file(&item_key);
                            write_change_line(&keys, &changed, window, (&filter, export.form), file);
                        }
                    }
                }
            }
        }
        let item_count = partitions.files.iter().map(|file| file.item_count).sum();
        let size_bytes = partitions.size_bytes;
        (written(&export, partitions, item_count, now), item_count, size_bytes)
    }
}

/// One data file for each part of the hash range.
struct Partitions {
    files: Vec<DataFile>,
    size_bytes: u64,
}

impl Partitions {
    fn new(count: u64) -> Partitions {
        Partitions { files: (0..count.max(1)).map(|_| DataFile::default()).collect(), size_bytes: 0 }
    }

    fn file(&mut self, key: &KeyBytes) -> &mut DataFile {
        let place = (u128::from(key.hash()) * self.files.len() as u128) >> 64;
        let file = &mut self.files[place as usize];
        file.item_count += 1;
        file
    }
}

fn write_item_line(item: &Item, form: TextForm, file: &mut DataFile) {
    let text = &mut file.text;
    match form {
        TextForm::Json => {
            text.push_str("{\"Item\":");
            write_item(item, text);
        }
        TextForm::Ion => {
            text.push_str(VERSION_MARKER);
            text.push_str("{Item:");
            write_struct(item, text);
        }
    }
    text.push_str("}\n");
}

/// Returns the recorded writes in the time range.
fn writes_in<'a>(table: &Table, database: &'a Database, window: ExportWindow) -> &'a [StreamRecord] {
    let log = table.definition.recovery_log().and_then(|arn| database.recovery_log(&arn));
    let records = log.map_or(&[][..], |log| &log.records);
    let first = records.partition_point(|record| record.at < window.from);
    let end = records.partition_point(|record| record.at < window.to);
    records.get(first..end).unwrap_or_default()
}

/// Returns the written items. Each has the state before the first write and after the last. Items that were created and deleted within
/// the range are left out.
fn changes_of(schema: &KeySchema, records: &[StreamRecord]) -> BTreeMap<KeyBytes, ChangedItem> {
    let mut changes: BTreeMap<KeyBytes, ChangedItem> = BTreeMap::new();
    for record in records {
        let image = record.after.as_ref().or(record.before.as_ref()).map(PackedItem::unpack);
        let Some(key) = image.and_then(|item| schema.key_bytes(&item)) else { continue };
        let before = record.before.clone();
        let changed = changes.entry(key).or_insert(ChangedItem { before, after: None, written_at: 0 });
        changed.after = record.after.clone();
        changed.written_at = record.at.epoch_ms * 1000;
    }
    changes.retain(|_, changed| changed.before.is_some() || changed.after.is_some());
    changes
}

fn write_change_line(
    keys: &Item,
    changed: &ChangedItem,
    window: ExportWindow,
    (filter, form): (&ExportFilter, TextForm),
    file: &mut DataFile,
) {
    let shown = |image: &PackedItem| filter.project(image.unpack());
    let old = changed.before.as_ref().filter(|_| window.with_old_images).map(shown);
    let new = changed.after.as_ref().map(shown);
    match form {
        TextForm::Json => write_object(&mut file.text, |object| {
            object.object("Metadata", |object| {
                object.text("WriteTimestampMicros", &changed.written_at.to_string());
            });
            object.item("Keys", keys);
            if let Some(old) = &old {
                object.item("OldImage", old);
            }
            if let Some(new) = &new {
                object.item("NewImage", new);
            }
        }),
        TextForm::Ion => write_ion_change(keys, changed.written_at, &old, &new, &mut file.text),
    }
    file.text.push('\n');
}

fn write_ion_change(keys: &Item, written_at: u64, old: &Option<Item>, new: &Option<Item>, ion: &mut String) {
    ion.push_str(VERSION_MARKER);
    ion.push_str("{Record:{Keys:");
    write_struct(keys, ion);
    ion.push_str(&format!(",Metadata:{{WriteTimestampMicros:{written_at}.}}"));
    for (name, image) in [("OldImage", old), ("NewImage", new)] {
        if let Some(image) = image {
            ion.push_str(&format!(",{name}:"));
            write_struct(image, ion);
        }
    }
    ion.push_str("}}");
}

fn written(export: &Export, partitions: Partitions, item_count: u64, now: Timestamp) -> Vec<File> {
    let size_bytes = export.billed_bytes(partitions.size_bytes);
    let base = format!("{}AWSDynamoDB/", export.key_prefix());
    let own = format!("{base}{}/", export.id());
    // The data of all incremental exports is in one folder, for readers of a sequence of exports.
    let data = if export.window.is_some() { format!("{base}data/") } else { format!("{own}data/") };
    let file = |key: String, bytes: Vec<u8>| File { bucket: export.bucket.clone(), key, bytes };
    let mut files = vec![file(format!("{own}_started"), Vec::new())];
    let mut manifest = String::new();
    for (place, DataFile { text, item_count }) in partitions.files.into_iter().enumerate() {
        let name = data_file_name(&format!("{}/{place}", export.arn));
        let key = format!("{data}{name}.{}", export.form.extension());
        let bytes = gzip::compress(text.as_bytes());
        let digest = md5::compute(&bytes);
        write_object(&mut manifest, |object| {
            object.integer("itemCount", item_count);
            object.text("md5Checksum", &base64_text(&digest.0));
            // The form of the etag of an object that was uploaded in one part.
            object.text("etag", &format!("{:x}-1", md5::compute(digest.0)));
            object.text("dataFileS3Key", &key);
        });
        manifest.push('\n');
        files.push(file(key, bytes));
    }
    let manifest_key = format!("{own}manifest-files.json");
    let mut summary = String::new();
    write_object(&mut summary, |object| {
        encode_summary(export, &manifest_key, (item_count, size_bytes), now, object);
    });
    for (key, text) in [(manifest_key, manifest), (export.summary_key(), summary)] {
        let digest = md5::compute(&text);
        let checksum_key = key.replace(".json", ".md5");
        files.push(file(key, text.into_bytes()));
        files.push(file(checksum_key, base64_text(&digest.0).into_bytes()));
    }
    files
}

fn encode_summary(
    export: &Export,
    manifest_key: &str,
    (item_count, size_bytes): (u64, u64),
    ended_at: Timestamp,
    object: &mut ObjectWriter,
) {
    let time = |at| format!("{}Z", millisecond_text(at));
    object.text("version", if export.window.is_some() { "2023-08-01" } else { "2020-06-30" });
    object.text("exportArn", &export.arn);
    object.text("startTime", &time(export.started_at));
    object.text("endTime", &time(ended_at));
    object.text("tableArn", &export.table_arn);
    object.text("tableId", &export.table_id);
    match export.window {
        None => object.text("exportTime", &time(export.at)),
        Some(window) => {
            object.text("exportFromTime", &time(window.from));
            object.text("exportToTime", &time(window.to));
        }
    }
    object.text("s3Bucket", &export.bucket);
    text_or_null("s3Prefix", export.prefix.as_deref(), object);
    object.text("s3SseAlgorithm", &export.encryption);
    text_or_null("s3SseKmsKeyId", export.encryption_key.as_deref(), object);
    object.text("manifestFilesS3Key", manifest_key);
    object.integer("billedSizeBytes", size_bytes);
    object.integer("itemCount", item_count);
    object.text("outputFormat", export.form.name());
    if let Some(window) = export.window {
        object.text("outputView", window.view_name());
    }
    object.text("exportType", export.type_name());
}

fn text_or_null(name: &str, text: Option<&str>, object: &mut ObjectWriter) {
    let mut json = String::new();
    match text {
        Some(text) => write_json_string(text, &mut json),
        None => json.push_str("null"),
    }
    object.json(name, &json);
}

/// Returns a unique name of 26 letters and digits.
fn data_file_name(of: &str) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    let mark = fingerprint(of.as_bytes());
    (0..26).map(|place| char::from(LETTERS[(mark >> (5 * place)) as usize & 31])).collect()
}
