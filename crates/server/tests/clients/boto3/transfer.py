"""Coins go from purse to purse once, however often the request is sent: ClientRequestToken."""

from concurrent.futures import ThreadPoolExecutor

from boto3.dynamodb.conditions import Attr

from teahouse import body, client, expect, open_house, refused, table

open_house()
for guest, coins in [("ume", 1000), ("aki", 50)]:
    table.put_item(Item={"pk": f"PURSE#{guest}", "sk": "COINS", "coins": coins})


def give(sender, receiver, coins, token):
    def change(guest, expression, **condition):
        return {
            "Update": {
                "TableName": "Teahouse",
                "Key": {"pk": {"S": f"PURSE#{guest}"}, "sk": {"S": "COINS"}},
                "UpdateExpression": expression,
                "ExpressionAttributeValues": {":coins": {"N": str(coins)}},
                **condition,
            }
        }

    receipt = {"pk": {"S": f"RECEIPT#{token}"}, "sk": {"S": f"{sender} to {receiver}"}, "coins": {"N": str(coins)}}
    return client.transact_write_items(
        ClientRequestToken=token,
        ReturnConsumedCapacity="TOTAL",
        TransactItems=[
            change(sender, "SET coins = coins - :coins", ConditionExpression="coins >= :coins"),
            change(receiver, "SET coins = coins + :coins", ConditionExpression="attribute_exists(coins)"),
            {"Put": {"TableName": "Teahouse", "Item": receipt}},
        ],
    )


def purses():
    keys = [{"pk": f"PURSE#{guest}", "sk": "COINS"} for guest in ["ume", "aki"]]
    return [int(body(table.get_item(Key=key, ConsistentRead=True))["Item"]["coins"]) for key in keys]


# Three small items, two units each.
written = {"ConsumedCapacity": [{"TableName": "Teahouse", "CapacityUnits": 6.0, "WriteCapacityUnits": 6.0}]}
expect(body(give("ume", "aki", 300, "first-gift")), written)
expect(purses(), [700, 350])

# Sent again, it succeeds and does nothing: the answer says so by having read instead of written.
read = {"ConsumedCapacity": [{"TableName": "Teahouse", "CapacityUnits": 6.0, "ReadCapacityUnits": 6.0}]}
expect(body(give("ume", "aki", 300, "first-gift")), read)
expect(purses(), [700, 350])

# Another gift under the same token is a mistake.
for mistaken in [
    {"sender": "ume", "receiver": "aki", "coins": 301},
    {"sender": "aki", "receiver": "ume", "coins": 300},
]:
    try:
        give(**mistaken, token="first-gift")
        raise AssertionError("another request under a used token should be refused")
    except client.exceptions.IdempotentParameterMismatchException as error:
        expect(error.response["Error"]["Code"], "IdempotentParameterMismatchException")
expect(purses(), [700, 350])

# Many impatient clicks on one button are one gift.
with ThreadPoolExecutor(8) as clicks:
    answers = list(clicks.map(lambda _: body(give("ume", "aki", 100, "second-gift")), range(8)))
expect((answers.count(written), answers.count(read)), (1, 7))
expect(purses(), [600, 450])

# A gift that cannot be made does not use up its token: it may be sent again, and is judged anew.
too_much = {"sender": "aki", "receiver": "ume", "coins": 451, "token": "third-gift"}
no_coins = (
    "TransactionCanceledException",
    "Transaction cancelled, please refer cancellation reasons for specific reasons "
    "[ConditionalCheckFailed, None, None]",
)
refused(*no_coins, give, **too_much)
refused(*no_coins, give, **too_much)
expect(purses(), [600, 450])
expect(body(give("ume", "aki", 1, "small-change")), written)
expect(body(give(**too_much)), written)
expect(purses(), [1050, 0])

# Every gift left one receipt.
receipts = body(table.scan(FilterExpression=Attr("pk").begins_with("RECEIPT#")))
expect(
    sorted((item["pk"], item["coins"]) for item in receipts["Items"]),
    [
        ("RECEIPT#first-gift", 300),
        ("RECEIPT#second-gift", 100),
        ("RECEIPT#small-change", 1),
        ("RECEIPT#third-gift", 451),
    ],
)

# Without a token of ours boto3 makes one for every call, so the same call twice is two gifts.
take_one = {
    "Update": {
        "TableName": "Teahouse",
        "Key": {"pk": {"S": "PURSE#ume"}, "sk": {"S": "COINS"}},
        "UpdateExpression": "SET coins = coins - :one",
        "ExpressionAttributeValues": {":one": {"N": "1"}},
    }
}
for _ in range(2):
    expect(body(client.transact_write_items(TransactItems=[take_one])), {})
expect(purses(), [1048, 0])
