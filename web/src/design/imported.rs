//! Notes on what an imported file in another format could not express, shown above the new design.

use dynalab_design_formats::several::{Differs, FILES_MAX, OpenedFile, Outcome, Part, Refusal};
use dynalab_modeling::formats::{ImportNote, KeyReason};
use yew::prelude::*;

use super::design_context::DesignContext;
use super::editor::Change;
use crate::components::icon::Icon;
use crate::formats::Problem;
use crate::sentences::design as words;

/// Number of notes shown. The rest of a longer list is folded.
const SHOWN_AT_FIRST: usize = 5;

/// What happened to each opened file. It is shown until the person closes it.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportNotes {
    pub files: Vec<OpenedFile>,
    /// Files that the browser could not read.
    pub unread: Vec<(String, Problem)>,
    /// True if no file could be opened, so the design is the one before.
    pub is_unchanged: bool,
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
pub fn format_name(desk: &DesignContext, id: &str) -> String {
    desk.text_or(words::design_format(id), id)
}

pub fn view(desk: &DesignContext) -> Html {
    let Some(imported) = &desk.editor.imported else { return html! {} };
    let (body, format) = match (&imported.files[..], &imported.unread[..]) {
        ([OpenedFile { outcome: Outcome::Read { format, notes, .. }, .. }], []) => {
            let name = format_name(desk, format);
            let about = desk.text(words::DesignImported { format: name.as_str().into() });
            (html! { <><p>{ about }</p>{ notes_view(desk, notes) }</> }, *format)
        }
        _ => (files_view(desk, imported), "several"),
    };
    html! {
        <div class="finding finding--warn" role="status" data-testid="design-imported" data-format={format}>
            { Icon::File.draw() }
            <div>
                { body }
                { desk.button(words::DESIGN_CLOSE_NOTE, Some(Icon::Cross), desk.changes(|| Change::Imported(None))) }
            </div>
        </div>
    }
}

fn notes_view(desk: &DesignContext, notes: &[ImportNote]) -> Html {
    let list = |notes: &[ImportNote]| {
        html! { <ul class="design-notes">{ for notes.iter().map(|note| html! { <li>{ sentence(desk, note) }</li> }) }</ul> }
    };
    let (first, rest) = notes.split_at(notes.len().min(SHOWN_AT_FIRST));
    html! {
        <>
            if !first.is_empty() { { list(first) } }
            if !rest.is_empty() {
                <details><summary>{ desk.text(words::DesignImportedMore { count: (rest.len() as u64).into() }) }</summary>{ list(rest) }</details>
            }
        </>
    }
}

fn files_view(desk: &DesignContext, imported: &ImportNotes) -> Html {
    let count = imported.files.len() + imported.unread.len();
    let refused = imported.files.iter().filter(|file| matches!(file.outcome, Outcome::Refused(_))).count();
    let read = imported.files.len() - refused;
    let about = words::DesignFilesOpened { read: (read as u64).into(), count: (count as u64).into() };
    let unread = imported.unread.iter().map(|(name, problem)| {
        let reason = problem.detail.as_str();
        let text = words::DesignFileRefused { file: name.as_str().into(), reason: reason.into() };
        html! { <li data-testid="design-opened-file" data-outcome="refused">{ desk.text(text) }</li> }
    });
    html! {
        <>
            <p>{ desk.text(about) }</p>
            if imported.is_unchanged { <p>{ desk.text(words::DESIGN_UNCHANGED) }</p> }
            <ul class="design-notes">{ for imported.files.iter().map(|file| file_view(desk, file)) }{ for unread }</ul>
        </>
    }
}

fn file_view(desk: &DesignContext, OpenedFile { name, outcome }: &OpenedFile) -> Html {
    let format = outcome.format().map(|id| format_name(desk, id)).unwrap_or_default();
    let (file, format) = (name.as_str().into(), format.as_str().into());
    let (kind, text) = match outcome {
        Outcome::Read { added, refused, .. } => {
            let number = |number: usize| (number as u64).into();
            let text = desk.text(words::DesignFileRead {
                file,
                format,
                tables: number(added.tables),
                entities: number(added.entities),
                patterns: number(added.patterns),
                items: number(added.items),
            });
            let refused = refused.iter().map(|refusal| reason(desk, refusal));
            ("read", std::iter::once(text).chain(refused).collect::<Vec<String>>().join(" "))
        }
        Outcome::Helped { .. } => ("helped", desk.text(words::DesignFileHelped { file, format })),
        Outcome::Second { differs, .. } => {
            let differs = difference(desk, differs);
            let differs = differs.as_str().into();
            ("second", desk.text(words::DesignFileSecond { file, format, differs }))
        }
        Outcome::Refused(refusal) => {
            let reason = reason(desk, refusal);
            ("refused", desk.text(words::DesignFileRefused { file, reason: reason.as_str().into() }))
        }
    };
    html! {
        <li data-testid="design-opened-file" data-outcome={kind}>{ text }{ notes_view(desk, outcome.notes()) }</li>
    }
}

fn reason(desk: &DesignContext, refusal: &Refusal) -> String {
    match refusal {
        Refusal::Format(error) => error.to_string(),
        Refusal::Differs(differs) => {
            format!("{} {}", difference(desk, differs), desk.text(words::DESIGN_REFUSED_THIRD))
        }
        Refusal::HasEntities { table } => {
            desk.text(words::DesignRefusedHasEntities { table: table.as_str().into() })
        }
        Refusal::WithoutKeys { table } => {
            desk.text(words::DesignRefusedWithoutKeys { table: table.as_str().into() })
        }
        Refusal::TooMany => desk.text(words::DesignRefusedTooMany { count: (FILES_MAX as u64).into() }),
    }
}

fn difference(desk: &DesignContext, Differs { part, name }: &Differs) -> String {
    let name = name.as_str().into();
    match part {
        Part::Table => desk.text(words::DesignDiffersTable { name }),
        Part::Index => desk.text(words::DesignDiffersIndex { name }),
        Part::Item => desk.text(words::DesignDiffersItem { name }),
        Part::Entity => desk.text(words::DesignDiffersEntity { name }),
        Part::Pattern => desk.text(words::DesignDiffersPattern { name }),
        Part::Seed => desk.text(words::DesignDiffersSeed { name }),
        Part::Member => desk.text(words::DesignDiffersMember { name }),
    }
}

fn sentence(desk: &DesignContext, note: &ImportNote) -> String {
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
        ImportNote::NotPuts { count } => {
            desk.text(words::DesignNoteNotPuts { count: (*count as u64).into() })
        }
        ImportNote::RowsReplaced { table, entities } => desk.text(words::DesignNoteRowsReplaced {
            table: table.as_str().into(),
            count: (*entities as u64).into(),
        }),
        ImportNote::ItemsOfNoEntity { table, count } => desk.text(words::DesignNoteItemsOfNoEntity {
            table: table.as_str().into(),
            count: (*count as u64).into(),
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
