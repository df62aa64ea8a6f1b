//! Masks values before anything is written: each value of a masked attribute becomes another of the same shape, and the same value becomes
//! the same everywhere: in keys that contain it, in other attributes, in sets, and in all tables of a pull.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use aho_corasick::{AhoCorasick, MatchKind};
use dynalab_modeling::design::Table;
use dynalab_types::{AttributeMap, AttributeValue, Item, Number};
use sha2::{Digest, Sha256};

/// A value of so many characters is replaced wherever it occurs inside a text. A shorter one is replaced where it is a whole part of it.
pub const CHARACTERS_MIN: usize = 6;
/// How often a text is masked again because its parts together form another value.
const ROUNDS_MAX: u32 = 8;
/// How often a replacement is drawn until it is another than all values and replacements.
const DRAWS_MAX: u32 = 16;

/// Masks the attributes with these names, at every depth.
pub struct Mask {
    names: BTreeSet<String>,
    /// The secret of this run: without it a masked value says nothing about the value.
    secret: [u8; 32],
    masked: BTreeMap<String, String>,
    long: Option<AhoCorasick>,
    /// The long values in the order of the automaton.
    long_values: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MaskError {
    /// Two items of a table have the same key after they were masked.
    SameKey { table: String, key: String },
    /// There are too many values for one automaton.
    TooManyValues { detail: String },
}

impl Mask {
    pub fn new(names: impl IntoIterator<Item = String>, secret: [u8; 32]) -> Mask {
        Mask {
            names: names.into_iter().collect(),
            secret,
            masked: BTreeMap::new(),
            long: None,
            long_values: Vec::new(),
        }
    }

    /// Learns the values of the masked attributes in all items.
    pub fn learn<'a>(&mut self, items: impl Iterator<Item = &'a Item>) {
        let mut values = BTreeSet::new();
        items.for_each(|item| self.collect(item, false, &mut values));
        self.long_values =
            values.iter().filter(|value| value.chars().count() >= CHARACTERS_MIN).cloned().collect();
        self.long = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .build(&self.long_values)
            .ok()
            .filter(|_| !self.long_values.is_empty());
        let mut used = BTreeSet::new();
        for value in &values {
            let is_free = |masked: &String| {
                let has_value = self.long.as_ref().is_some_and(|long| long.is_match(masked));
                !has_value && !values.contains(masked) && !used.contains(masked)
            };
            let draw = |value: &str| (0..DRAWS_MAX).map(|round| self.replacement(value, round)).find(is_free);
            let mut drawn = draw(value);
            // Short values and values of signs have few others of their shape: a longer one of letters is another in any case.
            let mut longer = letters_for_signs(value);
            while drawn.is_none() {
                longer.push(if longer.ends_with(|last: char| last.is_ascii_digit()) { '1' } else { 'x' });
                drawn = draw(&longer);
            }
            let masked = drawn.unwrap_or_default();
            used.insert(masked.clone());
            self.masked.insert(value.clone(), masked);
        }
    }

    /// Returns the items of a table with masked values.
    ///
    /// # Errors
    /// Two items get the same key: a short key value has too few others of its shape.
    pub fn masked(&self, table: &Table, items: Vec<Item>) -> Result<Vec<Item>, MaskError> {
        if self.long.is_none() && !self.long_values.is_empty() {
            let detail = format!("{} values", self.long_values.len());
            return Err(MaskError::TooManyValues { detail });
        }
        let mut keys = BTreeSet::new();
        let mut masked = Vec::with_capacity(items.len());
        for item in items {
            let item = self.mask_map(&item, false);
            let key: Vec<String> = table
                .key()
                .filter_map(|key| item.get(&key.name))
                .map(dynalab_types::wire::value_json)
                .collect();
            let key = key.join(" / ");
            if !keys.insert(key.clone()) {
                return Err(MaskError::SameKey { table: table.name.clone(), key });
            }
            masked.push(item);
        }
        Ok(masked)
    }

    fn collect(&self, map: &AttributeMap, is_inside: bool, values: &mut BTreeSet<String>) {
        for (name, value) in map.iter() {
            self.collect_value(value, is_inside || self.names.contains(name), values);
        }
    }

