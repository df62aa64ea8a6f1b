//! Computes results of the inputs: units of a request and of a load, the workload of a bill, and auto scaling settings.

use dynalab_capacity::admission::CapacityRules;
use dynalab_capacity::index_write::IndexEntryChange;
use dynalab_capacity::partitions::{PARTITION_READ_UNITS, PARTITION_WRITE_UNITS};
use dynalab_capacity::request_units::{self, Arithmetic, ReadOperation, WriteOperation, index_arithmetic};
use dynalab_capacity::scaling::ScalingTarget;
use dynalab_capacity::scaling_day::ScalingRun;
use dynalab_capacity::{HalfUnits, ReadConsistency, read_units, write_units};
use dynalab_load::{DayUnits, Load};
pub use dynalab_pricing::whole_units;
use dynalab_pricing::{
    Bill, ComparedMode, DaxNode, Extras, Mode, Provisioning, Replication, TableClass, Workload,
};

use super::inputs::{Change, Choice, Inputs, Number};

/// The operation that the section on units calculates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Read(ReadOperation),
    Write(WriteOperation),
}

pub fn operation(inputs: &Inputs) -> Operation {
    match inputs.option(Choice::Operation) {
        "BatchGetItem" => Operation::Read(ReadOperation::BatchGetItem),
        "TransactGetItems" => Operation::Read(ReadOperation::TransactGetItems),
        "Query" => Operation::Read(ReadOperation::Query),
        "Scan" => Operation::Read(ReadOperation::Scan),
        "PutItem" => Operation::Write(WriteOperation::PutItem),
        "UpdateItem" => Operation::Write(WriteOperation::UpdateItem),
        "DeleteItem" => Operation::Write(WriteOperation::DeleteItem),
        "BatchWriteItem" => Operation::Write(WriteOperation::BatchWriteItem),
        "TransactWriteItems" => Operation::Write(WriteOperation::TransactWriteItems),
        _ => Operation::Read(ReadOperation::GetItem),
    }
}

impl Operation {
    pub fn is_write(self) -> bool {
        matches!(self, Operation::Write(_))
    }

    pub fn has_items(self) -> bool {
        !matches!(
            self,
            Operation::Read(ReadOperation::GetItem)
                | Operation::Write(
                    WriteOperation::PutItem | WriteOperation::UpdateItem | WriteOperation::DeleteItem
                )
        )
    }

    pub fn has_consistency(self) -> bool {
        matches!(self, Operation::Read(read) if read != ReadOperation::TransactGetItems)
    }
}

/// The arithmetic of one request: the table, and each index that it writes.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestUnits {
    pub table: Vec<Arithmetic>,
    pub indexes: Vec<Arithmetic>,
}

impl RequestUnits {
    pub fn table_units(&self) -> HalfUnits {
        request_units::total(&self.table)
    }

    pub fn total_units(&self) -> HalfUnits {
        self.table_units() + request_units::total(&self.indexes)
    }
}

pub fn request(inputs: &Inputs) -> RequestUnits {
    let (bytes, before) = (inputs.kb_bytes(Number::ItemKb), inputs.kb_bytes(Number::BeforeKb));
    let items = inputs.whole(Number::Items);
    match operation(inputs) {
        Operation::Read(read) => {
            let strong = inputs.is(Choice::Consistency, "strong");
            let consistency = if strong { ReadConsistency::Strong } else { ReadConsistency::Eventual };
            RequestUnits { table: read.arithmetic(consistency, bytes, items), indexes: Vec::new() }
        }
        Operation::Write(write) => {
            // A delete has one size: that of the deleted item.
            let before = if write == WriteOperation::DeleteItem { bytes } else { before };
            let written = if operation(inputs).has_items() { items.max(1) } else { 1 };
            let indexes = inputs.whole(Number::Indexes) * written;
            let lines = index_arithmetic(entry_change(inputs), indexes);
            let indexes = if indexes == 0 { Vec::new() } else { lines };
            RequestUnits { table: write.arithmetic(before, bytes, items), indexes }
        }
    }
}

