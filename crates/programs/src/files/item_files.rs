//! Reads files of items: one text at a time is in memory, whatever the number of files.

use std::collections::BTreeSet;

use dynalab_request_text::interchange::checks::Keys;
use dynalab_request_text::interchange::csv::Sheet;
use dynalab_request_text::interchange::key_candidates::KeyCount;
use dynalab_request_text::interchange::parts::{ItemsPart, PartReader};
use dynalab_request_text::interchange::records::{Form, Record, Records, names_of, tables_of};
use dynalab_types::wire::item_json;
use dynalab_types::{Bound, Item};

use super::text::text_of;
use super::{
    BeginItems, ItemFile, ItemsError, ItemsLook, LookAtItems, OpenItems, OpenedItems, ReadFile, SharedKeys,
    UnreadReason, WantedKeys, key_choice,
};

/// The bound of a file, before and after decompression. The text must fit into memory beside its records.
const FILE_BOUND: Bound = Bound::UnpackedItems;
/// Number of records that are shown.
const SHOWN: usize = 20;
/// Number of records that are read to propose a key.
const LOOKED_AT: usize = 200;
/// Number of records whose keys are compared before an import.
const COUNTED: usize = 20_000;
/// Characters of an item that are shown.
const SHOWN_CHARACTERS: usize = 4_096;
/// The most bytes of the name of a table in DynamoDB. What is longer is no table.
const TABLE_NAME_BYTES_MAX: usize = 255;

/// The files of an import.
pub(super) struct ItemFiles {
    read: ReadFile,
    /// The place and the text of the file that was read last.
    current: Option<(usize, String)>,
    /// The file whose items are read, and how far.
    begun: Option<(usize, PartReader)>,
}

impl ItemFiles {
    pub(super) fn open(ask: OpenItems, read: ReadFile) -> (ItemFiles, OpenedItems) {
        let mut files = ItemFiles { read, current: None, begun: None };
        let mut opened = OpenedItems::default();
        let mut tables_of_files = Vec::new();
        // The first file is looked at next, so it is read last.
        for (place, name) in ask.names.into_iter().enumerate().rev() {
            match files.form_of(place, &ask.keys) {
                Ok((form, bytes, tables)) => {
                    opened.files.push(ItemFile { place, name, form, bytes });
                    tables_of_files.push(tables);
                }
                Err(reason) => opened.unread.push((name, reason)),
            }
        }
        opened.files.reverse();
        opened.unread.reverse();
        let mut known = BTreeSet::new();
        let tables = tables_of_files.into_iter().rev().flatten();
        opened.tables = tables.filter(|table| known.insert(table.clone())).collect();
        (files, opened)
    }

    /// Returns the format of a file, the bytes of its text, and the tables that its records name.
    fn form_of(&mut self, place: usize, keys: &Keys) -> Result<(Form, u64, Vec<String>), UnreadReason> {
        let text = self.text(place)?;
        let form = Form::guess(text, || Sheet::guess(text, keys));
        if let Form::Csv(sheet) = &form {
            let longest = sheet.columns.iter().map(|column| column.header.len()).max();
            Bound::NameBytes.check(longest.unwrap_or_default()).map_err(too_much)?;
        }
        let mut tables = tables_of(text, &form);
        tables.retain(|table| table.len() <= TABLE_NAME_BYTES_MAX);
        Bound::Tables.check(tables.len()).map_err(too_much)?;
        Ok((form, text.len() as u64, tables))
    }

    pub(super) fn look(&mut self, ask: LookAtItems) -> Result<ItemsLook, ItemsError> {
        let text = self.text(ask.place).map_err(ItemsError::Unread)?;
        let records = || {
            let of_source = |record: Record| record.only_of(ask.source.as_deref());
            Records::from_text(text, &ask.form).map(of_source)
        };
        let (keys, candidates, together) = match ask.keys {
            WantedKeys::OfTable(keys) => (keys, Vec::new(), Vec::new()),
            WantedKeys::OfNewTable(choice) => {
                let items: Vec<Item> =
                    records().take(LOOKED_AT).filter_map(|record| record.item.ok()).collect();
                let candidates = key_choice::candidates(&items, &names_of(text, &ask.form));
                let keys = key_choice::keys(&choice, &items, &candidates);
                let together = key_choice::together(&items, &candidates);
                (keys, candidates, together)
            }
        };
        let mut count = KeyCount::default();
        for item in records().take(COUNTED).filter_map(|record| record.item.ok()) {
            count.add(&keys, &item);
        }
        let shared = (count.sharing > 0).then(|| SharedKeys {
            records: count.records,
            sharing: count.sharing,
            items: count.items(),
            together,
        });
        let rows = records().take(SHOWN).map(|record| {
            let item = record.item.and_then(|item| keys.check(&item).map(|()| item));
            (record.line, item.map(|item| beginning(&item)).map_err(|problem| problem.told()))
        });
        Ok(ItemsLook { rows: rows.collect(), keys, candidates, shared })
    }

    pub(super) fn begin(&mut self, ask: BeginItems) -> Result<(), ItemsError> {
        self.text(ask.place).map_err(ItemsError::Unread)?;
        self.begun = Some((ask.place, PartReader::new(ask.intake)));
        Ok(())
    }

    pub(super) fn next_part(&mut self) -> Result<ItemsPart, ItemsError> {
        let (place, mut reader) = self.begun.take().ok_or(ItemsError::NotOpen)?;
        let part = reader.next(self.text(place).map_err(ItemsError::Unread)?);
        if !part.is_last {
            self.begun = Some((place, reader));
        }
        Ok(part)
    }

    fn text(&mut self, place: usize) -> Result<&str, UnreadReason> {
        let held = self.current.take().filter(|(held, _)| *held == place);
        // A text of another file is dropped by now, so that two are never in memory.
        let text = match held {
            Some((_, text)) => text,
            None => text_of((self.read)(place, FILE_BOUND.most())?, FILE_BOUND)?,
        };
        Ok(&self.current.insert((place, text)).1)
    }
}

fn too_much(refusal: dynalab_types::TooMuch) -> UnreadReason {
    UnreadReason::TooMuch(refusal.bound)
}

/// Returns as much of an item as a row shows.
fn beginning(item: &Item) -> String {
    let mut json = item_json(item);
    if let Some((end, _)) = json.char_indices().nth(SHOWN_CHARACTERS) {
        json.truncate(end);
        json.push('…');
    }
    json
}
