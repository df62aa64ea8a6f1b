"""A table comes back: from a backup that outlives it, and as it was at a moment."""

import time

from teahouse import body, client, expect, refused


def create(table):
    body(
        client.create_table(
            TableName=table,
            BillingMode="PAY_PER_REQUEST",
            KeySchema=[{"AttributeName": "tea", "KeyType": "HASH"}],
            AttributeDefinitions=[
                {"AttributeName": "tea", "AttributeType": "S"},
                {"AttributeName": "land", "AttributeType": "S"},
            ],
            GlobalSecondaryIndexes=[
                {
                    "IndexName": "lands",
                    "KeySchema": [{"AttributeName": "land", "KeyType": "HASH"}],
                    "Projection": {"ProjectionType": "ALL"},
                }
            ],
            Tags=[{"Key": "house", "Value": "tea"}],
        )
    )
    client.get_waiter("table_exists").wait(TableName=table)


def put(table, tea, land):
    body(client.put_item(TableName=table, Item={"tea": {"S": tea}, "land": {"S": land}}))


def teas(table):
    return sorted(item["tea"]["S"] for item in body(client.scan(TableName=table))["Items"])


create("Teas")
put("Teas", "sencha", "japan")
put("Teas", "keemun", "china")

# A backup, twice under one name.
backup = body(client.create_backup(TableName="Teas", BackupName="shelf"))["BackupDetails"]
expect((backup["BackupStatus"], backup["BackupType"]), ("CREATING", "USER"))
put("Teas", "assam", "india")
second = body(client.create_backup(TableName="Teas", BackupName="shelf"))["BackupDetails"]
pages = client.get_paginator("list_backups").paginate(TableName="Teas", PaginationConfig={"PageSize": 1})
expect(
    [summary["BackupArn"] for page in pages for summary in page["BackupSummaries"]],
    sorted([backup["BackupArn"], second["BackupArn"]]),
)
described = body(client.describe_backup(BackupArn=backup["BackupArn"]))["BackupDescription"]
expect(described["BackupDetails"]["BackupStatus"], "AVAILABLE")
expect(described["SourceTableDetails"]["ItemCount"], 2)
expect(described["BackupDetails"]["BackupCreationDateTime"], backup["BackupCreationDateTime"])

# It outlives its table.
body(client.delete_table(TableName="Teas"))
client.get_waiter("table_not_exists").wait(TableName="Teas")
restored = body(client.restore_table_from_backup(TargetTableName="Teas", BackupArn=backup["BackupArn"]))
summary = restored["TableDescription"]["RestoreSummary"]
expect((summary["SourceBackupArn"], summary["RestoreInProgress"]), (backup["BackupArn"], True))
client.get_waiter("table_exists").wait(TableName="Teas")
expect(teas("Teas"), ["keemun", "sencha"])
found = client.query(
    TableName="Teas",
    IndexName="lands",
    KeyConditionExpression="land = :l",
    ExpressionAttributeValues={":l": {"S": "china"}},
)
expect(body(found)["Count"], 1)
arn = restored["TableDescription"]["TableArn"]
expect(body(client.list_tags_of_resource(ResourceArn=arn))["Tags"], [])
refused(
    "TableAlreadyExistsException",
    "Table already exists: Teas",
    client.restore_table_from_backup,
    TargetTableName="Teas",
    BackupArn=second["BackupArn"],
)
body(client.delete_backup(BackupArn=second["BackupArn"]))
refused(
    "BackupNotFoundException",
    f"Backup not found: {second['BackupArn']}",
    client.describe_backup,
    BackupArn=second["BackupArn"],
)

# As it was a moment ago.
refused(
    "PointInTimeRecoveryUnavailableException",
    "Point in time recovery is not enabled for table 'Teas'",
    client.restore_table_to_point_in_time,
    SourceTableName="Teas",
    TargetTableName="Before",
    UseLatestRestorableTime=True,
)
switched_on = body(
    client.update_continuous_backups(
        TableName="Teas",
        PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True, "RecoveryPeriodInDays": 1},
    )
)["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"]
expect(switched_on["PointInTimeRecoveryStatus"], "ENABLED")
# The service knows whole seconds, and so does boto3.
time.sleep(1.1)
moment = int(time.time())
time.sleep(1.1)
put("Teas", "rooibos", "south africa")
body(client.delete_item(TableName="Teas", Key={"tea": {"S": "keemun"}}))
body(
    client.restore_table_to_point_in_time(
        SourceTableName="Teas", TargetTableName="Before", RestoreDateTime=moment
    )
)
body(
    client.restore_table_to_point_in_time(
        SourceTableArn=arn, TargetTableName="After", UseLatestRestorableTime=True
    )
)
expect(teas("Before"), ["keemun", "sencha"])
expect(teas("After"), ["rooibos", "sencha"])
body(client.delete_table(TableName="Teas"))
[left] = body(client.list_backups(BackupType="SYSTEM"))["BackupSummaries"]
expect(left["BackupName"], "Teas$DeletedTableBackup")
