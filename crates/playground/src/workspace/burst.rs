//! Runs a burst of a workload: many requests as one history entry.

use dynalab_engine::TraceLevel;
use dynalab_engine::database::charges::Charges;
use dynalab_engine::trace::Trace;
use dynalab_service::{Command, Engine, Request};
use dynalab_traffic::workload::driver::{Burst, Outcomes};
use dynalab_traffic::workload::{GeneratedRequest, WorkloadError};
use dynalab_types::Timestamp;

use super::joined_changes::joined;
use super::{RequestOutcome, service_error};

const BAD_REQUEST: u16 = 400;

/// Executes the requests of the body, each at its own time, and then advances the clock to `at`. Single requests have no trace.
pub(super) fn run(engine: &mut Engine, at: Timestamp, body: &str) -> RequestOutcome {
    let requests = match Burst::parse(body).and_then(|burst| burst.requests()) {
        Ok(requests) => requests,
        Err(error) => return refused(&error),
    };
    let mut outcomes = Outcomes::default();
    let (mut charges, mut changes) = (Charges::default(), Vec::new());
    for GeneratedRequest { at_ms, operation, body } in requests {
        let outcome = match Request::parse(operation, &body) {
            Ok(request) => {
                let command = Command { at: Timestamp::from_epoch_ms(at_ms), request };
                let execution = engine.execute(command, TraceLevel::Off);
                changes.extend(execution.changes);
                for charge in execution.charges.iter() {
                    charges.add(charge.owner.clone(), charge.kind, charge.units);
                }
                execution.outcome.map(|_| ())
            }
            Err(error) => Err(error),
        };
        match outcome {
            Ok(()) => outcomes.count("ok"),
            Err(error) => outcomes.count(error.name()),
        }
    }
    changes.extend(engine.advance_to(at));
    let changes = joined(changes);
    RequestOutcome { status: 200, body: outcomes.to_json(), trace: Trace::new(), charges, changes }
}

fn refused(error: &WorkloadError) -> RequestOutcome {
    let body = service_error(&error.to_string());
    RequestOutcome {
        status: BAD_REQUEST,
        body,
        trace: Trace::new(),
        charges: Charges::default(),
        changes: Vec::new(),
    }
}
