//! Damaged texts: JSON, numbers, expressions, statements, documents, item files, SDK code.

use dynalab_expressions::{
    ExpressionKind, parse_condition, parse_key_condition, parse_projection, parse_statement, parse_update,
    place_of_mistake,
};
use dynalab_playground::share::document::Document;
use dynalab_playground::workspace::SIMULATION_OPERATIONS;
use dynalab_request_text::code::CodeLanguage;
use dynalab_request_text::interchange::checks::Keys;
use dynalab_request_text::interchange::csv::Sheet;
use dynalab_request_text::interchange::records::{Form, Records};
use dynalab_request_text::{self as request_text, TextForm, check};
use dynalab_types::json::{self, Value};
use dynalab_types::wire::{base64_bytes, base64_text, decode_item, item_json};
use dynalab_types::{ExponentWidth, Number, ScalarType};

use crate::damage::cases;

const SHOP: &str = include_str!("../../../../static/samples/shop.json");
const VOTES: &str = include_str!("../../../../static/samples/votes.json");
const ITEM: &str = r#"{"a":{"S":"tea \u00e9 \ud83d\ude00"},"b":{"N":"-12.50e3"},"c":{"B":"AAECAw=="},"d":{"BOOL":true},"e":{"NULL":true},"f":{"L":[{"N":"1"},{"M":{"x":{"SS":["a","b"]}}}]},"g":{"NS":["1","2.5"]},"h":{"BS":["AA=="]}}"#;

#[test]
fn json_that_is_read_is_written_and_read_again() {
    for mut chance in cases("json", 4_000) {
        let text = chance.damaged_text(ITEM);
        if let Ok(value) = json::parse(&text) {
            let mut written = String::new();
            value.write(&mut written);
            assert_eq!(json::parse(&written).as_ref(), Ok(&value), "{text}");
        }
        let sequence = chance.damaged_text(&format!("{ITEM} {ITEM}\n[1,2]{ITEM}"));
        let values = json::parse_sequence(&sequence, 1 << 20).count();
        assert!(values <= sequence.len(), "{sequence}");
    }
}

#[test]
fn items_that_are_read_are_written_and_read_again() {
    let mut read = 0;
    for mut chance in cases("items", 6_000) {
        let text = chance.damaged_text(ITEM);
        let Ok(Value::Object(object)) = json::parse(&text) else { continue };
        let Ok(item) = decode_item(&object) else { continue };
        let written = item_json(&item);
        let Ok(Value::Object(again)) = json::parse(&written) else { panic!("{written}") };
        assert_eq!(decode_item(&again).unwrap(), item, "{text}");
        read += 1;
    }
    assert!(read > 100, "only {read} of the damaged items could be read");
}

#[test]
fn numbers_and_bytes() {
    for mut chance in cases("numbers", 6_000) {
        let sample = *chance.pick(&[
            "0",
            "-12.50e3",
            "1E125",
            "9.9999999999999999999999999999999999999E+125",
            "1e-130",
            ".5",
            "+7",
        ]);
        let text = chance.damaged_text(sample);
        for width in [ExponentWidth::Wide, ExponentWidth::Narrow] {
            if let Ok(number) = Number::parse_as(&text, width) {
                assert_eq!(Number::parse(&number.to_string()), Ok(number), "{text}");
            }
        }
        let text = chance.damaged_text("AAECAwQFBgcICQ==");
        if let Some(bytes) = base64_bytes(&text) {
            assert_eq!(base64_bytes(&base64_text(&bytes)), Some(bytes), "{text}");
        }
    }
}

