//! Sentences about what a file in another format could not say.

use dynalab_messages::{Language, Message};

use super::findings as words;
use crate::formats::{ImportNote, KeyReason, NoRequestReason};

impl Message for ImportNote {
    fn write(&self, language: Language) -> String {
        match self {
            ImportNote::NoExpectedResults => words::NOTE_NO_RESULTS.write(language),
            ImportNote::KeysOnly => words::NOTE_KEYS_ONLY.write(language),
            ImportNote::NoRequest { pattern, reason } => {
                let sentence = words::NoteNoRequest { pattern: pattern.into() }.write(language);
                [sentence, reason.write(language)].join(" ").trim_end().to_owned()
            }
            ImportNote::Placeholder { name, shown } => {
                words::NotePlaceholder { name: name.into(), shown: shown.into() }.write(language)
            }
            ImportNote::NotCreated { place, condition } => {
                words::NoteNotCreated { place: place.into(), condition: condition.into() }.write(language)
            }
            ImportNote::OtherResources { types } => {
                words::NoteOtherResources { types: types.into() }.write(language)
            }
            ImportNote::OtherFiles { files } => words::NoteOtherFiles { files: files.into() }.write(language),
            ImportNote::SeveralPrimaryKeys { table, used } => {
                words::NoteSeveralKeys { table: table.into(), used: used.into() }.write(language)
            }
            ImportNote::NoPrimaryKey { table, added } => {
                words::NoteNoKey { table: table.into(), added: added.into() }.write(language)
            }
            ImportNote::Unique { table, columns } => {
                words::NoteUnique { table: table.into(), columns: columns.into() }.write(language)
            }
            ImportNote::Assumed { items, requests_per_second } => {
                words::NoteAssumed { items: (*items).into(), rate: (*requests_per_second).into() }
                    .write(language)
            }
            ImportNote::FirstPatterns { requests_per_second } => {
                words::NoteFirstPatterns { requests: (*requests_per_second).into() }.write(language)
            }
            ImportNote::ChangedSince => words::NOTE_CHANGED_SINCE.write(language),
            ImportNote::OfProgram => words::NOTE_OF_PROGRAM.write(language),
            ImportNote::LeftOut { .. }
            | ImportNote::UnknownValue { .. }
            | ImportNote::Repeated { .. }
            | ImportNote::Skipped { .. }
            | ImportNote::NotParsed { .. }
            | ImportNote::SameTable { .. }
            | ImportNote::KeyAsText { .. }
            | ImportNote::LeftOutOften { .. }
            | ImportNote::UnknownOften { .. }
            | ImportNote::MoreNotes { .. }
            | ImportNote::Ignored { .. }
            | ImportNote::Kept { .. } => write_left_out(self, language),
            ImportNote::CommandNotRead { command, detail } => {
                words::NoteCommandLeftOut { command: command.into(), detail: detail.into() }.write(language)
            }
            ImportNote::KeyChosen { .. }
            | ImportNote::ValueConverted { .. }
            | ImportNote::ValueLeftOut { .. }
            | ImportNote::NoItems { .. }
            | ImportNote::NoColumnNames
            | ImportNote::KeysShared { .. }
            | ImportNote::KindsBy { .. }
            | ImportNote::RecordsNotRead { .. }
            | ImportNote::NotPuts { .. }
            | ImportNote::ItemsCut { .. }
            | ImportNote::RowsReplaced { .. }
            | ImportNote::ItemsOfNoEntity { .. } => write_of_items(self, language),
        }
    }
}

