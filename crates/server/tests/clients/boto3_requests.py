"""An application on boto3: nothing in here knows that it is not talking to the service."""

import threading
from datetime import datetime, timezone
from decimal import Decimal

import boto3
from boto3.dynamodb.conditions import Attr, Key
from botocore.exceptions import ClientError

client = boto3.client("dynamodb")
dynamodb = boto3.resource("dynamodb")
table = dynamodb.Table("MyApp")


def now():
    return datetime.now(timezone.utc).isoformat()


def refused(code, action, *arguments, **named):
    """The error of an action that has to fail with this code."""
    try:
        action(*arguments, **named)
    except ClientError as error:
        assert error.response["Error"]["Code"] == code, error
        return error
    raise AssertionError(f"{code} was expected")


def create_table():
    created = dynamodb.create_table(
        TableName="MyApp",
        BillingMode="PAY_PER_REQUEST",
        KeySchema=[
            {"AttributeName": "PK", "KeyType": "HASH"},
            {"AttributeName": "SK", "KeyType": "RANGE"},
        ],
        AttributeDefinitions=[
            {"AttributeName": name, "AttributeType": "S"}
            for name in ["PK", "SK", "GSI1PK", "GSI1SK", "GSI2PK", "GSI2SK"]
        ],
        GlobalSecondaryIndexes=[
            {
                "IndexName": f"GSI{number}",
                "KeySchema": [
                    {"AttributeName": f"GSI{number}PK", "KeyType": "HASH"},
                    {"AttributeName": f"GSI{number}SK", "KeyType": "RANGE"},
                ],
                "Projection": {"ProjectionType": "ALL"},
            }
            for number in [1, 2]
        ],
    )
    created.wait_until_exists()
    created.reload()
    assert created.table_status == "ACTIVE"
    assert created.table_arn.startswith("arn:aws:dynamodb:us-east-1:")
    refused("ResourceInUseException", dynamodb.create_table, TableName="MyApp", BillingMode="PAY_PER_REQUEST",
            KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "PK", "AttributeType": "S"}])


def create_user(user_id, name, email):
    return table.put_item(
        Item={
            "PK": f"USER#{user_id}",
            "SK": "PROFILE",
            "GSI1PK": f"EMAIL#{email}",
            "GSI1SK": f"USER#{user_id}",
            "name": name,
            "email": email,
            "created_at": now(),
        },
        ConditionExpression="attribute_not_exists(PK)",
    )


def users_are_created_once():
    created = create_user("001", "Taro", "taro@example.com")
    metadata = created["ResponseMetadata"]
    assert metadata["HTTPStatusCode"] == 200 and len(metadata["RequestId"]) == 52, metadata
    create_user("002", "花子", "hanako@example.com")

    error = refused("ConditionalCheckFailedException", create_user, "001", "Jiro", "jiro@example.com")
    assert error.response["Error"]["Message"] == "The conditional request failed"
    assert isinstance(error, client.exceptions.ConditionalCheckFailedException)
    profile = table.get_item(Key={"PK": "USER#001", "SK": "PROFILE"}, ConsistentRead=True)["Item"]
    assert profile["name"] == "Taro"


def user_orders(user_id, page_size, last_key):
    parameters = {
        "KeyConditionExpression": Key("PK").eq(f"USER#{user_id}") & Key("SK").begins_with("ORDER#"),
        "Limit": page_size,
        "ScanIndexForward": False,
    }
    if last_key:
        parameters["ExclusiveStartKey"] = last_key
    return table.query(**parameters)


