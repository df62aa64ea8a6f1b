"""PynamoDB: models, indexes, conditions, pages, batches, transactions and TTL of a tea shop."""

import os
from datetime import datetime, timedelta, timezone

from checks import check, raised, run, same
from pynamodb.attributes import (
    BinaryAttribute,
    BooleanAttribute,
    JSONAttribute,
    ListAttribute,
    MapAttribute,
    NumberAttribute,
    NumberSetAttribute,
    TTLAttribute,
    UnicodeAttribute,
    UnicodeSetAttribute,
    UTCDateTimeAttribute,
    VersionAttribute,
)
from pynamodb.connection import Connection
from pynamodb.exceptions import DeleteError, DoesNotExist, PutError, TableError, TransactWriteError, UpdateError
from pynamodb.indexes import AllProjection, GlobalSecondaryIndex, KeysOnlyProjection, LocalSecondaryIndex
from pynamodb.models import Model
from pynamodb.transactions import TransactGet, TransactWrite

HOST = os.environ["AWS_ENDPOINT_URL_DYNAMODB"]
REGION = os.environ["AWS_REGION"]


class OfSeller(GlobalSecondaryIndex):
    class Meta:
        index_name = "of-seller"
        projection = AllProjection()

    seller = UnicodeAttribute(hash_key=True)
    price = NumberAttribute(range_key=True)


class OfHarvest(LocalSecondaryIndex):
    class Meta:
        index_name = "of-harvest"
        projection = KeysOnlyProjection()

    kind = UnicodeAttribute(hash_key=True)
    harvest = NumberAttribute(range_key=True)


class Origin(MapAttribute):
    country = UnicodeAttribute()
    height = NumberAttribute(null=True)


class Tea(Model):
    class Meta:
        table_name = "teas"
        host = HOST
        region = REGION
        billing_mode = "PAY_PER_REQUEST"
        stream_view_type = "NEW_AND_OLD_IMAGES"

    kind = UnicodeAttribute(hash_key=True)
    name = UnicodeAttribute(range_key=True)
    seller = UnicodeAttribute(null=True)
    price = NumberAttribute(null=True)
    harvest = NumberAttribute(null=True)
    origin = Origin(null=True)
    tastes = UnicodeSetAttribute(null=True)
    years = NumberSetAttribute(null=True)
    notes = ListAttribute(null=True)
    sold_out = BooleanAttribute(null=True)
    leaf = BinaryAttribute(null=True, legacy_encoding=False)
    extra = JSONAttribute(null=True)
    picked = UTCDateTimeAttribute(null=True)
    expires = TTLAttribute(null=True)
    of_seller = OfSeller()
    of_harvest = OfHarvest()


class Cup(Model):
    class Meta:
        table_name = "cups"
        host = HOST
        region = REGION
        read_capacity_units = 5
        write_capacity_units = 4

    number = NumberAttribute(hash_key=True)
    owner = UnicodeAttribute(null=True)
    version = VersionAttribute()


@check
def tables_are_created_from_models():
    same(Tea.exists(), False)
    Tea.create_table(wait=True)
    Cup.create_table(wait=True)
    same((Tea.exists(), Cup.exists()), (True, True))
    table = Tea.describe_table()
    same(table["BillingModeSummary"]["BillingMode"], "PAY_PER_REQUEST")
    same(table["StreamSpecification"]["StreamViewType"], "NEW_AND_OLD_IMAGES")
    same([index["IndexName"] for index in table["GlobalSecondaryIndexes"]], ["of-seller"])
    same([index["IndexName"] for index in table["LocalSecondaryIndexes"]], ["of-harvest"])
    throughput = Cup.describe_table()["ProvisionedThroughput"]
    same((throughput["ReadCapacityUnits"], throughput["WriteCapacityUnits"]), (5, 4))


