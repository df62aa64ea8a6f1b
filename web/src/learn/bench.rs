//! The context that the views of a lesson receive.

use dynalab_app::learn::play::{Play, PlayAction};
use dynalab_app::shared::Shared;
use dynalab_lessons::{DesignAnswer, Glossary, Language, Lesson, LessonText};
use yew::prelude::*;

use super::hints;
use super::lesson_html::LessonHtml;
use super::progress::ProgressHandle;
use crate::address::route::Route;
use crate::page::reduced::Reduced;
use crate::page::scene::Scene;
use crate::page::sentences::learn as words;

pub type PlaySetter = UseReducerDispatcher<Reduced<Play>>;

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
        self.play.is_solved()
    }

    /// Returns a handler that puts a design into the editor. The goals are then checked.
    pub fn put_design(&self, answer: &DesignAnswer) -> Callback<MouseEvent> {
        self.changes(PlayAction::PutDesign(Box::new(answer.clone())))
    }

    /// Returns a handler that changes the play.
    pub fn changes<E>(&self, action: PlayAction) -> Callback<E> {
        let setter = self.play_setter.clone();
        Callback::from(move |_| setter.dispatch(action.clone()))
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
            <LessonHtml
                html={html.to_owned()} language={self.language} lesson={self.lesson.clone()} glossary={self.glossary.clone()} {navigator} {on_sample}
                sample_label={label}
                slider_label={self.scene.text(words::LEARN_SLIDER)} {class}
            />
        }
    }
}
