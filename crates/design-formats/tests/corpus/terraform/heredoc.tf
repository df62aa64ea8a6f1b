resource "aws_iam_policy" "p" {
  policy = <<EOF
{ "Version": "2012-10-17" }
EOF
}
resource "aws_dynamodb_table" "readings" {
  name      = "readings"
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
