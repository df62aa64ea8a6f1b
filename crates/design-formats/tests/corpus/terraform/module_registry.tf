module "readings" {
  source   = "terraform-aws-modules/dynamodb-table/aws"
  name     = "readings"
  hash_key = "gauge"
  attributes = [{ name = "gauge", type = "S" }, { name = "town", type = "S" }]
  global_secondary_indexes = [{ name = "by_town", hash_key = "town", projection_type = "ALL" }]
  server_side_encryption_enabled = true
  tags = { team = "water" }
}
