module "readings" {
  source    = "cloudposse/dynamodb/aws"
  namespace = "eg"
  name      = "readings"
  hash_key  = "gauge"
  range_key = "at"
  range_key_type = "N"
  enable_point_in_time_recovery = true
  autoscale_write_target = 50
}
