resource "aws_dynamodb_table" "readings" {
  name      = "readings"
  hash_key  = "gauge"
  range_key = "at"
  read_capacity  = 20
  write_capacity = 10
  global_secondary_index {
    name            = "by_time"
    hash_key        = "at"
    projection_type = "KEYS_ONLY"
    read_capacity   = 4
    write_capacity  = 4
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
