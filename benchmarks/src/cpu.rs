//! The CPU time of a thread, which other programs do not affect.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Returns the CPU time of this thread since it began.
pub fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
