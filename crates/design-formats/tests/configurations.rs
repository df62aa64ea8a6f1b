//! Tests of Terraform: variables without a value, dynamic blocks, repeated resources, modules, and the output of `terraform show -json`.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

mod imported;

use dynalab_design_formats::several::{NamedText, open};
use dynalab_design_formats::{ImportNote, read, read_given};
use dynalab_modeling::design::{Mode, Projection};
use dynalab_modeling::formats::{FormatError, ImportedDesign};
use imported::{given, keys, lines, missing};

fn notes(imported: &ImportedDesign) -> Vec<String> {
    imported.notes.iter().map(ToString::to_string).collect()
}

const JOBS: &str = r#"
variable "key" { type = string }
variable "mode" {}
variable "stage" {}
variable "units" { type = number }
locals { prefix = "${var.stage}-jobs" }
resource "aws_dynamodb_table" "jobs" {
  name         = "${local.prefix}-${terraform.workspace}"
  billing_mode = var.mode
  hash_key     = var.key
  range_key    = var.stage == "prod" ? "day" : "hour"
  attribute {
    name = var.key
    type = "S"
  }
}
"#;

#[test]
fn a_variable_without_a_value_is_a_placeholder_until_it_is_given() {
    let imported = read(JOBS).unwrap();
    assert_eq!(keys(&imported), ["stage-jobs-terraform.workspace (key S; )"]);
    assert_eq!(missing(&imported), ["key", "mode", "stage", "terraform.workspace"]);
    let left = notes(&imported);
    assert!(left.iter().any(|note| note.starts_with("aws_dynamodb_table.jobs.range_key: ")), "{left:?}");
    assert!(left.iter().any(|note| note.starts_with("aws_dynamodb_table.jobs.billing_mode: ")), "{left:?}");
    let values = given(&[
        ("key", "id"),
        ("mode", "PAY_PER_REQUEST"),
        ("stage", "prod"),
        ("terraform.workspace", "eu"),
    ]);
    let imported = read_given(JOBS, &values).unwrap();
    assert_eq!(keys(&imported), ["prod-jobs-eu (id S; day S)"]);
    assert_eq!(missing(&imported), [""; 0]);
    assert_eq!(imported.design.tables[0].mode, Mode::OnDemand);
}

const SHOPS: &str = r#"
variable "gsis" {
  default = [
    { name = "by_city", hash_key = "city", range_key = null, include = ["name"] },
    { name = "by_day", hash_key = "day", range_key = "id", include = [] },
  ]
}
variable "ttl" { default = "ends" }
resource "aws_dynamodb_table" "shops" {
  name         = "shops"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"
  dynamic "attribute" {
    for_each = { id = "S", city = "S", day = "N" }
    content {
      name = attribute.key
      type = attribute.value
    }
  }
  dynamic "global_secondary_index" {
    for_each = var.gsis
    iterator = index
    content {
      name               = index.value.name
      hash_key           = index.value["hash_key"]
      range_key          = lookup(index.value, "range_key", null)
      projection_type    = length(index.value.include) > 0 ? "INCLUDE" : "KEYS_ONLY"
      non_key_attributes = index.value.include
    }
  }
  dynamic "ttl" {
    for_each = var.ttl == "" ? [] : [var.ttl]
    content {
      attribute_name = ttl.value
      enabled        = true
    }
  }
}
"#;

#[test]
fn dynamic_blocks_over_known_values_are_blocks() {
    let imported = read(SHOPS).unwrap();
    assert_eq!(keys(&imported), ["shops (id S; ) by_city(city S; ) by_day(day N; id S)"]);
    let table = &imported.design.tables[0];
    assert_eq!(table.indexes[0].projection, Projection::Include(vec!["name".to_owned()]));
    assert_eq!(table.indexes[1].projection, Projection::KeysOnly);
    assert_eq!(table.ttl.as_deref(), Some("ends"));
    assert_eq!(notes(&imported), ["The file has tables only. Add entities and access patterns."]);
    let unknown = SHOPS.replace("for_each = var.gsis", "for_each = data.x.y.gsis");
    let imported = read(&unknown).unwrap();
    assert_eq!(keys(&imported), ["shops (id S; )"]);
    let left = notes(&imported);
    let place = "aws_dynamodb_table.shops.dynamic.global_secondary_index: ";
    assert!(left.iter().any(|note| note.starts_with(place) && note.contains("data.x.y.gsis")), "{left:?}");
}

