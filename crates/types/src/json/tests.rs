//! Tests of the JSON parser: accepted and rejected texts, and error positions, compared with serde_json.

use super::*;

const GOOD: &[&str] = &[
    "null",
    " true\n",
    "[false]",
    "\"\"",
    "0",
    "-0",
    "12",
    "-1.5",
    "1e3",
    "1E+3",
    "0.5e-7",
    "18446744073709551615",
    "[]",
    "[ ]",
    "{}",
    "{ }",
    "[1 , 2]",
    "{\"a\":1,\"b\":[{}],\"a\":2}",
    "{\r\n\t\"日本\" : \"語\"}",
    r#""\"\\\/\b\f\n\r\t\u0041\u00e9\u65E5\uD83D\uDE00""#,
    "\"\u{7F}\u{2028}\"",
];

const BAD: &[&str] = &[
    "",
    " ",
    "nul",
    "nulL",
    "tru e",
    "[",
    "[1",
    "[1,",
    "[1,]",
    "[,]",
    "[1 2]",
    "{",
    "{\"a\"",
    "{\"a\":",
    "{\"a\":1",
    "{\"a\":1,",
    "{\"a\":1,}",
    "{a:1}",
    "{1:1}",
    "{\"a\" 1}",
    "]",
    "1 2",
    "{} []",
    "01",
    "-",
    "-a",
    "1.",
    ".5",
    "+1",
    "1e",
    "1e+",
    "1.e3",
    "NaN",
    "\"",
    "\"a",
    "\"\\",
    "\"\\x\"",
    "\"\\u12",
    "\"\\u12g4\"",
    "\"\\uD800\"",
    "\"\\uD800\\u0041\"",
    "\"\\uDC00\"",
    "\"\n\"",
    "\"\u{1}\"",
    "\u{FEFF}1",
    "// no\n1",
];

/// Parses the same text with serde_json.
fn peer(text: &str) -> Option<serde_json::Value> {
    serde_json::from_str(text).ok()
}

