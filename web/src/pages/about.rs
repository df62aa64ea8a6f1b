//! What Dynalab is and is not: fidelity, limits, privacy, storage, keyboard, versions.

use yew::prelude::*;

use crate::components::storage_settings;
use crate::messages::Messages;
use crate::scene::Scene;

pub fn view(scene: &Scene) -> Html {
    let messages = &scene.app.messages;
    html! {
        <div class="page">
            <div class="prose">
                <h1 class="page-title">{ messages.text("about-title") }</h1>
                <p>{ messages.text("about-lead") }</p>
                { section("fidelity", &["faithful", "simulated", "not-yet"], messages) }
                { section("limits", &["memory", "not-production"], messages) }
                { section("privacy", &["local", "no-tracking"], messages) }
                <h2>{ messages.text("about-storage") }</h2>
            </div>
            <div class="panel about-panel"><div class="panel-body">{ storage_settings::view(scene, "about") }</div></div>
            <div class="prose about-rest">
                <h2>{ messages.text("about-keyboard") }</h2>
                { keyboard(messages) }
                <h2>{ messages.text("about-console") }</h2>
                <p>{ messages.text("about-console-text") }</p>
                <pre class="code code--inset">{ "await dynalab.execute(\"ListTables\", {})" }</pre>
                <h2>{ messages.text("about-version") }</h2>
                <p>{ messages.fill("about-version-text", [("version", env!("CARGO_PKG_VERSION").into())]) }</p>
                <p><a href="/licenses.txt" target="_blank" data-testid="licenses">{ messages.text("about-licenses") }</a></p>
                <p>{ messages.text("foot-not-affiliated") }</p>
            </div>
        </div>
    }
}

fn section(name: &str, paragraphs: &[&str], messages: &Messages) -> Html {
    html! {
        <>
            <h2>{ messages.text(&format!("about-{name}")) }</h2>
            { for paragraphs.iter().map(|paragraph| html! { <p>{ messages.text(&format!("about-{name}-{paragraph}")) }</p> }) }
        </>
    }
}

fn keyboard(messages: &Messages) -> Html {
    let row = |keys: &'static str, what: &str| {
        html! { <tr><th scope="row"><kbd class="kbd">{ keys }</kbd></th><td>{ messages.text(what) }</td></tr> }
    };
    html! {
        <table class="sheet">
            <tbody>
                { row("Ctrl / ⌘ + K", "keyboard-palette") }
                { row("Ctrl / ⌘ + Enter", "keyboard-run") }
                { row("Ctrl / ⌘ + Z, Shift + Z", "keyboard-undo") }
                { row("← → Home End", "keyboard-slider") }
                { row("← → Home End", "keyboard-tabs") }
                { row("Esc", "keyboard-close") }
                { row("Tab", "keyboard-tab") }
            </tbody>
        </table>
    }
}
