//! Tests of formats with a parser: write and read back, handwritten files, omitted members, and damaged texts.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

use dynalab_design_formats::{FormatError, ImportNote, ImportedDesign, all, find, read};
use dynalab_modeling::design::{
    Access, IndexKind, KeyAttribute, Mode, Projection, Replica, ReplicaConsistency, Stream, Table,
    TableClass, Units,
};
use dynalab_modeling::{Design, Language, check, parse, templates};
use serde_json::{Value, json};

fn write(format: &str, design: &Design) -> String {
    (find(format).unwrap().write.unwrap())(design, &check(design), Language::English).text
}

fn designs() -> impl Iterator<Item = (&'static str, Design)> {
    let of_templates = templates::ALL.iter().map(|template| (template.id, parse(template.text).unwrap()));
    of_templates.chain([("every setting", every_setting())])
}

/// Returns a design with settings that no template has.
fn every_setting() -> Design {
    let mut design = parse(templates::ALL[0].text).unwrap();
    let mut global = design.tables[0].clone();
    global.name = "orders in two-Regions".to_owned();
    global.replicas = vec![Replica { region: "eu-west-1".to_owned(), ..Replica::default() }];
    global.replica_consistency = ReplicaConsistency::Strong;
    global.class = TableClass::InfrequentAccess;
    global.deletion_protection = true;
    global.recovery = true;
    global.mode = Mode::Provisioned { headroom_percent: 20.0 };
    let units = Units { read: Some(7), write: Some(8) };
    global.indexes.iter_mut().for_each(|index| index.capacity.units = units);
    global.capacity.units = units;
    let mut local = design.tables[0].clone();
    local.name = "local".to_owned();
    local.ttl = Some("expires_at".to_owned());
    let mut index = local.indexes[0].clone();
    (index.kind, index.name) = (IndexKind::Local, "local-by".to_owned());
    index.partition_key = local.partition_key.clone();
    index.projection = Projection::Include(vec!["total".to_owned(), "status".to_owned()]);
    local.indexes.push(index);
    let key = |name: &str| KeyAttribute { name: name.to_owned(), ..KeyAttribute::default() };
    local.indexes[0].partition_key = vec![key("tenant"), key("kind")];
    local.indexes[0].sort_key = vec![key("year"), key("month"), key("day")];
    design.tables.extend([global, local]);
    design
}

/// Returns the part of a table that infrastructure as code contains.
fn carried(table: &Table) -> Table {
    let mut table = table.clone();
    table.items.clear();
    table.notes.clear();
    table.vector_indexes.clear();
    if !table.replicas.is_empty() {
        let stream = table.stream.get_or_insert_with(Stream::default);
        stream.view = "NEW_AND_OLD_IMAGES".to_owned();
    }
    for reader in table.stream.iter_mut().flat_map(|stream| &mut stream.readers) {
        // An event source mapping has the name of a function, and no entities.
        reader.name = reader.name.replace(' ', "-");
        reader.entities.clear();
    }
    // Both formats list local indexes separately, after the others.
    table.indexes.sort_by_key(|index| index.kind == IndexKind::Local);
    table
}

#[test]
fn infrastructure_gives_the_same_tables_again() {
    for format in ["cloudformation", "cloudformation-json", "terraform"] {
        for (id, design) in designs() {
            let text = write(format, &design);
            let imported = read(&text).unwrap_or_else(|error| panic!("{format} {id}: {error}\n{text}"));
            assert_eq!(imported.format, format);
            assert_eq!(imported.notes, [ImportNote::KeysOnly], "{format} {id}");
            let mut wanted: Vec<Table> = design.tables.iter().map(carried).collect();
            let mut found = imported.design.tables.clone();
            // Resources in a template are sorted by name.
            wanted.sort_by(|one, other| one.name.cmp(&other.name));
            found.sort_by(|one, other| one.name.cmp(&other.name));
            assert_eq!(found, wanted, "{format} {id}");
            let again = Design { name: design.name.clone(), ..imported.design };
            assert_eq!(write(format, &again), text, "{format} {id}: the same bytes");
        }
    }
}

