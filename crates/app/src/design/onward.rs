//! Passes the load of a checked design to the capacity calculators and the partition lab. Their inputs for other loads begin with its
//! figures.

use std::rc::Rc;

use dynalab_load::{Load, PatternLoad, RequestLoad, TableLoad};
use dynalab_modeling::Report;
use dynalab_pricing::{Gigabyte, traffic, whole_units};
use dynalab_traffic::lab::busiest_table;

use crate::capacity;
use crate::scale;

/// Returns the inputs of the calculators: the whole load, and for other loads its peaks and sizes.
pub fn to_calculators(report: &Report) -> capacity::inputs::Inputs {
    use capacity::inputs::{Choice, Number};
    let mut inputs = capacity::inputs::Inputs::default();
    let (load, totals) = (&report.load, &report.totals);
    let gb = |bytes: f64| bytes / Gigabyte::Binary.bytes();
    let sum = |of: fn(&TableLoad) -> f64| load.tables.iter().map(of).sum::<f64>();
    let (table_gb, items) = (gb(sum(TableLoad::table_bytes)), sum(|table| table.items));
    let writes = totals.peak_write_units_per_second - totals.peak_index_write_units_per_second;
    let replicas = load.tables.iter().map(|table| table.replicas).max().unwrap_or_default();
    let mean_bytes = if items > 0.0 { sum(|table| table.bytes) / items } else { 0.0 };
    for (number, value) in [
        (Number::ReadUnits, totals.peak_read_units_per_second),
        (Number::WriteUnits, writes),
        (Number::IndexUnits, totals.peak_index_write_units_per_second),
        (Number::PartitionReads, totals.peak_read_units_per_second.ceil()),
        (Number::PartitionWrites, writes.ceil()),
        (Number::PartitionGb, table_gb),
        (Number::Gb, table_gb),
        (Number::IndexGb, gb(sum(TableLoad::index_bytes))),
        (Number::Indexes, sum(|table| table.indexes.len() as f64)),
        (Number::StoredItems, items),
        (Number::Replicas, f64::from(replicas)),
        (Number::ItemKb, (mean_bytes / inputs.kb() * 100.0).ceil() / 100.0),
    ] {
        inputs.set_number(number, value);
    }
    if let Some(headroom) = load.tables.iter().find_map(|table| table.headroom_percent) {
        inputs.set_number(Number::Headroom, headroom);
    }
    let are_all = |is: fn(&TableLoad) -> bool| !load.tables.is_empty() && load.tables.iter().all(is);
    let scaled = load.tables.iter().filter(|table| table.headroom_percent.is_some());
    let scaling = scaled.flat_map(|table| &table.scaling).next();
    if let Some(scaling) = scaling {
        for (number, value) in [
            (Number::Target, scaling.target_percent),
            (Number::Minimum, scaling.least as f64),
            (Number::Maximum, scaling.most as f64),
            (Number::InCooldown, scaling.scale_in_seconds as f64),
            (Number::OutCooldown, scaling.scale_out_seconds as f64),
        ] {
            inputs.set_number(number, value);
        }
    }
    for (choice, option, holds) in [
        (Choice::Section, "price", true),
        (Choice::Load, "design", true),
        (Choice::Shape, "drawn", true),
        (Choice::Class, "infrequent", are_all(|table| table.is_infrequent_access)),
        (Choice::Pitr, "on", load.tables.iter().any(|table| table.has_recovery)),
        (Choice::Mode, "provisioned", are_all(|table| table.headroom_percent.is_some())),
        (
            Choice::Mode,
            "auto-scaling",
            are_all(|table| table.headroom_percent.is_some()) && scaling.is_some(),
        ),
        (Choice::Place, load.region.as_str(), true),
        // The check does not use the free tier.
        (Choice::FreeTier, "off", true),
    ] {
        if holds {
            inputs.choose_named(choice, option);
        }
    }
    inputs.drawn = hours_of(load);
    inputs.offered = Some(Ok(Rc::new(load.clone())));
    inputs
}

