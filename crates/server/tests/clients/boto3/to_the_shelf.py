"""A table goes into files and comes back from them: in the service's JSON, in Ion, and from a table of columns."""

import base64
import gzip
import hashlib
import json
import os
import pathlib

from teahouse import body, client, expect, refused

shelf = pathlib.Path(os.environ["S3_FOLDER"]) / "shelf"
shelf.mkdir()

KEYS = {
    "KeySchema": [{"AttributeName": "tea", "KeyType": "HASH"}],
    "AttributeDefinitions": [{"AttributeName": "tea", "AttributeType": "S"}],
    "BillingMode": "PAY_PER_REQUEST",
}
ITEMS = [
    {"tea": {"S": "sencha"}, "grams": {"N": "2000"}, "lands": {"SS": ["japan"]}, "leaf": {"B": b"\x00\x01"}},
    {"tea": {"S": "keemun"}, "made": {"M": {"hot": {"BOOL": True}, "cups": {"L": [{"N": "1.5"}]}}}},
]

created = body(client.create_table(TableName="Teas", **KEYS))["TableDescription"]
for item in ITEMS:
    body(client.put_item(TableName="Teas", Item=item))
refused(
    "PointInTimeRecoveryUnavailableException",
    "Point in time recovery is not enabled for table 'Teas'",
    client.export_table_to_point_in_time,
    TableArn=created["TableArn"],
    S3Bucket="shelf",
)
client.update_continuous_backups(
    TableName="Teas", PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True}
)


def items(table):
    found = body(client.scan(TableName=table))["Items"]
    return sorted(found, key=lambda item: item["tea"]["S"])


def export(**more):
    begun = body(client.export_table_to_point_in_time(TableArn=created["TableArn"], **more))
    expect(begun["ExportDescription"]["ExportStatus"], "IN_PROGRESS")
    arn = begun["ExportDescription"]["ExportArn"]
    return body(client.describe_export(ExportArn=arn))["ExportDescription"]


def imported(table, **more):
    begun = body(client.import_table(TableCreationParameters={"TableName": table, **KEYS}, **more))
    expect(begun["ImportTableDescription"]["ImportStatus"], "IN_PROGRESS")
    arn = begun["ImportTableDescription"]["ImportArn"]
    return body(client.describe_import(ImportArn=arn))["ImportTableDescription"]


# Out, with manifests that name the files and their checksums.
done = export(S3Bucket="shelf", S3Prefix="teas")
expect((done["ExportStatus"], done["ItemCount"]), ("COMPLETED", 2))
summary = json.loads((shelf / done["ExportManifest"]).read_text())
expect((summary["exportArn"], summary["itemCount"]), (done["ExportArn"], 2))
lines = []
for entry in (shelf / summary["manifestFilesS3Key"]).read_text().splitlines():
    entry = json.loads(entry)
    data = (shelf / entry["dataFileS3Key"]).read_bytes()
    expect(base64.b64encode(hashlib.md5(data).digest()).decode(), entry["md5Checksum"])
    text = gzip.decompress(data).decode()
    expect(len(text.splitlines()), entry["itemCount"])
    lines += [json.loads(line)["Item"] for line in text.splitlines()]
expect(sorted(line["tea"]["S"] for line in lines), ["keemun", "sencha"])
expect({"tea": {"S": "sencha"}, "grams": {"N": "2000"}, "lands": {"SS": ["japan"]}, "leaf": {"B": "AAE="}} in lines, True)

# And in.
folder = done["ExportManifest"].removesuffix("manifest-summary.json")
came = imported(
    "Again",
    S3BucketSource={"S3Bucket": "shelf", "S3KeyPrefix": folder + "data/"},
    InputFormat="DYNAMODB_JSON",
    InputCompressionType="GZIP",
)
expect((came["ImportStatus"], came["ImportedItemCount"], came["ErrorCount"]), ("COMPLETED", 2, 0))
expect(items("Again"), items("Teas"))

