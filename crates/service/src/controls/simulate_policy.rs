//! Dynalab.SimulatePolicy: the policies' decision on each action of a request, and the statement that decided. The request is
//! not executed.

use std::borrow::Cow;

use dynalab_engine::change::WriteSet;
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::fields::{Fields, RequestLayer};
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Operation, Step, reads_nothing};

use crate::access::Principal;
use crate::access::decision::{Decision, arn, decide};
use crate::complete::{Complete, Context};
use crate::complete_engine::Request;
use crate::inner_request::InnerRequest;
use crate::simulation_state::SimulationState;

#[derive(Clone, Debug)]
pub struct SimulatePolicy {
    /// `None` is the principal in use.
    principal: Option<String>,
    /// Policies to use in place of the principal's own. Then the principal need not exist.
    documents: Option<Vec<String>>,
    request: InnerRequest,
}

impl SimulatePolicy {
    fn principal<'a>(&self, simulation_state: &'a SimulationState) -> Result<Cow<'a, Principal>, DynamoError> {
        let known = match &self.principal {
            Some(name) => simulation_state.principals.get(name.as_str()),
            None => simulation_state.principal(),
        };
        let name = self.principal.clone().unwrap_or_default();
        let Some(documents) = &self.documents else {
            let known = known.ok_or(ControlError::NotFound { what: "principal", name })?;
            return Ok(Cow::Borrowed(known));
        };
        let context = known.map(|known| known.context.clone()).unwrap_or_default();
        let made = Principal::new(name.into(), documents.clone(), context);
        Ok(Cow::Owned(made.map_err(|fault| ControlError::Policy { fault })?))
    }
}

#[derive(Debug)]
pub struct SimulatedAction {
    action: &'static str,
    resource: String,
    decision: Decision,
}

impl Operation<Complete> for SimulatePolicy {
    const NAME: &'static str = "Dynalab.SimulatePolicy";
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = Vec<SimulatedAction>;

    fn decode(fields: &mut Fields) -> SimulatePolicy {
        SimulatePolicy {
            principal: fields.text("Name"),
            documents: fields.has("Policies").then(|| fields.documents("Policies")),
            request: InnerRequest::decode(fields, Request::ALL),
        }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Self::Response>, DynamoError> {
        let principal = self.principal(&context.service.simulation_state)?;
        let principal = principal.as_ref();
        let touched = self.request.get()?.resource_accesses(context.database);
        let simulated = touched.iter().map(|touched| SimulatedAction {
            action: touched.action,
            resource: arn(&touched.resource, context.config),
            decision: decide(touched, principal, context.database, context.config),
        });
        let simulated = simulated.collect();
        Ok(Step::Done(simulated, WriteSet::default()))
    }

    fn encode(simulated: &Self::Response, body: &mut ObjectWriter) {
        body.objects("EvaluationResults", simulated, |object, simulated| {
            object.text("EvalActionName", &format!("dynamodb:{}", simulated.action));
            object.text("EvalResourceName", &simulated.resource);
            object.text("EvalDecision", simulated.decision.name());
            object.objects("MatchedStatements", simulated.decision.decider(), |object, decider| {
                object.text("Policy", &decider.policy);
                object.text("Statement", &decider.statement);
            });
        });
    }
}
