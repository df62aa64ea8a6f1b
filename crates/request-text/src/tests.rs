//! Every form reads the texts that it writes, for every operation, and no text makes a reader panic.

use dynalab_service::Request;

use super::code::CodeLanguage;
use super::shapes::{self, Shape};
use super::{TextForm, check, detect, json, operation_of, read, write};

/// Pseudorandom numbers, the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }

    fn text(&mut self) -> String {
        let parts = [
            "a", "T1", "it's", "\"q\"", "\\", "é😀", " b ", "$x", "`", "#n = :v", "\n", "{", "-", "\u{1}",
            "//",
        ];
        (0..1 + self.below(4)).map(|_| self.one_of(&parts)).collect()
    }

    fn value(&mut self, shape: Shape, levels: usize) -> String {
        match shape {
            Shape::Text => serde_json::to_string(&self.text()).expect("a text"),
            Shape::Integer | Shape::Long | Shape::Timestamp => (self.below(2_000_000_000)).to_string(),
            Shape::Double => self.one_of(&["0.5", "70.25", "12.0"]).to_owned(),
            Shape::Boolean => self.one_of(&["true", "false"]).to_owned(),
            Shape::Bytes => self.one_of(&["\"YQ==\"", "\"AP8i\"", "\"\""]).to_owned(),
            Shape::Enumeration(_) => format!("\"{}\"", self.one_of(&shape.values())),
            Shape::List(_) => {
                let elements: Vec<String> =
                    (0..1 + self.below(2)).map(|_| self.value(shape.inner(), levels)).collect();
                format!("[{}]", elements.join(","))
            }
            Shape::Map(_) => {
                let entries: Vec<String> = (0..1 + self.below(2))
                    .map(|index| format!("\"k{index}\":{}", self.value(shape.inner(), levels)))
                    .collect();
                format!("{{{}}}", entries.join(","))
            }
            Shape::AttributeValue => {
                let all = shape.members();
                // At the last level, collections are left out.
                let members: Vec<_> =
                    all.iter().filter(|member| levels > 0 || !matches!(member.name, "L" | "M")).collect();
                let member = members[self.below(members.len())];
                let value = if member.name == "NULL" {
                    "true".to_owned()
                } else {
                    self.value(member.shape, levels.saturating_sub(1))
                };
                format!("{{\"{}\":{value}}}", member.name)
            }
            Shape::Structure(_) => self.members(&shape.members(), levels.saturating_sub(1)),
        }
    }

    fn members(&mut self, shapes: &[shapes::MemberShape], levels: usize) -> String {
        let mut chosen = Vec::new();
        for member in shapes {
            if member.required || (levels > 0 && self.below(2) == 0) {
                chosen.push(format!("\"{}\":{}", member.name, self.value(member.shape, levels)));
            }
        }
        format!("{{{}}}", chosen.join(","))
    }
}

fn forms() -> impl Iterator<Item = TextForm> {
    CodeLanguage::ALL.into_iter().map(TextForm::Code).chain([TextForm::CommandLine, TextForm::Json])
}

#[test]
fn every_form_reads_back_every_operation() {
    let mut chance = Chance(7);
    for operation in Request::ALL {
        let shape = shapes::operation(operation).expect(operation);
        for _ in 0..20 {
            let body = chance.members(&shape.members(), 3);
            for form in forms() {
                let text = write(form, operation, &body).expect("written").text;
                let reading = read(form, &text, (operation, &body)).unwrap_or_else(|mistake| {
                    panic!(
                        "{form:?} {body}\n{text}\n{mistake:?} {:?}",
                        text.get(mistake.span.start..mistake.span.end)
                    )
                });
                assert_eq!(
                    (reading.operation.as_str(), reading.body.json()),
                    (*operation, body.clone()),
                    "{form:?}\n{text}"
                );
                check::check(&text, &reading, &[]);
                if form != TextForm::Json {
                    assert_eq!(detect(&text), Some(form), "{text}");
                }
            }
        }
    }
}

