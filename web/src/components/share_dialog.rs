//! The dialog that shares the tables as a link or a file. The browser sends nothing.

use dynalab_app::embedding;
use dynalab_app::share::WrittenDesign;
use dynalab_app::state::share_form::{LinkLength, ShareForm, Steps};
use dynalab_app::state::{Action, Dialog};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

use crate::address::share_form::{self, address_of};
use crate::address::site;
use crate::browser::figures;
use crate::browser::{clipboard, download, field_events};
use crate::components::icon::Icon;
use crate::page::messages::Sentence;
use crate::page::scene::Scene;
use crate::page::sentences;

/// Renders the button that opens the dialog. It is disabled if the workspace has no tables.
pub fn button(scene: &Scene) -> Html {
    let onclick = {
        let scene = scene.clone();
        Callback::from(move |_| share_form::write(&scene, ShareForm::default()))
    };
    let none = scene.app.definitions().as_ref().is_none_or(|tables| tables.is_empty());
    html! {
        <button class="button button--quiet" type="button" data-testid="share" disabled={none} {onclick}>
            { Icon::Share.draw() }{ scene.text(sentences::workbench::SHARE) }
        </button>
    }
}

pub fn view(scene: &Scene, form: &ShareForm) -> Html {
    html! {
        <>
            <p>{ scene.text(sentences::workbench::SHARE_ABOUT) }</p>
            <div class="table-form">
                <label class="request-label" for="share-title">{ scene.text(sentences::workbench::SHARE_TITLE) }</label>
                <input
                    class="field" id="share-title" data-testid="share-title" maxlength="200" autocomplete="off" VALUE={form.title.clone()}
                    oninput={retitle(scene, form)}
                />
                <span class="request-label">{ scene.text(sentences::workbench::SHARE_CONTENTS) }</span>
                <label class="check">
                    <input
                        type="checkbox" data-testid="share-data" checked={form.data || form.needs_items()} disabled={form.needs_items()}
                        onchange={rewrite(scene, form)}
                    />
                    { scene.text(sentences::workbench::SHARE_DATA) }
                </label>
                <label class="request-label" for="share-steps">{ scene.text(sentences::workbench::SHARE_STEPS) }</label>
                <select class="field" id="share-steps" data-testid="share-steps" onchange={rewrite(scene, form)}>
                    { for Steps::EACH.map(|steps| html! {
                        <option value={steps.name()} selected={steps == form.steps}>{ scene.text(sentence(steps)) }</option>
                    }) }
                </select>
            </div>
            { match &form.written {
                None => html! { <p class="request-label" role="status">{ scene.text(sentences::workbench::SHARE_WRITING) }</p> },
                Some(Err(detail)) => failed(scene, detail),
                Some(Ok(written)) => ready(scene, form, written),
            } }
        </>
    }
}

fn sentence(steps: Steps) -> Sentence {
    match steps {
        Steps::None => sentences::workbench::SHARE_STEPS_NONE,
        Steps::Ten => sentences::workbench::SHARE_STEPS_TEN,
        Steps::Hundred => sentences::workbench::SHARE_STEPS_HUNDRED,
        Steps::All => sentences::workbench::SHARE_STEPS_ALL,
    }
}

/// Returns the handler of the title. The link includes each typed letter, so a click on "Copy" need not leave the field first.
fn retitle(scene: &Scene, form: &ShareForm) -> Callback<InputEvent> {
    let (scene, form) = (scene.clone(), form.clone());
    Callback::from(move |event: InputEvent| {
        let title = field_events::written(&event);
        share_form::write_soon(&scene, form.with(|form| form.title = title));
    })
}

/// Returns the handler of the other choices.
fn rewrite(scene: &Scene, form: &ShareForm) -> Callback<Event> {
    let (scene, form) = (scene.clone(), form.clone());
    Callback::from(move |event: Event| {
        let Some(target) = event.target() else { return };
        let next = if let Some(select) = target.dyn_ref::<HtmlSelectElement>() {
            let chosen = Steps::EACH.into_iter().find(|steps| steps.name() == select.value());
            form.with(|form| form.steps = chosen.unwrap_or(Steps::None))
        } else if let Some(input) = target.dyn_ref::<HtmlInputElement>() {
            form.with(|form| match input.type_().as_str() {
                "checkbox" => form.data = input.checked(),
                _ => form.title = input.value(),
            })
        } else {
            return;
        };
        share_form::write(&scene, next);
    })
}

fn failed(scene: &Scene, detail: &str) -> Html {
    html! {
        <p class="finding finding--bad" role="alert" data-testid="share-failed">
            { Icon::Warning.draw() }<span>{ scene.app.messages().text(sentences::workbench::ShareFailed { detail: detail.into() }) }</span>
        </p>
    }
}