fn entry_change(inputs: &Inputs) -> IndexEntryChange {
    let bytes = inputs.kb_bytes(Number::EntryKb);
    match inputs.option(Choice::EntryChange) {
        "added" => IndexEntryChange::Added { size_bytes: bytes },
        "removed" => IndexEntryChange::Removed { size_bytes: bytes },
        "moved" => IndexEntryChange::Moved { before_bytes: bytes, after_bytes: bytes },
        "unchanged" => IndexEntryChange::Unchanged,
        _ => IndexEntryChange::Replaced { before_bytes: bytes, after_bytes: bytes },
    }
}

/// Units per second at the peak.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PeakUnits {
    pub reads: f64,
    pub writes: f64,
    pub index_writes: f64,
}

/// Returns the units of the design's load, the measured units, or else those of the described requests.
pub fn load(inputs: &Inputs) -> PeakUnits {
    if let Some(load) = offered(inputs) {
        let of_tables = load.tables.iter().map(|table| load.units_of(&table.name));
        return of_tables.fold(PeakUnits::default(), |sum, units| PeakUnits {
            reads: sum.reads + units.reads.peak,
            writes: sum.writes + units.writes.peak,
            index_writes: sum.index_writes + units.index_writes.peak,
        });
    }
    if has_measured_units(inputs) {
        return PeakUnits {
            reads: inputs.number(Number::ReadUnits),
            writes: inputs.number(Number::WriteUnits),
            index_writes: inputs.number(Number::IndexUnits),
        };
    }
    load_of(inputs, inputs.kb_bytes(Number::ItemKb))
}

/// Returns the load of a design, if it is chosen.
pub fn offered(inputs: &Inputs) -> Option<&Load> {
    let load = inputs.offered.as_ref()?.as_deref().ok()?;
    inputs.is(Choice::Load, "design").then_some(load)
}

/// Returns the bill of the design's load, with each table in its own mode: the same as on the design's page. Returns none for other
/// loads.
pub fn offered_bill(inputs: &Inputs) -> Option<Bill> {
    offered(inputs).map(|load| dynalab_pricing::offered::bill(load, &inputs.book(), &inputs.conventions()))
}

/// Returns true if the load is given in units per second, as in metrics or a design's check.
pub fn has_measured_units(inputs: &Inputs) -> bool {
    inputs.is(Choice::Load, "units")
}

/// Returns the load of single-item requests. A share of the reads is strongly consistent, and each write updates its index entries.
pub fn load_of(inputs: &Inputs, item_bytes: u64) -> PeakUnits {
    let strong = inputs.number(Number::Strong) / 100.0;
    let each = |consistency| read_units(item_bytes, consistency).as_units();
    let read = strong * each(ReadConsistency::Strong) + (1.0 - strong) * each(ReadConsistency::Eventual);
    let entry = dynalab_capacity::index_write_units(entry_change(inputs)).as_units();
    let rate = inputs.number(Number::Writes);
    PeakUnits {
        reads: inputs.number(Number::Reads) * read,
        writes: rate * write_units(item_bytes).as_units(),
        index_writes: rate * entry * inputs.number(Number::Indexes),
    }
}

/// Returns the change that puts the load into the section on partitions.
pub fn to_partitions(inputs: &Inputs) -> Change {
    let load = load(inputs);
    Change::All(vec![
        Change::Number(Number::PartitionReads, load.reads.ceil()),
        Change::Number(Number::PartitionWrites, load.writes.ceil()),
        Change::Number(Number::PartitionGb, inputs.number(Number::Gb)),
    ])
}

/// Returns the workload of each table: those of the design, or the one that the inputs describe.
pub fn workloads(inputs: &Inputs) -> Vec<Workload> {
    let has_savings_plan = inputs.is(Choice::SavingsPlan, "on");
    let Some(load) = offered(inputs) else { return vec![described(inputs)] };
    let mut tables = dynalab_pricing::offered::workloads(load, &inputs.conventions());
    for (place, table) in tables.iter_mut().enumerate() {
        table.has_savings_plan = has_savings_plan;
        // Recovery is a setting of each table. What else is used, is used once.
        let extras = if place == 0 { extras(inputs) } else { Extras::default() };
        table.extras = Extras { has_pitr: table.extras.has_pitr, ..extras };
    }
    tables
}

