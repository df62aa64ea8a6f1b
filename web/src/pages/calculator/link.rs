//! Keeps the inputs of a page and the fragment of its address in sync, in both directions.

use std::rc::Rc;

use dynalab_app::calculator::linked_inputs::LinkedInputs;
use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use gloo::utils::{history, window};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::browser::clipboard;
use crate::page::messages::Sentence;
use crate::page::scene::Scene;

/// Milliseconds before the link is written, so a moving slider writes one link. A browser limits how often an address changes.
const LINK_DELAY_MS: u32 = 250;

#[derive(PartialEq)]
struct State<I>(I);

impl<I: LinkedInputs> Reducible for State<I> {
    type Action = I::Change;

    fn reduce(self: Rc<Self>, change: I::Change) -> Rc<Self> {
        let mut inputs = self.0.clone();
        inputs.apply(change);
        Rc::new(State(inputs))
    }
}

/// Returns the inputs of the page, first read from its address, and a callback that changes them.
#[hook]
pub fn use_linked_inputs<I: LinkedInputs>() -> (I, Callback<I::Change>) {
    let state = use_reducer_eq(|| State(I::from_link(&hash())));
    use_effect_with(state.0.to_link(), |link| {
        let link = link.clone();
        let timeout = Timeout::new(LINK_DELAY_MS, move || write_link(&link));
        move || drop(timeout)
    });
    let dispatcher = state.dispatcher();
    use_effect_with((), move |()| {
        let opens = move |_: &web_sys::Event| {
            // A link within the page, such as "skip to content", has no inputs.
            let hash = hash();
            if hash.contains('=') {
                dispatcher.dispatch(I::open(I::from_link(&hash)));
            }
        };
        let listener = EventListener::new(&window(), "hashchange", opens);
        move || drop(listener)
    });
    let dispatcher = state.dispatcher();
    let change = use_callback((), move |change: I::Change, ()| dispatcher.dispatch(change));
    (state.0.clone(), change)
}

fn hash() -> String {
    window().location().hash().unwrap_or_default()
}

fn write_link(link: &str) {
    let location = window().location();
    let path = location.pathname().unwrap_or_default() + &location.search().unwrap_or_default();
    let address = if link.is_empty() { path } else { format!("{path}#{link}") };
    // A browser rejects only too many changes. The next change writes the link again.
    let _ = history().replace_state_with_url(&JsValue::NULL, "", Some(&address));
}

/// Returns a callback that copies the address with these inputs and shows whether that worked.
pub fn copy_link_callback(
    scene: &Scene,
    inputs: &impl LinkedInputs,
    copied: Sentence,
    not_copied: Sentence,
) -> Callback<MouseEvent> {
    let (scene, link) = (scene.clone(), inputs.to_link());
    Callback::from(move |_: MouseEvent| {
        write_link(&link);
        let scene = scene.clone();
        spawn_local(async move {
            let is_copied = clipboard::copy(&window().location().href().unwrap_or_default(), None).await;
            match is_copied {
                true => scene.page.show_message(scene.text(copied)),
                false => scene.page.show_failure(scene.text(not_copied)),
            }
        });
    })
}
