resource "aws_dynamodb_table" "berths" {
  name             = "Berths"
  hash_key         = "id"
  read_capacity    = 5
  write_capacity   = 5
  stream_enabled   = true
  stream_view_type = "NEW_IMAGE"
  # here
  attribute {
    name = "id"
    type = "S"
    # here
  }
  attribute {
    name = "town"
    type = "S"
  }
  ttl {
    attribute_name = "until"
    enabled        = true
    # here
  }
  point_in_time_recovery {
    enabled = true
    # here
  }
  server_side_encryption {
    enabled = true
    # here
  }
  replica {
    region_name = "eu-west-1"
    # here
  }
  global_secondary_index {
    name            = "by_town"
    hash_key        = "town"
    projection_type = "ALL"
    read_capacity   = 5
    write_capacity  = 5
    # here
    warm_throughput {
      read_units_per_second = 15000
      # here
    }
  }
  lifecycle {
    ignore_changes = [read_capacity]
  }
}

resource "aws_appautoscaling_target" "reads" {
  service_namespace  = "dynamodb"
  resource_id        = "table/Berths"
  scalable_dimension = "dynamodb:table:ReadCapacityUnits"
  min_capacity       = 5
  max_capacity       = 40
  # here
}

resource "aws_appautoscaling_policy" "reads" {
  name               = "reads"
  policy_type        = "TargetTrackingScaling"
  service_namespace  = "dynamodb"
  resource_id        = "table/Berths"
  scalable_dimension = "dynamodb:table:ReadCapacityUnits"
  # here
  target_tracking_scaling_policy_configuration {
    target_value = 65
    # here
    predefined_metric_specification {
      predefined_metric_type = "DynamoDBReadCapacityUtilization"
    }
  }
}

resource "aws_cloudwatch_metric_alarm" "slow" {
  alarm_name          = "slow"
  namespace           = "AWS/DynamoDB"
  metric_name         = "ThrottledRequests"
  statistic           = "Sum"
  period              = 60
  threshold           = 1
  evaluation_periods  = 1
  comparison_operator = "GreaterThanThreshold"
  dimensions          = { TableName = aws_dynamodb_table.berths.name }
  # here
}

resource "aws_lambda_event_source_mapping" "mails" {
  function_name    = "mails"
  event_source_arn = aws_dynamodb_table.berths.stream_arn
  batch_size       = 5
  # here
  destination_config {
    # here
    on_failure {
      destination_arn = "arn:aws:sqs:us-east-1:111122223333:late"
      # here
    }
  }
  filter_criteria {
    # here
    filter {
      pattern = "{}"
      # here
    }
  }
}

resource "aws_lambda_event_source_mapping" "counts" {
  function_name    = "counts"
  event_source_arn = aws_dynamodb_table.berths.stream_arn
  destination_config {
    # here
  }
}

resource "aws_dynamodb_global_secondary_index" "by_depth" {
  table_name = aws_dynamodb_table.berths.name
  index_name = "by_depth"
  # here
  key_schema {
    attribute_name = "depth"
    attribute_type = "N"
    key_type       = "HASH"
    # here
  }
  projection {
    projection_type = "ALL"
    # here
  }
}
