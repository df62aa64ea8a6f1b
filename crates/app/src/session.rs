//! A session of the page as text, one action per line. Replaying it natively gives the state that the page had.

use std::fmt;

use dynalab_messages::Language;
use dynalab_modeling::Design;
use dynalab_playground::protocol::Durability;
use dynalab_playground::workspace_choice::WorkspaceChoice;
use serde::{Deserialize, Serialize};

use crate::design::editor::{Change, Editor};
use crate::design::templates;
use crate::learn::play::{Play, PlayAction};
use crate::pictures::load_test::{LoadTest, LoadTestAction};
use crate::reduce::Reduce;
use crate::state::theme::Theme;
use crate::state::{Action, AppState};

/// A session of this length is recorded no further, so that a page that is open for long does not fill its memory.
pub const SESSION_BYTES_MAX: usize = 16 * 1024 * 1024;

/// One line of a session: what happened to which part of the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Step {
    /// The app began.
    Begin {
        language: Language,
        theme: Theme,
        durability: Durability,
        workspace: WorkspaceChoice,
        /// The person's preferred language, if the page offers it.
        offered_language: Option<Language>,
    },
    App(Box<Action>),
    /// The editor of key designs was opened with these designs.
    OpenDesigns {
        a: Box<Design>,
        b: Option<Box<Design>>,
    },
    Design(Box<Change>),
    /// The player of lessons was opened.
    OpenPlayer,
    Lesson(Box<PlayAction>),
    /// The app of a lesson began: its request, result and items.
    BeginLesson {
        language: Language,
        theme: Theme,
    },
    LessonApp(Box<Action>),
    /// The editor of a lesson about a key design was opened.
    OpenLessonDesign(Box<Design>),
    LessonDesign(Box<Change>),
    /// The panel of load tests was opened.
    OpenLoadTest,
    LoadTest(Box<LoadTestAction>),
}

macro_rules! steps {
    ($($action:ty => $step:ident),*) => {
        $(impl From<$action> for Step {
            fn from(action: $action) -> Step {
                Step::$step(Box::new(action))
            }
        })*
    };
}

steps!(Action => App, Change => Design, PlayAction => Lesson, LoadTestAction => LoadTest);

/// The parts of the page whose actions a session has.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    pub app: AppState,
    pub design: Editor,
    pub lesson: Play,
    pub lesson_app: AppState,
    pub lesson_design: Editor,
    pub load_test: LoadTest,
}

/// Returns the state of an app with a temporary copy, such as that of a lesson.
fn visiting(language: Language, theme: Theme) -> AppState {
    AppState::new(language, theme, Durability::default(), WorkspaceChoice::Visiting)
}

impl Default for Page {
    fn default() -> Page {
        let (language, theme) = (Language::English, Theme::System);
        Page {
            app: visiting(language, theme),
            design: Editor::new(templates::empty(), None),
            lesson: Play::default(),
            lesson_app: visiting(language, theme),
            lesson_design: Editor::new(templates::empty(), None),
            load_test: LoadTest::default(),
        }
    }
}

impl Reduce for Page {
    type Action = Step;

    fn apply(&mut self, step: Step) {
        match step {
            Step::Begin { language, theme, durability, workspace, offered_language } => {
                let app = AppState::new(language, theme, durability, workspace);
                self.app = AppState { offered_language, ..app };
            }
            Step::App(action) => self.app.apply(*action),
            Step::OpenDesigns { a, b } => self.design = Editor::new(*a, b.map(|b| *b)),
            Step::Design(change) => self.design.apply(*change),
            Step::OpenPlayer => self.lesson = Play::default(),
            Step::Lesson(action) => self.lesson.apply(*action),
            Step::BeginLesson { language, theme } => self.lesson_app = visiting(language, theme),
            Step::LessonApp(action) => self.lesson_app.apply(*action),
            Step::OpenLessonDesign(design) => self.lesson_design = Editor::new(*design, None),
            Step::LessonDesign(change) => self.lesson_design.apply(*change),
            Step::OpenLoadTest => self.load_test = LoadTest::default(),
            Step::LoadTest(action) => self.load_test.apply(*action),
        }
    }
}

/// Why a session cannot be recorded or replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionError {
    /// The session has [`SESSION_BYTES_MAX`] bytes. Later steps are missing.
    TooLong,
    /// The step cannot be written as JSON.
    NotWritten { reason: String },
    /// A line, counted from 1, is not a step.
    BadLine { line: usize, reason: String },
}

impl fmt::Display for SessionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionError::TooLong => {
                write!(formatter, "The session has more than {SESSION_BYTES_MAX} bytes.")
            }
            SessionError::NotWritten { reason } => write!(formatter, "The step cannot be written: {reason}"),
            SessionError::BadLine { line, reason } => {
                write!(formatter, "Line {line} is not a step: {reason}")
            }
        }
    }
}

impl std::error::Error for SessionError {}

/// The steps of a session so far, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Session {
    text: String,
    is_full: bool,
}

impl Session {
    /// Adds a step. After one that has no place, all later ones are left out, so the text is always the beginning of the session.
    ///
    /// # Errors
    /// Fails if the session is too long, or if the step cannot be written as JSON.
    pub fn record(&mut self, step: &Step) -> Result<(), SessionError> {
        if self.is_full {
            return Err(SessionError::TooLong);
        }
        let line = serde_json::to_string(step)
            .map_err(|error| SessionError::NotWritten { reason: error.to_string() });
        self.is_full = line.as_ref().map_or(true, |line| self.text.len() + line.len() >= SESSION_BYTES_MAX);
        let line = line?;
        if self.is_full {
            return Err(SessionError::TooLong);
        }
        self.text.push_str(&line);
        self.text.push('\n');
        Ok(())
    }

    pub fn text(&self) -> &str {
        &self.text
    }
}

/// Reads the steps of a session. Empty lines are skipped.
///
/// # Errors
/// Fails at the first line that is not a step.
pub fn read(text: &str) -> Result<Vec<Step>, SessionError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(place, line)| {
            serde_json::from_str(line)
                .map_err(|error| SessionError::BadLine { line: place + 1, reason: error.to_string() })
        })
        .collect()
}

/// Replays a session on a new page.
///
/// # Errors
/// Fails at the first line that is not a step.
pub fn replay(text: &str) -> Result<Page, SessionError> {
    let mut page = Page::default();
    read(text)?.into_iter().for_each(|step| page.apply(step));
    Ok(page)
}

#[cfg(test)]
mod tests;
