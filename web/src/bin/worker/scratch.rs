//! What runs beside the workspace, on engines of its own: the proof of a lesson, the check of a key design, its migration to another,
//! and a day on the traffic model. The worker with the core alone leaves them to the complete one.

#[cfg(not(feature = "complete"))]
pub use core::*;
#[cfg(feature = "complete")]
pub use {
    super::days::simulate as simulate_day, super::designs::check as check_design,
    super::designs::migrate as run_migration, super::lessons::prove as prove_lesson,
    dynalab_modeling::TestBench,
};

#[cfg(not(feature = "complete"))]
mod core {
    use dynalab_playground::protocol::{Refusal, ToPage};

    pub fn prove_lesson(id: u32, _: &[u8]) -> ToPage {
        needs_complete(id)
    }

    /// The core checks no design, so the bench has nothing on it.
    #[derive(Default)]
    pub struct TestBench {}

    pub fn check_design(id: u32, _: &[u8], _: &mut TestBench) -> ToPage {
        needs_complete(id)
    }

    pub fn run_migration(id: u32, _: &[u8], _: &[u8]) -> ToPage {
        needs_complete(id)
    }

    pub fn simulate_day(id: u32, _: &[u8]) -> ToPage {
        needs_complete(id)
    }

    fn needs_complete(id: u32) -> ToPage {
        ToPage::Refused { id, refusal: Refusal::NeedsCompleteEngine }
    }
}
