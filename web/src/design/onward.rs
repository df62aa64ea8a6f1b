//! Passes a checked design to the capacity calculators and the partition lab, with the measured figures.

use dynalab_app::calculator::linked_inputs::LinkedInputs;
use dynalab_app::{capacity, scale};
use dynalab_modeling::design::{Entity, Mode, TableClass};
use dynalab_modeling::report::{Heat, HeatCause, IndexReport, Report, TableReport};
use dynalab_modeling::{Design, design};
use dynalab_pricing::{Gigabyte, PriceBook, Region, TableClass as PriceClass};
use yew::prelude::*;

use super::design_context::DesignContext;

use crate::route::Route;
use crate::sentences::design as words;

pub fn view(desk: &DesignContext) -> Html {
    let Some(report) = desk.report().filter(|report| !report.patterns.is_empty()) else { return html! {} };
    let design = desk.design();
    html! {
        <p class="design-note design-onward">
            { desk.scene.link_with_inputs(Route::Capacity, to_calculators(design, report).to_link(), "design-to-capacity", "link", html! { desk.text(words::DESIGN_TO_CAPACITY) }) }
            if let Some(lab) = to_lab(design, report) {
                { desk.scene.link_with_inputs(Route::Scale, lab.to_link(), "design-to-lab", "link", html! { desk.text(words::DESIGN_TO_LAB) }) }
            }
        </p>
    }
}

/// Returns the inputs of the calculators: peak units per second, bytes with all production items, and the tables' settings.
pub fn to_calculators(design: &Design, report: &Report) -> capacity::inputs::Inputs {
    use capacity::inputs::{Choice, Number};
    let mut inputs = capacity::inputs::Inputs::default();
    let totals = &report.totals;
    let gb = |bytes: f64| bytes / Gigabyte::Binary.bytes();
    let table_gb = gb(report.tables.iter().map(|table| table.full_bytes).sum());
    let index_gb = gb(indexes(report).map(|index| index.full_bytes).sum());
    let writes = totals.peak_write_units_per_second - totals.peak_index_write_units_per_second;
    let replicas = design.tables.iter().map(|table| table.replicas.len()).max().unwrap_or_default();
    let kb = |bytes: f64| (bytes / inputs.kb() * 100.0).ceil() / 100.0;
    for (number, value) in [
        (Number::ReadUnits, totals.peak_read_units_per_second),
        (Number::WriteUnits, writes),
        (Number::IndexUnits, totals.peak_index_write_units_per_second),
        (Number::PartitionReads, totals.peak_read_units_per_second.ceil()),
        (Number::PartitionWrites, writes.ceil()),
        (Number::PartitionGb, table_gb),
        (Number::Gb, table_gb),
        (Number::IndexGb, index_gb),
        (Number::Indexes, indexes(report).count() as f64),
        (Number::StoredItems, design.entities.iter().map(Entity::predicted_count).sum()),
        (Number::Replicas, replicas as f64),
        (Number::ItemKb, kb(mean_item_bytes(report.tables.iter()))),
    ] {
        inputs.set_number(number, value);
    }
    let headroom = design.tables.iter().find_map(|table| match table.mode {
        Mode::Provisioned { headroom_percent } => Some(headroom_percent),
        Mode::OnDemand => None,
    });
    if let Some(headroom) = headroom {
        inputs.set_number(Number::Headroom, headroom);
    }
    let are_all = |is: fn(&design::Table) -> bool| !design.tables.is_empty() && design.tables.iter().all(is);
    let is_provisioned = |table: &design::Table| matches!(table.mode, Mode::Provisioned { .. });
    for (choice, option, holds) in [
        (Choice::Section, "price", true),
        (Choice::Load, "units", true),
        (Choice::Shape, "drawn", true),
        (Choice::Class, "infrequent", are_all(|table| table.class == TableClass::InfrequentAccess)),
        (Choice::Pitr, "on", design.tables.iter().any(|table| table.recovery)),
        (Choice::Mode, "provisioned", are_all(is_provisioned)),
        (Choice::Place, design.region.as_str(), true),
        // The check does not use the free tier.
        (Choice::FreeTier, "off", true),
    ] {
        if holds {
            inputs.choose_named(choice, option);
        }
    }
    inputs.drawn = day_of(design, report);
    inputs
}

