//! Dynalab.AdvanceClock: moves the simulated clock forward. All work that becomes due is executed in order before the response.

use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::clock::{RATE_OF_THE_WALL, rate_bytes, record_key};
use crate::complete::{Complete, Context};
use crate::contract::{Call, clock as contract, encode};

/// The maximum is one year, because the jump executes all work in between.
const FARTHEST_MS: i64 = 366 * 24 * 60 * 60 * 1000;

/// An AdvanceClock request.
#[derive(Clone, Debug)]
pub struct AdvanceClock {
    pub(crate) by_ms: u64,
}

impl Operation<Complete> for AdvanceClock {
    const NAME: &'static str = <contract::AdvanceClock as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    type Response = contract::ClockTime;

    fn decode(fields: &mut Fields) -> AdvanceClock {
        fields.require("Milliseconds");
        let by_ms = fields.integer_between("Milliseconds", "Long", 0, Some(FARTHEST_MS)).unwrap_or_default();
        AdvanceClock { by_ms: by_ms.max(0) as u64 }
    }

    reads_nothing!();

    /// The engine has already moved its clock when the request arrived. After a jump the clock is simulated. The step writes
    /// the rate again, so that the jump is a change that can be undone.
    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<contract::ClockTime>, DynamoError> {
        let rate = context.database.record(&record_key()).map(|bytes| bytes.to_vec());
        let rate = rate.unwrap_or_else(|| rate_bytes(RATE_OF_THE_WALL));
        let writes = match self.by_ms > 0 {
            true => WriteSet::from_change(Change::record(record_key(), Some(rate))),
            false => WriteSet::default(),
        };
        Ok(Step::Done(contract::ClockTime { now: context.now.epoch_seconds() }, writes))
    }

    fn encode(response: &contract::ClockTime, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
