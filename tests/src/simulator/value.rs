//! Values of the reference: plain, slow, and without any code of the engine.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

/// The ten types. Numbers are integers that count thousandths.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    S(String),
    N(i64),
    B(Vec<u8>),
    Bool(bool),
    Null,
    L(Vec<Value>),
    M(BTreeMap<String, Value>),
    Ss(BTreeSet<String>),
    Ns(BTreeSet<i64>),
    Bs(BTreeSet<Vec<u8>>),
}

pub type Item = BTreeMap<String, Value>;

/// The types of key attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    S,
    N,
    B,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::S => "S",
            Kind::N => "N",
            Kind::B => "B",
        }
    }
}

impl Value {
    pub fn text(text: &str) -> Value {
        Value::S(text.to_owned())
    }

    pub fn type_name(&self) -> &'static str {
        match self {
            Value::S(_) => "S",
            Value::N(_) => "N",
            Value::B(_) => "B",
            Value::Bool(_) => "BOOL",
            Value::Null => "NULL",
            Value::L(_) => "L",
            Value::M(_) => "M",
            Value::Ss(_) => "SS",
            Value::Ns(_) => "NS",
            Value::Bs(_) => "BS",
        }
    }

    pub fn is(&self, kind: Kind) -> bool {
        self.type_name() == kind.name()
    }

    pub fn is_ordered(&self) -> bool {
        matches!(self, Value::S(_) | Value::N(_) | Value::B(_))
    }

    pub fn is_set(&self) -> bool {
        matches!(self, Value::Ss(_) | Value::Ns(_) | Value::Bs(_))
    }

    pub fn is_empty(&self) -> bool {
        match self {
            Value::S(text) => text.is_empty(),
            Value::B(bytes) => bytes.is_empty(),
            _ => false,
        }
    }

    /// Returns the value as DynamoDB returns it.
    pub fn to_json(&self) -> Json {
        match self {
            Value::S(text) => json!({ "S": text }),
            Value::N(number) => json!({ "N": number_text(*number) }),
            Value::B(bytes) => json!({ "B": base64(bytes) }),
            Value::Bool(truth) => json!({ "BOOL": truth }),
            Value::Null => json!({ "NULL": true }),
            Value::L(elements) => json!({ "L": elements.iter().map(Value::to_json).collect::<Vec<_>>() }),
            Value::M(map) => json!({ "M": item_json(map) }),
            Value::Ss(members) => json!({ "SS": members }),
            Value::Ns(members) => {
                json!({ "NS": members.iter().map(|n| number_text(*n)).collect::<Vec<_>>() })
            }
            Value::Bs(members) => json!({ "BS": members.iter().map(|b| base64(b)).collect::<Vec<_>>() }),
        }
    }

    /// Returns the value as a client may send it: some numbers have another spelling than DynamoDB's.
    pub fn to_wire(&self) -> Json {
        match self {
            Value::N(number) => json!({ "N": sent_number_text(*number) }),
            Value::L(elements) => json!({ "L": elements.iter().map(Value::to_wire).collect::<Vec<_>>() }),
            Value::M(map) => json!({ "M": item_wire(map) }),
            other => other.to_json(),
        }
    }

    /// Returns the size in bytes, as DynamoDB counts it.
    pub fn size_bytes(&self) -> u64 {
        match self {
            Value::S(text) => text.len() as u64,
            Value::N(number) => number_size(*number),
            Value::B(bytes) => bytes.len() as u64,
            Value::Bool(_) | Value::Null => 1,
            Value::L(elements) => 3 + elements.iter().map(|element| 1 + element.size_bytes()).sum::<u64>(),
            Value::M(map) => 3 + map.len() as u64 + item_size(map),
            Value::Ss(members) => members.iter().map(|text| text.len() as u64).sum(),
            Value::Ns(members) => members.iter().map(|number| number_size(*number)).sum(),
            Value::Bs(members) => members.iter().map(|bytes| bytes.len() as u64).sum(),
        }
    }
}

pub fn item_json(item: &Item) -> Json {
    Json::Object(item.iter().map(|(name, value)| (name.clone(), value.to_json())).collect())
}

pub fn item_wire(item: &Item) -> Json {
    Json::Object(item.iter().map(|(name, value)| (name.clone(), value.to_wire())).collect())
}

pub fn item_size(item: &Item) -> u64 {
    item.iter().map(|(name, value)| name.len() as u64 + value.size_bytes()).sum()
}

fn number_text(thousandths: i64) -> String {
    let sign = if thousandths < 0 { "-" } else { "" };
    let magnitude = thousandths.unsigned_abs();
    let fraction = format!("{:03}", magnitude % 1000);
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{}{point}{fraction}", magnitude / 1000)
}

fn sent_number_text(thousandths: i64) -> String {
    let text = number_text(thousandths);
    match thousandths.rem_euclid(7) {
        1 => format!("{thousandths}e-3"),
        2 => format!("{thousandths}0E-0004"),
        3 if thousandths > 0 => format!("+00{text}"),
        4 if text.contains('.') => format!("{text}00"),
        _ => text,
    }
}

/// Returns the size of a number. It has 1 byte, 1 byte per started pair of digits on each side of the point, and 1 byte for a
/// minus. Leading and trailing zeros do not count.
fn number_size(thousandths: i64) -> u64 {
    if thousandths == 0 {
        return 1;
    }
    let text = number_text(thousandths);
    let unsigned = text.trim_start_matches('-');
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let (whole, fraction) = match (whole, fraction) {
        ("0", fraction) => ("", fraction.trim_start_matches('0')),
        (whole, "") => (whole.trim_end_matches('0'), ""),
        both => both,
    };
    let pairs = whole.len().div_ceil(2) + fraction.len().div_ceil(2);
    1 + pairs as u64 + u64::from(thousandths < 0)
}

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub fn base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let byte = |index: usize| u32::from(three.get(index).copied().unwrap_or(0));
        let bits = (byte(0) << 16) | (byte(1) << 8) | byte(2);
        for digit in 0..4 {
            let shown = digit <= three.len();
            let sextet = (bits >> (18 - 6 * digit)) & 63;
            text.push(if shown { BASE64[sextet as usize] as char } else { '=' });
        }
    }
    text
}

#[test]
fn numbers_and_bytes_are_written_as_the_service_does() {
    let texts = [(1500, "1.5"), (-1, "-0.001"), (0, "0"), (100_000, "100"), (-2_500, "-2.5")];
    for (thousandths, text) in texts {
        assert_eq!(number_text(thousandths), text);
    }
    assert_eq!([number_size(100_000), number_size(1_001), number_size(-1)], [2, 4, 3]);
    assert_eq!([base64(b""), base64(b"a"), base64(b"ab"), base64(b"abc")], ["", "YQ==", "YWI=", "YWJj"]);
}
