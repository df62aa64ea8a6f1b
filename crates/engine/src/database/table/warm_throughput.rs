//! Warm throughput: the requests that a table or a global index can serve immediately. It never decreases.

mod requested;

use dynalab_types::binary::{Malformed, Reader, Writer};

use crate::codec::primitives::read_flag;
use crate::database::table::{BillingMode, Throughput};
use crate::response::json_writer::ObjectWriter;
pub(crate) use requested::RequestedWarmThroughput;

/// Units per second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Units {
    pub read: u64,
    pub write: u64,
}

impl Units {
    /// The initial warm throughput of an on-demand table.
    const ON_DEMAND: Units = Units { read: 12_000, write: 4_000 };

    fn max(self, other: Units) -> Units {
        Units { read: self.read.max(other.read), write: self.write.max(other.write) }
    }

    /// Returns the warm throughput that the billing mode and provisioned capacity give.
    fn of_capacity(billing: BillingMode, throughput: &Throughput) -> Units {
        match billing {
            BillingMode::PayPerRequest => Units::ON_DEMAND,
            BillingMode::Provisioned => Units { read: throughput.read, write: throughput.write },
        }
    }
}

/// The warm throughput of a table or a global index, beyond what its capacity gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WarmThroughput {
    /// The minimum that is kept if the capacity gives less. Zero if never more was requested or reached.
    pub reached: Units,
    /// The requested values, applied when the table change is finished. Zero requests nothing.
    pub wanted: Option<Units>,
}

impl WarmThroughput {
    /// Returns the current warm throughput.
    pub fn units(&self, billing: BillingMode, throughput: &Throughput) -> Units {
        self.reached.max(Units::of_capacity(billing, throughput))
    }

    /// Applies the requested values, and keeps the values from before the change of capacity.
    pub(crate) fn finish(&mut self, before: Units, billing: BillingMode, throughput: &Throughput) {
        self.reached = self.reached.max(self.wanted.take().unwrap_or_default());
        self.keep(before, billing, throughput);
    }

    /// Keeps the values from before the change of capacity.
    pub(crate) fn keep(&mut self, before: Units, billing: BillingMode, throughput: &Throughput) {
        let now = self.units(billing, throughput);
        if now.max(before) != now {
            self.reached = now.max(before);
        }
    }

    pub(crate) fn encode(self, billing: BillingMode, throughput: &Throughput, object: &mut ObjectWriter) {
        let units = self.units(billing, throughput);
        object.object("WarmThroughput", |object| {
            object.integer("ReadUnitsPerSecond", units.read);
            object.integer("WriteUnitsPerSecond", units.write);
            object.text("Status", if self.wanted.is_some() { "UPDATING" } else { "ACTIVE" });
        });
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.byte(u8::from(self.wanted.is_some()));
        for units in [self.reached, self.wanted.unwrap_or_default()] {
            writer.unsigned(units.read);
            writer.unsigned(units.write);
        }
    }

    pub(crate) fn read(reader: &mut Reader) -> Result<WarmThroughput, Malformed> {
        let is_wanted = read_flag(reader)?;
        let reached = Units { read: reader.unsigned()?, write: reader.unsigned()? };
        let wanted = Units { read: reader.unsigned()?, write: reader.unsigned()? };
        Ok(WarmThroughput { reached, wanted: is_wanted.then_some(wanted) })
    }
}