#[test]
fn no_text_brings_a_reader_down() {
    let mut chance = Chance(11);
    let seeds = [
        "new QueryCommand({ TableName: 'T', Key: { pk: new Set(['a']) }, x: [1, ...y] })",
        "table.query(KeyConditionExpression=Key('pk').eq('a') & ~Attr('b.c').size().gt(Decimal('1')))",
        "client.get_item().table_name(r#\"T\"#).key(\"pk\", AttributeValue::S(\"a\".into())).send().await?",
        "GetItemRequest.builder().key(Map.of(\"pk\", AttributeValue.fromS(\"a\"))).build()",
        "dynamodb.GetItemInput{Key: map[string]types.AttributeValue{\"pk\": &types.AttributeValueMemberB{Value: []byte(\"\\x01\")}}}",
        "aws dynamodb put-item --item '{\"pk\": {\"S\": \"a\"}}' --key pk={S=[a,b]} \"$(x)\" $'\\n'",
        "SELECT a.\"b\"[1] FROM T WHERE a IN ['x', ?] ORDER BY a DESC; EXISTS(SELECT * FROM T)",
        r#"{"Key": {"pk": {"S": "é😀"}}, "FilterExpression": "a = :b AND status", "x": [1e5]}"#,
    ];
    let pieces = [
        "'", "\"", "`", "(", ")", "{", "}", "[", "]", ",", ":", ".", "\\", "é", "$", "-", "=", "/*", "#",
        "\n", "<<", "&", "|", "", "0", "1e", "\\u12",
    ];
    for _ in 0..3_000 {
        let mut text = seeds[chance.below(seeds.len())].to_owned();
        for _ in 0..1 + chance.below(3) {
            let places: Vec<usize> =
                text.char_indices().map(|(place, _)| place).chain([text.len()]).collect();
            let (one, other) = (places[chance.below(places.len())], places[chance.below(places.len())]);
            let end = one.max(other).min(one.min(other) + 8);
            let end = if text.is_char_boundary(end) { end } else { one.min(other) };
            text.replace_range(one.min(other)..end, chance.one_of(&pieces));
        }
        for form in forms().chain([TextForm::PartiQl]) {
            match read(form, &text, ("Scan", "{}")) {
                Ok(reading) => {
                    for mistake in check::check(&text, &reading, &[]).into_iter().chain(reading.notes.clone())
                    {
                        assert!(
                            text.get(mistake.span.start..mistake.span.end).is_some(),
                            "{form:?} {text} {mistake:?}"
                        );
                    }
                }
                Err(mistake) => {
                    assert!(
                        text.get(mistake.span.start..mistake.span.end).is_some(),
                        "{form:?} {text} {mistake:?}"
                    );
                }
            }
        }
        detect(&text);
    }
}

#[test]
fn deep_and_long_texts_end_in_a_mistake() {
    for text in [
        "[".repeat(50_000),
        "{a:".repeat(50_000),
        "f(".repeat(50_000),
        format!("a{}", ".b()".repeat(50_000)),
        format!("a{}", "+a".repeat(50_000)),
        "- ".repeat(50_000),
    ] {
        let text = format!("new ScanCommand({text}");
        assert!(read(TextForm::Code(CodeLanguage::JavaScript), &text, ("Scan", "{}")).is_err());
    }
    let text = format!("aws dynamodb scan --cli-input-json '{}'", "[".repeat(50_000));
    assert!(read(TextForm::CommandLine, &text, ("Scan", "{}")).is_err());
}

#[test]
fn the_operation_of_json_is_guessed_from_its_members() {
    for (body, before, expected) in [
        (r#"{"TableName":"T"}"#, "Scan", "Scan"),
        (r#"{"TableName":"T","Key":{}}"#, "Query", "GetItem"),
        (r#"{"TableName":"T","Key":{}}"#, "DeleteItem", "DeleteItem"),
        (r#"{"TableName":"T","Key":{},"UpdateExpression":"SET a = :b"}"#, "GetItem", "UpdateItem"),
        (r#"{"TableName":"T","Item":{}}"#, "GetItem", "PutItem"),
        (r#"{"TableName":"T","KeyConditionExpression":"a = :b"}"#, "Scan", "Query"),
        (r#"{"RequestItems":{"T":[{"DeleteRequest":{}}]}}"#, "Scan", "BatchWriteItem"),
        (r#"{"TransactItems":[{"Get":{}}]}"#, "Scan", "TransactGetItems"),
        (r#"{"TransactItems":[{"Put":{}}]}"#, "Scan", "TransactWriteItems"),
        (r#"{"Statement":"SELECT"}"#, "Scan", "ExecuteStatement"),
    ] {
        assert_eq!(operation_of(&json::read(body).expect(body), before), Some(expected), "{body}");
    }
    assert_eq!(operation_of(&json::read(r#"{"Nonsense":1}"#).expect("JSON"), "Scan"), None);
}
