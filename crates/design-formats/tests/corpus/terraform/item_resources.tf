# Lockers of stations: the items of a first installation are in the configuration.
locals {
  stations = ["ueno", "kanda"]
}
resource "aws_dynamodb_table" "lockers" {
  name         = "lockers"
  hash_key     = "station"
  range_key    = "number"
  billing_mode = "PAY_PER_REQUEST"
  attribute {
    name = "station"
    type = "S"
  }
  attribute {
    name = "number"
    type = "N"
  }
}
resource "aws_dynamodb_table_item" "first" {
  for_each   = toset(local.stations)
  table_name = aws_dynamodb_table.lockers.name
  hash_key   = aws_dynamodb_table.lockers.hash_key
  range_key  = aws_dynamodb_table.lockers.range_key
  item       = jsonencode({ station = { S = each.value }, number = { N = "1" }, size = { S = "small" } })
}
resource "aws_dynamodb_table_item" "large" {
  table_name = aws_dynamodb_table.lockers.name
  hash_key   = "station"
  range_key  = "number"
  item       = <<ITEM
{
  "station": {"S": "ueno"},
  "number": {"N": "2"},
  "size": {"S": "large"}
}
ITEM
}
resource "aws_dynamodb_table_item" "broken" {
  table_name = aws_dynamodb_table.lockers.name
  hash_key   = "station"
  item       = jsonencode({ station = "ueno", number = 3 })
}
resource "aws_dynamodb_table_item" "elsewhere" {
  table_name = "stations"
  hash_key   = "id"
  item       = jsonencode({ id = { S = "ueno" } })
}
