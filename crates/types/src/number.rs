//! DynamoDB's numbers: decimal, at most 38 significant digits, magnitude 1E-130 to 9.99…E+125.

use std::cmp::Ordering;
use std::fmt;

/// A normalized decimal number `(-1)^negative × coefficient × 10^exponent`. The coefficient has no trailing zero, and
/// zero is never negative. Equal numbers have equal fields.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Number {
    // The 128-bit coefficient in two halves, because a u128 would align every value to 16 bytes.
    coefficient_high: u64,
    coefficient_low: u64,
    exponent: i16,
    negative: bool,
}

/// Why a text or a result is not a valid number. The engine writes the error messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// The text, as sent, is not a decimal number.
    NotANumber { text: String },
    /// Magnitude of 1E+126 or more.
    Overflow,
    /// Magnitude below 1E-130.
    Underflow,
    /// More than 38 significant digits.
    TooManyDigits,
}

/// The width of a number's exponent while it is read: 64 bits (wide) or 32 bits (narrow). A narrow magnitude wraps
/// around on overflow, as in DynamoDB's older request layer and in its PartiQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExponentWidth {
    Wide,
    Narrow,
}

/// Maximum number of significant digits.
pub const DIGITS_MAX: u32 = 38;
const MAGNITUDE_MAX: i64 = 125;
const MAGNITUDE_MIN: i64 = -130;

impl Number {
    pub const ZERO: Number = Number { coefficient_high: 0, coefficient_low: 0, exponent: 0, negative: false };

    /// Parses an optional sign, digits with an optional fraction, and an optional exponent. Rejects everything else,
    /// including white space.
    ///
    /// # Errors
    /// The text is no number, or outside DynamoDB's range or precision.
    pub fn parse(text: &str) -> Result<Number, NumberError> {
        Number::parse_as(text, ExponentWidth::Wide)
    }

    /// Parses a number as [`Number::parse`] does, with an exponent of the given width.
    ///
    /// # Errors
    /// The text is no number, or outside DynamoDB's range or precision.
    pub fn parse_as(text: &str, width: ExponentWidth) -> Result<Number, NumberError> {
        let not_a_number = || NumberError::NotANumber { text: text.to_owned() };
        let (negative, unsigned) = split_sign(text.as_bytes());
        let mantissa_end = unsigned.iter().position(|byte| matches!(byte, b'e' | b'E'));
        let (mantissa, written_exponent) = match mantissa_end {
            Some(end) => (&unsigned[..end], Some(&unsigned[end + 1..])),
            None => (unsigned, None),
        };
        let exponent = match written_exponent {
            Some(digits) => parse_exponent(digits).ok_or_else(not_a_number)?,
            None => 0,
        };
        let mut digits = Digits::default();
        let mut point_seen = false;
        for &byte in mantissa {
            match byte {
                b'0'..=b'9' => digits.push(byte - b'0', point_seen),
                b'.' if !point_seen => point_seen = true,
                _ => return Err(not_a_number()),
            }
        }
        if !digits.any {
            return Err(not_a_number());
        }
        let scale = digits.fraction_digits.saturating_sub(exponent);
        let magnitude = match width {
            ExponentWidth::Wide => digits.precision().saturating_sub(scale),
            ExponentWidth::Narrow => {
                let narrow = |number: i64| i32::try_from(number).map_err(|_| not_a_number());
                narrow(exponent)?;
                i64::from(narrow(digits.precision())?.wrapping_sub(narrow(scale)?))
            }
        };
        // The written exponent decides whether a zero is in range.
        check_magnitude(magnitude.saturating_sub(1))?;
        digits.finish(negative, scale)
    }

    fn coefficient(self) -> u128 {
        (u128::from(self.coefficient_high) << 64) | u128::from(self.coefficient_low)
    }

    /// Normalizes the number and checks its range.
    fn build(negative: bool, mut coefficient: u128, mut exponent: i64) -> Result<Number, NumberError> {
        if coefficient == 0 {
            return Ok(Number::ZERO);
        }
        while coefficient.is_multiple_of(10) {
            coefficient /= 10;
            exponent += 1;
        }
        let digits = digit_count(coefficient);
        let magnitude = exponent + i64::from(digits) - 1;
        check_magnitude(magnitude)?;
        if digits > DIGITS_MAX {
            return Err(NumberError::TooManyDigits);
        }
        Ok(Number {
            coefficient_high: (coefficient >> 64) as u64,
            coefficient_low: coefficient as u64,
            exponent: exponent as i16,
            negative,
        })
    }

    pub fn is_negative(self) -> bool {
        self.negative
    }

    pub fn is_zero(self) -> bool {
        self.coefficient() == 0
    }

    /// Returns the number with the other sign. Zero stays zero.
    pub fn negated(self) -> Number {
        Number { negative: !self.negative && !self.is_zero(), ..self }
    }

