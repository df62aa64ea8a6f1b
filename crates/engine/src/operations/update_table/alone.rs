//! Checks which changes one UpdateTable request can combine.

use crate::database::table::BillingMode;
use crate::error::UpdateError;
use crate::operations::update_table::UpdateTable;

impl UpdateTable {
    /// The members of the request count, whether or not they change something.
    pub(super) fn check_alone(&self) -> Result<(), UpdateError> {
        use UpdateError::*;
        let capacity = self.billing.is_some() || self.throughput.is_some();
        let caps = self.on_demand_throughput.is_some();
        let (stream, warm) = (self.stream.is_some(), self.warm.is_some());
        let indexes = !self.updates().is_empty() || self.vector_updates.count() > 0;
        let must_be_alone = [
            (self.encryption.is_some(), EncryptionNotAlone),
            (self.table_class.is_some(), ClassNotAlone),
            (self.deletion_protection.is_some(), ProtectionNotAlone),
        ];
        let named = must_be_alone.iter().map(|(named, _)| *named);
        if named.chain([capacity, caps, stream, warm, indexes]).filter(|named| *named).count() < 2 {
            return Ok(());
        }
        let creates = self.updates().iter().any(|update| update.create.is_some());
        let online = self.updates().iter().any(|update| update.update.is_none());
        let iops = self.throughput.is_some() || self.billing == Some(BillingMode::Provisioned);
        let not_together = [
            (caps && (stream || warm), OnDemandThroughputNotAlone),
            (warm && creates, IndexWhileWarming),
            (warm && (capacity || stream), WarmThroughputNotAlone),
            (iops && stream, StreamWithCapacity),
            (iops && online, IndexWithCapacity),
            (stream && online, IndexWithStream),
        ];
        let refused = must_be_alone.into_iter().chain(not_together).find(|(named, _)| *named);
        refused.map_or(Ok(()), |(_, error)| Err(error))
    }
}
