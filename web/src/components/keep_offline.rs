//! The button that keeps the site for use without a network, for a browser that saves data. Other browsers keep it by themselves.

use gloo::utils::{document, window};
use js_sys::Reflect;
use web_sys::Event;
use yew::prelude::*;

use crate::browser::stored_setting;
use crate::page::messages::Messages;
use crate::page::sentences::shell;

/// `static/boot.js` reads this setting, and waits for the event with the name of [`BEGIN`].
const SETTING: &str = "offline";
const BEGIN: &str = "dynalab-keep-offline";

#[derive(PartialEq, Properties)]
pub struct KeepOfflineProps {
    pub messages: Messages,
}

#[component]
pub fn KeepOffline(props: &KeepOfflineProps) -> Html {
    let messages = &props.messages;
    let is_kept = use_state_eq(|| stored_setting::read(SETTING).as_deref() == Some("keep"));
    if !saves_data() {
        return html! {};
    }
    let onclick = {
        let is_kept = is_kept.setter();
        Callback::from(move |_: MouseEvent| {
            stored_setting::write(SETTING, "keep");
            let _ = Event::new(BEGIN).map(|event| window().dispatch_event(&event));
            is_kept.set(true);
        })
    };
    html! {
        <p>
            if *is_kept {
                <span role="status">{ messages.text(shell::OFFLINE_KEPT) }</span>
            } else {
                <button class="button" type="button" data-testid="offline-keep" {onclick}>{ messages.text(shell::OFFLINE_KEEP) }</button>
                { " " }{ messages.text(shell::OFFLINE_KEEP_ABOUT) }
            }
        </p>
    }
}

/// Whether the browser asks sites to send less, and this site is not in it yet.
fn saves_data() -> bool {
    let member = |of: &wasm_bindgen::JsValue, name: &str| Reflect::get(of, &name.into()).unwrap_or_default();
    let connection = member(&window().navigator(), "connection");
    let is_there = document().document_element().is_some_and(|root| root.has_attribute("data-offline"));
    connection.is_object() && member(&connection, "saveData") == true && !is_there
}
