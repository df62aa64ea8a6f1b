"""IAM policies of the templates: the server's evaluation permits what the access patterns of a caller send, and nothing else."""

import json
import os
import pathlib
import subprocess
import tempfile
import urllib.request

import boto3
import checks

FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="exported-designs-"))
subprocess.run([os.environ["DYNALAB_EXPORTED_DESIGNS"], str(FOLDER)], check=True)
CALLERS = ["owner", "public", "service"]
NOBODY = "somebody-else"


def control(name, key, body):
    """Sends a control of the simulation with an access key."""
    scope = f"Credential={key}/20260101/us-east-1/dynamodb/aws4_request"
    headers = {
        "Content-Type": "application/x-amz-json-1.0",
        "X-Amz-Target": f"Dynalab.{name}",
        "X-Amz-Date": "20260101T000000Z",
        "Authorization": f"AWS4-HMAC-SHA256 {scope}, SignedHeaders=host;x-amz-date, Signature=0",
    }
    request = urllib.request.Request(os.environ["AWS_ENDPOINT_URL_DYNAMODB"], json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def decisions(key, caller, tags, policies, operation, body):
    """Returns the decision on each action and resource that a request of the caller needs."""
    context = {f"aws:PrincipalTag/{name}": value for name, value in tags.items()}
    control("PutPrincipal", key, {"Name": caller, "Policies": [policies[caller]] if caller in policies else [], "Context": context})
    found = control("SimulatePolicy", key, {"Name": caller, "Operation": operation, "Request": body})["EvaluationResults"]
    assert found, (operation, body)
    return {(one["EvalActionName"], one["EvalResourceName"]): one["EvalDecision"] for one in found}


def probes(design):
    """Returns requests of every operation on items, for each table and index."""
    for body in design["tables"]:
        table = {"TableName": body["TableName"]}
        types = {found["AttributeName"]: found["AttributeType"] for found in body["AttributeDefinitions"]}
        value = lambda name: {types[name]: "1" if types[name] == "N" else "MQ==" if types[name] == "B" else "x"}
        key = {element["AttributeName"]: value(element["AttributeName"]) for element in body["KeySchema"]}
        for operation in ["GetItem", "DeleteItem", "UpdateItem"]:
            yield operation, table | {"Key": key}
        yield "PutItem", table | {"Item": key}
        yield "DescribeTable", table
        yield "DeleteTable", table
        yield "Scan", table
        for part in [body, *body.get("GlobalSecondaryIndexes", []), *body.get("LocalSecondaryIndexes", [])]:
            index = {"IndexName": part["IndexName"]} if "IndexName" in part else {}
            name = part["KeySchema"][0]["AttributeName"]
            condition = {"KeyConditionExpression": "#k = :v", "ExpressionAttributeNames": {"#k": name}, "ExpressionAttributeValues": {":v": value(name)}}
            yield "Query", table | index | condition
            yield "Scan", table | index


def is_limited(policy, action, resource):
    """Returns true if every statement for the action has a condition on the key."""
    place = resource.split(":", 5)[5]
    statements = [one for one in policy["Statement"] if action in one["Action"] and one["Resource"].endswith(":" + place)]
    return all("Condition" in one for one in statements)


def check_design(folder):
    design = json.loads((folder / "check.json").read_text())
    policies = json.loads((folder / "iam-policy.json").read_text())
    key = f"policies-{folder.name}"
    client = boto3.client("dynamodb", aws_access_key_id=key, aws_secret_access_key="any")
    for body in design["tables"]:
        client.create_table(**body)
    sent = {caller: set() for caller in CALLERS}
    for pattern in design["patterns"]:
        caller, title = pattern["access"], f"{folder.name}: {pattern['name']}"
        found = decisions(key, caller, pattern["tags"], policies, pattern["operation"], pattern["body"])
        assert set(found.values()) == {"allowed"}, (title, found)
        sent[caller] |= set(found)
        # The owner of other items is refused, where the key has the owner.
        others = {name: NOBODY for name in pattern["tags"]}
        for place, decision in decisions(key, caller, others, policies, pattern["operation"], pattern["body"]).items():
            limited = is_limited(policies[caller], *place)
            assert (decision != "allowed") == limited, (title, place, decision)
    tags = {name: "x" for pattern in design["patterns"] for name in pattern["tags"]}
    for caller in CALLERS:
        for operation, body in probes(design):
            for place, decision in decisions(key, caller, tags, policies, operation, body).items():
                assert decision != "allowed" or place in sent[caller], (folder.name, caller, operation, place)


for path in sorted(FOLDER.iterdir()):

    def of_template(path=path):
        check_design(path)

    of_template.__name__ = f"the policies of {path.name} permit its access patterns alone"
    checks.check(of_template)

checks.run()
