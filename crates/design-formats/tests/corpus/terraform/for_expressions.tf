locals {
  names  = ["Orders", "Invoices"]
  tables = { for name in local.names : lower(name) => { key = "${lower(name)}_id", days = 7 } }
  keys   = flatten([for name, table in local.tables : [table.key, "at"]])
  wanted = [for name in local.names : name if name != "Invoices"]
  cubes  = [for a in local.names : [for b in local.names : [for c in local.names : a]]]
}
resource "aws_dynamodb_table" "all" {
  for_each     = local.tables
  name         = each.key
  hash_key     = each.value.key
  range_key    = "at"
  billing_mode = "PAY_PER_REQUEST"
  dynamic "attribute" {
    for_each = [for key in local.keys : key if key == each.value.key || key == "at"]
    content {
      name = attribute.value
      type = attribute.value == "at" ? "N" : "S"
    }
  }
}
resource "aws_dynamodb_table" "audit" {
  for_each     = toset(local.wanted)
  name         = "audit-${lower(each.value)}"
  hash_key     = "id"
  billing_mode = "PAY_PER_REQUEST"
  attribute {
    name = "id"
    type = "S"
  }
}
resource "aws_dynamodb_table" "cubes" {
  for_each     = toset(local.cubes)
  name         = "cubes"
  hash_key     = "id"
  billing_mode = "PAY_PER_REQUEST"
  attribute {
    name = "id"
    type = "S"
  }
}