@check
def time_to_live_is_turned_on_with_the_table():
    connection = Connection(region=REGION, host=HOST)
    described = connection.client.describe_time_to_live(TableName="teas")["TimeToLiveDescription"]
    same((described["TimeToLiveStatus"], described["AttributeName"]), ("ENABLED", "expires"))
    error = raised(TableError, Tea.update_ttl, ignore_update_ttl_errors=False)
    same(error.cause_response_message, "TimeToLive is already enabled")


@check
def every_type_of_attribute_comes_back():
    picked = datetime(2026, 5, 1, 4, 30, 0, 250_000, tzinfo=timezone.utc)
    expires = datetime.now(timezone.utc).replace(microsecond=0) + timedelta(days=1)
    Tea(
        "green",
        "gyokuro",
        seller="Uji",
        price=38.25,
        harvest=2026,
        origin=Origin(country="Japan", height=310),
        tastes={"umami", "sweet"},
        years={2024, 2025.5},
        notes=["first flush", 1, None, {"shade": "three weeks"}],
        sold_out=False,
        leaf=b"\x00\xff leaf",
        extra={"a": [1, {"b": None}]},
        picked=picked,
        expires=expires,
    ).save()
    tea = Tea.get("green", "gyokuro", consistent_read=True)
    same((tea.seller, tea.price, tea.harvest), ("Uji", 38.25, 2026))
    same((tea.origin.country, tea.origin.height), ("Japan", 310))
    same((tea.tastes, tea.years), ({"umami", "sweet"}, {2024, 2025.5}))
    same(tea.notes, ["first flush", 1, None, {"shade": "three weeks"}])
    same((tea.sold_out, tea.leaf, tea.extra), (False, b"\x00\xff leaf", {"a": [1, {"b": None}]}))
    same((tea.picked, tea.expires), (picked, expires))


@check
def a_missing_item_is_an_error():
    error = raised(DoesNotExist, Tea.get, "green", "none")
    same(error.cause_response_code, None)
    same(Tea.count("black"), 0)


@check
def a_condition_protects_an_item():
    error = raised(PutError, Tea("green", "gyokuro").save, condition=Tea.kind.does_not_exist())
    same(error.cause_response_code, "ConditionalCheckFailedException")
    same(error.cause_response_message, "The conditional request failed")
    tea = Tea.get("green", "gyokuro")
    error = raised(DeleteError, tea.delete, condition=Tea.price < 10)
    same(error.cause_response_code, "ConditionalCheckFailedException")
    Tea("green", "gyokuro", price=1).save(
        condition=Tea.price.between(38, 39) & Tea.tastes.contains("sweet") & ~(Tea.seller == "Shizuoka")
    )
    same(Tea.get("green", "gyokuro").price, 1)


@check
def an_update_changes_members_and_returns_them():
    tea = Tea("black", "assam", price=10, notes=["a"], tastes={"malty", "dull"}, origin=Origin(country="India"))
    tea.save()
    tea.update(
        actions=[
            Tea.price.add(5),
            Tea.notes.set(Tea.notes.append(["b"])),
            Tea.tastes.delete({"dull"}),
            Tea.origin.country.set("Assam"),
            Tea.harvest.set(Tea.harvest | 2025),
            Tea.sold_out.remove(),
        ],
        condition=Tea.price.exists(),
    )
    same((tea.price, list(tea.notes), tea.tastes), (15, ["a", "b"], {"malty"}))
    same((tea.origin.country, tea.harvest, tea.sold_out), ("Assam", 2025, None))
    error = raised(UpdateError, tea.update, actions=[Tea.price.set(0)], condition=Tea.price > 100)
    same(error.cause_response_code, "ConditionalCheckFailedException")


@check
def a_batch_of_sixty_items_is_written_and_read():
    with Tea.batch_write() as batch:
        for number in range(60):
            batch.save(Tea("oolong", f"n{number:02}", seller=f"s{number % 3}", price=number, harvest=100 - number))
    keys = [("oolong", f"n{number:02}") for number in range(60)] + [("oolong", "none")]
    same(sorted(tea.name for tea in Tea.batch_get(keys)), [f"n{number:02}" for number in range(60)])


