//! "Copy as Markdown": what the player shows at present.

use dynalab_app::learn::markdown::{ATTEMPTS_MAX, LearnerState, text_of};
use dynalab_app::learn::play::Play;
use dynalab_app::request::history::RequestCard;
use dynalab_lessons::{Language, Lesson};

use crate::page::scene::Scene;

/// Returns the lesson, the goals, the request and the attempts as Markdown.
pub fn write(scene: &Scene, play: &Play, lesson: &Lesson, language: Language, address: &str) -> String {
    let draft = (scene.app.draft().operation.as_str(), scene.app.draft().body.as_str());
    let mut attempts: Vec<&RequestCard> = scene.app.history().cards().take(ATTEMPTS_MAX).collect();
    attempts.reverse();
    let told = LearnerState { verdict: play.verdict.as_ref(), answer: play.answer.as_ref(), draft };
    text_of(scene.messages(), &told, lesson, language, address, &attempts)
}