/// Returns the workload of one table that the inputs describe.
fn described(inputs: &Inputs) -> Workload {
    let load = load(inputs);
    Workload {
        class: class(inputs),
        units: DayUnits::of_shares(load.reads, load.writes, load.index_writes, &inputs.shape().minutes()),
        table_gb: inputs.number(Number::Gb),
        index_gb: inputs.number(Number::IndexGb),
        replicas: inputs.number(Number::Replicas),
        replication: if inputs.is(Choice::Replication, "strong") {
            Replication::Strong
        } else {
            Replication::Eventual
        },
        has_savings_plan: inputs.is(Choice::SavingsPlan, "on"),
        extras: extras(inputs),
    }
}

/// Returns the demand of all tables in each minute, in thousandths of a unit per second, without index writes.
pub fn demand(inputs: &Inputs, writes: bool) -> Vec<u64> {
    let of_table =
        |table: Workload| if writes { table.units.writes.milli() } else { table.units.reads.milli() };
    let add =
        |sum: Vec<u64>, table: Vec<u64>| sum.iter().zip(&table).map(|(one, other)| one + other).collect();
    workloads(inputs).into_iter().map(of_table).reduce(add).unwrap_or_default()
}

/// Returns the average utilization (0 to 1) of capacity of one kind that is provisioned for the peaks of all tables.
pub fn average_use(inputs: &Inputs, writes: bool) -> f64 {
    let tables = workloads(inputs);
    let flows = tables.iter().flat_map(|table| {
        let DayUnits { reads, writes: table_writes, index_writes, .. } = &table.units;
        if writes { vec![table_writes, index_writes] } else { vec![reads] }
    });
    let (average, peak) =
        flows.fold((0.0, 0.0), |(average, peak), flow| (average + flow.average, peak + flow.peak));
    if peak > 0.0 { average / peak } else { 1.0 }
}

/// Returns the on-demand bill of a month in which the peak lasts all day.
pub fn bill_of_constant_peak(inputs: &Inputs) -> Bill {
    let all_day = |table: Workload| Workload { units: table.units.at_peak(), ..table };
    let tables: Vec<Workload> = workloads(inputs).into_iter().map(all_day).collect();
    month_bill(&tables, Mode::OnDemand, inputs)
}

pub fn class(inputs: &Inputs) -> TableClass {
    if inputs.is(Choice::Class, "infrequent") { TableClass::InfrequentAccess } else { TableClass::Standard }
}

fn extras(inputs: &Inputs) -> Extras {
    const MILLION: f64 = 1_000_000.0;
    Extras {
        has_pitr: inputs.is(Choice::Pitr, "on"),
        backup_warm_gb: inputs.number(Number::BackupWarm),
        backup_cold_gb: inputs.number(Number::BackupCold),
        restore_warm_gb: inputs.number(Number::RestoreWarm),
        restore_cold_gb: inputs.number(Number::RestoreCold),
        export_full_gb: inputs.number(Number::ExportFull),
        export_incremental_gb: inputs.number(Number::ExportIncremental),
        import_gb: inputs.number(Number::Import),
        bulk_put_gb: inputs.number(Number::BulkPut),
        stream_requests: inputs.number(Number::Streams) * MILLION,
        kinesis_units: inputs.number(Number::Kinesis) * MILLION,
        vector_storage_gb: inputs.number(Number::VectorStorage),
        vector_write_gb: inputs.number(Number::VectorWrite),
        vector_search_gb: inputs.number(Number::VectorSearch),
        dax_node: DaxNode::ALL.get(inputs.choice(Choice::DaxNode)).copied().unwrap_or_default(),
        dax_nodes: inputs.number(Number::DaxNodes),
        transfer_out_gb: inputs.number(Number::TransferOut),
        transfer_regions_gb: inputs.number(Number::TransferRegions),
        has_contributor_insights: inputs.is(Choice::Insights, "on"),
        warm_units: inputs.number(Number::WarmUnits),
    }
}

