"""aiodynamo, and boto3 beside it: what one client writes, the other reads. Streams are read with boto3."""

import os
from decimal import Decimal

import boto3
from aiodynamo.client import Client, URL
from aiodynamo.credentials import Credentials
from aiodynamo.errors import (
    ConditionalCheckFailed,
    ItemNotFound,
    TableNotFound,
    TransactionCanceled,
    ValidationException,
)
from aiodynamo.expressions import F, HashKey, RangeKey
from aiodynamo.http.httpx import HTTPX
from aiodynamo.models import (
    BatchGetRequest,
    BatchWriteRequest,
    GlobalSecondaryIndex,
    KeySchema,
    KeySpec,
    KeyType,
    LocalSecondaryIndex,
    PayPerRequest,
    Projection,
    ProjectionType,
    ReturnValues,
    Select,
    StaticDelayRetry,
    StreamSpecification,
    StreamViewType,
    TimeToLiveStatus,
)
from aiodynamo.operations import ConditionCheck, Delete, Get, Put, Update
from boto3.dynamodb.conditions import Attr, Key
from checks import check, raised, run, same
from httpx import AsyncClient

BOTO3 = boto3.client("dynamodb")
TABLE = boto3.resource("dynamodb").Table("teas")
WAIT = StaticDelayRetry(time_limit_secs=5, delay=0.05)
HTTP = AsyncClient()
CLIENT = Client(
    HTTPX(HTTP), Credentials.auto(), os.environ["AWS_REGION"], URL(os.environ["AWS_ENDPOINT_URL_DYNAMODB"])
)
TEAS = CLIENT.table("teas")


async def refused(error, coroutine):
    """Awaits the coroutine and returns its error."""
    try:
        result = await coroutine
    except error as refusal:
        return refusal
    raise AssertionError(f"no error, but {result!r}")


@check
async def a_table_with_indexes_and_a_stream_is_created():
    same(await TEAS.exists(), False)
    kind = KeySpec("kind", KeyType.string)
    await TEAS.create(
        PayPerRequest(),
        KeySchema(kind, KeySpec("number", KeyType.number)),
        lsis=[
            LocalSecondaryIndex(
                "by-name", KeySchema(kind, KeySpec("name", KeyType.string)), Projection(ProjectionType.keys_only)
            )
        ],
        gsis=[
            GlobalSecondaryIndex(
                "of-seller",
                KeySchema(KeySpec("seller", KeyType.string)),
                Projection(ProjectionType.include, ["price"]),
                None,
            )
        ],
        stream=StreamSpecification(True, StreamViewType.new_and_old_images),
        wait_for_active=WAIT,
    )
    same(await TEAS.exists(), True)
    described = BOTO3.describe_table(TableName="teas")["Table"]
    same(described["GlobalSecondaryIndexes"][0]["Projection"]["NonKeyAttributes"], ["price"])
    same(described["StreamSpecification"]["StreamViewType"], "NEW_AND_OLD_IMAGES")
    await refused(TableNotFound, CLIENT.table("none").describe())


@check
async def time_to_live_is_turned_on_and_off():
    await TEAS.time_to_live.enable("expires", wait_for_enabled=WAIT)
    described = await TEAS.time_to_live.describe()
    same((described.attribute, described.status), ("expires", TimeToLiveStatus.enabled))
    await TEAS.time_to_live.disable("expires", wait_for_disabled=WAIT)
    same((await TEAS.time_to_live.describe()).status, TimeToLiveStatus.disabled)


@check
async def every_type_passes_between_the_clients():
    item = {
        "kind": "green",
        "number": 1,
        "name": "gyokuro",
        "text": "日本 \U0001f375 \\ \" \n",
        "real": -12.5,
        "yes": True,
        "nothing": None,
        "bytes": b"\x00\xff",
        "list": [1, "two", [None], {"deep": {"deeper": []}}],
        "words": {"a", "b"},
        "numbers": {1, 2.5},
        "blobs": {b"x", b"y"},
        "": "an attribute with an empty name is not valid",
    }
    await refused(ValidationException, TEAS.put_item(item))
    item.pop("")
    await TEAS.put_item(item)
    same(await TEAS.get_item({"kind": "green", "number": 1}), item)
    read = TABLE.get_item(Key={"kind": "green", "number": 1}, ConsistentRead=True)["Item"]
    same(read["real"], Decimal("-12.5"))
    same((read["bytes"].value, read["words"], read["numbers"]), (b"\x00\xff", {"a", "b"}, {1, Decimal("2.5")}))
    same(read["list"], [1, "two", [None], {"deep": {"deeper": []}}])
    await refused(ItemNotFound, TEAS.get_item({"kind": "green", "number": 2}))


