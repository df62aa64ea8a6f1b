"""A guest's orders, newest first and three at a time: ScanIndexForward, Limit, LastEvaluatedKey to the end."""

from boto3.dynamodb.conditions import Attr, Key

from teahouse import body, client, expect, open_house, table

open_house()
card = {"pk": "GUEST#ume", "sk": "CARD", "full_name": "梅"}
orders = [
    {"pk": "GUEST#ume", "sk": f"ORDER#2026-03-{day:02}#1", "cups": cups}
    for day, cups in [(1, 2), (4, 1), (9, 5), (10, 1), (17, 3), (21, 4), (30, 2)]
]
for item in [card, *orders, {"pk": "GUEST#aki", "sk": "ORDER#2026-03-05#1", "cups": 9}]:
    table.put_item(Item=item)
newest_first = orders[::-1]
of_the_guest = Key("pk").eq("GUEST#ume") & Key("sk").begins_with("ORDER#")


def page(size, after=None):
    start = {"ExclusiveStartKey": after} if after else {}
    return body(
        table.query(KeyConditionExpression=of_the_guest, ScanIndexForward=False, Limit=size, **start)
    )


def key_of(item):
    return {"pk": item["pk"], "sk": item["sk"]}


# Seven orders make three pages. The key to go on from is the key of the last item; the last page has none.
first = page(3)
expect(
    first,
    {
        "Items": newest_first[:3],
        "Count": 3,
        "ScannedCount": 3,
        "LastEvaluatedKey": {"pk": "GUEST#ume", "sk": "ORDER#2026-03-17#1"},
    },
)
second = page(3, first["LastEvaluatedKey"])
expect(
    second,
    {"Items": newest_first[3:6], "Count": 3, "ScannedCount": 3, "LastEvaluatedKey": key_of(newest_first[5])},
)
expect(page(3, second["LastEvaluatedKey"]), {"Items": newest_first[6:], "Count": 1, "ScannedCount": 1})

# A page that ends with the last item does not know that it does: the one after it is empty, and ends the matter.
whole = page(7)
expect(whole["LastEvaluatedKey"], key_of(newest_first[6]))
expect(page(7, whole["LastEvaluatedKey"]), {"Items": [], "Count": 0, "ScannedCount": 0})

# The paginator of the client does the same by itself.
pages = client.get_paginator("query").paginate(
    TableName="Teahouse",
    KeyConditionExpression="pk = :guest AND begins_with(sk, :orders)",
    ExpressionAttributeValues={":guest": {"S": "GUEST#ume"}, ":orders": {"S": "ORDER#"}},
    ScanIndexForward=False,
    PaginationConfig={"PageSize": 2},
)
expect(
    [[item["cups"]["N"] for item in page["Items"]] for page in pages],
    [["2", "4"], ["3", "1"], ["5", "1"], ["2"]],
)

# Card and orders lie together: one Query reads the guest with everything, in the order of the sort key.
expect(
    body(table.query(KeyConditionExpression=Key("pk").eq("GUEST#ume"))),
    {"Items": [card, *orders], "Count": 8, "ScannedCount": 8},
)

# A filter works on what was read: Limit counts before it, so this page of three shows one.
expect(
    body(
        table.query(
            KeyConditionExpression=of_the_guest,
            FilterExpression=Attr("cups").gte(4),
            ScanIndexForward=False,
            Limit=3,
        )
    ),
    {"Items": [newest_first[1]], "Count": 1, "ScannedCount": 3, "LastEvaluatedKey": key_of(newest_first[2])},
)
