//! The time at which a person can use the page: it is drawn, and what it shows first has arrived. What is fetched for later waits for it.
//!
//! The time is a mark of the browser (`performance.getEntriesByName("dynalab-usable")`), an event on the window, which `static/boot.js` waits
//! for, and an attribute of the document, for tests.

use std::cell::RefCell;

use gloo::utils::{document, window};
use web_sys::Event;
use yew::prelude::*;

const NAME: &str = "dynalab-usable";
const ATTRIBUTE: &str = "data-usable";

type Act = Box<dyn FnOnce()>;

thread_local! {
    /// What waits for the time. None after it.
    static WAITING: RefCell<Option<Vec<Act>>> = RefCell::new(Some(Vec::new()));
}

/// Marks the time when `is_usable` becomes true for the first page of the visit. Later calls change nothing.
#[hook]
pub fn use_usable_mark(is_usable: bool) {
    use_effect_with(is_usable, |is_usable| {
        if *is_usable {
            mark();
        }
    });
}

/// Acts once the page is usable: at once if it is.
pub fn when_usable(act: impl FnOnce() + 'static) {
    let at_once = WAITING.with_borrow_mut(|waiting| match waiting {
        Some(waiting) => {
            waiting.push(Box::new(act));
            None
        }
        None => Some(act),
    });
    if let Some(act) = at_once {
        act();
    }
}

fn mark() {
    let Some(waiting) = WAITING.with_borrow_mut(Option::take) else { return };
    // A browser without these has no measurements, and fetches for later after a time.
    let _ = window().performance().map(|performance| performance.mark(NAME));
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute(ATTRIBUTE, "");
    }
    let _ = Event::new(NAME).map(|event| window().dispatch_event(&event));
    waiting.into_iter().for_each(|act| act());
}
