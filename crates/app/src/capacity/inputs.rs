//! All inputs of the calculators with their ranges, and their text in a link.

mod link;

use std::collections::BTreeMap;

use dynalab_pricing::traffic::Hours;
use dynalab_pricing::{Conventions, Gigabyte, Month, Preset, PriceBook, PriceName, Region, Shape};

use crate::calculator::inputs::{choices, numbers};
use crate::calculator::link_text::LinkedLoad;
use crate::calculator::linked_inputs::LinkedInputs;

numbers! {
    NameBytes "name-bytes" 1.0 to 40.0 from 2.0 by 1.0 Even,
    StoredItems "stored-items" 0.0 to 10_000_000_000.0 from 1_000_000.0 by 1.0 Growing,
    ItemKb "item-kb" 0.0 to 400.0 from 4.5 by 0.01 Growing,
    BeforeKb "before-kb" 0.0 to 400.0 from 0.0 by 0.01 Growing,
    Items "items" 0.0 to 5_000.0 from 1.0 by 1.0 Growing,
    RequestRate "request-rate" 0.0 to 200_000.0 from 1_000.0 by 1.0 Growing,
    Indexes "indexes" 0.0 to 20.0 from 1.0 by 1.0 Even,
    EntryKb "entry-kb" 0.0 to 400.0 from 0.2 by 0.01 Growing,
    Reads "reads" 0.0 to 1_000_000.0 from 2_000.0 by 1.0 Growing,
    Strong "strong" 0.0 to 100.0 from 10.0 by 1.0 Even,
    Writes "writes" 0.0 to 1_000_000.0 from 180.0 by 1.0 Growing,
    ReadUnits "read-units" 0.0 to 4_000_000.0 from 2_200.0 by 0.1 Growing,
    WriteUnits "write-units" 0.0 to 4_000_000.0 from 900.0 by 0.1 Growing,
    Times "times" 1.0 to 1_000_000_000.0 from 1.0 by 1.0 Growing,
    MixRate "mix-rate" 0.0 to 1_000_000.0 from 100.0 by 1.0 Growing,
    IndexUnits "index-units" 0.0 to 4_000_000.0 from 180.0 by 0.1 Growing,
    Gb "gb" 0.0 to 100_000.0 from 8.0 by 0.1 Growing,
    IndexGb "index-gb" 0.0 to 100_000.0 from 1.0 by 0.1 Growing,
    PartitionReads "partition-reads" 0.0 to 1_000_000.0 from 5_000.0 by 1.0 Growing,
    PartitionWrites "partition-writes" 0.0 to 1_000_000.0 from 500.0 by 1.0 Growing,
    PartitionGb "partition-gb" 0.0 to 10_000.0 from 8.0 by 0.1 Growing,
    Partitions "partitions" 0.0 to 1_000.0 from 0.0 by 1.0 Growing,
    HotPercent "hot-percent" 0.0 to 100.0 from 50.0 by 1.0 Even,
    Headroom "headroom" 0.0 to 200.0 from 20.0 by 1.0 Even,
    Replicas "replicas" 0.0 to 10.0 from 0.0 by 1.0 Even,
    BackupWarm "backup-warm" 0.0 to 100_000.0 from 0.0 by 1.0 Growing,
    BackupCold "backup-cold" 0.0 to 100_000.0 from 0.0 by 1.0 Growing,
    RestoreWarm "restore-warm" 0.0 to 100_000.0 from 0.0 by 1.0 Growing,
    RestoreCold "restore-cold" 0.0 to 100_000.0 from 0.0 by 1.0 Growing,
    ExportFull "export-full" 0.0 to 100_000.0 from 0.0 by 1.0 Growing,
    ExportIncremental "export-incremental" 0.0 to 100_000.0 from 0.0 by 1.0 Growing,
    Import "import" 0.0 to 100_000.0 from 0.0 by 1.0 Growing,
    BulkPut "bulk-put" 0.0 to 100_000.0 from 0.0 by 1.0 Growing,
    Streams "streams" 0.0 to 10_000.0 from 0.0 by 0.1 Growing,
    Kinesis "kinesis" 0.0 to 100_000.0 from 0.0 by 0.1 Growing,
    VectorStorage "vector-storage" 0.0 to 10_000.0 from 0.0 by 1.0 Growing,
    VectorWrite "vector-write" 0.0 to 10_000.0 from 0.0 by 1.0 Growing,
    VectorSearch "vector-search" 0.0 to 1_000_000.0 from 0.0 by 1.0 Growing,
    DaxNodes "dax-nodes" 0.0 to 11.0 from 0.0 by 1.0 Even,
    TransferOut "transfer-out" 0.0 to 100_000.0 from 0.0 by 1.0 Growing,
    TransferRegions "transfer-regions" 0.0 to 100_000.0 from 0.0 by 1.0 Growing,
    WarmUnits "warm-units" 0.0 to 1_000_000.0 from 0.0 by 1.0 Growing,
    Sensitivity "sensitivity" 1.0 to 100.0 from 20.0 by 1.0 Even,
    Target "target" 20.0 to 90.0 from 70.0 by 1.0 Even,
    Minimum "minimum" 1.0 to 40_000.0 from 100.0 by 1.0 Growing,
    Maximum "maximum" 1.0 to 4_000_000.0 from 40_000.0 by 1.0 Growing,
    OutCooldown "out-cooldown" 0.0 to 3_600.0 from 0.0 by 10.0 Even,
    InCooldown "in-cooldown" 0.0 to 3_600.0 from 0.0 by 10.0 Even,
    ChangeSeconds "change-seconds" 0.0 to 600.0 from 60.0 by 10.0 Even,
}

