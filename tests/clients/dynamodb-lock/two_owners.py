"""python-dynamodb-lock: two owners of one lock, its heartbeat and its end."""

import time
from datetime import timedelta

import boto3
from checks import check, raised, run, same
from python_dynamodb_lock.python_dynamodb_lock import DynamoDBLockClient, DynamoDBLockError

CLIENT = boto3.client("dynamodb")
RESOURCE = boto3.resource("dynamodb")
TABLE = RESOURCE.Table("locks")


def owner(name):
    return DynamoDBLockClient(
        RESOURCE,
        table_name="locks",
        owner_name=name,
        heartbeat_period=timedelta(milliseconds=200),
        safe_period=timedelta(milliseconds=800),
        lease_duration=timedelta(seconds=1),
    )


FIRST, SECOND = owner("first"), owner("second")


def stored(name):
    return TABLE.get_item(Key={"lock_key": name, "sort_key": "-"}, ConsistentRead=True).get("Item")


@check
def the_table_is_created_with_time_to_live():
    DynamoDBLockClient.create_dynamodb_table(CLIENT, table_name="locks", read_capacity=7, write_capacity=3)
    table = CLIENT.describe_table(TableName="locks")["Table"]
    same([key["AttributeName"] for key in table["KeySchema"]], ["lock_key", "sort_key"])
    same(table["ProvisionedThroughput"]["ReadCapacityUnits"], 7)
    described = CLIENT.describe_time_to_live(TableName="locks")["TimeToLiveDescription"]
    same((described["TimeToLiveStatus"], described["AttributeName"]), ("ENABLED", "expiry_time"))


@check
def a_lock_is_an_item_until_it_is_released():
    lock = FIRST.acquire_lock("kettle", additional_attributes={"why": "tea", "cups": 3})
    item = stored("kettle")
    same((item["owner_name"], item["why"], item["cups"]), ("first", "tea", 3))
    assert item["expiry_time"] > time.time(), item
    lock.release(best_effort=False)
    same(stored("kettle"), None)


@check
def a_second_owner_waits_in_vain_while_the_first_is_alive():
    lock = FIRST.acquire_lock("pot")
    version = stored("pot")["record_version_number"]
    error = raised(
        DynamoDBLockError,
        SECOND.acquire_lock,
        "pot",
        retry_period=timedelta(milliseconds=150),
        retry_timeout=timedelta(milliseconds=1500),
    )
    same(error.code, DynamoDBLockError.ACQUIRE_TIMEOUT)
    # The heartbeat wrote a new version meanwhile.
    assert stored("pot")["record_version_number"] != version
    same(stored("pot")["owner_name"], "first")
    lock.release(best_effort=False)


@check
def a_second_owner_takes_over_from_one_that_is_gone():
    TABLE.put_item(
        Item={
            "lock_key": "cup",
            "sort_key": "-",
            "owner_name": "gone",
            "lease_duration": 1,
            "record_version_number": "never changed",
            "expiry_time": int(time.time()) + 60,
        }
    )
    lock = SECOND.acquire_lock(
        "cup", retry_period=timedelta(milliseconds=200), retry_timeout=timedelta(seconds=5)
    )
    same(stored("cup")["owner_name"], "second")
    lock.release(best_effort=False)


@check
def a_stolen_lock_cannot_be_released():
    lock = FIRST.acquire_lock("tray")
    TABLE.update_item(
        Key={"lock_key": "tray", "sort_key": "-"},
        UpdateExpression="SET owner_name = :thief, record_version_number = :other",
        ExpressionAttributeValues={":thief": "thief", ":other": "stolen"},
    )
    error = raised(DynamoDBLockError, lock.release, best_effort=False)
    same(error.code, DynamoDBLockError.LOCK_STOLEN)
    same(stored("tray")["owner_name"], "thief")


@check
def a_lock_is_a_context_and_closing_releases_all():
    with FIRST.acquire_lock("leaf"):
        same(stored("leaf")["owner_name"], "first")
    same(stored("leaf"), None)
    SECOND.acquire_lock("water", sort_key="hot")
    SECOND.close(release_locks=True)
    same(TABLE.scan(FilterExpression="owner_name = :o", ExpressionAttributeValues={":o": "second"})["Count"], 0)
    FIRST.close(release_locks=True)


run()
