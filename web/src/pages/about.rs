//! The page about Dynalab: fidelity, limits, privacy, storage, keyboard, versions.

use yew::prelude::*;

use crate::address::site;
use crate::components::{keyboard_keys, storage_settings};
use crate::page::messages::{Messages, Sentence};
use crate::page::scene::Scene;
use crate::page::sentences;
use crate::page::sentences::workbench as words;

pub fn view(scene: &Scene) -> Html {
    let messages = scene.app.messages();
    html! {
        <div class="page">
            <div class="prose">
                <h1 class="page-title">{ messages.text(sentences::workbench::ABOUT_TITLE) }</h1>
                <p>{ messages.text(sentences::workbench::ABOUT_LEAD) }</p>
                { section(words::ABOUT_FIDELITY, &[words::ABOUT_FIDELITY_FAITHFUL, words::ABOUT_FIDELITY_SIMULATED, words::ABOUT_FIDELITY_NOT_YET], messages) }
                { section(words::ABOUT_LIMITS, &[words::ABOUT_LIMITS_MEMORY, words::ABOUT_LIMITS_NOT_PRODUCTION], messages) }
                { section(words::ABOUT_PRIVACY, &[words::ABOUT_PRIVACY_LOCAL, words::ABOUT_PRIVACY_NO_TRACKING], messages) }
                <h2>{ messages.text(sentences::workbench::ABOUT_STORAGE) }</h2>
            </div>
            <div class="panel about-panel"><div class="panel-body">{ storage_settings::view(scene, "about") }</div></div>
            <div class="prose about-rest">
                <h2>{ messages.text(sentences::workbench::ABOUT_KEYBOARD) }</h2>
                { keyboard_keys::view(messages) }
                <h2>{ messages.text(sentences::workbench::ABOUT_CONSOLE) }</h2>
                <p>{ messages.text(sentences::workbench::ABOUT_CONSOLE_TEXT) }</p>
                <pre class="code code--inset">{ "await dynalab.execute(\"ListTables\", {})" }</pre>
                <h2>{ messages.text(sentences::workbench::ABOUT_VERSION) }</h2>
                <p>{ messages.text(sentences::workbench::AboutVersionText { version: env!("CARGO_PKG_VERSION").into() }) }</p>
                <p>
                    <a href={site::address("/licenses.txt")} target="_blank" data-testid="licenses">{ messages.text(sentences::workbench::ABOUT_LICENSES) }</a>
                </p>
                <p>{ messages.text(sentences::shell::FOOT_NOT_AFFILIATED) }</p>
            </div>
        </div>
    }
}

fn section(title: Sentence, paragraphs: &[Sentence], messages: &Messages) -> Html {
    html! {
        <>
            <h2>{ messages.text(title) }</h2>
            { for paragraphs.iter().map(|paragraph| html! { <p>{ messages.text(*paragraph) }</p> }) }
        </>
    }
}
