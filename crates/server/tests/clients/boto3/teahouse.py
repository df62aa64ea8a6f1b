"""The tea house that these scripts are about: one table, two indexes, and how answers and refusals are looked at.

Everything is plain boto3; where the service is, it reads from the environment.

    what          pk            sk                      Lookup (lookup_pk, lookup_sk)      ShopWindow (shown_in, place)
    a guest       GUEST#<id>    CARD                    MAIL#<address>, GUEST#<id>
    an order      GUEST#<id>    ORDER#<day>#<number>    STATE#<state>, <day>
    a tea         TEA#<id>      JAR                     KIND#<kind>, <price>               only what is on show
    a purse       PURSE#<id>    COINS
"""

import boto3
from botocore.exceptions import ClientError

client = boto3.client("dynamodb")
dynamodb = boto3.resource("dynamodb")
table = dynamodb.Table("Teahouse")

DEFINITION = {
    "TableName": "Teahouse",
    "BillingMode": "PAY_PER_REQUEST",
    "KeySchema": [
        {"AttributeName": "pk", "KeyType": "HASH"},
        {"AttributeName": "sk", "KeyType": "RANGE"},
    ],
    "AttributeDefinitions": [
        {"AttributeName": name, "AttributeType": "S"}
        for name in ["pk", "sk", "lookup_pk", "lookup_sk", "shown_in", "place"]
    ],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "Lookup",
            "KeySchema": [
                {"AttributeName": "lookup_pk", "KeyType": "HASH"},
                {"AttributeName": "lookup_sk", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "ALL"},
        },
        {
            "IndexName": "ShopWindow",
            "KeySchema": [
                {"AttributeName": "shown_in", "KeyType": "HASH"},
                {"AttributeName": "place", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "KEYS_ONLY"},
        },
    ],
}


def open_house():
    """Creates the table and waits until it can be used."""
    dynamodb.create_table(**DEFINITION).wait_until_exists()


def body(response):
    """What the service answered, without what boto3 adds about the way it came."""
    metadata = response.pop("ResponseMetadata")
    expect(metadata["HTTPStatusCode"], 200)
    expect(len(metadata["RequestId"]), 52)
    expect(metadata["RetryAttempts"], 0)
    return response


def expect(found, expected):
    if found != expected:
        raise AssertionError(f"\n  found    {found!r}\n  expected {expected!r}")


def refused(code, message, action, **parameters):
    """The service must refuse this with this code and this sentence. Returns what it said besides."""
    try:
        action(**parameters)
    except ClientError as error:
        expect(error.response["Error"], {"Code": code, "Message": message})
        expect(error.response["ResponseMetadata"]["HTTPStatusCode"], 400)
        return error.response
    raise AssertionError(f"{code} was expected")
