//! All inputs of the partition lab: the traffic and both designs, converted to a day to simulate. `link` writes them into the address.

mod link;

use dynalab_load::Load;
use dynalab_pricing::Region;
use dynalab_traffic::lab::{
    Billing, DayCurve, DayKeys, DayQuestion, DayTraffic, IndexDesign, OfferedTable, Percents, TableDesign,
    Units,
};

use super::presets::Preset;
use crate::calculator::inputs::{choices, numbers};
use crate::calculator::link_text::LinkedLoad;
use crate::calculator::linked_inputs::LinkedInputs;

/// One of the two designs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    A,
    B,
}

impl Side {
    pub const ALL: [Side; 2] = [Side::A, Side::B];

    pub fn name(self) -> &'static str {
        match self {
            Side::A => "a",
            Side::B => "b",
        }
    }
}

numbers! {
    Peak "peak" 1.0 to 2_000_000.0 from 200_000.0 by 1.0 Growing,
    Reads "reads" 0.0 to 100.0 from 0.0 by 1.0 Even,
    Strong "strong" 0.0 to 100.0 from 0.0 by 1.0 Even,
    Keys "keys" 1.0 to 1_000_000_000.0 from 10.0 by 1.0 Growing,
    HotPercent "hot" 0.0 to 100.0 from 60.0 by 1.0 Even,
    Skew "skew" 0.1 to 3.0 from 1.0 by 0.05 Even,
    Shards "shards" 1.0 to 10_000.0 from 1.0 by 1.0 Growing,
    ItemBytes "item" 20.0 to 400_000.0 from 100.0 by 1.0 Growing,
    WarmWrites "warm-writes" 4_000.0 to 2_000_000.0 from 4_000.0 by 1.0 Growing,
    WarmReads "warm-reads" 12_000.0 to 4_000_000.0 from 12_000.0 by 1.0 Growing,
    Writes "wcu" 1.0 to 1_000_000.0 from 1_000.0 by 1.0 Growing,
    ReadUnits "rcu" 1.0 to 1_000_000.0 from 1_000.0 by 1.0 Growing,
    MostWrites "most-wcu" 1.0 to 1_000_000.0 from 40_000.0 by 1.0 Growing,
    MostReads "most-rcu" 1.0 to 1_000_000.0 from 40_000.0 by 1.0 Growing,
    Target "target" 20.0 to 90.0 from 70.0 by 1.0 Even,
    Quota "quota" 1_000.0 to 4_000_000.0 from 40_000.0 by 1.0 Growing,
    Indexes "indexes" 0.0 to 20.0 from 0.0 by 1.0 Even,
    IndexValues "index-values" 1.0 to 1_000_000_000.0 from 100_000.0 by 1.0 Growing,
    EntryBytes "entry" 20.0 to 100_000.0 from 200.0 by 1.0 Growing,
    BusiestShare "busiest-share" 0.0 to 100.0 from 0.0 by 0.1 Even,
}

choices! {
    Curve "curve" &["flat", "office", "evening", "spike", "two-peaks", "drawn"],
    Place "region" Region::NAMES,
    Distribution "distribution" &["even", "zipf", "hot", "time"],
    Period "period" &["day", "hour"],
    ShardRead "shard-read" &["all", "one"],
    Mode "mode" &["on-demand", "provisioned", "auto-scaling"],
    Projection "projection" &["all", "include", "keys-only"],
    Source "source" &["described", "design"],
}

/// An input that may be shared. Inputs of the traffic are the same for both designs.
pub trait Input: Copy {
    fn is_shared(self) -> bool;
}

impl Input for Number {
    fn is_shared(self) -> bool {
        matches!(self, Number::Peak | Number::Reads | Number::Strong | Number::BusiestShare)
    }
}

impl Input for Choice {
    fn is_shared(self) -> bool {
        matches!(self, Choice::Curve | Choice::Place)
    }
}

/// Size in bytes of an index entry with keys only.
const KEYS_BYTES: u64 = 100;

#[derive(Clone, Debug, PartialEq)]
pub struct Inputs {
    numbers: [Vec<f64>; 2],
    choices: [Vec<usize>; 2],
    /// The drawn traffic in percent of the peak, by hour.
    pub drawn: Percents,
    /// The loads of designs that a link carries.
    pub offered: [Option<LinkedLoad>; 2],
}

/// A change that a person makes.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    Number(Side, Number, f64),
    Choice(Side, Choice, usize),
    Hour(usize, u8),
    Preset(Preset),
    /// Makes B a copy of A with these changes.
    WhatIf(Vec<Change>),
    Open(Box<Inputs>),
}

impl Default for Inputs {
    fn default() -> Inputs {
        Preset::Vote.inputs()
    }
}

impl Inputs {
    /// Returns every input at its initial value, the same in both designs.
    pub fn plain() -> Inputs {
        let numbers: Vec<f64> = Number::ALL.iter().map(|number| number.range().start).collect();
        let choices = vec![0; Choice::ALL.len()];
        Inputs {
            numbers: [numbers.clone(), numbers],
            choices: [choices.clone(), choices],
            drawn: DayCurve::Office.percents(),
            offered: [None, None],
        }
    }

    fn place(input: impl Input, side: Side) -> usize {
        if input.is_shared() { 0 } else { side as usize }
    }

    pub fn number(&self, side: Side, number: Number) -> f64 {
        self.numbers[Inputs::place(number, side)][number as usize]
    }

    pub fn whole(&self, side: Side, number: Number) -> u64 {
        self.number(side, number).round() as u64
    }

    /// Sets a number to the nearest step within its range.
    pub fn set_number(&mut self, side: Side, number: Number, value: f64) {
        if value.is_finite() {
            self.numbers[Inputs::place(number, side)][number as usize] = number.range().rounded(value);
        }
    }