choices! {
    Section "section" &["item-size", "units", "partitions", "price", "scaling"],
    Place "region" Region::NAMES,
    Month "month" &["730", "30-5", "30"],
    Gb "gigabyte" &["binary", "decimal"],
    Kb "kb" &["1024", "1000"],
    FreeTier "free-tier" &["on", "off"],
    Operation "operation" &["GetItem", "BatchGetItem", "TransactGetItems", "Query", "Scan", "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems"],
    Consistency "consistency" &["eventual", "strong"],
    EntryChange "entry-change" &["replaced", "added", "removed", "moved", "unchanged"],
    Kind "kind" &["writes", "reads"],
    PartitionMode "partition-mode" &["provisioned", "on-demand"],
    Shape "shape" &["office", "flat", "evening", "spike", "hourly", "night", "drawn"],
    Load "load" &["requests", "units", "design"],
    Class "class" &["standard", "infrequent"],
    Mode "mode" &["on-demand", "provisioned", "auto-scaling", "reserved-1y", "reserved-3y"],
    Replication "replication" &["eventual", "strong"],
    Pitr "pitr" &["off", "on"],
    SavingsPlan "savings-plan" &["off", "on"],
    Insights "insights" &["off", "on"],
    DaxNode "dax-node" &["t3-small", "t3-medium", "r4-large", "r5-large"],
    ScaleIn "scale-in" &["on", "off"],
}

/// The initial item of the page.
pub const SAMPLE_ITEM: &str = r#"{
  "PK": {"S": "USER#001"},
  "SK": {"S": "ORDER#001"},
  "GSI1PK": {"S": "STATUS#SHIPPED"},
  "GSI1SK": {"S": "USER#001#2026-01-01"},
  "placedAt": {"S": "2026-01-01T09:00:12Z"},
  "status": {"S": "SHIPPED"},
  "address": {"S": "Sapporo"},
  "total": {"N": "1200"}
}"#;

#[derive(Clone, Debug, PartialEq)]
pub struct Inputs {
    numbers: Vec<f64>,
    choices: Vec<usize>,
    /// The text of an item, as pasted.
    pub item: String,
    /// The attributes that a vector index reads, separated by commas.
    pub vectors: String,
    /// The drawn traffic in percent of the peak, by hour.
    pub drawn: Hours,
    /// The load of a design that a link carries.
    pub offered: Option<LinkedLoad>,
    /// Prices that the person edited. None means that the price is unknown.
    pub edited: BTreeMap<(RegionPlace, PriceName), Option<f64>>,
}

/// A Region by its position in the list, so that it is ordered.
pub type RegionPlace = u8;

/// A change that a person makes.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    Number(Number, f64),
    Choice(Choice, usize),
    Preset(Preset),
    Item(String),
    Vectors(String),
    Hour(usize, u8),
    /// A price in US dollars, or none if it is unknown.
    Price(PriceName, Option<f64>),
    OriginalPrices,
    /// Several changes at once.
    All(Vec<Change>),
    Open(Box<Inputs>),
}

impl Default for Inputs {
    fn default() -> Inputs {
        Inputs {
            numbers: Number::ALL.iter().map(|number| number.range().start).collect(),
            choices: vec![0; Choice::ALL.len()],
            item: SAMPLE_ITEM.to_owned(),
            vectors: String::new(),
            drawn: Shape::Office.hours(),
            offered: None,
            edited: BTreeMap::new(),
        }
    }
}

impl Inputs {
    pub fn number(&self, number: Number) -> f64 {
        self.numbers[number as usize]
    }

    pub fn whole(&self, number: Number) -> u64 {
        self.number(number).round() as u64
    }

