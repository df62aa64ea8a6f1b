//! The state of the app in the page. Actions change it, and what is drawn from it is drawn again only if it read a field that changed.
//!
//! `dynalab-app` has the state and its actions. Each component that reads the state has a context of its own ([`use_own_context`]), which notes
//! the fields that were read through it, also by the views and components below. All actions until the next frame are one update.

use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::rc::Rc;

use dynalab_app::reduce::Reduce;
use dynalab_app::session::Step;
use dynalab_app::state::watched::{FieldSet, WatchedState};
use dynalab_app::state::{Action, AppState};
use gloo::timers::callback::Timeout;
use gloo::utils::{document, window};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::page::session_record;

/// Milliseconds after which a change is drawn without a frame: the page was hidden meanwhile.
const FRAME_MAX_MS: u32 = 60;

/// The state, the actions on it, and who is drawn from it.
#[derive(Clone)]
pub struct AppDispatcher(Rc<Store>);

struct Store {
    state: RefCell<Rc<AppState>>,
    /// Makes a step of the session of an action.
    step: fn(Action) -> Step,
    readers: RefCell<Vec<Reader>>,
    next_reader: Cell<u64>,
    /// The fields that changed since the readers were told.
    changed: Cell<FieldSet>,
}

struct Reader {
    id: u64,
    read: Rc<Cell<FieldSet>>,
    redraw: UseForceUpdateHandle,
}

impl PartialEq for AppDispatcher {
    fn eq(&self, other: &AppDispatcher) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl AppDispatcher {
    pub fn new(state: AppState, step: fn(Action) -> Step) -> AppDispatcher {
        AppDispatcher(Rc::new(Store {
            state: RefCell::new(Rc::new(state)),
            step,
            readers: RefCell::default(),
            next_reader: Cell::default(),
            changed: Cell::default(),
        }))
    }

    /// Changes the state. What read the changed fields is drawn again in the next frame.
    pub fn dispatch(&self, action: Action) {
        let store = &self.0;
        session_record::record(|| (store.step)(action.clone()));
        let before = store.state.borrow().clone();
        let mut after = AppState::clone(&before);
        after.apply(action);
        let changed = after.changed_fields(&before);
        if changed.is_empty() {
            return;
        }
        store.state.replace(Rc::new(after));
        let is_first = store.changed.get().is_empty();
        store.changed.set(store.changed.get().union(changed));
        if is_first {
            self.tell_readers_soon();
        }
    }

    /// Tells the readers before the next frame, so that all changes until then are one update. A page that is not visible gets no frames.
    fn tell_readers_soon(&self) {
        let (in_frame, late) = (self.clone(), self.clone());
        if document().hidden() {
            spawn_local(async move { in_frame.tell_readers() });
            return;
        }
        let tell = Closure::once_into_js(move || in_frame.tell_readers());
        let _ = window().request_animation_frame(tell.unchecked_ref());
        Timeout::new(FRAME_MAX_MS, move || late.tell_readers()).forget();
    }

    fn tell_readers(&self) {
        let changed = self.0.changed.take();
        if changed.is_empty() {
            return;
        }
        let readers = self.0.readers.borrow();
        let concerned: Vec<UseForceUpdateHandle> = readers
            .iter()
            .filter(|reader| reader.read.get().meets(changed))
            .map(|reader| reader.redraw.clone())
            .collect();
        drop(readers);
        concerned.iter().for_each(UseForceUpdateHandle::force_update);
    }

    /// Returns the newest state, for what an event does. Nothing is drawn again for what is read from it.
    pub fn newest(&self) -> AppContext {
        AppContext { watched: WatchedState::new(self.state(), Rc::default()), dispatcher: self.clone() }
    }

    fn state(&self) -> Rc<AppState> {
        self.0.state.borrow().clone()
    }

    /// Adds a reader. Returns its number, with which it is removed.
    fn add(&self, read: Rc<Cell<FieldSet>>, redraw: UseForceUpdateHandle) -> u64 {
        let id = self.0.next_reader.get();
        self.0.next_reader.set(id + 1);
        self.0.readers.borrow_mut().push(Reader { id, read, redraw });
        id
    }

    fn remove(&self, id: u64) {
        self.0.readers.borrow_mut().retain(|reader| reader.id != id);
    }
}

/// The newest state for one component and what it draws, and the actions on it.
#[derive(Clone, PartialEq)]
pub struct AppContext {
    watched: WatchedState,
    dispatcher: AppDispatcher,
}

impl AppContext {
    pub fn dispatch(&self, action: Action) {
        self.dispatcher.dispatch(action);
    }

    pub fn dispatcher(&self) -> AppDispatcher {
        self.dispatcher.clone()
    }
}

impl Deref for AppContext {
    type Target = WatchedState;

    fn deref(&self) -> &WatchedState {
        &self.watched
    }
}

/// Returns the newest state for this component. It is drawn again when a field changes that it, or what it draws, read from this context.
#[hook]
pub fn use_own_context(dispatcher: &AppDispatcher) -> AppContext {
    let read = use_memo((), |()| Cell::new(FieldSet::default()));
    let redraw = use_force_update();
    let state = dispatcher.state();
    {
        let (read, drawn) = (read.clone(), state.clone());
        use_effect_with(dispatcher.clone(), move |dispatcher| {
            let dispatcher = dispatcher.clone();
            if read.get().meets(dispatcher.state().changed_fields(&drawn)) {
                // It changed between the drawing and this effect, before it listened.
                redraw.force_update();
            }
            let id = dispatcher.add(read, redraw);
            move || dispatcher.remove(id)
        });
    }
    AppContext { watched: WatchedState::new(state, read), dispatcher: dispatcher.clone() }
}