/// Returns all capacity modes with what they cost and serve, in the order of the choice.
pub fn compared_modes(inputs: &Inputs) -> [ComparedMode; 5] {
    let fixed = Provisioning::Fixed { headroom_percent: inputs.number(Number::Headroom) };
    let ScalingRun { target, change_ms, .. } = scaling_run(inputs);
    let scaling = Provisioning::AutoScaling { reads: target, writes: target, change_ms };
    dynalab_pricing::compare_modes(&workloads(inputs), fixed, scaling, &inputs.book(), &inputs.conventions())
}

pub fn scaling_run(inputs: &Inputs) -> ScalingRun {
    let (minimum, maximum) = (inputs.whole(Number::Minimum), inputs.whole(Number::Maximum));
    ScalingRun {
        target: ScalingTarget {
            thousandths: inputs.whole(Number::Target) * 1_000,
            minimum,
            maximum: maximum.max(minimum),
            scales_in: inputs.is(Choice::ScaleIn, "on"),
            scale_in_cooldown_ms: inputs.whole(Number::InCooldown) * 1_000,
            scale_out_cooldown_ms: inputs.whole(Number::OutCooldown) * 1_000,
        },
        rules: CapacityRules::OF_THE_SERVICE,
        change_ms: inputs.whole(Number::ChangeSeconds) * 1_000,
        is_fixed: false,
    }
}

/// Returns the partitions of the published formula, for throughput and for size, before rounding.
pub fn partition_shares(reads: u64, writes: u64, gb: f64) -> (f64, f64) {
    let throughput =
        reads as f64 / PARTITION_READ_UNITS as f64 + writes as f64 / PARTITION_WRITE_UNITS as f64;
    (throughput, gb / 10.0)
}

fn month_bill(tables: &[Workload], mode: Mode, inputs: &Inputs) -> Bill {
    let (book, conventions) = (inputs.book(), inputs.conventions());
    dynalab_pricing::joined_bill(tables, &conventions, |_, table, conventions| {
        table.bill(mode, &book, conventions)
    })
}

/// Returns the total of a month's bill in a mode, in USD.
fn month_usd(inputs: &Inputs, mode: Mode) -> f64 {
    month_bill(&workloads(inputs), mode, inputs).total_usd()
}

/// The inputs that define the load as requests, or as units.
pub const REQUESTS: &[Number] =
    &[Number::Reads, Number::Strong, Number::Writes, Number::ItemKb, Number::Indexes, Number::EntryKb];
pub const UNITS: &[Number] = &[Number::ReadUnits, Number::WriteUnits, Number::IndexUnits];
pub const STORAGE: &[Number] = &[Number::Gb, Number::IndexGb];

