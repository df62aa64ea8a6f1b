//! WarmThroughput in requests of CreateTable and UpdateTable.

use crate::database::table::warm_throughput::{Units, WarmThroughput};
use crate::database::table::{BillingMode, Throughput};
use crate::error::{DynamoError, ThroughputError};
use crate::request::fields::Fields;

/// The default quota of one table or index.
const UNITS_MAX: u64 = 40_000;

/// The values as the request contains them.
#[derive(Clone, Copy, Debug)]
pub struct RequestedWarmThroughput {
    read: Option<i64>,
    write: Option<i64>,
}

impl RequestedWarmThroughput {
    pub(crate) fn decode(fields: &mut Fields) -> Option<RequestedWarmThroughput> {
        fields.nested("WarmThroughput", |warm| RequestedWarmThroughput {
            read: warm.integer("ReadUnitsPerSecond", "Long"),
            write: warm.integer("WriteUnitsPerSecond", "Long"),
        })
    }

    pub(crate) fn is_empty(self) -> bool {
        self.read.is_none() && self.write.is_none()
    }

    /// Checks the values against the minimum. `current` is `None` for a new table or index, whose minimum is its capacity.
    pub(crate) fn bind(
        self,
        index: Option<&str>,
        billing: BillingMode,
        throughput: &Throughput,
        current: Option<&WarmThroughput>,
    ) -> Result<WarmThroughput, DynamoError> {
        let least = current.copied().unwrap_or_default().units(billing, throughput);
        let members = [
            (self.read, least.read, "ReadUnitsPerSecond", "ReadCapacityUnits"),
            (self.write, least.write, "WriteUnitsPerSecond", "WriteCapacityUnits"),
        ];
        for (asked, least, member, capacity) in members {
            let Some(asked) = asked else { continue };
            if asked < least as i64 {
                let index = index.map(str::to_owned);
                return Err(match (current, billing) {
                    (Some(_), _) => ThroughputError::WarmDecreased { member, index },
                    (None, BillingMode::Provisioned) => {
                        ThroughputError::WarmBelowCapacity { member, capacity, index }
                    }
                    (None, BillingMode::PayPerRequest) => ThroughputError::WarmBelowDefault { member, index },
                }
                .into());
            }
            if asked as u64 > UNITS_MAX {
                return Err(ThroughputError::WarmOutOfBounds { member, value: asked as u64 }.into());
            }
        }
        let wanted = Units { read: self.read.unwrap_or(0) as u64, write: self.write.unwrap_or(0) as u64 };
        Ok(match current {
            // The warm throughput of a new table or index is visible immediately.
            None => WarmThroughput { reached: wanted, wanted: Some(wanted) },
            Some(current) => WarmThroughput { reached: current.reached, wanted: Some(wanted) },
        })
    }
}
