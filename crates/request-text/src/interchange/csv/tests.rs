//! Detected formats and read records. An invalid record does not affect the others.

use super::*;
use dynalab_types::wire::item_json;

fn keys() -> Keys {
    Keys(vec![("pk".into(), ScalarType::S)])
}

fn read(text: &str) -> Vec<(usize, Result<String, Diagnostic>)> {
    let sheet = Sheet::guess(text, &keys());
    Records::from_text(text, &sheet)
        .map(|record| (record.line, record.item.map(|item| item_json(&item))))
        .collect()
}

#[test]
fn types_are_those_of_all_fields_and_of_the_keys() {
    let text = "pk,n,ok,map,mixed,none\n1,1.5,true,\"{\"\"a\"\":1}\",1,\n2,,false,[],x,\n";
    let sheet = Sheet::guess(text, &keys());
    let kinds: Vec<&str> = sheet.columns.iter().map(|column| column.kind.name()).collect();
    assert_eq!(kinds, ["S", "N", "BOOL", "JSON", "S", "S"]);
    assert_eq!(read(text), [
        (2, Ok(r#"{"map":{"M":{"a":{"N":"1"}}},"mixed":{"S":"1"},"n":{"N":"1.5"},"ok":{"BOOL":true},"pk":{"S":"1"}}"#.into())),
        (3, Ok(r#"{"map":{"L":[]},"mixed":{"S":"x"},"ok":{"BOOL":false},"pk":{"S":"2"}}"#.into())),
    ]);
}

#[test]
fn quotes_hold_delimiters_lines_and_quotes() {
    let text = "\u{feff}pk;text\r\n\"a;b\";\"one\ntwo\"\r\n\r\nc;\"say \"\"hi\"\"\"";
    assert_eq!(Sheet::guess(text, &keys()).delimiter, ';');
    assert_eq!(
        read(text),
        [
            (2, Ok(r#"{"pk":{"S":"a;b"},"text":{"S":"one\ntwo"}}"#.into())),
            (5, Ok(r#"{"pk":{"S":"c"},"text":{"S":"say \"hi\""}}"#.into())),
        ]
    );
}

#[test]
fn reports_a_broken_record_with_its_line_and_reads_the_others() {
    let text = "pk,n\na,1\n\"b\"x,2\n\"c,3\nd,4,5\ne\n";
    let found = read(text);
    assert_eq!(found[1], (3, Err(Diagnostic::BadQuote)));
    assert_eq!(found[2], (4, Err(Diagnostic::BadQuote)), "a quote that never ends");
    assert_eq!(found[3], (5, Err(Diagnostic::TooManyFields { found: 3, columns: 2 })));
    assert_eq!(found[4], (6, Ok(r#"{"pk":{"S":"e"}}"#.into())));
    let mut sheet = Sheet::guess("pk,n\na,1", &keys());
    sheet.columns[1].attribute = "count".into();
    let records: Vec<Record> = Records::from_text("pk,n\na,x\nb,2", &sheet).collect();
    let wrong = Diagnostic::NotOfType { attribute: "count".into(), wanted: "N", value: "x".into() };
    assert_eq!(records[0].item, Err(wrong));
    assert!(records[1].item.is_ok());
}

#[test]
fn columns_may_be_renamed_and_left_out() {
    let mut sheet = Sheet::guess("id,n\na,1", &keys());
    sheet.columns[0].attribute = "pk".into();
    sheet.columns[1].kind = Kind::LeftOut;
    let record = Records::from_text("id,n\na,1", &sheet).next().unwrap();
    assert_eq!(item_json(&record.item.unwrap()), r#"{"pk":{"S":"a"}}"#);
    assert_eq!(Sheet::guess("", &keys()).columns.len(), 0);
}

#[test]
fn comments_and_a_missing_line_of_names_are_no_records() {
    let text = "# measured in May\n#\npk,n\na,1\n";
    assert_eq!(read(text), [(4, Ok(r#"{"n":{"N":"1"},"pk":{"S":"a"}}"#.into()))]);
    let text = "north,4.5,x\nsouth,6,y\n";
    let sheet = Sheet::guess(text, &Keys::default());
    assert!(!sheet.has_names);
    let records: Vec<String> =
        Records::from_text(text, &sheet).map(|record| item_json(&record.item.unwrap())).collect();
    assert_eq!(records.len(), 2);
    assert_eq!(records[0], r#"{"column_1":{"S":"north"},"column_2":{"N":"4.5"},"column_3":{"S":"x"}}"#);
    for names in ["region,2024,2025\nnorth,5,6\n", "1,2,3\n7,8,9\n", "id,a b\n1,2\n", "#id,n\n1,2\n"] {
        assert!(Sheet::guess(names, &Keys::default()).has_names, "{names}");
    }
}
