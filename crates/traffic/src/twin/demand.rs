//! The cost of the requests of some traffic: its mean, and its quantum, which determines the variation.

use dynalab_capacity::{HalfUnits, ReadConsistency, read_units, write_units};

use crate::twin::{READ, WRITE};
use crate::workload::Traffic;

const READ_STEP_BYTES: u64 = 4 * 1024;
const WRITE_STEP_BYTES: u64 = 1024;
/// The maximum bytes that a results page of a query reads.
const PAGE_BYTES: u64 = 1024 * 1024;
const MILLI_OF_HALF: u64 = 500;

/// The cost of reads or of writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cost {
    /// The share of this kind in a thousand requests.
    pub permille: u64,
    /// The mean cost of a request, in thousandths of a unit.
    pub mean_milli: u64,
    /// The mean of the squares divided by the mean. Requests that all have this cost vary equally.
    pub quantum_milli: u64,
}

/// A weighted sum of costs for a mean.
#[derive(Default)]
struct Mean {
    weight: u128,
    sum: u128,
    squares: u128,
}

impl Mean {
    fn add(&mut self, weight: u64, units: HalfUnits) {
        let (weight, milli) = (u128::from(weight), u128::from(units.0 * MILLI_OF_HALF));
        self.weight += weight;
        self.sum += weight * milli;
        self.squares += weight * milli * milli;
    }

    /// Adds sizes that are evenly distributed over a span, each with its cost.
    fn add_sizes(
        &mut self,
        weight: u64,
        (least, most): (u64, u64),
        step: u64,
        cost: impl Fn(u64) -> HalfUnits,
    ) {
        for count in least.div_ceil(step).max(1)..=most.div_ceil(step).max(1) {
            let first = ((count - 1) * step + 1).max(least.max(1));
            let sizes = (count * step).min(most.max(1)).saturating_sub(first) + 1;
            // Millionths of the weight are exact enough for any span.
            let part = u128::from(sizes) * 1_000_000 / u128::from(most.max(1) - least.max(1) + 1);
            self.add(weight * part as u64, cost(count * step));
        }
    }

    fn cost(&self, permille: u64) -> Cost {
        let mean_milli = self.sum.checked_div(self.weight).unwrap_or(0) as u64;
        let quantum_milli = self.squares.checked_div(self.sum).unwrap_or(0) as u64;
        Cost { permille, mean_milli, quantum_milli: quantum_milli.max(1) }
    }
}

/// Returns the cost of reads and of writes over items of all sizes.
pub(super) fn costs(traffic: &Traffic) -> [Cost; 2] {
    costs_of_sizes(traffic, (traffic.item_bytes.least, traffic.item_bytes.most))
}

/// Returns the cost of reads and of writes over items with sizes in this span.
pub(super) fn costs_of_sizes(traffic: &Traffic, (least, most): (u64, u64)) -> [Cost; 2] {
    let floor = traffic.least_size_bytes();
    let span = (least.max(floor), most.max(floor));
    let mix = traffic.mix;
    let (mut reads, mut writes) = (Mean::default(), Mean::default());
    for (consistency, permille) in [
        (ReadConsistency::Strong, traffic.strong_permille),
        (ReadConsistency::Eventual, 1_000 - traffic.strong_permille),
    ] {
        let cost = |size| read_units(size, consistency);
        reads.add_sizes(mix.get * permille, span, READ_STEP_BYTES, cost);
        let page_bytes = page_items(traffic).saturating_mul((span.0 + span.1) / 2).min(PAGE_BYTES);
        reads.add(mix.query * permille * 1_000_000, cost(page_bytes));
    }
    writes.add_sizes(mix.writes_permille(), span, WRITE_STEP_BYTES, write_units);
    let mut costs = [Cost::default(); 2];
    costs[READ] = reads.cost(mix.reads_permille());
    costs[WRITE] = writes.cost(mix.writes_permille());
    costs
}

fn page_items(traffic: &Traffic) -> u64 {
    match traffic.is_time_series() {
        true => traffic.query_limit,
        false => traffic.query_limit.min(traffic.items_per_key),
    }
}

/// Returns the mean size of an item in bytes.
pub(super) fn mean_item_bytes(traffic: &Traffic) -> u64 {
    let floor = traffic.least_size_bytes();
    (traffic.item_bytes.least.max(floor) + traffic.item_bytes.most.max(floor)) / 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::Workload;

    fn traffic(mix: &str, bytes: &str) -> Traffic {
        let text = format!(
            r#"{{"format":"dynalab.workload","version":1,"seed":1,"traffic":[{{"table":"Some",
            "partition_key":{{"name":"pk","type":"S","template":"{{n}}"}},
            "sort_key":{{"name":"sk","type":"N","template":"{{n}}"}},"items_per_key":20,
            "item_bytes":{bytes},"mix":{mix},"strong_permille":500,"query_limit":10,
            "keys":{{"kind":"uniform","count":9}},"rate":{{"kind":"constant","per_second_milli":1}}}}]}}"#
        );
        Workload::parse(&text).unwrap().traffic.remove(0)
    }

    #[test]
    fn costs_are_those_of_the_units() {
        // Half of the reads cost 0.5, half cost 1; the writes have 1 KB.
        let [reads, writes] = costs(&traffic(r#"{"get":800,"put":200}"#, r#"{"least":100,"most":1000}"#));
        assert_eq!(reads, Cost { permille: 800, mean_milli: 750, quantum_milli: 625_000 / 750 });
        assert_eq!(writes, Cost { permille: 200, mean_milli: 1_000, quantum_milli: 1_000 });
        // Of the sizes from 513 to 2,560, a quarter is at most 1 KB. Half is at most 2 KB, and a quarter is larger.
        let [_, writes] = costs(&traffic(r#"{"put":500,"update":500}"#, r#"{"least":513,"most":2560}"#));
        assert_eq!(writes, Cost { permille: 1_000, mean_milli: 2_000, quantum_milli: 2_250 });
        // Ten items of 1,000 bytes need three steps of 4 KB.
        let [reads, _] = costs(&traffic(r#"{"query":1000}"#, r#"{"least":1000,"most":1000}"#));
        assert_eq!(reads.mean_milli, 2_250);
    }
}
