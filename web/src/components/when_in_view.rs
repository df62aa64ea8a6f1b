//! Shows content once its place scrolls near the visible part of the page. Until then it shows something simpler there.

use js_sys::Array;
use wasm_bindgen::prelude::*;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit};
use yew::prelude::*;

/// The distance from the visible part at which the content is shown.
const MARGIN: &str = "300px";

#[derive(PartialEq, Properties)]
pub struct WhenInViewProps {
    /// The content until then. It should have no fields, because it is replaced.
    pub before: Html,
    /// The element around the content until then.
    #[prop_or("div")]
    pub tag: &'static str,
    pub children: Html,
}

#[component]
pub fn WhenInView(props: &WhenInViewProps) -> Html {
    let place = use_node_ref();
    let is_seen = use_state_eq(|| false);
    {
        let (place, is_seen) = (place.clone(), is_seen.setter());
        use_effect_with((), move |()| {
            let watch = place.cast::<Element>().and_then(|place| Watch::begin(&place, is_seen.clone()));
            if watch.is_none() {
                is_seen.set(true);
            }
            move || drop(watch)
        });
    }
    if *is_seen {
        return props.children.clone();
    }
    html! { <@{props.tag} ref={place} class="waits-for-view">{ props.before.clone() }</@> }
}

/// Watches an element until it comes near the visible part.
struct Watch {
    observer: IntersectionObserver,
    _callback: Closure<dyn FnMut(Array)>,
}

impl Watch {
    /// Returns none in a browser that cannot watch elements.
    fn begin(element: &Element, is_seen: UseStateSetter<bool>) -> Option<Watch> {
        let callback = Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
            let is_near =
                |entry: JsValue| entry.unchecked_into::<IntersectionObserverEntry>().is_intersecting();
            if entries.iter().any(is_near) {
                is_seen.set(true);
            }
        });
        let options = IntersectionObserverInit::new();
        options.set_root_margin(MARGIN);
        let function = callback.as_ref().unchecked_ref();
        let observer = IntersectionObserver::new_with_options(function, &options).ok()?;
        observer.observe(element);
        Some(Watch { observer, _callback: callback })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
