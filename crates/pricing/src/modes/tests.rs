//! Worked examples of bills, one per test.

use dynalab_capacity::scaling::ScalingTarget;

use super::*;
use crate::book::Region;
use crate::conventions::{Gigabyte, Month};
use crate::served::{ComparedMode, cheapest};
use crate::traffic::Shape;

fn virginia() -> PriceBook {
    PriceBook::load(Region::NorthVirginia)
}

fn workload() -> Workload {
    Workload {
        class: TableClass::Standard,
        units: DayUnits::default(),
        table_gb: 0.0,
        index_gb: 0.0,
        replicas: 0.0,
        replication: Replication::Eventual,
        has_savings_plan: false,
        extras: Extras::default(),
    }
}

/// Returns units per second that are equal all day: reads, and writes of the table.
fn flat(reads: f64, writes: f64) -> DayUnits {
    DayUnits::of_shares(reads, writes, 0.0, &Shape::Flat.minutes())
}

fn run(minimum: u64, maximum: u64) -> ScalingTarget {
    ScalingTarget {
        thousandths: 70_000,
        minimum,
        maximum,
        scales_in: true,
        scale_in_cooldown_ms: 0,
        scale_out_cooldown_ms: 0,
    }
}

fn fixed(headroom_percent: f64) -> Mode {
    Mode::Provisioned { provisioning: Provisioning::Fixed { headroom_percent }, reserved: None }
}

fn scaling(reads: ScalingTarget, writes: ScalingTarget, reserved: Option<Term>) -> Mode {
    Mode::Provisioned { provisioning: Provisioning::AutoScaling { reads, writes, change_ms: 0 }, reserved }
}

fn served(load: &Workload, mode: Mode) -> Served {
    match mode {
        Mode::OnDemand => Served::default(),
        Mode::Provisioned { provisioning, .. } => load.provision(provisioning).served,
    }
}

fn assert_usd(found: Option<f64>, usd: f64) {
    let found = found.unwrap_or(f64::NAN);
    assert!((found - usd).abs() < 1e-6, "{found} instead of {usd}");
}

const MONTH: Conventions =
    Conventions { month: Month::Hours730, gigabyte: Gigabyte::Binary, has_free_tier: false };

#[test]
fn one_unit_for_a_month_is_0_4745_provisioned_and_1_6425_on_demand() {
    let one = Workload { units: flat(1.0, 1.0), ..workload() };
    let provisioned = one.bill(fixed(0.0), &virginia(), &MONTH);
    assert_usd(provisioned.usd_of(LineItem::Writes), 0.4745);
    assert_usd(provisioned.usd_of(LineItem::Reads), 0.0949);
    let on_demand = one.bill(Mode::OnDemand, &virginia(), &MONTH);
    assert_usd(on_demand.usd_of(LineItem::Writes), 1.6425);
    assert_usd(on_demand.usd_of(LineItem::Reads), 0.3285);
    let line = on_demand.lines.iter().find(|line| line.item == LineItem::Writes);
    assert_eq!(line.map(|line| line.quantity), Some(2_628_000.0));
}

#[test]
fn the_bill_of_900_writes_and_2200_reads_a_second() {
    let load = Workload {
        units: DayUnits::of_shares(2_200.0, 900.0, 180.0, &Shape::Flat.minutes()),
        table_gb: 8.0,
        extras: Extras { has_pitr: true, dax_nodes: 1.0, backup_cold_gb: 8.0, ..Extras::default() },
        ..workload()
    };
    let conventions = Conventions { has_free_tier: true, ..MONTH };
    let bill = load.bill(Mode::OnDemand, &virginia(), &conventions);
    for (item, usd) in [
        (LineItem::Writes, 1_478.25),
        (LineItem::Reads, 722.70),
        (LineItem::Storage, 0.0),
        (LineItem::IndexWrites, 295.65),
        (LineItem::Pitr, 1.60),
        (LineItem::Dax, 29.20),
        (LineItem::BackupCold, 0.24),
    ] {
        assert_usd(bill.usd_of(item), usd);
    }
    assert_usd(Some(bill.total_usd()), 2_527.64);
    assert_usd(Some(bill.doubtful_usd()), 29.44);
    assert_eq!(worst_confidence(&bill), Confidence::NotVerified);
}

#[test]
fn five_thousand_provisioned_writes_cost_2372_50() {
    let load = Workload { units: flat(0.0, 5_000.0), ..workload() };
    let bill = load.bill(fixed(0.0), &virginia(), &MONTH);
    assert_usd(Some(bill.total_usd()), 2_372.5);
}

