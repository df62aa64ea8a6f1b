//! The learner's progress: stored in the browser, exported and imported as a file. It stays valid when lessons are edited.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::design::DesignAnswer;
use crate::id::LessonId;
use crate::lesson::{Figures, RequestFacts};

pub const PROGRESS_FORMAT: u32 = 1;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// The format of this file. A file of a newer format is rejected.
    pub format: u32,
    pub lessons: BTreeMap<LessonId, LessonProgress>,
    /// The lesson that was open last.
    #[serde(default)]
    pub last: Option<LessonId>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LessonProgress {
    /// None until an attempt met all goals.
    #[serde(default)]
    pub solved: Option<SolvedLesson>,
    /// The fewest requests and units of a solved attempt at the current version.
    #[serde(default)]
    pub best: Option<Best>,
    /// Runs that did not meet all goals.
    #[serde(default)]
    pub failed_runs: u32,
    /// The content of the request editor.
    #[serde(default)]
    pub draft: Option<RequestFacts>,
    /// The answer in a lesson about a key design.
    #[serde(default)]
    pub design: Option<DesignAnswer>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolvedLesson {
    /// The version of the lesson that was solved.
    pub version: u32,
    /// When it was solved for the first time, in milliseconds since 1970.
    pub at_ms: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Best {
    pub version: u32,
    pub requests: u32,
    pub units: f64,
}

/// The state of a lesson in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonState {
    NotOpened,
    Opened,
    Solved,
    /// An earlier version was solved, but the task has changed since.
    SolvedBefore,
}

/// The error for a progress file of a newer format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewerProgress {
    pub format: u32,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress { format: PROGRESS_FORMAT, lessons: BTreeMap::new(), last: None }
    }
}

impl Progress {
    /// Returns the progress, unless the file has a newer format, whose content may mean something else.
    ///
    /// # Errors
    /// Returns the format of the file if it is newer.
    pub fn checked(self) -> Result<Progress, NewerProgress> {
        match self.format {
            PROGRESS_FORMAT => Ok(self),
            format => Err(NewerProgress { format }),
        }
    }

    pub fn lesson_state(&self, id: LessonId, version: u32) -> LessonState {
        match self.lessons.get(&id) {
            None => LessonState::NotOpened,
            Some(LessonProgress { solved: None, .. }) => LessonState::Opened,
            Some(LessonProgress { solved: Some(solved), .. }) if solved.version >= version => {
                LessonState::Solved
            }
            Some(_) => LessonState::SolvedBefore,
        }
    }

    pub fn record_solved(&mut self, id: LessonId, version: u32, figures: Figures, at_ms: u64) {
        let lesson = self.lessons.entry(id).or_default();
        let first_at_ms = lesson.solved.map_or(at_ms, |solved| solved.at_ms);
        lesson.solved = Some(SolvedLesson { version, at_ms: first_at_ms });
        let now =
            Best { version, requests: figures.requests, units: figures.read_units + figures.write_units };
        lesson.best = Some(lesson.best.map_or(now, |best| best.better_of(now)));
    }

    pub fn record_failed_run(&mut self, id: LessonId) {
        self.lessons.entry(id).or_default().failed_runs += 1;
    }

    /// Adds the solved lessons and better results of another file. Drafts of this file are kept.
    pub fn merge(&mut self, other: Progress) {
        for (id, theirs) in other.lessons {
            let mine = self.lessons.entry(id).or_default();
            mine.solved = match (mine.solved, theirs.solved) {
                (Some(mine), Some(theirs)) => Some(SolvedLesson {
                    version: mine.version.max(theirs.version),
                    at_ms: mine.at_ms.min(theirs.at_ms),
                }),
                (mine, theirs) => mine.or(theirs),
            };
            mine.best = match (mine.best, theirs.best) {
                (Some(mine), Some(theirs)) => Some(mine.better_of(theirs)),
                (mine, theirs) => mine.or(theirs),
            };
            mine.failed_runs = mine.failed_runs.max(theirs.failed_runs);
            mine.draft = mine.draft.take().or(theirs.draft);
            mine.design = mine.design.take().or(theirs.design);
        }
        self.last = self.last.or(other.last);
    }
}

impl Best {
    /// Returns the better result. Of two versions, the newer one is better, because the task changed.
    fn better_of(self, other: Best) -> Best {
        if self.version != other.version {
            return if self.version > other.version { self } else { other };
        }
        Best {
            version: self.version,
            requests: self.requests.min(other.requests),
            units: self.units.min(other.units),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Json;

    const ID: LessonId = LessonId::lesson(1, 2);

    fn figures(requests: u32, read_units: f64) -> Figures {
        Figures { requests, read_units, ..Figures::default() }
    }

    #[test]
    fn a_changed_task_is_not_solved_any_more() {
        let mut progress = Progress::default();
        assert_eq!(progress.lesson_state(ID, 1), LessonState::NotOpened);
        progress.record_failed_run(ID);
        assert_eq!(progress.lesson_state(ID, 1), LessonState::Opened);
        progress.record_solved(ID, 1, figures(3, 2.0), 10);
        progress.record_solved(ID, 1, figures(2, 2.5), 20);
        assert_eq!(progress.lesson_state(ID, 1), LessonState::Solved);
        assert_eq!(progress.lesson_state(ID, 2), LessonState::SolvedBefore);
        let lesson = &progress.lessons[&ID];
        assert_eq!(lesson.best, Some(Best { version: 1, requests: 2, units: 2.0 }));
        assert_eq!(lesson.solved, Some(SolvedLesson { version: 1, at_ms: 10 }));
        progress.record_solved(ID, 2, figures(9, 9.0), 30);
        assert_eq!(progress.lessons[&ID].best, Some(Best { version: 2, requests: 9, units: 9.0 }));
    }

    #[test]
    fn an_import_loses_nothing() {
        let mut mine = Progress::default();
        mine.record_solved(ID, 1, figures(3, 2.0), 50);
        let mut theirs = Progress::default();
        theirs.record_solved(ID, 1, figures(4, 1.0), 40);
        theirs.record_solved(LessonId::lesson(2, 1), 1, figures(1, 0.5), 60);
        let design =
            DesignAnswer { tables: vec![Json(dynalab_types::json::Value::Null)], ..DesignAnswer::default() };
        theirs.lessons.entry(ID).or_default().design = Some(design.clone());
        mine.merge(theirs.clone());
        assert_eq!(mine.lessons[&ID].best, Some(Best { version: 1, requests: 3, units: 1.0 }));
        assert_eq!(mine.lessons[&ID].solved, Some(SolvedLesson { version: 1, at_ms: 40 }));
        assert_eq!(mine.lessons[&ID].design, Some(design));
        assert_eq!(mine.lessons.len(), 2);
        let before = mine.clone();
        mine.merge(theirs);
        assert_eq!(mine, before);
    }

    #[test]
    fn progress_is_json_by_lesson_and_a_newer_format_is_refused() {
        let mut progress = Progress::default();
        progress.record_solved(ID, 1, figures(3, 2.0), 50);
        let text = serde_json::to_string(&progress).expect("JSON");
        assert!(text.contains("\"1.2\""), "{text}");
        assert_eq!(serde_json::from_str::<Progress>(&text).expect("progress"), progress);
        let newer = Progress { format: 2, ..progress };
        assert_eq!(newer.checked(), Err(NewerProgress { format: 2 }));
    }
}