    /// Returns the exact sum. Returns an error if it has more than 38 significant digits or is out of range.
    ///
    /// # Errors
    /// The sum is outside the range, or needs more than 38 digits.
    pub fn checked_add(self, other: Number) -> Result<Number, NumberError> {
        if self.is_zero() {
            return Ok(other);
        }
        if other.is_zero() {
            return Ok(self);
        }
        let (high, low) = if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let shift = (high.exponent - low.exponent) as u32;
        // A u128 holds 39 digits up to 3.4E38. A longer sum cannot be normalized to 38 digits, because the last digit
        // of `low` is not zero.
        let scaled = 10u128.checked_pow(shift).and_then(|power| high.coefficient().checked_mul(power));
        let Some(scaled) = scaled else { return Err(NumberError::TooManyDigits) };
        let (negative, coefficient) = if high.negative == low.negative {
            let sum = scaled.checked_add(low.coefficient()).ok_or(NumberError::TooManyDigits)?;
            (high.negative, sum)
        } else if scaled >= low.coefficient() {
            (high.negative, scaled - low.coefficient())
        } else {
            (low.negative, low.coefficient() - scaled)
        };
        Number::build(negative, coefficient, i64::from(low.exponent))
    }

    /// Subtracts another number exactly.
    ///
    /// # Errors
    /// The difference is outside the range, or needs more than 38 digits.
    pub fn checked_subtract(self, other: Number) -> Result<Number, NumberError> {
        self.checked_add(other.negated())
    }

    /// Returns the value if it is an integer that fits `i64`.
    pub fn to_i64(self) -> Option<i64> {
        if self.exponent < 0 {
            return None;
        }
        let power = 10u128.checked_pow(self.exponent as u32)?;
        let magnitude = i128::try_from(self.coefficient().checked_mul(power)?).ok()?;
        i64::try_from(if self.negative { -magnitude } else { magnitude }).ok()
    }

    /// Returns the power of ten of the first significant digit: 0 for 1 to 9.99, 2 for 123.
    fn magnitude(self) -> i64 {
        i64::from(self.exponent) + i64::from(digit_count(self.coefficient())) - 1
    }

    /// Returns the size that DynamoDB counts, in bytes: one, plus one per started pair of digits on either side of the
    /// point. A negative number has one more. Leading and trailing zeros do not count (1E125 is 2 bytes, as 1 is).
    pub fn size_bytes(self) -> u64 {
        if self.is_zero() {
            return 1;
        }
        let digits = i64::from(digit_count(self.coefficient()));
        let exponent = i64::from(self.exponent);
        // Digits before the point, without trailing zeros that the exponent represents.
        let integer_digits = (digits + exponent.min(0)).clamp(0, digits);
        let fraction_digits = digits - integer_digits;
        let pairs = (integer_digits + 1) / 2 + (fraction_digits + 1) / 2;
        1 + pairs as u64 + u64::from(self.negative)
    }

    /// Appends bytes that sort as the numbers do. They are never a prefix of another number's bytes.
    ///
    /// The first byte is the sign (0 negative, 1 zero, 2 positive), the second one the biased magnitude. Each two
    /// digits follow as one byte (their value plus one), then a zero byte. For a negative number, all bytes after the
    /// sign are inverted.
    pub fn write_order_preserving(self, bytes: &mut Vec<u8>) {
        if self.is_zero() {
            bytes.push(1);
            return;
        }
        bytes.push(if self.negative { 0 } else { 2 });
        let start = bytes.len();
        bytes.push((self.magnitude() - MAGNITUDE_MIN) as u8);
        let mut digits = [0u8; DIGITS_MAX as usize + 1];
        let count = write_digits(self.coefficient(), &mut digits);
        for pair in digits[..count].chunks(2) {
            let tens = pair[0] * 10;
            bytes.push(tens + pair.get(1).copied().unwrap_or(0) + 1);
        }
        bytes.push(0);
        if self.negative {
            for byte in &mut bytes[start..] {
                *byte = !*byte;
            }
        }
    }

    /// Returns sign, coefficient and exponent, for a storage format.
    pub fn to_parts(self) -> (bool, u128, i16) {
        (self.negative, self.coefficient(), self.exponent)
    }

