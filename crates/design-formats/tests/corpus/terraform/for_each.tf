resource "aws_dynamodb_table" "t" {
  name      = "readings-${each.value}"
  hash_key  = "gauge"
  range_key = "at"
  billing_mode = "PAY_PER_REQUEST"
  for_each = toset(["north", "south"])
  attribute {
    name = "gauge"
    type = "S"
  }
  attribute {
    name = "at"
    type = "N"
  }
}
