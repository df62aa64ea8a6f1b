//! Tests of numbers: parsing, printing, order, addition and size.

use super::*;

fn number(text: &str) -> Number {
    Number::parse(text).unwrap()
}

#[test]
fn prints_what_the_service_prints() {
    for (text, printed) in [
        ("0", "0"),
        ("-0", "0"),
        ("0.000", "0"),
        ("0042.1200", "42.12"),
        ("+7", "7"),
        (".5", "0.5"),
        ("5.", "5"),
        ("-1.5e3", "-1500"),
        ("1E-5", "0.00001"),
        ("123456789012345678901234567890.12345678", "123456789012345678901234567890.12345678"),
        ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
        ("0e125", "0"),
        ("-0.00e-128", "0"),
    ] {
        assert_eq!(number(text).to_string(), printed, "{text}");
    }
    assert_eq!(number("1E125").to_string(), format!("1{}", "0".repeat(125)));
    assert_eq!(number("1E-130").to_string(), format!("0.{}1", "0".repeat(129)));
}

#[test]
fn refuses_what_the_service_refuses() {
    for text in
        ["", " 1", "1 ", "abc", "0x10", "1e", "e5", "NaN", "Infinity", "1.2.3", "--1", "1e+", "+", ".", "1_0"]
    {
        assert_eq!(Number::parse(text), Err(NumberError::NotANumber { text: text.into() }), "{text}");
    }
    for text in ["1e126", "-1e126", "1e99999999999", "1e2147483647"] {
        assert_eq!(Number::parse(text), Err(NumberError::Overflow), "{text}");
    }
    for text in ["1e-131", "-1e-131", "1e-99999999999"] {
        assert_eq!(Number::parse(text), Err(NumberError::Underflow), "{text}");
    }
    let forty = "1".repeat(40);
    assert_eq!(Number::parse(&forty), Err(NumberError::TooManyDigits));
    assert_eq!(Number::parse("1.00000000000000000000000000000000000001"), Err(NumberError::TooManyDigits));
    assert_eq!(Number::parse(&"1".repeat(127)), Err(NumberError::Overflow));
}

/// The written exponent decides whether a zero is in range.
#[test]
fn zeros_have_a_range() {
    for text in ["0e126", "-0e126", "0.0e127", "0e999999999999"] {
        assert_eq!(Number::parse(text), Err(NumberError::Overflow), "{text}");
    }
    for text in ["0e-131", "0.0e-130", "-0e-999999999999"] {
        assert_eq!(Number::parse(text), Err(NumberError::Underflow), "{text}");
    }
}

#[test]
fn an_exponent_has_64_bits_or_32() {
    let wide = |text: &str| Number::parse(text).unwrap_err();
    let narrow = |text: &str| Number::parse_as(text, ExponentWidth::Narrow).unwrap_err();
    let not_a_number = |text: &str| NumberError::NotANumber { text: text.to_owned() };
    for text in ["7e5000000000", "0e2147483648", "1.5e-2147483648", "-3e-99999999999"] {
        assert_eq!(narrow(text), not_a_number(text), "{text}");
    }
    for text in ["7e9223372036854775808", "0e99999999999999999999", "1e-9223372036854775809"] {
        assert_eq!(wide(text), not_a_number(text), "{text}");
        assert_eq!(narrow(text), not_a_number(text), "{text}");
    }
    for (text, narrow_error, wide_error) in [
        ("7e9223372036854775807", not_a_number("7e9223372036854775807"), NumberError::Overflow),
        ("7e-9223372036854775808", not_a_number("7e-9223372036854775808"), NumberError::Underflow),
        ("1e2147483646", NumberError::Overflow, NumberError::Overflow),
        // A magnitude above 32 bits wraps around.
        ("25e2147483646", NumberError::Underflow, NumberError::Overflow),
        ("1e2147483647", NumberError::Underflow, NumberError::Overflow),
        ("1e-2147483647", NumberError::Underflow, NumberError::Underflow),
    ] {
        assert_eq!(narrow(text), narrow_error, "{text}");
        assert_eq!(wide(text), wide_error, "{text}");
    }
    for text in ["1e125", "-9.5e125", "1e-130", "12345", ".5", "+5.e2"] {
        assert_eq!(Number::parse_as(text, ExponentWidth::Narrow), Number::parse(text), "{text}");
    }
}

#[test]
fn trailing_zeros_cost_no_digits() {
    let text = format!("{}{}", "1".repeat(38), "0".repeat(80));
    assert_eq!(number(&text).to_string(), text);
}

#[test]
fn sizes_are_byte_exact() {
    for (text, size_bytes) in [
        ("0", 1),
        ("1", 2),
        ("42", 2),
        ("-42", 3),
        ("123456", 4),
        ("3.14159", 5),
        ("0.0000001", 2),
        ("1E125", 2),
        ("100", 2),
        ("1200.5", 4),
    ] {
        assert_eq!(number(text).size_bytes(), size_bytes, "{text}");
    }
}

const ASCENDING: [&str; 17] = [
    "-9.99e125",
    "-1000",
    "-100.5",
    "-100",
    "-12",
    "-1.2",
    "-1",
    "-0.5",
    "-1e-130",
    "0",
    "1e-130",
    "0.05",
    "0.5",
    "1",
    "1.05",
    "12",
    "1e125",
];

#[test]
fn order_and_key_bytes_agree() {
    for (left_index, left) in ASCENDING.iter().enumerate() {
        for (right_index, right) in ASCENDING.iter().enumerate() {
            let expected = left_index.cmp(&right_index);
            assert_eq!(number(left).cmp(&number(right)), expected, "{left} {right}");
            let bytes = |text: &str| {
                let mut bytes = Vec::new();
                number(text).write_order_preserving(&mut bytes);
                bytes
            };
            assert_eq!(bytes(left).cmp(&bytes(right)), expected, "{left} {right} as bytes");
        }
    }
}

#[test]
fn adds_exactly_or_refuses() {
    for (left, right, sum) in [
        ("1", "2", "3"),
        ("0.1", "0.2", "0.3"),
        ("-5", "5", "0"),
        ("5", "-7.5", "-2.5"),
        ("99999999999999999999999999999999999999", "1", "100000000000000000000000000000000000000"),
        ("1e37", "1", "10000000000000000000000000000000000001"),
    ] {
        assert_eq!(number(left).checked_add(number(right)).unwrap().to_string(), sum);
        assert_eq!(number(right).checked_add(number(left)).unwrap().to_string(), sum);
    }
    assert_eq!(number("1e50").checked_add(number("1")), Err(NumberError::TooManyDigits));
    assert_eq!(number("9e125").checked_add(number("9e125")), Err(NumberError::Overflow));
    assert_eq!(number("3").checked_subtract(number("10")).unwrap().to_string(), "-7");
}

#[test]
fn parts_round_trip() {
    for text in ASCENDING {
        let (negative, coefficient, exponent) = number(text).to_parts();
        assert_eq!(Number::from_parts(negative, coefficient, exponent), Ok(number(text)));
    }
    assert_eq!(Number::from_parts(false, u128::MAX, 0), Err(NumberError::TooManyDigits));
}
