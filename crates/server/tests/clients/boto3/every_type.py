"""Every type comes back as it went: numbers are decimals, sets are sets, bytes are bytes."""

from decimal import Decimal

from boto3.dynamodb.types import Binary

from teahouse import body, client, expect, open_house, refused, table

open_house()
key = {"pk": "TYPES", "sk": "ALL"}
item = key | {
    "text": "抹茶",
    "empty": "",
    "small": Decimal("1.5E-10"),
    "exact": Decimal("12345678901234567890.123456789012345678"),
    "negative": -7,
    "yes": True,
    "no": False,
    "nothing": None,
    "bytes": Binary(b"\x00\xff"),
    "list": [1, "two", [Decimal("3.5")], []],
    "map": {"inner": {"leaf": 1}, "none": {}},
    "texts": {"a", "b"},
    "numbers": {1, Decimal("2.5")},
    "many_bytes": {Binary(b"a"), Binary(b"b")},
}
table.put_item(Item=item)
expect(body(table.get_item(Key=key)), {"Item": item})

# On the wire a number is a string, in its shortest form and without an exponent.
numbers = body(client.get_item(TableName="Teahouse", Key={"pk": {"S": "TYPES"}, "sk": {"S": "ALL"}}))["Item"]
expect(numbers["small"], {"N": "0.00000000015"})
expect(numbers["exact"], {"N": "12345678901234567890.123456789012345678"})

# 39 digits are one too many; boto3 says so itself for decimals, the service for the client.
refused(
    "ValidationException",
    "1 validation error detected: Attempting to store more than 38 significant digits in a Number",
    client.put_item,
    TableName="Teahouse",
    Item={"pk": {"S": "TYPES"}, "sk": {"S": "LONG"}, "number": {"N": "1" * 39}},
)
refused(
    "ValidationException",
    "One or more parameter values were invalid: Type mismatch for key sk expected: S actual: N",
    table.put_item,
    Item={"pk": "TYPES", "sk": 1},
)
