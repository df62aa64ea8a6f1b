//! Goals about traffic. A workload of the lesson runs on a copy of the engine, and its throttled requests are counted.

use dynalab_engine::TraceLevel;
use dynalab_service::{Command, Engine, Request};
use dynalab_traffic::workload::driver::{Burst, Outcomes};
use dynalab_traffic::workload::{Workload, WorkloadError};
use dynalab_types::Timestamp;

use crate::goal::ThrottlesGoal;
use crate::verdict::Difference;

pub(super) fn check(engine: &Engine, goal: &ThrottlesGoal) -> Vec<Difference> {
    let outcomes = match run(&mut engine.clone(), goal) {
        Ok(outcomes) => outcomes,
        Err(error) => {
            return vec![Difference::Probe {
                operation: "Dynalab.RunWorkload".to_owned(),
                error: "ValidationException".to_owned(),
                message: error.to_string(),
            }];
        }
    };
    let throttled = outcomes.requests - outcomes.count_for("ok");
    if throttled * 1_000 <= u64::from(goal.permille_max) * outcomes.requests {
        return Vec::new();
    }
    let rejected = outcomes.counted().iter().filter(|(name, _)| name != "ok");
    let error = rejected.max_by_key(|(_, count)| *count).map(|(name, _)| name.clone()).unwrap_or_default();
    let permille_max = goal.permille_max;
    vec![Difference::Throttled { requests: outcomes.requests, throttled, permille_max, error }]
}

/// Runs the workload second by second, because one burst has a maximum number of requests.
fn run(engine: &mut Engine, goal: &ThrottlesGoal) -> Result<Outcomes, WorkloadError> {
    let workload = Workload::parse(&goal.workload.text())?;
    let started = engine.now();
    let mut outcomes = Outcomes::default();
    for second in 0..u64::from(goal.seconds) {
        let at = |seconds: u64| Timestamp::from_epoch_ms(started.epoch_ms + seconds * 1_000);
        let burst = Burst { workload: workload.clone(), started, from: at(second), until: at(second + 1) };
        for sent in burst.requests()? {
            let outcome = match Request::parse(sent.operation, &sent.body) {
                Ok(request) => {
                    let command = Command { at: Timestamp::from_epoch_ms(sent.at_ms), request };
                    engine.execute(command, TraceLevel::Off).outcome.map(|_| ())
                }
                Err(error) => Err(error),
            };
            outcomes.count(outcome.as_ref().map_or_else(|error| error.name(), |()| "ok"));
        }
    }
    Ok(outcomes)
}
