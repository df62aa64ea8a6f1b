//! Tests of decoding and encoding attribute values.

use super::*;

fn decode(json: &str) -> Result<AttributeValue, ValueError> {
    decode_value(&json::parse(json).unwrap())
}

#[test]
fn every_type_reads_and_writes_back() {
    for json in [
        r#"{"S":"a\"\\\n\u0001日本"}"#,
        r#"{"N":"-12.5"}"#,
        r#"{"B":"AAEC"}"#,
        r#"{"BOOL":false}"#,
        r#"{"NULL":true}"#,
        r#"{"L":[{"S":""},{"L":[]}]}"#,
        r#"{"M":{"a":{"M":{}},"b":{"N":"1"}}}"#,
        r#"{"SS":["","a","b"]}"#,
        r#"{"NS":["-1","2"]}"#,
        r#"{"BS":["","AA=="]}"#,
    ] {
        let value = decode(json).unwrap();
        assert_eq!(value_json(&value), json);
    }
}

#[test]
fn wrong_json_types_are_named() {
    let shape = |json: &str| match decode(json) {
        Err(ValueError::Shape(error)) => error,
        other => panic!("{json}: {other:?}"),
    };
    assert_eq!(shape(r#"{"S":1}"#), ShapeError::CannotConvert { found: "NUMBER_VALUE", wanted: "String" });
    assert_eq!(shape(r#"{"N":1.5}"#), ShapeError::CannotConvert { found: "DECIMAL_VALUE", wanted: "String" });
    assert_eq!(shape(r#"{"S":{}}"#), ShapeError::StructureNotExpected);
    assert_eq!(shape(r#"{"BOOL":"true"}"#), ShapeError::UnexpectedToken);
    assert_eq!(shape(r#"{"B":"AAA"}"#), ShapeError::Base64Length { length: 3 });
    assert_eq!(shape(r#"{"B":true}"#), ShapeError::NotBase64Text);
    assert_eq!(shape(r#"{"L":"a"}"#), ShapeError::UnexpectedFieldType);
    assert_eq!(shape(r#""a""#), ShapeError::UnexpectedValueType);
}

#[test]
fn values_the_service_refuses() {
    assert_eq!(decode("{}"), Err(ValueError::Empty));
    assert_eq!(decode(r#"{"X":"a"}"#), Err(ValueError::Empty));
    assert_eq!(decode(r#"{"S":"a","N":"1"}"#), Err(ValueError::MoreThanOneType));
    assert_eq!(decode(r#"{"NULL":false}"#), Err(ValueError::NullNotTrue));
    assert_eq!(decode(r#"{"SS":[]}"#), Err(ValueError::EmptySet(DataType::Ss)));
    let duplicate =
        ValueError::DuplicateInSet { data_type: DataType::Ns, elements: vec!["1".into(), "1.0".into()] };
    assert_eq!(decode(r#"{"NS":["1","1.0"]}"#), Err(duplicate));
}

#[test]
fn nesting_ends_at_32_levels() {
    let nested =
        |levels: usize| format!(r#"{}{{"S":"leaf"}}{}"#, r#"{"M":{"a":"#.repeat(levels), "}}".repeat(levels));
    assert!(decode(&nested(31)).is_ok());
    assert_eq!(decode(&nested(32)), Err(ValueError::TooDeep));
}

#[test]
fn a_wrong_shape_is_found_behind_another_mistake() {
    let value = json::parse(r#"{"L":[{"SS":[]},{"S":1}]}"#).unwrap();
    assert!(matches!(decode_value(&value), Err(ValueError::EmptySet(_))));
    assert!(check_value_shape(&value).is_err());
}

#[test]
fn parameters_report_their_first_problem_in_the_order_sent() {
    let deep = format!("{}{{\"S\":\"x\"}}{}", r#"{"M":{"d":"#.repeat(40), "}}".repeat(40));
    let number = r#"{"N":"1x"}"#;
    let of = |members: &[(&str, &str)]| {
        let members: Vec<String> =
            members.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
        let json = format!(r#"{{"M":{{{}}}}}"#, members.join(","));
        decode_parameter(&json::parse(&json).unwrap())
    };
    assert_eq!(of(&[("z", &deep), ("a", number)]), Err(ValueError::TooDeep));
    assert_eq!(of(&[("a", &deep), ("z", number)]), Err(ValueError::TooDeep));
    let is_number = |result| matches!(result, Err(ValueError::Number(_)));
    assert!(is_number(of(&[("z", number), ("a", &deep)])));
    assert!(is_number(of(&[("a", number), ("z", &deep)])));
    assert!(is_number(of(&[("m", r#"{"M":{"z":{"N":"1x"},"a":{"S":"x"}}}"#), ("a", &deep)])));
}
