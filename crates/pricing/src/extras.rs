//! The costs of a table besides requests and storage: recovery, backups, exports, streams, vectors, replicas, caches.

use crate::bill::{Bill, LineItem, line};
use crate::book::{PriceBook, PriceName};
use crate::conventions::Conventions;
use crate::modes::TableClass;

/// Free GetRecords requests per month.
const FREE_STREAM_REQUESTS: f64 = 2_500_000.0;
const FREE_TRANSFER_GB: f64 = 100.0;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DaxNode {
    #[default]
    T3Small,
    T3Medium,
    R4Large,
    R5Large,
}

impl DaxNode {
    pub const ALL: [DaxNode; 4] = [DaxNode::T3Small, DaxNode::T3Medium, DaxNode::R4Large, DaxNode::R5Large];

    pub fn name(self) -> &'static str {
        match self {
            DaxNode::T3Small => "dax.t3.small",
            DaxNode::T3Medium => "dax.t3.medium",
            DaxNode::R4Large => "dax.r4.large",
            DaxNode::R5Large => "dax.r5.large",
        }
    }

    fn price(self) -> PriceName {
        match self {
            DaxNode::T3Small => PriceName::DaxT3Small,
            DaxNode::T3Medium => PriceName::DaxT3Medium,
            DaxNode::R4Large => PriceName::DaxR4Large,
            DaxNode::R5Large => PriceName::DaxR5Large,
        }
    }
}

/// Additional use per month. The conventions define a GB.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extras {
    pub has_pitr: bool,
    pub backup_warm_gb: f64,
    pub backup_cold_gb: f64,
    pub restore_warm_gb: f64,
    pub restore_cold_gb: f64,
    pub export_full_gb: f64,
    pub export_incremental_gb: f64,
    pub import_gb: f64,
    pub bulk_put_gb: f64,
    /// Charged GetRecords requests. Those of Lambda triggers and global tables are free.
    pub stream_requests: f64,
    /// Change units of 1 KB for a Kinesis data stream.
    pub kinesis_units: f64,
    pub vector_storage_gb: f64,
    pub vector_write_gb: f64,
    pub vector_search_gb: f64,
    pub dax_node: DaxNode,
    pub dax_nodes: f64,
    pub transfer_out_gb: f64,
    /// Data transferred to other Regions by replication.
    pub transfer_regions_gb: f64,
    pub has_contributor_insights: bool,
    /// Units of additional warm throughput.
    pub warm_units: f64,
}

