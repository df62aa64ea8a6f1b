//! How a lesson is being played, and what its views are given.

use std::collections::BTreeMap;
use std::rc::Rc;

use dynalab_lessons::verdict::Verdict;
use dynalab_lessons::{DesignAnswer, Glossary, Language, Lesson, LessonText};
use yew::prelude::*;

use super::hints;
use super::lesson_html::LessonHtml;
use super::progress::ProgressHandle;
use crate::route::Route;
use crate::scene::Scene;
use crate::sentences::learn as words;
use crate::shared::Shared;

/// How a lesson is being played.
#[derive(Clone, Default, PartialEq)]
pub struct Play {
    /// None until its file is here.
    pub lesson: Option<Shared<Lesson>>,
    /// Why the file is not here.
    pub not_loaded: Option<String>,
    /// Goes up with each opening and reset. What belongs to an earlier one comes too late.
    pub opening: u32,
    /// The history's head after the start; none while the start is being prepared.
    pub after: Option<u32>,
    /// The option that the learner predicts, and what the engine did on the first run.
    pub guess: Option<String>,
    pub real: Option<String>,
    pub has_run: bool,
    /// Answers to the lesson's questions, by their names.
    pub given: BTreeMap<String, String>,
    /// In a lesson about a key design: the design that the editor began with, how often it began anew, and what was made of it.
    pub design: Option<AttrValue>,
    pub design_openings: u32,
    pub answer: Option<DesignAnswer>,
    pub verdict: Option<Verdict>,
    pub shows_solution: bool,
    /// The tables in place of the diagram.
    pub shows_tables: bool,
    /// Why the lesson could not be prepared or checked.
    pub failed: Option<String>,
}

impl Play {
    /// Begins the editor anew, with the brief of the lesson or with an answer to it.
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
}

/// Something that happens to a [`Play`].
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

/// The lesson to go on with.
#[derive(Clone)]
pub struct NextLesson {
    pub route: Route,
    pub title: String,
}

/// What the views of a lesson are given.
pub struct Bench {
    /// Of the page.
    pub outer: Scene,
    /// Of the lesson.
    pub scene: Scene,
    pub lesson: Shared<Lesson>,
    pub language: Language,
    pub glossary: Shared<Glossary>,
    pub progress: ProgressHandle,
    pub play: Play,
    pub play_setter: PlaySetter,
    pub next: Option<NextLesson>,
    pub copy: Callback<MouseEvent>,
    /// Copies a link to the lesson with the learner's work. None for a lesson that its author tries: it has no address.
    pub share: Option<Callback<MouseEvent>>,
    pub reset: Callback<MouseEvent>,
}

impl Bench {
    pub fn text(&self) -> &LessonText {
        self.lesson.text(self.language)
    }

    /// A lesson that its author tries.
    pub fn is_own(&self) -> bool {
        self.share.is_none()
    }

    pub fn is_solved(&self) -> bool {
        self.play.verdict.as_ref().is_some_and(|verdict| verdict.solved)
    }

    /// Puts a design into the editor. The goals are checked with it.
    pub fn put_design(&self, answer: &DesignAnswer) -> Callback<MouseEvent> {
        let (setter, answer, lesson) = (self.play_setter.clone(), answer.clone(), self.lesson.clone());
        Callback::from(move |_: MouseEvent| {
            let (answer, lesson) = (answer.clone(), lesson.clone());
            setter.dispatch(change(move |play| play.begin_design(&lesson, Some(answer))));
        })
    }

    /// A handler that changes the play.
    pub fn changes<E>(&self, act: impl Fn(&mut Play) + Clone + 'static) -> Callback<E> {
        let setter = self.play_setter.clone();
        Callback::from(move |_| setter.dispatch(change(act.clone())))
    }

    /// A text of the lesson. Its samples go into the editor.
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
