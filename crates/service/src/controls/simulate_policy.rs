//! Dynalab.SimulatePolicy: the policies' decision on each action of a request, and the statement that decided. The request is
//! not executed.

use std::borrow::Cow;

use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::access::Principal;
use crate::access::decision::{arn, decide};
use crate::complete::{Complete, Context};
use crate::complete_engine::Request;
use crate::contract::{Call, access as contract, encode};
use crate::inner_request::InnerRequest;
use crate::simulation_state::SimulationState;

/// A SimulatePolicy request.
#[derive(Clone, Debug)]
pub struct SimulatePolicy {
    /// `None` is the principal in use.
    principal: Option<String>,
    /// Policies to use in place of the principal's own. Then the principal need not exist.
    documents: Option<Vec<String>>,
    request: InnerRequest,
}

impl SimulatePolicy {
    fn principal<'a>(
        &self,
        simulation_state: &'a SimulationState,
    ) -> Result<Cow<'a, Principal>, DynamoError> {
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

impl Operation<Complete> for SimulatePolicy {
    const NAME: &'static str = <contract::SimulatePolicy as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = contract::PolicySimulation;

    fn decode(fields: &mut Fields) -> SimulatePolicy {
        SimulatePolicy {
            principal: fields.text("Name"),
            documents: fields.has("Policies").then(|| fields.documents("Policies")),
            request: InnerRequest::decode(fields, &[Request::ALL]),
        }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Self::Response>, DynamoError> {
        let principal = self.principal(&context.service.simulation_state)?;
        let principal = principal.as_ref();
        let touched = self.request.get()?.resource_accesses(context.database);
        let simulated = touched.iter().map(|touched| {
            let decision = decide(touched, principal, context.database, context.config);
            let decider = decision.decider().into_iter().map(|decider| contract::MatchedStatement {
                policy: decider.policy.to_string(),
                statement: decider.statement.to_string(),
            });
            contract::PolicyEvaluation {
                eval_action_name: format!("dynamodb:{}", touched.action),
                eval_resource_name: arn(&touched.resource, context.config),
                eval_decision: decision.name().to_owned(),
                matched_statements: decider.collect(),
            }
        });
        let simulated = contract::PolicySimulation { evaluation_results: simulated.collect() };
        Ok(Step::Done(simulated, WriteSet::default()))
    }

    fn encode(response: &contract::PolicySimulation, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