def orders_come_newest_first_page_by_page():
    for number in range(1, 8):
        table.put_item(Item={"PK": "USER#001", "SK": f"ORDER#{number:03}", "total": Decimal(number) / 2})
    pages, last_key = [], None
    while True:
        page = user_orders("001", 3, last_key)
        pages.append([item["SK"] for item in page["Items"]])
        last_key = page.get("LastEvaluatedKey")
        if not last_key:
            break
    assert pages == [
        ["ORDER#007", "ORDER#006", "ORDER#005"],
        ["ORDER#004", "ORDER#003", "ORDER#002"],
        ["ORDER#001"],
    ], pages
    together = table.query(KeyConditionExpression=Key("PK").eq("USER#001"))
    assert together["Count"] == 8 and together["Items"][-1]["SK"] == "PROFILE"
    dear = table.query(
        KeyConditionExpression=Key("PK").eq("USER#001") & Key("SK").begins_with("ORDER#"),
        FilterExpression=Attr("total").gte(Decimal("2.5")),
    )
    assert (dear["Count"], dear["ScannedCount"]) == (3, 7)


def names_change_only_where_there_is_a_user():
    def update_user_name(user_id, new_name):
        table.update_item(
            Key={"PK": f"USER#{user_id}", "SK": "PROFILE"},
            UpdateExpression="SET #n = :name, updated_at = :now",
            ExpressionAttributeNames={"#n": "name"},
            ExpressionAttributeValues={":name": new_name, ":now": now()},
            ConditionExpression="attribute_exists(PK)",
        )

    update_user_name("001", "太郎")
    assert table.get_item(Key={"PK": "USER#001", "SK": "PROFILE"})["Item"]["name"] == "太郎"
    refused("ConditionalCheckFailedException", update_user_name, "999", "Nobody")
    assert "Item" not in table.get_item(Key={"PK": "USER#999", "SK": "PROFILE"})


