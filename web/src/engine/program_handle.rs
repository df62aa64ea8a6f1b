//! The page's end of a program beside the engine. It starts with the first question and answers one after another. The page can end it at any
//! time: the engine is not part of that, and the next question starts it again.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use dynalab_app::engine::asks::{AskError, Asks, end_of};
use dynalab_playground::message_bytes;
use dynalab_programs::Ask;
use gloo::events::EventListener;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::address::site;
use crate::browser::trusted;

/// A program of the site that has no engine of the person's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    Bench,
    /// Reads links and files of other people.
    Files,
}

impl Program {
    fn file(self) -> &'static str {
        match self {
            Program::Bench => "bench.js",
            Program::Files => "files.js",
        }
    }

    fn worker_name(self) -> &'static str {
        match self {
            Program::Bench => dynalab_programs::bench::WITHOUT_COPY,
            Program::Files => "files",
        }
    }
}

/// Shared by its clones. The program ends with [`ProgramHandle::end`].
#[derive(Clone)]
pub struct ProgramHandle(Rc<Shared>);

impl PartialEq for ProgramHandle {
    fn eq(&self, other: &ProgramHandle) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

struct Shared {
    program: Program,
    running: RefCell<Option<Running>>,
    asks: RefCell<Asks>,
    /// Counts the workers. An event of one that has ended is ignored.
    generation: Cell<u32>,
    has_ended: Cell<bool>,
}

struct Running {
    worker: Worker,
    /// Questions that wait until the program is ready. `None` once it is.
    outbox: Option<Vec<Array>>,
    _listeners: [EventListener; 2],
}

impl ProgramHandle {
    pub fn new(program: Program) -> ProgramHandle {
        ProgramHandle(Rc::new(Shared {
            program,
            running: RefCell::default(),
            asks: RefCell::default(),
            generation: Cell::default(),
            has_ended: Cell::default(),
        }))
    }

    /// Asks the program a question.
    ///
    /// # Errors
    /// Returns an error if the program ended before it answered, or cannot be reached.
    pub async fn ask<A: Ask>(&self, question: A) -> Result<A::Answer, AskError> {
        self.ask_with(question, &[]).await
    }

    /// Asks the program a question about files, which it reads itself.
    ///
    /// # Errors
    /// Returns the errors of [`ProgramHandle::ask`].
    pub async fn ask_with<A: Ask>(&self, question: A, files: &[JsValue]) -> Result<A::Answer, AskError> {
        if self.0.has_ended.get() {
            return Err(AskError::Stopped);
        }
        let bytes = message_bytes::write(&question.message()).ok_or(AskError::NotFetched)?;
        let (id, answer) = self.0.asks.borrow_mut().expect();
        let parts = Array::of2(&id.into(), &Uint8Array::from(bytes.as_slice()));
        for file in files {
            parts.push(file);
        }
        self.send(parts);
        let bytes = answer.await.unwrap_or(Err(AskError::Stopped))?;
        message_bytes::read(&bytes).map_err(|_| AskError::NotFetched)
    }

    /// Ends the program in the middle of its work. Its memory is free, and the next question starts it again.
    pub fn stop(&self) {
        self.ends(AskError::Stopped);
    }

    /// Ends the program for good.
    pub fn end(&self) {
        self.0.has_ended.set(true);
        self.stop();
    }

    pub fn has_ended(&self) -> bool {
        self.0.has_ended.get()
    }

    fn ends(&self, error: AskError) {
        self.0.generation.set(self.0.generation.get().wrapping_add(1));
        if let Some(running) = self.0.running.take() {
            running.worker.terminate();
        }
        self.0.asks.borrow_mut().fail(error);
    }

    fn send(&self, parts: Array) {
        if self.0.running.borrow().is_none() {
            let started = self.start();
            self.0.running.replace(started);
        }
        match &mut *self.0.running.borrow_mut() {
            Some(Running { outbox: Some(outbox), .. }) => outbox.push(parts),
            // Bytes and files can always be cloned.
            Some(running) => drop(running.worker.post_message(&parts)),
            None => self.0.asks.borrow_mut().fail(AskError::NotFetched),
        }
    }

    fn start(&self) -> Option<Running> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        options.set_name(self.0.program.worker_name());
        let worker = trusted::new_worker(&site::program_file(self.0.program.file()), &options).ok()?;
        let generation = self.0.generation.get().wrapping_add(1);
        self.0.generation.set(generation);
        let handle = self.clone();
        let messages = EventListener::new(&worker, "message", move |event| {
            let handle = handle.clone();
            let data = event.dyn_ref::<MessageEvent>().map(MessageEvent::data).unwrap_or_default();
            // Not within the event: the receiver may end this worker, and with it this very listener.
            spawn_local(async move {
                if Array::is_array(&data) {
                    handle.receive(generation, &Array::from(&data));
                }
            });
        });
        let handle = self.clone();
        let errors = EventListener::new(&worker, "error", move |event| {
            let message = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message).unwrap_or_default();
            let handle = handle.clone();
            spawn_local(async move { handle.note_end(generation, end_of(&message)) });
        });
        Some(Running { worker, outbox: Some(Vec::new()), _listeners: [messages, errors] })
    }

    /// `[0]` when the program is ready, `[0, text]` when it panics, `[id, bytes]` for each question.
    fn receive(&self, generation: u32, parts: &Array) {
        if generation != self.0.generation.get() {
            return;
        }
        let id = parts.get(0).as_f64().unwrap_or_default() as u32;
        match (id, parts.length()) {
            (0, 1) => self.become_ready(),
            (0, _) => self.ends(AskError::Panicked),
            _ => {
                let bytes = parts.get(1).dyn_into::<Uint8Array>();
                let bytes = bytes.map(|bytes| bytes.to_vec()).unwrap_or_default();
                self.0.asks.borrow_mut().answer(id, Ok(bytes));
            }
        }
    }

    fn become_ready(&self) {
        if let Some(running) = &mut *self.0.running.borrow_mut() {
            for parts in running.outbox.take().unwrap_or_default() {
                // Bytes and files can always be cloned.
                let _ = running.worker.post_message(&parts);
            }
        }
    }

    fn note_end(&self, generation: u32, error: AskError) {
        if generation == self.0.generation.get() {
            self.ends(error);
        }
    }
}
