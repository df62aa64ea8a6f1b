//! The builder's worker, which reads the text after each pause in typing and plays the proof on request.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use dynalab_app::shared::Shared;
use dynalab_lessons::Lesson;
use dynalab_lessons::proof_answer::{ProofAnswer, ProofQuestion};
use dynalab_programs::bench::ProveLesson;
use gloo::timers::callback::Timeout;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::builder_state::{BuilderSetter, BuilderState, Change, Running};
use crate::address::site;
use crate::browser::fetch_text::fetch_text;
use crate::components::notices::ask_sentence;
use crate::engine::program_handle::{Program, ProgramHandle};
use crate::page::scene::Scene;
use crate::page::sentences::learn as words;

/// The file of facts that a lesson may refer to. The worker needs it.
const SURROUNDINGS: &str = "/lessons/surroundings.json";
/// Milliseconds after the last key press before the text is read.
const PAUSE_MS: u32 = 400;

#[derive(Clone)]
pub struct Prover(Rc<Inner>);

struct Inner {
    bench: ProgramHandle,
    surroundings: RefCell<Option<String>>,
    /// Counts questions and stops. The answer to an earlier question is dropped.
    asked: Cell<u32>,
    scene: RefCell<Scene>,
    setter: BuilderSetter,
}

impl PartialEq for Prover {
    fn eq(&self, other: &Prover) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

#[hook]
pub fn use_prover(scene: &Scene, setter: &BuilderSetter) -> Prover {
    let first = (scene.clone(), setter.clone());
    let prover = use_memo((), move |()| {
        let (scene, setter) = first;
        Prover(Rc::new(Inner {
            bench: ProgramHandle::new(Program::Bench),
            surroundings: RefCell::default(),
            asked: Cell::default(),
            scene: RefCell::new(scene),
            setter,
        }))
    });
    // The language of the scene may have changed.
    prover.0.scene.replace(scene.clone());
    {
        let prover = Prover::clone(&prover);
        use_effect_with((), move |()| move || prover.0.bench.end());
    }
    Prover::clone(&prover)
}

impl Prover {
    /// Plays the proof of a text.
    pub fn play(&self, what: Running, text: &AttrValue) {
        let number = self.begin(what);
        let (prover, text) = (self.clone(), text.clone());
        spawn_local(async move {
            let answered = prover.ask(&text, what != Running::Reading).await;
            if prover.0.asked.get() != number {
                return;
            }
            match answered {
                Ok(answer) => prover.show(what, text, answer),
                Err(sentence) => prover.0.setter.dispatch(Change::Failed(sentence)),
            }
        });
    }

    /// Ends the bench in the middle of its task.
    pub fn stop(&self) {
        self.0.asked.set(self.0.asked.get().wrapping_add(1));
        self.0.bench.stop();
        self.0.setter.dispatch(Change::Stopped);
    }

    fn begin(&self, what: Running) -> u32 {
        let number = self.0.asked.get().wrapping_add(1);
        self.0.asked.set(number);
        self.0.setter.dispatch(Change::Begin(what));
        number
    }

    /// Sends a text to the worker. `plays` is whether its proof is played.
    ///
    /// # Errors
    /// Returns a sentence for the person.
    async fn ask(&self, text: &str, plays: bool) -> Result<ProofAnswer, String> {
        let messages = *self.0.scene.borrow().messages();
        let not_checked = |detail: &str| messages.text(words::BuildNotChecked { detail: detail.into() });
        let known = self.0.surroundings.borrow().clone();
        let surroundings = match known {
            Some(known) => known,
            None => fetch_text(&site::address(SURROUNDINGS)).await.map_err(|error| not_checked(&error))?,
        };
        self.0.surroundings.replace(Some(surroundings.clone()));
        let question = ProofQuestion { text: text.to_owned(), surroundings, plays };
        let answer = self.0.bench.ask(ProveLesson { question }).await;
        let answer = answer.map_err(|error| not_checked(&ask_sentence(error, &messages)))?;
        answer.map_err(|error| not_checked(&error.to_string()))
    }

    fn show(&self, what: Running, text: AttrValue, answer: ProofAnswer) {
        let lesson = (what == Running::Trial)
            .then(|| answer.lesson.as_ref().and_then(|lesson| serde_json::from_str::<Lesson>(lesson).ok()));
        let setter = &self.0.setter;
        setter.dispatch(Change::Answered(text, Shared::new(answer)));
        match lesson {
            None => {}
            Some(Some(lesson)) => setter.dispatch(Change::Try(Shared::new(lesson))),
            Some(None) => {
                let sentence = self.0.scene.borrow().text(words::BUILD_CANNOT_TRY);
                setter.dispatch(Change::Failed(sentence));
            }
        }
    }
}

/// Reads the text after a pause in typing. A running proof continues, because it is of the earlier text.
#[hook]
pub fn use_reading(prover: &Prover, desk: &UseReducerHandle<BuilderState>) {
    let is_known = desk.current().is_some();
    let wanted = (desk.text.clone(), is_known, desk.is_playing());
    let prover = prover.clone();
    use_effect_with(wanted, move |(text, is_known, is_playing)| {
        let is_wanted = !text.is_empty() && !is_known && !is_playing;
        let timeout = is_wanted.then(|| {
            let text = text.clone();
            Timeout::new(PAUSE_MS, move || prover.play(Running::Reading, &text))
        });
        move || drop(timeout)
    });
}
