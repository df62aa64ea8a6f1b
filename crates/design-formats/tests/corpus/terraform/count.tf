variable "on" { default = true }
resource "aws_dynamodb_table" "t" {
  name      = "readings"
  hash_key  = "gauge"
  range_key = "at"
  billing_mode = "PAY_PER_REQUEST"
  count = var.on ? 1 : 0
  attribute {
    name = "gauge"
    type = "S"
  }
  attribute {
    name = "at"
    type = "N"
  }
}
