//! Dynalab.DescribePrincipals: the principals of the account with their policies, and the one in use.

use dynalab_engine::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::fields::{Fields, RequestLayer};
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Operation, Step, reads_nothing};

use crate::access::Principal;
use crate::complete::{Complete, Context};

#[derive(Clone, Debug)]
pub struct DescribePrincipals;

#[derive(Debug)]
pub struct PrincipalDescription {
    principal: Principal,
    arn: String,
    used: bool,
}

impl Operation<Complete> for DescribePrincipals {
    const NAME: &'static str = "Dynalab.DescribePrincipals";
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = Vec<PrincipalDescription>;

    fn decode(_: &mut Fields) -> DescribePrincipals {
        DescribePrincipals
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Self::Response>, DynamoError> {
        let simulation_state = &context.service.simulation_state;
        let used = simulation_state.principal().map(|principal| &principal.name);
        let described = simulation_state.principals.values().map(|principal| PrincipalDescription {
            principal: principal.clone(),
            arn: principal.arn(context.config),
            used: used == Some(&principal.name),
        });
        Ok(Step::Done(described.collect(), WriteSet::default()))
    }

    fn encode(described: &Self::Response, body: &mut ObjectWriter) {
        body.objects("Principals", described, |object, PrincipalDescription { principal, arn, used }| {
            object.text("Name", &principal.name);
            object.text("Arn", arn);
            object.boolean("Used", *used);
            object.list("Policies", &principal.documents, |json, document| json.push_str(document));
            if !principal.context.is_empty() {
                object.object("Context", |object| {
                    principal.context.iter().for_each(|(name, value)| object.text(name, value));
                });
            }
        });
    }
}
