//! Rows behave as a map that is sorted by key, and clones of them keep what they were.

use std::collections::BTreeMap;
use std::ops::Bound;

use dynalab_types::{AttributeValue, Item, KeyBytes, PackedItem};

use super::block::{BLOCK_ROWS_MAX, prefix_of};
use super::{Difference, Rows};
use crate::seed::draw::draw;

type Model = BTreeMap<KeyBytes, PackedItem>;

fn key(number: u64) -> KeyBytes {
    // Few prefixes and many lengths: keys shorter than a prefix, equal prefixes, and keys that begin other keys.
    let mut bytes = vec![(number % 3) as u8; (number % 11) as usize];
    bytes.extend(&number.to_be_bytes()[8 - (number % 4) as usize..]);
    KeyBytes::from_vec(bytes)
}

fn item(number: u64) -> PackedItem {
    let mut item = Item::new();
    item.insert("n", AttributeValue::string(&number.to_string()));
    PackedItem::pack(&item)
}

fn assert_same(rows: &Rows, model: &Model) {
    assert_eq!(rows.len(), model.len());
    assert!(rows.iter().eq(model.iter()), "forward");
    assert!(rows.iter().rev().eq(model.iter().rev()), "backward");
    assert!(rows.blocks.iter().all(|block| {
        let is_sorted = block.rows.is_sorted_by(|(one, _), (other, _)| one < other);
        is_sorted && block.count == block.rows.len() && (1..=BLOCK_ROWS_MAX).contains(&block.count)
    }));
    assert!(
        rows.blocks.iter().all(|block| {
            block.starts_by(prefix_of(block.rows[0].0.as_slice()), block.rows[0].0.as_slice())
        })
    );
}

/// Writes the same to both, as the numbers of a seed say. `spread` is the number of different keys.
fn write(rows: &mut Rows, model: &mut Model, (seed, step): (u64, u64), spread: u64) {
    let number = draw(seed, &[step, 0]) % spread;
    // Phases that grow and phases that shrink.
    let grows = (step / 4_000).is_multiple_of(2);
    match draw(seed, &[step, 1]) % 10 {
        0..=2 if grows => assert_eq!(rows.remove(&key(number)), model.remove(&key(number))),
        3..=9 if !grows => assert_eq!(rows.remove(&key(number)), model.remove(&key(number))),
        _ => assert_eq!(rows.insert(key(number), item(step)), model.insert(key(number), item(step))),
    }
}

fn bounds(seed: u64, step: u64) -> (Bound<KeyBytes>, Bound<KeyBytes>) {
    let bound = |purpose| {
        let key = key(draw(seed, &[step, purpose]) % 5_000);
        match draw(seed, &[step, purpose, 0]) % 3 {
            0 => Bound::Included(key),
            1 => Bound::Excluded(key),
            _ => Bound::Unbounded,
        }
    };
    (bound(2), bound(3))
}

#[test]
fn random_writes_and_reads_are_those_of_a_sorted_map() {
    for seed in 0..4 {
        let (mut rows, mut model) = (Rows::default(), Model::new());
        for step in 0..16_000 {
            write(&mut rows, &mut model, (seed, step), 5_000);
            if step % 500 != 0 {
                continue;
            }
            assert_same(&rows, &model);
            for round in 0..20 {
                let (start, end) = bounds(seed, step + round);
                let range = || {
                    rows.range((start.as_ref().map(KeyBytes::as_slice), end.as_ref().map(KeyBytes::as_slice)))
                };
                let is_in = |key: &KeyBytes| (start.clone(), end.clone()).contains_key(key);
                let expected: Vec<_> = model.iter().filter(|(key, _)| is_in(key)).collect();
                assert_eq!(range().collect::<Vec<_>>(), expected);
                assert!(range().rev().eq(expected.iter().rev().copied()));
                assert_eq!(range().len(), expected.len());
                let mut both = range();
                let ends: Vec<_> = std::iter::from_fn(|| Some((both.next()?, both.next_back()))).collect();
                assert_eq!(ends.len(), expected.len().div_ceil(2), "front and back meet once");
            }
            for round in 0..20 {
                let wanted = key(draw(seed, &[step, round, 4]) % 5_000);
                let position = model.range(..wanted.clone()).count();
                assert_eq!(rows.position(wanted.as_slice()), position);
                assert_eq!(rows.at(position), model.iter().nth(position));
                assert!(rows.from_position(position).eq(model.iter().skip(position)));
                assert_eq!(rows.packed(&wanted), model.get(&wanted));
            }
            assert_eq!(rows.at(model.len()), None);
        }
    }
}

