//! A bill: lines of quantity times price. The total excludes lines without a price and names them. Unverified prices have a separate
//! sum.

use crate::book::{Confidence, PriceBook, PriceName};

/// The item that a line charges. The names are those of its messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineItem {
    Reads,
    Writes,
    IndexWrites,
    ReplicatedWrites,
    StrongReplicatedWrites,
    ReservedReads,
    ReservedWrites,
    SavingsPlan,
    Storage,
    IndexStorage,
    VectorStorage,
    Pitr,
    BackupWarm,
    BackupCold,
    RestoreWarm,
    RestoreCold,
    ExportFull,
    ExportIncremental,
    Import,
    BulkPut,
    Streams,
    Kinesis,
    VectorWrite,
    VectorSearch,
    Dax,
    TransferOut,
    TransferRegions,
    ContributorInsights,
    WarmThroughput,
}

impl LineItem {
    pub fn name(self) -> &'static str {
        match self {
            LineItem::Reads => "reads",
            LineItem::Writes => "writes",
            LineItem::IndexWrites => "index-writes",
            LineItem::ReplicatedWrites => "replicated-writes",
            LineItem::StrongReplicatedWrites => "strong-replicated-writes",
            LineItem::ReservedReads => "reserved-reads",
            LineItem::ReservedWrites => "reserved-writes",
            LineItem::SavingsPlan => "savings-plan",
            LineItem::Storage => "storage",
            LineItem::IndexStorage => "index-storage",
            LineItem::VectorStorage => "vector-storage",
            LineItem::Pitr => "pitr",
            LineItem::BackupWarm => "backup-warm",
            LineItem::BackupCold => "backup-cold",
            LineItem::RestoreWarm => "restore-warm",
            LineItem::RestoreCold => "restore-cold",
            LineItem::ExportFull => "export-full",
            LineItem::ExportIncremental => "export-incremental",
            LineItem::Import => "import",
            LineItem::BulkPut => "bulk-put",
            LineItem::Streams => "streams",
            LineItem::Kinesis => "kinesis",
            LineItem::VectorWrite => "vector-write",
            LineItem::VectorSearch => "vector-search",
            LineItem::Dax => "dax",
            LineItem::TransferOut => "transfer-out",
            LineItem::TransferRegions => "transfer-regions",
            LineItem::ContributorInsights => "contributor-insights",
            LineItem::WarmThroughput => "warm-throughput",
        }
    }

    /// Returns true if a Database Savings Plan can lower the charge.
    pub fn is_throughput(self) -> bool {
        matches!(
            self,
            LineItem::Reads
                | LineItem::Writes
                | LineItem::IndexWrites
                | LineItem::ReplicatedWrites
                | LineItem::StrongReplicatedWrites
        )
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    pub item: LineItem,
    /// The quantity: requests, unit-hours or GB.
    pub quantity: f64,
    /// The part of the quantity that the free tier covers.
    pub free: f64,
    /// The quantity that the price applies to: 1,000,000 for requests.
    pub per: f64,
    pub price: PriceName,
    /// The charge. None if the price is unknown.
    pub usd: Option<f64>,
    /// What is paid at once for the whole term. The charge contains the part of one month.
    pub upfront_usd: Option<f64>,
    pub confidence: Confidence,
}

/// Returns the bill line of a quantity.
pub fn line(book: &PriceBook, item: LineItem, price: PriceName, quantity: f64, free: f64, per: f64) -> Line {
    let found = book.get(price);
    let charged = (quantity - free).max(0.0) / per;
    let free = free.min(quantity);
    Line {
        item,
        quantity,
        free,
        per,
        price,
        usd: found.usd.map(|usd| usd * charged),
        upfront_usd: None,
        confidence: found.confidence,
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bill {
    pub lines: Vec<Line>,
}

impl Bill {
    /// Adds a line, unless its quantity is zero.
    pub fn add(&mut self, line: Line) {
        if line.quantity > 0.0 {
            self.lines.push(line);
        }
    }

    /// Returns a bill of both, with one line for each item and price.
    #[must_use]
    pub fn joined(mut self, other: Bill) -> Bill {
        let sum = |one: Option<f64>, other: Option<f64>| Some(one? + other?);
        for line in other.lines {
            match self.lines.iter_mut().find(|known| known.item == line.item && known.price == line.price) {
                Some(known) => {
                    known.quantity += line.quantity;
                    known.free += line.free;
                    known.usd = sum(known.usd, line.usd);
                    known.upfront_usd = sum(known.upfront_usd, line.upfront_usd);
                    known.confidence = known.confidence.max(line.confidence);
                }
                None => self.lines.push(line),
            }
        }
        self
    }

    /// Returns the total of the lines that have a price.
    pub fn total_usd(&self) -> f64 {
        self.lines.iter().filter_map(|line| line.usd).sum()
    }

    /// Returns what is paid at once for reserved capacity.
    pub fn upfront_usd(&self) -> f64 {
        self.lines.iter().filter_map(|line| line.upfront_usd).sum()
    }

    pub fn doubtful_usd(&self) -> f64 {
        let doubtful = self.lines.iter().filter(|line| line.confidence.is_doubtful());
        doubtful.filter_map(|line| line.usd).sum()
    }

    /// Iterates over the items that the total excludes.
    pub fn without_price(&self) -> impl Iterator<Item = LineItem> {
        self.lines.iter().filter(|line| line.usd.is_none()).map(|line| line.item)
    }

    pub fn usd_of(&self, item: LineItem) -> Option<f64> {
        let lines = self.lines.iter().filter(|line| line.item == item);
        lines.map(|line| line.usd).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Region;

    #[test]
    fn a_line_without_a_price_is_named_and_not_in_the_total() {
        let mut book = PriceBook::load(Region::NorthVirginia);
        let storage = line(&book, LineItem::Storage, PriceName::Storage, 125.0, 25.0, 1.0);
        let insights =
            line(&book, LineItem::ContributorInsights, PriceName::ContributorInsights, 1.0, 0.0, 1.0);
        let cold = line(&book, LineItem::BackupCold, PriceName::BackupCold, 8.0, 0.0, 1.0);
        let bill = Bill { lines: vec![storage, insights, cold] };
        assert_eq!(bill.total_usd(), 25.24);
        assert!((bill.doubtful_usd() - 0.24).abs() < 1e-9);
        assert_eq!(bill.without_price().collect::<Vec<_>>(), [LineItem::ContributorInsights]);
        book.edit(PriceName::ContributorInsights, Some(3.0));
        let known = line(&book, LineItem::ContributorInsights, PriceName::ContributorInsights, 1.0, 0.0, 1.0);
        assert_eq!((known.usd, known.confidence), (Some(3.0), Confidence::Edited));
    }

    #[test]
    fn the_free_tier_never_makes_a_line_negative() {
        let book = PriceBook::load(Region::NorthVirginia);
        let storage = line(&book, LineItem::Storage, PriceName::Storage, 8.0, 25.0, 1.0);
        assert_eq!((storage.usd, storage.free), (Some(0.0), 8.0));
        let mut bill = Bill::default();
        bill.add(line(&book, LineItem::Storage, PriceName::Storage, 0.0, 0.0, 1.0));
        assert!(bill.lines.is_empty());
    }
}
