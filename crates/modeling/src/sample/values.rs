//! Sample values. The seed, the attribute and the row determine each value.

use dynalab_types::{AttributeValue, Number};
use serde_json::Value;

use super::random::{Random, hash_text};
use crate::bounds;
use crate::design::{Attribute, AttributeType, Values};
use crate::literal;
use dynalab_types::iso_time;

const GIVEN_NAMES: [&str; 16] = [
    "Aiko", "Ben", "Chloe", "Daichi", "Elena", "Farid", "Grace", "Haruto", "Ines", "Jun", "Kofi", "Lena",
    "Mei", "Noah", "Olga", "Priya",
];
const FAMILY_NAMES: [&str; 14] = [
    "Abe", "Brown", "Costa", "Diaz", "Endo", "Fischer", "Garcia", "Hayashi", "Ito", "Jensen", "Khan",
    "Lopez", "Mori", "Novak",
];
const WORDS: [&str; 20] = [
    "river", "amber", "cedar", "lemon", "cloud", "maple", "ocean", "quiet", "stone", "tiger", "velvet",
    "winter", "yellow", "zephyr", "basil", "coral", "daisy", "ember", "fable", "grove",
];
/// Bytes of names that are hashed in the time of one step.
const NAME_BYTES_PER_STEP: usize = 32;
/// Bytes of a value whose kind is always short.
const SHORT_BYTES: usize = 64;
/// Maximum bytes of a generated text. DynamoDB refuses an item above 400 KB, and the check shows that.
const TEXT_BYTES_MAX: usize = 500_000;
const ULID_ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ANY_TIME_FROM: i64 = 1_767_225_600;
const ANY_TIME_TO: i64 = 1_772_323_200;

/// Returns the value of an attribute in a row, or None if this row does not have it.
pub fn value_of(seed: u64, entity: &str, attribute: &Attribute, row: u64) -> Option<AttributeValue> {
    let mut random =
        Random::from_seed(seed, hash_text(entity) ^ hash_text(&attribute.name).rotate_left(17), row);
    if attribute.present < 1.0 && random.unit() >= attribute.present {
        return None;
    }
    let wanted = attribute.data_type;
    Some(match &attribute.values {
        Values::Any => any(wanted, &mut random),
        Values::Sequence { prefix, width, start } => {
            let number = start.saturating_add(row);
            match wanted {
                AttributeType::N => AttributeValue::N(Number::from(number.min(i64::MAX as u64) as i64)),
                _ => AttributeValue::S(format!("{prefix}{number:0>width$}", width = (*width).min(38)).into()),
            }
        }
        Values::Ulid { from, to } => {
            AttributeValue::S(ulid(between(from, to, &mut random), &mut random).into())
        }
        Values::Uuid => AttributeValue::S(uuid(&mut random).into()),
        Values::Choice { values, weights } => pick(values, weights, &mut random)
            .map_or(AttributeValue::Null, |value| literal::value_of(value, Some(wanted))),
        Values::Cycle { values } if values.is_empty() => AttributeValue::Null,
        Values::Cycle { values } => {
            literal::value_of(&values[(row % values.len() as u64) as usize], Some(wanted))
        }
        Values::Number { least, most, decimals } => number(*least, *most, *decimals, wanted, &mut random),
        Values::Time { from, to } => timed(between(from, to, &mut random), wanted, usize::MAX),
        Values::Date { from, to } => timed(between(from, to, &mut random), wanted, "2026-01-31".len()),
        Values::Text { bytes } => text(*bytes, wanted, &mut random),
        Values::Person => {
            let given = GIVEN_NAMES[random.below(GIVEN_NAMES.len() as u64) as usize];
            let family = FAMILY_NAMES[random.below(FAMILY_NAMES.len() as u64) as usize];
            AttributeValue::S(format!("{given} {family}").into())
        }
        Values::Email => {
            let given = GIVEN_NAMES[random.below(GIVEN_NAMES.len() as u64) as usize].to_lowercase();
            AttributeValue::S(format!("{given}{}@example.com", row + 1).into())
        }
        Values::Flag { share } => AttributeValue::Bool(random.unit() < *share),
        Values::Constant { value } => literal::value_of(value, Some(wanted)),
        Values::Vector { dimensions } => AttributeValue::L(
            (0..*dimensions)
                .map(|_| AttributeValue::N(thousandths((random.below(2_001)) as i64 - 1_000)))
                .collect(),
        ),
    })
}

/// Returns the bytes that a value of the attribute has at most, without making it.
pub fn bytes_of(attribute: &Attribute) -> usize {
    let longest = |values: &[Value]| values.iter().map(literal::bytes_of).max().unwrap_or(0);
    match &attribute.values {
        Values::Text { bytes } => (*bytes).min(TEXT_BYTES_MAX),
        Values::Vector { dimensions } => dimensions.saturating_mul(bounds::VALUE_BYTES),
        Values::Constant { value } => literal::bytes_of(value),
        Values::Choice { values, .. } | Values::Cycle { values } => longest(values),
        Values::Sequence { prefix, .. } => prefix.len() + SHORT_BYTES,
        Values::Any
        | Values::Ulid { .. }
        | Values::Uuid
        | Values::Number { .. }
        | Values::Time { .. }
        | Values::Date { .. }
        | Values::Person
        | Values::Email
        | Values::Flag { .. } => SHORT_BYTES,
    }
}

