//! Goals that must hold after every order of the steps of several clients.

use dynalab_service::Request;
use dynalab_service::explorer::{Client, ScheduledStep, explore, replay};
use dynalab_types::json;

use super::step::error_of;
use super::{Evidence, probe};
use crate::goal::EveryOrderGoal;
use crate::lesson::RequestFacts;
use crate::verdict::Difference;

const INTERLEAVINGS_MAX: u64 = 20_000;

pub(super) fn check(evidence: &Evidence, goal: &EveryOrderGoal) -> Vec<Difference> {
    let engine = evidence.workspace.engine();
    let clients: Result<Vec<Client>, Vec<Difference>> =
        goal.clients.iter().chain(&evidence.attempt.clients).map(|client| parse(client)).collect();
    let clients = match clients {
        Ok(clients) => clients,
        Err(differences) => return differences,
    };
    let Ok(exploration) = explore(engine, &clients, INTERLEAVINGS_MAX) else {
        let message = "The clients have too many requests to try every order.".to_owned();
        return vec![Difference::Probe {
            operation: "Dynalab.Explore".to_owned(),
            error: "TooManyRequests".to_owned(),
            message,
        }];
    };
    for outcome in &exploration.outcomes {
        let mut end = engine.clone();
        replay(engine, &clients, &outcome.schedule, |_, _, engine| end = engine.clone());
        let because = probe::check(&end, &goal.then);
        if !because.is_empty() {
            let schedule = outcome.schedule.iter().map(|step| step.client as u32).collect();
            let mistakes =
                outcome.schedule.iter().enumerate().filter_map(|(place, step)| invalid_request(place, step));
            let because = mistakes.chain(because).collect();
            return vec![Difference::AfterOrder { schedule, because }];
        }
    }
    Vec::new()
}

/// Reports a request that is invalid in every order.
fn invalid_request(place: usize, step: &ScheduledStep) -> Option<Difference> {
    let (_, body) = step.answer.as_ref()?;
    let (error, message) = error_of(&json::parse(body).ok()?);
    let operation = step.operation.to_owned();
    (error == "ValidationException").then_some(Difference::Rejected {
        step: place as u32 + 1,
        operation,
        error,
        message,
    })
}

fn parse(client: &[RequestFacts]) -> Result<Client, Vec<Difference>> {
    let parsed = client.iter().map(|request| {
        Request::parse(&request.operation, &request.body.text()).map_err(|error| {
            vec![Difference::Probe {
                operation: request.operation.clone(),
                error: error.name().to_owned(),
                message: error.message().unwrap_or_default(),
            }]
        })
    });
    parsed.collect()
}