/// At the break-even utilization both modes cost the same, for any peak.
#[test]
fn both_modes_cost_the_same_at_the_break_even_use() {
    let book = virginia();
    for writes in [true, false] {
        let share =
            crate::break_even::break_even_use(&book, TableClass::Standard, writes).unwrap_or(f64::NAN);
        for peak in [100.0, 5_000.0, 40_000.0] {
            let (reads, writes) = if writes { (0.0, peak) } else { (peak, 0.0) };
            let units = DayUnits::of_shares(reads, writes, 0.0, &[share; 1_440]);
            let load = Workload { units, ..workload() };
            let on_demand = load.bill(Mode::OnDemand, &book, &MONTH).total_usd();
            let provisioned = load.bill(fixed(0.0), &book, &MONTH).total_usd();
            assert!((on_demand / provisioned - 1.0).abs() < 1e-9, "{peak}: {on_demand} {provisioned}");
        }
    }
}

#[test]
fn the_free_tier_covers_25_units_and_25_gigabytes_of_the_standard_class() {
    let load = Workload { units: flat(25.0, 25.0), table_gb: 20.0, index_gb: 10.0, ..workload() };
    let free = Conventions { has_free_tier: true, ..MONTH };
    let mode = fixed(0.0);
    assert_usd(Some(load.bill(mode, &virginia(), &free).total_usd()), 5.0 * 0.25);
    let on_demand = load.bill(Mode::OnDemand, &virginia(), &free);
    assert!(on_demand.usd_of(LineItem::Writes) > Some(0.0), "requests on demand are not in it");
    let infrequent = Workload { class: TableClass::InfrequentAccess, ..load };
    assert_usd(infrequent.bill(mode, &virginia(), &free).usd_of(LineItem::Storage), 2.0);
}

#[test]
fn a_flat_load_with_auto_scaling_costs_the_peak_over_the_target() {
    let load = Workload { units: flat(0.0, 700.0), ..workload() };
    let mode = scaling(run(1, 1), run(1, 10_000), None);
    let bill = load.bill(mode, &virginia(), &MONTH);
    assert_usd(bill.usd_of(LineItem::Writes), 1_000.0 * 730.0 * 0.00065);
}

#[test]
fn reserved_capacity_covers_whole_blocks_and_the_rest_is_provisioned() {
    let load = Workload { units: flat(0.0, 700.0), ..workload() };
    let mode = scaling(run(1, 1), run(1, 1_050), Some(Term::OneYear));
    let bill = load.bill(mode, &virginia(), &MONTH);
    assert_usd(bill.usd_of(LineItem::ReservedWrites), 10.0 * (150.0 / 12.0 + 0.0128 * 730.0));
    assert_eq!(bill.usd_of(LineItem::Writes), Some(0.0));
    let more = Workload { units: flat(0.0, 735.0), ..workload() };
    assert_usd(more.bill(mode, &virginia(), &MONTH).usd_of(LineItem::Writes), 50.0 * 730.0 * 0.00065);
}

#[test]
fn replicas_multiply_writes_and_storage_and_not_reads() {
    let one = Workload { units: flat(10.0, 10.0), table_gb: 100.0, ..workload() };
    let two = Workload { replicas: 1.0, ..one.clone() };
    let (one, two) =
        (one.bill(Mode::OnDemand, &virginia(), &MONTH), two.bill(Mode::OnDemand, &virginia(), &MONTH));
    assert_eq!(one.usd_of(LineItem::Reads), two.usd_of(LineItem::Reads));
    assert_eq!(
        one.usd_of(LineItem::Writes),
        two.usd_of(LineItem::ReplicatedWrites),
        "the same price since 2024"
    );
    assert_usd(two.usd_of(LineItem::Storage), 50.0);
}

#[test]
fn strongly_consistent_replicas_have_no_price_until_one_is_entered() {
    let load = Workload {
        units: flat(0.0, 10.0),
        table_gb: 100.0,
        replicas: 2.0,
        replication: Replication::Strong,
        ..workload()
    };
    for (mode, price, usd) in [
        (Mode::OnDemand, PriceName::StrongReplicatedWritesOnDemand, 2.0 * 16.425),
        (fixed(0.0), PriceName::StrongReplicatedWriteHour, 20.0 * 730.0 * 0.625),
    ] {
        let mut book = virginia();
        let bill = load.bill(mode, &book, &MONTH);
        assert_eq!(bill.without_price().collect::<Vec<_>>(), [LineItem::StrongReplicatedWrites]);
        assert_eq!(bill.usd_of(LineItem::ReplicatedWrites), Some(0.0), "no line of the other kind");
        let without = bill.total_usd();
        assert_usd(bill.usd_of(LineItem::Storage), 75.0);
        book.edit(price, Some(0.625));
        assert_usd(Some(load.bill(mode, &book, &MONTH).total_usd()), without + usd);
    }
}