    pub fn choice(&self, side: Side, choice: Choice) -> usize {
        self.choices[Inputs::place(choice, side)][choice as usize]
    }

    pub fn option(&self, side: Side, choice: Choice) -> &'static str {
        choice.options().get(self.choice(side, choice)).copied().unwrap_or_default()
    }

    pub fn is(&self, side: Side, choice: Choice, option: &str) -> bool {
        self.option(side, choice) == option
    }

    /// Chooses an option by its name. Ignores an unknown name.
    pub fn choose(&mut self, side: Side, choice: Choice, option: &str) {
        if let Some(place) = choice.options().iter().position(|known| *known == option) {
            if choice == Choice::Curve && option == "drawn" {
                self.drawn = self.hours();
            }
            self.choices[Inputs::place(choice, side)][choice as usize] = place;
        }
    }

    /// Returns the traffic in percent of the peak at each full hour.
    pub fn hours(&self) -> Percents {
        match self.option(Side::A, Choice::Curve) {
            "office" => DayCurve::Office.percents(),
            "evening" => DayCurve::Evening.percents(),
            "spike" => DayCurve::Spike.percents(),
            "two-peaks" => DayCurve::TwoPeaks.percents(),
            "drawn" => self.drawn,
            _ => DayCurve::Flat.percents(),
        }
    }

    pub fn region(&self) -> Region {
        Region::ALL.get(self.choice(Side::A, Choice::Place)).copied().unwrap_or_default()
    }

    /// Returns the days to simulate.
    pub fn question(&self) -> DayQuestion {
        DayQuestion::Begin {
            traffic: DayTraffic {
                peak_per_second: self.whole(Side::A, Number::Peak),
                percents: self.hours(),
                reads_permille: self.whole(Side::A, Number::Reads) * 10,
                strong_permille: self.whole(Side::A, Number::Strong) * 10,
            },
            designs: Side::ALL.map(|side| self.design(side)).to_vec(),
        }
    }

    pub fn keys(&self, side: Side) -> DayKeys {
        let count = self.whole(side, Number::Keys);
        match self.option(side, Choice::Distribution) {
            "zipf" => {
                let exponent_permille = (self.number(side, Number::Skew) * 1_000.0).round() as u64;
                DayKeys::Zipf { count, exponent_permille }
            }
            "hot" => DayKeys::Hot { count, hot_permille: self.whole(side, Number::HotPercent) * 10 },
            "time" if self.is(side, Choice::Period, "hour") => DayKeys::Time { period_ms: 3_600_000 },
            "time" => DayKeys::Time { period_ms: 86_400_000 },
            _ => DayKeys::Even { count },
        }
    }

    /// Returns the load of a design, if it is chosen.
    pub fn offered(&self, side: Side) -> Option<&Load> {
        let load = self.offered[side as usize].as_ref()?.as_deref().ok()?;
        self.is(side, Choice::Source, "design").then_some(load)
    }

    fn design(&self, side: Side) -> TableDesign {
        let units =
            |reads, writes| Units { reads: self.whole(side, reads), writes: self.whole(side, writes) };
        let least = units(Number::ReadUnits, Number::Writes);
        let billing = match self.option(side, Choice::Mode) {
            "provisioned" => Billing::Provisioned { units: least },
            "auto-scaling" => {
                let most = units(Number::MostReads, Number::MostWrites);
                Billing::AutoScaling {
                    minimum: least,
                    maximum: Units {
                        reads: most.reads.max(least.reads),
                        writes: most.writes.max(least.writes),
                    },
                    target_percent: self.whole(side, Number::Target),
                }
            }
            _ => Billing::OnDemand { warm: units(Number::WarmReads, Number::WarmWrites) },
        };
        let count = self.whole(side, Number::Indexes);
        TableDesign {
            keys: self.keys(side),
            shards: self.whole(side, Number::Shards),
            reads_all_shards: self.is(side, Choice::ShardRead, "all"),
            item_bytes: self.whole(side, Number::ItemBytes),
            billing,
            quota_units: self.whole(side, Number::Quota),
            indexes: (count > 0).then(|| IndexDesign {
                count,
                key_values: self.whole(side, Number::IndexValues),
                entry_bytes: self.entry_bytes(side),
            }),
            offered: self
                .adjusted_load(side)
                .and_then(|load| Some(OfferedTable::from_load(&load, self.simulated_table(side)?))),
        }
    }

    fn entry_bytes(&self, side: Side) -> u64 {
        let item = self.whole(side, Number::ItemBytes);
        match self.option(side, Choice::Projection) {
            "include" => self.whole(side, Number::EntryBytes).min(item),
            "keys-only" => KEYS_BYTES.min(item),
            _ => item,
        }
    }
}

impl LinkedInputs for Inputs {
    type Change = Change;

    fn apply(&mut self, change: Change) {
        match change {
            Change::Number(side, number, value) => self.set_number(side, number, value),
            Change::Choice(side, choice, place) => {
                if let Some(option) = choice.options().get(place) {
                    self.choose(side, choice, option);
                }
            }
            Change::Hour(hour, percent) => {
                self.choose(Side::A, Choice::Curve, "drawn");
                if let Some(place) = self.drawn.get_mut(hour) {
                    *place = percent.min(100);
                }
            }
            Change::Preset(preset) => {
                let place = self.choice(Side::A, Choice::Place);
                *self = preset.inputs();
                self.apply(Change::Choice(Side::A, Choice::Place, place));
            }
            Change::WhatIf(changes) => {
                self.numbers[1] = self.numbers[0].clone();
                self.choices[1] = self.choices[0].clone();
                self.offered[1] = self.offered[0].clone();
                changes.into_iter().for_each(|change| self.apply(change));
            }
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
