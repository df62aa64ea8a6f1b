//! Notes on what an imported file in another format could not express, shown above the new design.

use dynalab_modeling::formats::{ImportNote, KeyReason};
use yew::prelude::*;

use super::desk::Desk;
use super::editor::Change;
use crate::components::icon::Icon;
use crate::sentences::design as words;

/// Number of notes shown. The rest of a longer list is folded.
const SHOWN_AT_FIRST: usize = 5;

/// The format and the notes of an import. They are shown until the person closes them.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportNotes {
    /// The id of the format.
    pub format: &'static str,
    pub notes: Vec<ImportNote>,
}

/// The formats in which a design can be saved, with their file extensions.
pub const WRITTEN: [(&str, &str); 17] = [
    ("cloudformation", "yaml"),
    ("cloudformation-json", "json"),
    ("terraform", "tf"),
    ("cdk", "ts"),
    ("create-table", "json"),
    ("aws-cli", "sh"),
    ("nosql-workbench", "json"),
    ("onetable", "json"),
    ("electrodb", "json"),
    ("model-skill", "json"),
    ("iam-policy", "json"),
    ("sdk-javascript", "js"),
    ("sdk-python", "py"),
    ("sdk-rust", "rs"),
    ("sdk-java", "java"),
    ("sdk-go", "go"),
    ("markdown", "md"),
];

/// Returns the name of a format in the page's language.
pub fn format_name(desk: &Desk, id: &str) -> String {
    desk.text_or(words::design_format(id), id)
}

pub fn view(desk: &Desk) -> Html {
    let Some(imported) = &desk.editor.imported else { return html! {} };
    let name = format_name(desk, imported.format);
    let list = |notes: &[ImportNote]| {
        html! { <ul class="design-notes">{ for notes.iter().map(|note| html! { <li>{ sentence(desk, note) }</li> }) }</ul> }
    };
    let (first, rest) = imported.notes.split_at(imported.notes.len().min(SHOWN_AT_FIRST));
    html! {
        <div class="finding finding--warn" role="status" data-testid="design-imported" data-format={imported.format}>
            { Icon::File.draw() }
            <div>
                <p>{ desk.text(words::DesignImported { format: name.as_str().into() }) }</p>
                { list(first) }
                if !rest.is_empty() {
                    <details><summary>{ desk.text(words::DesignImportedMore { count: (rest.len() as u64).into() }) }</summary>{ list(rest) }</details>
                }
                { desk.button(words::DESIGN_CLOSE_NOTE, Some(Icon::Cross), desk.changes(|| Change::Imported(None))) }
            </div>
        </div>
    }
}

fn sentence(desk: &Desk, note: &ImportNote) -> String {
    match note {
        ImportNote::NoExpectedResults => desk.text(words::DESIGN_NOTE_NO_RESULTS),
        ImportNote::KeysOnly => desk.text(words::DESIGN_NOTE_KEYS_ONLY),
        ImportNote::LeftOut { place, member } => desk
            .text(words::DesignNoteLeftOut { place: place.as_str().into(), member: member.as_str().into() }),
        ImportNote::NoRequest { pattern, reason } => desk.text(words::DesignNoteNoRequest {
            pattern: pattern.as_str().into(),
            reason: reason.as_str().into(),
        }),
        ImportNote::UnknownValue { place, expression } => desk.text(words::DesignNoteUnknownValue {
            place: place.as_str().into(),
            expression: expression.as_str().into(),
        }),
        ImportNote::Repeated { place } => {
            desk.text(words::DesignNoteRepeated { place: place.as_str().into() })
        }
        ImportNote::SeveralPrimaryKeys { table, used } => desk
            .text(words::DesignNoteSeveralKeys { table: table.as_str().into(), used: used.as_str().into() }),
        ImportNote::NoPrimaryKey { table, added } => {
            desk.text(words::DesignNoteNoKey { table: table.as_str().into(), added: added.as_str().into() })
        }
        ImportNote::Unique { table, columns } => desk
            .text(words::DesignNoteUnique { table: table.as_str().into(), columns: columns.as_str().into() }),
        ImportNote::Ignored { count } => {
            desk.text(words::DesignNoteIgnored { count: (*count as u64).into() })
        }
        ImportNote::Assumed { items, requests_per_second } => desk
            .text(words::DesignNoteAssumed { items: (*items).into(), rate: (*requests_per_second).into() }),
        ImportNote::FirstPatterns { requests_per_second } => {
            desk.text(words::DesignNoteFirstPatterns { requests: (*requests_per_second).into() })
        }
        ImportNote::ChangedSince => desk.text(words::DESIGN_NOTE_CHANGED_SINCE),
        ImportNote::KeyChosen { table, key, reason } => {
            let reason = desk.text(match reason {
                KeyReason::UsualName => words::DESIGN_NOTE_KEY_USUAL,
                KeyReason::Unique => words::DESIGN_NOTE_KEY_UNIQUE,
                KeyReason::NothingUnique => words::DESIGN_NOTE_KEY_NOT_UNIQUE,
            });
            let (table, key) = (table.as_str().into(), key.as_str().into());
            desk.text(words::DesignNoteKeyChosen { table, key, reason: reason.as_str().into() })
        }
        ImportNote::KindsBy { table, attribute } => desk.text(words::DesignNoteKindsBy {
            table: table.as_str().into(),
            attribute: attribute.as_str().into(),
        }),
        ImportNote::RecordsNotRead { count, line } => desk.text(words::DesignNoteRecordsNotRead {
            count: (*count as u64).into(),
            line: (*line as u64).into(),
        }),
        ImportNote::ItemsCut { table, kept, found } => desk.text(words::DesignNoteItemsCut {
            table: table.as_str().into(),
            kept: (*kept as u64).into(),
            found: (*found as u64).into(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::WRITTEN;

    #[test]
    fn every_format_that_can_be_written_is_offered() {
        let own = "dynalab";
        let written =
            dynalab_design_formats::all().filter(|format| format.write.is_some() && format.id != own);
        let mut known: Vec<(&str, &str)> = written.map(|format| (format.id, format.extension)).collect();
        let mut offered = WRITTEN.to_vec();
        known.sort_unstable();
        offered.sort_unstable();
        assert_eq!(offered, known);
    }
}
