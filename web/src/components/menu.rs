//! Shared parts of the menus: an entry that closes its menu, and one that opens a dialog.

use dynalab_app::state::{Action, Dialog};
use gloo::timers::callback::Timeout;
use yew::prelude::*;

use crate::page::scene::Scene;

/// Renders an entry. `menu` is the id of its popover.
pub fn entry(
    menu: &'static str,
    test_id: String,
    here: bool,
    onclick: Callback<MouseEvent>,
    inside: Html,
) -> Html {
    html! {
        <button
            class="menu-entry" type="button" popovertarget={menu} popovertargetaction="hide" aria-current={here.then_some("true")}
            data-testid={test_id} {onclick}
        >{ inside }</button>
    }
}

/// Opens a dialog after the menu has closed. The focus is on the menu's button then, so the dialog restores it there.
pub fn open_dialog_callback(scene: &Scene, dialog: Dialog) -> Callback<MouseEvent> {
    let dispatcher = scene.dispatcher();
    Callback::from(move |_: MouseEvent| {
        let (dispatcher, dialog) = (dispatcher.clone(), dialog.clone());
        Timeout::new(0, move || dispatcher.dispatch(Action::OpenDialog(dialog))).forget();
    })
}
