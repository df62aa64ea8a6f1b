//! Answers the questions to the bench, on scratch engines or on the temporary copy of a lesson.

use dynalab_lessons::author::answer::answer as prove;
use dynalab_lessons::{Verdict, check};
use dynalab_modeling::migrate::run::{Run, StepResult};
use dynalab_modeling::report::Cure;
use dynalab_modeling::{Design, TestBench, cures};
use dynalab_playground::Workspace;

use super::days::Days;
use super::{
    BenchError, CheckDesign, CheckLesson, CheckedDesign, DesignDocument, ProveLesson, RunMigration,
    SimulateDay, ToBench, TryFix,
};
use crate::bytes;

/// What the bench keeps from one question to the next.
pub struct Bench {
    /// Reuses what did not change since the last check.
    designs: TestBench,
    days: Days,
    /// Milliseconds on a clock that only measures durations.
    now_ms: fn() -> f64,
}

impl Bench {
    pub fn new(now_ms: fn() -> f64) -> Bench {
        Bench { designs: TestBench::default(), days: Days::default(), now_ms }
    }

    /// Answers a question, as bytes of the answer type of the question. `copy` is the temporary copy of a lesson, which stays as it is.
    /// `None` for an answer without bytes; no answer is like that.
    pub fn answer(&mut self, message: ToBench, copy: Option<&mut Workspace>) -> Option<Vec<u8>> {
        match message {
            ToBench::CheckDesign(ask) => bytes::<CheckDesign>(&self.check_design(&ask)),
            ToBench::RunMigration(ask) => bytes::<RunMigration>(&run_migration(&ask)),
            ToBench::CheckLesson(ask) => bytes::<CheckLesson>(&check_lesson(&ask, copy)),
            ToBench::ProveLesson(ask) => {
                let proved = prove(&ask.question).map_err(|detail| BenchError::References { detail });
                bytes::<ProveLesson>(&proved)
            }
            ToBench::TryFix(ask) => bytes::<TryFix>(&self.try_fix(&ask)),
            ToBench::SimulateDay(ask) => bytes::<SimulateDay>(&self.days.simulate(ask.question, self.now_ms)),
        }
    }

    fn check_design(&mut self, ask: &CheckDesign) -> Result<CheckedDesign, BenchError> {
        let began_ms = (self.now_ms)();
        let report = self.designs.check(read(&ask.design)?);
        Ok(CheckedDesign { report, took_ms: (self.now_ms)() - began_ms })
    }

    fn try_fix(&mut self, ask: &TryFix) -> Result<Option<Cure>, BenchError> {
        let design = read(&ask.design)?;
        let report = self.designs.check(design.clone());
        Ok(cures::try_fix(&design, &report, &ask.finding).map(|(_, cure)| cure))
    }
}

fn read(document: &DesignDocument) -> Result<Design, BenchError> {
    document.design().map_err(|error| BenchError::Design { detail: error.to_string() })
}

fn run_migration(ask: &RunMigration) -> Result<Vec<StepResult>, BenchError> {
    let (from, to) = (read(&ask.from)?, read(&ask.to)?);
    let mut run = Run::new(&from, &to, &dynalab_modeling::migrate(&from, &to));
    Ok(std::iter::from_fn(|| run.step()).collect())
}

fn check_lesson(ask: &CheckLesson, copy: Option<&mut Workspace>) -> Result<Verdict, BenchError> {
    let copy = copy.ok_or(BenchError::NoCopy)?;
    check::check(copy, &ask.attempt).map_err(|error| BenchError::History { detail: error.to_string() })
}