#[test]
fn expressions_and_statements() {
    const CONDITIONS: &[&str] = &[
        "attribute_exists(#a.b[3]) AND NOT (size(c) BETWEEN :low AND :high OR d IN (:e, :f))",
        "pk = :p AND begins_with(sk, :s)",
        "contains(tags, :t) OR attribute_type(x, :y)",
    ];
    const UPDATES: &[&str] = &[
        "SET a = if_not_exists(b, :c) + :d, e[2].f = list_append(g, :h) REMOVE i, j[0] ADD k :l DELETE m :n",
    ];
    const STATEMENTS: &[&str] = &[
        "SELECT a, b.c[0] FROM \"Shop\".\"ByMail\" WHERE pk = 'x' AND (sk BETWEEN 1 AND ? OR NOT begins_with(\"n\", 'y')) ORDER BY sk DESC",
        "INSERT INTO \"Shop\" VALUE {'pk': 'a', 'n': [1, -2.5e3, <<'x','y'>>, {'m': null, 'b': true}]}",
        "UPDATE \"Shop\" SET a.b = list_append(c, [?]) REMOVE d WHERE pk = 'x' /* comment */ RETURNING ALL NEW * -- end",
        "DELETE FROM \"Shop\" WHERE pk = ? AND attribute_type(\"x\", 'S') AND y IS NOT MISSING",
        "EXISTS(SELECT * FROM \"Shop\" WHERE pk = 'x')",
    ];
    for mut chance in cases("expressions", 5_000) {
        let condition = *chance.pick(CONDITIONS);
        let text = chance.damaged_text(condition);
        for kind in [ExpressionKind::Condition, ExpressionKind::Filter] {
            let _read_or_refused = parse_condition(kind, &text).map_err(|error| error.to_string());
        }
        let _read_or_refused = parse_key_condition(&text).map_err(|error| error.to_string());
        let update = *chance.pick(UPDATES);
        let _read_or_refused = parse_update(&chance.damaged_text(update)).map_err(|error| error.to_string());
        let _read_or_refused = parse_projection(&chance.damaged_text("a, #b.c[12], d[0][1].e"))
            .map_err(|error| error.to_string());
        let statement = *chance.pick(STATEMENTS);
        let text = chance.damaged_text(statement);
        if let Err((_, place)) = parse_statement(&text) {
            assert!(place.start <= place.end && place.end <= text.len() + 1, "{place:?} in {text:?}");
        }
        let _place = place_of_mistake(ExpressionKind::Update, &text);
    }
}

#[test]
fn documents_that_are_read_are_written_and_read_again() {
    for mut chance in cases("documents", 250) {
        let sample = *chance.pick(&[SHOP, VOTES]);
        let text = chance.damaged_text(sample);
        let Ok(document) = Document::parse(&text) else { continue };
        let _requests_or_refused = document.requests();
        if let Ok(canonical) = document.canonical() {
            assert_eq!(Document::parse(&canonical).unwrap().canonical().unwrap(), canonical);
        }
    }
}

#[test]
fn files_of_items() {
    const CSV: &str =
        "pk;name,with comma;n\r\na;\"quoted \"\"twice\"\"\nover lines\";1\r\nb;é;{\"x\":[1]}\r\n";
    const PLAIN: &str = "[{\"pk\":\"a\",\"n\":1.5,\"list\":[true,null,{\"x\":\"y\"}]},\n{\"pk\":\"b\"}]";
    let dynamo = format!("{{\"Item\":{ITEM}}}\n{{\"Item\":{ITEM}}}\n");
    let keys = Keys(vec![("pk".to_owned(), ScalarType::S)]);
    for mut chance in cases("files", 3_000) {
        let sample = *chance.pick(&[CSV, PLAIN, &dynamo]);
        let text = chance.damaged_text(sample);
        let guessed = Form::guess(&text, || Sheet::guess(&text, &keys));
        for form in [guessed, Form::DynamoJson, Form::PlainJson, Form::Csv(Sheet::guess(&text, &keys))] {
            let mut records = Records::from_text(&text, &form);
            let mut line = 0;
            while let Some(record) = records.next() {
                assert!(record.line >= line, "{} after {line} in {text:?}", record.line);
                line = record.line;
                assert!(records.place() <= text.len());
                if let Ok(item) = &record.item {
                    let _fits_or_not = keys.check(item);
                }
            }
        }
    }
}

#[test]
fn requests_in_every_language() {
    const BODY: &str = r##"{"TableName":"Shop","Key":{"pk":{"S":"a'b"},"n":{"N":"1"}},"UpdateExpression":"SET #a = :b","ExpressionAttributeNames":{"#a":"x"},"ExpressionAttributeValues":{":b":{"L":[{"BOOL":true},{"B":"AA=="}]}}}"##;
    let forms: Vec<TextForm> = [TextForm::Json, TextForm::CommandLine, TextForm::PartiQl]
        .into_iter()
        .chain(CodeLanguage::ALL.into_iter().map(TextForm::Code))
        .collect();
    let texts: Vec<(TextForm, String)> = forms
        .iter()
        .filter_map(|form| Some((*form, request_text::write(*form, "UpdateItem", BODY).ok()?.text)))
        .collect();
    assert!(texts.len() >= 7, "{texts:?}");
    for mut chance in cases("languages", 1_500) {
        let (form, text) = chance.pick(&texts).clone();
        let text = chance.damaged_text(&text);
        let _form_or_none = request_text::detect(&text);
        let Ok(reading) = request_text::read(form, &text, ("UpdateItem", BODY)) else { continue };
        let _mistakes = check::check(&text, &reading, SIMULATION_OPERATIONS);
        let body = reading.body.json();
        assert!(json::parse(&body).is_ok(), "{body} of {text}");
        for form in &forms {
            let _written_or_not = request_text::write(*form, &reading.operation, &body);
        }
    }
}
