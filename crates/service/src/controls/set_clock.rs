//! Dynalab.SetClock: sets the rate of the simulated clock. At 1 it runs like a real clock. At 0 it stops.

use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::clock::{RATE_MAX, RATE_OF_THE_WALL, rate_bytes, record_key};
use crate::complete::{Complete, Context};
use crate::contract::{Call, clock as contract, encode};

/// A SetClock request.
#[derive(Clone, Debug)]
pub struct SetClock {
    rate: u64,
}

impl Operation<Complete> for SetClock {
    const NAME: &'static str = <contract::SetClock as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    type Response = contract::ClockRate;

    fn decode(fields: &mut Fields) -> SetClock {
        fields.require("Rate");
        let most = (RATE_MAX / RATE_OF_THE_WALL) as i64;
        let rate = fields.integer_between("Rate", "Integer", 0, Some(most)).unwrap_or_default();
        SetClock { rate: rate.max(0) as u64 * RATE_OF_THE_WALL }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), _: &mut Context) -> Result<Step<contract::ClockRate>, DynamoError> {
        let record = Change::record(record_key(), Some(rate_bytes(self.rate)));
        let response = contract::ClockRate { rate: self.rate / RATE_OF_THE_WALL };
        Ok(Step::Done(response, WriteSet::from_change(record)))
    }

    fn encode(response: &contract::ClockRate, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