done = export(S3Bucket="shelf", ExportFormat="ION")
folder = done["ExportManifest"].removesuffix("manifest-summary.json")
came = imported(
    "FromIon",
    S3BucketSource={"S3Bucket": "shelf", "S3KeyPrefix": folder + "data/"},
    InputFormat="ION",
    InputCompressionType="GZIP",
)
expect(came["ImportStatus"], "COMPLETED")
expect(items("FromIon"), items("Teas"))

(shelf / "teas.csv").write_text('tea|grams\nassam|5\n"a ""b"""|\n')
came = imported(
    "FromColumns",
    S3BucketSource={"S3Bucket": "shelf", "S3KeyPrefix": "teas.csv"},
    InputFormat="CSV",
    InputFormatOptions={"Csv": {"Delimiter": "|"}},
)
expect(came["ImportStatus"], "COMPLETED")
expect(items("FromColumns"), [{"tea": {"S": 'a "b"'}}, {"tea": {"S": "assam"}, "grams": {"S": "5"}}])

# Many items at once into a table that is there, each under a condition if it has one.
(shelf / "more.json").write_text(
    '{"Item":{"tea":{"S":"keemun"}},"ConditionExpression":"attribute_not_exists(tea)"}\n{"Item":{"tea":{"S":"oolong"}}}\n'
)
begun = body(
    client.start_bulk_put_items(
        TableName="Teas",
        InputS3Configuration={"S3Bucket": "shelf", "S3KeyPrefix": "more.json", "InputFormat": "DYNAMODB_JSON"},
        OutputS3Configuration={"S3KeyPrefix": "reports", "OutputType": ["CONDITION_CHECK_FAILURE"]},
    )
)["BulkOperationDescription"]
expect(begun["BulkOperationStatus"], "IN_PROGRESS")
bulk = body(client.describe_bulk_operation(BulkOperationArn=begun["BulkOperationArn"]))["BulkOperationDescription"]
expect((bulk["BulkOperationStatus"], bulk["FailedItemCount"]), ("COMPLETED_WITH_ERRORS", 1))
expect([item["tea"]["S"] for item in items("Teas")], ["keemun", "oolong", "sencha"])
[report] = (shelf / "reports").rglob("*.json")
expect(json.loads(report.read_text())["ErrorCode"], "ConditionalCheckFailedException")
listed = body(client.list_bulk_operations())["BulkOperationsSummaryList"]
expect([entry["BulkOperationArn"] for entry in listed], [begun["BulkOperationArn"]])

# What goes wrong is told afterwards, and nothing is written outside of the shelf.
done = export(S3Bucket="nowhere")
expect((done["ExportStatus"], done["FailureCode"]), ("FAILED", "S3NoSuchBucket"))
done = export(S3Bucket="shelf", S3Prefix="../outside")
expect((done["ExportStatus"], done["FailureCode"]), ("FAILED", "S3InvalidKey"))
expect([path.name for path in shelf.parent.iterdir()], ["shelf"])
came = imported("Never", S3BucketSource={"S3Bucket": "nowhere"}, InputFormat="CSV")
expect((came["ImportStatus"], came["FailureCode"]), ("FAILED", "S3NoSuchBucket"))
refused(
    "ResourceNotFoundException",
    "Requested resource not found: Table: Never not found",
    client.describe_table,
    TableName="Never",
)
expect(len(body(client.list_exports(TableArn=created["TableArn"]))["ExportSummaries"]), 4)
first = body(client.list_imports(PageSize=3))
second = body(client.list_imports(PageSize=3, NextToken=first["NextToken"]))
statuses = [entry["ImportStatus"] for entry in first["ImportSummaryList"] + second["ImportSummaryList"]]
expect(sorted(statuses), ["COMPLETED", "COMPLETED", "COMPLETED", "FAILED"])
