"""A sparse index: only teas that are in the shop window have its keys, so reading it reads nothing else."""

from boto3.dynamodb.conditions import Key

from teahouse import body, expect, open_house, refused, table

open_house()
teas = {"sencha": ("2", 800), "matcha": ("1", 2400), "bancha": (None, 300), "hojicha": (None, 450)}
for tea, (place, price) in teas.items():
    item = {"pk": f"TEA#{tea}", "sk": "JAR", "price": price}
    if place:
        item |= {"shown_in": "FRONT", "place": place}
    table.put_item(Item=item)


def shown():
    return body(
        table.query(
            IndexName="ShopWindow",
            KeyConditionExpression=Key("shown_in").eq("FRONT"),
            ReturnConsumedCapacity="INDEXES",
        )
    )


def entry(tea, place):
    """The index projects keys only: its own and the table's."""
    return {"pk": f"TEA#{tea}", "sk": "JAR", "shown_in": "FRONT", "place": place}


HALF_A_UNIT = {
    "TableName": "Teahouse",
    "CapacityUnits": 0.5,
    "Table": {"CapacityUnits": 0.0},
    "GlobalSecondaryIndexes": {"ShopWindow": {"CapacityUnits": 0.5}},
}
expect(
    shown(),
    {
        "Items": [entry("matcha", "1"), entry("sencha", "2")],
        "Count": 2,
        "ScannedCount": 2,
        "ConsumedCapacity": HALF_A_UNIT,
    },
)
expect(body(table.scan(IndexName="ShopWindow", Select="COUNT")), {"Count": 2, "ScannedCount": 2})
expect(body(table.scan(Select="COUNT")), {"Count": 4, "ScannedCount": 4})

# Into the window with the keys, out of it without; one of the two is not enough.
hojicha = {"pk": "TEA#hojicha", "sk": "JAR"}
table.update_item(Key=hojicha, UpdateExpression="SET shown_in = :front", ExpressionAttributeValues={":front": "FRONT"})
expect(shown()["Items"], [entry("matcha", "1"), entry("sencha", "2")])
table.update_item(Key=hojicha, UpdateExpression="SET place = :third", ExpressionAttributeValues={":third": "3"})
expect(shown()["Items"], [entry("matcha", "1"), entry("sencha", "2"), entry("hojicha", "3")])
table.update_item(Key={"pk": "TEA#matcha", "sk": "JAR"}, UpdateExpression="REMOVE shown_in, place")
expect(shown()["Items"], [entry("sencha", "2"), entry("hojicha", "3")])
expect(
    body(table.get_item(Key={"pk": "TEA#matcha", "sk": "JAR"})),
    {"Item": {"pk": "TEA#matcha", "sk": "JAR", "price": 2400}},
)

# What the index has not been given it cannot show.
refused(
    "ValidationException",
    "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global secondary "
    "index ShopWindow because its projection type is not ALL",
    table.query,
    IndexName="ShopWindow",
    KeyConditionExpression=Key("shown_in").eq("FRONT"),
    Select="ALL_ATTRIBUTES",
)