/// Returns the inputs of the lab: the loads of a design and of its branch. Without a branch, both sides have the design. Returns none if
/// no pattern has a rate.
pub fn to_lab(report: &Report, branch: Option<&Report>) -> Option<scale::inputs::Inputs> {
    use scale::inputs::{Choice, Side};
    let mut inputs = scale::inputs::Inputs::plain();
    for (side, report) in [(Side::A, report), (Side::B, branch.unwrap_or(report))] {
        describe_side(&mut inputs, side, &report.load)?;
    }
    inputs.choose(Side::A, Choice::Curve, "drawn");
    inputs.drawn = hours_of(&report.load);
    Some(inputs)
}

/// Sets one side of the lab: the load, and for a described table the figures of the busiest table.
fn describe_side(inputs: &mut scale::inputs::Inputs, side: scale::inputs::Side, load: &Load) -> Option<()> {
    use scale::inputs::{Choice, Number, Side};
    let table = load.table(busiest_table(load)?)?;
    let (mut requests, mut reads) = (0.0, 0.0);
    for pattern in &load.patterns {
        let of_table: Vec<&RequestLoad> = pattern.requests_on(&table.name).collect();
        if !of_table.is_empty() {
            let peak = pattern.flow().peak;
            requests += peak;
            reads += if of_table.iter().all(|request| request.write_units == 0.0) { peak } else { 0.0 };
        }
    }
    if requests <= 0.0 {
        return None;
    }
    let (distribution, keys, share) = spread(load, table);
    let entries: f64 = table.indexes.iter().map(|index| index.entries).sum();
    let entry_bytes: f64 = table.indexes.iter().map(|index| index.bytes).sum();
    let mut numbers = vec![
        (Number::Keys, keys),
        (Number::HotPercent, (share * 100.0).round()),
        (Number::ItemBytes, table.mean_item_bytes().round()),
        (Number::Indexes, table.indexes.len() as f64),
        (Number::IndexValues, values_of_written_index(load, table)),
    ];
    if entries > 0.0 {
        numbers.push((Number::EntryBytes, (entry_bytes / entries).round()));
    }
    if side == Side::A {
        numbers.push((Number::Peak, requests.ceil()));
        numbers.push((Number::Reads, (reads / requests * 100.0).round()));
        inputs.choose(side, Choice::Place, &load.region);
    }
    if let Some(headroom_percent) = table.headroom_percent {
        let units = load.units_of(&table.name);
        let scaling = [false, true].map(|is_write| table.scaling_of(None, is_write));
        for (scaling, peak, least, most) in [
            (scaling[0], units.reads.peak, Number::ReadUnits, Number::MostReads),
            (scaling[1], units.writes.peak + units.index_writes.peak, Number::Writes, Number::MostWrites),
        ] {
            let fixed = whole_units(peak * (1.0 + headroom_percent / 100.0));
            let limits = scaling.map_or([fixed; 2], |scaling| [scaling.least, scaling.most]);
            numbers.extend([least, most].into_iter().zip(limits.map(|units| units as f64)));
        }
        let target = scaling.into_iter().flatten().map(|scaling| scaling.target_percent).next();
        inputs.choose(side, Choice::Mode, if target.is_some() { "auto-scaling" } else { "provisioned" });
        numbers.extend(target.map(|percent| (Number::Target, percent)));
    }
    numbers.into_iter().for_each(|(number, value)| inputs.set_number(side, number, value));
    inputs.choose(side, Choice::Distribution, distribution);
    inputs.choose(side, Choice::Projection, "include");
    inputs.choose(side, Choice::Source, "design");
    inputs.offered[side as usize] = Some(Ok(Rc::new(load.clone())));
    Some(())
}

