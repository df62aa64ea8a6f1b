"""Code of the templates: boto3 runs each function against the server, and its items are those of the check of the page."""

import importlib.util
import json
import os
import pathlib
import subprocess
import tempfile

import boto3
import checks
from botocore import xform_name
from botocore.exceptions import ClientError

FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="exported-designs-"))
subprocess.run([os.environ["DYNALAB_EXPORTED_DESIGNS"], str(FOLDER)], check=True)
# The items of one BatchWriteItem, at most.
BATCH = 25
WRITES = ["BatchWriteItem", "DeleteItem", "PutItem", "TransactWriteItems", "UpdateItem"]


def load(client, design):
    """Creates the tables and writes the items of the sample."""
    for body in design["tables"]:
        client.create_table(**body)
    for of_table in design["items"]:
        items = of_table["items"]
        for at in range(0, len(items), BATCH):
            puts = [{"PutRequest": {"Item": item}} for item in items[at : at + BATCH]]
            response = client.batch_write_item(RequestItems={of_table["table"]: puts})
            checks.same(response["UnprocessedItems"], {})


def key_names(body):
    return [element["AttributeName"] for element in body["KeySchema"]]


def stored(client, design):
    """Returns the items of each table by their key."""
    found = {}
    for body in design["tables"]:
        pages = client.get_paginator("scan").paginate(TableName=body["TableName"])
        items = [item for page in pages for item in page["Items"]]
        found[body["TableName"]] = {repr([item[name] for name in key_names(body)]): item for item in items}
    return found


def of_response(response):
    """Returns the items of a response, in its order."""
    if "Responses" in response:
        found = response["Responses"]
        lists = [found] if isinstance(found, list) else list(found.values())
        return [item.get("Item", item) if isinstance(found, list) else item for items in lists for item in items]
    return response.get("Items") or ([response["Item"]] if "Item" in response else [])


def outcome(call):
    """Returns the items and the name of the error."""
    try:
        return of_response(call()), None
    except ClientError as error:
        return [], error.response["Error"]["Code"]


def restore(client, design, before):
    """Writes back what a pattern changed."""
    now = stored(client, design)
    for body in design["tables"]:
        table = body["TableName"]
        for key, item in now[table].items():
            if key not in before[table]:
                client.delete_item(TableName=table, Key={name: item[name] for name in key_names(body)})
        for key, item in before[table].items():
            if now[table].get(key) != item:
                client.put_item(TableName=table, Item=item)
    return now


def module_of(folder):
    spec = importlib.util.spec_from_file_location(folder.name, folder / "sdk-python.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check_design(folder):
    design = json.loads((folder / "check.json").read_text())
    # A key of its own has tables of its own.
    os.environ["AWS_ACCESS_KEY_ID"] = f"python-{folder.name}"
    boto3.setup_default_session()
    module = module_of(folder)
    client = module.client
    load(client, design)
    before = stored(client, design)
    sent = {pattern["name"]: pattern for pattern in design["patterns"]}
    checks.same([call["pattern"] for call in design["python"]], list(sent))
    for call in design["python"]:
        pattern = sent[call["pattern"]]
        title = f"{folder.name}: {pattern['name']}"
        method = getattr(client, xform_name(pattern["operation"]))
        after = lambda: restore(client, design, before) if pattern["operation"] in WRITES else before
        wanted = (outcome(lambda: method(**pattern["body"])), after())
        found = (outcome(lambda: getattr(module, call["function"])(*call["arguments"])), after())
        assert found == wanted, f"{title}: found {found[0]!r}, expected {wanted[0]!r}"
        (items, error), _ = found
        # What the page shows is from its own engine.
        checks.same((title, error), (title, pattern["error"]))
        if pattern["requests"] == 1:
            checks.same((title, len(items)), (title, pattern["returned"]))
            checks.same((title, items[: len(pattern["result"])]), (title, pattern["result"]))
    checks.same(stored(client, design), before)


for path in sorted(FOLDER.iterdir()):

    def of_template(path=path):
        check_design(path)

    of_template.__name__ = f"the code of {path.name} returns the items of the check"
    checks.check(of_template)

checks.run()
