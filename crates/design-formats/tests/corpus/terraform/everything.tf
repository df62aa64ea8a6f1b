provider "aws" {
  region = "eu-west-2"
}
resource "aws_dynamodb_table" "readings" {
  name      = "readings"
  hash_key  = "gauge"
  range_key = "at"
  billing_mode = "PAY_PER_REQUEST"
  table_class                 = "STANDARD_INFREQUENT_ACCESS"
  deletion_protection_enabled = true
  stream_enabled              = true
  stream_view_type            = "KEYS_ONLY"
  ttl {
    attribute_name = "ends"
    enabled        = true
  }
  point_in_time_recovery {
    enabled                 = true
    recovery_period_in_days = 10
  }
  server_side_encryption {
    enabled     = true
    kms_key_arn = aws_kms_key.k.arn
  }
  on_demand_throughput {
    max_read_request_units = 100
  }
  replica {
    region_name = "eu-west-1"
  }
  local_secondary_index {
    name               = "by_level"
    range_key          = "level"
    projection_type    = "INCLUDE"
    non_key_attributes = ["unit"]
  }
  attribute {
    name = "level"
    type = "N"
  }
  tags = { team = "water" }
  lifecycle {
    ignore_changes = [read_capacity]
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
resource "aws_kms_key" "k" {}
