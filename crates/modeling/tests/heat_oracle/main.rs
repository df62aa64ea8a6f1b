//! The predicted heat of keys against the engine: generated designs, whose requests an engine runs one by one and counts.
//!
//! `DYNALAB_CASES=20` tries twenty times as many designs, `DYNALAB_SEED` others.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

mod designs;
mod requests;
mod run;

use std::collections::BTreeMap;

use dynalab_modeling::check;
use dynalab_modeling::report::{Heat, Report};
use dynalab_modeling::sample::random::Random;

use designs::Case;
use run::{Loads, Measured, Place, Throttled, part, throttle};

/// Designs of every run. `cargo xtask soak heat` tries twenty times as many.
const DESIGNS: u64 = 50;
/// Differences that are known, at most ten: the seed, a part of the message, and the reason.
const KNOWN: &[(u64, &str, &str)] = &[];

#[test]
fn the_busiest_keys_are_those_of_the_engine() {
    assert!(KNOWN.len() <= 10);
    let seeds = match std::env::var("DYNALAB_SEED").ok().and_then(|text| text.parse().ok()) {
        Some(seed) => seed..seed + 1,
        None => 0..DESIGNS * number("DYNALAB_CASES", 1),
    };
    let (mut unknown, mut compared, mut all) = (Vec::new(), 0, 0);
    for seed in seeds {
        let found = differences(seed);
        all += 1;
        compared += u64::from(found.is_throttling_compared);
        let is_known = |one: &String| KNOWN.iter().any(|known| known.0 == seed && one.contains(known.1));
        unknown
            .extend(found.texts.into_iter().filter(|one| !is_known(one)).map(|one| format!("{seed}: {one}")));
    }
    assert!(unknown.is_empty(), "{} differences:\n{}", unknown.len(), unknown.join("\n"));
    assert!(
        compared * 10 >= all * 8,
        "the throttled requests of only {compared} of {all} designs could be compared"
    );
}

/// What differs between the prediction and the engine.
struct Differences {
    texts: Vec<String>,
    /// False if several keys share a partition that is warmer than each of them.
    is_throttling_compared: bool,
}

