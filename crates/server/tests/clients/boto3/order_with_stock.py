"""An order takes its tea from the jar, or there is no order: TransactWriteItems, and why it was cancelled."""

from concurrent.futures import ThreadPoolExecutor

from teahouse import body, client, expect, open_house, refused, table

open_house()
jar = {"pk": "TEA#sencha", "sk": "JAR"}
table.put_item(Item=jar | {"grams": 500})


def order(number, grams, show_item="NONE"):
    return client.transact_write_items(
        TransactItems=[
            {
                "Put": {
                    "TableName": "Teahouse",
                    "Item": {
                        "pk": {"S": "GUEST#ume"},
                        "sk": {"S": f"ORDER#2026-04-02#{number}"},
                        "lookup_pk": {"S": "STATE#ordered"},
                        "lookup_sk": {"S": "2026-04-02"},
                        "grams": {"N": str(grams)},
                    },
                    "ConditionExpression": "attribute_not_exists(pk)",
                }
            },
            {
                "Update": {
                    "TableName": "Teahouse",
                    "Key": {"pk": {"S": "TEA#sencha"}, "sk": {"S": "JAR"}},
                    "UpdateExpression": "SET grams = grams - :grams",
                    "ConditionExpression": "grams >= :grams",
                    "ExpressionAttributeValues": {":grams": {"N": str(grams)}},
                    "ReturnValuesOnConditionCheckFailure": show_item,
                }
            },
        ]
    )


def grams_left():
    return body(table.get_item(Key=jar, ConsistentRead=True))["Item"]["grams"]


def cancelled(codes, reasons, **of_order):
    message = f"Transaction cancelled, please refer cancellation reasons for specific reasons [{codes}]"
    response = refused("TransactionCanceledException", message, order, **of_order)
    expect(response["CancellationReasons"], reasons)


NONE = {"Code": "None"}
FAILED = {"Code": "ConditionalCheckFailed", "Message": "The conditional request failed"}

expect(body(order(1, 200)), {})
expect(grams_left(), 300)

# Out of stock: each action has its reason, in their order, and neither was done.
cancelled("None, ConditionalCheckFailed", [NONE, FAILED], number=2, grams=301)
expect(grams_left(), 300)
expect(body(table.get_item(Key={"pk": "GUEST#ume", "sk": "ORDER#2026-04-02#2"})), {})

# On request the reason shows what was in the way.
there = {"pk": {"S": "TEA#sencha"}, "sk": {"S": "JAR"}, "grams": {"N": "300"}}
cancelled("None, ConditionalCheckFailed", [NONE, FAILED | {"Item": there}], number=2, grams=301, show_item="ALL_OLD")

# The same order again, and one that is wrong in both ways.
cancelled("ConditionalCheckFailed, None", [FAILED, NONE], number=1, grams=1)
cancelled("ConditionalCheckFailed, ConditionalCheckFailed", [FAILED, FAILED], number=1, grams=999)
expect(grams_left(), 300)

# Ten guests want 100 grams of the 300 at the same time: three get them.


def try_to_order(number):
    try:
        return body(order(number, 100))
    except client.exceptions.TransactionCanceledException as error:
        return error.response["CancellationReasons"]


with ThreadPoolExecutor(10) as guests:
    outcomes = list(guests.map(try_to_order, range(10, 20)))
expect(outcomes.count({}), 3)
expect(outcomes.count([NONE, FAILED]), 7)
expect(grams_left(), 0)

# Orders are found by their state, which the transaction wrote with them: the first one and the three.
by_state = body(
    table.query(
        IndexName="Lookup",
        KeyConditionExpression="lookup_pk = :state",
        ExpressionAttributeValues={":state": "STATE#ordered"},
        Select="COUNT",
    )
)
expect(by_state, {"Count": 4, "ScannedCount": 4})

# Several items read as of one moment; who is not there is an empty place in the list.
keys = [
    {"pk": there["pk"], "sk": there["sk"]},
    {"pk": {"S": "GUEST#ume"}, "sk": {"S": "ORDER#2026-04-02#2"}},
]
read = client.transact_get_items(TransactItems=[{"Get": {"TableName": "Teahouse", "Key": key}} for key in keys])
expect(body(read), {"Responses": [{"Item": there | {"grams": {"N": "0"}}}, {}]})
