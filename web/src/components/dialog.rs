//! The frame of a modal dialog, open as long as it is mounted. The browser traps the focus and restores it.

use dynalab_app::state::Action;
use web_sys::HtmlDialogElement;
use yew::prelude::*;

use crate::components::icon::Icon;
use crate::page::messages::Sentence;
use crate::page::scene::Scene;
use crate::page::sentences;

#[derive(PartialEq, Properties)]
pub struct DialogFrameProps {
    pub title: AttrValue,
    /// Prefix of the ids and `data-testid`s within the dialog, and a class of the dialog.
    pub name: AttrValue,
    /// The label of the button that closes the dialog.
    pub close: AttrValue,
    pub on_close: Callback<()>,
    pub children: Html,
}

#[component]
pub fn DialogFrame(props: &DialogFrameProps) -> Html {
    let dialog = use_shown_modal();
    let on_cancel = {
        let on_close = props.on_close.clone();
        Callback::from(move |event: Event| {
            event.prevent_default();
            on_close.emit(());
        })
    };
    let on_close = props.on_close.reform(|_: MouseEvent| ());
    let title_id = format!("{}-title", props.name);
    html! {
        <dialog
            ref={dialog} class={classes!("dialog", props.name.to_string())} aria-labelledby={title_id.clone()} data-testid={props.name.clone()}
            oncancel={on_cancel}
        >
            <div class="dialog-head">
                <h2 class="dialog-title" id={title_id}>{ &props.title }</h2>
                <button class="button button--quiet" type="button" aria-label={props.close.clone()} onclick={on_close}>
                    { Icon::Cross.draw() }
                </button>
            </div>
            <div class="dialog-body">{ props.children.clone() }</div>
        </dialog>
    }
}

/// Opens a dialog element as modal as long as the component is mounted.
#[hook]
pub fn use_shown_modal() -> NodeRef {
    let dialog = use_node_ref();
    let shown = dialog.clone();
    use_effect_with((), move |()| {
        let element = shown.cast::<HtmlDialogElement>();
        if let Some(element) = &element {
            // The element is connected and closed, so it opens.
            let _ = element.show_modal();
        }
        move || {
            if let Some(element) = element {
                element.close();
            }
        }
    });
    dialog
}

/// Renders the buttons of a deletion dialog: "Cancel" and the button that deletes. `name` is that button's sentence and its
/// `data-testid`.
pub fn danger_foot(scene: &Scene, name: Sentence, onclick: Callback<MouseEvent>) -> Html {
    html! {
        <div class="dialog-foot">
            <button class="button" type="button" onclick={scene.dispatch_callback(|| Action::CloseDialog)}>{ scene.text(sentences::shell::CANCEL) }</button>
            <button class="button button--danger" type="button" data-testid={name.name()} {onclick}>{ Icon::Bin.draw() }{ scene.text(name) }</button>
        </div>
    }
}