#[test]
fn every_format_has_an_id_of_its_own_and_does_something() {
    let ids: Vec<&str> = all().map(|format| format.id).collect();
    for (place, id) in ids.iter().enumerate() {
        assert!(!ids[..place].contains(id), "{id}");
    }
    assert!(all().all(|format| format.read.is_some() || format.write.is_some()));
    for format in all() {
        for (id, design) in designs() {
            if let Some(write) = format.write {
                let [text, again] = [(); 2].map(|()| write(&design, &check(&design), Language::English).text);
                assert_eq!(again, text, "{} {id}", format.id);
                assert!(!text.is_empty(), "{} {id}", format.id);
            }
        }
    }
}

fn notes_of(imported: &ImportedDesign) -> Vec<String> {
    imported.notes.iter().map(ToString::to_string).collect()
}

#[test]
fn a_template_with_functions_is_read() {
    let text = r#"
AWSTemplateFormatVersion: "2010-09-09"
Parameters:
  Stage: { Type: String, Default: dev }
  Secret: { Type: String }
Conditions:
  IsProd: !Equals [!Ref Stage, prod]
Resources:
  Topic: { Type: "AWS::SNS::Topic" }
  Orders:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: !Sub "${Stage}-orders"
      BillingMode: !If [IsProd, PROVISIONED, PAY_PER_REQUEST]
      AttributeDefinitions:
        - { AttributeName: PK, AttributeType: S }
        - { AttributeName: SK, AttributeType: N }
      KeySchema:
        - { AttributeName: PK, KeyType: HASH }
        - { AttributeName: SK, KeyType: RANGE }
      TimeToLiveSpecification: { AttributeName: expires, Enabled: "true" }
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true }
      StreamSpecification: { StreamViewType: NEW_IMAGE }
      SSESpecification: { SSEEnabled: true, KMSMasterKeyId: !Ref Secret }
  Unnamed:
    Type: AWS::DynamoDB::Table
    Properties:
      AttributeDefinitions: [{ AttributeName: id, AttributeType: B }]
      KeySchema: [{ AttributeName: id, KeyType: HASH }]
"#;
    let imported = read(text).unwrap();
    let [orders, unnamed] = &imported.design.tables[..] else { panic!("{:?}", imported.design.tables) };
    assert_eq!((orders.name.as_str(), unnamed.name.as_str()), ("dev-orders", "Unnamed"));
    assert_eq!(orders.mode, Mode::OnDemand);
    assert_eq!((orders.ttl.as_deref(), orders.recovery), (Some("expires"), true));
    assert_eq!(orders.stream.as_ref().unwrap().view, "NEW_IMAGE");
    assert_eq!(
        notes_of(&imported),
        [
            "The file has no value for Secret. Where a name can stand, “Secret” stands for it.",
            "These resources are no part of a table, so they were left out: AWS::SNS::Topic 1.",
            "The file has tables only. Add entities and access patterns.",
        ]
    );
}

const CONFIGURATION: &str = r#"
variable "stage" { default = "dev" }
variable "table_class" { type = string }
locals {
  prefix = "${var.stage}-shop"
  on     = true
}
resource "aws_s3_bucket" "logs" { bucket = "x" }
resource "aws_dynamodb_table" "orders" {
  name         = "${local.prefix}-orders" // a comment
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "PK"
  range_key    = "SK"
  table_class  = var.table_class
  attribute {
    name = "PK"
    type = "S"
  }
  attribute {
    name = "SK"
    type = "S"
  }
  attribute {
    name = "total"
    type = "N"
  }
  ttl {
    attribute_name = "expires"
    enabled        = local.on
  }
  global_secondary_index {
    name               = "by-total"
    hash_key           = "SK"
    range_key          = "total"
    projection_type    = "INCLUDE"
    non_key_attributes = ["status"]
  }
  local_secondary_index {
    name            = "local"
    range_key       = "total"
    projection_type = "KEYS_ONLY"
  }
  server_side_encryption { enabled = true }
  tags = { team = "shop" }
}
resource "aws_dynamodb_table" "each" {
  for_each     = toset(["a", "b"])
  name         = "t-${each.value}"
  hash_key     = "id"
  attribute {
    name = "id"
    type = "S"
  }
}
"#;

