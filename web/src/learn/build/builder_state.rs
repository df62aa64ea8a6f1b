//! The state of the lesson builder: the text, the text before it, and the last proof.

use std::rc::Rc;

use dynalab_app::shared::Shared;
use dynalab_lessons::Lesson;
use dynalab_lessons::proof_answer::ProofAnswer;
use yew::prelude::*;

use crate::address::formats::Problem;
use crate::browser::stored_setting;

const TEXT: &str = "lesson.text";
/// The stored name of the text that was replaced last.
const BEFORE: &str = "lesson.before";

/// The task of the worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Running {
    /// Reads the text after a pause in typing.
    Reading,
    Check,
    /// Checks the lesson, then opens it in the player.
    Trial,
}

impl Running {
    pub fn name(self) -> &'static str {
        match self {
            Running::Reading => "reading",
            Running::Check => "check",
            Running::Trial => "trial",
        }
    }
}

#[derive(Clone, Default, PartialEq)]
pub struct BuilderState {
    /// The text; empty until the sample is loaded.
    pub text: AttrValue,
    /// No text was stored, so the page begins with the sample.
    pub begins_empty: bool,
    pub before: Option<AttrValue>,
    /// The text that the worker checked, and the result.
    pub answer: Option<(AttrValue, Shared<ProofAnswer>)>,
    /// Why the worker has no result.
    pub failed: Option<String>,
    pub running: Option<Running>,
    /// Why a link, a file or a lesson was not opened.
    pub not_opened: Option<Problem>,
    /// The text from which the link was made, and the link. The link is none if it is too long.
    pub link: Option<(AttrValue, Option<AttrValue>)>,
    pub tried: Option<Shared<Lesson>>,
    pub is_not_kept: bool,
}

pub enum Change {
    Type(String),
    /// Opens a text from a file, a link or a lesson. The earlier text can be restored.
    Open(String),
    NotOpened(Problem),
    Back,
    Begin(Running),
    Stopped,
    Answered(AttrValue, Shared<ProofAnswer>),
    Failed(String),
    Try(Shared<Lesson>),
    EndTrial,
    Link(AttrValue, Option<AttrValue>),
    NotKept(bool),
}

pub type BuilderSetter = UseReducerDispatcher<BuilderState>;

impl BuilderState {
    pub fn begin() -> BuilderState {
        let kept =
            |name| stored_setting::read_kept(name).filter(|text| !text.is_empty()).map(AttrValue::from);
        let text = kept(TEXT);
        BuilderState {
            begins_empty: text.is_none(),
            text: text.unwrap_or_default(),
            before: kept(BEFORE),
            ..BuilderState::default()
        }
    }

    /// Returns the result for the present text.
    pub fn current(&self) -> Option<&Shared<ProofAnswer>> {
        self.answer.as_ref().filter(|(text, _)| *text == self.text).map(|(_, answer)| answer)
    }

    pub fn is_playing(&self) -> bool {
        matches!(self.running, Some(Running::Check | Running::Trial))
    }

    fn replace(&mut self, text: AttrValue) {
        let before = std::mem::replace(&mut self.text, text);
        self.before = (!before.is_empty() && before != self.text).then_some(before).or(self.before.take());
        self.not_opened = None;
        self.failed = None;
    }
}

impl Reducible for BuilderState {
    type Action = Change;

    fn reduce(self: Rc<Self>, change: Change) -> Rc<Self> {
        let mut next = BuilderState::clone(&self);
        match change {
            Change::Type(text) => (next.text, next.failed) = (text.into(), None),
            Change::Open(text) => next.replace(text.into()),
            Change::NotOpened(problem) => next.not_opened = Some(problem),
            Change::Back => {
                if let Some(before) = next.before.clone() {
                    next.replace(before);
                }
            }
            Change::Begin(running) => {
                next.running = Some(running);
                // An automatic reading keeps the error of the last check visible.
                next.failed = next.failed.filter(|_| running == Running::Reading);
            }
            Change::Stopped => next.running = None,
            Change::Answered(text, answer) => {
                next.running = None;
                // A check of the same text has more results than a reading that was requested earlier.
                let is_less = next
                    .answer
                    .as_ref()
                    .is_some_and(|(known, knows)| *known == text && knows.is_played() && !answer.is_played());
                if !is_less {
                    next.answer = Some((text, answer));
                }
            }
            Change::Failed(sentence) => (next.running, next.failed) = (None, Some(sentence)),
            Change::Try(lesson) => next.tried = Some(lesson),
            Change::EndTrial => next.tried = None,
            Change::Link(text, link) => next.link = Some((text, link)),
            Change::NotKept(is_not_kept) => next.is_not_kept = is_not_kept,
        }
        Rc::new(next)
    }
}

/// Stores the text after each edit, so that a reload loses nothing.
#[hook]
pub fn use_kept(desk: &UseReducerHandle<BuilderState>) {
    let (setter, was_lost) = (desk.dispatcher(), desk.is_not_kept);
    use_effect_with((desk.text.clone(), desk.before.clone()), move |(text, before)| {
        if text.is_empty() && before.is_none() {
            return;
        }
        let before = before.clone().unwrap_or_default();
        let is_lost = !(stored_setting::keep(TEXT, text) && stored_setting::keep(BEFORE, &before));
        if is_lost != was_lost {
            setter.dispatch(Change::NotKept(is_lost));
        }
    });
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use dynalab_lessons::proof_answer::{Claim, ClaimOutcome, ProofAnswer, ProofRow};
    use yew::Reducible;

    use super::{BuilderState, Change, Running};
    use dynalab_app::shared::Shared;

    fn after(changes: impl IntoIterator<Item = Change>) -> BuilderState {
        let desk =
            changes.into_iter().fold(Rc::new(BuilderState::default()), |desk, change| desk.reduce(change));
        BuilderState::clone(&desk)
    }

    fn answer(outcome: ClaimOutcome) -> Shared<ProofAnswer> {
        let row = ProofRow { claim: Claim::Start, outcome, findings: Vec::new(), more: 0 };
        Shared::new(ProofAnswer { rows: vec![row], lesson: None })
    }

    #[test]
    fn the_text_before_comes_back_and_the_other_is_the_one_before() {
        let open = |text: &str| Change::Open(text.to_owned());
        let desk = after([open("one"), Change::Type("my own".into()), open("two")]);
        assert_eq!((desk.text.as_str(), desk.before.as_deref()), ("two", Some("my own")));
        let desk = after([open("one"), open("two"), Change::Back]);
        assert_eq!((desk.text.as_str(), desk.before.as_deref()), ("one", Some("two")));
        assert_eq!(after([open("one")]).before, None, "there was no text");
    }

    #[test]
    fn an_answer_is_of_one_text_and_a_check_outlives_a_reading() {
        let (read, played) = (answer(ClaimOutcome::NotPlayed), answer(ClaimOutcome::Holds));
        let type_in = |text: &str| Change::Type(text.to_owned());
        let begin = Change::Begin(Running::Check);
        let desk = after([type_in("a"), begin, Change::Answered("a".into(), played.clone())]);
        assert!(desk.running.is_none() && desk.current().is_some_and(|now| *now == played));
        let desk = Rc::new(desk).reduce(Change::Answered("a".into(), read.clone()));
        assert!(desk.current().is_some_and(|now| *now == played), "it says more");
        let desk = desk.reduce(type_in("b"));
        assert!(desk.current().is_none(), "it is of another text");
        let desk = desk.reduce(Change::Answered("b".into(), read.clone()));
        assert!(desk.current().is_some_and(|now| *now == read));
    }
}
