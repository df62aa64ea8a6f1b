//! Generates items, keys and values: few different keys, so that writes overlap, and every type of value.

use std::collections::BTreeMap;

use crate::simulator::chance::Chance;
use crate::simulator::generation::Generator;
use crate::simulator::request::TableShape;
use crate::simulator::value::{Item, Kind, Value};

/// Attributes that can be keys of indexes. Each has the same type in all tables.
pub const INDEX_ATTRIBUTES: [(&str, Kind); 3] = [("gs", Kind::S), ("gn", Kind::N), ("gb", Kind::B)];
pub const PLAIN_ATTRIBUTES: [&str; 5] = ["a", "b", "c", "d", "e"];

const PARTITION_TEXTS: [&str; 3] = ["p", "q", "p\u{0}"];
const SORT_TEXTS: [&str; 8] = ["a", "a\u{0}", "a\u{0}b", "ab", "b", "é", "日本", "\u{10FFFF}"];
const NUMBERS: [i64; 10] = [-100_000, -2_500, -1_000, -1, 0, 1, 1_500, 2_000, 10_000, 100_000];
const BYTES: [&[u8]; 7] = [&[0], &[0, 0], &[0, 1], &[1], &[127], &[255], &[255, 255]];
const TEXTS: [&str; 7] = ["", "x", "xy", "é", "😀", "日本", "p"];

impl Generator {
    pub fn item(&mut self, shape: &TableShape) -> Item {
        let mut item = self.key(shape);
        for (name, kind) in INDEX_ATTRIBUTES {
            // The table's key may have this name too.
            if item.contains_key(name) || self.chance.one_in(3) {
                continue;
            }
            let value = if self.chance.one_in(60) { self.value(1) } else { self.partition_value(kind) };
            item.insert(name.to_owned(), value);
        }
        for name in PLAIN_ATTRIBUTES {
            if self.chance.one_in(2) {
                item.insert(name.to_owned(), self.value(2));
            }
        }
        if self.chance.one_in(15) {
            let length = self.chance.below(6_000);
            item.insert("pad".into(), Value::S("x".repeat(length)));
        }
        if self.appetite.large_items && self.chance.one_in(2) {
            let length = *self.chance.pick(&[150_000, 250_000, 380_000, 409_000, 410_000]);
            item.insert("pad".into(), Value::S("x".repeat(length)));
        }
        item
    }

    /// Returns a key that rarely does not match the table's key schema.
    pub fn key(&mut self, shape: &TableShape) -> Item {
        let mut key = Item::new();
        let (name, kind) = &shape.key.partition;
        key.insert(name.clone(), self.partition_value(*kind));
        if let Some((name, kind)) = &shape.key.sort {
            key.insert(name.clone(), self.sort_value(*kind));
        }
        if self.chance.one_in(80) {
            let name = self.chance.pick_text(&["pk", "sk"]).to_string();
            match self.chance.below(4) {
                0 => drop(key.remove(&name)),
                1 => drop(key.insert("stranger".into(), Value::Null)),
                2 => drop(key.insert(name, Value::text(""))),
                _ => drop(key.insert(name, Value::Bool(true))),
            }
        }
        key
    }

    pub fn partition_value(&mut self, kind: Kind) -> Value {
        match kind {
            Kind::S => Value::text(self.chance.pick_text(&PARTITION_TEXTS)),
            Kind::N => Value::N(*self.chance.pick(&NUMBERS[3..6])),
            Kind::B => Value::B(self.chance.pick(&BYTES[..3]).to_vec()),
        }
    }

    pub fn sort_value(&mut self, kind: Kind) -> Value {
        if self.appetite.crowded {
            return self.partition_value(kind);
        }
        match kind {
            Kind::S => Value::text(self.chance.pick_text(&SORT_TEXTS)),
            Kind::N => Value::N(*self.chance.pick(&NUMBERS)),
            Kind::B => Value::B(self.chance.pick(&BYTES).to_vec()),
        }
    }

    /// Returns a value of any type, nested up to `levels` levels.
    pub fn value(&mut self, levels: usize) -> Value {
        value(&mut self.chance, levels)
    }
}

fn value(chance: &mut Chance, levels: usize) -> Value {
    let count = chance.below(3);
    match chance.below(if levels > 0 { 10 } else { 8 }) {
        0 => Value::text(chance.pick_text(&TEXTS)),
        1 => Value::N(*chance.pick(&NUMBERS)),
        2 => Value::B(chance.pick(&BYTES).to_vec()),
        3 => Value::Bool(chance.one_in(2)),
        4 => Value::Null,
        5..=7 => set(chance),
        8 => Value::L((0..count).map(|_| value(chance, levels - 1)).collect()),
        _ => {
            let mut map = BTreeMap::new();
            for _ in 0..count {
                map.insert(chance.pick_text(&["a", "m"]).to_string(), value(chance, levels - 1));
            }
            Value::M(map)
        }
    }
}

/// Returns a set of one to three members.
pub fn set(chance: &mut Chance) -> Value {
    let count = 1 + chance.below(3);
    match chance.below(3) {
        0 => Value::Ss((0..count).map(|_| chance.pick_text(&TEXTS[1..]).to_string()).collect()),
        1 => Value::Ns((0..count).map(|_| *chance.pick(&NUMBERS)).collect()),
        _ => Value::Bs((0..count).map(|_| chance.pick(&BYTES).to_vec()).collect()),
    }
}
