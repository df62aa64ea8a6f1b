//! Dynalab.DescribeFaults: the fault rules, and how often each was injected.

use dynalab_engine::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::fields::{Fields, RequestLayer};
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Operation, Step, reads_nothing};
use dynalab_types::wire::value_json;

use crate::complete::{Complete, Context};
use crate::faults::Fault;
use crate::faults::injection::FaultCounters;

#[derive(Clone, Debug)]
pub struct DescribeFaults;

impl Operation<Complete> for DescribeFaults {
    const NAME: &'static str = "Dynalab.DescribeFaults";
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = Vec<(Fault, FaultCounters)>;

    fn decode(_: &mut Fields) -> DescribeFaults {
        DescribeFaults
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Self::Response>, DynamoError> {
        let faults = context.service.simulation_state.faults.iter();
        let counted =
            |fault: &Fault| FaultCounters::read(context.record(&FaultCounters::key_of(&fault.name)));
        let faults = faults.map(|fault| (fault.clone(), counted(fault))).collect();
        Ok(Step::Done(faults, WriteSet::default()))
    }

    fn encode(faults: &Self::Response, body: &mut ObjectWriter) {
        body.objects("Faults", faults, |object, (fault, strikes)| {
            object.text("Name", &fault.name);
            if !fault.operations.is_empty() {
                object.list("Operations", &fault.operations, |json, name| {
                    dynalab_types::wire::write_json_string(name, json);
                });
            }
            if let Some(table) = &fault.table {
                object.text("TableName", table);
            }
            if let Some(key) = &fault.key {
                object.json("KeyEquals", &value_json(key));
            }
            object.integer("RatePermille", fault.rate_permille);
            object.text("Kind", fault.kind.name());
            if fault.after_commit {
                object.boolean("AfterCommit", true);
            }
            object.integer("Asked", strikes.asked);
            object.integer("Struck", strikes.struck);
        });
    }
}