impl Extras {
    /// Adds the lines to a bill. `table_gb` is the size of the table with its local indexes.
    pub fn add_to(
        &self,
        bill: &mut Bill,
        book: &PriceBook,
        class: TableClass,
        conventions: &Conventions,
        table_gb: f64,
    ) {
        let is_ia = class == TableClass::InfrequentAccess;
        let vector_write = if is_ia { PriceName::IaVectorWrite } else { PriceName::VectorWrite };
        let vector_search = if is_ia { PriceName::IaVectorSearch } else { PriceName::VectorSearch };
        let free = |quantity: f64| if conventions.has_free_tier { quantity } else { 0.0 };
        let flag = |on: bool, quantity: f64| if on { quantity } else { 0.0 };
        let hours = conventions.month.hours();
        for (item, price, quantity, free, per) in [
            (LineItem::VectorStorage, PriceName::VectorStorage, self.vector_storage_gb, 0.0, 1.0),
            (LineItem::Pitr, PriceName::Pitr, flag(self.has_pitr, table_gb), 0.0, 1.0),
            (LineItem::BackupWarm, PriceName::BackupWarm, self.backup_warm_gb, 0.0, 1.0),
            (LineItem::BackupCold, PriceName::BackupCold, self.backup_cold_gb, 0.0, 1.0),
            (LineItem::RestoreWarm, PriceName::RestoreWarm, self.restore_warm_gb, 0.0, 1.0),
            (LineItem::RestoreCold, PriceName::RestoreCold, self.restore_cold_gb, 0.0, 1.0),
            (LineItem::ExportFull, PriceName::ExportFull, self.export_full_gb, 0.0, 1.0),
            (LineItem::ExportIncremental, PriceName::ExportIncremental, self.export_incremental_gb, 0.0, 1.0),
            (LineItem::Import, PriceName::Import, self.import_gb, 0.0, 1.0),
            (LineItem::BulkPut, PriceName::BulkPut, self.bulk_put_gb, 0.0, 1.0),
            (
                LineItem::Streams,
                PriceName::Streams,
                self.stream_requests,
                free(FREE_STREAM_REQUESTS),
                100_000.0,
            ),
            (LineItem::Kinesis, PriceName::Kinesis, self.kinesis_units, 0.0, 1_000_000.0),
            (LineItem::VectorWrite, vector_write, self.vector_write_gb, 0.0, 1.0),
            (LineItem::VectorSearch, vector_search, self.vector_search_gb, 0.0, 1.0),
            (LineItem::Dax, self.dax_node.price(), self.dax_nodes * hours, 0.0, 1.0),
            (
                LineItem::TransferOut,
                PriceName::TransferOut,
                self.transfer_out_gb,
                free(FREE_TRANSFER_GB),
                1.0,
            ),
            (LineItem::TransferRegions, PriceName::TransferRegions, self.transfer_regions_gb, 0.0, 1.0),
            (
                LineItem::ContributorInsights,
                PriceName::ContributorInsights,
                flag(self.has_contributor_insights, 1.0),
                0.0,
                1.0,
            ),
            (LineItem::WarmThroughput, PriceName::WarmThroughput, self.warm_units, 0.0, 1.0),
        ] {
            bill.add(line(book, item, price, quantity, free, per));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Region;

    fn bill(extras: Extras, has_free_tier: bool) -> Bill {
        let book = PriceBook::load(Region::NorthVirginia);
        let conventions = Conventions { has_free_tier, ..Conventions::default() };
        let mut bill = Bill::default();
        extras.add_to(&mut bill, &book, TableClass::Standard, &conventions, 8.0);
        bill
    }

    #[test]
    fn recovery_backups_and_files_cost_by_the_gigabyte() {
        let extras = Extras {
            has_pitr: true,
            backup_warm_gb: 10.0,
            restore_warm_gb: 10.0,
            export_full_gb: 10.0,
            import_gb: 10.0,
            ..Extras::default()
        };
        let bill = bill(extras, false);
        for (item, usd) in [
            (LineItem::Pitr, 1.6),
            (LineItem::BackupWarm, 1.0),
            (LineItem::RestoreWarm, 1.5),
            (LineItem::ExportFull, 1.0),
            (LineItem::Import, 1.5),
        ] {
            let found = bill.usd_of(item).unwrap_or_default();
            assert!((found - usd).abs() < 1e-9, "{item:?}: {found}");
        }
        assert_eq!(bill.doubtful_usd(), 0.0);
    }

    #[test]
    fn streams_have_2_5_million_free_requests() {
        let extras = Extras { stream_requests: 12_500_000.0, ..Extras::default() };
        assert_eq!(bill(extras, true).total_usd(), 2.0);
        assert_eq!(bill(extras, false).total_usd(), 2.5);
    }

    #[test]
    fn vectors_and_dax() {
        let extras = Extras {
            vector_write_gb: 10.0,
            vector_search_gb: 1_000.0,
            vector_storage_gb: 4.0,
            dax_nodes: 1.0,
            ..Extras::default()
        };
        let bill = bill(extras, false);
        assert_eq!(bill.usd_of(LineItem::VectorWrite), Some(5.2));
        assert_eq!(bill.usd_of(LineItem::VectorSearch), Some(2.0));
        assert_eq!(bill.usd_of(LineItem::VectorStorage), Some(1.0));
        assert_eq!(bill.usd_of(LineItem::Dax), Some(29.2));
        assert_eq!(bill.doubtful_usd(), 30.2, "vector storage and DAX come from secondary sources");
    }

    #[test]
    fn what_no_source_prices_is_named() {
        let extras = Extras {
            bulk_put_gb: 1.0,
            transfer_regions_gb: 50.0,
            has_contributor_insights: true,
            warm_units: 1_000.0,
            ..Extras::default()
        };
        let bill = bill(extras, false);
        assert_eq!(bill.total_usd(), 0.0);
        assert_eq!(
            bill.without_price().collect::<Vec<_>>(),
            [
                LineItem::BulkPut,
                LineItem::TransferRegions,
                LineItem::ContributorInsights,
                LineItem::WarmThroughput
            ]
        );
    }
}
