//! The files in the buckets: what exports wrote and imports can read, in and out, and the question before one goes.

use dynalab_playground::protocol::files::{FileSummary, FilesQuestion};
use dynalab_playground::workspace_choice::WorkspaceChoice;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

use crate::components::dialog::danger_foot;
use crate::components::icon::Icon;
use crate::components::notices::refusal_sentence;
use crate::figures;
use crate::files::{self, FilesPane, FilesProblem};
use crate::scene::Scene;
use crate::state::Dialog;

/// As the service has it; the worker looks again.
const BUCKET_PATTERN: &str = r"[a-z0-9][a-z0-9.\-]{1,61}[a-z0-9]";

/// Opens the dialog.
pub fn button(scene: &Scene) -> Html {
    let onclick = {
        let scene = scene.clone();
        Callback::from(move |_| files::open(&scene.page, FilesQuestion::List))
    };
    html! {
        <button class="button button--quiet" type="button" data-testid="files" {onclick}>{ Icon::Bucket.draw() }{ scene.text("files") }</button>
    }
}

pub fn view(scene: &Scene, pane: &FilesPane) -> Html {
    html! {
        <>
            <p>{ scene.text("files-about") }</p>
            if scene.app.workspace == WorkspaceChoice::Visiting {
                <p class="finding finding--warn">{ Icon::Warning.draw() }<span>{ scene.text("files-of-the-copy") }</span></p>
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
        FilesProblem::TooLarge => scene.text("files-too-large"),
        FilesProblem::Unreadable => scene.text("files-unreadable"),
    }
}

fn list(scene: &Scene, pane: &FilesPane) -> Html {
    let Some(listed) = &pane.listed else {
        return html! { if pane.problem.is_none() { <p>{ scene.text("files-loading") }</p> } };
    };
    if listed.is_empty() {
        return html! { <p>{ scene.text("files-none") }</p> };
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
    let (day, time) = figures::day_and_time(file.put_ms);
    let label = |name: &str| scene.messages().fill(name, [("key", file.key.as_str().into())]);
    let save = {
        let (scene, pane, file) = (scene.clone(), pane.clone(), file.clone());
        Callback::from(move |_| files::save(&scene.page, &pane, &file))
    };
    let (bucket, key) = (file.bucket.clone(), file.key.clone());
    let delete = scene.opens(move || Dialog::DeleteFile { bucket: bucket.clone(), key: key.clone() });
    html! {
        <li class="files-row" key={file.key.clone()} data-key={file.key.clone()}>
            <span class="files-key">{ &file.key }</span>
            <span class="files-facts">{ format!("{} · {day} {time}", figures::size(file.size_bytes)) }</span>
            <button class="button button--quiet" type="button" data-testid="file-save" aria-label={label("file-save")} onclick={save}>{ Icon::Disk.draw() }</button>
            <button class="button button--quiet" type="button" data-testid="file-delete" aria-label={label("file-delete")} onclick={delete}>{ Icon::Bin.draw() }</button>
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
                // So that the same files, corrected, can be chosen again.
                chosen.set_value("");
                files::put(&scene.page, &pane, bucket.value(), prefix.value(), files);
            }
        })
    };
    // In capitals it is the attribute of the document, as in the dialog for names: a drawing leaves alone what was typed.
    html! {
        <form class="table-form files-form" {onsubmit}>
            <h3 class="files-title">{ scene.text("files-put-title") }</h3>
            <label class="request-label" for="files-chosen">{ scene.text("files-chosen") }</label>
            <input class="open-file" id="files-chosen" type="file" multiple=true required=true data-testid="files-chosen" />
            <label class="request-label" for="files-bucket">{ scene.text("files-bucket") }</label>
            <input class="field" id="files-bucket" data-testid="files-bucket" required=true pattern={BUCKET_PATTERN} title={scene.text("files-bucket-rules")} autocomplete="off" autocapitalize="off" spellcheck="false" VALUE="my-bucket" />
            <label class="request-label" for="files-prefix">{ scene.text("files-prefix") }</label>
            <input class="field" id="files-prefix" data-testid="files-prefix" maxlength="512" autocomplete="off" autocapitalize="off" spellcheck="false" />
            <div class="dialog-foot"><button class="button button--go" type="submit" data-testid="files-put">{ scene.text("files-put") }</button></div>
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
            <p>{ scene.messages().fill("file-delete-question", [("bucket", bucket.into())]) }</p>
            { danger_foot(scene, "file-delete-yes", delete) }
        </>
    }
}
