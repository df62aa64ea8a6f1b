//! A frame in which the rows of a table scroll: its sizes, measured when the browser has laid them out anyway, and its scroll position.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use dynalab_app::items::window::ScrollPosition;
use gloo::utils::window;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, HtmlElement, ResizeObserver};
use yew::prelude::*;

/// A row of the table, below its heading. Rows that are not all drawn have an index.
const ROW: &str = "tr[aria-rowindex='2'], tbody tr[aria-rowindex]";

/// Sizes in pixels. Asking the browser for them between a change of the document and the next frame makes it lay out twice, so they are
/// remembered.
#[derive(Clone, Copy, Debug, Default)]
struct Sizes {
    /// What is scrolled away above.
    top: f64,
    frame: f64,
    heading: f64,
    row: f64,
}

#[derive(Clone)]
pub struct ScrollFrame {
    pub node: NodeRef,
    sizes: Rc<Cell<Sizes>>,
    watch: Rc<RefCell<Option<Watch>>>,
}

/// Tells when the frame or its table gets another size.
struct Watch {
    observer: ResizeObserver,
    table: Option<Element>,
    _measure: Closure<dyn FnMut()>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

impl ScrollFrame {
    /// Returns the visible rows.
    pub fn position(&self) -> ScrollPosition {
        let Sizes { top, frame, heading, row } = self.sizes.get();
        ScrollPosition::measured(top, frame - heading, row)
    }

    /// Notes how far a person scrolled.
    pub fn note_scroll(&self) {
        if let Some(frame) = self.node.cast::<Element>() {
            self.sizes.set(Sizes { top: f64::from(frame.scroll_top()), ..self.sizes.get() });
        }
    }

    /// Scrolls before the next frame is drawn. `to` gets what is scrolled away above, in pixels, and returns what it should be.
    pub fn scroll(&self, to: impl FnOnce(f64) -> f64) {
        let top = to(self.sizes.get().top).round().max(0.0);
        self.sizes.set(Sizes { top, ..self.sizes.get() });
        let frame = self.clone();
        let set = Closure::once_into_js(move || {
            if let Some(element) = frame.node.cast::<Element>() {
                element.set_scroll_top(frame.sizes.get().top as i32);
                frame.note_scroll();
            }
        });
        // A page that is not visible gets its frame when it is shown.
        let _ = window().request_animation_frame(set.unchecked_ref());
    }

    /// Measures the frame, its heading and a row.
    fn measure(&self) {
        let Some(frame) = self.node.cast::<HtmlElement>() else { return };
        let height_of = |selector: &str| {
            let element = frame.query_selector(selector).ok().flatten();
            element.map(|element| element.get_bounding_client_rect().height())
        };
        self.sizes.set(Sizes {
            frame: f64::from(frame.client_height()),
            heading: height_of("thead").unwrap_or_default(),
            row: height_of(ROW).unwrap_or_default(),
            ..self.sizes.get()
        });
    }

    /// Observes the frame, and the table that is drawn in it now.
    fn watch(&self, changed: &Callback<ScrollPosition>) {
        let Some(frame) = self.node.cast::<Element>() else { return };
        let table = frame.query_selector("table").ok().flatten();
        if self.watch.borrow().as_ref().is_some_and(|watch| watch.table == table) {
            return;
        }
        let (measured, changed) = (self.clone(), changed.clone());
        let measure = Closure::<dyn FnMut()>::new(move || {
            measured.measure();
            changed.emit(measured.position());
        });
        if let Ok(observer) = ResizeObserver::new(measure.as_ref().unchecked_ref()) {
            observer.observe(&frame);
            table.iter().for_each(|table| observer.observe(table));
            self.watch.replace(Some(Watch { observer, table, _measure: measure }));
        }
    }
}

/// Returns the frame. `changed` is called when it was measured, which it is at first after the first drawing.
#[hook]
pub fn use_scroll_frame(changed: Callback<ScrollPosition>) -> ScrollFrame {
    let node = use_node_ref();
    let (sizes, watch) = (use_memo((), |()| Cell::new(Sizes::default())), use_mut_ref(|| None));
    let frame = ScrollFrame { node, sizes, watch };
    {
        let frame = frame.clone();
        // After each drawing: the table may be another element.
        use_effect(move || frame.watch(&changed));
    }
    {
        let watch = frame.watch.clone();
        use_effect_with((), move |()| move || drop(watch.take()));
    }
    frame
}
