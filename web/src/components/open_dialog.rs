//! The dialog that opens a shared design from a file or a pasted link.

use dynalab_app::state::{Action, Dialog, OpenForm};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::address::arrival;
use crate::address::formats::Problem;
use crate::browser::field_events::written;
use crate::components::icon::Icon;
use crate::page::messages::{Messages, Sentence};
use crate::page::scene::Scene;
use crate::page::sentences;

/// Renders the button that opens the dialog.
pub fn button(scene: &Scene, label: Sentence, class: &'static str) -> Html {
    html! {
        <button {class} type="button" data-testid="open-design" onclick={scene.open_dialog_callback(|| Dialog::Open(OpenForm::default()))}>
            { Icon::File.draw() }{ scene.text(label) }
        </button>
    }
}

pub fn view(scene: &Scene, form: &OpenForm) -> Html {
    let onsubmit = {
        let (scene, text) = (scene.clone(), form.text.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            arrival::open_text(&scene, text.clone());
        })
    };
    let oninput = {
        let dispatcher = scene.dispatcher();
        Callback::from(move |event: InputEvent| {
            let form = OpenForm { text: written(&event), problem: None };
            dispatcher.dispatch(Action::OpenDialog(Dialog::Open(form)));
        })
    };
    let onchange = {
        let scene = scene.clone();
        Callback::from(move |event: Event| {
            let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
            if let Some(input) = input
                && let Some(file) = input.files().and_then(|files| files.get(0))
            {
                // An empty input allows a person to choose the same file again after a correction.
                input.set_value("");
                arrival::read_file(&scene, file, arrival::open_text);
            }
        })
    };
    html! {
        <form class="open-form" {onsubmit}>
            <p>{ scene.text(sentences::workbench::OPEN_ABOUT) }</p>
            if arrival::would_replace(scene) {
                <p class="finding finding--warn">{ Icon::Warning.draw() }<span>{ scene.text(sentences::workbench::OPEN_REPLACES) }</span></p>
            }
            <label class="open-field">
                <span class="request-label">{ scene.text(sentences::workbench::OPEN_FILE) }</span>
                <input class="open-file" type="file" accept=".json,application/json" data-testid="open-file" {onchange} />
            </label>
            <label class="open-field">
                <span class="request-label">{ scene.text(sentences::workbench::OPEN_LINK) }</span>
                <textarea
                    class="field field--tall share-link" rows="3" data-testid="open-link" spellcheck="false" autocapitalize="off"
                    value={form.text.clone()} {oninput}
                />
            </label>
            if let Some(problem) = &form.problem { { finding(scene, problem) } }
            <div class="dialog-foot">
                <button class="button button--go" type="submit" data-testid="open-go" disabled={form.text.trim().is_empty()}>
                    { scene.text(sentences::workbench::OPEN_GO) }
                </button>
            </div>
        </form>
    }
}

/// Renders the problem, a remedy, and the technical detail.
pub fn finding(scene: &Scene, problem: &Problem) -> Html {
    finding_with(scene, problem, html! {})
}

/// Renders a problem, with what a person can do about it in the same box.
pub fn finding_with(scene: &Scene, problem: &Problem, actions: Html) -> Html {
    html! {
        <div class="finding finding--bad" role="alert" data-testid="unreadable" data-problem={problem.name.clone()}>
            { Icon::Warning.draw() }
            <div>
                <p>{ sentence(scene.messages(), problem) }</p>
                if !problem.detail.is_empty() {
                    <p class="finding-message" lang={problem.detail.is_ascii().then_some("en")}>{ &problem.detail }</p>
                }
                { actions }
            </div>
        </div>
    }
}

/// Returns why something cannot be opened, in the page's language.
pub fn sentence(messages: &Messages, problem: &Problem) -> String {
    messages.text(match problem.name.as_str() {
        "newer-version" | "unknown-codec" => sentences::workbench::UNREADABLE_NEWER,
        "cut-off" => sentences::workbench::UNREADABLE_CUT_OFF,
        "too-large" => sentences::workbench::UNREADABLE_TOO_LARGE,
        "too-much" => sentences::workbench::UNREADABLE_TOO_MUCH,
        "not-a-document" => sentences::workbench::UNREADABLE_NOT_A_DOCUMENT,
        "requests" => sentences::workbench::UNREADABLE_REQUESTS,
        "not-a-link" => sentences::workbench::UNREADABLE_NOT_A_LINK,
        "not-fetched" => sentences::workbench::UNREADABLE_NOT_FETCHED,
        "needs-memory" => sentences::workbench::UNREADABLE_NEEDS_MEMORY,
        "panicked" => sentences::workbench::UNREADABLE_PANICKED,
        "stopped" => sentences::workbench::UNREADABLE_STOPPED,
        "not-again" => sentences::workbench::UNREADABLE_NOT_AGAIN,
        "refused" => sentences::workbench::UNREADABLE_REFUSED,
        _ => sentences::workbench::UNREADABLE_DAMAGED,
    })
}
