//! Generates items from a count, a seed, and an item with placeholders in its strings. It uses only integers, so every platform
//! generates the same items.

mod error;
mod links;
pub(crate) mod template;
mod words;

use dynalab_types::json::{Object, Value, write_object};

use template::Template;

pub use error::GeneratorError;
pub use template::TemplateError;

/// The maximum number of items.
pub const ITEMS_MAX: usize = 10_000;
/// The maximum size of all items as JSON, in bytes.
pub const TEXT_MAX_BYTES: usize = 4 * 1024 * 1024;

#[derive(Clone, Debug, PartialEq)]
pub struct Generator {
    pub count: usize,
    pub seed: u64,
    /// DynamoDB JSON with placeholders in its strings, as in `{"S":"USER#{n:4}"}`.
    pub item: Object,
}

impl Generator {
    /// Generates the items. Each is drawn from the seed and its own number. So a larger count begins with the same items.
    ///
    /// # Errors
    /// If there are too many items, they are too large, or a string has an invalid placeholder.
    pub fn items(&self) -> Result<Vec<Object>, GeneratorError> {
        if self.count > ITEMS_MAX {
            return Err(GeneratorError::TooMany { found: self.count });
        }
        let mut items = Vec::with_capacity(self.count);
        let (mut bytes, mut text) = (0, String::new());
        for number in 0..self.count as u64 {
            let mut draw = Draw { state: Draw { state: self.seed }.next() ^ Draw { state: number }.next() };
            let item = links::fill(fill_members(&self.item, number, &mut draw)?)?;
            text.clear();
            write_object(&item, &mut text);
            bytes += text.len();
            // A short generator can produce more text than fits in memory.
            if bytes > TEXT_MAX_BYTES {
                return Err(GeneratorError::TooLarge { bytes });
            }
            items.push(item);
        }
        Ok(items)
    }
}

/// Fills the members in the order of their names, which determines the random draws of each placeholder.
fn fill_members(members: &Object, number: u64, draw: &mut Draw) -> Result<Object, GeneratorError> {
    let mut filled = Object::new();
    for (name, value) in members {
        filled.insert(name.clone(), fill(value, number, draw)?);
    }
    Ok(filled)
}

fn fill(value: &Value, number: u64, draw: &mut Draw) -> Result<Value, GeneratorError> {
    Ok(match value {
        Value::String(text) => {
            let marked = links::mark(text);
            let filled = Template::parse(&marked).and_then(|template| template.fill(number, draw));
            let refused = |error| GeneratorError::Template { template: text.clone(), error };
            Value::String(filled.map_err(refused)?)
        }
        Value::Object(members) => Value::Object(fill_members(members, number, draw)?),
        Value::Array(elements) => {
            let mut filled = Vec::with_capacity(elements.len());
            for element in elements {
                filled.push(fill(element, number, draw)?);
            }
            Value::Array(filled)
        }
        other => other.clone(),
    })
}

/// The maximum number of steps of a Zipf draw.
const ZIPF_MAX: u64 = 1_000;
/// The weight of the first step, large enough that the last steps differ.
const ZIPF_UNIT: u64 = 1 << 32;

/// SplitMix64. Its output is part of the format and must never change.
#[derive(Clone, Debug)]
pub struct Draw {
    state: u64,
}

impl From<u64> for Draw {
    fn from(state: u64) -> Draw {
        Draw { state }
    }
}

impl Draw {
    /// Returns the next 64 bits.
    #[allow(clippy::should_implement_trait, reason = "a draw has no end")]
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `bound`, which must not be zero.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// Returns a number below `bound`, which must not be zero. 0 is twice as frequent as 1 and three times as frequent as 2. Uses
    /// integers only, so that every platform draws the same. Above [`ZIPF_MAX`], a step represents several consecutive numbers.
    pub fn below_by_zipf(&mut self, bound: u64) -> u64 {
        let steps = bound.min(ZIPF_MAX);
        let weight = |step: u64| ZIPF_UNIT / (step + 1);
        let mut rest = self.below((0..steps).map(weight).sum());
        let mut step = 0;
        while rest >= weight(step) {
            rest -= weight(step);
            step += 1;
        }
        let begin_of = |step: u64| (u128::from(step) * u128::from(bound) / u128::from(steps)) as u64;
        let (first, end) = (begin_of(step), begin_of(step + 1));
        first + self.below(end - first)
    }
}

#[cfg(test)]
mod tests;
