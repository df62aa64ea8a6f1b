//! Each distribution draws what it says: counted, and compared with its shares.

use super::*;
use crate::workload::chance::draw_of;

const DRAWS: u64 = 200_000;

/// How far what is drawn lies from the shares, as chi-squared over so many keys by name and all others together.
fn chi_squared(keys: KeyDistribution, named: u64, seed: u64) -> (f64, f64) {
    let shares = keys.shares(0, named);
    assert_eq!(shares.named.iter().map(|(_, share)| share).sum::<u64>() + shares.rest, SHARE_ONE);
    let picker = keys.picker();
    let mut draw = draw_of(seed, &[1]);
    let mut counted = std::collections::BTreeMap::new();
    for _ in 0..DRAWS {
        let number = picker.pick(0, &mut draw);
        assert!(number < keys.count(), "{number}");
        let cell = if shares.named.iter().any(|(key, _)| *key == number) { Some(number) } else { None };
        *counted.entry(cell).or_insert(0.0) += 1.0;
    }
    let expected = shares.named.iter().map(|(key, share)| (Some(*key), *share)).chain([(None, shares.rest)]);
    let (mut sum, mut cells) = (0.0, 0.0);
    for (cell, share) in expected.filter(|(_, share)| *share > 0) {
        let expected = share as f64 / SHARE_ONE as f64 * DRAWS as f64;
        let found = counted.get(&cell).copied().unwrap_or(0.0);
        sum += (found - expected) * (found - expected) / expected;
        cells += 1.0;
    }
    (sum, cells - 1.0)
}

/// More than the mean and five deviations of chi-squared is no chance.
fn check(keys: KeyDistribution, named: u64) {
    for seed in [1, 2, 3] {
        let (found, degrees) = chi_squared(keys, named, seed);
        assert!(
            found < degrees + 5.0 * (2.0 * degrees).sqrt() + 8.0,
            "{keys:?}, seed {seed}: {found} of {degrees}"
        );
    }
}

#[test]
fn uniform_keys_are_alike() {
    check(KeyDistribution::Uniform { count: 50 }, 50);
    check(KeyDistribution::Uniform { count: 1_000_000_000 }, 10);
}

#[test]
fn the_hot_key_has_its_share() {
    check(KeyDistribution::HotKey(HotKey { count: 40, hot_permille: 700 }), 40);
    check(KeyDistribution::HotKey(HotKey { count: 1, hot_permille: 10 }), 1);
    let shares = KeyDistribution::HotKey(HotKey { count: 5, hot_permille: 200 }).shares(0, 5);
    assert!(shares.named.iter().all(|(_, share)| share.abs_diff(SHARE_ONE / 5) < 1_000), "{shares:?}");
}

#[test]
fn ranks_follow_zipf() {
    for exponent_permille in [500, 990, 1_000, 1_500] {
        check(KeyDistribution::Zipf(Zipf { count: 200, exponent_permille }), 200);
        check(KeyDistribution::Zipf(Zipf { count: 10_000_000_000, exponent_permille }), 60);
    }
}

/// The shares are the law's own, against floats: also behind the ranks that are reckoned one by one.
#[test]
fn shares_of_ranks_are_the_laws() {
    const COUNT: u64 = 20_000;
    let shares = KeyDistribution::Zipf(Zipf { count: COUNT, exponent_permille: 1_000 }).shares(0, COUNT);
    let harmonic: f64 = (1..=COUNT).map(|rank| 1.0 / rank as f64).sum();
    for (number, share) in &shares.named {
        let expected = 1.0 / (number + 1) as f64 / harmonic;
        let found = *share as f64 / SHARE_ONE as f64;
        assert!((found / expected - 1.0).abs() < 0.04, "{number}: {found} for {expected}");
    }
    assert_eq!(shares.named.len() as u64, COUNT);
}

#[test]
fn a_time_series_goes_from_day_to_day() {
    let series = KeyDistribution::TimeSeries(TimeSeries { period_ms: 1_000, shards: 3 });
    let picker = series.picker();
    let mut draw = draw_of(5, &[2]);
    for (at_ms, keys) in [(0, 0..3), (999, 0..3), (1_000, 3..6), (25_400, 75..78)] {
        for _ in 0..40 {
            assert!(keys.contains(&picker.pick(at_ms, &mut draw)));
        }
        let named: Vec<u64> = series.shares(at_ms, 9).named.iter().map(|(key, _)| *key).collect();
        assert_eq!(named, keys.clone().collect::<Vec<u64>>());
    }
}

#[test]
fn shards_divide_the_share_of_their_key() {
    let hot = ShardedKeys::HotKey(HotKey { count: 5, hot_permille: 600 });
    let zipf = ShardedKeys::Zipf(Zipf { count: 30, exponent_permille: 990 });
    for (keys, shards) in [(hot, 1), (hot, 4), (zipf, 7)] {
        check(KeyDistribution::Sharded(Sharded { keys, shards }), 300);
    }
    let sharded = KeyDistribution::Sharded(Sharded { keys: hot, shards: 4 });
    assert_eq!(sharded.count(), 20);
    for named in [20, 3] {
        let shares = sharded.shares(0, named);
        assert_eq!(shares.named.len() as u64, named);
        assert!(shares.named[2].1.abs_diff(SHARE_ONE / 1_000 * 150) < 1_000_000, "{:?}", shares.named[2]);
    }
}