@check
def a_query_reads_pages_and_continues():
    found = Tea.query("oolong", Tea.name.startswith("n1"), limit=4, page_size=2)
    same([tea.name for tea in found], ["n10", "n11", "n12", "n13"])
    same(found.last_evaluated_key, {"kind": {"S": "oolong"}, "name": {"S": "n13"}})
    rest = Tea.query("oolong", Tea.name.startswith("n1"), last_evaluated_key=found.last_evaluated_key, page_size=3)
    same([tea.name for tea in rest], [f"n{number}" for number in range(14, 20)])
    backwards = Tea.query("oolong", Tea.name <= "n03", scan_index_forward=False)
    same([tea.name for tea in backwards], ["n03", "n02", "n01", "n00"])
    filtered = Tea.query("oolong", filter_condition=Tea.price.is_in(3, 13, 99))
    same([tea.name for tea in filtered], ["n03", "n13"])
    same(Tea.count("oolong", Tea.name.between("n05", "n09")), 5)


@check
def indexes_are_queried_and_scanned():
    same([tea.name for tea in Tea.of_seller.query("s1", OfSeller.price < 8)], ["n01", "n04", "n07"])
    same(Tea.of_seller.count("s2"), 20)
    # Of the three sellers of the batch, and no item without a seller.
    same(len(list(Tea.of_seller.scan())), 60)
    newest = Tea.of_harvest.query("oolong", OfHarvest.harvest >= 98, scan_index_forward=False)
    same([tea.name for tea in newest], ["n00", "n01", "n02"])


@check
def a_scan_reads_segments_and_filters():
    segments = [[tea.name for tea in Tea.scan(segment=part, total_segments=3)] for part in range(3)]
    same(sum(map(len, segments)), 62)
    same(len(set(sum(segments, []))), 62)
    same(sorted(tea.name for tea in Tea.scan(Tea.price >= 57)), ["n57", "n58", "n59"])
    projected = list(Tea.scan(Tea.kind == "black", attributes_to_get=["kind", "name"]))
    same([(tea.name, tea.price) for tea in projected], [("assam", None)])


@check
def transactions_write_all_or_nothing():
    connection = Connection(region=REGION, host=HOST)
    with TransactWrite(connection=connection, client_request_token="once") as transaction:
        transaction.save(Tea("white", "silver needle", price=60))
        transaction.update(Tea("black", "assam"), actions=[Tea.price.set(Tea.price + 1)])
        transaction.condition_check(Tea, "green", "gyokuro", condition=Tea.price == 1)
    same((Tea.get("white", "silver needle").price, Tea.get("black", "assam").price), (60, 16))

    def write():
        with TransactWrite(connection=connection) as transaction:
            transaction.delete(Tea("white", "silver needle"))
            transaction.update(Tea("black", "assam"), actions=[Tea.price.set(0)], condition=Tea.price > 100)

    error = raised(TransactWriteError, write)
    same(error.cause_response_code, "TransactionCanceledException")
    same([reason and reason.code for reason in error.cancellation_reasons], [None, "ConditionalCheckFailed"])
    with TransactGet(connection=connection) as transaction:
        white = transaction.get(Tea, "white", "silver needle")
        none = transaction.get(Tea, "white", "none")
    same(white.get().price, 60)
    raised(DoesNotExist, none.get)


@check
def a_version_detects_a_concurrent_write():
    cup = Cup(7, owner="Rikyu")
    cup.save()
    same(cup.version, 1)
    other = Cup.get(7)
    other.owner = "Sen"
    other.save()
    same(other.version, 2)
    cup.owner = "late"
    same(raised(PutError, cup.save).cause_response_code, "ConditionalCheckFailedException")
    cup.refresh()
    same((cup.owner, cup.version), ("Sen", 2))
    cup.delete()
    raised(DoesNotExist, cup.refresh)


@check
def tables_are_deleted():
    Tea.delete_table()
    Cup.delete_table()
    same((Tea.exists(), Cup.exists()), (False, False))


run()
