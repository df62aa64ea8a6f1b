//! Keeps the content of the document on the screen until the first view of the app is complete. Until then the app is hidden.

use std::cell::{OnceCell, RefCell};

use gloo::timers::callback::Timeout;
use gloo::utils::document;
use web_sys::{Element, Node};
use yew::prelude::*;

/// The id of the visible root: the document's content, and then the app.
const ROOT: &str = "app";
/// The rows of the home page's document.
const STAGE: &str = ".stage-shell";

thread_local! {
    /// None before the app starts, and after its first view was shown.
    static FIRST_PAINT: RefCell<Option<FirstPaint>> = const { RefCell::new(None) };
    static STAGE_COPY: OnceCell<Node> = const { OnceCell::new() };
}

struct FirstPaint {
    /// The content of the document.
    content: Element,
    /// The root of the app.
    app: Element,
    /// The number of things that the first view waits for.
    holds: u32,
    /// What measures elements, which have no size before.
    when_shown: Vec<Box<dyn FnOnce()>>,
}

/// Something that the first view waits for.
#[derive(Debug)]
pub struct Hold(());

impl Hold {
    /// Returns none if the first view was shown already.
    pub fn begin() -> Option<Hold> {
        FIRST_PAINT.with_borrow_mut(|first| {
            first.as_mut().map(|first| {
                first.holds += 1;
                Hold(())
            })
        })
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let is_last = FIRST_PAINT.with_borrow_mut(|first| {
            first.as_mut().is_some_and(|first| {
                first.holds = first.holds.saturating_sub(1);
                first.holds == 0
            })
        });
        if is_last {
            // What is drawn now can wait for something else.
            Timeout::new(0, show_app).forget();
        }
    }
}

/// Adds a hidden root for the app. The app is shown after the returned hold and all others are dropped. Returns none if the
/// document has no root.
pub fn begin() -> Option<(Element, Hold)> {
    let content = document().get_element_by_id(ROOT)?;
    if let Ok(Some(stage)) = content.query_selector(STAGE)
        && let Ok(copy) = stage.clone_node_with_deep(true)
    {
        STAGE_COPY.with(|kept| drop(kept.set(copy)));
    }
    let app = document().create_element("div").ok()?;
    // A new element takes an attribute, and an element of the page a sibling.
    let _ = app.set_attribute("hidden", "");
    let _ = content.insert_adjacent_element("afterend", &app);
    FIRST_PAINT.set(Some(FirstPaint { content, app: app.clone(), holds: 1, when_shown: Vec::new() }));
    Some((app, Hold(())))
}

fn show_app() {
    let Some(first) = FIRST_PAINT.with_borrow_mut(|first| first.take_if(|first| first.holds == 0)) else {
        return;
    };
    first.content.remove();
    first.app.set_id(ROOT);
    let _ = first.app.remove_attribute("hidden");
    first.when_shown.into_iter().for_each(|act| act());
}

/// Returns a copy of the rows of the home page's document, which the app shows until its table is live.
pub fn stage() -> Option<Html> {
    STAGE_COPY.with(|kept| kept.get().cloned()).map(Html::VRef)
}

/// Acts once the app is visible: at once, or as soon as its first view is shown.
pub fn when_shown(act: impl FnOnce() + 'static) {
    let at_once = FIRST_PAINT.with_borrow_mut(|first| match first {
        Some(first) => {
            first.when_shown.push(Box::new(act));
            None
        }
        None => Some(act),
    });
    if let Some(act) = at_once {
        act();
    }
}

/// Makes the first view wait while `is_waiting` is true.
#[hook]
pub fn use_first_paint_hold(is_waiting: bool) {
    let hold = use_mut_ref(|| None::<Hold>);
    let mut hold = hold.borrow_mut();
    if !is_waiting {
        *hold = None;
    } else if hold.is_none() {
        *hold = Hold::begin();
    }
}
