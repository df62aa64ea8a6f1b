"""A month of orders by their sort key: BETWEEN two days loses what happened on the last one."""

from boto3.dynamodb.conditions import Key

from teahouse import body, expect, open_house, table

open_house()
stamps = [
    "2026-06-30T22:15:00Z",
    "2026-07-01T00:00:00Z",
    "2026-07-18T10:40:00Z",
    "2026-07-31T21:05:00Z",
    "2026-08-01T00:00:00Z",
]
for stamp in stamps:
    table.put_item(Item={"pk": "GUEST#ume", "sk": stamp})


def stamps_where(condition):
    answer = body(table.query(KeyConditionExpression=Key("pk").eq("GUEST#ume") & condition))
    return [item["sk"] for item in answer["Items"]]


# "2026-07-31T21:05:00Z" goes on after "2026-07-31", and so it comes after it.
expect(stamps_where(Key("sk").between("2026-07-01", "2026-07-31")), stamps[1:3])
expect(stamps_where(Key("sk").begins_with("2026-07")), stamps[1:4])
# Both ends of BETWEEN belong to it: with the next month's first instant as its end it takes in too much.
expect(stamps_where(Key("sk").between("2026-07-01", "2026-08-01T00:00:00Z")), stamps[1:5])
expect(stamps_where(Key("sk").between("2026-07-01", "2026-07-31T23:59:59.999Z")), stamps[1:4])
