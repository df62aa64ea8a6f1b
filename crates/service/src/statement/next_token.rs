//! NextToken: the position where a SELECT continues, and the request that it belongs to. Clients cannot interpret it.

use dynalab_engine::error::StatementError;
use dynalab_types::binary::{Reader, Writer};
use dynalab_types::wire::{base64_bytes, base64_text};
use dynalab_types::{AttributeValue, Item, fingerprint};

use crate::statement::StatementRequest;

pub(crate) const TOKEN_LENGTH_MAX: usize = 32_768;
const FORMAT: u8 = 1;

pub(crate) fn encode(request: &StatementRequest, last_key: &Item) -> String {
    let mut writer = Writer::default();
    writer.byte(FORMAT);
    writer.slice(&fingerprint_of(request));
    writer.map(last_key);
    base64_text(&writer.bytes)
}

pub(crate) fn decode(request: &StatementRequest, token: &str) -> Result<Item, StatementError> {
    let bytes = base64_bytes(token).ok_or(StatementError::InvalidToken)?;
    let mut reader = Reader::new(&bytes);
    let invalid = |_| StatementError::InvalidToken;
    if reader.byte().map_err(invalid)? != FORMAT {
        return Err(StatementError::InvalidToken);
    }
    let is_same = reader.slice().map_err(invalid)? == fingerprint_of(request);
    // DynamoDB compares lists and maps as two objects, which are never the same.
    let has_document = request
        .parameters
        .iter()
        .any(|parameter| matches!(parameter, AttributeValue::L(_) | AttributeValue::M(_)));
    if !is_same || has_document {
        return Err(StatementError::TokenOfOtherRequest);
    }
    reader.map().map_err(invalid)
}

fn fingerprint_of(request: &StatementRequest) -> [u8; 16] {
    let mut writer = Writer::default();
    request.write_payload(&mut writer);
    for UnusualNumber { parameter, decimals } in &request.unusual_numbers {
        writer.unsigned(*parameter as u64);
        writer.unsigned(decimals.len() as u64);
        for Decimal { is_negative, digits, scale } in decimals {
            writer.byte(u8::from(*is_negative));
            writer.text(digits);
            writer.text(&scale.to_string());
        }
    }
    fingerprint(&writer.bytes).to_be_bytes()
}

/// The position of a number or set of numbers among the parameters, and its numbers in ascending order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnusualNumber {
    parameter: usize,
    decimals: Vec<Decimal>,
}

/// A number as its text has it. `1E2` and `100` differ: for a NextToken, their scales count.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Decimal {
    is_negative: bool,
    /// All digits without leading zeros.
    digits: String,
    /// The number of digits after the decimal point, less the exponent.
    scale: i64,
}

impl Decimal {
    /// Reads a number that is known to be valid.
    fn of(text: &str) -> Decimal {
        let unsigned = text.trim_start_matches(['+', '-']);
        let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = format!("{whole}{fraction}").trim_start_matches('0').to_owned();
        Decimal {
            is_negative: text.starts_with('-') && !digits.is_empty(),
            digits,
            scale: fraction.len() as i64 - exponent.parse::<i64>().unwrap_or_default(),
        }
    }
}

/// Returns the numbers that are written in another way than they are printed. `texts` has those of each parameter.
pub(crate) fn unusual_numbers(parameters: &[AttributeValue], texts: Vec<Vec<&str>>) -> Vec<UnusualNumber> {
    let pairs = parameters.iter().zip(texts).enumerate();
    let unusual = pairs.filter_map(|(parameter, (value, texts))| {
        let mut printed: Vec<Decimal> = match value {
            AttributeValue::N(number) => vec![Decimal::of(&number.to_string())],
            AttributeValue::Ns(numbers) => {
                numbers.iter().map(|number| Decimal::of(&number.to_string())).collect()
            }
            _ => return None,
        };
        let mut decimals: Vec<Decimal> = texts.into_iter().map(Decimal::of).collect();
        printed.sort();
        decimals.sort();
        (decimals != printed).then_some(UnusualNumber { parameter, decimals })
    });
    unusual.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_digits_and_scale() {
        let same = [("100", "+0100"), ("1E2", "1e+2"), ("1E2", "01E02"), ("0.50", "5.0e-1"), ("-0", "0")];
        for (left, right) in same {
            assert_eq!(Decimal::of(left), Decimal::of(right), "{left} {right}");
        }
        for (left, right) in [("100", "1E2"), ("100", "100.0"), ("0", "0.0"), ("1", "-1"), ("0.5", "0.50")] {
            assert_ne!(Decimal::of(left), Decimal::of(right), "{left} {right}");
        }
    }

    #[test]
    fn numbers_as_printed_are_not_unusual() {
        let number = |text: &str| AttributeValue::N(dynalab_types::Number::parse(text).unwrap());
        assert!(unusual_numbers(&[number("100")], vec![vec!["100"]]).is_empty());
        assert!(unusual_numbers(&[AttributeValue::Null], vec![vec![]]).is_empty());
        assert_eq!(
            unusual_numbers(&[AttributeValue::Null, number("100")], vec![vec![], vec!["1E2"]]).len(),
            1
        );
    }
}