/// Returns how the monthly bill in a mode changes if one input is lower or higher by some percent. The largest change is first.
pub fn sensitivity(inputs: &Inputs, mode: Mode) -> Vec<(Number, f64, f64)> {
    let now = month_usd(inputs, mode);
    let share = inputs.number(Number::Sensitivity) / 100.0;
    let numbers: &[Number] = if has_measured_units(inputs) { UNITS } else { REQUESTS };
    let numbers = if offered(inputs).is_some() { &[] } else { numbers };
    let storage = if offered(inputs).is_some() { &[] } else { STORAGE };
    let moved = |number: Number, factor: f64| {
        let mut other = inputs.clone();
        other.set_number(number, inputs.number(number) * factor);
        month_usd(&other, mode) - now
    };
    let mut all: Vec<(Number, f64, f64)> = numbers
        .iter()
        .chain(storage)
        .map(|number| (*number, moved(*number, 1.0 - share), moved(*number, 1.0 + share)))
        .collect();
    let reach = |(_, less, more): &(Number, f64, f64)| less.abs().max(more.abs());
    all.sort_by(|one, other| reach(other).total_cmp(&reach(one)));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calculator::linked_inputs::LinkedInputs;

    #[test]
    fn the_load_at_the_start_is_2200_rcu_and_900_wcu() {
        let load = load(&Inputs::default());
        assert_eq!((whole_units(load.reads), whole_units(load.writes)), (2_200, 900));
        assert_eq!(whole_units(load.index_writes), 180);
        assert_eq!([0.0, 0.5, 1.0, 2_199.999_999_9].map(whole_units), [0, 1, 1, 2_200]);
    }

    #[test]
    fn the_slides_example_of_partitions_is_3() {
        let (throughput, size) = partition_shares(5_000, 500, 8.0);
        assert_eq!(((throughput * 100.0).round(), size), (217.0, 0.8));
    }

    #[test]
    fn a_delete_consumes_the_size_of_the_item() {
        let mut inputs = Inputs::default();
        for (operation, units) in [
            ("GetItem", "1"),
            ("TransactGetItems", "4"),
            ("PutItem", "5"),
            ("DeleteItem", "5"),
            ("TransactWriteItems", "10"),
        ] {
            let place = Choice::Operation.options().iter().position(|option| *option == operation);
            inputs.apply(Change::Choice(Choice::Operation, place.unwrap_or_default()));
            assert_eq!(request(&inputs).table_units().to_string(), units, "{operation}");
        }
        assert_eq!(request(&inputs).total_units().to_string(), "11", "one index, one unit");
    }

    #[test]
    fn the_most_sensitive_input_is_first_and_signs_agree() {
        for (load, count) in [(0, 8), (1, 5)] {
            let mut inputs = Inputs::default();
            inputs.apply(Change::Choice(Choice::Load, load));
            let all = sensitivity(&inputs, Mode::OnDemand);
            assert_eq!(all.len(), count);
            for (number, less, more) in &all {
                assert!(*less <= 1e-9 && *more >= -1e-9, "{}: {less} {more}", number.name());
            }
            assert!(all[0].2.abs() >= all[count - 1].2.abs());
        }
    }

    #[test]
    fn strongly_consistent_replicas_are_named_in_each_mode() {
        let mut inputs = Inputs::default();
        inputs.apply(Change::Number(Number::Replicas, 2.0));
        let missing = |inputs: &Inputs, mode| {
            let bill = month_bill(&workloads(inputs), mode, inputs);
            bill.without_price().map(|item| item.name()).collect::<Vec<_>>()
        };
        for ComparedMode { mode, .. } in compared_modes(&inputs) {
            assert!(missing(&inputs, mode).is_empty());
        }
        inputs.choose_named(Choice::Replication, "strong");
        inputs.apply(Change::Number(Number::TransferRegions, 10.0));
        for ComparedMode { mode, .. } in compared_modes(&inputs) {
            assert_eq!(missing(&inputs, mode), ["strong-replicated-writes", "transfer-regions"]);
        }
    }

    /// The defaults cap no load in silence: 14,286 RCU and 1,429 WCU at a target of 70 %.
    #[test]
    fn modes_of_10000_reads_and_1000_writes_a_second() {
        let link = "section=price&free-tier=off&shape=flat&item-kb=1&indexes=0&reads=10000&strong=100&writes=1000&gb=0&index-gb=0&headroom=0";
        let all = compared_modes(&Inputs::from_link(link));
        let usd: Vec<f64> = all.iter().map(|mode| (mode.bill.total_usd() * 100.0).round() / 100.0).collect();
        assert_eq!(usd, [4_927.5, 1_423.5, 2_033.8, 650.94, 325.93]);
        assert!(all.iter().all(|mode| mode.served.is_all()));
        let all = compared_modes(&Inputs::from_link(&format!("{link}&maximum=4000")));
        assert_eq!((all[2].served.throttled_most * 100.0).round(), 60.0);
        assert_eq!(dynalab_pricing::cheapest(&all), Some(4), "with fixed units");
    }

    #[test]
    fn units_that_were_measured_replace_those_of_the_requests() {
        let mut inputs = Inputs::default();
        for (number, units) in
            [(Number::ReadUnits, 348.7), (Number::WriteUnits, 100.4), (Number::IndexUnits, 42.0)]
        {
            inputs.apply(Change::Number(number, units));
        }
        assert_eq!(whole_units(load(&inputs).reads), 2_200);
        inputs.apply(Change::Choice(Choice::Load, 1));
        assert_eq!(load(&inputs), PeakUnits { reads: 348.7, writes: 100.4, index_writes: 42.0 });
        inputs.apply(Change::Number(Number::ItemKb, 90.0));
        assert_eq!(load(&inputs).reads, 348.7);
    }
}