#[test]
fn a_repeated_resource_is_a_table_for_each_value() {
    let table = |more: &str, name: &str| {
        format!(
            "resource \"aws_dynamodb_table\" \"t\" {{\n {more}\n name = \"{name}\"\n billing_mode = \"PAY_PER_REQUEST\"\n hash_key = \"id\"\n attribute {{\n name = \"id\"\n type = \"S\"\n }}\n}}\n"
        )
    };
    let named = |text: &str| {
        read(text).unwrap().design.tables.iter().map(|table| table.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(named(&table("for_each = toset([\"a\", \"b\"])", "x-${each.key}")), ["x-a", "x-b"]);
    assert_eq!(
        named(&table(
            "for_each = { one = { n = \"p\" }, two = { n = \"q\" } }",
            "${each.key}-${each.value.n}"
        )),
        ["one-p", "two-q"]
    );
    assert_eq!(named(&table("count = 3", "x${count.index}")), ["x0", "x1", "x2"]);
    assert_eq!(named(&table("count = true ? 1 : 0", "x")), ["x"]);
    assert_eq!(read(&table("count = 0", "x")), Err(FormatError::NoTable));
    let unknown = read(&table("for_each = data.a.b", "x-${each.key}")).unwrap();
    assert!(
        unknown.notes.contains(&ImportNote::Repeated { place: "aws_dynamodb_table.t".to_owned() }),
        "{:?}",
        unknown.notes
    );
    let many = read(&table("count = 100000000", "x${count.index}"));
    assert!(matches!(many, Err(FormatError::TooMuch(_))), "{many:?}");
}

#[test]
fn calls_of_common_modules_are_tables() {
    let text = r#"
module "parcels" {
  source    = "terraform-aws-modules/dynamodb-table/aws"
  version   = "~> 4.0"
  name      = "parcels"
  hash_key  = "id"
  range_key = "moved"
  attributes = [
    { name = "id", type = "S" },
    { name = "moved", type = "N" },
    { name = "depot", type = "S" },
  ]
  global_secondary_indexes = [
    { name = "by_depot", hash_key = "depot", range_key = "moved", projection_type = "INCLUDE", non_key_attributes = ["weight"] },
  ]
  ttl_enabled                    = true
  ttl_attribute_name             = "ends"
  stream_enabled                 = true
  stream_view_type               = "NEW_IMAGE"
  point_in_time_recovery_enabled = true
}
module "boats" {
  source            = "cloudposse/dynamodb/aws"
  name              = "boats"
  hash_key          = "hull"
  hash_key_type     = "N"
  range_key         = "port"
  ttl_attribute     = "gone"
  dynamodb_attributes = [{ name = "flag", type = "S" }]
  global_secondary_index_map = [{ name = "by_flag", hash_key = "flag", range_key = "hull", projection_type = "ALL" }]
}
"#;
    let imported = read(text).unwrap();
    assert_eq!(
        keys(&imported),
        [
            "parcels (id S; moved N) by_depot(depot S; moved N)",
            "boats (hull N; port S) by_flag(flag S; hull N)",
        ]
    );
    let [parcels, boats] = &imported.design.tables[..] else { panic!("two tables") };
    assert_eq!((parcels.ttl.as_deref(), parcels.recovery), (Some("ends"), true));
    assert_eq!(parcels.stream.as_ref().unwrap().view, "NEW_IMAGE");
    assert_eq!(parcels.mode, Mode::OnDemand);
    assert!(matches!(boats.mode, Mode::Provisioned { .. }));
    assert_eq!(boats.ttl.as_deref(), Some("gone"));
}

#[test]
fn the_files_of_a_local_module_are_read_with_its_call() {
    let call = r#"
module "jobs" {
  source = "./dynamo"
  prefix = local.app
  key    = "job"
}
locals { app = "batch" }
"#;
    let folder = r#"
variable "prefix" {}
variable "key" { default = "id" }
locals { name = "${var.prefix}-jobs" }
resource "aws_dynamodb_table" "this" {
  name = local.name
  billing_mode = "PAY_PER_REQUEST"
  hash_key = var.key
  attribute {
    name = var.key
    type = "S"
  }
}
"#;
    assert_eq!(read(call), Err(FormatError::InOtherFiles { files: "./dynamo".to_owned() }));
    let file = |name: &str, text: &str| NamedText { name: name.to_owned(), text: text.to_owned() };
    let opened = open(&[file("main.tf", call), file("dynamo/main.tf", folder)]);
    let tables: Vec<String> = lines(&opened.design.unwrap().tables);
    assert_eq!(tables, ["batch-jobs (job S; )"]);
}

#[test]
fn the_output_of_terraform_show_is_read() {
    let text = r#"{"format_version":"1.0","terraform_version":"1.9.5","values":{"root_module":{"resources":[
        {"address":"aws_dynamodb_table.a","mode":"managed","type":"aws_dynamodb_table","name":"a","values":{
            "arn":"arn:aws:dynamodb:eu-west-1:1:table/a","name":"a","billing_mode":"PAY_PER_REQUEST","hash_key":"pk","range_key":null,
            "attribute":[{"name":"pk","type":"S"},{"name":"when","type":"N"}],
            "global_secondary_index":[{"name":"g","hash_key":"when","range_key":"","projection_type":"KEYS_ONLY","non_key_attributes":[],"read_capacity":0}],
            "local_secondary_index":[],"ttl":[{"attribute_name":"ends","enabled":true}],"stream_enabled":false,"tags":{"team":"x"},"id":"a"}}],
        "child_modules":[{"resources":[{"mode":"managed","type":"aws_dynamodb_table","name":"b","values":{
            "name":"b","billing_mode":"PROVISIONED","hash_key":"id","attribute":[{"name":"id","type":"B"}]}}]}]}}}"#;
    let imported = read(text).unwrap();
    assert_eq!(keys(&imported), ["a (pk S; ) g(when N; )", "b (id B; )"]);
    assert_eq!(imported.design.tables[0].ttl.as_deref(), Some("ends"));
    assert_eq!(imported.format, "terraform");
}

