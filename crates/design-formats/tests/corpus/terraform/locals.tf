locals {
  env  = "dev"
  name = "${local.env}-readings"
}
resource "aws_dynamodb_table" "t" {
  name      = local.name
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
