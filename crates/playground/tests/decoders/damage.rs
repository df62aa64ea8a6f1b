//! Damages copies of samples. Runs with the same seed have the same cases. Tests of other crates use this file too.

#![allow(dead_code, reason = "some tests damage only texts, others only bytes")]

use std::env;

/// Fragments with a special meaning for parsers.
const PIECES: &[&str] = &[
    "\"",
    "'",
    "\\",
    "\\u",
    "\\ud800",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "<",
    ">",
    ",",
    ":",
    ";",
    "--",
    "/*",
    "*/",
    "#",
    "?",
    "=",
    "\r\n",
    "\n",
    "\0",
    "\u{feff}",
    "é",
    "日本",
    "😀",
    "null",
    "true",
    "-0",
    "1e999",
    "-1E-400",
    "0.1",
    "99999999999999999999999999999999999999999",
    "NaN",
    "AND",
    "NOT",
    "BETWEEN",
    "IN",
    "SET",
    "REMOVE",
    "VALUE",
    "SELECT",
    "FROM",
    "WHERE",
    "::",
    "`",
    "{{",
    "}}",
    "{\"S\":",
    "{\"M\":{",
    "{\"L\":[",
    "[[[[[[[[[[[[[[[[",
    "((((((((((((((((",
    "NOT NOT NOT NOT ",
    "a.b[0]",
    "#n",
    ":v",
];

/// SplitMix64.
pub struct Chance(u64);

/// Returns the random generators for the cases of one decoder.
pub fn cases(name: &str, count: usize) -> impl Iterator<Item = Chance> {
    let number = |name: &str| env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    let factor = number("DYNALAB_CASES").unwrap_or(1).max(1);
    let seed = number("DYNALAB_SEED").unwrap_or(0);
    let start = name.bytes().fold(seed, |hash, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte)));
    (0..count as u64 * factor).map(move |case| Chance(start ^ case.wrapping_mul(0xD134_2543_DE82_EF95)))
}

impl Chance {
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to `end - 1`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.draw() % end.max(1) as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// Damages the bytes one to four times: changes, removes, inserts, repeats, moves or truncates.
    pub fn damage(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(4) {
            let place = self.below(bytes.len() + 1);
            let end = (place + self.below(12)).min(bytes.len());
            match self.below(8) {
                0 => bytes.truncate(place),
                1 => drop(bytes.drain(place..end)),
                2 => drop(bytes.splice(place..place, self.pick(PIECES).bytes())),
                3 => drop(bytes.splice(place..end, self.pick(PIECES).bytes())),
                4 => {
                    let copy = bytes[place..end].to_vec();
                    let to = self.below(bytes.len() + 1);
                    bytes.splice(to..to, copy);
                }
                5 => drop(bytes.splice(place..place, [0xFF; 9].into_iter().take(1 + end - place))),
                _ if place < bytes.len() => bytes[place] = self.draw() as u8,
                _ => bytes.push(self.draw() as u8),
            }
        }
    }

    /// Damages a text. The result is valid UTF-8.
    pub fn damaged_text(&mut self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        self.damage(&mut bytes);
        String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    }
}
