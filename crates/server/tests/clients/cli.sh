#!/usr/bin/env bash
# A person at the AWS CLI: nothing in here knows that it is not talking to the service.
set -euo pipefail

# expect TEXT COMMAND…: the command succeeds and prints this.
expect() {
  local expected="$1" found; shift
  echo "$*"
  found="$("$@")" || { echo "failed"; exit 1; }
  if [[ "$found" != "$expected" ]]; then
    printf 'expected: %s\nfound:    %s\n' "$expected" "$found"
    exit 1
  fi
}

# refused TEXT COMMAND…: the command fails, and its error has this in it.
refused() {
  local expected="$1" error; shift
  echo "$*"
  if error="$("$@" 2>&1)"; then echo "should have failed"; exit 1; fi
  if [[ "$error" != *"$expected"* ]]; then
    printf 'expected: %s\nfound:    %s\n' "$expected" "$error"
    exit 1
  fi
}

ddb=(aws dynamodb)

expect CREATING "${ddb[@]}" create-table --table-name MyApp \
  --attribute-definitions AttributeName=PK,AttributeType=S AttributeName=SK,AttributeType=S \
    AttributeName=GSI1PK,AttributeType=S AttributeName=GSI1SK,AttributeType=S \
  --key-schema AttributeName=PK,KeyType=HASH AttributeName=SK,KeyType=RANGE \
  --global-secondary-indexes '[{
      "IndexName": "GSI1",
      "KeySchema": [{"AttributeName":"GSI1PK","KeyType":"HASH"},{"AttributeName":"GSI1SK","KeyType":"RANGE"}],
      "Projection": {"ProjectionType":"ALL"}
    }]' \
  --billing-mode PAY_PER_REQUEST \
  --query TableDescription.TableStatus --output text
expect "" "${ddb[@]}" wait table-exists --table-name MyApp
expect $'ACTIVE\t0\tGSI1' "${ddb[@]}" describe-table --table-name MyApp \
  --query 'Table.[TableStatus,ItemCount,GlobalSecondaryIndexes[0].IndexName]' --output text
expect MyApp "${ddb[@]}" list-tables --query TableNames --output text

user='{"PK":{"S":"USER#001"},"SK":{"S":"PROFILE"},"GSI1PK":{"S":"EMAIL#taro@example.com"},"GSI1SK":{"S":"USER#001"},"name":{"S":"太郎"}}'
expect "" "${ddb[@]}" put-item --table-name MyApp --item "$user" --condition-expression 'attribute_not_exists(PK)'
refused "An error occurred (ConditionalCheckFailedException) when calling the PutItem operation: The conditional request failed" \
  "${ddb[@]}" put-item --table-name MyApp --item "$user" --condition-expression 'attribute_not_exists(PK)'
expect 太郎 "${ddb[@]}" get-item --table-name MyApp --key '{"PK":{"S":"USER#001"},"SK":{"S":"PROFILE"}}' \
  --query Item.name.S --output text
expect USER#001 "${ddb[@]}" query --table-name MyApp --index-name GSI1 --key-condition-expression 'GSI1PK = :email' \
  --expression-attribute-values '{":email":{"S":"EMAIL#taro@example.com"}}' --query 'Items[].PK.S' --output text

requests="$(printf ',{"PutRequest":{"Item":{"PK":{"S":"USER#001"},"SK":{"S":"ORDER#%03d"},"total":{"N":"%d"}}}}' \
  1 100 2 200 3 300 4 400 5 500)"
expect "" "${ddb[@]}" batch-write-item --request-items "{\"MyApp\":[${requests:1}]}" --query UnprocessedItems --output text
# The CLI asks for page after page by itself, and prints a line for each.
expect $'ORDER#005\tORDER#004\nORDER#003\tORDER#002\nORDER#001' "${ddb[@]}" query --table-name MyApp --page-size 2 \
  --key-condition-expression 'PK = :user AND begins_with(SK, :order)' --no-scan-index-forward \
  --expression-attribute-values '{":user":{"S":"USER#001"},":order":{"S":"ORDER#"}}' --query 'Items[].SK.S' --output text
expect 6 "${ddb[@]}" scan --table-name MyApp --select COUNT --query Count --output text
expect 101 "${ddb[@]}" update-item --table-name MyApp --key '{"PK":{"S":"USER#001"},"SK":{"S":"ORDER#001"}}' \
  --update-expression 'SET #t = #t + :one' --expression-attribute-names '{"#t":"total"}' \
  --expression-attribute-values '{":one":{"N":"1"}}' --return-values UPDATED_NEW --query Attributes.total.N --output text
expect 0.5 "${ddb[@]}" get-item --table-name MyApp --key '{"PK":{"S":"USER#404"},"SK":{"S":"PROFILE"}}' \
  --return-consumed-capacity TOTAL --query ConsumedCapacity.CapacityUnits --output text

stock() {
  printf '[{"Update":{"TableName":"MyApp","Key":{"PK":{"S":"PROD#1"},"SK":{"S":"METADATA"}},
    "UpdateExpression":"SET stock = stock - :n","ConditionExpression":"stock >= :n",
    "ExpressionAttributeValues":{":n":{"N":"%s"}}}}]' "$1"
}
expect "" "${ddb[@]}" put-item --table-name MyApp --item '{"PK":{"S":"PROD#1"},"SK":{"S":"METADATA"},"stock":{"N":"3"}}'
expect "" "${ddb[@]}" transact-write-items --transact-items "$(stock 2)"
refused "Transaction cancelled, please refer cancellation reasons for specific reasons [ConditionalCheckFailed]" \
  "${ddb[@]}" transact-write-items --transact-items "$(stock 2)"
expect 1 "${ddb[@]}" get-item --table-name MyApp --key '{"PK":{"S":"PROD#1"},"SK":{"S":"METADATA"}}' \
  --query Item.stock.N --output text

refused "(ResourceNotFoundException) when calling the DescribeTable operation: Requested resource not found: Table: Nothing not found" \
  "${ddb[@]}" describe-table --table-name Nothing
refused "(ValidationException)" "${ddb[@]}" scan --table-name MyApp --filter-expression 'a ='
expect "" "${ddb[@]}" delete-item --table-name MyApp --key '{"PK":{"S":"USER#001"},"SK":{"S":"ORDER#001"}}'
expect DELETING "${ddb[@]}" delete-table --table-name MyApp --query TableDescription.TableStatus --output text
expect "" "${ddb[@]}" wait table-not-exists --table-name MyApp