    fn collect_value(&self, value: &AttributeValue, is_masked: bool, values: &mut BTreeSet<String>) {
        match value {
            AttributeValue::M(map) => self.collect(map, is_masked, values),
            AttributeValue::L(list) => {
                list.iter().for_each(|value| self.collect_value(value, is_masked, values));
            }
            _ if !is_masked => {}
            AttributeValue::S(text) => add(text, values),
            AttributeValue::N(number) => add(&number.to_string(), values),
            AttributeValue::Ss(set) => set.iter().for_each(|text| add(text, values)),
            AttributeValue::Ns(set) => set.iter().for_each(|number| add(&number.to_string(), values)),
            AttributeValue::B(bytes) => add_bytes(bytes, values),
            AttributeValue::Bs(set) => set.iter().for_each(|bytes| add_bytes(bytes, values)),
            AttributeValue::Bool(_) | AttributeValue::Null => {}
        }
    }

    fn mask_map(&self, map: &AttributeMap, is_masked: bool) -> AttributeMap {
        map.iter()
            .map(|(name, value)| {
                let masked = self.mask_value(value, is_masked || self.names.contains(name));
                // A name inside a document can be a value too, as in a map by e-mail address.
                let name = if is_masked { self.text(name) } else { self.long_parts(name) };
                (name, masked)
            })
            .collect()
    }

    fn mask_value(&self, value: &AttributeValue, is_masked: bool) -> AttributeValue {
        match value {
            AttributeValue::M(map) => AttributeValue::M(self.mask_map(map, is_masked)),
            AttributeValue::L(list) => {
                AttributeValue::L(list.iter().map(|value| self.mask_value(value, is_masked)).collect())
            }
            AttributeValue::S(text) => AttributeValue::S(self.text(text).into()),
            AttributeValue::N(number) => AttributeValue::N(self.number(*number)),
            AttributeValue::Ss(set) => {
                AttributeValue::Ss(set.iter().map(|text| self.text(text).into()).collect())
            }
            AttributeValue::Ns(set) => {
                AttributeValue::Ns(set.iter().map(|number| self.number(*number)).collect())
            }
            AttributeValue::B(bytes) => AttributeValue::B(self.bytes(bytes)),
            AttributeValue::Bs(set) => {
                AttributeValue::Bs(set.iter().map(|bytes| self.bytes(bytes)).collect())
            }
            AttributeValue::Bool(value) => AttributeValue::Bool(*value),
            AttributeValue::Null => AttributeValue::Null,
        }
    }

    /// Masks a text: as a whole, as parts between the separators of keys, and as long values inside.
    fn text(&self, text: &str) -> String {
        if let Some(masked) = self.masked.get(text) {
            return masked.clone();
        }
        let mut parts = String::with_capacity(text.len());
        let is_separator =
            |letter: char| !letter.is_alphanumeric() && !matches!(letter, '.' | '-' | '_' | '@' | '+');
        for part in text.split_inclusive(is_separator) {
            let word = part.trim_end_matches(is_separator);
            parts.push_str(self.masked.get(word).map_or(word, String::as_str));
            parts.push_str(&part[word.len()..]);
        }
        self.long_parts(&parts)
    }

    /// Replaces long values inside a text, until there are none.
    fn long_parts(&self, text: &str) -> String {
        let Some(long) = &self.long else { return text.to_owned() };
        let mut masked = text.to_owned();
        for round in 0..ROUNDS_MAX {
            if !long.is_match(&masked) {
                return masked;
            }
            let mut next = String::with_capacity(masked.len());
            long.replace_all_with(&masked, &mut next, |found, value, next| {
                let replacement = match round {
                    0 => self.masked.get(value).cloned(),
                    _ => None,
                };
                next.push_str(&replacement.unwrap_or_else(|| {
                    self.replacement(&self.long_values[found.pattern().as_usize()], round + ROUNDS_MAX)
                }));
                true
            });
            masked = next;
        }
        // The parts go on to form values: nothing of the text is kept.
        self.replacement(&letters_for_signs(text), u32::MAX)
    }

    fn number(&self, number: Number) -> Number {
        let text = number.to_string();
        let masked = match self.masked.get(&text) {
            Some(masked) => masked.clone(),
            None => self.long_parts(&text),
        };
        // A changed exponent can be out of range.
        Number::parse(&masked)
            .unwrap_or_else(|_| Number::from(i64::from(Bits::new(&self.secret, &text, 0).next())))
    }

