resource "aws_dynamodb_table" "readings" {
  name      = "readings"
  hash_key  = "gauge"
  range_key = "at"
  read_capacity = 5
  write_capacity = 5
  attribute {
    name = "gauge"
    type = "S"
  }
  attribute {
    name = "at"
    type = "N"
  }
}
resource "aws_appautoscaling_target" "w" {
  service_namespace  = "dynamodb"
  resource_id        = "table/${aws_dynamodb_table.readings.name}"
  scalable_dimension = "dynamodb:table:WriteCapacityUnits"
  min_capacity       = 5
  max_capacity       = 300
}
resource "aws_appautoscaling_policy" "w" {
  name               = "w"
  policy_type        = "TargetTrackingScaling"
  service_namespace  = aws_appautoscaling_target.w.service_namespace
  resource_id        = aws_appautoscaling_target.w.resource_id
  scalable_dimension = aws_appautoscaling_target.w.scalable_dimension
  target_tracking_scaling_policy_configuration {
    target_value = 60
    predefined_metric_specification {
      predefined_metric_type = "DynamoDBWriteCapacityUtilization"
    }
  }
}