/// Writes what was left out of a file, or changed to fit a design.
fn write_left_out(note: &ImportNote, language: Language) -> String {
    match note {
        ImportNote::LeftOut { place, member } => {
            words::NoteLeftOut { place: place.into(), member: member.into() }.write(language)
        }
        ImportNote::UnknownValue { place, expression } => {
            words::NoteUnknownValue { place: place.into(), expression: expression.into() }.write(language)
        }
        ImportNote::Repeated { place } => words::NoteRepeated { place: place.into() }.write(language),
        ImportNote::Skipped { kind, count, line } => {
            words::NoteSkipped { kind: kind.into(), count: (*count).into(), line: (*line).into() }
                .write(language)
        }
        ImportNote::NotParsed { statement, line, reason } => {
            words::NoteNotParsed { statement: statement.into(), line: (*line).into(), reason: reason.into() }
                .write(language)
        }
        ImportNote::SameTable { table, line } => {
            words::NoteSameTable { table: table.into(), line: (*line).into() }.write(language)
        }
        ImportNote::KeyAsText { table, attributes } => {
            words::NoteKeyAsText { table: table.into(), attributes: attributes.into() }.write(language)
        }
        ImportNote::LeftOutOften { place, member, more } => {
            words::NoteLeftOutOften { place: place.into(), member: member.into(), more: (*more).into() }
                .write(language)
        }
        ImportNote::UnknownOften { place, expression, more } => words::NoteUnknownOften {
            place: place.into(),
            expression: expression.into(),
            more: (*more).into(),
        }
        .write(language),
        ImportNote::MoreNotes { count } => words::NoteMore { count: (*count).into() }.write(language),
        ImportNote::Ignored { count } => words::NoteIgnored { count: (*count).into() }.write(language),
        ImportNote::Kept { place, member, format } => {
            words::NoteKept { place: place.into(), member: member.into(), format: (*format).into() }
                .write(language)
        }
        _ => String::new(),
    }
}

/// Writes how the items of a file were understood.
fn write_of_items(note: &ImportNote, language: Language) -> String {
    match note {
        ImportNote::KeyChosen { table, key, reason } => words::NoteKeyChosen {
            table: table.into(),
            key: key.into(),
            reason: reason.write(language).as_str().into(),
        }
        .write(language),
        ImportNote::ValueConverted { table, item, attribute, more } => words::NoteValueConverted {
            table: table.into(),
            item: (*item).into(),
            attribute: attribute.into(),
            more: (*more).into(),
        }
        .write(language)
        .trim_end()
        .to_owned(),
        ImportNote::ValueLeftOut { table, item, attribute, more } => words::NoteValueLeftOut {
            table: table.into(),
            item: (*item).into(),
            attribute: attribute.into(),
            more: (*more).into(),
        }
        .write(language)
        .trim_end()
        .to_owned(),
        ImportNote::NoItems { table, item, count } => {
            words::NoteNoItems { table: table.into(), item: (*item).into(), count: (*count).into() }
                .write(language)
        }
        ImportNote::NoColumnNames => words::NOTE_NO_COLUMN_NAMES.write(language),
        ImportNote::KeysShared { table, sharing, items, left } => words::NoteKeysShared {
            table: table.into(),
            sharing: (*sharing).into(),
            items: (*items).into(),
            left: (*left).into(),
        }
        .write(language),
        ImportNote::KindsBy { table, attribute } => {
            words::NoteKindsBy { table: table.into(), attribute: attribute.into() }.write(language)
        }
        ImportNote::RecordsNotRead { count, line } => {
            words::NoteRecordsNotRead { count: (*count).into(), line: (*line).into() }.write(language)
        }
        ImportNote::NotPuts { count } => words::NoteNotPuts { count: (*count).into() }.write(language),
        ImportNote::ItemsCut { table, kept, found } => {
            words::NoteItemsCut { table: table.into(), kept: (*kept).into(), found: (*found).into() }
                .write(language)
        }
        ImportNote::RowsReplaced { table, entities } => {
            words::NoteRowsReplaced { table: table.into(), count: (*entities).into() }.write(language)
        }
        ImportNote::ItemsOfNoEntity { table, count } => {
            words::NoteItemsOfNoEntity { table: table.into(), count: (*count).into() }.write(language)
        }
        _ => String::new(),
    }
}

impl Message for NoRequestReason {
    fn write(&self, language: Language) -> String {
        match self {
            NoRequestReason::Described { operation } => {
                words::NoteWriteRequest { operation: operation.into() }.write(language)
            }
            NoRequestReason::Stated { text } => text.clone(),
            NoRequestReason::NotReadable { detail } => {
                words::NoteCommandNotRead { detail: detail.into() }.write(language)
            }
        }
    }
}

impl Message for KeyReason {
    fn write(&self, language: Language) -> String {
        match self {
            KeyReason::UsualName => words::NOTE_KEY_USUAL,
            KeyReason::Unique => words::NOTE_KEY_UNIQUE,
            KeyReason::NothingUnique => words::NOTE_KEY_NOT_UNIQUE,
        }
        .write(language)
    }
}
