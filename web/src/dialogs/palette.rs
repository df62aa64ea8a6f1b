//! The command palette: every place, table, picture and request, and all that the page can do, found by typing.

mod entries;
mod matching;

use std::cell::RefCell;

use gloo::utils::document;
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlDialogElement, HtmlInputElement};
use yew::prelude::*;

use self::entries::{Does, Entry, Known};
use crate::components::dialog::use_shown_modal;
use crate::dialogs::place::DialogPlace;
use crate::door;
use crate::messages::Messages;

/// More than anybody reads; typing finds the others.
const SHOWN_MAX: usize = 60;

thread_local! {
    /// What was known when the palette was open last: it is there at once, and then it is asked anew.
    static LAST: RefCell<Known> = RefCell::default();
}

#[derive(PartialEq, Properties)]
pub struct PaletteProps {
    pub place: DialogPlace,
    pub messages: Messages,
}

#[component]
pub fn Palette(props: &PaletteProps) -> Html {
    let PaletteProps { place, messages } = props;
    let known = use_state(|| LAST.with_borrow(Known::clone));
    let typed = use_state(String::new);
    let selected = use_state(|| 0_usize);
    let frame = use_shown_modal();
    {
        let known = known.setter();
        use_effect_with(place.page.table.clone(), move |table| {
            let table = table.clone();
            spawn_local(async move {
                let asked = entries::ask(&table).await;
                LAST.set(asked.clone());
                known.set(asked);
            });
        });
    }
    let all = entries::all(place, &known, messages);
    let words: Vec<String> = all.iter().map(|entry| entry.words(messages)).collect();
    let ranked = matching::ranked(&typed, words.iter().map(String::as_str));
    let shown: Vec<Entry> = ranked.iter().take(SHOWN_MAX).map(|position| all[*position].clone()).collect();
    let here = (*selected).min(shown.len().saturating_sub(1));
    use_effect_with((here, shown.len()), |(here, _)| {
        if let Some(option) = document().get_element_by_id(&option_id(*here)) {
            option.scroll_into_view_with_scroll_into_view_options(&nearest());
        }
    });
    let field = field(here, &shown, (*typed).clone(), typed.setter(), selected.setter(), messages);
    let oncancel = Callback::from(|event: Event| {
        event.prevent_default();
        close();
    });
    let onclick = Callback::from(|event: MouseEvent| {
        // Beside the box, on the backdrop.
        if event.target_dyn_into::<HtmlDialogElement>().is_some() {
            close();
        }
    });
    html! {
        <dialog class="dialog palette" ref={frame} aria-label={messages.text("palette")} data-testid="palette" {oncancel} {onclick}>
            { field }
            <ul class="palette-list" id="palette-list" role="listbox" aria-label={messages.text("palette")}>
                { for shown.iter().enumerate().map(|(position, entry)| option(entry, position, position == here, messages)) }
            </ul>
            if shown.is_empty() { <p class="palette-none" role="status">{ messages.text("palette-none") }</p> }
        </dialog>
    }
}

/// What is typed, and the keys that choose among what is shown.
fn field(
    here: usize,
    shown: &[Entry],
    written: String,
    typed: UseStateSetter<String>,
    selected: UseStateSetter<usize>,
    messages: &Messages,
) -> Html {
    let oninput = {
        let selected = selected.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                typed.set(input.value());
                selected.set(0);
            }
        })
    };
    let onkeydown = {
        let shown = shown.to_vec();
        Callback::from(move |event: KeyboardEvent| {
            let last = shown.len().saturating_sub(1);
            let next = match event.key().as_str() {
                // The ends meet.
                "ArrowDown" => (here + 1) % (last + 1),
                "ArrowUp" => here.checked_sub(1).unwrap_or(last),
                "PageDown" => (here + 10).min(last),
                "PageUp" => here.saturating_sub(10),
                // While a Japanese word is being composed, Enter ends the composition.
                "Enter" if !event.is_composing() => {
                    event.prevent_default();
                    if let Some(entry) = shown.get(here) {
                        run(entry);
                    }
                    return;
                }
                _ => return,
            };
            event.prevent_default();
            selected.set(next);
        })
    };
    html! {
        <input
            class="palette-field"
            type="text"
            role="combobox"
            aria-expanded="true"
            aria-controls="palette-list"
            aria-autocomplete="list"
            aria-activedescendant={(!shown.is_empty()).then(|| option_id(here))}
            aria-label={messages.text("palette-label")}
            placeholder={messages.text("palette-label")}
            autocomplete="off"
            spellcheck="false"
            data-testid="palette-field"
            value={written}
            {oninput}
            {onkeydown}
        />
    }
}

fn option(entry: &Entry, position: usize, selected: bool, messages: &Messages) -> Html {
    let onclick = {
        let entry = entry.clone();
        Callback::from(move |_: MouseEvent| run(&entry))
    };
    html! {
        <li class="palette-option" role="option" id={option_id(position)} aria-selected={selected.to_string()} data-testid={format!("palette-{}", entry.name)} {onclick}>
            <span class="palette-name" title={entry.name.clone()}>{ &entry.name }</span>
            if !entry.keys.is_empty() { <kbd class="kbd">{ entry.keys }</kbd> }
            <span class="palette-kind">{ messages.text(entry.kind) }</span>
        </li>
    }
}

/// The palette closes first: what it does may open something else.
fn run(entry: &Entry) {
    close();
    match &entry.does {
        Does::Go(address) => door::go(address),
        Does::Act(command, argument) => door::act(command, argument),
        Does::Control(operation, body) => {
            let refused =
                Callback::from(|text: String| door::act("tell", &serde_json::json!({ "text": text })));
            door::turn(operation, body.clone(), refused);
        }
    }
}

fn close() {
    door::act("close-dialog", &serde_json::Value::Null);
}

fn option_id(position: usize) -> String {
    format!("palette-option-{position}")
}

fn nearest() -> web_sys::ScrollIntoViewOptions {
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(web_sys::ScrollLogicalPosition::Nearest);
    options
}
