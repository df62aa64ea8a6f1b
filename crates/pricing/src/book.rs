//! The price book: dated prices in USD of each Region that is listed, each with its unit, sources and confidence.

use dynalab_types::json::{self, Value};

/// Generated data. The tests in this file check every line.
const PRICES: &str = include_str!("../data/prices.json");

macro_rules! regions {
    ($first:ident = $first_name:literal, $($variant:ident = $name:literal,)*) => {
        /// A Region of the price book.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum Region {
            #[default]
            $first,
            $($variant,)*
        }

        impl Region {
            pub const ALL: &'static [Region] = &[Region::$first, $(Region::$variant,)*];
            /// The names, in the order of `ALL`.
            pub const NAMES: &'static [&'static str] = &[$first_name, $($name,)*];
        }
    };
}

// The Regions with prices in `prices.json`. Edited prices in links and the inputs of the calculators have positions in this list,
// so a new Region comes last.
regions! {
    NorthVirginia = "us-east-1",
    Tokyo = "ap-northeast-1",
}

impl Region {
    pub fn name(self) -> &'static str {
        Region::NAMES[self as usize]
    }

    /// Returns a Region by its name, such as `us-east-1`. Returns `None` if the price book does not have it.
    pub fn from_name(name: &str) -> Option<Region> {
        Region::ALL.iter().copied().find(|region| region.name() == name)
    }
}

/// The confidence in a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// The user entered the price.
    Edited,
    /// From the AWS price list, or from a tool that AWS publishes.
    PriceList,
    SecondarySource,
    NotVerified,
    /// No price is known.
    Unknown,
}

impl Confidence {
    pub fn name(self) -> &'static str {
        match self {
            Confidence::Edited => "edited",
            Confidence::PriceList => "high",
            Confidence::SecondarySource => "medium",
            Confidence::NotVerified => "low",
            Confidence::Unknown => "none",
        }
    }

    fn of_name(name: &str) -> Confidence {
        let all = [Confidence::PriceList, Confidence::SecondarySource, Confidence::NotVerified];
        all.into_iter().find(|confidence| confidence.name() == name).unwrap_or(Confidence::Unknown)
    }

    /// Returns true if a total must mention this confidence.
    pub fn is_doubtful(self) -> bool {
        matches!(self, Confidence::SecondarySource | Confidence::NotVerified)
    }
}

macro_rules! price_names {
    ($($variant:ident = $name:literal,)*) => {
        /// The item that a price applies to. The data and links use these names.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum PriceName { $($variant,)* }

        impl PriceName {
            pub const ALL: &'static [PriceName] = &[$(PriceName::$variant,)*];

            pub fn name(self) -> &'static str {
                match self { $(PriceName::$variant => $name,)* }
            }
        }
    };
}

price_names! {
    ReadsOnDemand = "reads-on-demand",
    WritesOnDemand = "writes-on-demand",
    ReplicatedWritesOnDemand = "replicated-writes-on-demand",
    IaReadsOnDemand = "ia-reads-on-demand",
    IaWritesOnDemand = "ia-writes-on-demand",
    IaReplicatedWritesOnDemand = "ia-replicated-writes-on-demand",
    StrongReplicatedWritesOnDemand = "strong-replicated-writes-on-demand",
    ReadHour = "read-hour",
    WriteHour = "write-hour",
    ReplicatedWriteHour = "replicated-write-hour",
    StrongReplicatedWriteHour = "strong-replicated-write-hour",
    IaReadHour = "ia-read-hour",
    IaWriteHour = "ia-write-hour",
    IaReplicatedWriteHour = "ia-replicated-write-hour",
    ReservedReadsOneYearUpfront = "reserved-reads-1y-upfront",
    ReservedReadsOneYearHour = "reserved-reads-1y-hour",
    ReservedWritesOneYearUpfront = "reserved-writes-1y-upfront",
    ReservedWritesOneYearHour = "reserved-writes-1y-hour",
    ReservedReadsThreeYearsUpfront = "reserved-reads-3y-upfront",
    ReservedReadsThreeYearsHour = "reserved-reads-3y-hour",
    ReservedWritesThreeYearsUpfront = "reserved-writes-3y-upfront",
    ReservedWritesThreeYearsHour = "reserved-writes-3y-hour",
    SavingsPlan = "savings-plan",
    Storage = "storage",
    IaStorage = "ia-storage",
    VectorStorage = "vector-storage",
    Pitr = "pitr",
    BackupWarm = "backup-warm",
    BackupCold = "backup-cold",
    RestoreWarm = "restore-warm",
    RestoreCold = "restore-cold",
    ExportFull = "export-full",
    ExportIncremental = "export-incremental",
    Import = "import",
    BulkPut = "bulk-put",
    Streams = "streams",
    Kinesis = "kinesis",
    VectorWrite = "vector-write",
    VectorSearch = "vector-search",
    IaVectorWrite = "ia-vector-write",
    IaVectorSearch = "ia-vector-search",
    DaxT3Small = "dax-t3-small",
    DaxT3Medium = "dax-t3-medium",
    DaxR4Large = "dax-r4-large",
    DaxR5Large = "dax-r5-large",
    TransferOut = "transfer-out",
    TransferRegions = "transfer-regions",
    ContributorInsights = "contributor-insights",
    WarmThroughput = "warm-throughput",
}