/// Returns the hours of a day whose requests cost as much as those of the design. The calculators have one curve for reads and
/// writes. The design has an average and a peak for each.
fn day_of(design: &Design, report: &Report) -> [u8; 24] {
    let totals = &report.totals;
    let region = Region::from_name(&design.region).unwrap_or_default();
    let book = PriceBook::load(region);
    let price = |is_write| book.usd(PriceClass::Standard.on_demand(is_write)).unwrap_or(1.0);
    let usd = |reads: f64, writes: f64| reads * price(false) + writes * price(true);
    let average = usd(totals.read_units_per_second, totals.write_units_per_second);
    let peak = usd(totals.peak_read_units_per_second, totals.peak_write_units_per_second);
    hours_with_average(if peak > 0.0 { average / peak } else { 1.0 })
}

/// Returns percents of the peak for each hour: one hour at 100, the rest so that the day has this average.
fn hours_with_average(share: f64) -> [u8; 24] {
    const HOURS: u64 = 24;
    const PEAK_HOUR: usize = 12;
    let sum = (share.clamp(0.0, 1.0) * (HOURS * 100) as f64).round() as u64;
    let others = sum.saturating_sub(100);
    let (each, rest) = (others / (HOURS - 1), others % (HOURS - 1));
    let mut hours = [0; 24];
    let mut left = rest;
    for (hour, percent) in hours.iter_mut().enumerate() {
        *percent = if hour == PEAK_HOUR {
            100
        } else {
            let more = u64::from(left > 0);
            left -= more;
            (each + more).min(100) as u8
        };
    }
    hours
}

fn indexes(report: &Report) -> impl Iterator<Item = &IndexReport> {
    report.tables.iter().flat_map(|table| &table.indexes)
}

fn mean_item_bytes<'a>(tables: impl Iterator<Item = &'a TableReport>) -> f64 {
    let (bytes, items) =
        tables.fold((0, 0), |(bytes, items), table| (bytes + table.sample_bytes, items + table.item_count));
    bytes as f64 / items.max(1) as f64
}

/// Returns the lab's inputs for the table whose busiest key is nearest to the limits of a partition. Returns none if no pattern has a rate.
pub fn to_lab(design: &Design, report: &Report) -> Option<scale::inputs::Inputs> {
    use scale::inputs::{Choice, Number, Side};
    let heats = || report.patterns.iter().flat_map(|pattern| &pattern.heat);
    let hottest = heats().max_by(|one, other| nearness(one).total_cmp(&nearness(other)))?;
    let table = report.tables.iter().find(|table| table.name == hottest.table)?;
    let mut requests = 0.0;
    let mut reads = 0.0;
    for (pattern, found) in design.patterns.iter().zip(&report.patterns) {
        if found.units.iter().any(|units| units.table == table.name) {
            requests += pattern.rate.highest();
            let is_read = found.write_units == 0.0;
            reads += if is_read { pattern.rate.highest() } else { 0.0 };
        }
    }
    if requests <= 0.0 {
        return None;
    }
    let mut inputs = scale::inputs::Inputs::plain();
    let (distribution, keys) = spread(hottest);
    let entries = table.indexes.iter().map(|index| (index.sample_bytes, index.item_count));
    let (entry_bytes, count) = entries.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    // The number of values is chosen so that the busiest one keeps its share.
    let busiest_of_index = heats()
        .filter(|heat| heat.table == table.name && heat.index.is_some())
        .map(|heat| heat.share)
        .fold(0.0, f64::max);
    for side in Side::ALL {
        for (number, value) in [
            (Number::Peak, requests.ceil()),
            (Number::Reads, (reads / requests * 100.0).round()),
            (Number::Keys, keys),
            (Number::HotPercent, (hottest.share * 100.0).round()),
            (Number::ItemBytes, mean_item_bytes(std::iter::once(table)).round()),
            (Number::Indexes, table.indexes.len() as f64),
            (Number::EntryBytes, (entry_bytes as f64 / count.max(1) as f64).round()),
        ] {
            inputs.set_number(side, number, value);
        }
        if busiest_of_index > 0.0 {
            inputs.set_number(side, Number::IndexValues, (1.0 / busiest_of_index).round());
        }
        inputs.choose(side, Choice::Place, &design.region);
        inputs.choose(side, Choice::Distribution, distribution);
        inputs.choose(side, Choice::Projection, "include");
    }
    inputs.choose(Side::A, Choice::Curve, "drawn");
    inputs.drawn = day_of(design, report);
    Some(inputs)
}