#[test]
fn a_configuration_with_variables_is_read() {
    let imported = read(CONFIGURATION).unwrap();
    let [orders, a, b] = &imported.design.tables[..] else { panic!("{:?}", imported.design.tables) };
    assert_eq!([&orders.name, &a.name, &b.name], ["dev-shop-orders", "t-a", "t-b"]);
    assert_eq!((orders.ttl.as_deref(), orders.indexes.len()), (Some("expires"), 2));
    assert_eq!(orders.indexes[1].partition_key, orders.partition_key, "a local index has the table's key");
    assert_eq!(orders.indexes[0].sort_key[0].data_type.name(), "N");
    assert_eq!(
        notes_of(&imported),
        [
            "The file has no value for table_class. Where a name can stand, “table_class” stands for it.",
            "aws_dynamodb_table.orders.table_class: the value of var.table_class is not in the file, so it was left out.",
            "These resources are no part of a table, so they were left out: aws_s3_bucket 1.",
            "The file has tables only. Add entities and access patterns.",
        ]
    );
}

const SHOP: &str = r"
CREATE TABLE IF NOT EXISTS `users` (
  `id` VARCHAR(255) PRIMARY KEY COMMENT 'the id',
  `provider_id` VARCHAR(255) PRIMARY KEY,
  `email` VARCHAR(255) UNIQUE,
  `role` ENUM('general', 'admin') NOT NULL,
  `points` BIGINT UNSIGNED NOT NULL DEFAULT 0,
  `is_active` TINYINT(1),
  `created_at` DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE orders (
  order_id BIGINT AUTO_INCREMENT,
  user_id VARCHAR(255) NOT NULL,
  total DECIMAL(10, 2),
  placed_on DATE,
  note TEXT,
  details JSON,
  PRIMARY KEY (order_id),
  KEY placed (placed_on),
  FOREIGN KEY (user_id) REFERENCES users (id)
);
CREATE TABLE order_items (
  order_id BIGINT,
  position INT,
  name VARCHAR(50),
  PRIMARY KEY (order_id, position),
  FOREIGN KEY (order_id) REFERENCES orders (order_id)
);
INSERT INTO users (id) VALUES ('a');
";

#[test]
fn tables_of_sql_are_a_design_whose_patterns_are_green() {
    let imported = read(SHOP).unwrap();
    let design = &imported.design;
    let names: Vec<&str> = design.tables.iter().map(|table| table.name.as_str()).collect();
    assert_eq!(names, ["users", "orders", "order_items"]);
    let items = &design.tables[2];
    assert_eq!(
        (items.partition_key[0].name.as_str(), items.sort_key[0].name.as_str()),
        ("order_id", "position")
    );
    let relations: Vec<(&str, &str)> =
        design.relations.iter().map(|relation| (relation.parent.as_str(), relation.child.as_str())).collect();
    assert_eq!(relations, [("users", "orders"), ("orders", "order_items")]);
    let indexes: Vec<&str> =
        design.tables.iter().flat_map(|table| &table.indexes).map(|index| index.name.as_str()).collect();
    assert_eq!(indexes, ["by_provider_id", "by_email", "by_user_id", "by_placed_on"]);
    assert_eq!(
        notes_of(&imported),
        [
            "users: a table has one primary key. id is the key, each other one is an index.",
            "users: DynamoDB does not keep email unique. Write a second item with this value as its key, in the same transaction.",
            "users.id: a design has no COMMENT, so it was left out.",
            "users.points: a design has no DEFAULT, so it was left out. The same at 1 other place.",
            "orders.order_id: a design has no AUTO_INCREMENT, so it was left out.",
            "INSERT: 1 statement was left out, in line 29.",
            "Assumed: 10,000 items in each table, 10 requests per second for each access pattern. Write your own figures.",
        ]
    );
    let report = check(design);
    assert_eq!(report.problems, []);
    for pattern in &report.patterns {
        assert_eq!(pattern.verdict, dynalab_modeling::report::Verdict::Green, "{}", pattern.name);
    }
    assert_eq!(report.patterns.len(), 8);
    assert_eq!(parse(&dynalab_modeling::write(design)).unwrap(), *design);
}

#[test]
fn a_dump_of_postgres_is_read() {
    let text = "
SET statement_timeout = 0;
CREATE TABLE public.rides (
    id uuid NOT NULL,
    bike_id integer NOT NULL,
    started_at timestamp without time zone,
    tags text[],
    is_open boolean DEFAULT true
);
CREATE TABLE public.bikes (id integer NOT NULL, station character varying(20));
ALTER TABLE ONLY public.rides ADD CONSTRAINT rides_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bikes ADD CONSTRAINT bikes_pkey PRIMARY KEY (id);
CREATE INDEX by_station ON public.bikes USING btree (station);
ALTER TABLE ONLY public.rides ADD CONSTRAINT ride_bike FOREIGN KEY (bike_id) REFERENCES public.bikes(id);
";
    let imported = read(text).unwrap();
    let design = &imported.design;
    assert_eq!(design.relations[0].parent, "bikes");
    let report = check(design);
    assert_eq!(report.problems, []);
    assert_eq!(report.totals.red, 0, "{:?}", report.patterns);
    assert_eq!(report.totals.green, 4, "two keys, the foreign key and the index");
}

#[test]
fn a_policy_permits_what_the_patterns_send() {
    let saas = templates::ALL.iter().find(|template| template.id == "saas_tenants").unwrap();
    let design = parse(saas.text).unwrap();
    let policies: Value = serde_json::from_str(&write("iam-policy", &design)).unwrap();
    let statements = policies["owner"]["Statement"].as_array().unwrap();
    assert!(!statements.is_empty());
    let keys = statements.iter().filter_map(|statement| {
        statement["Condition"]["ForAllValues:StringLike"]["dynamodb:LeadingKeys"].as_array()
    });
    let keys: Vec<&str> = keys.flatten().filter_map(Value::as_str).collect();
    assert!(keys.iter().any(|key| key.contains("${aws:PrincipalTag/")), "{policies:#}");
    for (_, policy) in policies.as_object().unwrap() {
        for statement in policy["Statement"].as_array().unwrap() {
            assert!(statement["Resource"].as_str().unwrap().starts_with("arn:aws:dynamodb:*:*:table/"));
            assert!(!statement["Action"].as_array().unwrap().is_empty());
        }
    }
}

/// Returns the actions of the owner that are limited to keys of the owner.
fn limited_actions(design: &Design) -> Vec<(String, String)> {
    let policies: Value = serde_json::from_str(&write("iam-policy", design)).unwrap();
    let statements = policies["owner"]["Statement"].as_array().unwrap().iter();
    let limited = statements.filter(|statement| statement.get("Condition").is_some());
    let mut actions: Vec<(String, String)> = limited
        .flat_map(|statement| {
            let resource = statement["Resource"].as_str().unwrap().to_owned();
            let actions = statement["Action"].as_array().unwrap().iter();
            actions.map(move |action| (resource.clone(), action.as_str().unwrap().to_owned()))
        })
        .collect();
    actions.sort();
    actions
}

#[test]
fn a_scan_of_an_owner_does_not_open_the_other_actions() {
    let saas = templates::ALL.iter().find(|template| template.id == "saas_tenants").unwrap();
    let mut design = parse(saas.text).unwrap();
    let before = limited_actions(&design);
    let table = before.iter().find_map(|(resource, _)| resource.split("table/").nth(1)).unwrap().to_owned();
    let table = table.split('/').next().unwrap();
    let mut scan = design.patterns.iter().find(|pattern| pattern.access == Access::Owner).unwrap().clone();
    scan.operation = Some(serde_json::from_value(json!({ "action": "scan", "table": table })).unwrap());
    design.patterns.push(scan);
    assert_eq!(limited_actions(&design), before);
    assert!(write("iam-policy", &design).contains("dynamodb:Scan"));
}

#[test]
fn damaged_texts_say_where() {
    for (text, wanted) in [
        ("resource \"aws_dynamodb_table\" \"x\" {\n  name = \n}", "Terraform: line 2"),
        ("Resources:\n  A:\n    Type: 'AWS::DynamoDB::Table\n", "YAML: line"),
        ("CREATE TABLE a (id INT,\n  name WHAT EVER, );", "SQL: line 2"),
        ("Resources: {A: {Type: 'AWS::DynamoDB::Table', Properties: {KeySchema: 7}}}", "A."),
        ("Resources: {A: {Type: 'AWS::DynamoDB::Kinesis'}}", "The file has no DynamoDB table."),
        ("resource \"aws_dynamodb_table_item\" \"x\" {}", "The file has no DynamoDB table."),
        ("CREATE TABLE ;", "SQL: line"),
    ] {
        let error = read(text).map(|imported| imported.design).unwrap_err().to_string();
        assert!(error.starts_with(wanted), "{text}: {error}");
    }
}

/// The page has a stack of 1 MiB. Functions of a debug build need several times as much.
const STACK_BYTES: usize = 4 * 1024 * 1024;

/// Reads every kind of deep nesting.
#[test]
fn deep_texts_are_refused_or_read() {
    let n = 20_000;
    let deep = |open: &str, close: &str| format!("{}1{}", open.repeat(n), close.repeat(n));
    let mut texts = vec![
        format!("Resources: {} # AWS::DynamoDB::", "[".repeat(n)),
        format!(
            "Resources:\n{} # AWS::DynamoDB::",
            (0..400).map(|level| format!("{}a:\n", " ".repeat(level))).collect::<String>()
        ),
        format!("CREATE TABLE a (id INT CHECK ({}));", deep("(", ")")),
        format!("CREATE TABLE a (id INT DEFAULT {});", deep("NOT ", "")),
        format!("CREATE TABLE a (id {}INT{});", "ARRAY<".repeat(n), ">".repeat(n)),
        format!("CREATE TABLE a AS {}SELECT 1{};", "(".repeat(n), ")".repeat(n)),
    ];
    for (open, close) in
        [("(", ")"), ("[", "]"), ("!", ""), ("-", ""), ("{a = ", "}"), ("\"${", "}\""), ("true ? 1 : ", "")]
    {
        let value = deep(open, close);
        texts.push(format!(
            "resource \"aws_dynamodb_table\" \"x\" {{\n  name = {value}\n  hash_key = \"a\"\n}}"
        ));
    }
    texts.push(format!("resource \"aws_dynamodb_table\" \"x\" {}", "{\n a ".repeat(n)));
    for (place, text) in texts.into_iter().enumerate() {
        println!("text {place}");
        // The result does not matter. Reading must end.
        let run = move || drop(read(&text));
        std::thread::Builder::new().stack_size(STACK_BYTES).spawn(run).unwrap().join().unwrap();
    }
}

/// Reads locals that double each other, and nested loops.
#[test]
fn values_that_grow_without_end_stay_unknown() {
    let mut text = String::from("locals {\n  a0 = \"xxxxxxxx\"\n");
    for level in 1..60 {
        text.push_str(&format!("  a{level} = \"${{local.a{0}}}${{local.a{0}}}\"\n", level - 1));
    }
    text.push_str("  b = [for x in [1, 2, 3] : [for y in [1, 2, 3] : x]]\n}\nresource \"aws_dynamodb_table\" \"t\" {\n  name = local.a59\n  hash_key = \"id\"\n}\n");
    let imported = read(&text).unwrap();
    assert_eq!(imported.design.tables[0].name, "t");
    assert!(imported.notes.iter().any(|note| matches!(note, ImportNote::UnknownValue { .. })));
}

const DAMAGE: &[u8] = b"{}[]()\"':,#!&*\n \x00\xff5";

#[test]
fn damaged_texts_never_panic() {
    let mut seed = 7_u64;
    let mut next = |most: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % most.max(1)
    };
    let design = every_setting();
    let originals = [
        write("cloudformation", &design),
        write("cloudformation-json", &design),
        write("terraform", &design),
        SHOP.to_owned(),
    ];
    for original in &originals {
        for _ in 0..400 {
            let mut bytes = original.clone().into_bytes();
            for _ in 0..=next(4) {
                let place = next(bytes.len());
                match next(4) {
                    0 => bytes.truncate(place),
                    1 => bytes[place] = DAMAGE[next(DAMAGE.len())],
                    2 => {
                        let piece = bytes[place..(place + next(40)).min(bytes.len())].to_vec();
                        let at = next(bytes.len());
                        bytes.splice(at..at, piece);
                    }
                    _ => {
                        let end = (place + next(30)).min(bytes.len());
                        bytes.drain(place..end);
                    }
                }
                if bytes.is_empty() {
                    bytes.push(b' ');
                }
            }
            let text = String::from_utf8_lossy(&bytes);
            if let Ok(imported) = read(&text) {
                assert!(!imported.design.tables.is_empty());
            }
        }
    }
    assert_eq!(
        read(&"x".repeat(17_000_000)).unwrap_err(),
        FormatError::TooLong { bytes: 17_000_000, limit: 16 << 20 }
    );
}