fn number(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Units of writes per second that a key in the scaled stream has at least, so that one request does not matter.
const LEAST_UNITS: f64 = 24.0;
/// Requests of a stream.
const REQUESTS_MAX: u64 = 1_500;
/// Write units per second of a partition.
const LIMIT: f64 = 1_000.0;

/// Returns the load of the busiest key.
fn most(case: &Case, loads: &Loads) -> f64 {
    let keys = loads.values().flat_map(|keys| joined(case, keys).into_values());
    keys.map(|units| part(&units)).fold(0.0, f64::max)
}

/// Returns how often each draw of each pattern is sent per second. One key of some patterns is sent more often than the others, and the
/// pattern states its share.
fn stream(case: &mut Case, measured: &Measured, random: &mut Random) -> Vec<Vec<u64>> {
    let mut times: Vec<Vec<u64>> = Vec::new();
    for (number, pattern) in case.design.patterns.iter_mut().enumerate() {
        let mut of_pattern = vec![1; measured.draws(number)];
        if let Some(busiest) = measured.busiest_draws(number).filter(|_| random.below(3) == 0) {
            let often = 2 + random.below(6);
            busiest.iter().for_each(|draw| of_pattern[*draw] = often);
            let all: u64 = of_pattern.iter().sum();
            pattern.busiest_share = Some((busiest.len() as u64 * often) as f64 / all as f64);
        }
        times.push(of_pattern);
    }
    let all: u64 = times.iter().flatten().sum();
    let passes = (LEAST_UNITS / most(case, &measured.loads(&times))).ceil() as u64;
    let passes = passes.clamp(1, (REQUESTS_MAX / all).max(1));
    times.iter_mut().flatten().for_each(|times| *times *= passes);
    times
}

/// Returns what differs between the prediction and the engine.
fn differences(seed: u64) -> Differences {
    let mut case = designs::case(seed);
    let measured = Measured::of(&case);
    let mut random = Random::from_seed(seed, 0x5EC0, 0);
    let times = stream(&mut case, &measured, &mut random);
    let loads = measured.loads(&times);
    let busiest = most(&case, &loads);
    // The busiest key of half of the designs is above the limit of the engine's partitions.
    let is_hot = random.below(2) == 0;
    let limit = if is_hot { (busiest / 1.5).floor() } else { (busiest / 0.75).ceil() }.max(1.0);
    let scale = LIMIT / limit;
    for (pattern, times) in case.design.patterns.iter_mut().zip(&times) {
        pattern.rate.peak = times.iter().sum::<u64>() as f64 * scale;
    }
    let report = check(&case.design);
    for pattern in &report.patterns {
        assert!(
            pattern.verdict.is_green(),
            "{seed}: {} {:?} {:?}",
            pattern.name,
            pattern.verdict,
            pattern.error
        );
    }
    let mut texts = compare(&case, &report, &loads, scale);
    let throttled = throttle(&case, &measured, &times, limit as u64);
    let is_throttling_compared = is_hot || throttled.most < 1.0 - TOLERANCE / 2.0;
    if is_throttling_compared {
        texts.extend(compare_throttling(&report, &throttled));
    }
    Differences { texts, is_throttling_compared }
}

/// Compares the hot keys of the report with the partitions that throttled requests.
fn compare_throttling(report: &Report, throttled: &Throttled) -> Option<String> {
    let all = report.keys.iter().map(|key| &key.heat);
    let hottest = all.max_by(|one, other| of_heat(one).total_cmp(&of_heat(other)))?;
    if (throttled.requests > 0) != (report.totals.hot_keys > 0) {
        let (requests, hot) = (throttled.requests, report.totals.hot_keys);
        return Some(format!(
            "the engine throttles {requests} requests, the check has {hot} hot keys: {hottest:?}"
        ));
    }
    // Which of the shards is throttled is not predicted.
    let place = (hottest.table.clone(), hottest.index.clone());
    let is_single = hottest.is_above_limit && !hottest.key.contains('*');
    let is_missing = is_single && !throttled.keys.contains(&(place, hottest.key.clone()));
    is_missing.then(|| format!("the engine throttles {:?}, not {hottest:?}", throttled.keys))
}

fn of_heat(heat: &Heat) -> f64 {
    part(&[heat.read_units_per_second, heat.write_units_per_second])
}

/// Returns the loads with the mean of the shards of each sharded key, as the prediction has it.
fn joined(case: &Case, keys: &BTreeMap<String, [f64; 2]>) -> BTreeMap<String, [f64; 2]> {
    let mut joined: BTreeMap<String, [f64; 2]> = BTreeMap::new();
    for (key, units) in keys {
        let (key, part) = match key.strip_prefix("SHARD#").and_then(|rest| rest.split_once('#')) {
            Some((region, _)) => (format!("SHARD#{region}#*"), case.shards as f64),
            None => (key.clone(), 1.0),
        };
        let sum = joined.entry(key).or_default();
        sum[0] += units[0] / part;
        sum[1] += units[1] / part;
    }
    joined
}

/// The permitted difference of units.
const TOLERANCE: f64 = 0.1;

/// Compares the busiest key of each table and index, and the number of hot keys.
fn compare(case: &Case, report: &Report, loads: &Loads, scale: f64) -> Vec<String> {
    let mut found = Vec::new();
    let mut places: Vec<Place> = loads.keys().cloned().collect();
    places.extend(report.keys.iter().map(|key| (key.heat.table.clone(), key.heat.index.clone())));
    places.sort();
    places.dedup();
    let close = |one: f64, other: f64| (one - other).abs() <= TOLERANCE * other.abs() + 1e-6;
    let (mut hot_least, mut hot_most) = (0, 0);
    for place in places {
        let keys = joined(case, loads.get(&place).unwrap_or(&BTreeMap::new()));
        let scaled: BTreeMap<String, [f64; 2]> =
            keys.iter().map(|(key, units)| (key.clone(), units.map(|units| units * scale))).collect();
        // A key can be there without units: an index does not change when what it has of an item stays the same.
        let used = scaled.iter().filter(|(_, units)| part(units) > 0.0);
        let busiest = used.max_by(|one, other| part(one.1).total_cmp(&part(other.1)));
        hot_least += scaled.values().filter(|units| part(units) > LIMIT * (1.0 + TOLERANCE)).count() as u32;
        hot_most += scaled.values().filter(|units| part(units) > LIMIT * (1.0 - TOLERANCE)).count() as u32;
        let predicted = report
            .keys
            .iter()
            .map(|key| &key.heat)
            .find(|heat| (&heat.table, &heat.index) == (&place.0, &place.1));
        if busiest.is_none() && predicted.is_none() {
            continue;
        }
        let (Some((key, units)), Some(heat)) = (busiest, predicted) else {
            found.push(format!("{place:?}: the engine has {busiest:?}, the check {predicted:?}"));
            continue;
        };
        let own = scaled.get(&heat.key).copied().unwrap_or_default();
        let is_busiest = part(&own) >= part(units) * (1.0 - TOLERANCE);
        let same = close(heat.read_units_per_second, own[0]) && close(heat.write_units_per_second, own[1]);
        let near_limit = close(part(units), LIMIT);
        let same_side = near_limit || heat.is_above_limit == (part(units) > LIMIT);
        if !(is_busiest && same && same_side) {
            found.push(format!(
                "{place:?}: the engine has {key} with {units:?} and {} with {own:?}; the check has {} / {} {} for {:?}",
                heat.key, heat.read_units_per_second, heat.write_units_per_second, heat.is_above_limit,
                report.keys.iter().find(|key| key.heat == *heat).map(|key| &key.patterns)
            ));
        }
    }
    if !(hot_least..=hot_most).contains(&report.totals.hot_keys) {
        found.push(format!("{} hot keys, not {hot_least} to {hot_most}", report.totals.hot_keys));
    }
    found
}
