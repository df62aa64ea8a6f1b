//! Dynalab.DescribeFaults: the fault rules, and how often each was injected.

use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
pub use crate::contract::faults::DescribeFaults;
use crate::contract::faults::{FaultDescription, FaultsDescription};
use crate::contract::{Call, Json, encode};
use crate::faults::Fault;
use crate::faults::injection::FaultCounters;

fn describe(context: &Context, fault: &Fault) -> FaultDescription {
    let counters = FaultCounters::read(context.record(&FaultCounters::key_of(&fault.name)));
    let operations = fault.operations.iter().map(ToString::to_string);
    FaultDescription {
        name: fault.name.to_string(),
        operations: (!fault.operations.is_empty()).then(|| operations.collect()),
        table_name: fault.table.as_ref().map(ToString::to_string),
        key_equals: fault.key.as_ref().map(Json::from),
        rate_permille: fault.rate_permille,
        kind: fault.kind.name().to_owned(),
        after_commit: fault.after_commit.then_some(true),
        asked: counters.asked,
        struck: counters.struck,
    }
}

impl Operation<Complete> for DescribeFaults {
    const NAME: &'static str = <DescribeFaults as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = FaultsDescription;

    fn decode(_: &mut Fields) -> DescribeFaults {
        DescribeFaults {}
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Self::Response>, DynamoError> {
        let faults = context.service.simulation_state.faults.iter();
        let faults = faults.map(|fault| describe(context, fault)).collect();
        Ok(Step::Done(FaultsDescription { faults }, WriteSet::default()))
    }

    fn encode(response: &FaultsDescription, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
