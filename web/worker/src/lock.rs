//! The writer's lock: one tab of an origin holds it. The others wait for it or take it.
//!
//! The lock only elects. What keeps a deposed tab from writing is the epoch in the store.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures_channel::mpsc::UnboundedSender;
use futures_channel::oneshot;
use futures_util::future::{Either, select};
use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use crate::Event;

#[wasm_bindgen]
extern "C" {
    /// navigator.locks, which web-sys has only behind its unstable flag.
    type LockManager;

    #[wasm_bindgen(method, catch)]
    fn request(
        this: &LockManager,
        name: &str,
        options: &Object,
        callback: &Function,
    ) -> Result<Promise, JsValue>;

    #[wasm_bindgen(js_name = setTimeout)]
    pub fn set_timeout(callback: &Function, delay_ms: i32);
}

/// How long a new worker waits for the lock before it starts as a follower.
const PATIENCE_MS: i32 = 300;

pub struct WriterLock {
    name: String,
    events: UnboundedSender<Event>,
    /// Releases the lock when the promise inside is resolved.
    held: Rc<RefCell<Option<Function>>>,
}

impl WriterLock {
    pub fn new(name: &str, events: UnboundedSender<Event>) -> WriterLock {
        WriterLock { name: format!("{name}-writer"), events, held: Rc::default() }
    }

    /// Waits briefly for the lock. If it is not granted, the request stays in the queue, and the lock arrives as an event.
    pub async fn acquire_soon(&self) -> bool {
        let (sender, granted) = oneshot::channel();
        let first = RefCell::new(Some(sender));
        let events = self.events.clone();
        self.ask(false, move || {
            let waiting = first.borrow_mut().take();
            // The wait ended before, so the lock is an event like any other.
            if waiting.is_none_or(|waiting| waiting.send(()).is_err()) {
                drop(events.unbounded_send(Event::LockGranted));
            }
        });
        let patience = JsFuture::from(Promise::new(&mut |resolve, _| set_timeout(&resolve, PATIENCE_MS)));
        matches!(select(granted, patience).await, Either::Left((Ok(()), _)))
    }

    /// Requests the lock. It arrives as an event.
    pub fn queue(&self) {
        self.ask_for_event(false);
    }

    /// Takes the lock from the tab that has it.
    pub fn steal(&self) {
        self.ask_for_event(true);
    }

    pub fn release(&self) {
        if let Some(resolve) = self.held.borrow_mut().take() {
            drop(resolve.call0(&JsValue::UNDEFINED));
        }
    }

    fn ask_for_event(&self, steal: bool) {
        let events = self.events.clone();
        self.ask(steal, move || drop(events.unbounded_send(Event::LockGranted)));
    }

    /// Grants every request in a browser without locks. There is still one writer at a time, because the store checks the epoch.
    fn ask(&self, steal: bool, on_granted: impl Fn() + 'static) {
        let on_granted = Rc::new(on_granted);
        let was_granted = Rc::new(Cell::new(false));
        let Some(request) = self.request(steal, on_granted.clone(), was_granted.clone()) else {
            return on_granted();
        };
        let events = self.events.clone();
        wasm_bindgen_futures::spawn_local(async move {
            // Resolved when this tab has released the lock.
            let Err(_) = JsFuture::from(request).await else { return };
            if was_granted.get() {
                // Another tab has stolen it.
                drop(events.unbounded_send(Event::LockLost));
            } else {
                on_granted();
            }
        });
    }

    fn request(
        &self,
        steal: bool,
        on_granted: Rc<impl Fn() + 'static>,
        was_granted: Rc<Cell<bool>>,
    ) -> Option<Promise> {
        let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
        let locks = Reflect::get(&navigator, &"locks".into()).ok().filter(|locks| locks.is_object())?;
        let locks: LockManager = locks.unchecked_into();
        let options = Object::new();
        Reflect::set(&options, &"steal".into(), &steal.into()).ok()?;
        let held = self.held.clone();
        let callback = Closure::once_into_js(move |_lock: JsValue| -> Promise {
            let promise = Promise::new(&mut |resolve, _| *held.borrow_mut() = Some(resolve));
            was_granted.set(true);
            on_granted();
            promise
        });
        locks.request(&self.name, &options, callback.unchecked_ref()).ok()
    }
}
