//! The list of the keyboard shortcuts, on the page about Dynalab and in a dialog.

use yew::prelude::*;

use crate::page::messages::{Messages, Sentence};
use crate::page::sentences::workbench;

const KEYS: [(&str, Sentence); 8] = [
    ("Ctrl / ⌘ + K", workbench::KEYBOARD_PALETTE),
    ("?", workbench::KEYBOARD_LIST),
    ("Ctrl / ⌘ + Enter", workbench::KEYBOARD_RUN),
    ("Ctrl / ⌘ + Z, Shift + Z", workbench::KEYBOARD_UNDO),
    ("← → Home End", workbench::KEYBOARD_SLIDER),
    ("← → Home End", workbench::KEYBOARD_TABS),
    ("Esc", workbench::KEYBOARD_CLOSE),
    ("Tab", workbench::KEYBOARD_TAB),
];

pub fn view(messages: &Messages) -> Html {
    let row = |(keys, what): &(&'static str, Sentence)| {
        html! { <tr><th scope="row"><kbd class="kbd">{ *keys }</kbd></th><td>{ messages.text(*what) }</td></tr> }
    };
    html! { <table class="sheet"><tbody>{ for KEYS.iter().map(row) }</tbody></table> }
}
