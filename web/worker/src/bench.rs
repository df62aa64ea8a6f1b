//! The program `bench`. It checks designs, proves lessons and simulates days; or it is the engine of a lesson, and checks the lesson as well.

use std::cell::RefCell;

use dynalab_playground::message_bytes;
use dynalab_programs::MEMORY_MAX_BYTES;
use dynalab_programs::bench::{Bench, ToBench, WITHOUT_COPY};
use dynalab_service::Complete;

use crate::{page, program};

/// Starts the program. The page's name for the worker says whether it holds a temporary copy of a lesson.
pub fn start() {
    let mut bench = Bench::new(program::counted_ms);
    if page::worker_name() == WITHOUT_COPY {
        return program::run(move |message: ToBench, _| bench.answer(message, None));
    }
    let bench = RefCell::new(bench);
    crate::start_with::<Complete>(
        Some(MEMORY_MAX_BYTES),
        Box::new(move |host, question| {
            let message: ToBench = message_bytes::read(question).ok()?;
            bench.borrow_mut().answer(message, Some(host.saved_mut()))
        }),
    );
}
