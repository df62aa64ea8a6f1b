variable "indexes" {
  default = {
    by_time = { key = "at", type = "KEYS_ONLY" }
  }
}
resource "aws_dynamodb_table" "t" {
  name      = "readings"
  hash_key  = "gauge"
  range_key = "at"
  billing_mode = "PAY_PER_REQUEST"
  dynamic "global_secondary_index" {
    for_each = var.indexes
    content {
      name            = global_secondary_index.key
      hash_key        = global_secondary_index.value.key
      projection_type = global_secondary_index.value.type
    }
  }
  attribute {
    name = "gauge"
    type = "S"
  }
  attribute {
    name = "at"
    type = "N"
  }
}