/// Returns the values that are looked at for one value of the attribute.
pub fn steps_of(entity: &str, attribute: &Attribute) -> usize {
    let of_names = 1 + (entity.len() + attribute.name.len()) / NAME_BYTES_PER_STEP;
    match &attribute.values {
        Values::Choice { values, .. } | Values::Cycle { values } => of_names + values.len(),
        _ => of_names,
    }
}

fn any(wanted: AttributeType, random: &mut Random) -> AttributeValue {
    let word = |random: &mut Random| WORDS[random.below(WORDS.len() as u64) as usize];
    match wanted {
        AttributeType::S => AttributeValue::string(word(random)),
        AttributeType::N => AttributeValue::N(Number::from(random.below(1_000) as i64)),
        AttributeType::B => AttributeValue::B(word(random).as_bytes().into()),
        AttributeType::BOOL => AttributeValue::Bool(random.below(2) == 1),
        AttributeType::NULL => AttributeValue::Null,
        AttributeType::L => AttributeValue::L(vec![
            AttributeValue::string(word(random)),
            AttributeValue::string(word(random)),
        ]),
        AttributeType::M => {
            AttributeValue::M([("value", AttributeValue::string(word(random)))].into_iter().collect())
        }
        AttributeType::SS => {
            AttributeValue::Ss([word(random), word(random)].into_iter().map(Into::into).collect())
        }
        AttributeType::NS => {
            AttributeValue::Ns([Number::from(random.below(1_000) as i64)].into_iter().collect())
        }
        AttributeType::BS => AttributeValue::Bs([word(random).as_bytes().into()].into_iter().collect()),
    }
}

fn between(from: &str, to: &str, random: &mut Random) -> i64 {
    let from = iso_time::parse(from).unwrap_or(ANY_TIME_FROM);
    let to = iso_time::parse(to).unwrap_or(ANY_TIME_TO).max(from + 1);
    from + random.below((to - from) as u64) as i64
}

fn timed(seconds: i64, wanted: AttributeType, length: usize) -> AttributeValue {
    match wanted {
        AttributeType::N => AttributeValue::N(Number::from(seconds)),
        _ => {
            let text = iso_time::print(seconds);
            AttributeValue::string(text.get(..length.min(text.len())).unwrap_or(&text))
        }
    }
}

fn ulid(seconds: i64, random: &mut Random) -> String {
    let millis = (seconds.max(0) as u64) * 1_000 + random.below(1_000);
    let letter = |value: u64| char::from(ULID_ALPHABET[(value & 31) as usize]);
    let time = (0..10).rev().map(|place| letter(millis >> (5 * place)));
    let noise: Vec<char> = (0..16).map(|_| letter(random.draw())).collect();
    time.chain(noise).collect()
}

fn uuid(random: &mut Random) -> String {
    let (high, low) = (random.draw(), random.draw());
    format!(
        "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
        high >> 32,
        (high >> 16) & 0xFFFF,
        high & 0xFFF,
        (low >> 48) & 0x3FFF | 0x8000,
        low & 0xFFFF_FFFF_FFFF
    )
}

pub(super) fn pick<'a>(values: &'a [Value], weights: &[f64], random: &mut Random) -> Option<&'a Value> {
    let weight = |place: usize| {
        weights.get(place).copied().unwrap_or(if weights.is_empty() { 1.0 } else { 0.0 }).max(0.0)
    };
    let total: f64 = (0..values.len()).map(weight).sum();
    let mut rest = random.unit() * total;
    for (place, value) in values.iter().enumerate() {
        rest -= weight(place);
        if rest < 0.0 {
            return Some(value);
        }
    }
    values.last()
}

fn number(
    least: f64,
    most: f64,
    decimals: u32,
    wanted: AttributeType,
    random: &mut Random,
) -> AttributeValue {
    let factor = 10_f64.powi(decimals.min(9) as i32);
    let (least, most) = ((least * factor).round() as i64, (most * factor).round() as i64);
    let span = most.saturating_sub(least).max(0) as u64;
    let scaled = least.saturating_add(random.below(span.saturating_add(1)) as i64);
    let number = Number::from_parts(scaled < 0, u128::from(scaled.unsigned_abs()), -(decimals.min(9) as i16));
    let number = number.unwrap_or_else(|_| Number::from(scaled));
    match wanted {
        AttributeType::S => AttributeValue::S(number.to_string().into()),
        _ => AttributeValue::N(number),
    }
}

fn thousandths(value: i64) -> Number {
    Number::from_parts(value < 0, u128::from(value.unsigned_abs()), -3).unwrap_or_else(|_| Number::from(0))
}

fn text(bytes: usize, wanted: AttributeType, random: &mut Random) -> AttributeValue {
    let bytes = bytes.min(TEXT_BYTES_MAX);
    let mut text = String::with_capacity(bytes + 8);
    while text.len() < bytes {
        text.push_str(WORDS[random.below(WORDS.len() as u64) as usize]);
        text.push(' ');
    }
    text.truncate(bytes);
    match wanted {
        AttributeType::B => AttributeValue::B(text.into_bytes().into()),
        _ => AttributeValue::S(text.into()),
    }
}
