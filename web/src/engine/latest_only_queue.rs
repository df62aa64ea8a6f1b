//! Runs tasks one after another, and drops tasks that a newer one has replaced.

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;

type Task = Pin<Box<dyn Future<Output = ()>>>;

/// Runs one task at a time. Of the tasks that arrive meanwhile, only the last is run. A thousand writes per second then cause a
/// few refreshes.
#[derive(Clone, Default)]
pub struct LatestOnlyQueue(Rc<Places>);

#[derive(Default)]
struct Places {
    busy: Cell<bool>,
    next: RefCell<Option<Task>>,
}

impl LatestOnlyQueue {
    pub fn submit(&self, task: impl Future<Output = ()> + 'static) {
        *self.0.next.borrow_mut() = Some(Box::pin(task));
        if self.0.busy.replace(true) {
            return;
        }
        let places = self.0.clone();
        spawn_local(async move {
            loop {
                let next = places.next.borrow_mut().take();
                match next {
                    Some(task) => task.await,
                    None => break,
                }
            }
            places.busy.set(false);
        });
    }
}

impl PartialEq for LatestOnlyQueue {
    fn eq(&self, other: &LatestOnlyQueue) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}