#[test]
fn a_savings_plan_has_no_price_until_one_is_entered() {
    let load = Workload { units: flat(0.0, 100.0), has_savings_plan: true, ..workload() };
    let mut book = virginia();
    let bill = load.bill(Mode::OnDemand, &book, &MONTH);
    assert_eq!(bill.without_price().collect::<Vec<_>>(), [LineItem::SavingsPlan]);
    assert_usd(Some(bill.total_usd()), 164.25);
    book.edit(PriceName::SavingsPlan, Some(18.0));
    assert_usd(Some(load.bill(Mode::OnDemand, &book, &MONTH).total_usd()), 164.25 * 0.82);
}

#[test]
fn in_tokyo_infrequent_access_has_no_provisioned_price() {
    let load = Workload { class: TableClass::InfrequentAccess, units: flat(0.0, 10.0), ..workload() };
    let bill = load.bill(fixed(0.0), &PriceBook::load(Region::Tokyo), &MONTH);
    assert_eq!((bill.total_usd(), bill.without_price().count()), (0.0, 1));
}

#[test]
fn conventions_change_the_price_by_the_length_of_the_month() {
    let load = Workload { units: flat(0.0, 100.0), ..workload() };
    let usd = |month| load.bill(Mode::OnDemand, &virginia(), &Conventions { month, ..MONTH }).total_usd();
    assert_usd(Some(usd(Month::Days30)), 162.0);
    assert_usd(Some(usd(Month::Days30Half)), 164.7);
    assert_usd(Some(usd(Month::Hours730)), 164.25);
}

/// 10,000 strongly consistent reads and 1,000 writes of 1 KB per second, at a target of 70 %.
#[test]
fn modes_of_a_flat_load_of_10000_reads_and_1000_writes() {
    let load = Workload { units: flat(10_000.0, 1_000.0), ..workload() };
    let auto = run(100, 40_000);
    let usd = |mode| (load.bill(mode, &virginia(), &MONTH).total_usd() * 100.0).round() / 100.0;
    assert_eq!(usd(scaling(auto, auto, None)), 2_033.80, "14,286 RCU and 1,429 WCU");
    assert!(served(&load, scaling(auto, auto, None)).is_all());
    let provisionings = [
        Provisioning::Fixed { headroom_percent: 0.0 },
        Provisioning::AutoScaling { reads: auto, writes: auto, change_ms: 0 },
    ];
    for (term, month, upfront) in [(Term::OneYear, 650.94, 4_500.0), (Term::ThreeYears, 325.93, 5_400.0)] {
        let place = if term == Term::OneYear { 3 } else { 4 };
        let compared = load.compare_modes(provisionings[0], provisionings[1], &virginia(), &MONTH);
        let mode = compared[place].mode;
        assert_eq!(mode, Mode::Provisioned { provisioning: provisionings[0], reserved: Some(term) });
        assert_eq!(usd(mode), month);
        assert_eq!(load.bill(mode, &virginia(), &MONTH).upfront_usd(), upfront);
    }
}

#[test]
fn a_mode_that_throttles_is_not_the_cheapest() {
    let load = Workload { units: flat(10_000.0, 1_000.0), ..workload() };
    let capped = scaling(run(100, 4_000), run(100, 4_000), None);
    let capped_served = served(&load, capped);
    assert_eq!(
        (capped_served.throttled_minutes, (capped_served.throttled_most * 100.0).round()),
        (1_440, 60.0)
    );
    let compared = |modes: &[Mode]| {
        let mode = |mode: &Mode| ComparedMode {
            mode: *mode,
            bill: load.bill(*mode, &virginia(), &MONTH),
            served: served(&load, *mode),
        };
        cheapest(&modes.iter().map(mode).collect::<Vec<_>>())
    };
    assert_eq!(compared(&[Mode::OnDemand, capped]), Some(0), "it costs less, and throttles");
    assert_eq!(compared(&[Mode::OnDemand, capped, fixed(0.0)]), Some(2));
    assert_eq!(compared(&[capped]), None);
}

#[test]
fn auto_scaling_throttles_a_sudden_peak_that_fixed_units_serve() {
    let load = Workload {
        units: DayUnits::of_shares(0.0, 5_000.0, 0.0, &Shape::SpikeAtNine.minutes()),
        ..workload()
    };
    let auto = run(100, 40_000);
    let scaled = served(&load, scaling(auto, auto, None));
    assert!(scaled.throttled_minutes > 0 && scaled.throttled_most > 0.5, "{scaled:?}");
    assert!(served(&load, fixed(0.0)).is_all());
    let half = served(&load, fixed(-50.0));
    assert_eq!((half.throttled_minutes, half.throttled_most), (25, 0.5), "five minutes of burst capacity");
    let provisionings = [
        Provisioning::Fixed { headroom_percent: 0.0 },
        Provisioning::AutoScaling { reads: auto, writes: auto, change_ms: 0 },
    ];
    let mode = load.compare_modes(provisionings[0], provisionings[1], &virginia(), &MONTH)[3].mode;
    assert_eq!(mode, Mode::Provisioned { provisioning: provisionings[0], reserved: Some(Term::OneYear) });
}