    /// Sets a number to the nearest step within its range.
    pub fn set_number(&mut self, number: Number, value: f64) {
        if value.is_finite() {
            self.numbers[number as usize] = number.range().rounded(value);
        }
    }

    pub fn choice(&self, choice: Choice) -> usize {
        self.choices[choice as usize]
    }

    pub fn option(&self, choice: Choice) -> &'static str {
        choice.options().get(self.choice(choice)).copied().unwrap_or_default()
    }

    pub fn is(&self, choice: Choice, option: &str) -> bool {
        self.option(choice) == option
    }

    fn choose(&mut self, choice: Choice, option: usize) {
        if choice == Choice::Shape && Choice::Shape.options()[option] == "drawn" {
            self.begin_to_draw();
        }
        self.choices[choice as usize] = option;
    }

    /// Chooses an option by its name. Ignores an unknown name.
    pub fn choose_named(&mut self, choice: Choice, option: &str) {
        if let Some(place) = choice.options().iter().position(|known| *known == option) {
            self.choose(choice, place);
        }
    }

    /// Copies the shown curve into the drawn one.
    fn begin_to_draw(&mut self) {
        if !self.is(Choice::Shape, "drawn") {
            self.drawn = self.shape().hours();
            self.choices[Choice::Shape as usize] = Choice::Shape.options().len() - 1;
        }
    }

    pub fn shape(&self) -> Shape {
        match self.option(Choice::Shape) {
            "flat" => Shape::Flat,
            "evening" => Shape::Evening,
            "spike" => Shape::SpikeAtNine,
            "hourly" => Shape::EveryHour,
            "night" => Shape::NightBatch,
            "drawn" => Shape::Drawn(self.drawn),
            _ => Shape::Office,
        }
    }

    pub fn conventions(&self) -> Conventions {
        let month = match self.option(Choice::Month) {
            "30-5" => Month::Days30Half,
            "30" => Month::Days30,
            _ => Month::Hours730,
        };
        let gigabyte = if self.is(Choice::Gb, "decimal") { Gigabyte::Decimal } else { Gigabyte::Binary };
        Conventions { month, gigabyte, has_free_tier: self.is(Choice::FreeTier, "on") }
    }

    /// Returns true if the conventions are those of the preset's tool.
    pub fn has_preset(&self, preset: Preset) -> bool {
        let conventions = self.conventions();
        preset.month_and_gigabyte() == (conventions.month, conventions.gigabyte)
    }

    /// Returns the number of bytes in a KB.
    pub fn kb(&self) -> f64 {
        if self.is(Choice::Kb, "1000") { 1_000.0 } else { 1_024.0 }
    }

    /// Converts an input in KB to bytes.
    pub fn kb_bytes(&self, number: Number) -> u64 {
        (self.number(number) * self.kb()).round() as u64
    }

    pub fn region(&self) -> Region {
        Region::ALL.get(self.choice(Choice::Place)).copied().unwrap_or_default()
    }

    /// Returns the price book of the Region with the edited prices.
    pub fn book(&self) -> PriceBook {
        let mut book = PriceBook::load(self.region());
        let place = self.choice(Choice::Place) as RegionPlace;
        for ((region, name), usd) in &self.edited {
            if *region == place {
                book.edit(*name, *usd);
            }
        }
        book
    }
}

impl LinkedInputs for Inputs {
    type Change = Change;

    fn apply(&mut self, change: Change) {
        match change {
            Change::Number(number, value) => self.set_number(number, value),
            Change::Choice(choice, option) => {
                if option < choice.options().len() {
                    self.choose(choice, option);
                }
            }
            Change::Preset(preset) => {
                let (month, gigabyte) = preset.month_and_gigabyte();
                self.choices[Choice::Month as usize] = month as usize;
                self.choices[Choice::Gb as usize] = gigabyte as usize;
            }
            Change::Item(item) => self.item = item,
            Change::Vectors(vectors) => self.vectors = vectors,
            Change::Hour(hour, percent) => {
                self.begin_to_draw();
                if let Some(place) = self.drawn.get_mut(hour) {
                    *place = percent.min(100);
                }
            }
            Change::Price(name, usd) => {
                self.edited.insert((self.choice(Choice::Place) as RegionPlace, name), usd);
            }
            Change::OriginalPrices => self.edited.clear(),
            Change::All(changes) => changes.into_iter().for_each(|change| self.apply(change)),
            Change::Open(inputs) => *self = *inputs,
        }
    }

    fn open(inputs: Inputs) -> Change {
        Change::Open(Box::new(inputs))
    }

    fn to_link(&self) -> String {
        self.write_link()
    }

    fn read_part(&mut self, name: &str, value: &str) {
        self.read_link_part(name, value);
    }
}

#[cfg(test)]
mod tests;
