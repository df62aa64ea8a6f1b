resource "aws_dynamodb_table" "readings" {
  name      = "readings"
  hash_key  = "gauge"
  range_key = "at"
  billing_mode = "PAY_PER_REQUEST"
  attribute {
    name = "gauge"
    type = "S"
  }
  attribute {
    name = "at"
    type = "N"
  }
}
resource "aws_dynamodb_table_item" "a" {
  table_name = aws_dynamodb_table.readings.name
  hash_key   = "gauge"
  item       = jsonencode({ gauge = { S = "g1" } })
}
