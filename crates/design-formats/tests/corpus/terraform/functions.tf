variable "tags" { default = ["a", "b"] }
resource "aws_dynamodb_table" "t" {
  name      = join("-", concat(["x"], var.tags, [lower("READINGS")]))
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