/// Iterates over what the patterns consume on a table or index, with the units per second at the peak.
fn consumed<'a>(load: &'a Load, table: &'a TableLoad) -> impl Iterator<Item = (&'a RequestLoad, f64)> {
    let units = |pattern: &PatternLoad, request: &RequestLoad| {
        pattern.flow().peak * (request.read_units + request.mean_write_units(pattern.failed_conditions))
    };
    load.patterns.iter().flat_map(move |pattern| {
        pattern.requests_on(&table.name).map(move |request| (request, units(pattern, request)))
    })
}

/// Returns the distribution, the number of keys, and the share of the busiest key, of the requests that consume most on its key.
fn spread(load: &Load, table: &TableLoad) -> (&'static str, f64, f64) {
    let hot = |(request, units): &(&RequestLoad, f64)| units * request.keys.busiest_share;
    let Some((request, _)) = consumed(load, table).max_by(|one, other| hot(one).total_cmp(&hot(other)))
    else {
        return ("even", 1.0, 1.0);
    };
    let keys = &request.keys;
    let (values, share) = (keys.values.max(1.0), keys.busiest_share);
    match share * values > 1.05 {
        _ if keys.is_time => ("time", 1.0, share),
        true if share >= 0.01 => ("hot", values, share),
        _ => ("even", (1.0 / share.max(1e-9)).round(), share),
    }
}

/// Returns the number of values of the index that is written most, so that its busiest value keeps its share.
fn values_of_written_index(load: &Load, table: &TableLoad) -> f64 {
    let written =
        consumed(load, table).filter(|(request, _)| request.index.is_some() && request.write_units > 0.0);
    let most = written.max_by(|one, other| one.1.total_cmp(&other.1));
    most.map_or(1e9, |(request, _)| (1.0 / request.keys.busiest_share.max(1e-9)).round())
}

/// Returns percents of the peak for each hour, from the units per second of all tables.
fn hours_of(load: &Load) -> traffic::Hours {
    let mut minutes = vec![0.0; traffic::DAY_MINUTES];
    for table in &load.tables {
        for flow in load.units_of(&table.name).flows() {
            for (sum, units) in minutes.iter_mut().zip(&flow.minutes) {
                *sum += units;
            }
        }
    }
    let most = minutes.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let hourly = traffic::hourly(&minutes);
    // An hour with requests is never shown as one without.
    let percent =
        |units: f64| if units > 0.0 { (units / most * 100.0).round().clamp(1.0, 100.0) as u8 } else { 0 };
    std::array::from_fn(|hour| hourly.get(hour).map_or(0, |units| percent(*units)))
}

#[cfg(test)]
mod tests {
    use dynalab_modeling::design::{Dimension, IndexKind, Mode as TableMode, Scaling};
    use dynalab_modeling::{Design, check, parse};
    use dynalab_traffic::lab::{Billing, DAY_MINUTES, Day, DayQuestion, Units};

    use super::*;
    use crate::calculator::linked_inputs::LinkedInputs;
    use crate::design::templates;
    use scale::inputs::{Choice, Number, Side};

    fn report(template: &str) -> Report {
        let Some(design) = templates::design(template) else { panic!("no template {template}") };
        check(&design)
    }

