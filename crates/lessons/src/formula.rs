//! Formulas of values: numbers, names of other values, `+ - * /`, parentheses, and `ceil`, `floor`, `round`, `max`, `min`.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;

use crate::value::Value;

/// Maximum nesting of formulas and parentheses. It also stops formulas that refer to each other in a circle.
const LEVELS_MAX: usize = 16;
/// Maximum lookups of values per formula. Without it, formulas that repeat names on each level take too long.
const LOOKUPS_MAX: u32 = 10_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormulaError {
    /// The position of the unexpected character, in bytes from zero.
    Unexpected {
        at: usize,
    },
    UnknownName {
        name: String,
    },
    NotANumber {
        name: String,
    },
    TooDeep,
}

impl fmt::Display for FormulaError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormulaError::Unexpected { at } => {
                write!(formatter, "the formula stops making sense at byte {at}")
            }
            FormulaError::UnknownName { name } => write!(formatter, "there is no value \"{name}\""),
            FormulaError::NotANumber { name } => write!(formatter, "\"{name}\" is not a number"),
            FormulaError::TooDeep => {
                formatter.write_str("the formulas name each other in a circle or too often")
            }
        }
    }
}

/// Returns the number of a value. `changed` has the numbers that the learner set with sliders.
///
/// # Errors
/// Fails if the value is a text or its formula is invalid.
pub fn number(
    name: &str,
    values: &BTreeMap<String, Value>,
    changed: &BTreeMap<String, f64>,
) -> Result<f64, FormulaError> {
    Numbers { values, changed, lookups: Cell::new(0) }.number(name, 0)
}

struct Numbers<'a> {
    values: &'a BTreeMap<String, Value>,
    changed: &'a BTreeMap<String, f64>,
    /// The number of lookups so far.
    lookups: Cell<u32>,
}