@check
async def a_projection_returns_parts():
    found = await TEAS.get_item({"kind": "green", "number": 1}, projection=F("list", 3, "deep") & F("name"))
    same(found, {"list": [{"deep": {"deeper": []}}], "name": "gyokuro"})


@check
async def conditions_are_evaluated():
    key = {"kind": "green", "number": 1}
    await refused(ConditionalCheckFailed, TEAS.put_item(key, condition=F("kind").does_not_exist()))
    await refused(ConditionalCheckFailed, TEAS.delete_item(key, condition=F("text").size().gt(100)))
    condition = F("words").contains("a") & F("real").between(-13, -12) & ~F("name").begins_with("x")
    old = await TEAS.put_item(
        {**key, "name": "gyokuro", "count": 1}, condition=condition, return_values=ReturnValues.all_old
    )
    same(old["text"], "日本 \U0001f375 \\ \" \n")


@check
async def updates_set_add_append_and_remove():
    key = {"kind": "black", "number": 7}
    changed = await TEAS.update_item(
        key,
        F("price").set(10) & F("notes").set(["a"]) & F("tastes").add({"malty", "dull"}) & F("count").add(3),
        return_values=ReturnValues.all_new,
    )
    same(changed, {**key, "price": 10, "notes": ["a"], "tastes": {"malty", "dull"}, "count": 3})
    changed = await TEAS.update_item(
        key,
        F("price").change(-2.5)
        & F("notes").append(["b"])
        & F("tastes").delete({"dull"})
        & F("name").set_if_not_exists("assam")
        & F("count").remove(),
        return_values=ReturnValues.updated_new,
        condition=F("price").equals(10),
    )
    same(changed, {"price": 7.5, "notes": ["a", "b"], "tastes": {"malty"}, "name": "assam"})


@check
async def batches_write_and_read():
    items = [
        {"kind": "oolong", "number": number, "name": f"n{24 - number:02}", "seller": f"s{number % 3}", "price": number}
        for number in range(25)
    ]
    same(await CLIENT.batch_write({"teas": BatchWriteRequest(items_to_put=items)}), {})
    keys = [{"kind": "oolong", "number": number} for number in (3, 4, 99)]
    read = await CLIENT.batch_get({"teas": BatchGetRequest(keys=keys, projection=F("price"))})
    same(sorted(item["price"] for item in read.items["teas"]), [3, 4])
    same(read.unprocessed_keys, {})
    too_many = BatchWriteRequest(items_to_put=items, keys_to_delete=[{"kind": "x", "number": 1}])
    await refused(ValidationException, CLIENT.batch_write({"teas": too_many}))


@check
async def queries_read_pages():
    page = await TEAS.query_single_page(HashKey("kind", "oolong") & RangeKey("number").between(5, 20), limit=6)
    same([item["number"] for item in page.items], [5, 6, 7, 8, 9, 10])
    same(page.last_evaluated_key, {"kind": "oolong", "number": 10})
    condition = HashKey("kind", "oolong") & RangeKey("number").lte(20)
    found = [item async for item in TEAS.query(condition, start_key=page.last_evaluated_key)]
    same([item["number"] for item in found], list(range(11, 21)))
    names = [item["name"] async for item in TEAS.query(HashKey("kind", "oolong"), index="by-name", limit=3)]
    same(names, ["n00", "n01", "n02"])
    # The client asks for all attributes by default, which an index with some attributes cannot return.
    of_seller = TEAS.query(HashKey("seller", "s1"), index="of-seller")
    error = await refused(ValidationException, of_seller.__anext__())
    assert "Select type ALL_ATTRIBUTES is not supported for global secondary index of-seller" in str(error), error
    projected = Select.all_projected_attributes
    of_seller = TEAS.query(HashKey("seller", "s1"), index="of-seller", select=projected)
    of_seller = [item async for item in of_seller]
    same(sorted(item["price"] for item in of_seller), list(range(1, 25, 3)))
    assert all("name" not in item for item in of_seller), of_seller
    same(await TEAS.count(HashKey("kind", "oolong") & RangeKey("number").gt(20)), 4)


