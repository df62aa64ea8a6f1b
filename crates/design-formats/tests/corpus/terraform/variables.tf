variable "name" { default = "readings" }
variable "prefix" {}
resource "aws_dynamodb_table" "t" {
  name      = "${var.prefix}-${var.name}"
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
