//! The writer's lock: one tab of an origin holds it, the others wait for it or take it.
//!
//! The lock only elects. What keeps a deposed tab from writing is the epoch in the store.

use std::cell::RefCell;
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
    /// Resolving the promise inside gives the lock back.
    held: Rc<RefCell<Option<Function>>>,
}

impl WriterLock {
    pub fn new(name: &str, events: UnboundedSender<Event>) -> WriterLock {
        WriterLock { name: format!("{name}-writer"), events, held: Rc::default() }
    }

    /// Waits a moment for the lock; if it does not come, the request stays in the queue and its coming is an event.
    pub async fn acquire_soon(&self) -> bool {
        let (sender, granted) = oneshot::channel();
        let first = RefCell::new(Some(sender));
        let events = self.events.clone();
        let asked = self.ask(false, move || {
            let waiting = first.borrow_mut().take();
            // Whoever waited has given up: then it is an event like any other.
            if waiting.is_none_or(|waiting| waiting.send(()).is_err()) {
                drop(events.unbounded_send(Event::LockGranted));
            }
        });
        // A browser without locks has one writer at a time all the same: the store's epoch sees to it.
        if asked.is_none() {
            return true;
        }
        let patience = JsFuture::from(Promise::new(&mut |resolve, _| set_timeout(&resolve, PATIENCE_MS)));
        matches!(select(granted, patience).await, Either::Left((Ok(()), _)))
    }

    /// Waits for the lock; its coming is an event.
    pub fn queue(&self) {
        self.ask_for_event(false);
    }

    /// Takes the lock from whoever has it.
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
        let granted = move || drop(events.unbounded_send(Event::LockGranted));
        if self.ask(steal, granted).is_none() {
            drop(self.events.unbounded_send(Event::LockGranted));
        }
    }

    fn ask(&self, steal: bool, on_granted: impl Fn() + 'static) -> Option<()> {
        let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
        let locks = Reflect::get(&navigator, &"locks".into()).ok().filter(|locks| locks.is_object())?;
        let locks: LockManager = locks.unchecked_into();
        let options = Object::new();
        Reflect::set(&options, &"steal".into(), &steal.into()).ok()?;
        let held = self.held.clone();
        let callback = Closure::once_into_js(move |_lock: JsValue| -> Promise {
            let promise = Promise::new(&mut |resolve, _| *held.borrow_mut() = Some(resolve));
            on_granted();
            promise
        });
        let request = locks.request(&self.name, &options, callback.unchecked_ref()).ok()?;
        let events = self.events.clone();
        wasm_bindgen_futures::spawn_local(async move {
            // Rejected with AbortError when another tab steals the lock; resolved when it was given back.
            if JsFuture::from(request).await.is_err() {
                drop(events.unbounded_send(Event::LockLost));
            }
        });
        Some(())
    }
}