    fn bytes(&self, bytes: &[u8]) -> Box<[u8]> {
        let base64 = dynalab_types::wire::base64_text(bytes);
        if let Some(masked) = self.masked.get(&base64)
            && let Some(bytes) = dynalab_types::wire::base64_bytes(masked)
        {
            return bytes.into();
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => self.text(text).into_bytes().into(),
            Err(_) => bytes.into(),
        }
    }

    /// Returns a text of the same shape: a letter for a letter, a digit for a digit, all else as it is.
    fn replacement(&self, value: &str, round: u32) -> String {
        let mut masked = String::with_capacity(value.len());
        let mut bits = Bits::new(&self.secret, value, round);
        let has_exponent = value.contains('E') && Number::parse(value).is_ok();
        for (place, letter) in value.chars().enumerate() {
            masked.push(match letter {
                // No number begins or ends with zero, so that it keeps its length.
                '1'..='9' => char::from(b'1' + bits.below(9)),
                '0' if place == 0 => '0',
                '0' => char::from(b'1' + bits.below(9)),
                'E' if has_exponent => letter,
                'a'..='z' => char::from(b'a' + bits.below(26)),
                'A'..='Z' => char::from(b'A' + bits.below(26)),
                '\u{3041}'..='\u{3096}' => offset(letter, '\u{3041}', 86, bits.below(86)),
                '\u{30a1}'..='\u{30fa}' => offset(letter, '\u{30a1}', 90, bits.below(90)),
                _ if letter.is_alphabetic() => offset(letter, '\u{4e00}', 250, bits.below(250)),
                _ => letter,
            });
        }
        masked
    }
}

fn add(text: &str, values: &mut BTreeSet<String>) {
    if !text.is_empty() {
        values.insert(text.to_owned());
    }
}

/// A binary value is known by its Base64 text, and by its own text if it is one.
fn add_bytes(bytes: &[u8], values: &mut BTreeSet<String>) {
    add(&dynalab_types::wire::base64_text(bytes), values);
    if let Ok(text) = std::str::from_utf8(bytes) {
        add(text, values);
    }
}

/// Returns a text with letters in place of everything that has no shape, unless it is a number.
fn letters_for_signs(text: &str) -> String {
    if Number::parse(text).is_ok() {
        return text.to_owned();
    }
    text.chars().map(|letter| if letter.is_alphanumeric() { letter } else { 'x' }).collect()
}

fn offset(letter: char, first: char, count: u32, by: u8) -> char {
    char::from_u32(first as u32 + u32::from(by) % count).unwrap_or(letter)
}

/// Random bytes that depend on the secret, a value and a round alone.
struct Bits {
    seed: [u8; 32],
    block: [u8; 32],
    place: usize,
    number: u64,
}

impl Bits {
    fn new(secret: &[u8; 32], value: &str, round: u32) -> Bits {
        let mut hash = Sha256::new();
        hash.update(secret);
        hash.update(round.to_be_bytes());
        hash.update(value.as_bytes());
        let seed: [u8; 32] = hash.finalize().into();
        Bits { seed, block: seed, place: 0, number: 0 }
    }

    fn next(&mut self) -> u8 {
        if self.place == self.block.len() {
            self.number += 1;
            let mut hash = Sha256::new();
            hash.update(self.seed);
            hash.update(self.number.to_be_bytes());
            self.block = hash.finalize().into();
            self.place = 0;
        }
        self.place += 1;
        self.block[self.place - 1]
    }

    /// Returns a number below the bound. Each is as likely as the others.
    fn below(&mut self, bound: u8) -> u8 {
        let most = u8::MAX - u8::MAX % bound;
        loop {
            let next = self.next();
            if next < most {
                return next % bound;
            }
        }
    }
}

impl fmt::Display for MaskError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MaskError::SameKey { table, key } => write!(
                formatter,
                "Table {table}: two items get the masked key {key}, because the values of the masked attribute are too short. \
                 Nothing was written. Leave this attribute out of the mask."
            ),
            MaskError::TooManyValues { detail } => write!(
                formatter,
                "There are too many different values to mask ({detail}). Nothing was written. Pull fewer items, with --sample."
            ),
        }
    }
}

impl std::error::Error for MaskError {}
