"""Everything that is written to a table is told once more by its stream, whoever wrote it: requests or PartiQL."""

import boto3

from teahouse import body, client, expect, refused

streams = boto3.client("dynamodbstreams")

created = body(
    client.create_table(
        TableName="VisitorsBook",
        BillingMode="PAY_PER_REQUEST",
        KeySchema=[{"AttributeName": "day", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "day", "AttributeType": "S"}],
        StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
        Tags=[{"Key": "house", "Value": "tea"}],
    )
)["TableDescription"]
client.get_waiter("table_exists").wait(TableName="VisitorsBook")

client.put_item(TableName="VisitorsBook", Item={"day": {"S": "monday"}, "guests": {"N": "3"}})
# The same item again changes nothing, and is not told.
client.put_item(TableName="VisitorsBook", Item={"day": {"S": "monday"}, "guests": {"N": "3"}})


def run(statement, **more):
    return body(client.execute_statement(Statement=statement, **more))["Items"]


run("INSERT INTO VisitorsBook VALUE {'day': 'tuesday', 'guests': 5}")
refused(
    "DuplicateItemException",
    "Duplicate primary key exists in table",
    run,
    statement="INSERT INTO VisitorsBook VALUE {'day': 'tuesday'}",
)
expect(
    run("UPDATE VisitorsBook SET guests = guests + 1 WHERE day = 'tuesday' RETURNING ALL NEW *"),
    [{"day": {"S": "tuesday"}, "guests": {"N": "6"}}],
)
expect(run("SELECT guests FROM VisitorsBook WHERE day = ?", Parameters=[{"S": "tuesday"}]), [{"guests": {"N": "6"}}])
body(
    client.execute_transaction(
        TransactStatements=[
            {"Statement": "DELETE FROM VisitorsBook WHERE day = 'monday'"},
            {"Statement": "INSERT INTO VisitorsBook VALUE {'day': 'wednesday'}"},
        ]
    )
)

[stream] = body(streams.list_streams(TableName="VisitorsBook"))["Streams"]
expect(stream["StreamArn"], created["LatestStreamArn"])
described = body(streams.describe_stream(StreamArn=stream["StreamArn"]))["StreamDescription"]
expect((described["StreamStatus"], described["TableName"]), ("ENABLED", "VisitorsBook"))
[shard] = described["Shards"]


def place(kind, **more):
    iterator = streams.get_shard_iterator(
        StreamArn=stream["StreamArn"], ShardId=shard["ShardId"], ShardIteratorType=kind, **more
    )
    return body(iterator)["ShardIterator"]


def told(iterator, **more):
    page = body(streams.get_records(ShardIterator=iterator, **more))
    records = [record["dynamodb"] | {"event": record["eventName"]} for record in page["Records"]]
    days = [(record["event"], record["Keys"]["day"]["S"]) for record in records]
    return days, records, page.get("NextShardIterator")


days, records, after = told(place("TRIM_HORIZON"))
expect(
    days,
    [
        ("INSERT", "monday"),
        ("INSERT", "tuesday"),
        ("MODIFY", "tuesday"),
        ("REMOVE", "monday"),
        ("INSERT", "wednesday"),
    ],
)
expect(records[2]["OldImage"]["guests"], {"N": "5"})
expect(records[2]["NewImage"]["guests"], {"N": "6"})
expect(records[3].get("NewImage"), None)
expect(told(after)[0], [])

# From a record that has been seen, and after it.
second = records[1]["SequenceNumber"]
expect(told(place("AT_SEQUENCE_NUMBER", SequenceNumber=second), Limit=2)[0], days[1:3])
expect(told(place("AFTER_SEQUENCE_NUMBER", SequenceNumber=second))[0], days[2:])
latest = place("LATEST")
client.delete_item(TableName="VisitorsBook", Key={"day": {"S": "wednesday"}})
expect(told(latest)[0], [("REMOVE", "wednesday")])

# Switched off, it can still be read, to its end.
client.update_table(TableName="VisitorsBook", StreamSpecification={"StreamEnabled": False})
expect(body(streams.describe_stream(StreamArn=stream["StreamArn"]))["StreamDescription"]["StreamStatus"], "DISABLED")
days, _, after = told(place("TRIM_HORIZON"))
expect((len(days), after), (6, None))

arn = created["TableArn"]
client.tag_resource(ResourceArn=arn, Tags=[{"Key": "house", "Value": "garden"}, {"Key": "floor", "Value": "1"}])
client.untag_resource(ResourceArn=arn, TagKeys=["floor"])
expect(body(client.list_tags_of_resource(ResourceArn=arn))["Tags"], [{"Key": "house", "Value": "garden"}])

expires = {"Enabled": True, "AttributeName": "expires"}
expect(
    body(client.update_time_to_live(TableName="VisitorsBook", TimeToLiveSpecification=expires)),
    {"TimeToLiveSpecification": expires},
)
expect(
    body(client.describe_time_to_live(TableName="VisitorsBook"))["TimeToLiveDescription"],
    {"TimeToLiveStatus": "ENABLED", "AttributeName": "expires"},
)
