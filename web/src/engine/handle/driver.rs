//! Performs the effects of the engine's state machine: workers, messages, timers and events.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use dynalab_app::engine::event::{EngineEvent, EngineSize};
use dynalab_app::engine::machine::{Effect, Input, Machine, Reply, Timer};
use dynalab_app::engine::pulse::BEAT_MS;
use dynalab_playground::protocol::{Durability, Refusal};
use dynalab_playground::workspace_choice::WorkspaceChoice;
use futures_channel::oneshot;
use gloo::timers::callback::{Interval, Timeout};
use gloo::utils::{document, window};
use wasm_bindgen_futures::spawn_local;
use web_sys::VisibilityState;
use yew::Callback;

use crate::engine::start::{self, RunningWorker};

type Answer = Result<Reply, Refusal>;

pub struct Driver {
    machine: RefCell<Machine>,
    /// The effects of the start, until they are performed.
    start: RefCell<Vec<Effect>>,
    /// What is to be done. An effect may lead to another input, whose effects come after those that are there.
    effects: RefCell<VecDeque<Effect>>,
    is_performing: Cell<bool>,
    workers: RefCell<Vec<(u32, RunningWorker)>>,
    answers: RefCell<Vec<(u32, oneshot::Sender<Answer>)>>,
    last_question: Cell<u32>,
    timers: RefCell<Vec<(Timer, Timeout)>>,
    beats: RefCell<Option<Interval>>,
    last_beat_ms: Cell<f64>,
    on_event: Callback<EngineEvent>,
}

impl Driver {
    /// Returns a driver whose worker starts with [`Driver::begin`], or with the first input.
    pub fn new(
        size: EngineSize,
        on_event: Callback<EngineEvent>,
        durability: Durability,
        workspace: WorkspaceChoice,
    ) -> Rc<Driver> {
        let (machine, effects) = Machine::start(size, durability, workspace);
        Rc::new(Driver {
            machine: RefCell::new(machine),
            start: RefCell::new(effects),
            effects: RefCell::default(),
            is_performing: Cell::new(false),
            workers: RefCell::default(),
            answers: RefCell::default(),
            last_question: Cell::new(0),
            timers: RefCell::default(),
            beats: RefCell::default(),
            last_beat_ms: Cell::new(0.0),
            on_event,
        })
    }

    /// Starts the first worker, unless it is started.
    pub fn begin(self: &Rc<Self>) {
        let effects = self.start.take();
        if !effects.is_empty() {
            self.perform_all(effects);
        }
    }

    pub fn workspace(&self) -> WorkspaceChoice {
        self.machine.borrow().workspace().clone()
    }

    pub fn is_put_away(&self) -> bool {
        self.machine.borrow().is_put_away()
    }

    pub fn receive(self: &Rc<Self>, input: Input) {
        if matches!(input, Input::Hide) && !self.start.borrow().is_empty() {
            // There is nothing to store yet.
            return;
        }
        self.begin();
        let effects = self.machine.borrow_mut().receive(input);
        self.perform_all(effects);
    }

    /// Returns the number of a new question, and the future of its answer.
    pub fn expect(&self) -> (u32, oneshot::Receiver<Answer>) {
        let question = self.last_question.get().wrapping_add(1);
        self.last_question.set(question);
        let (sender, receiver) = oneshot::channel();
        self.answers.borrow_mut().push((question, sender));
        (question, receiver)
    }

    /// The page no longer waits for the answer, unless it has arrived.
    pub fn abandon(self: &Rc<Self>, question: u32) {
        let sender = self.take_sender(question);
        if sender.is_some() {
            self.receive(Input::Abandon { question });
        }
    }

    fn take_sender(&self, question: u32) -> Option<oneshot::Sender<Answer>> {
        let mut answers = self.answers.borrow_mut();
        let position = answers.iter().position(|(asked, _)| *asked == question)?;
        Some(answers.swap_remove(position).1)
    }

    fn perform_all(self: &Rc<Self>, effects: Vec<Effect>) {
        self.effects.borrow_mut().extend(effects);
        if self.is_performing.replace(true) {
            return;
        }
        loop {
            let next = self.effects.borrow_mut().pop_front();
            let Some(effect) = next else { break };
            self.perform(effect);
        }
        self.is_performing.set(false);
    }

    fn perform(self: &Rc<Self>, effect: Effect) {
        match effect {
            Effect::Start { worker, size, name } => self.start_worker(worker, size, &name),
            Effect::Post { worker, message } => self.with_worker(worker, |worker| worker.post(&message)),
            Effect::Ask { worker, id, message } => {
                self.with_worker(worker, |worker| worker.ask(id, &message));
            }
            Effect::Terminate { worker } => {
                self.with_worker(worker, RunningWorker::terminate);
                self.workers.borrow_mut().retain(|(number, _)| *number != worker);
            }
            Effect::Answer { question, answer } => {
                if let Some(sender) = self.take_sender(question) {
                    // The receiver may be gone, with its page.
                    let _ = sender.send(answer);
                }
            }
            Effect::Tell(event) => self.on_event.emit(event),
            Effect::Wait { ms, timer } => {
                let driver = self.clone();
                let timeout = Timeout::new(ms, move || driver.ring(timer));
                self.timers.borrow_mut().push((timer, timeout));
            }
            Effect::Cancel(timer) => drop(self.take_timer(timer)),
            Effect::BeginBeats => {
                self.last_beat_ms.set(page_ms());
                let driver = self.clone();
                self.beats.replace(Some(Interval::new(BEAT_MS, move || driver.beat())));
            }
            Effect::EndBeats => drop(self.beats.take()),
        }
    }

    fn start_worker(self: &Rc<Self>, worker: u32, size: EngineSize, name: &str) {
        let (on_message, on_end) = (self.clone(), self.clone());
        let started = start::start(
            size,
            name,
            Callback::from(move |message| on_message.receive(Input::Heard { worker, message })),
            Callback::from(move |end| on_end.receive(Input::Ended { worker, end })),
        );
        match started {
            Some(running) => self.workers.borrow_mut().push((worker, running)),
            None => self.receive(Input::NotStarted { worker }),
        }
    }

    fn with_worker(&self, number: u32, act: impl FnOnce(&RunningWorker)) {
        if let Some((_, worker)) = self.workers.borrow().iter().find(|(known, _)| *known == number) {
            act(worker);
        }
    }

    fn ring(self: &Rc<Self>, timer: Timer) {
        let ended = self.take_timer(timer);
        // Not within its own callback.
        spawn_local(async move { drop(ended) });
        self.receive(Input::Rang(timer));
    }

    fn take_timer(&self, timer: Timer) -> Option<Timeout> {
        let mut timers = self.timers.borrow_mut();
        let position = timers.iter().position(|(known, _)| *known == timer)?;
        Some(timers.swap_remove(position).1)
    }

    fn beat(self: &Rc<Self>) {
        let now_ms = page_ms();
        let since_ms = now_ms - self.last_beat_ms.replace(now_ms);
        let is_visible = document().visibility_state() == VisibilityState::Visible;
        self.receive(Input::Beat { since_ms, is_visible });
    }
}

fn page_ms() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}
