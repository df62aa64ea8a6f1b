//! WarmThroughput in the core, which leaves requests for it to the complete engine.

use crate::error::DynamoError;
use crate::fields::Fields;
use crate::table::{BillingMode, Throughput};
use crate::warm_throughput::WarmThroughput;

/// There is none.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RequestedWarmThroughput {}

impl RequestedWarmThroughput {
    pub(crate) fn decode(_: &mut Fields) -> Option<RequestedWarmThroughput> {
        None
    }

    pub(crate) fn is_empty(self) -> bool {
        match self {}
    }

    pub(crate) fn bind(
        self,
        _: Option<&str>,
        _: BillingMode,
        _: &Throughput,
        _: Option<&WarmThroughput>,
    ) -> Result<WarmThroughput, DynamoError> {
        match self {}
    }
}