#[test]
fn replicas_of_their_own_have_the_region_of_their_provider() {
    let text = r#"
provider "aws" { region = "eu-west-1" }
provider "aws" {
  alias  = "alt"
  region = "us-east-2"
}
resource "aws_dynamodb_table" "t" {
  name = "t"
  hash_key = "id"
  attribute {
    name = "id"
    type = "S"
  }
}
resource "aws_dynamodb_table_replica" "alt" {
  provider         = aws.alt
  global_table_arn = aws_dynamodb_table.t.arn
}
resource "aws_dynamodb_table_replica" "unknown" { global_table_arn = var.arn }
resource "aws_s3_bucket" "logs" { bucket = "x" }
resource "aws_dynamodb_table_item" "one" { table_name = "t" }
"#;
    let imported = read(text).unwrap();
    let replicas: Vec<&str> =
        imported.design.tables[0].replicas.iter().map(|replica| replica.region.as_str()).collect();
    assert_eq!((imported.design.region.as_str(), replicas), ("eu-west-1", vec!["us-east-2"]));
    let left = notes(&imported);
    assert!(left.iter().any(|note| note.contains(": aws_s3_bucket 1.")), "{left:?}");
    assert!(left.iter().any(|note| note.starts_with("aws_dynamodb_table_item.one: ")), "{left:?}");
    assert!(left.iter().any(|note| note.starts_with("aws_dynamodb_table_replica.unknown: ")), "{left:?}");
}

#[test]
fn a_mistake_in_a_resource_that_is_no_table_refuses_nothing() {
    let table = "resource \"aws_dynamodb_table\" \"boats\" {\n  name = \"boats\"\n  hash_key = \"id\"\n  attribute {\n    name = \"id\"\n    type = \"S\"\n  }\n}\n";
    let other =
        "resource \"aws_iam_role\" \"pilot\" {\n  name = this is no value ]\n  policy = <<EOF\n}\nEOF\n}\n";
    let imported = read(&format!("{other}{table}{other}")).unwrap();
    assert_eq!(keys(&imported), ["boats (id S; )"]);
    assert!(
        notes(&imported).iter().any(|note| note.contains("aws_iam_role") && note.contains('2')),
        "{:?}",
        imported.notes
    );
    // A mistake in a table keeps its line.
    let broken = table.replace("hash_key = \"id\"", "hash_key = ]");
    let Err(FormatError::Syntax { line, .. }) = read(&format!("{other}{broken}")) else {
        panic!("no mistake")
    };
    assert_eq!(line, other.lines().count() + 3);
}
