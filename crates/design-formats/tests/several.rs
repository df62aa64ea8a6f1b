//! Tests of several files that are opened at once: what is merged, what is refused, and what becomes a second design.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

#[path = "../../playground/tests/decoders/damage.rs"]
mod damage;

use damage::cases;
use dynalab_design_formats::several::{Added, NamedText, Opened, Outcome, Part, Refusal, open};
use dynalab_modeling::Language;
use dynalab_modeling::design::AttributeType;
use dynalab_modeling::{Design, check, parse, templates, write};
use serde_json::{Value, json};

fn files(texts: &[(&str, &str)]) -> Vec<NamedText> {
    texts.iter().map(|(name, text)| NamedText { name: (*name).into(), text: (*text).into() }).collect()
}

fn open_texts(texts: &[(&str, &str)]) -> Opened {
    open(&files(texts))
}

fn added(outcome: &Outcome) -> Added {
    match outcome {
        Outcome::Read { added, .. } => *added,
        other => panic!("{other:?}"),
    }
}

fn refusal(outcome: &Outcome) -> &Refusal {
    match outcome {
        Outcome::Refused(refusal) => refusal,
        other => panic!("{other:?}"),
    }
}

fn assert_green(design: &Design) {
    let report = check(design);
    assert_eq!((report.problems.as_slice(), report.totals.red), (&[][..], 0), "{:?}", report.patterns);
    assert!(report.totals.green > 0);
    assert_eq!(parse(&write(design)).unwrap(), *design);
}

const MODULE: [(&str, &str); 4] = [
    (
        "variables.tf",
        "variable \"prefix\" {\n  default = \"dev\"\n}\nlocals {\n  orders = \"${var.prefix}-orders\"\n}\n",
    ),
    ("terraform.tfvars", "prefix = \"prod\"\n"),
    (
        "orders.tf",
        "resource \"aws_dynamodb_table\" \"orders\" {\n  name = local.orders\n  billing_mode = \"PAY_PER_REQUEST\"\n  hash_key = \"id\"\n  attribute {\n    name = \"id\"\n    type = \"N\"\n  }\n}\n",
    ),
    (
        "users.tf",
        "resource \"aws_dynamodb_table\" \"users\" {\n  name = \"${var.prefix}-users\"\n  hash_key = \"email\"\n  attribute {\n    name = \"email\"\n    type = \"S\"\n  }\n}\n",
    ),
];

