//! The state of a lesson in the player, and the actions that change it.

use std::collections::BTreeMap;

use dynalab_lessons::verdict::Verdict;
use dynalab_lessons::{DesignAnswer, Lesson, LessonId};
use serde::{Deserialize, Serialize};

use crate::reduce::Reduce;
use crate::shared::Shared;

/// The state of a lesson in the player.
#[derive(Clone, Debug, Default, PartialEq)]
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
    pub design: Option<Shared<String>>,
    pub design_openings: u32,
    pub answer: Option<DesignAnswer>,
    pub verdict: Option<Verdict>,
    pub shows_solution: bool,
    /// Whether the tables replace the diagram.
    pub shows_tables: bool,
    /// Why the lesson could not be prepared or checked.
    pub failed: Option<String>,
}

/// What happens to a lesson in the player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum PlayAction {
    /// The file of another lesson is being fetched.
    Wait {
        opening: u32,
    },
    NotLoaded(String),
    /// Begins a lesson, with the learner's earlier work.
    Open {
        opening: u32,
        lesson: Shared<Lesson>,
        given: BTreeMap<String, String>,
        design: Option<Box<DesignAnswer>>,
    },
    /// Restores the start. The prediction is kept.
    Reset {
        opening: u32,
    },
    /// The start is prepared. `after` is the head of the history.
    Prepared {
        after: u32,
    },
    Failed(String),
    Guess(String),
    /// Answers a question. An empty text takes the answer back.
    Give {
        question: String,
        answer: String,
    },
    /// Puts a design into the editor, such as the solution.
    PutDesign(Box<DesignAnswer>),
    /// The editor's design. It reports its initial design too, which is not an answer.
    EditDesign(Box<DesignAnswer>),
    /// The goals were checked. `real` is the engine's result for the prediction.
    Checked {
        opening: u32,
        verdict: Box<Verdict>,
        is_new_run: bool,
        real: Option<String>,
    },
    ShowSolution,
    /// Shows the tables instead of the diagram, or the diagram again.
    ShowTables(bool),
}

impl Play {
    /// Restarts the editor with the brief of the lesson, or with an answer to it.
    fn begin_design(&mut self, answer: Option<DesignAnswer>) {
        let brief = self.lesson.as_ref().and_then(|lesson| lesson.facts.start.design.as_ref());
        let whole = brief.map(|brief| match &answer {
            Some(answer) => answer.complete(brief).text(),
            None => brief.text(),
        });
        self.design = whole.map(Shared::new);
        self.design_openings += 1;
        self.answer = answer;
    }

    fn edit_design(&mut self, answer: DesignAnswer) {
        let brief = self.lesson.as_ref().and_then(|lesson| lesson.facts.start.design.as_ref());
        if self.answer.is_some() || brief.map(DesignAnswer::from_design).as_ref() != Some(&answer) {
            self.answer = Some(answer);
        }
    }

    fn reset(&mut self, opening: u32) {
        *self = Play {
            lesson: self.lesson.take(),
            guess: self.guess.take(),
            real: self.real.take(),
            has_run: self.has_run,
            design_openings: self.design_openings,
            opening,
            ..Play::default()
        };
        if self.lesson.is_some() {
            self.begin_design(None);
        }
    }

    /// Returns true until a lesson is open in the engine, or could not be opened.
    pub fn is_opening(&self, id: LessonId) -> bool {
        let is_open =
            self.lesson.as_ref().is_some_and(|lesson| lesson.facts.id == id) && self.after.is_some();
        !is_open && self.not_loaded.is_none() && self.failed.is_none()
    }

    pub fn is_solved(&self) -> bool {
        self.verdict.as_ref().is_some_and(|verdict| verdict.solved)
    }
}

impl Reduce for Play {
    type Action = PlayAction;

    fn apply(&mut self, action: PlayAction) {
        match action {
            PlayAction::Wait { opening } => *self = Play { opening, ..Play::default() },
            PlayAction::NotLoaded(detail) => self.not_loaded = Some(detail),
            PlayAction::Open { opening, lesson, given, design } => {
                let design_openings = self.design_openings;
                *self = Play { lesson: Some(lesson), opening, given, design_openings, ..Play::default() };
                self.begin_design(design.map(|design| *design));
            }
            PlayAction::Reset { opening } => self.reset(opening),
            PlayAction::Prepared { after } => self.after = Some(after),
            PlayAction::Failed(sentence) => self.failed = Some(sentence),
            PlayAction::Guess(option) => self.guess = Some(option),
            PlayAction::Give { question, answer } if answer.is_empty() => {
                self.given.remove(&question);
            }
            PlayAction::Give { question, answer } => {
                self.given.insert(question, answer);
            }
            PlayAction::PutDesign(answer) => self.begin_design(Some(*answer)),
            PlayAction::EditDesign(answer) => self.edit_design(*answer),
            PlayAction::Checked { opening, verdict, is_new_run, real } => {
                if self.opening == opening {
                    self.real = self.real.take().or(real);
                    self.has_run |= is_new_run;
                    self.failed = None;
                    self.verdict = Some(*verdict);
                }
            }
            PlayAction::ShowSolution => self.shows_solution = true,
            PlayAction::ShowTables(is_shown) => self.shows_tables = is_shown,
        }
    }
}

#[cfg(test)]
mod tests {
    use dynalab_lessons::verdict::Verdict;

    use super::{Play, PlayAction};
    use crate::reduce::Reduce;

    fn checked(opening: u32, is_new_run: bool, real: &str) -> PlayAction {
        let real = Some(real.to_owned());
        PlayAction::Checked { opening, verdict: Box::default(), is_new_run, real }
    }

    #[test]
    fn a_result_of_an_earlier_opening_is_dropped() {
        let mut play = Play::default();
        play.apply(PlayAction::Wait { opening: 2 });
        play.apply(checked(1, true, "a"));
        assert_eq!((play.verdict.clone(), play.has_run), (None, false));
        play.apply(checked(2, true, "a"));
        play.apply(checked(2, false, "b"));
        assert_eq!((play.verdict.clone(), play.has_run), (Some(Verdict::default()), true));
        assert_eq!(play.real.as_deref(), Some("a"), "the prediction is about the first run");
    }

    #[test]
    fn a_reset_keeps_the_prediction_only() {
        let mut play = Play::default();
        play.apply(PlayAction::Guess("scan".to_owned()));
        play.apply(PlayAction::Prepared { after: 4 });
        play.apply(PlayAction::Give { question: "units".to_owned(), answer: "1".to_owned() });
        play.apply(checked(0, true, "query"));
        play.apply(PlayAction::ShowSolution);
        play.apply(PlayAction::Reset { opening: 1 });
        let kept = Play {
            guess: Some("scan".to_owned()),
            real: Some("query".to_owned()),
            has_run: true,
            opening: 1,
            ..Play::default()
        };
        assert_eq!(play, kept);
    }

    #[test]
    fn an_empty_answer_is_none() {
        let mut play = Play::default();
        let give = |answer: &str| PlayAction::Give { question: "q".to_owned(), answer: answer.to_owned() };
        play.apply(give("7"));
        assert_eq!(play.given["q"], "7");
        play.apply(give(""));
        assert!(play.given.is_empty());
    }
}
