//! Dynalab.DescribePrincipals: the principals of the account with their policies, and the one in use.

use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
pub use crate::contract::access::DescribePrincipals;
use crate::contract::access::{PrincipalDescription, PrincipalsDescription};
use crate::contract::{Call, Json, encode};

impl Operation<Complete> for DescribePrincipals {
    const NAME: &'static str = <DescribePrincipals as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = PrincipalsDescription;

    fn decode(_: &mut Fields) -> DescribePrincipals {
        DescribePrincipals {}
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Self::Response>, DynamoError> {
        let simulation_state = &context.service.simulation_state;
        let used = simulation_state.principal().map(|principal| &principal.name);
        let described = simulation_state.principals.values().map(|principal| {
            let context_keys = principal.context.iter();
            let values = context_keys.map(|(name, value)| (name.to_string(), value.to_string()));
            PrincipalDescription {
                name: principal.name.to_string(),
                arn: principal.arn(context.config),
                used: used == Some(&principal.name),
                policies: principal.documents.iter().map(|text| Json(text.to_string())).collect(),
                context: (!principal.context.is_empty()).then(|| values.collect()),
            }
        });
        let described = PrincipalsDescription { principals: described.collect() };
        Ok(Step::Done(described, WriteSet::default()))
    }

    fn encode(response: &PrincipalsDescription, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