#[test]
fn the_files_of_a_module_share_their_variables() {
    let opened = open_texts(&MODULE);
    let design = opened.design.unwrap();
    let names: Vec<&str> = design.tables.iter().map(|table| table.name.as_str()).collect();
    assert_eq!(names, ["prod-orders", "prod-users"]);
    let tables: Vec<Option<usize>> = opened
        .files
        .iter()
        .map(|file| match &file.outcome {
            Outcome::Read { added, .. } => Some(added.tables),
            Outcome::Helped { format: "terraform" } => None,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(tables, [None, None, Some(1), Some(1)]);
    // Without tables, the same files are no module.
    let opened = open_texts(&MODULE[..2]);
    assert!(opened.design.is_none());
    assert!(opened.files.iter().all(|file| file.outcome.is_refused()), "{:?}", opened.files);
    // A file with a mistake costs no other.
    let broken =
        [MODULE[0], ("broken.tf", "resource \"aws_dynamodb_table\" \"x\" {\n  name = \n}"), MODULE[2]];
    let opened = open_texts(&broken);
    assert!(refusal_text(&opened, 1).starts_with("Terraform: line 2"), "{}", refusal_text(&opened, 1));
    assert_eq!(opened.design.unwrap().tables[0].name, "dev-orders");
}

fn refusal_text(opened: &Opened, place: usize) -> String {
    refusal(&opened.files[place].outcome).to_string()
}

const TEMPLATE: &str = r#"{"Resources":{"Orders":{"Type":"AWS::DynamoDB::Table","Properties":{"TableName":"Shop-Orders",
"BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[{"AttributeName":"customer","AttributeType":"S"},{"AttributeName":"day","AttributeType":"N"}],
"KeySchema":[{"AttributeName":"customer","KeyType":"HASH"},{"AttributeName":"day","KeyType":"RANGE"}]}},
"Users":{"Type":"AWS::DynamoDB::Table","Properties":{"TableName":"users","BillingMode":"PAY_PER_REQUEST",
"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]}}}}"#;

#[test]
fn items_become_rows_of_the_tables_of_a_template() {
    // The customer is a text in the table, although the sheet has numbers. The sheet is found by its name, the JSON by its keys.
    let sheet = "customer,day,total\n1,1,5\n1,2,7.5\n2,1,9\n,3,1\n";
    let users = r#"{"id":{"S":"a"},"name":{"S":"Ann"}}
{"id":{"S":"b"},"name":{"S":"Ben"}}"#;
    let opened = open_texts(&[("shop_orders.csv", sheet), ("dump.json", users), ("template.json", TEMPLATE)]);
    let design = opened.design.unwrap();
    let outcomes: Vec<Added> = opened.files.iter().map(|file| added(&file.outcome)).collect();
    assert_eq!(outcomes[0], Added { entities: 1, items: 3, ..Added::default() });
    assert_eq!(outcomes[1], Added { entities: 1, items: 2, ..Added::default() });
    assert_eq!(outcomes[2], Added { tables: 2, ..Added::default() });
    let notes: Vec<String> = opened.files[0].outcome.notes().iter().map(ToString::to_string).collect();
    assert!(notes[0].starts_with("Records that cannot be read: 1. The first one is in line 5"), "{notes:?}");
    assert!(opened.files[2].outcome.notes().is_empty(), "the tables have entities: {:?}", opened.files[2]);
    let orders = design.entity("Shop-Orders").unwrap();
    assert_eq!(orders.attribute("customer").unwrap().data_type, AttributeType::S);
    assert_eq!(design.tables.iter().map(|table| table.items.len()).collect::<Vec<_>>(), [1, 1]);
    assert_green(&design);
}

#[test]
fn items_of_a_design_with_entities_are_matched_by_their_keys() {
    let user = |id: &str| {
        json!({ "PK": { "S": format!("USER#{id}") }, "SK": { "S": "PROFILE" }, "name": { "S": "Ann" },
            "email": { "S": format!("{id}@example.com") }, "GSI1PK": { "S": format!("EMAIL#{id}@example.com") }, "GSI1SK": { "S": "USER" },
            "nickname": { "S": "A" } })
    };
    let guard = json!({ "PK": { "S": "EMAIL#a@example.com" }, "SK": { "S": "UNIQUE" } });
    let product = json!({ "PK": { "S": "PRODUCT#p-7" }, "SK": { "S": "META" }, "category": { "S": "TEA" },
        "price": { "N": "1200" }, "stock": { "N": "5" } });
    let stranger = json!({ "PK": { "S": "CART#1" }, "SK": { "S": "META" } });
    let items = json!({ "Items": [guard, user("a"), user("b"), product, stranger] }).to_string();
    let shop = template("shop");
    let opened = open_texts(&[("shop.json", shop), ("Shop.json", &items)]);
    let (before, design) = (parse(shop).unwrap(), opened.design.unwrap());
    assert_eq!(added(&opened.files[1].outcome), Added { items: 5, ..Added::default() });
    let notes: Vec<String> = opened.files[1].outcome.notes().iter().map(ToString::to_string).collect();
    assert!(notes[0].contains("the sample of 2 entities"), "{notes:?}");
    assert!(notes[1].contains("1 item has the keys of no entity. It was left out."), "{notes:?}");
    // Keys, patterns and the other entities are as they were.
    assert_eq!((&design.tables, &design.patterns), (&before.tables, &before.patterns));
    assert_eq!(design.entity("Order"), before.entity("Order"));
    let user = design.entity("User").unwrap();
    // The id is only in the key of the item, and the uniqueness item belongs to the first user.
    let ids: Vec<&Value> = user.rows.iter().map(|row| &row["user_id"]["S"]).collect();
    assert_eq!(ids, ["a", "b"]);
    assert!(user.rows.iter().all(|row| !row.contains_key("PK") && !row.contains_key("GSI1PK")));
    assert!(user.attribute("nickname").is_some());
    let product = &design.entity("Product").unwrap().rows[0];
    assert_eq!((&product["product_id"]["S"], &product["price"]["N"]), (&json!("p-7"), &json!("1200")));
    let report = check(&design);
    assert_eq!(report.entities.iter().find(|one| one.name == "User").unwrap().sample_rows, 2);
    assert!(report.problems.is_empty(), "{:?}", report.problems);

    // The columns of a sheet have the types of the attributes.
    let sheet = "PK,SK,category,price,stock\nPRODUCT#1,META,7,100,5\nPRODUCT#2,META,8,200,6\n";
    let design = open_texts(&[("shop.json", shop), ("Shop.csv", sheet)]).design.unwrap();
    let rows = &design.entity("Product").unwrap().rows;
    assert_eq!(
        (rows.len(), &rows[0]["category"], &rows[1]["price"]),
        (2, &json!({ "S": "7" }), &json!({ "N": "200" }))
    );
}

#[test]
fn the_requests_of_a_batch_fill_each_table() {
    let put = |id: &str| json!({ "PutRequest": { "Item": { "id": { "S": id }, "n": { "N": "1" } } } });
    let delete = json!({ "DeleteRequest": { "Key": { "id": { "S": "z" } } } });
    let body =
        json!({ "RequestItems": { "users": [delete, put("a"), put("b")], "Log": [put("c")] } }).to_string();
    let opened = open_texts(&[("body.json", &body), ("template.json", TEMPLATE)]);
    let design = opened.design.unwrap();
    assert_eq!(added(&opened.files[0].outcome), Added { tables: 1, entities: 2, items: 3, patterns: 0 });
    let names: Vec<&str> = design.tables.iter().map(|table| table.name.as_str()).collect();
    assert_eq!(names, ["Shop-Orders", "users", "Log"]);
    assert_green(&design);
    // Alone, the same text is a design with both tables.
    let imported = dynalab_design_formats::read(&body).unwrap();
    assert_eq!((imported.format, imported.design.tables.len()), ("items", 2));
    let notes: Vec<String> = imported.notes.iter().map(ToString::to_string).collect();
    assert!(notes.contains(&"Requests that put no item: 1. They were left out.".to_owned()), "{notes:?}");
    assert_green(&imported.design);
}

#[test]
fn the_manifest_of_an_export_names_the_table() {
    let summary = r#"{"version":"2020-06-30","exportArn":"arn:aws:dynamodb:us-east-1:1:table/Teas/export/1","tableArn":"arn:aws:dynamodb:us-east-1:1:table/Teas","itemCount":2}"#;
    let list = "{\"itemCount\":1,\"md5Checksum\":\"x\",\"etag\":\"y\",\"dataFileS3Key\":\"data/a.json.gz\"}\n{\"itemCount\":1,\"dataFileS3Key\":\"data/b.json.gz\"}\n";
    let item = |name: &str| format!("{{\"Item\":{{\"name\":{{\"S\":\"{name}\"}}}}}}\n");
    let opened = open_texts(&[
        ("manifest-summary.json", summary),
        ("manifest-files.json", list),
        ("data/a.json", &item("Assam")),
        ("data/b.json", &item("Ceylon")),
    ]);
    let design = opened.design.unwrap();
    assert_eq!(
        (design.tables.len(), design.tables[0].name.as_str(), design.entities[0].count),
        (1, "Teas", 2)
    );
    assert!(opened.files[..2].iter().all(|file| matches!(file.outcome, Outcome::Helped { .. })));
    assert_eq!([2, 3].map(|place| added(&opened.files[place].outcome).items), [1, 1]);
    assert_green(&design);
    assert!(open_texts(&[("manifest-summary.json", summary)]).files[0].outcome.is_refused());
}

fn template(id: &str) -> &'static str {
    templates::find(id).unwrap().text
}

#[test]
fn two_designs_are_merged_or_compared() {
    // The same design twice is one design.
    let opened = open_texts(&[("a.json", template("shop")), ("b.json", template("shop"))]);
    assert_eq!(opened.design, parse(template("shop")).ok());
    assert_eq!((added(&opened.files[1].outcome), opened.second), (Added::default(), None));
    // Designs with nothing in common are merged, if their samples have the same seed.
    let mut chat = parse(template("chat")).unwrap();
    chat.seed = parse(template("token_store")).unwrap().seed;
    let opened = open_texts(&[("a.json", template("token_store")), ("b.json", &write(&chat))]);
    assert!(matches!(opened.files[1].outcome, Outcome::Read { .. }), "{:?}", opened.files[1]);
    let design = opened.design.unwrap();
    let both = parse(template("token_store")).unwrap().patterns.len() + chat.patterns.len();
    assert_eq!(design.patterns.len(), both);
    assert_green(&design);
    // A version of a design is the second one, and a third version is refused.
    let changed = |from: &str, to: &str| {
        let text = template("shop").replace(from, to);
        assert_ne!(text, template("shop"));
        text
    };
    let (keys, rates) =
        (changed("PRODUCT#{", "GOODS#{"), changed("\"average\": 120.0", "\"average\": 300.0"));
    let opened = open_texts(&[("a.json", template("shop")), ("b.json", &keys), ("c.json", &rates)]);
    let Outcome::Second { differs, .. } = &opened.files[1].outcome else { panic!("{:?}", opened.files) };
    assert_eq!(differs.part, Part::Pattern, "{differs:?}");
    assert_eq!(opened.second, parse(&keys).ok());
    assert!(matches!(refusal(&opened.files[2].outcome), Refusal::Differs(_)));
    assert!(refusal_text(&opened, 2).ends_with("Open this file alone."));
}

#[test]
fn settings_of_one_table_come_from_several_files() {
    let plain = r#"{"TableName":"T","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]}"#;
    let stream = plain.replace(
        "\"KeySchema\"",
        "\"StreamSpecification\":{\"StreamEnabled\":true,\"StreamViewType\":\"KEYS_ONLY\"},\"KeySchema\"",
    );
    let number = plain.replace("\"AttributeType\":\"S\"", "\"AttributeType\":\"N\"");
    let opened = open_texts(&[
        ("a.json", plain),
        ("b.json", &stream),
        ("c.json", &number),
        ("d.csv", "id,x\na,1\nb,2\n"),
    ]);
    let design = opened.design.unwrap();
    assert_eq!(
        (design.tables.len(), design.tables[0].stream.as_ref().unwrap().view.as_str()),
        (1, "KEYS_ONLY")
    );
    let Outcome::Second { differs, .. } = &opened.files[2].outcome else { panic!("{:?}", opened.files) };
    assert_eq!((differs.part, differs.name.as_str()), (Part::Table, "T"));
    assert_eq!(added(&opened.files[3].outcome).items, 2);
}

#[test]
fn files_that_do_not_fit_are_refused_and_cost_no_other() {
    let shop = template("shop");
    let items = r#"[{"PK":"CUSTOMER#1","SK":"PROFILE"},{"PK":"CUSTOMER#2","SK":"PROFILE"}]"#;
    let opened = open_texts(&[
        ("letter.txt", "Dear all,\nthis is a letter.\n"),
        ("shop.json", shop),
        ("Shop.json", items),
        ("torn.json", &shop[..shop.len() / 2]),
        ("large.json", &" ".repeat(17 << 20)),
    ]);
    assert_eq!(opened.design, parse(shop).ok());
    assert!(refusal_text(&opened, 0).starts_with("The text has no format that Dynalab can read. It reads"));
    assert_eq!(*refusal(&opened.files[2].outcome), Refusal::HasEntities { table: "Shop".into() });
    assert!(refusal_text(&opened, 3).contains("not valid JSON at line"), "{}", refusal_text(&opened, 3));
    assert!(refusal_text(&opened, 4).contains("The limit is"), "{}", refusal_text(&opened, 4));
    let many: Vec<(String, String)> =
        (0..101).map(|n| (format!("{n}.csv"), format!("id,n\na{n},1\nb{n},2\n"))).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    assert_eq!(*refusal(&open_texts(&many).files[100].outcome), Refusal::TooMany);
    // A sheet whose key column is empty has no item of the table.
    let opened = open_texts(&[("t.json", TEMPLATE), ("users.csv", "id,name\n,Ann\n")]);
    assert!(opened.files[1].outcome.is_refused(), "{:?}", opened.files[1]);
    assert_eq!(opened.design.unwrap().tables.len(), 2);
    assert_eq!(open(&[]), Opened::default());
}

#[test]
fn damaged_files_are_read_or_refused() {
    let sheet = "customer,day,total\n1,1,5\n1,2,7.5\n";
    let texts: Vec<String> = MODULE
        .iter()
        .map(|(_, text)| (*text).to_owned())
        .chain([TEMPLATE.to_owned(), sheet.to_owned(), template("token_store").to_owned()])
        .collect();
    let (mut read, mut refused) = (0, 0);
    for mut chance in cases("several files", 150) {
        let chosen: Vec<NamedText> = (0..4)
            .map(|place| {
                let text = chance.pick(&texts).clone();
                NamedText { name: format!("orders{place}.txt"), text: chance.damaged_text(&text) }
            })
            .collect();
        let opened = open(&chosen);
        assert_eq!(opened.files.len(), chosen.len());
        for file in &opened.files {
            assert!(!file.sentence("items", Language::English).is_empty());
            if file.outcome.is_refused() { refused += 1 } else { read += 1 }
        }
        for design in opened.design.iter().chain(&opened.second) {
            assert_eq!(parse(&write(design)).as_ref(), Ok(design));
        }
    }
    assert!(read > 50 && refused > 50, "{read} were read, {refused} refused");
}
