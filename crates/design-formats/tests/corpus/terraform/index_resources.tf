resource "aws_dynamodb_table" "parcels" {
  name         = "parcels"
  hash_key     = "id"
  billing_mode = "PAY_PER_REQUEST"
  attribute {
    name = "id"
    type = "S"
  }
}
resource "aws_dynamodb_global_secondary_index" "by_depot" {
  table_name = aws_dynamodb_table.parcels.name
  index_name = "by-depot"
  key_schema {
    attribute_name = "depot"
    attribute_type = "S"
    key_type       = "HASH"
  }
  key_schema {
    attribute_name = "arrived"
    attribute_type = "N"
    key_type       = "RANGE"
  }
  projection {
    projection_type    = "INCLUDE"
    non_key_attributes = ["weight"]
  }
  warm_throughput {
    read_units_per_second  = 13000
    write_units_per_second = 4500
  }
}
resource "aws_dynamodb_global_secondary_index" "lost" {
  table_name = "letters"
  index_name = "by-street"
  key_schema {
    attribute_name = "street"
    attribute_type = "S"
    key_type       = "HASH"
  }
  projection {
    projection_type = "ALL"
  }
}
