"""Sixty jars at once: batch_writer sends them in batches of 25, which is all that one request may hold."""

from boto3.dynamodb.conditions import Key

from teahouse import body, client, expect, open_house, refused, table

open_house()
jars = [
    {
        "pk": f"TEA#{number:02}",
        "sk": "JAR",
        "lookup_pk": "KIND#green" if number % 2 else "KIND#black",
        "lookup_sk": f"{number * 50:06}",
        "price": number * 50,
    }
    for number in range(1, 61)
]

# How many writes each request has.
sizes = []
table.meta.client.meta.events.register(
    "provide-client-params.dynamodb.BatchWriteItem",
    lambda params, **_: sizes.append(len(params["RequestItems"]["Teahouse"])),
)
with table.batch_writer() as batch:
    for jar in jars:
        batch.put_item(Item=jar)
expect(sizes, [25, 25, 10])

pages = client.get_paginator("scan").paginate(TableName="Teahouse")
expect(sorted(item["pk"]["S"] for page in pages for item in page["Items"]), [jar["pk"] for jar in jars])

# They can be asked for by kind and price, cheapest last.
expect(
    body(
        table.query(
            IndexName="Lookup",
            KeyConditionExpression=Key("lookup_pk").eq("KIND#green") & Key("lookup_sk").between("002000", "002300"),
            ScanIndexForward=False,
        )
    ),
    {"Items": [jars[44], jars[42], jars[40]], "Count": 3, "ScannedCount": 3},
)

# Puts and deletes mix. Of two writes to one key a request takes none; batch_writer can keep the last for it.
twice = [
    {"PutRequest": {"Item": {"pk": {"S": "TEA#01"}, "sk": {"S": "JAR"}}}},
    {"DeleteRequest": {"Key": {"pk": {"S": "TEA#01"}, "sk": {"S": "JAR"}}}},
]
refused(
    "ValidationException",
    "Provided list of item keys contains duplicates",
    client.batch_write_item,
    RequestItems={"Teahouse": twice},
)
sizes.clear()
with table.batch_writer(overwrite_by_pkeys=["pk", "sk"]) as batch:
    batch.put_item(Item={"pk": "TEA#01", "sk": "JAR", "price": 1})
    batch.delete_item(Key={"pk": "TEA#01", "sk": "JAR"})
    batch.put_item(Item={"pk": "TEA#02", "sk": "JAR", "price": 2})
expect(sizes, [2])
expect(body(table.get_item(Key={"pk": "TEA#01", "sk": "JAR"})), {})
expect(body(table.get_item(Key={"pk": "TEA#02", "sk": "JAR"}))["Item"]["price"], 2)

# Sent by hand, nothing is left over, and one write too many refuses them all.
requests = [
    {"PutRequest": {"Item": {"pk": {"S": f"CUP#{number:02}"}, "sk": {"S": "SHELF"}}}} for number in range(26)
]
expect(body(client.batch_write_item(RequestItems={"Teahouse": requests[:25]})), {"UnprocessedItems": {}})
try:
    client.batch_write_item(RequestItems={"Teahouse": requests})
    raise AssertionError("26 writes should be refused")
except client.exceptions.ClientError as error:
    expect(error.response["Error"]["Code"], "ValidationException")
    message = error.response["Error"]["Message"]
    expect(
        message[message.index(" at 'requestItems'"):],
        " at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint: "
        "[Member must have length less than or equal to 25, Member must have length greater than or equal to 1]",
    )
expect(body(client.get_item(TableName="Teahouse", Key={"pk": {"S": "CUP#25"}, "sk": {"S": "SHELF"}})), {})
