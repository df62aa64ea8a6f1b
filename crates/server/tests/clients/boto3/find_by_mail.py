"""One index answers three questions: a guest by address, orders by state and day, teas by kind and price."""

from boto3.dynamodb.conditions import Key

from teahouse import body, expect, open_house, refused, table

open_house()


def card(guest, full_name):
    return {
        "pk": f"GUEST#{guest}",
        "sk": "CARD",
        "lookup_pk": f"MAIL#{guest}@tea.example",
        "lookup_sk": f"GUEST#{guest}",
        "full_name": full_name,
    }


ume, aki = card("ume", "梅"), card("aki", "秋")
orders = [
    {"pk": f"GUEST#{guest}", "sk": f"ORDER#{day}#1", "lookup_pk": f"STATE#{state}", "lookup_sk": day}
    for guest, day, state in [
        ("ume", "2026-01-11", "served"),
        ("aki", "2026-02-02", "served"),
        ("ume", "2026-02-14", "brewing"),
        ("ume", "2026-02-20", "served"),
        ("aki", "2026-03-03", "served"),
    ]
]
tea = {"pk": "TEA#sencha", "sk": "JAR", "lookup_pk": "KIND#green", "lookup_sk": "000800", "price": 800}
for item in [ume, aki, tea, *orders]:
    table.put_item(Item=item)


def look_up(word, condition=None, **more):
    key = Key("lookup_pk").eq(word)
    condition = key & condition if condition else key
    return body(table.query(IndexName="Lookup", KeyConditionExpression=condition, **more))


def found(*items):
    return {"Items": list(items), "Count": len(items), "ScannedCount": len(items)}


expect(look_up("MAIL#ume@tea.example"), found(ume))
expect(look_up("MAIL#nobody@tea.example"), found())
served_this_spring = Key("lookup_sk").between("2026-02-01", "2026-03-31")
expect(look_up("STATE#served", served_this_spring, ScanIndexForward=False), found(orders[4], orders[3], orders[1]))
expect(look_up("KIND#green", Key("lookup_sk").lt("001000")), found(tea))

# Where a page of an index ended is said with the keys of the index and of the table.
expect(
    look_up("STATE#served", Limit=1),
    found(orders[0])
    | {
        "LastEvaluatedKey": {
            "lookup_pk": "STATE#served",
            "lookup_sk": "2026-01-11",
            "pk": "GUEST#ume",
            "sk": "ORDER#2026-01-11#1",
        }
    },
)

# A guest who moves is found under the new address only.
table.update_item(
    Key={"pk": "GUEST#ume", "sk": "CARD"},
    UpdateExpression="SET lookup_pk = :mail",
    ExpressionAttributeValues={":mail": "MAIL#ume@new.example"},
)
expect(look_up("MAIL#ume@tea.example"), found())
expect(look_up("MAIL#ume@new.example"), found(ume | {"lookup_pk": "MAIL#ume@new.example"}))

# An address is no key of the table: two guests may have the same one, and the index shows both.
table.put_item(Item=aki | {"lookup_pk": "MAIL#ume@new.example"})
expect([item["full_name"] for item in look_up("MAIL#ume@new.example")["Items"]], ["秋", "梅"])

refused(
    "ValidationException",
    "Consistent reads are not supported on global secondary indexes",
    table.query,
    IndexName="Lookup",
    KeyConditionExpression=Key("lookup_pk").eq("KIND#green"),
    ConsistentRead=True,
)
refused(
    "ValidationException",
    "The table does not have the specified index: Mail",
    table.query,
    IndexName="Mail",
    KeyConditionExpression=Key("mail").eq("ume@tea.example"),
)