def views_are_counted_from_zero():
    def increment_view_count(product_id):
        response = table.update_item(
            Key={"PK": f"PROD#{product_id}", "SK": "METADATA"},
            UpdateExpression="SET view_count = if_not_exists(view_count, :zero) + :inc",
            ExpressionAttributeValues={":zero": 0, ":inc": 1},
            ReturnValues="UPDATED_NEW",
        )
        return response["Attributes"]["view_count"]

    assert [increment_view_count("counted") for _ in range(3)] == [1, 2, 3]
    threads = [threading.Thread(target=increment_view_count, args=["counted"]) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert increment_view_count("counted") == 24


def products_are_written_in_batches():
    with table.batch_writer() as batch:
        for number in range(60):
            batch.put_item(
                Item={
                    "PK": f"PROD#{number:03}",
                    "SK": "METADATA",
                    "GSI1PK": "CAT#electronics",
                    "GSI1SK": f"PRICE#{number * 100:010}",
                    "name": f"Product {number}",
                    "price": number * 100,
                    "stock": 10,
                }
            )
    found = table.query(
        IndexName="GSI1",
        KeyConditionExpression=Key("GSI1PK").eq("CAT#electronics")
        & Key("GSI1SK").between("PRICE#0000001000", "PRICE#0000002000"),
    )
    assert [int(item["price"]) for item in found["Items"]] == list(range(1000, 2001, 100))
    with table.batch_writer(overwrite_by_pkeys=["PK", "SK"]) as batch:
        batch.delete_item(Key={"PK": "PROD#059", "SK": "METADATA"})
    assert "Item" not in table.get_item(Key={"PK": "PROD#059", "SK": "METADATA"})


def users_are_read_in_batches():
    # The resource turns values into attribute values itself, so keys are given plainly.
    response = dynamodb.batch_get_item(
        RequestItems={"MyApp": {"Keys": [{"PK": f"USER#{user}", "SK": "PROFILE"} for user in ["001", "002", "404"]]}}
    )
    assert sorted(item["PK"] for item in response["Responses"]["MyApp"]) == ["USER#001", "USER#002"]
    assert response["UnprocessedKeys"] == {}

    # Given as attribute values they are wrapped twice, and are maps.
    error = refused(
        "ValidationException",
        dynamodb.batch_get_item,
        RequestItems={"MyApp": {"Keys": [{"PK": {"S": "USER#001"}, "SK": {"S": "PROFILE"}}]}},
    )
    assert error.response["Error"]["Message"] == "The provided key element does not match the schema"


def create_order(order_id, product_id, quantity):
    return client.transact_write_items(
        TransactItems=[
            {
                "Put": {
                    "TableName": "MyApp",
                    "Item": {
                        "PK": {"S": "USER#002"},
                        "SK": {"S": f"ORDER#{order_id}"},
                        "GSI1PK": {"S": "STATUS#PENDING"},
                        "GSI1SK": {"S": now()},
                        "product_id": {"S": product_id},
                        "quantity": {"N": str(quantity)},
                    },
                    "ConditionExpression": "attribute_not_exists(PK)",
                }
            },
            {
                "Update": {
                    "TableName": "MyApp",
                    "Key": {"PK": {"S": f"PROD#{product_id}"}, "SK": {"S": "METADATA"}},
                    "UpdateExpression": "SET stock = stock - :qty",
                    "ConditionExpression": "stock >= :qty",
                    "ExpressionAttributeValues": {":qty": {"N": str(quantity)}},
                }
            },
        ]
    )


def orders_take_from_the_stock_or_do_not_happen():
    create_order("A", "001", 4)
    error = refused("TransactionCanceledException", create_order, "B", "001", 7)
    reasons = error.response["CancellationReasons"]
    assert [reason["Code"] for reason in reasons] == ["None", "ConditionalCheckFailed"], reasons
    assert reasons[1]["Message"] == "The conditional request failed", reasons
    assert "Item" not in table.get_item(Key={"PK": "USER#002", "SK": "ORDER#B"})

    error = refused("TransactionCanceledException", create_order, "A", "001", 1)
    codes = [reason["Code"] for reason in error.response["CancellationReasons"]]
    assert codes == ["ConditionalCheckFailed", "None"], codes
    assert table.get_item(Key={"PK": "PROD#001", "SK": "METADATA"})["Item"]["stock"] == 6
    read = client.transact_get_items(
        TransactItems=[
            {"Get": {"TableName": "MyApp", "Key": {"PK": {"S": "USER#002"}, "SK": {"S": f"ORDER#{order}"}}}}
            for order in ["A", "B"]
        ]
    )
    assert [response.get("Item", {}).get("quantity") for response in read["Responses"]] == [{"N": "4"}, None]


def transfer(from_id, to_id, amount, token):
    values = {":amount": {"N": str(amount)}}

    def account(account_id):
        return {"PK": {"S": f"ACCOUNT#{account_id}"}, "SK": {"S": "BALANCE"}}

    return client.transact_write_items(
        ClientRequestToken=token,
        TransactItems=[
            {
                "Update": {
                    "TableName": "MyApp",
                    "Key": account(from_id),
                    "UpdateExpression": "SET balance = balance - :amount",
                    "ConditionExpression": "balance >= :amount",
                    "ExpressionAttributeValues": values,
                }
            },
            {
                "Update": {
                    "TableName": "MyApp",
                    "Key": account(to_id),
                    "UpdateExpression": "SET balance = balance + :amount",
                    "ExpressionAttributeValues": values,
                }
            },
            {
                "Put": {
                    "TableName": "MyApp",
                    "Item": {
                        "PK": {"S": f"TX#{token}"},
                        "SK": {"S": f"FROM#{from_id}#TO#{to_id}"},
                        "amount": {"N": str(amount)},
                        "status": {"S": "COMPLETED"},
                    },
                }
            },
        ],
    )


def money_moves_once_for_each_token():
    def balances():
        keys = [{"PK": f"ACCOUNT#{account}", "SK": "BALANCE"} for account in ["a", "b"]]
        return [int(table.get_item(Key=key)["Item"]["balance"]) for key in keys]

    for account in ["a", "b"]:
        table.put_item(Item={"PK": f"ACCOUNT#{account}", "SK": "BALANCE", "balance": 1000})
    transfer("a", "b", 300, "transfer-1")
    transfer("a", "b", 300, "transfer-1")
    assert balances() == [700, 1300]
    refused("IdempotentParameterMismatchException", transfer, "a", "b", 301, "transfer-1")
    refused("TransactionCanceledException", transfer, "a", "b", 701, "transfer-2")
    assert balances() == [700, 1300]


def users_are_found_by_email():
    found = table.query(IndexName="GSI1", KeyConditionExpression=Key("GSI1PK").eq("EMAIL#hanako@example.com"))
    assert [item["name"] for item in found["Items"]] == ["花子"]


def only_featured_products_are_in_the_sparse_index():
    for number, price, featured in [(101, 29900, True), (102, 3000, False), (103, 9800, True)]:
        item = {"PK": f"PROD#{number}", "SK": "METADATA", "price": price}
        if featured:
            item |= {"GSI2PK": "FEATURED", "GSI2SK": f"PRICE#{price:09}"}
        table.put_item(Item=item)
    found = table.query(IndexName="GSI2", KeyConditionExpression=Key("GSI2PK").eq("FEATURED"))
    assert [int(item["price"]) for item in found["Items"]] == [9800, 29900]
    assert table.scan(IndexName="GSI2", Select="COUNT")["Count"] == 2


def capacity_is_what_the_books_say():
    def item_of(size_bytes, name):
        key = {"PK": f"SIZE#{name}", "SK": "DATA"}
        taken = sum(len(part) + len(value) for part, value in key.items()) + len("data")
        return key, key | {"data": "x" * (size_bytes - taken)}

    key, item = item_of(8 * 1024, "8KB")
    table.put_item(Item=item)
    read = table.get_item(Key=key, ReturnConsumedCapacity="TOTAL")
    assert read["ConsumedCapacity"] == {"TableName": "MyApp", "CapacityUnits": 1.0}, read["ConsumedCapacity"]
    read = table.get_item(Key=key, ReturnConsumedCapacity="TOTAL", ConsistentRead=True)
    assert read["ConsumedCapacity"]["CapacityUnits"] == 2.0

    _, item = item_of(3 * 1024, "3KB")
    written = table.put_item(Item=item, ReturnConsumedCapacity="TOTAL")
    assert written["ConsumedCapacity"]["CapacityUnits"] == 3.0, written["ConsumedCapacity"]


def every_type_comes_back_as_it_went():
    item = {
        "PK": "TYPES", "SK": "ALL", "text": "雪", "number": Decimal("1.5E-10"), "yes": True, "nothing": None,
        "list": [1, "two", [Decimal("3")]], "map": {"deep": {"er": 1}}, "texts": {"a", "b"},
        "numbers": {1, 2}, "bytes": b"\x00\xff", "empty": "",
    }
    table.put_item(Item=item)
    found = table.get_item(Key={"PK": "TYPES", "SK": "ALL"})["Item"]
    found["bytes"] = found["bytes"].value
    assert found == item, found


def paginators_walk_through_everything():
    pages = client.get_paginator("scan").paginate(TableName="MyApp", PaginationConfig={"PageSize": 7})
    items = [item for page in pages for item in page["Items"]]
    assert len(items) == table.scan(Select="COUNT")["Count"]
    names = [name for page in client.get_paginator("list_tables").paginate() for name in page["TableNames"]]
    assert names == ["MyApp"], names


def delete_table():
    table.delete_item(Key={"PK": "USER#001", "SK": "ORDER#001"})
    assert "Item" not in table.get_item(Key={"PK": "USER#001", "SK": "ORDER#001"})
    table.delete()
    table.wait_until_not_exists()
    error = refused("ResourceNotFoundException", table.get_item, Key={"PK": "a", "SK": "b"})
    assert error.response["Error"]["Message"] == "Requested resource not found"


for step in [
    create_table,
    users_are_created_once,
    orders_come_newest_first_page_by_page,
    names_change_only_where_there_is_a_user,
    views_are_counted_from_zero,
    products_are_written_in_batches,
    users_are_read_in_batches,
    orders_take_from_the_stock_or_do_not_happen,
    money_moves_once_for_each_token,
    users_are_found_by_email,
    only_featured_products_are_in_the_sparse_index,
    capacity_is_what_the_books_say,
    every_type_comes_back_as_it_went,
    paginators_walk_through_everything,
    delete_table,
]:
    print(step.__name__, flush=True)
    step()