    /// Returns the designs of all briefs in `tests/briefs`.
    fn briefs() -> Vec<Design> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/briefs");
        let mut paths: Vec<_> = std::fs::read_dir(folder)
            .map(|files| files.flatten().map(|file| file.path()).collect())
            .unwrap_or_default();
        paths.sort();
        let brief = |path: &std::path::PathBuf| {
            let text = std::fs::read_to_string(path).unwrap_or_default();
            let brief: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
            parse(&brief["design"].to_string()).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        };
        let briefs: Vec<Design> = paths.iter().map(brief).collect();
        assert!(briefs.len() >= 3, "there are {} briefs", briefs.len());
        briefs
    }

    /// Returns the designs of all templates and of all briefs.
    fn designs() -> Vec<Design> {
        let of_templates = dynalab_modeling::templates::ALL.iter();
        of_templates.filter_map(|one| templates::design(one.id)).chain(briefs()).collect()
    }

    /// The shop and the votes in provisioned mode with auto scaling, of the table and of each global index.
    fn scaled_designs() -> Vec<Design> {
        ["shop", "votes"].into_iter().filter_map(templates::design).map(scaled).collect()
    }

    fn scaled(mut design: Design) -> Design {
        for table in &mut design.tables {
            table.mode = TableMode::Provisioned { headroom_percent: 20.0 };
            let indexes = table.indexes.iter().filter(|index| index.kind == IndexKind::Global);
            let parts: Vec<Option<String>> =
                std::iter::once(None).chain(indexes.map(|index| Some(index.name.clone()))).collect();
            table.scaling = parts
                .into_iter()
                .flat_map(|index| [Dimension::Read, Dimension::Write].map(|units| (index.clone(), units)))
                .map(|(index, units)| Scaling { index, units, most: 20_000, ..Scaling::default() })
                .collect();
        }
        design
    }

    #[test]
    fn auto_scaling_lowers_the_bill_and_is_in_the_lab() {
        for design in scaled_designs() {
            let usd = |design: &Design| check(design).totals.usd_per_month;
            let mut fixed = design.clone();
            fixed.tables.iter_mut().for_each(|table| table.scaling.clear());
            assert!(usd(&design) < usd(&fixed), "{}: {} and {}", design.name, usd(&design), usd(&fixed));
            let lab = to_lab(&check(&design), None).unwrap_or_default();
            assert!(lab.is(Side::A, Choice::Mode, "auto-scaling"), "{}", design.name);
            let number = |number| lab.number(Side::A, number);
            let limits =
                [Number::ReadUnits, Number::MostReads, Number::Writes, Number::MostWrites].map(number);
            assert_eq!((limits, number(Number::Target)), ([5.0, 20_000.0, 5.0, 20_000.0], 70.0));
            let inputs = to_calculators(&check(&design));
            assert!(inputs.is(capacity::inputs::Choice::Mode, "auto-scaling"), "{}", design.name);
        }
    }

    /// The design and its check, the calculators and the lab have one bill, to the last digit, after the link too.
    #[test]
    fn every_page_has_the_bill_of_the_design() {
        for design in designs().into_iter().chain(scaled_designs()) {
            let (name, report) = (&design.name, check(&design));
            let usd = report.totals.usd_per_month;
            let inputs = to_calculators(&report);
            let opened = capacity::inputs::Inputs::from_link(&inputs.to_link());
            assert_eq!(opened, inputs, "{name}: the link has every input");
            let of_calculators = capacity::load::offered_bill(&opened).map(|bill| bill.total_usd());
            assert_eq!(of_calculators, Some(usd), "{name}: calculators");
            let lab = to_lab(&report, None).unwrap_or_default();
            let lab = scale::inputs::Inputs::from_link(&lab.to_link());
            for side in Side::ALL {
                let of_lab = scale::cost::offered_bill(&lab, side).map(|bill| bill.total_usd());
                assert_eq!(of_lab, Some(usd), "{name}: lab");
            }
        }
    }

    /// Where all tables have one mode, the compared bill of this mode is the bill of the design.
    #[test]
    fn the_compared_mode_of_a_design_has_its_bill() {
        for design in designs() {
            let report = check(&design);
            let inputs = to_calculators(&report);
            let mode = inputs.choice(capacity::inputs::Choice::Mode);
            let compared = capacity::load::compared_modes(&inputs)[mode].bill.total_usd();
            let usd = report.totals.usd_per_month;
            assert!((compared - usd).abs() <= usd * 1e-12, "{}: {compared} and {usd}", design.name);
        }
    }

    /// The use of provisioned capacity is that of one kind of units: writes can be idle while reads are not.
    #[test]
    fn the_use_of_capacity_is_that_of_reads_or_of_writes() {
        for design in briefs() {
            let report = check(&design);
            let inputs = to_calculators(&report);
            let peak = capacity::load::load(&inputs);
            let tables = report.load.tables.iter().map(|table| report.load.units_of(&table.name));
            let (reads, writes) = tables.fold((0.0, 0.0), |(reads, writes), units| {
                (reads + units.reads.average, writes + units.writes.average + units.index_writes.average)
            });
            for (is_write, peak, average) in
                [(false, peak.reads, reads), (true, peak.writes + peak.index_writes, writes)]
            {
                let found = capacity::load::average_use(&inputs, is_write) * peak;
                assert!((found - average).abs() <= average * 1e-9, "{}: {found}, not {average}", design.name);
            }
        }
    }

    /// A simulated day has the units of the offered load, unless DynamoDB throttles some.
    #[test]
    fn the_day_of_a_design_consumes_its_units() {
        for design in briefs() {
            let report = check(&design);
            let inputs = to_lab(&report, None).unwrap_or_default();
            let DayQuestion::Begin { traffic, mut designs } = inputs.question() else {
                panic!("a day begins")
            };
            let mut table = designs.remove(0);
            // Enough of everything, so that the day shows what is offered.
            table.quota_units = 4_000_000;
            table.billing = Billing::OnDemand { warm: Units { reads: 4_000_000, writes: 2_000_000 } };
            let mut day = match Day::new(&traffic, &table) {
                Ok(day) => day,
                Err(error) => panic!("{}: {error}", design.name),
            };
            day.advance(DAY_MINUTES);
            let found = day.report();
            let name = busiest_table(&report.load).unwrap_or_default();
            let units = report.load.units_of(name);
            let writes = units.writes.average + units.index_writes.average;
            for (kind, served, average) in
                [("RCU", found.read_units, units.reads.average), ("WCU", found.write_units, writes)]
            {
                let offered = average * 86_400.0;
                let share = found.throttled_share();
                let most = offered * 1.02 + 2_000.0;
                let least = offered * (0.98 - share * 1.5) - 2_000.0;
                assert!(
                    (least..=most).contains(&(served as f64)),
                    "{}: {served} {kind} of {offered}, {share} throttled",
                    design.name
                );
            }
        }
    }

    #[test]
    fn the_lab_has_the_busiest_key_of_a_design() {
        let found = |template: &str| {
            let inputs = to_lab(&report(template), None).unwrap_or_default();
            assert_eq!(scale::inputs::Inputs::from_link(&inputs.to_link()), inputs, "{template}");
            let option = inputs.option(Side::A, Choice::Distribution);
            let number = |number| inputs.number(Side::A, number);
            format!("{option} {} {} %", number(Number::Keys), number(Number::HotPercent))
        };
        // Half of the units of a vote are on the key of its voter.
        assert_eq!([found("shop"), found("votes")], ["even 4 25 %", "hot 5000000 7 %"]);
    }

    #[test]
    fn a_branch_is_side_b() {
        let (shop, votes) = (report("shop"), report("votes"));
        let inputs = to_lab(&shop, Some(&votes)).unwrap_or_default();
        assert_eq!(inputs.offered(Side::A), Some(&shop.load));
        assert_eq!(inputs.offered(Side::B), Some(&votes.load));
        let again = scale::inputs::Inputs::from_link(&inputs.to_link());
        assert_eq!(again, inputs);
    }

    #[test]
    fn no_hour_of_a_design_is_empty() {
        let hours = hours_of(&report("shop").load);
        assert!(hours.iter().all(|percent| *percent > 0), "{hours:?}");
        assert_eq!(hours[12], 100);
    }

    #[test]
    fn a_design_without_rates_has_no_day() {
        let report = Report { load: Load::default(), ..report("shop") };
        assert_eq!(to_lab(&report, None), None);
    }
}
