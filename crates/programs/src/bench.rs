//! The questions to the program `bench`, which runs what other people made: key designs, lessons, days of traffic.
//!
//! The temporary copy of a lesson lives in a bench, too. So [`CheckLesson`] finds the history where it is, the start of a lesson has the
//! same limit as its check, and the complete engine needs no lessons.

mod answer;
mod days;

use dynalab_lessons::proof_answer::{ProofAnswer, ProofQuestion};
use dynalab_lessons::{Attempt, Verdict};
use dynalab_modeling::migrate::run::StepResult;
use dynalab_modeling::report::{Cure, Finding};
use dynalab_modeling::{Design, DocumentError, Report};
use dynalab_traffic::lab::{DayAnswer, DayQuestion};
use serde::{Deserialize, Serialize};

pub use answer::Bench;

/// The name of a worker with a bench and no temporary copy. Every other name is that of the workspace of an engine.
pub const WITHOUT_COPY: &str = "bench";

/// The messages to the bench.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ToBench {
    CheckDesign(CheckDesign),
    RunMigration(RunMigration),
    CheckLesson(CheckLesson),
    ProveLesson(ProveLesson),
    SimulateDay(SimulateDay),
    TryFix(TryFix),
}

/// Runs the access patterns of a key design on its sample, on a scratch engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckDesign {
    pub design: DesignDocument,
}

/// Tries the fix of a finding on a copy of the design. The answer is what it changes, or None if a person must make the change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TryFix {
    pub design: DesignDocument,
    pub finding: Box<Finding>,
}

/// Runs the migration from one key design to another on the sample, on a scratch engine. The answer has the result of each step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunMigration {
    pub from: DesignDocument,
    pub to: DesignDocument,
}

/// Compares the requests since the start of a lesson with its goals. Only a bench that holds the temporary copy of the lesson can answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckLesson {
    pub attempt: Attempt,
}

/// Reads a lesson that is being written and, on request, plays its proof on scratch engines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProveLesson {
    pub question: ProofQuestion,
}

/// Simulates a part of a day of traffic to two designs. The days continue with the next question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SimulateDay {
    pub question: DayQuestion,
}

/// A report with the duration of its check in milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckedDesign {
    pub report: Report,
    pub took_ms: f64,
}

/// Why the bench cannot answer a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BenchError {
    /// The document is no design, or has more parts than a page draws.
    Design { detail: String },
    /// The bench holds no temporary copy of a lesson.
    NoCopy,
    /// The history no longer has the requests of the attempt.
    History { detail: String },
    /// The file of facts that a lesson may refer to cannot be read.
    References { detail: String },
    /// A number of the partition lab is out of range.
    Traffic { detail: String },
}

impl std::fmt::Display for BenchError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BenchError::NoCopy => formatter.write_str("this worker holds no temporary copy of a lesson"),
            BenchError::Design { detail }
            | BenchError::History { detail }
            | BenchError::References { detail }
            | BenchError::Traffic { detail } => formatter.write_str(detail),
        }
    }
}

impl std::error::Error for BenchError {}

/// A key design as its document, in JSON. A design keeps members that it does not know, which only JSON can carry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DesignDocument(String);

impl DesignDocument {
    pub fn of(design: &Design) -> DesignDocument {
        DesignDocument(dynalab_modeling::write(design))
    }

    /// # Errors
    /// Fails if the document is no design, or has more parts than a page draws.
    pub fn design(&self) -> Result<Design, DocumentError> {
        dynalab_modeling::parse(&self.0)
    }
}

asks! {
    ToBench;
    CheckDesign => Result<CheckedDesign, BenchError>;
    RunMigration => Result<Vec<StepResult>, BenchError>;
    CheckLesson => Result<Verdict, BenchError>;
    ProveLesson => Result<ProofAnswer, BenchError>;
    SimulateDay => Result<DayAnswer, BenchError>;
    TryFix => Result<Option<Cure>, BenchError>;
}
