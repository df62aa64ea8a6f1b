//! The dialog of buckets: lists, uploads, downloads and deletes the files of exports and imports.

use dynalab_app::state::Dialog;
use dynalab_app::state::files_pane::{FilesPane, FilesProblem};
use dynalab_playground::protocol::files::{FileSummary, FilesQuestion};
use dynalab_playground::utc;
use dynalab_playground::workspace_choice::WorkspaceChoice;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

use crate::browser::figures;
use crate::components::dialog::danger_foot;
use crate::components::icon::Icon;
use crate::components::notices::refusal_sentence;
use crate::engine::files;
use crate::page::scene::Scene;
use crate::page::sentences;

/// DynamoDB's rule for bucket names. The worker checks it again.
const BUCKET_PATTERN: &str = r"[a-z0-9][a-z0-9.\-]{1,61}[a-z0-9]";

/// Renders the button that opens the dialog.
pub fn button(scene: &Scene) -> Html {
    let onclick = {
        let scene = scene.clone();
        Callback::from(move |_| files::open(&scene.page, FilesQuestion::List))
    };
    html! {
        <button class="button button--quiet" type="button" data-testid="files" {onclick}>
            { Icon::Bucket.draw() }{ scene.text(sentences::workbench::FILES) }
        </button>
    }
}

pub fn view(scene: &Scene, pane: &FilesPane) -> Html {
    html! {
        <>
            <p>{ scene.text(sentences::workbench::FILES_ABOUT) }</p>
            if *scene.app.workspace() == WorkspaceChoice::Visiting {
                <p class="finding finding--warn">{ Icon::Warning.draw() }<span>{ scene.text(sentences::workbench::FILES_OF_THE_COPY) }</span></p>
            }
            if let Some(problem) = &pane.problem {
                <div class="finding finding--bad" role="alert" data-testid="files-problem">{ Icon::Warning.draw() }<p>{ sentence(scene, problem) }</p></div>
            }
            <div class="files" role="status" data-testid="files-list">{ list(scene, pane) }</div>
            { put_form(scene, pane) }
        </>
    }
}

fn sentence(scene: &Scene, problem: &FilesProblem) -> String {
    match problem {
        FilesProblem::Refused(refusal) => refusal_sentence(refusal, scene.messages()),
        FilesProblem::TooLarge => scene.text(sentences::workbench::FILES_TOO_LARGE),
        FilesProblem::Unreadable => scene.text(sentences::workbench::FILES_UNREADABLE),
    }
}

fn list(scene: &Scene, pane: &FilesPane) -> Html {
    let Some(listed) = &pane.listed else {
        return html! { if pane.problem.is_none() { <p>{ scene.text(sentences::workbench::FILES_LOADING) }</p> } };
    };
    if listed.is_empty() {
        return html! { <p>{ scene.text(sentences::workbench::FILES_NONE) }</p> };
    }
    let bucket = |files: &[FileSummary]| {
        let name = files.first().map(|file| file.bucket.clone());
        html! {
            <>
                <h3 class="files-bucket">{ Icon::Bucket.draw() }{ name }</h3>
                <ul class="files-list">{ for files.iter().map(|file| row(scene, pane, file)) }</ul>
            </>
        }
    };
    listed.chunk_by(|one, next| one.bucket == next.bucket).map(bucket).collect()
}

fn row(scene: &Scene, pane: &FilesPane, file: &FileSummary) -> Html {
    let file_key = file.key.as_str();
    let save_label = scene.text(sentences::workbench::FileSave { key: file_key.into() });
    let delete_label = scene.text(sentences::workbench::FileDelete { key: file_key.into() });
    let save = {
        let (scene, pane, file) = (scene.clone(), pane.clone(), file.clone());
        Callback::from(move |_| files::save(&scene.page, &pane, &file))
    };
    let (bucket, key) = (file.bucket.clone(), file.key.clone());
    let delete =
        scene.open_dialog_callback(move || Dialog::DeleteFile { bucket: bucket.clone(), key: key.clone() });
    html! {
        <li class="files-row" key={file.key.clone()} data-key={file.key.clone()}>
            <span class="files-key">{ &file.key }</span>
            <span class="files-facts">{ format!("{} · {}", figures::size(file.size_bytes), utc::date_time(file.put_ms)) }</span>
            <button class="button button--quiet" type="button" data-testid="file-save" aria-label={save_label} onclick={save}>{ Icon::Disk.draw() }</button>
            <button class="button button--quiet" type="button" data-testid="file-delete" aria-label={delete_label} onclick={delete}>
                { Icon::Bin.draw() }
            </button>
        </li>
    }
}

fn put_form(scene: &Scene, pane: &FilesPane) -> Html {
    let onsubmit = {
        let (scene, pane) = (scene.clone(), pane.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let Some(form) = event.target_dyn_into::<Element>() else { return };
            let field = |selector: &str| {
                let found = form.query_selector(selector).ok().flatten();
                found.and_then(|found| found.dyn_into::<HtmlInputElement>().ok())
            };
            let (bucket, prefix, chosen) =
                (field("#files-bucket"), field("#files-prefix"), field("#files-chosen"));
            if let (Some(bucket), Some(prefix), Some(chosen)) = (bucket, prefix, chosen) {
                let list = chosen.files();
                let count = list.as_ref().map_or(0, |list| list.length());
                let files = (0..count).filter_map(|place| list.as_ref()?.get(place)).collect();
                // An empty input allows a person to choose the same files again after a correction.
                chosen.set_value("");
                files::put(&scene.page, &pane, bucket.value(), prefix.value(), files);
            }
        })
    };
    // In capitals, `VALUE` is the HTML attribute, so a render does not overwrite typed text.
    html! {
        <form class="table-form files-form" {onsubmit}>
            <h3 class="files-title">{ scene.text(sentences::workbench::FILES_PUT_TITLE) }</h3>
            <label class="request-label" for="files-chosen">{ scene.text(sentences::workbench::FILES_CHOSEN) }</label>
            <input class="open-file" id="files-chosen" type="file" multiple=true required=true data-testid="files-chosen" />
            <label class="request-label" for="files-bucket">{ scene.text(sentences::workbench::FILES_BUCKET) }</label>
            <input
                class="field" id="files-bucket" data-testid="files-bucket" required=true pattern={BUCKET_PATTERN}
                title={scene.text(sentences::workbench::FILES_BUCKET_RULES)} autocomplete="off"
                autocapitalize="off" spellcheck="false" VALUE="my-bucket"
            />
            <label class="request-label" for="files-prefix">{ scene.text(sentences::workbench::FILES_PREFIX) }</label>
            <input class="field" id="files-prefix" data-testid="files-prefix" maxlength="512" autocomplete="off" autocapitalize="off" spellcheck="false" />
            <div class="dialog-foot">
                <button class="button button--go" type="submit" data-testid="files-put">{ scene.text(sentences::workbench::FILES_PUT) }</button>
            </div>
        </form>
    }
}

pub fn delete_view(scene: &Scene, bucket: &str, key: &str) -> Html {
    let delete = {
        let (scene, bucket, key) = (scene.clone(), bucket.to_owned(), key.to_owned());
        Callback::from(move |_| {
            files::open(&scene.page, FilesQuestion::Delete { bucket: bucket.clone(), key: key.clone() })
        })
    };
    html! {
        <>
            <p>{ scene.messages().text(sentences::workbench::FileDeleteQuestion { bucket: bucket.into() }) }</p>
            { danger_foot(scene, sentences::workbench::FILE_DELETE_YES, delete) }
        </>
    }
}