@check
async def both_clients_scan_the_same_items():
    found = [item async for item in TEAS.scan(filter_expression=F("price").gte(20) | F("name").equals("assam"))]
    pages = BOTO3.get_paginator("scan").paginate(
        TableName="teas",
        FilterExpression="price >= :p OR #n = :n",
        ExpressionAttributeNames={"#n": "name"},
        ExpressionAttributeValues={":p": {"N": "20"}, ":n": {"S": "assam"}},
        PaginationConfig={"PageSize": 4},
    )
    numbers = sorted(int(item["number"]["N"]) for page in pages for item in page["Items"])
    same(sorted(item["number"] for item in found), numbers)
    same(numbers, [7, 20, 21, 22, 23, 24])
    same(await TEAS.scan_count(), 27)
    segments = [TABLE.scan(Segment=part, TotalSegments=4)["Count"] for part in range(4)]
    same(sum(segments), 27)
    queried = TABLE.query(
        KeyConditionExpression=Key("kind").eq("oolong") & Key("number").gte(22),
        FilterExpression=Attr("seller").is_in(["s0", "s1"]),
        ScanIndexForward=False,
    )
    same(([item["number"] for item in queried["Items"]], queried["ScannedCount"]), ([24, 22], 3))


@check
async def transactions_write_all_or_nothing():
    await CLIENT.transact_write_items(
        [
            Put("teas", {"kind": "white", "number": 1, "price": 60}, condition=F("kind").does_not_exist()),
            Update("teas", {"kind": "black", "number": 7}, F("price").change(1)),
            Delete("teas", {"kind": "oolong", "number": 0}),
            ConditionCheck("teas", {"kind": "oolong", "number": 1}, F("price").equals(1)),
        ],
        request_token="once",
    )
    read = await CLIENT.transact_get_items(
        [
            Get("teas", {"kind": "white", "number": 1}),
            Get("teas", {"kind": "black", "number": 7}, projection=F("price")),
        ]
    )
    same(read, [{"kind": "white", "number": 1, "price": 60}, {"price": 8.5}])
    canceled = await refused(
        TransactionCanceled,
        CLIENT.transact_write_items(
            [
                Delete("teas", {"kind": "white", "number": 1}),
                ConditionCheck("teas", {"kind": "oolong", "number": 1}, F("price").equals(2)),
            ]
        ),
    )
    same([reason.code if reason else None for reason in canceled.cancellation_reasons], [None, "ConditionalCheckFailed"])
    same((await TEAS.get_item({"kind": "white", "number": 1}))["price"], 60)


@check
def the_stream_has_every_write_of_both_clients():
    streams = boto3.client("dynamodbstreams")
    arn = BOTO3.describe_table(TableName="teas")["Table"]["LatestStreamArn"]
    records = []
    for shard in streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"]:
        iterator = streams.get_shard_iterator(
            StreamArn=arn, ShardId=shard["ShardId"], ShardIteratorType="TRIM_HORIZON"
        )["ShardIterator"]
        while iterator:
            answer = streams.get_records(ShardIterator=iterator, Limit=10)
            records += answer["Records"]
            iterator = answer.get("NextShardIterator") if answer["Records"] else None
    # One item twice, an update twice and in a transaction, 25 items, and a transaction of a put and a delete.
    same(len(records), 2 + 3 + 25 + 2)
    names = [record["eventName"] for record in records]
    same((names.count("INSERT"), names.count("MODIFY"), names.count("REMOVE")), (28, 3, 1))
    removed = next(record["dynamodb"] for record in records if record["eventName"] == "REMOVE")
    same((removed["Keys"]["number"], removed["OldImage"]["name"]), ({"N": "0"}, {"S": "n24"}))


@check
async def the_table_is_deleted():
    await TEAS.delete()
    await refused(TableNotFound, TEAS.describe())
    raised(BOTO3.exceptions.ResourceNotFoundException, BOTO3.describe_table, TableName="teas")
    await HTTP.aclose()


run()
