"""A table from its creation to its end: waiters, its description, a client that is told the address in code."""

import os

import boto3

from teahouse import DEFINITION, body, client, dynamodb, expect, open_house, refused, table

open_house()
table.reload()
expect(table.table_status, "ACTIVE")
expect(table.table_arn, "arn:aws:dynamodb:us-east-1:123456789012:table/Teahouse")
expect(table.billing_mode_summary["BillingMode"], "PAY_PER_REQUEST")
expect(table.key_schema, DEFINITION["KeySchema"])
expect(
    sorted((index["IndexName"], index["IndexStatus"]) for index in table.global_secondary_indexes),
    [("Lookup", "ACTIVE"), ("ShopWindow", "ACTIVE")],
)
refused("ResourceInUseException", "Table already exists: Teahouse", dynamodb.create_table, **DEFINITION)

# Another way to the same table: the address and the Region, given in code. Another Region has tables of its own.
def table_in(region):
    address = os.environ["AWS_ENDPOINT_URL_DYNAMODB"]
    return boto3.resource("dynamodb", endpoint_url=address, region_name=region).Table("Teahouse")


guest = {"pk": "GUEST#ume", "sk": "CARD", "full_name": "梅"}
expect(body(table_in("us-east-1").put_item(Item=guest)), {})
refused(
    "ResourceNotFoundException", "Requested resource not found", table_in("ap-northeast-1").put_item, Item=guest
)
expect(body(table.get_item(Key={"pk": "GUEST#ume", "sk": "CARD"}))["Item"]["full_name"], "梅")

# Deleting answers nothing, whether something was there or not, unless the old item is asked for.
key = {"pk": "GUEST#ume", "sk": "CARD"}
expect(
    body(table.delete_item(Key=key, ReturnValues="ALL_OLD")),
    {"Attributes": {"pk": "GUEST#ume", "sk": "CARD", "full_name": "梅"}},
)
expect(body(table.delete_item(Key=key)), {})
expect(body(table.get_item(Key=key)), {})

expect(body(client.list_tables()), {"TableNames": ["Teahouse"]})
table.delete()
table.wait_until_not_exists()
expect(body(client.list_tables()), {"TableNames": []})
refused("ResourceNotFoundException", "Requested resource not found", table.get_item, Key=key)
refused(
    "ResourceNotFoundException",
    "Requested resource not found: Table: Teahouse not found",
    client.describe_table,
    TableName="Teahouse",
)
