"""AWS SDK for pandas (awswrangler): data frames to tables and back, by keys, query, scan and PartiQL."""

import tempfile
from decimal import Decimal
from pathlib import Path

import awswrangler as wr
import boto3
import pandas as pd
from boto3.dynamodb.conditions import Attr, Key
from checks import check, raised, run, same

DYNAMODB = boto3.client("dynamodb")


def numbers(frame, column="number"):
    return sorted(int(value) for value in frame[column])


@check
def a_data_frame_is_written_in_batches():
    DYNAMODB.create_table(
        TableName="teas",
        BillingMode="PAY_PER_REQUEST",
        KeySchema=[{"AttributeName": "kind", "KeyType": "HASH"}, {"AttributeName": "number", "KeyType": "RANGE"}],
        AttributeDefinitions=[
            {"AttributeName": "kind", "AttributeType": "S"},
            {"AttributeName": "number", "AttributeType": "N"},
            {"AttributeName": "seller", "AttributeType": "S"},
        ],
        GlobalSecondaryIndexes=[
            {
                "IndexName": "of-seller",
                "KeySchema": [{"AttributeName": "seller", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "ALL"},
            }
        ],
    )
    frame = pd.DataFrame(
        {
            "kind": [f"k{number % 4}" for number in range(120)],
            "number": list(range(120)),
            "seller": [f"s{number % 3}" for number in range(120)],
            "connection": [f"c{number}" for number in range(120)],
            "fresh": [number % 2 == 0 for number in range(120)],
        }
    )
    wr.dynamodb.put_df(df=frame, table_name="teas", use_threads=2)
    same(DYNAMODB.scan(TableName="teas", Select="COUNT")["Count"], 120)


@check
def items_and_files_are_written():
    wr.dynamodb.put_items(
        [
            {"kind": "x", "number": 1, "price": Decimal("12.5"), "tastes": {"sweet", "grassy"}, "more": {"a": [1, None]}},
            {"kind": "x", "number": 2, "leaf": b"\x00\xff"},
        ],
        table_name="teas",
    )
    with tempfile.TemporaryDirectory() as folder:
        csv, json = Path(folder, "teas.csv"), Path(folder, "teas.json")
        csv.write_text("kind,number,note\ncsv,1,first\ncsv,2,second\n", encoding="utf-8")
        json.write_text('[{"kind": "json", "number": 1, "note": {"deep": ["日本"]}}]', encoding="utf-8")
        wr.dynamodb.put_csv(path=csv, table_name="teas")
        wr.dynamodb.put_json(path=json, table_name="teas")
    table = boto3.resource("dynamodb").Table("teas")
    same(table.get_item(Key={"kind": "json", "number": 1})["Item"]["note"], {"deep": ["日本"]})
    same(table.get_item(Key={"kind": "csv", "number": 2})["Item"]["note"], "second")


@check
def one_item_and_a_batch_are_read_by_keys():
    one = wr.dynamodb.read_items("teas", partition_values=["x"], sort_values=[1], as_dataframe=False)
    same(one[0]["tastes"], {"sweet", "grassy"})
    same((one[0]["price"], one[0]["more"]), (Decimal("12.5"), {"a": [1, None]}))
    batch = wr.dynamodb.read_items("teas", partition_values=["k1", "k2", "none"], sort_values=[1, 2, 3], consistent=True)
    same(numbers(batch), [1, 2])


@check
def a_reserved_word_is_replaced_after_the_error():
    # The client reads the word from the error message of the server, and sends the request again with a placeholder.
    frame = wr.dynamodb.read_items(
        "teas", key_condition_expression=Key("kind").eq("k3"), columns=["connection", "number"]
    )
    same(sorted(frame.columns), ["connection", "number"])
    same(numbers(frame), list(range(3, 120, 4)))
    frame = wr.dynamodb.read_items(
        "teas",
        filter_expression="connection = :c",
        expression_attribute_values={":c": "c7"},
    )
    same(numbers(frame), [7])


@check
def queries_use_conditions_filters_and_indexes():
    frame = wr.dynamodb.read_items(
        "teas",
        key_condition_expression=Key("kind").eq("k0") & Key("number").between(20, 60),
        filter_expression=Attr("seller").eq("s0") & Attr("fresh").eq(True),
    )
    same(numbers(frame), [24, 36, 48, 60])
    frame = wr.dynamodb.read_items("teas", index_name="of-seller", key_condition_expression=Key("seller").eq("s2"))
    same(numbers(frame), list(range(2, 120, 3)))
    chunks = wr.dynamodb.read_items(
        "teas", key_condition_expression=Key("kind").eq("k0"), max_items_evaluated=5, chunked=True, as_dataframe=False
    )
    same([int(item["number"]) for chunk in chunks for item in chunk], [0, 4, 8, 12, 16])


@check
def a_scan_runs_in_parallel_segments():
    items = wr.dynamodb.read_items("teas", allow_full_scan=True, use_threads=4, as_dataframe=False)
    same(len({(item["kind"], item["number"]) for item in items}), 125)
    frame = wr.dynamodb.read_items("teas", filter_expression=Attr("seller").begins_with("s"), use_threads=3)
    same(numbers(frame), list(range(120)))
    # A condition without values: the client sends an empty ExpressionAttributeValues, which DynamoDB rejects.
    error = raised(
        DYNAMODB.exceptions.ClientError, wr.dynamodb.read_items, "teas", filter_expression=Attr("seller").exists()
    )
    same(error.response["Error"]["Message"], "ExpressionAttributeValues must not be empty")
    # Without keys, a filter or permission for a full scan, the client refuses by itself.
    raised(wr.exceptions.InvalidArgumentCombination, wr.dynamodb.read_items, "teas")


@check
def statements_of_partiql_are_executed():
    wr.dynamodb.execute_statement(
        "INSERT INTO \"teas\" VALUE {'kind': ?, 'number': ?, 'price': ?}", parameters=["sql", 1, Decimal("9.75")]
    )
    frame = wr.dynamodb.read_partiql_query('SELECT * FROM "teas" WHERE kind = ? AND "number" < ?', parameters=["k2", 11])
    same(numbers(frame), [2, 6, 10])
    wr.dynamodb.execute_statement('UPDATE "teas" SET price = price + 1 WHERE kind = ? AND "number" = ?', parameters=["sql", 1])
    items = wr.dynamodb.execute_statement('SELECT price FROM "teas" WHERE kind = ?', parameters=["sql"])
    same([item for page in items for item in page], [{"price": Decimal("10.75")}])
    error = raised(DYNAMODB.exceptions.ClientError, wr.dynamodb.execute_statement, "DELETE FROM teas")
    same(error.response["Error"]["Code"], "ValidationException")


@check
def items_are_deleted():
    wr.dynamodb.delete_items(
        items=[{"kind": f"k{number % 4}", "number": number} for number in range(120)], table_name="teas"
    )
    same(DYNAMODB.scan(TableName="teas", Select="COUNT")["Count"], 6)


run()