#[test]
fn what_is_json_is_read_as_what_it_is() {
    for text in GOOD {
        let value = parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let mut written = String::new();
        value.write(&mut written);
        assert_eq!(peer(&written), peer(text), "{text}");
        assert_eq!(parse(&written), Ok(value), "{text}");
    }
    assert_eq!(parse("[1.50,-0]"), Ok(Value::Array(["1.50", "-0"].map(|n| Value::Number(n.into())).into())));
    assert_eq!(parse(r#""\uD83D\uDE00""#), Ok(Value::String("😀".into())));
}

#[test]
fn what_is_not_json_is_refused() {
    for text in BAD {
        assert_eq!(peer(text), None, "{text}");
        assert!(parse(text).is_err(), "{text}");
    }
}

/// Replaces or removes each byte of a valid text, and compares the results.
#[test]
fn damaged_texts_are_judged_as_serde_json_does() {
    let text = r#"{"a":[1,-2.5e3,true,null,"\u0041\n é"],"b":{"c":false}}"#;
    for place in 0..text.len() {
        let (before, from) = text.as_bytes().split_at(place);
        for instead in [&b""[..], b",", b"\"", b"}", b"0", b" ", b"\\", b"\n"] {
            let damaged = [before, instead, &from[1..]].concat();
            let Ok(damaged) = String::from_utf8(damaged) else { continue };
            assert_eq!(parse(&damaged).is_ok(), peer(&damaged).is_some(), "{damaged}");
        }
    }
}

#[test]
fn reports_the_position_of_an_error() {
    let error = |text: &str| {
        let JsonError { line, column, problem } = parse(text).expect_err(text);
        (line, column, problem)
    };
    assert_eq!(error("{"), (1, 1, JsonProblem::Unfinished));
    assert_eq!(error(""), (1, 0, JsonProblem::Unfinished));
    assert_eq!(error("{\"a\": x}"), (1, 7, JsonProblem::Unexpected));
    assert_eq!(error("[1,\n  2,\n 3 4]"), (3, 4, JsonProblem::Unexpected));
    for text in ["{", "{\"a\": x}", "[1,\n  2,\n 3 4]", "[\"日本\",]", "[1,\n2,", "{\"a\":tru}"] {
        let theirs = serde_json::from_str::<serde_json::Value>(text).expect_err(text);
        let ours = error(text);
        assert_eq!((ours.0, ours.1), (theirs.line(), theirs.column()), "{text}");
        assert_eq!(ours.2 == JsonProblem::Unfinished, theirs.is_eof(), "{text}");
    }
}

#[test]
fn depth_has_an_end() {
    let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    assert!(parse(&nested(LEVELS_MAX)).is_ok());
    assert_eq!(parse(&nested(LEVELS_MAX + 1)).expect_err("too deep").problem, JsonProblem::TooDeep);
    assert_eq!(parse(&"[{\"a\":".repeat(100_000)).expect_err("too deep").problem, JsonProblem::TooDeep);
    // The nesting limit does not restrict siblings.
    assert!(parse(&format!("[{}[]]", "[],".repeat(1000))).is_ok());
}

#[test]
fn numbers_are_counted_without_floats() {
    for (text, decimal, whole) in [
        ("0", false, 0),
        ("-0", true, 0),
        ("-12", false, -12),
        ("9223372036854775807", false, i64::MAX),
        ("-9223372036854775808", false, i64::MIN),
        ("18446744073709551615", false, i64::MAX),
        ("18446744073709551616", true, i64::MAX),
        ("1.9", true, 1),
        ("-1.9", true, -1),
        ("12.34e1", true, 123),
        ("12.34e5", true, 1_234_000),
        ("1234e-2", true, 12),
        ("1e-9999999999", true, 0),
        ("1e9999999999", true, i64::MAX),
        ("0e99", true, 0),
        // An exponent of this size must not take time.
        ("1e2147483647", true, i64::MAX),
        ("0.5e2147483647", true, i64::MAX),
        ("0e2147483647", true, 0),
        ("-1e-2147483648", true, 0),
        ("1e18", true, 1_000_000_000_000_000_000),
    ] {
        assert_eq!((is_decimal(text), integer(text)), (decimal, whole), "{text}");
    }
}

#[test]
fn thousandths_keep_three_decimals_of_every_notation() {
    for (text, whole) in [
        ("70", 70_000),
        ("70.5", 70_500),
        ("7.05e1", 70_500),
        ("5e-1", 500),
        ("5E-4", 0),
        ("-1.2345", -1_234),
        ("1e+2", 100_000),
        ("1e9999999999", i64::MAX),
        ("1e2147483647", i64::MAX),
        ("1e-9999999999", 0),
    ] {
        assert_eq!(thousandths(text), whole, "{text}");
    }
}

#[test]
fn values_follow_each_other() {
    let read = |text: &str| -> Vec<Option<String>> {
        let print = |value: Value| {
            let mut json = String::new();
            value.write(&mut json);
            json
        };
        parse_sequence(text, 20).map(|value| value.ok().map(print)).collect()
    };
    let some = |texts: &[&str]| texts.iter().map(|text| Some((*text).to_owned())).collect::<Vec<_>>();
    assert_eq!(read(""), some(&[]));
    assert_eq!(read(" \n"), some(&[]));
    assert_eq!(read("{}{}"), some(&["{}", "{}"]));
    assert_eq!(read("{\"a\":1}\n\n[2] \"3\"4"), some(&["{\"a\":1}", "[2]", "\"3\"", "4"]));
    // Each value can have 20 bytes.
    assert_eq!(read("[1]  [2345678901234567] [8]"), some(&["[1]", "[2345678901234567]", "[8]"]));
    assert_eq!(read("[1][23456789012345678901] [8]"), [Some("[1]".to_owned()), None]);
    // The sequence ends at the first error.
    assert_eq!(read("{},{}"), [Some("{}".to_owned()), None]);
    assert_eq!(read("{}{"), [Some("{}".to_owned()), None]);
}

const BOUNDS: &ListBounds = &ListBounds { lists: &["Keys"], object_of_lists: "RequestItems", kept: 3 };

fn read_bounded(text: &str) -> Result<String, JsonError> {
    let (value, _) = parse_past_depth(text, Some(BOUNDS))?;
    let mut json = String::new();
    value.write(&mut json);
    Ok(json)
}

#[test]
fn lists_far_beyond_their_maximum_end_early() {
    for (text, kept) in [
        (r#"{"Keys":[1,2,3]}"#, r#"{"Keys":[1,2,3]}"#),
        (r#"{"Keys":[1,2,3,4,5],"L":[1,2,3,4]}"#, r#"{"Keys":[1,2,3],"L":[1,2,3,4]}"#),
        (r#"{"a":{"Keys":[{"L":[1,2,3,4]},2,3,4]}}"#, r#"{"a":{"Keys":[{"L":[1,2,3,4]},2,3]}}"#),
        // The elements of an element are not counted, and the next list is counted anew.
        (r#"{"Keys":[[1,2,3,4],[5]],"L":[[1,2,3,4]]}"#, r#"{"Keys":[[1,2,3,4],[5]],"L":[[1,2,3,4]]}"#),
        (
            r#"{"RequestItems":{"d":[1,2,3,4],"c":{"Keys":[1,2,3,4],"L":[1,2,3,4]},"b":[],"a":[]}}"#,
            r#"{"RequestItems":{"b":[],"c":{"Keys":[1,2,3],"L":[1,2,3,4]},"d":[1,2,3]}}"#,
        ),
        // Only the member of the whole text has lists under every name.
        (r#"{"Item":{"RequestItems":{"L":[1,2,3,4]}}}"#, r#"{"Item":{"RequestItems":{"L":[1,2,3,4]}}}"#),
        (r#"{"Keys":{"a":1,"b":2,"c":3,"d":4}}"#, r#"{"Keys":{"a":1,"b":2,"c":3,"d":4}}"#),
    ] {
        assert_eq!(read_bounded(text).as_deref(), Ok(kept));
    }
}

#[test]
fn what_is_not_kept_is_read() {
    for text in [
        r#"{"Keys":[1,2,3,4,x]}"#,
        r#"{"Keys":[1,2,3,4"#,
        r#"{"RequestItems":{"a":[],"b":[],"c":[],"d":[}}"#,
        r#"{"RequestItems":{"a":[],"b":[],"c":[],"d"}}"#,
    ] {
        let unbounded = parse(text).unwrap_err();
        assert_eq!(read_bounded(text), Err(unbounded), "{text}");
    }
}
