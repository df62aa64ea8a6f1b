"""A card is changed only if there is one: UpdateItem with attribute_exists, so that a slip creates no guest."""

from boto3.dynamodb.conditions import Attr

from teahouse import body, expect, open_house, refused, table

open_house()
key = {"pk": "GUEST#ume", "sk": "CARD"}
table.put_item(Item=key | {"name": "梅", "cups": 3})


def rename(guest, name):
    # `name` is a reserved word, so the expression calls it #name.
    return table.update_item(
        Key={"pk": f"GUEST#{guest}", "sk": "CARD"},
        UpdateExpression="SET #name = :name, renamed = :true",
        ExpressionAttributeNames={"#name": "name"},
        ExpressionAttributeValues={":name": name, ":true": True},
        ConditionExpression="attribute_exists(pk)",
        ReturnValues="ALL_NEW",
    )


expect(body(rename("ume", "梅子")), {"Attributes": key | {"name": "梅子", "cups": 3, "renamed": True}})
refused(
    "ConditionalCheckFailedException",
    "The conditional request failed",
    rename,
    guest="nobody",
    name="?",
)
expect(body(table.get_item(Key={"pk": "GUEST#nobody", "sk": "CARD"})), {})

# The same condition built with Attr; and the reserved word written out is refused.
expect(
    body(
        table.update_item(
            Key=key,
            UpdateExpression="REMOVE renamed",
            ConditionExpression=Attr("pk").exists() & Attr("cups").gt(2),
            ReturnValues="UPDATED_OLD",
        )
    ),
    {"Attributes": {"renamed": True}},
)
refused(
    "ValidationException",
    "1 validation error detected: Invalid UpdateExpression: Attribute name is a reserved keyword; "
    "reserved keyword: name",
    table.update_item,
    Key=key,
    UpdateExpression="SET name = :name",
    ExpressionAttributeValues={":name": "梅"},
)
