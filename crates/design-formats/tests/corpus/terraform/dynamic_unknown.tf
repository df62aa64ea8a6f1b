resource "aws_dynamodb_table" "t" {
  name      = "readings"
  hash_key  = "gauge"
  range_key = "at"
  billing_mode = "PAY_PER_REQUEST"
  dynamic "global_secondary_index" {
    for_each = data.aws_ssm_parameter.indexes.value
    content {
      name = global_secondary_index.value
      hash_key = "at"
      projection_type = "ALL"
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
