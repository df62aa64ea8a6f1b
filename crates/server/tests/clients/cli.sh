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

expect CREATING "${ddb[@]}" create-table --table-name Teahouse \
  --attribute-definitions AttributeName=pk,AttributeType=S AttributeName=sk,AttributeType=S \
    AttributeName=lookup_pk,AttributeType=S AttributeName=lookup_sk,AttributeType=S \
  --key-schema AttributeName=pk,KeyType=HASH AttributeName=sk,KeyType=RANGE \
  --global-secondary-indexes '[{
      "IndexName": "Lookup",
      "KeySchema": [{"AttributeName":"lookup_pk","KeyType":"HASH"},{"AttributeName":"lookup_sk","KeyType":"RANGE"}],
      "Projection": {"ProjectionType":"ALL"}
    }]' \
  --billing-mode PAY_PER_REQUEST \
  --query TableDescription.TableStatus --output text
expect "" "${ddb[@]}" wait table-exists --table-name Teahouse
expect $'ACTIVE\t0\tLookup' "${ddb[@]}" describe-table --table-name Teahouse \
  --query 'Table.[TableStatus,ItemCount,GlobalSecondaryIndexes[0].IndexName]' --output text
expect Teahouse "${ddb[@]}" list-tables --query TableNames --output text

card='{"pk":{"S":"GUEST#ume"},"sk":{"S":"CARD"},"lookup_pk":{"S":"MAIL#ume@tea.example"},"lookup_sk":{"S":"GUEST#ume"},"full_name":{"S":"梅"}}'
expect "" "${ddb[@]}" put-item --table-name Teahouse --item "$card" --condition-expression 'attribute_not_exists(pk)'
refused "An error occurred (ConditionalCheckFailedException) when calling the PutItem operation: The conditional request failed" \
  "${ddb[@]}" put-item --table-name Teahouse --item "$card" --condition-expression 'attribute_not_exists(pk)'
expect 梅 "${ddb[@]}" get-item --table-name Teahouse --key '{"pk":{"S":"GUEST#ume"},"sk":{"S":"CARD"}}' \
  --query Item.full_name.S --output text
expect GUEST#ume "${ddb[@]}" query --table-name Teahouse --index-name Lookup --key-condition-expression 'lookup_pk = :mail' \
  --expression-attribute-values '{":mail":{"S":"MAIL#ume@tea.example"}}' --query 'Items[].pk.S' --output text

requests="$(printf ',{"PutRequest":{"Item":{"pk":{"S":"GUEST#ume"},"sk":{"S":"ORDER#%03d"},"total":{"N":"%d"}}}}' \
  1 100 2 200 3 300 4 400 5 500)"
expect "" "${ddb[@]}" batch-write-item --request-items "{\"Teahouse\":[${requests:1}]}" --query UnprocessedItems --output text
# The CLI asks for page after page by itself, and prints a line for each.
expect $'ORDER#005\tORDER#004\nORDER#003\tORDER#002\nORDER#001' "${ddb[@]}" query --table-name Teahouse --page-size 2 \
  --key-condition-expression 'pk = :guest AND begins_with(sk, :order)' --no-scan-index-forward \
  --expression-attribute-values '{":guest":{"S":"GUEST#ume"},":order":{"S":"ORDER#"}}' --query 'Items[].sk.S' --output text
expect 6 "${ddb[@]}" scan --table-name Teahouse --select COUNT --query Count --output text
expect 101 "${ddb[@]}" update-item --table-name Teahouse --key '{"pk":{"S":"GUEST#ume"},"sk":{"S":"ORDER#001"}}' \
  --update-expression 'SET #t = #t + :one' --expression-attribute-names '{"#t":"total"}' \
  --expression-attribute-values '{":one":{"N":"1"}}' --return-values UPDATED_NEW --query Attributes.total.N --output text
expect 0.5 "${ddb[@]}" get-item --table-name Teahouse --key '{"pk":{"S":"GUEST#nobody"},"sk":{"S":"CARD"}}' \
  --return-consumed-capacity TOTAL --query ConsumedCapacity.CapacityUnits --output text

take() {
  printf '[{"Update":{"TableName":"Teahouse","Key":{"pk":{"S":"TEA#sencha"},"sk":{"S":"JAR"}},
    "UpdateExpression":"SET grams = grams - :n","ConditionExpression":"grams >= :n",
    "ExpressionAttributeValues":{":n":{"N":"%s"}}}}]' "$1"
}
expect "" "${ddb[@]}" put-item --table-name Teahouse --item '{"pk":{"S":"TEA#sencha"},"sk":{"S":"JAR"},"grams":{"N":"3"}}'
expect "" "${ddb[@]}" transact-write-items --transact-items "$(take 2)"
refused "Transaction cancelled, please refer cancellation reasons for specific reasons [ConditionalCheckFailed]" \
  "${ddb[@]}" transact-write-items --transact-items "$(take 2)"
expect 1 "${ddb[@]}" get-item --table-name Teahouse --key '{"pk":{"S":"TEA#sencha"},"sk":{"S":"JAR"}}' \
  --query Item.grams.N --output text

refused "(ResourceNotFoundException) when calling the DescribeTable operation: Requested resource not found: Table: Nothing not found" \
  "${ddb[@]}" describe-table --table-name Nothing
refused "(ValidationException)" "${ddb[@]}" scan --table-name Teahouse --filter-expression 'a ='
expect "" "${ddb[@]}" delete-item --table-name Teahouse --key '{"pk":{"S":"GUEST#ume"},"sk":{"S":"ORDER#001"}}'
expect DELETING "${ddb[@]}" delete-table --table-name Teahouse --query TableDescription.TableStatus --output text
expect "" "${ddb[@]}" wait table-not-exists --table-name Teahouse
