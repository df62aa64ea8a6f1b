//! The head of the editor: the design's name, the summary of its patterns, and the actions on the whole design.

use dynalab_app::design::edit::Edit;
use dynalab_app::design::editor::Change;
use dynalab_app::design::templates;
use dynalab_modeling::Design;
use dynalab_programs::files::folder::EXTENSIONS;
use yew::prelude::*;

use super::design_context::{DesignContext, Field};
use super::{files, kept, opened_files};
use crate::browser::embedded::is_embedded;
use crate::browser::figures;
use crate::components::icon::Icon;
use crate::components::menu;
use crate::page::sentences::design as words;

const TEMPLATES: &str = "design-templates";
const FILES: &str = "design-files";

pub fn view(desk: &DesignContext) -> Html {
    let field = Field {
        class: classes!("design-name"),
        shows_label: false,
        ..Field::new("design-name", desk.text(words::DESIGN_DESIGN_NAME), desk.design().name.clone())
    };
    let name = desk.field(&field, |_, text| Ok(Edit::SetName(text.to_owned())));
    html! {
        <div class="page-head">
            <div class="design-intro">
                <h1 class="visually-hidden">{ desk.text(words::DESIGN_TITLE) }</h1>
                { name }
                <p class="page-lead" data-testid="design-lead">{ lead(desk) }</p>
            </div>
            <div class="page-tools">
                { template_menu(desk) }
                { file_menu(desk) }
                <button
                    class="button button--go" type="button" data-testid="design-open-workbench" disabled={desk.design().tables.is_empty()}
                    onclick={files::open_in_workbench_callback(desk)}
                >
                    { Icon::Play.draw() }
                    { desk.text(words::DESIGN_OPEN_WORKBENCH) }
                </button>
            </div>
        </div>
    }
}

fn lead(desk: &DesignContext) -> String {
    match desk.report() {
        Some(report) if !report.patterns.is_empty() => desk.text(words::DesignLead {
            green: u64::from(report.totals.green).into(),
            patterns: (report.patterns.len() as u64).into(),
        }),
        _ => desk.text(words::DESIGN_LEAD_EMPTY),
    }
}

fn template_menu(desk: &DesignContext) -> Html {
    let entries = templates::all().into_iter().map(|id| {
        let name = desk.text_or(words::design_named(&id.replace('_', "-")), &id.replace('_', " "));
        menu::entry(
            TEMPLATES,
            format!("design-template-{id}"),
            false,
            files::replace_callback(desk, move || templates::design(id)),
            html! { { name } },
        )
    });
    let before = kept::before().map(|before: Design| {
        let name = desk.text(words::DesignBefore { name: before.name.as_str().into() });
        menu::entry(
            TEMPLATES,
            "design-before".to_owned(),
            false,
            files::replace_callback(desk, move || Some(before.clone())),
            html! { <>{ Icon::Undo.draw() }{ name }</> },
        )
    });
    html! {
        <>
            <button class="button" type="button" popovertarget={TEMPLATES} data-testid="design-templates-menu">
                { Icon::File.draw() }{ desk.text(words::DESIGN_TEMPLATES) }{ Icon::Fold.draw() }
            </button>
            <div class="menu" id={TEMPLATES} popover="auto">
                <h2 class="menu-heading">{ desk.text(words::DESIGN_TEMPLATES) }</h2>
                { for entries }
                <div class="menu-actions">
                    { menu::entry(TEMPLATES, "design-empty".to_owned(), false, files::replace_callback(desk, || Some(templates::empty())), html! {
                        <>{ Icon::Plus.draw() }{ desk.text(words::DESIGN_EMPTY_DESIGN) }</>
                    }) }
                    { for before }
                </div>
            </div>
        </>
    }
}

fn file_menu(desk: &DesignContext) -> Html {
    let link = desk.editor.link.as_ref();
    let is_too_long = link.is_some_and(|link| link.len() > files::LINK_MAX_CHARACTERS);
    let about = match link {
        Some(_) if is_too_long => desk.text(words::DESIGN_LINK_TOO_LONG),
        Some(link) => {
            let characters = figures::grouped(link.len() as u64);
            desk.text(words::DesignLinkLength { characters: characters.as_str().into() })
        }
        None => String::new(),
    };
    html! {
        <>
            <button class="button" type="button" popovertarget={FILES} data-testid="design-files-menu">
                { Icon::Share.draw() }{ desk.text(words::DESIGN_FILES) }{ Icon::Fold.draw() }
            </button>
            <div class="menu" id={FILES} popover="auto">
                <h2 class="menu-heading">{ desk.text(words::DESIGN_FILES) }</h2>
                if !is_too_long {
                    { menu::entry(
                        FILES, "design-copy-link".to_owned(), false, files::copy_link_callback(desk),
                        html! { <>{ Icon::Copy.draw() }{ desk.text(words::DESIGN_COPY_LINK) }</> },
                    ) }
                    if let Some(link) = link {
                        { menu::entry(
                            FILES, "design-show-qr-code".to_owned(), false, desk.changes(|| Change::ShowCode(true)),
                            html! { <>{ Icon::Share.draw() }{ desk.text(words::DESIGN_SHOW_QR_CODE) }</> },
                        ) }
                        { menu::entry(
                            FILES, "design-copy-frame".to_owned(), false, files::copy_frame_callback(desk, link),
                            html! { <>{ Icon::Copy.draw() }{ desk.text(words::DESIGN_COPY_FRAME) }</> },
                        ) }
                    }
                }
                { menu::entry(
                    FILES, "design-save".to_owned(), false, files::save_callback(desk),
                    html! { <>{ Icon::Disk.draw() }{ desk.text(words::DESIGN_SAVE) }</> },
                ) }
                if !is_embedded() {
                    <label class="menu-entry">
                        { Icon::File.draw() }
                        { desk.text(words::DESIGN_OPEN_FILE) }
                        <input
                            class="visually-hidden" type="file" accept={EXTENSIONS.join(",")} multiple=true
                            data-testid="design-file" onchange={opened_files::choose_callback(desk, false)}
                        />
                    </label>
                    <label class="menu-entry">
                        { Icon::File.draw() }
                        { desk.text(words::DESIGN_OPEN_FOLDER) }
                        <input
                            class="visually-hidden" type="file" webkitdirectory=true multiple=true
                            data-testid="design-folder" onchange={opened_files::choose_callback(desk, true)}
                        />
                    </label>
                    <p class="menu-note">{ desk.text(words::DESIGN_OPEN_FORMATS) }</p>
                }
                <p class="menu-note" data-testid="design-link-length">{ about }</p>
                <details class="menu-more">
                    <summary class="menu-entry" data-testid="design-save-as">{ Icon::Disk.draw() }{ desk.text(words::DESIGN_SAVE_AS) }</summary>
                    { for dynalab_design_formats::WRITTEN.iter().map(|format| {
                        let (id, extension) = (format.id, format.extension);
                        let name = format.in_language(desk.scene.messages().language);
                        menu::entry(FILES, format!("design-save-as-{id}"), false, files::save_as_callback(desk, id, extension), html! { { name } })
                    }) }
                </details>
            </div>
        </>
    }
}