    /// Builds a number from [`Number::to_parts`]. Returns an error for parts out of range.
    ///
    /// # Errors
    /// The number is outside the range, or needs more than 38 digits.
    pub fn from_parts(negative: bool, coefficient: u128, exponent: i16) -> Result<Number, NumberError> {
        Number::build(negative, coefficient, i64::from(exponent))
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Number {
        Number::build(value < 0, u128::from(value.unsigned_abs()), 0).unwrap_or(Number::ZERO)
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        let sign = |number: &Number| match (number.is_zero(), number.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        };
        sign(self).cmp(&sign(other)).then_with(|| {
            let by_magnitude = compare_magnitudes(*self, *other);
            if self.negative { by_magnitude.reverse() } else { by_magnitude }
        })
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn compare_magnitudes(left: Number, right: Number) -> Ordering {
    if left.is_zero() || right.is_zero() {
        return right.is_zero().cmp(&left.is_zero());
    }
    left.magnitude().cmp(&right.magnitude()).then_with(|| {
        // Same magnitude: scale both coefficients to 38 digits.
        let scaled = |number: Number| {
            number.coefficient() * 10u128.pow(DIGITS_MAX - digit_count(number.coefficient()))
        };
        scaled(left).cmp(&scaled(right))
    })
}

/// Prints a number as DynamoDB does: no exponent, no leading or trailing zeros.
impl fmt::Display for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return formatter.write_str("0");
        }
        let mut digits = [0u8; DIGITS_MAX as usize + 1];
        let count = write_digits(self.coefficient(), &mut digits);
        let mut text = String::with_capacity(count + 4);
        if self.negative {
            text.push('-');
        }
        let point = count as i64 + i64::from(self.exponent);
        if point <= 0 {
            text.push_str("0.");
            text.extend(std::iter::repeat_n('0', (-point) as usize));
        }
        for (index, digit) in digits[..count].iter().enumerate() {
            if index > 0 && index as i64 == point {
                text.push('.');
            }
            text.push((b'0' + digit) as char);
        }
        if point > count as i64 {
            text.extend(std::iter::repeat_n('0', (point - count as i64) as usize));
        }
        formatter.write_str(&text)
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Number({self})")
    }
}

/// Collects significant digits without leading zeros. Counts trailing zeros until another digit follows, so a long run
/// of zeros is cheap.
#[derive(Default)]
struct Digits {
    coefficient: u128,
    significant: u32,
    held_zeros: i64,
    fraction_digits: i64,
    any: bool,
    too_many: bool,
}

impl Digits {
    fn push(&mut self, digit: u8, in_fraction: bool) {
        self.any = true;
        if in_fraction {
            self.fraction_digits += 1;
        }
        if digit == 0 {
            if self.significant > 0 {
                self.held_zeros += 1;
            }
            return;
        }
        let needed = i64::from(self.significant) + self.held_zeros + 1;
        if needed > i64::from(DIGITS_MAX) {
            self.too_many = true;
            // Continue to count the magnitude, because DynamoDB reports a range error before too many digits.
            self.held_zeros += 1;
            return;
        }
        self.coefficient = self.coefficient * 10u128.pow(self.held_zeros as u32 + 1) + u128::from(digit);
        self.significant = needed as u32;
        self.held_zeros = 0;
    }

    /// Returns the digits from the first that is not zero to the last written. Returns 1 for zero.
    fn precision(&self) -> i64 {
        (i64::from(self.significant) + self.held_zeros).max(1)
    }

    fn finish(self, negative: bool, scale: i64) -> Result<Number, NumberError> {
        let number = Number::build(negative, self.coefficient, self.held_zeros.saturating_sub(scale))?;
        if self.too_many { Err(NumberError::TooManyDigits) } else { Ok(number) }
    }
}

fn split_sign(bytes: &[u8]) -> (bool, &[u8]) {
    match bytes.first() {
        Some(b'-') => (true, &bytes[1..]),
        Some(b'+') => (false, &bytes[1..]),
        _ => (false, bytes),
    }
}

fn check_magnitude(magnitude: i64) -> Result<(), NumberError> {
    match magnitude {
        ..MAGNITUDE_MIN => Err(NumberError::Underflow),
        MAGNITUDE_MIN..=MAGNITUDE_MAX => Ok(()),
        _ => Err(NumberError::Overflow),
    }
}

/// Returns None if the bytes are not an integer that fits `i64`.
fn parse_exponent(bytes: &[u8]) -> Option<i64> {
    let (negative, digits) = split_sign(bytes);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    digits.iter().try_fold(0i64, |value, digit| {
        let digit = i64::from(digit - b'0');
        let value = value.checked_mul(10)?;
        if negative { value.checked_sub(digit) } else { value.checked_add(digit) }
    })
}

fn digit_count(coefficient: u128) -> u32 {
    if coefficient == 0 { 0 } else { coefficient.ilog10() + 1 }
}

/// Writes the decimal digits, most significant first, and returns their count.
fn write_digits(mut coefficient: u128, digits: &mut [u8; DIGITS_MAX as usize + 1]) -> usize {
    let count = digit_count(coefficient) as usize;
    // 64-bit division is many times faster than 128-bit division, especially in wasm.
    let mut index = count;
    while coefficient > u128::from(u64::MAX) {
        index -= 1;
        digits[index] = (coefficient % 10) as u8;
        coefficient /= 10;
    }
    let mut rest = coefficient as u64;
    while index > 0 {
        index -= 1;
        digits[index] = (rest % 10) as u8;
        rest /= 10;
    }
    count
}

#[cfg(test)]
mod tests;