fn ready(scene: &Scene, form: &ShareForm, written: &WrittenDesign) -> Html {
    let messages = scene.messages();
    let address = address_of(scene.app.language(), &written.link);
    let length = LinkLength::from_address(&address);
    let facts = figures::grouped(address.len() as u64);
    let warning = match length {
        LinkLength::Fine => None,
        LinkLength::Long => Some(sentences::workbench::SHARE_LONG),
        LinkLength::TooLong => Some(sentences::workbench::SHARE_TOO_LONG),
    };
    let characters = facts.as_str().into();
    let copied = match form.copied {
        None => messages.text(sentences::workbench::ShareLength { characters }),
        Some(true) => messages.text(sentences::workbench::ShareCopied { characters }),
        Some(false) => messages.text(sentences::workbench::SHARE_NOT_COPIED),
    };
    html! {
        <>
            if length != LinkLength::TooLong {
                <textarea
                    class="field field--tall share-link" id="share-link" data-testid="share-link" rows="3" readonly=true
                    aria-label={messages.text(sentences::workbench::SHARE_LINK)} value={address.clone()}
                />
            }
            <p class="request-label" role="status" data-testid="share-status" data-commands={written.commands.to_string()}>
                { copied }
                if form.needs_items() { { " " }{ messages.text(sentences::workbench::ShareCommands { commands: u64::from(written.commands).into() }) } }
            </p>
            if let Some(warning) = warning {
                <p class="finding finding--warn" data-testid={warning.name()}>{ Icon::Warning.draw() }<span>{ messages.text(warning) }</span></p>
            }
            <div class="dialog-foot">
                <button class="button" type="button" data-testid="share-save" onclick={save(scene, form, written)}>
                    { Icon::Disk.draw() }{ messages.text(sentences::workbench::SHARE_SAVE) }
                </button>
                if length != LinkLength::TooLong {
                    { for in_documents(scene, form, &written.link, &address).into_iter().map(|(name, text)| html! {
                        <button class="button" type="button" data-testid={name.name()} onclick={copy(scene, form, text)}>
                            { Icon::Copy.draw() }
                            { messages.text(name) }
                        </button>
                    }) }
                    <button class="button button--go" type="button" data-testid="share-copy" onclick={copy(scene, form, address)}>
                        { Icon::Share.draw() }
                        { messages.text(sentences::workbench::SHARE_COPY) }
                    </button>
                }
            </div>
        </>
    }
}

/// Returns what authors put into their documents, each with the name of its button.
fn in_documents(scene: &Scene, form: &ShareForm, link: &str, address: &str) -> [(Sentence, String); 3] {
    let title = match form.title.trim() {
        "" => scene.text(sentences::shell::EMBED_OPEN),
        title => title.to_owned(),
    };
    let frame = site::address_in_frame(scene.app.language(), "/", link);
    let image = site::full_address("/badge.svg");
    let badge = embedding::badge(&scene.text(sentences::shell::EMBED_OPEN), &image, address);
    [
        (sentences::workbench::SHARE_COPY_FRAME, embedding::frame(&title, &frame)),
        (sentences::workbench::SHARE_COPY_MARKDOWN, embedding::markdown_link(&title, address)),
        (sentences::workbench::SHARE_COPY_BADGE, badge),
    ]
}

fn copy(scene: &Scene, form: &ShareForm, address: String) -> Callback<MouseEvent> {
    let (dispatcher, form) = (scene.dispatcher(), form.clone());
    Callback::from(move |_| {
        let (dispatcher, form, address) = (dispatcher.clone(), form.clone(), address.clone());
        spawn_local(async move {
            let shown = gloo::utils::document().get_element_by_id("share-link");
            let shown = shown.and_then(|element| element.dyn_into::<HtmlTextAreaElement>().ok());
            let copied = Some(clipboard::copy(&address, shown).await);
            dispatcher.dispatch(Action::Shared(ShareForm { copied, ..form }));
        });
    })
}

fn save(scene: &Scene, form: &ShareForm, written: &WrittenDesign) -> Callback<MouseEvent> {
    let (scene, form, file) = (scene.clone(), form.clone(), written.file.clone());
    Callback::from(move |_| {
        if download::save(&form.file_name(), &file, "application/json").is_err() {
            let written = Some(Err(scene.text(sentences::workbench::SHARE_NOT_SAVED)));
            scene.app.dispatch(Action::OpenDialog(Dialog::Share(ShareForm { written, ..form.clone() })));
        }
    })
}