impl PriceName {
    pub fn of_name(name: &str) -> Option<PriceName> {
        PriceName::ALL.iter().copied().find(|price| price.name() == name)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Price {
    pub name: PriceName,
    /// The price in USD. None if unknown.
    pub usd: Option<f64>,
    pub unit: String,
    pub sources: Vec<String>,
    pub confidence: Confidence,
    pub note: Option<String>,
}

/// The prices of one Region.
#[derive(Clone, Debug, PartialEq)]
pub struct PriceBook {
    /// The date of the book, such as "2026-11-22".
    pub as_of: String,
    pub region: Region,
    prices: Vec<Price>,
}

impl PriceBook {
    /// Loads the embedded book. The tests prove that it is valid.
    pub fn load(region: Region) -> PriceBook {
        let book = json::parse(PRICES).unwrap_or(Value::Null);
        let as_of = text(&book, "as_of");
        let rows = book.get("regions").and_then(|regions| regions.get(region.name()));
        let rows = if let Some(Value::Array(rows)) = rows { rows.as_slice() } else { &[] };
        let prices = PriceName::ALL
            .iter()
            .map(|name| {
                let row = rows.iter().find(|row| text(row, "name") == name.name());
                row.map_or_else(|| Price::unknown(*name), |row| Price::read(*name, row, &book))
            })
            .collect();
        PriceBook { as_of, region, prices }
    }

    pub fn prices(&self) -> &[Price] {
        &self.prices
    }

    pub fn get(&self, name: PriceName) -> &Price {
        // `prices` has one entry per name, in the order of the names.
        &self.prices[name as usize]
    }

    pub fn usd(&self, name: PriceName) -> Option<f64> {
        self.get(name).usd
    }

    /// Sets a price that the user entered. None means that the price is unknown.
    pub fn edit(&mut self, name: PriceName, usd: Option<f64>) {
        let price = &mut self.prices[name as usize];
        price.usd = usd.filter(|usd| usd.is_finite() && *usd >= 0.0);
        price.confidence = if price.usd.is_some() { Confidence::Edited } else { Confidence::Unknown };
    }
}

impl Price {
    fn unknown(name: PriceName) -> Price {
        Price {
            name,
            usd: None,
            unit: String::new(),
            sources: Vec::new(),
            confidence: Confidence::Unknown,
            note: None,
        }
    }

    fn read(name: PriceName, row: &Value, book: &Value) -> Price {
        let usd = match row.get("usd") {
            Some(Value::Number(number)) => number.parse().ok(),
            _ => None,
        };
        let titles = book.get("sources");
        let title = |source: &Value| {
            let key = source.as_str()?;
            Some(titles.and_then(|titles| titles.get(key)?.as_str()).unwrap_or(key).to_owned())
        };
        let sources = match row.get("sources") {
            Some(Value::Array(sources)) => sources.iter().filter_map(title).collect(),
            _ => Vec::new(),
        };
        let note = row.get("note").and_then(Value::as_str).map(str::to_owned);
        let confidence = Confidence::of_name(&text(row, "confidence"));
        Price { name, usd, unit: text(row, "unit"), sources, confidence, note }
    }
}

fn text(value: &Value, name: &str) -> String {
    value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_price_of_both_regions_has_a_unit_and_a_source() {
        for region in Region::ALL.iter().copied() {
            let book = PriceBook::load(region);
            assert_eq!(book.as_of, "2026-11-22");
            for price in book.prices() {
                let name = price.name.name();
                assert!(!price.unit.is_empty() && !price.sources.is_empty(), "{name}");
                assert_eq!(price.usd.is_none(), price.confidence == Confidence::Unknown, "{name}");
                assert!(price.sources.iter().all(|source| source.len() > 10), "{name}: {:?}", price.sources);
            }
        }
    }

    #[test]
    fn every_row_of_the_data_is_read() {
        let book = json::parse(PRICES).expect("the data is JSON");
        for region in Region::ALL.iter().copied() {
            let Some(Value::Array(rows)) = book.get("regions").and_then(|all| all.get(region.name())) else {
                panic!("{} is missing", region.name())
            };
            assert_eq!(rows.len(), PriceName::ALL.len());
            for row in rows {
                let name = text(row, "name");
                assert_eq!(PriceName::of_name(&name).map(PriceName::name), Some(name.as_str()));
            }
        }
    }

    #[test]
    fn the_verified_core_of_both_regions() {
        let virginia = PriceBook::load(Region::NorthVirginia);
        let tokyo = PriceBook::load(Region::Tokyo);
        for (name, usd_virginia, usd_tokyo) in [
            (PriceName::ReadsOnDemand, 0.125, 0.1425),
            (PriceName::WritesOnDemand, 0.625, 0.715),
            (PriceName::ReadHour, 0.00013, 0.0001484),
            (PriceName::WriteHour, 0.00065, 0.000742),
            (PriceName::Storage, 0.25, 0.285),
        ] {
            assert_eq!((virginia.usd(name), tokyo.usd(name)), (Some(usd_virginia), Some(usd_tokyo)));
            assert_eq!(virginia.get(name).confidence, Confidence::PriceList);
        }
        assert_eq!(tokyo.usd(PriceName::IaReadHour), None);
        assert_eq!(virginia.usd(PriceName::ContributorInsights), None);
    }

    #[test]
    fn an_edited_price_says_so_and_nonsense_is_no_price() {
        let mut book = PriceBook::load(Region::Tokyo);
        book.edit(PriceName::IaReadHour, Some(0.0002));
        assert_eq!(book.get(PriceName::IaReadHour).confidence, Confidence::Edited);
        for nonsense in [None, Some(-1.0), Some(f64::NAN), Some(f64::INFINITY)] {
            book.edit(PriceName::IaReadHour, nonsense);
            assert_eq!(
                (book.usd(PriceName::IaReadHour), book.get(PriceName::IaReadHour).confidence),
                (None, Confidence::Unknown)
            );
        }
    }
}
