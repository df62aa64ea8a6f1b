//! What one UpdateTable may change together, and what must come alone.

use crate::error::TableError;
use crate::operations::update_table::UpdateTable;
use crate::table::BillingMode;

impl UpdateTable {
    /// By what the request names, whether it would change anything or not.
    pub(super) fn check_alone(&self) -> Result<(), TableError> {
        let capacity = self.billing.is_some() || self.throughput.is_some();
        let (caps, stream) = (self.on_demand_throughput.is_some(), self.stream.is_some());
        let indexes = !self.updates().is_empty() || self.vector_updates.count() > 0;
        let must_be_alone = [
            (self.encryption.is_some(), "Server-Side Encryption modification"),
            (self.table_class.is_some(), "TableClass modification"),
            (self.deletion_protection.is_some(), "DeletionProtection modification"),
            (self.warm.is_some(), "WarmThroughput"),
        ];
        let named = must_be_alone.iter().map(|(named, _)| *named).chain([capacity, caps, stream, indexes]);
        if named.filter(|named| *named).count() < 2 {
            return Ok(());
        }
        if let Some((_, what)) = must_be_alone.iter().take(3).find(|(named, _)| *named) {
            return Err(TableError::NotAlone { what });
        }
        let warm = self.warm.is_some();
        let creates = self.updates().iter().any(|update| update.create.is_some());
        let online = self.updates().iter().any(|update| update.update.is_none());
        let iops = self.throughput.is_some() || self.billing == Some(BillingMode::Provisioned);
        let not_together = [
            (
                caps && (stream || warm),
                "OnDemandThroughput can only be combined with BillingMode in an UpdateTable request",
            ),
            (
                warm && creates,
                "Create global secondary index cannot be specified when updating WarmThroughput",
            ),
            (iops && stream, "You cannot modify stream status while updating table IOPS"),
            (iops && online, "You cannot create or delete index while updating table IOPS"),
            (stream && online, "You cannot create or delete index while changing stream status"),
        ];
        if let Some((_, sentence)) = not_together.into_iter().find(|(named, _)| *named) {
            return Err(TableError::NotTogether { sentence });
        }
        if warm && (capacity || stream) {
            return Err(TableError::NotAlone { what: "WarmThroughput" });
        }
        Ok(())
    }
}
