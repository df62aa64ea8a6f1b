"""Celery: its result backend for DynamoDB, with tasks, groups, chords, failures and TTL."""

import os
import time
from urllib.parse import urlsplit

import boto3
from celery import Celery, chord, group, states
from celery.contrib.testing.worker import start_worker
from checks import check, raised, run, same

HOST = urlsplit(os.environ["AWS_ENDPOINT_URL_DYNAMODB"])
BACKEND = (
    f"dynamodb://any:credentials@{HOST.hostname}:{HOST.port}/results?read=3&write=4&ttl_seconds=600"
)
APP = Celery("teas", broker="memory://", backend=BACKEND)
APP.conf.update(result_extended=True, worker_hijack_root_logger=False)
DYNAMODB = boto3.client("dynamodb")


@APP.task
def add(one, other):
    return one + other


@APP.task
def total(numbers):
    return sum(numbers)


@APP.task
def fail(reason):
    raise ValueError(reason)


def stored(key):
    """The backend stores a key of bytes as Python prints it."""
    return DYNAMODB.get_item(TableName="results", Key={"id": {"S": str(key)}}, ConsistentRead=True).get("Item")


def stored_result(task):
    return stored(APP.backend.get_key_for_task(task))


@check
def the_table_is_created_at_first_use_with_time_to_live():
    same(APP.backend.get("none"), None)
    table = DYNAMODB.describe_table(TableName="results")["Table"]
    throughput = table["ProvisionedThroughput"]
    same((throughput["ReadCapacityUnits"], throughput["WriteCapacityUnits"]), (3, 4))
    described = DYNAMODB.describe_time_to_live(TableName="results")["TimeToLiveDescription"]
    same((described["TimeToLiveStatus"], described["AttributeName"]), ("ENABLED", "ttl"))


@check
def a_result_is_stored_and_forgotten():
    APP.backend.store_result("one", {"tea": ["sencha", 1, None]}, states.SUCCESS)
    result = APP.AsyncResult("one")
    same((result.status, result.result), ("SUCCESS", {"tea": ["sencha", 1, None]}))
    item = stored_result("one")
    assert item["result"]["B"].startswith(b"{"), item
    assert 590 <= int(item["ttl"]["N"]) - time.time() <= 600, item
    result.forget()
    same(stored_result("one"), None)
    same(APP.AsyncResult("one").status, "PENDING")


@check
def keys_are_read_and_deleted_one_by_one():
    backend = APP.backend
    backend.set("key", b"\x00\xff")
    same(bytes(backend.get("key")), b"\x00\xff")
    backend.delete("key")
    same(backend.get("key"), None)


@check
def a_counter_of_a_chord_is_atomic():
    parameters = APP.backend._prepare_init_count_request("count")
    DYNAMODB.put_item(**parameters)
    same([APP.backend.incr("count") for _ in range(3)], [1, 2, 3])
    same(stored("count")["chord_count"], {"N": "3"})


@check
def a_worker_stores_results_groups_and_chords():
    with start_worker(APP, pool="threads", concurrency=2, perform_ping_check=False, loglevel="ERROR"):
        same(add.delay(2, 3).get(timeout=20), 5)
        results = group(add.s(number, number) for number in range(8)).apply_async()
        results.save()
        same(results.get(timeout=20), [number * 2 for number in range(8)])
        same(len(APP.GroupResult.restore(results.id).results), 8)
        same(chord((add.s(number, 1) for number in range(6)), total.s()).apply_async().get(timeout=20), 21)
        failed = fail.delay("cold water")
        same(str(raised(ValueError, failed.get, timeout=20)), "cold water")
        same(failed.status, "FAILURE")
        broken = chord([add.s(1, 1), fail.s("no leaf")], total.s()).apply_async()
        # The error of the task, or of the chord about it: whichever is stored first.
        assert "no leaf" in str(raised(Exception, broken.get, timeout=20))


run()
