"""What requests cost: reads in steps of 4 KB, writes in steps of 1 KB, and twice as much in a transaction."""

from boto3.dynamodb.conditions import Key

from teahouse import body, client, expect, open_house, table

open_house()
KB = 1024


def leaflet(number, size_bytes):
    """An item of exactly so many bytes: names and values, in UTF-8."""
    item = {"pk": f"LEAFLET#{number}", "sk": "TEXT"}
    taken = sum(len(name) + len(value) for name, value in item.items()) + len("words")
    return item | {"words": "x" * (size_bytes - taken)}


def cost(action, **parameters):
    return body(action(**parameters, ReturnConsumedCapacity="TOTAL"))["ConsumedCapacity"]


def units(amount):
    return {"TableName": "Teahouse", "CapacityUnits": amount}


def key_of(item):
    return {"pk": item["pk"], "sk": item["sk"]}


# Reading 8 KB: two steps, and half of that when it may be a moment old. One byte more is a step more.
eight = leaflet(8, 8 * KB)
table.put_item(Item=eight)
expect(cost(table.get_item, Key=key_of(eight)), units(1.0))
expect(cost(table.get_item, Key=key_of(eight), ConsistentRead=True), units(2.0))
longer = leaflet(9, 8 * KB + 1)
table.put_item(Item=longer)
expect(cost(table.get_item, Key=key_of(longer)), units(1.5))
expect(cost(table.get_item, Key=key_of(longer), ConsistentRead=True), units(3.0))
# A projection makes the answer smaller, not the read. Nothing at all costs as much as something small.
expect(cost(table.get_item, Key=key_of(eight), ProjectionExpression="sk"), units(1.0))
expect(cost(table.get_item, Key={"pk": "LEAFLET#none", "sk": "TEXT"}), units(0.5))

# Writing 3 KB, and one byte more.
three = leaflet(3, 3 * KB)
expect(cost(table.put_item, Item=three), units(3.0))
expect(cost(table.put_item, Item=leaflet(4, 3 * KB + 1)), units(4.0))
# An update costs the whole item, and so does a delete; what is replaced counts if it was larger.
mark = {"UpdateExpression": "SET words = :none", "ExpressionAttributeValues": {":none": ""}}
expect(cost(table.update_item, Key=key_of(three), **mark), units(3.0))
expect(cost(table.delete_item, Key=key_of(three)), units(1.0))

# In a transaction everything costs twice.
typed = {name: {"S": value} for name, value in three.items()}
expect(
    cost(client.transact_write_items, TransactItems=[{"Put": {"TableName": "Teahouse", "Item": typed}}]),
    [units(6.0) | {"WriteCapacityUnits": 6.0}],
)
key = {name: {"S": value} for name, value in key_of(eight).items()}
expect(
    cost(client.transact_get_items, TransactItems=[{"Get": {"TableName": "Teahouse", "Key": key}}]),
    [units(4.0) | {"ReadCapacityUnits": 4.0}],
)

# A Query adds up what it read and rounds once; BatchGetItem rounds for each item.
for number in range(10):
    table.put_item(Item={"pk": "SLIPS", "sk": str(number), "words": "x" * 100})
expect(cost(table.query, KeyConditionExpression=Key("pk").eq("SLIPS")), units(0.5))
slips = [{"pk": {"S": "SLIPS"}, "sk": {"S": str(number)}} for number in range(10)]
expect(cost(client.batch_get_item, RequestItems={"Teahouse": {"Keys": slips}}), [units(5.0)])

# Each index that has the item is one more write, which INDEXES shows apart.
on_show = {"pk": "TEA#sencha", "sk": "JAR", "shown_in": "FRONT", "place": "1", "words": "x" * 1500}
expect(
    body(table.put_item(Item=on_show, ReturnConsumedCapacity="INDEXES")),
    {
        "ConsumedCapacity": units(3.0)
        | {"Table": {"CapacityUnits": 2.0}, "GlobalSecondaryIndexes": {"ShopWindow": {"CapacityUnits": 1.0}}}
    },
)
