//! Notes on what an imported file in another format could not express, shown above the new design.

use std::collections::BTreeSet;

use dynalab_app::design::editor::{Change, ImportNotes};
use dynalab_design_formats::several::{OpenedFile, Outcome};
use dynalab_modeling::formats::ImportNote;
use dynalab_modeling::sentences::{self, findings};
use yew::prelude::*;

use super::design_context::DesignContext;
use super::opened_files;
use crate::browser::field_events::written;
use crate::components::icon::Icon;
use crate::page::sentences::design as words;

/// Number of notes shown. The rest of a longer list is folded.
const SHOWN_AT_FIRST: usize = 5;
/// Tables up to which the list of what was read is open.
const OPEN_TABLES: u64 = 6;

/// Returns the name of a format in the page's language.
pub fn format_name<'a>(desk: &DesignContext, id: &'a str) -> &'a str {
    dynalab_design_formats::name_of(id)
        .map_or(id, |format| format.in_language(desk.scene.messages().language))
}

pub fn view(desk: &DesignContext) -> Html {
    let Some(imported) = &desk.editor.imported else { return html! {} };
    let (body, format) = match (&imported.files[..], &imported.unread[..]) {
        ([OpenedFile { outcome: Outcome::Read { format, notes, .. }, .. }], []) => {
            let name = format_name(desk, format);
            let about = desk.text(words::DesignImported { format: name.into() });
            (html! { <><p>{ about }</p>{ notes_view(desk, notes) }</> }, *format)
        }
        _ => (files_view(desk, imported), "several"),
    };
    html! {
        <div class="finding finding--warn" role="status" data-testid="design-imported" data-format={format}>
            { Icon::File.draw() }
            <div>
                { body }
                if !imported.is_unchanged { { tables_view(desk) } }
                { missing_values(desk, imported) }
                { desk.button(words::DESIGN_CLOSE_NOTE, Some(Icon::Cross), desk.changes(|| Change::Imported(None))) }
            </div>
        </div>
    }
}

/// Renders what was read: each table with its key, indexes, TTL, stream, mode, and the items of the sample.
fn tables_view(desk: &DesignContext) -> Html {
    let design = desk.editor.a.design();
    let language = desk.scene.messages().language;
    let rows = design.tables.iter().map(|table| {
        let of_kinds = table.items.iter().filter_map(|placement| design.entity(&placement.entity));
        let items: u64 = of_kinds.map(|entity| entity.sample.unwrap_or_default()).sum();
        let mut parts = sentences::tables::parts(table, language);
        parts.extend((items > 0).then(|| desk.text(words::DesignReadItems { items: items.into() })));
        html! {
            <tr><th scope="row">{ &table.name }</th><td>{ sentences::tables::joined(&parts, language) }</td></tr>
        }
    });
    let count = design.tables.len() as u64;
    html! {
        <details class="design-read" open={count <= OPEN_TABLES}>
            <summary>{ desk.text(words::DesignReadTables { count: count.into() }) }</summary>
            <div class="calc-scroll"><table class="design-read-tables" data-testid="design-read-tables"><tbody>{ for rows }</tbody></table></div>
        </details>
    }
}

/// Renders a field for each name whose value the files do not have. With each value the files are read again.
fn missing_values(desk: &DesignContext, imported: &ImportNotes) -> Html {
    let given = opened_files::given_values();
    let missing = imported.files.iter().flat_map(|file| file.outcome.notes()).filter_map(|note| match note {
        ImportNote::Placeholder { name, .. } => Some(name.clone()),
        _ => None,
    });
    let names: BTreeSet<String> = missing.chain(given.keys().cloned()).collect();
    if names.is_empty() {
        return html! {};
    }
    let fields = names.into_iter().map(|name| {
        let value = given.get(&name).cloned().unwrap_or_default();
        let (scene, dispatcher, of_field) = (desk.scene.clone(), desk.dispatcher.clone(), name.clone());
        let onchange = Callback::from(move |event: Event| {
            opened_files::open_again(&scene, &dispatcher, &of_field, &written(&event));
        });
        html! {
            <label class="missing-value" key={name.clone()}>
                <code>{ &name }</code>
                <input
                    class="field" type="text" {value} data-testid={format!("missing-{name}")} autocomplete="off" autocapitalize="off"
                    spellcheck="false" {onchange}
                />
            </label>
        }
    });
    html! {
        <div class="missing-values" data-testid="design-missing-values">
            <p>{ desk.text(words::DESIGN_MISSING_VALUES) }</p>
            <div class="missing-value-fields">{ for fields }</div>
        </div>
    }
}

fn notes_view(desk: &DesignContext, notes: &[ImportNote]) -> Html {
    let list = |notes: &[ImportNote]| {
        html! { <ul class="design-notes">{ for notes.iter().map(|note| html! { <li>{ desk.text(note) }</li> }) }</ul> }
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
        let text = findings::FileRefused { file: name.into(), reason: reason.into() };
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

fn file_view(desk: &DesignContext, file: &OpenedFile) -> Html {
    let outcome = &file.outcome;
    let format = outcome.format().map(|id| format_name(desk, id)).unwrap_or_default();
    let kind = match outcome {
        Outcome::Read { .. } => "read",
        Outcome::Helped { .. } => "helped",
        Outcome::Second { .. } => "second",
        Outcome::Refused(_) => "refused",
    };
    let text = file.sentence(format, desk.scene.messages().language);
    html! {
        <li data-testid="design-opened-file" data-outcome={kind}>{ text }{ notes_view(desk, outcome.notes()) }</li>
    }
}