/// Returns the share of one partition's limits that the key uses.
fn nearness(heat: &Heat) -> f64 {
    use dynalab_capacity::partitions::{PARTITION_READ_UNITS, PARTITION_WRITE_UNITS};
    let read = heat.read_units_per_second / PARTITION_READ_UNITS as f64;
    read.max(heat.write_units_per_second / PARTITION_WRITE_UNITS as f64)
}

/// Returns the distribution and the number of keys that give the busiest key the same share.
fn spread(heat: &Heat) -> (&'static str, f64) {
    let even = (1.0 / heat.share.max(1e-9)).round();
    match heat.cause {
        HeatCause::Time => ("time", 1.0),
        HeatCause::FewValues { values } if heat.share * values as f64 > 1.05 => ("hot", values as f64),
        HeatCause::FewValues { values } => ("even", values as f64),
        HeatCause::ManyValues => ("even", even),
    }
}

#[cfg(test)]
mod tests {
    use dynalab_modeling::check::check;

    use super::*;
    use dynalab_app::design::templates;

    #[test]
    fn the_calculators_bill_a_design_as_its_check_does() {
        for template in ["shop", "iot_readings", "chat", "saas_tenants", "votes"] {
            let Some(design) = templates::design(template) else { panic!("no template {template}") };
            let report = check(&design);
            let inputs = to_calculators(&design, &report);
            let again = capacity::inputs::Inputs::from_link(&inputs.to_link());
            assert_eq!(again, inputs, "{template}: the link has every input");
            let mode = inputs.choice(capacity::inputs::Choice::Mode);
            let bill = capacity::load::compared_modes(&inputs)[mode].bill.total_usd();
            let expected = report.totals.usd_per_month;
            assert!((bill - expected).abs() <= expected * 0.01, "{template}: {bill} and {expected}");
        }
    }

    #[test]
    fn the_lab_has_the_busiest_key_of_a_design() {
        use scale::inputs::{Choice, Number, Side};
        let found = |template: &str| {
            let design = templates::design(template).unwrap_or_default();
            let inputs = to_lab(&design, &check(&design)).unwrap_or_default();
            assert_eq!(scale::inputs::Inputs::from_link(&inputs.to_link()), inputs, "{template}");
            let option = inputs.option(Side::A, Choice::Distribution);
            let number = |number| inputs.number(Side::A, number);
            format!("{option} {} {} %", number(Number::Keys), number(Number::HotPercent))
        };
        assert_eq!([found("shop"), found("votes")], ["hot 5 30 %", "even 7 14 %"]);
    }

    #[test]
    fn a_day_has_the_average_that_it_is_given() {
        for (share, expected) in [(0.0, 100), (0.25, 600), (0.5, 1_200), (0.9, 2_160), (1.0, 2_400)] {
            let hours = hours_with_average(share);
            let sum: u64 = hours.iter().map(|percent| u64::from(*percent)).sum();
            assert_eq!(sum, expected, "{share}");
            assert_eq!(hours[12], 100);
        }
    }
}
