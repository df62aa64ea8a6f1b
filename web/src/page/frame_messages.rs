//! The messages between an embedded page and the page around it: the frame tells its height, and obeys a theme.
//!
//! Any site may send them, so nothing else is read, and nothing that a message says is more than one of three names.

use dynalab_app::state::Action;
use dynalab_app::state::theme::Theme;
use gloo::events::EventListener;
use gloo::utils::{document, window};
use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::{Closure, JsValue};
use wasm_bindgen::{JsCast, UnwrapThrowExt};
use web_sys::{MessageEvent, ResizeObserver};
use yew::prelude::*;

use crate::browser::embedded::is_embedded;
use crate::page::state::{AppContext, AppDispatcher};

/// With a member `theme`: "light", "dark" or "system".
const THEME: &str = "dynalab:theme";
/// Asks for the height, and is the answer, with a member `height` in CSS pixels.
const HEIGHT: &str = "dynalab:height";

/// Listens to the page around, and tells it the height whenever that changes.
#[hook]
pub fn use_frame_messages(app: &AppContext) {
    let dispatcher = app.dispatcher();
    use_effect_with((), move |()| {
        let held = (is_embedded() && is_in_frame()).then(|| (listener(dispatcher), Watch::begin()));
        move || drop(held)
    });
}

/// A tab of its own has no page around it: `parent` is the page itself, which would answer its own messages forever.
fn is_in_frame() -> bool {
    window().parent().ok().flatten().is_some_and(|parent| !Object::is(parent.as_ref(), window().as_ref()))
}

fn listener(app: AppDispatcher) -> EventListener {
    EventListener::new(&window(), "message", move |event| {
        let Some(event) = event.dyn_ref::<MessageEvent>() else { return };
        let is_from_parent = window().parent().ok().flatten().is_some_and(|parent| {
            event.source().is_some_and(|source| Object::is(source.as_ref(), parent.as_ref()))
        });
        let member =
            |name: &str| Reflect::get(&event.data(), &name.into()).ok().and_then(|value| value.as_string());
        if !is_from_parent || !event.data().is_object() {
            return;
        }
        match member("type").as_deref() {
            Some(THEME) => {
                let themes = [Theme::System, Theme::Light, Theme::Dark];
                let named =
                    member("theme").and_then(|name| themes.into_iter().find(|theme| theme.name() == name));
                if let Some(theme) = named {
                    app.dispatch(Action::SetTheme(theme));
                }
            }
            Some(HEIGHT) => tell_height(),
            _ => {}
        }
    })
}

struct Watch {
    observer: Option<ResizeObserver>,
    _changed: Closure<dyn FnMut()>,
}

impl Watch {
    fn begin() -> Watch {
        let changed = Closure::<dyn FnMut()>::new(tell_height);
        let observer = ResizeObserver::new(changed.as_ref().unchecked_ref()).ok();
        if let (Some(observer), Some(body)) = (&observer, document().body()) {
            observer.observe(&body);
        }
        Watch { observer, _changed: changed }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(observer) = &self.observer {
            observer.disconnect();
        }
    }
}

/// Tells the height to any page around: it is a number, and no secret.
fn tell_height() {
    let (Some(body), Ok(Some(parent))) = (document().body(), window().parent()) else { return };
    let message = Object::new();
    let height = f64::from(body.scroll_height().max(body.offset_height()));
    for (name, value) in [("type", JsValue::from(HEIGHT)), ("height", JsValue::from(height))] {
        // Setting a property of a new object cannot fail.
        Reflect::set(&message, &name.into(), &value).unwrap_throw();
    }
    // A frame that is being removed has no parent that listens.
    let _ = parent.post_message(&message, "*");
}