impl Numbers<'_> {
    fn number(&self, name: &str, level: usize) -> Result<f64, FormulaError> {
        self.lookups.set(self.lookups.get() + 1);
        if level > LEVELS_MAX || self.lookups.get() > LOOKUPS_MAX {
            return Err(FormulaError::TooDeep);
        }
        if let Some(number) = self.changed.get(name) {
            return Ok(*number);
        }
        match self.values.get(name) {
            None => Err(FormulaError::UnknownName { name: name.to_owned() }),
            Some(Value::Text(_)) => Err(FormulaError::NotANumber { name: name.to_owned() }),
            Some(Value::Number(number)) => Ok(*number),
            Some(Value::Slider(slider)) => Ok(slider.start),
            Some(Value::Formula(text)) => {
                let mut reader = Reader { text: text.as_bytes(), at: 0, numbers: self, level: level + 1 };
                let number = reader.sum()?;
                if reader.peek().is_some() { Err(reader.unexpected()) } else { Ok(number) }
            }
        }
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    numbers: &'a Numbers<'a>,
    /// The current nesting of formulas and parentheses.
    level: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn consume_if_next(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn unexpected(&self) -> FormulaError {
        FormulaError::Unexpected { at: self.at }
    }

    fn sum(&mut self) -> Result<f64, FormulaError> {
        let mut sum = self.product()?;
        loop {
            if self.consume_if_next(b'+') {
                sum += self.product()?;
            } else if self.consume_if_next(b'-') {
                sum -= self.product()?;
            } else {
                return Ok(sum);
            }
        }
    }

    fn product(&mut self) -> Result<f64, FormulaError> {
        let mut product = self.factor()?;
        loop {
            if self.consume_if_next(b'*') {
                product *= self.factor()?;
            } else if self.consume_if_next(b'/') {
                product /= self.factor()?;
            } else {
                return Ok(product);
            }
        }
    }

    fn factor(&mut self) -> Result<f64, FormulaError> {
        match self.peek() {
            Some(b'(') => self.group().map(|numbers| numbers.first().copied().unwrap_or_default()),
            Some(b'0'..=b'9') => {
                let digits = self.word(|byte| byte.is_ascii_digit() || byte == b'.');
                digits.parse().map_err(|_| self.unexpected())
            }
            Some(b'a'..=b'z') => {
                let name =
                    self.word(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
                match self.peek() {
                    Some(b'(') => self.function(&name),
                    _ => self.numbers.number(&name, self.level),
                }
            }
            _ => Err(self.unexpected()),
        }
    }

    fn function(&mut self, name: &str) -> Result<f64, FormulaError> {
        let arguments = self.group()?;
        let first = arguments.first().copied().unwrap_or_default();
        match (name, arguments.len()) {
            ("ceil", 1) => Ok(first.ceil()),
            ("floor", 1) => Ok(first.floor()),
            ("round", 1) => Ok(first.round()),
            ("max", 2..) => Ok(arguments.into_iter().fold(f64::NEG_INFINITY, f64::max)),
            ("min", 2..) => Ok(arguments.into_iter().fold(f64::INFINITY, f64::min)),
            _ => Err(FormulaError::UnknownName { name: format!("{name}()") }),
        }
    }

    /// Reads the comma-separated formulas in parentheses.
    fn group(&mut self) -> Result<Vec<f64>, FormulaError> {
        self.level += 1;
        if self.level > LEVELS_MAX {
            return Err(FormulaError::TooDeep);
        }
        self.at += 1;
        let mut numbers = vec![self.sum()?];
        while self.consume_if_next(b',') {
            numbers.push(self.sum()?);
        }
        self.level -= 1;
        if self.consume_if_next(b')') { Ok(numbers) } else { Err(self.unexpected()) }
    }

    fn word(&mut self, belongs: impl Fn(u8) -> bool) -> String {
        let start = self.at;
        while self.text.get(self.at).is_some_and(|byte| belongs(*byte)) {
            self.at += 1;
        }
        String::from_utf8_lossy(&self.text[start..self.at]).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Slider;

    fn values(formula: &str) -> BTreeMap<String, Value> {
        BTreeMap::from([
            ("orders".to_owned(), Value::Slider(Slider { start: 214.0, min: 3.0, max: 250.0, step: 1.0 })),
            ("bytes".to_owned(), Value::Number(128.0)),
            ("name".to_owned(), Value::Text("USER#001".to_owned())),
            ("total".to_owned(), Value::Formula("orders * bytes".to_owned())),
            ("asked".to_owned(), Value::Formula(formula.to_owned())),
        ])
    }

    fn result(formula: &str) -> Result<f64, FormulaError> {
        number("asked", &values(formula), &BTreeMap::new())
    }

    #[test]
    fn formulas_follow_values_and_sliders() {
        assert_eq!(result("ceil(total / 4096) / 2"), Ok(3.5));
        assert_eq!(result("2 + 3 * (4 - 1)"), Ok(11.0));
        assert_eq!(result("max(1, 2, orders) - min(3, 5)"), Ok(211.0));
        let changed = BTreeMap::from([("orders".to_owned(), 3.0)]);
        assert_eq!(number("asked", &values("ceil(total / 4096) / 2"), &changed), Ok(0.5));
    }

    #[test]
    fn what_makes_no_sense_is_an_error() {
        assert_eq!(result("1 +"), Err(FormulaError::Unexpected { at: 3 }));
        assert_eq!(result("1 2"), Err(FormulaError::Unexpected { at: 2 }));
        assert_eq!(result("nothing"), Err(FormulaError::UnknownName { name: "nothing".to_owned() }));
        assert_eq!(result("name + 1"), Err(FormulaError::NotANumber { name: "name".to_owned() }));
        assert_eq!(result("asked"), Err(FormulaError::TooDeep));
        assert_eq!(result(&"(".repeat(99)), Err(FormulaError::TooDeep));
        assert_eq!(result("sqrt(4)"), Err(FormulaError::UnknownName { name: "sqrt()".to_owned() }));
    }

    /// Each level names the next one ten times: without a bound this is 10^15 lookups.
    #[test]
    fn formulas_that_name_each_other_too_often_end() {
        let name = |level: u8| char::from(b'a' + level).to_string();
        let formula = |level: u8| Value::Formula([name(level + 1).as_str(); 10].join(" + "));
        let mut values: BTreeMap<String, Value> =
            (0..15).map(|level| (name(level), formula(level))).collect();
        values.insert(name(15), Value::Number(1.0));
        assert_eq!(number("a", &values, &BTreeMap::new()), Err(FormulaError::TooDeep));
        assert_eq!(number("n", &values, &BTreeMap::new()), Ok(100.0));
    }

    #[test]
    fn numbers_have_separators() {
        let texts: Vec<String> =
            [409_600.0, 0.5, -1_234.25, 999.0, 1_000_000.0].into_iter().map(Value::number_text).collect();
        assert_eq!(texts, ["409,600", "0.5", "-1,234.25", "999", "1,000,000"]);
    }
}