/// `RangeBounds::contains` that accepts a range which ends before it begins.
trait Contains {
    fn contains_key(&self, key: &KeyBytes) -> bool;
}

impl Contains for (Bound<KeyBytes>, Bound<KeyBytes>) {
    fn contains_key(&self, key: &KeyBytes) -> bool {
        std::ops::RangeBounds::contains(self, key)
    }
}

#[test]
fn a_clone_stays_as_it_was_and_differs_by_what_was_written() {
    for seed in 10..14 {
        let (mut rows, mut model) = (Rows::default(), Model::new());
        let mut earlier: Option<(Rows, Model)> = None;
        for step in 0..12_000 {
            write(&mut rows, &mut model, (seed, step), 20_000);
            if step % 600 == 0 {
                if let Some((kept, expected)) = &earlier {
                    assert_same(kept, expected);
                    assert_eq!(rows.differences_since(kept), differences(expected, &model));
                    assert_eq!(kept.differences_since(&rows), differences(&model, expected));
                    assert_eq!(*kept == rows, *expected == model);
                }
                if step % 1_800 == 0 {
                    earlier = Some((rows.clone(), model.clone()));
                }
            }
        }
    }
}

fn differences<'a>(before: &'a Model, after: &'a Model) -> Vec<Difference<'a>> {
    let keys = before.keys().chain(after.keys()).collect::<std::collections::BTreeSet<_>>();
    let compared =
        keys.into_iter().map(|key| Difference { key, before: before.get(key), after: after.get(key) });
    compared.filter(|difference| difference.before != difference.after).collect()
}

#[test]
fn a_write_copies_only_its_block() {
    let mut rows = Rows::from_sorted((0..10_000u64).map(|number| (sorted_key(number), item(number))));
    let kept = rows.clone();
    rows.insert(sorted_key(5_000), item(1));
    let shared = rows.blocks.iter().zip(&kept.blocks).filter(|(one, other)| one.is_shared_with(other));
    assert_eq!((rows.blocks.len(), shared.count()), (20, 19));
    assert_eq!(rows.differences_since(&kept).len(), 1);
}

fn sorted_key(number: u64) -> KeyBytes {
    KeyBytes::from_vec(number.to_be_bytes().to_vec())
}

#[test]
fn sorted_rows_fill_whole_blocks_and_others_are_inserted() {
    for count in [0, 1, 511, 512, 513, 5_000] {
        let sorted = || (0..count).map(|number| (sorted_key(number), item(number)));
        let rows = Rows::from_sorted(sorted());
        assert_same(&rows, &sorted().collect());
        assert_eq!(rows.blocks.len() as u64, count.div_ceil(BLOCK_ROWS_MAX as u64));
        let twice = || sorted().rev().chain(sorted().map(|(key, _)| (key, item(7))));
        assert_same(&Rows::from_sorted(twice()), &twice().collect());
    }
}

#[test]
fn equal_rows_in_different_blocks_are_equal() {
    let rows = Rows::from_sorted((0..3_000).map(|number| (sorted_key(number), item(number))));
    let mut other = Rows::default();
    (0..3_000).rev().for_each(|number| drop(other.insert(sorted_key(number), item(number))));
    assert_ne!(rows.blocks.len(), other.blocks.len());
    assert_eq!(rows, other);
    other.insert(sorted_key(1), item(2));
    assert_ne!(rows, other);
    other.remove(&sorted_key(1));
    assert_ne!(rows, other);
}

#[test]
fn removed_rows_leave_no_empty_or_small_blocks() {
    let mut rows = Rows::from_sorted((0..20_000).map(|number| (sorted_key(number), item(number))));
    (0..20_000).filter(|number| number % 50 != 0).for_each(|number| drop(rows.remove(&sorted_key(number))));
    assert_eq!(rows.len(), 400);
    assert!(rows.blocks.len() <= 4, "{} blocks", rows.blocks.len());
    (0..20_000).for_each(|number| drop(rows.remove(&sorted_key(number))));
    assert!(rows.is_empty() && rows.blocks.is_empty());
}
