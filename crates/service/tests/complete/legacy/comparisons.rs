//! Tests of every comparison operator with every attribute type, in ScanFilter, QueryFilter and Expected.

use super::Bench;

/// Checks lines `OPERATOR [arguments] on value or nothing: holds or fails`.
fn check(table: &str) {
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (operator, rest) = line.split_once(' ').expect("an operator");
        let (arguments, rest) = rest.split_once(" on ").expect("arguments");
        let (value, expected) = rest.rsplit_once(": ").expect("a value");
        let attribute = if value == "nothing" { String::new() } else { format!(r#","a":{value}"#) };
        let condition =
            format!(r#"{{"a":{{"ComparisonOperator":"{operator}","AttributeValueList":{arguments}}}}}"#);
        let mut bench = Bench::new();
        bench.accepted(&format!(
            r#"PutItem {{"TableName":"pair","Item":{{"pk":{{"S":"p"}},"sk":{{"S":"s"}}{attribute}}}}}"#
        ));
        let scan = bench.send(&format!(r#"Scan {{"TableName":"pair","ScanFilter":{condition}}}"#));
        let query = bench.send(&format!(
            r#"Query {{"TableName":"pair","QueryFilter":{condition},"KeyConditions":{{"pk":
            {{"ComparisonOperator":"EQ","AttributeValueList":[{{"S":"p"}}]}}}}}}"#
        ));
        let delete = bench.send(&format!(
            r#"DeleteItem {{"TableName":"pair","Key":{{"pk":{{"S":"p"}},"sk":{{"S":"s"}}}},"Expected":{condition}}}"#
        ));
        let holds = |answer: &str| answer.contains(r#""Count":1,"ScannedCount":1"#);
        let expected = match expected {
            "holds" => true,
            "fails" => false,
            other => panic!("{other}"),
        };
        assert_eq!(holds(&scan), expected, "{line}: {scan}");
        assert_eq!(holds(&query), expected, "{line}: {query}");
        assert_eq!(delete == "{}", expected, "{line}: {delete}");
    }
}

#[test]
fn equality() {
    check(
        r#"
        EQ [{"S":"x"}] on {"S":"x"}: holds
        EQ [{"S":"x"}] on {"S":"y"}: fails
        EQ [{"S":"x"}] on nothing: fails
        EQ [{"S":"5"}] on {"N":"5"}: fails
        EQ [{"N":"5"}] on {"N":"5.0"}: holds
        EQ [{"B":"AQ=="}] on {"B":"AQ=="}: holds
        EQ [{"BOOL":true}] on {"BOOL":true}: holds
        EQ [{"BOOL":true}] on {"BOOL":false}: fails
        EQ [{"NULL":true}] on {"NULL":true}: holds
        EQ [{"SS":["a","b"]}] on {"SS":["b","a"]}: holds
        EQ [{"L":[{"S":"a"}]}] on {"L":[{"S":"a"}]}: holds
        EQ [{"M":{"k":{"S":"a"}}}] on {"M":{"k":{"S":"b"}}}: fails
        NE [{"S":"x"}] on {"S":"y"}: holds
        NE [{"S":"x"}] on {"S":"x"}: fails
        NE [{"S":"x"}] on nothing: holds
        NE [{"S":"5"}] on {"N":"5"}: holds
        NE [{"NS":["1","2"]}] on {"NS":["2","1"]}: fails
        "#,
    );
}

#[test]
fn order() {
    check(
        r#"
        LT [{"N":"5"}] on {"N":"4"}: holds
        LT [{"N":"5"}] on {"N":"5"}: fails
        LT [{"N":"5"}] on nothing: fails
        LT [{"N":"5"}] on {"S":"4"}: fails
        LE [{"S":"b"}] on {"S":"b"}: holds
        LE [{"S":"b"}] on {"S":"c"}: fails
        LE [{"S":"b"}] on nothing: fails
        LE [{"S":"b"}] on {"BOOL":true}: fails
        GT [{"N":"10"}] on {"N":"9"}: fails
        GT [{"N":"10"}] on {"N":"11"}: holds
        GT [{"N":"10"}] on nothing: fails
        GT [{"N":"10"}] on {"NS":["11"]}: fails
        GE [{"B":"AQ=="}] on {"B":"AQ=="}: holds
        GE [{"B":"Ag=="}] on {"B":"AQ=="}: fails
        GE [{"B":"AQ=="}] on nothing: fails
        GE [{"B":"AQ=="}] on {"S":"b"}: fails
        BETWEEN [{"N":"1"},{"N":"3"}] on {"N":"1"}: holds
        BETWEEN [{"N":"1"},{"N":"3"}] on {"N":"3"}: holds
        BETWEEN [{"N":"1"},{"N":"3"}] on {"N":"4"}: fails
        BETWEEN [{"N":"1"},{"N":"3"}] on nothing: fails
        BETWEEN [{"N":"1"},{"N":"3"}] on {"S":"2"}: fails
        BETWEEN [{"S":"a"},{"S":"a"}] on {"S":"a"}: holds
        "#,
    );
}

#[test]
fn parts_members_and_presence() {
    check(
        r#"
        IN [{"S":"x"},{"S":"y"}] on {"S":"y"}: holds
        IN [{"S":"x"},{"S":"y"}] on {"S":"z"}: fails
        IN [{"S":"x"}] on nothing: fails
        IN [{"N":"1"}] on {"S":"1"}: fails
        NULL [] on nothing: holds
        NULL [] on {"S":"x"}: fails
        NULL [] on {"NULL":true}: fails
        NOT_NULL [] on nothing: fails
        NOT_NULL [] on {"NULL":true}: holds
        NOT_NULL [] on {"L":[]}: holds
        CONTAINS [{"S":"ell"}] on {"S":"hello"}: holds
        CONTAINS [{"S":"ell"}] on {"S":"help"}: fails
        CONTAINS [{"S":"ell"}] on {"SS":["ell","x"]}: holds
        CONTAINS [{"S":"ell"}] on {"L":[{"S":"ell"}]}: holds
        CONTAINS [{"N":"2"}] on {"NS":["1","2"]}: holds
        CONTAINS [{"B":"AQ=="}] on {"BS":["AQ=="]}: holds
        CONTAINS [{"S":"ell"}] on nothing: fails
        CONTAINS [{"N":"1"}] on {"N":"1"}: fails
        NOT_CONTAINS [{"S":"ell"}] on {"S":"help"}: holds
        NOT_CONTAINS [{"S":"ell"}] on {"S":"hello"}: fails
        NOT_CONTAINS [{"S":"ell"}] on {"SS":["ell"]}: fails
        NOT_CONTAINS [{"N":"3"}] on {"NS":["1"]}: holds
        NOT_CONTAINS [{"S":"ell"}] on {"N":"1"}: holds
        NOT_CONTAINS [{"S":"ell"}] on nothing: fails
        BEGINS_WITH [{"S":"he"}] on {"S":"hello"}: holds
        BEGINS_WITH [{"S":"el"}] on {"S":"hello"}: fails
        BEGINS_WITH [{"B":"AQ=="}] on {"B":"AQI="}: holds
        BEGINS_WITH [{"S":"he"}] on nothing: fails
        BEGINS_WITH [{"S":"1"}] on {"N":"12"}: fails
        "#,
    );
}
