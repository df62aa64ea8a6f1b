"""A guest gets one card: PutItem with attribute_not_exists, through the resource and through the client."""

from teahouse import body, client, expect, open_house, refused, table

open_house()
card = {"pk": "GUEST#ume", "sk": "CARD", "full_name": "梅田 うめ", "cups": 0}
key = {"pk": "GUEST#ume", "sk": "CARD"}

expect(body(table.put_item(Item=card, ConditionExpression="attribute_not_exists(pk)")), {})
expect(body(table.get_item(Key=key, ConsistentRead=True)), {"Item": card})

# The second card is refused, and the first one is as it was.
another = card | {"full_name": "Somebody else"}
response = refused(
    "ConditionalCheckFailedException",
    "The conditional request failed",
    table.put_item,
    Item=another,
    ConditionExpression="attribute_not_exists(pk)",
)
expect("Item" in response, False)
expect(body(table.get_item(Key=key, ConsistentRead=True)), {"Item": card})

# On request the refusal shows what stands in the way; an error arrives as the service sent it, in attribute values.
response = refused(
    "ConditionalCheckFailedException",
    "The conditional request failed",
    table.put_item,
    Item=another,
    ConditionExpression="attribute_not_exists(pk)",
    ReturnValuesOnConditionCheckFailure="ALL_OLD",
)
expect(
    response["Item"],
    {"pk": {"S": "GUEST#ume"}, "sk": {"S": "CARD"}, "full_name": {"S": "梅田 うめ"}, "cups": {"N": "0"}},
)

# The condition looks at the item with the same whole key: another entry of the same guest is no obstacle.
note = {"pk": {"S": "GUEST#ume"}, "sk": {"S": "NOTE"}, "text": {"S": "sits by the window"}}
once = {"TableName": "Teahouse", "Item": note, "ConditionExpression": "attribute_not_exists(pk)"}
expect(body(client.put_item(**once)), {})
try:
    client.put_item(**once)
    raise AssertionError("the second note should be refused")
except client.exceptions.ConditionalCheckFailedException as error:
    expect(error.operation_name, "PutItem")
    expect(error.response["message"], "The conditional request failed")

# Without a condition PutItem replaces, and shows what it replaced if asked.
expect(body(table.put_item(Item=another, ReturnValues="ALL_OLD")), {"Attributes": card})
expect(body(table.get_item(Key=key)), {"Item": another})
