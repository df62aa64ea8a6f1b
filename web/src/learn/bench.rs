//! The state of a lesson in the player, and the context that its views receive.

use std::collections::BTreeMap;
use std::rc::Rc;

use dynalab_app::shared::Shared;
use dynalab_lessons::verdict::Verdict;
use dynalab_lessons::{DesignAnswer, Glossary, Language, Lesson, LessonId, LessonText};
use yew::prelude::*;

use super::hints;
use super::lesson_html::LessonHtml;
use super::progress::ProgressHandle;
use crate::route::Route;
use crate::scene::Scene;
use crate::sentences::learn as words;

/// The state of a lesson in the player.
#[derive(Clone, Default, PartialEq)]
pub struct Play {
    /// The lesson; none until its file is loaded.
    pub lesson: Option<Shared<Lesson>>,
    /// Why the file could not be loaded.
    pub not_loaded: Option<String>,
    /// Counts openings and resets. Results of an earlier opening are dropped.
    pub opening: u32,
    /// The head of the history after the start; none while the start is prepared.
    pub after: Option<u32>,
    /// The option that the learner predicts, and the engine's result of the first run.
    pub guess: Option<String>,
    pub real: Option<String>,
    pub has_run: bool,
    /// The learner's answers, by the names of the questions.
    pub given: BTreeMap<String, String>,
    /// For a lesson about a key design: the editor's initial design, the number of restarts, and the learner's answer.
    pub design: Option<AttrValue>,
    pub design_openings: u32,
    pub answer: Option<DesignAnswer>,
    pub verdict: Option<Verdict>,
    pub shows_solution: bool,
    /// Whether the tables replace the diagram.
    pub shows_tables: bool,
    /// Why the lesson could not be prepared or checked.
    pub failed: Option<String>,
}

impl Play {
    /// Restarts the editor with the brief of the lesson, or with an answer to it.
    pub fn begin_design(&mut self, lesson: &Lesson, answer: Option<DesignAnswer>) {
        let brief = lesson.facts.start.design.as_ref();
        let whole = brief.map(|brief| match &answer {
            Some(answer) => answer.complete(brief).text(),
            None => brief.text(),
        });
        self.design = whole.map(AttrValue::from);
        self.design_openings += 1;
        self.answer = answer;
    }

    /// Returns true until a lesson is open in the engine, or could not be opened.
    pub fn is_opening(&self, id: LessonId) -> bool {
        let is_open =
            self.lesson.as_ref().is_some_and(|lesson| lesson.facts.id == id) && self.after.is_some();
        !is_open && self.not_loaded.is_none() && self.failed.is_none()
    }
}

/// A change of a [`Play`].
pub struct Change(Box<dyn FnOnce(&mut Play)>);

pub fn change(act: impl FnOnce(&mut Play) + 'static) -> Change {
    Change(Box::new(act))
}

impl Reducible for Play {
    type Action = Change;

    fn reduce(self: Rc<Self>, Change(act): Change) -> Rc<Self> {
        let mut next = Play::clone(&self);
        act(&mut next);
        Rc::new(next)
    }
}

pub type PlaySetter = UseReducerDispatcher<Play>;

/// The lesson that follows.
#[derive(Clone)]
pub struct NextLesson {
    pub route: Route,
    pub title: String,
}

/// The context that the views of a lesson receive.
pub struct Bench {
    /// The scene of the page.
    pub outer: Scene,
    /// The scene of the lesson.
    pub scene: Scene,
    pub lesson: Shared<Lesson>,
    pub language: Language,
    pub glossary: Shared<Glossary>,
    pub progress: ProgressHandle,
    pub play: Play,
    pub play_setter: PlaySetter,
    pub next: Option<NextLesson>,
    pub copy: Callback<MouseEvent>,
    /// Copies a link to the lesson with the learner's work. None for a lesson that its author tries, which has no address.
    pub share: Option<Callback<MouseEvent>>,
    pub reset: Callback<MouseEvent>,
}

impl Bench {
    pub fn text(&self) -> &LessonText {
        self.lesson.text(self.language)
    }

    /// Returns true for a lesson that its author tries.
    pub fn is_own(&self) -> bool {
        self.share.is_none()
    }

    pub fn is_solved(&self) -> bool {
        self.play.verdict.as_ref().is_some_and(|verdict| verdict.solved)
    }

    /// Returns a handler that puts a design into the editor. The goals are then checked.
    pub fn put_design(&self, answer: &DesignAnswer) -> Callback<MouseEvent> {
        let (setter, answer, lesson) = (self.play_setter.clone(), answer.clone(), self.lesson.clone());
        Callback::from(move |_: MouseEvent| {
            let (answer, lesson) = (answer.clone(), lesson.clone());
            setter.dispatch(change(move |play| play.begin_design(&lesson, Some(answer))));
        })
    }

    /// Returns a handler that changes the play.
    pub fn changes<E>(&self, act: impl Fn(&mut Play) + Clone + 'static) -> Callback<E> {
        let setter = self.play_setter.clone();
        Callback::from(move |_| setter.dispatch(change(act.clone())))
    }

    /// Renders a text of the lesson. A click on a sample puts its request into the editor.
    pub fn html(&self, html: &str, class: Classes) -> Html {
        let on_sample = {
            let (scene, lesson) = (self.scene.clone(), self.lesson.clone());
            Callback::from(move |name: String| {
                if let Some(request) = lesson.facts.requests.get(&name) {
                    hints::put(&scene, request);
                }
            })
        };
        let navigator = self.outer.page.navigator.clone();
        let label = self.scene.text(words::LEARN_USE_SAMPLE);
        html! {
            <LessonHtml html={html.to_owned()} language={self.language} lesson={self.lesson.clone()} glossary={self.glossary.clone()} {navigator} {on_sample} sample_label={label} slider_label={self.scene.text(words::LEARN_SLIDER)} {class} />
        }
    }
}
