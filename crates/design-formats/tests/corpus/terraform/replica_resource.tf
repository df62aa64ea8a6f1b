provider "aws" {
  alias = "far"
  region = "us-west-2"
}
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
resource "aws_dynamodb_table_replica" "far" {
  provider = aws.far
  global_table_arn = aws_dynamodb_table.readings.arn
}
