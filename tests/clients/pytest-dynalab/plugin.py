"""pytest-dynalab, installed as its users install it: pytest runs the snippet of its README, and tests of each fixture."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from checks import check, run, same

PACKAGE = Path(os.environ["DYNALAB_PACKAGES"]) / "pytest-dynalab"
TESTS = '''
import os
from datetime import timedelta

import boto3
import pytest
from botocore.config import Config
from botocore.exceptions import ClientError
from pytest_dynalab import DynalabError

prepared = []

TABLE = dict(
    TableName="Orders",
    BillingMode="PAY_PER_REQUEST",
    AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
    KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
)


@pytest.fixture(scope="session")
def dynalab_prepare():
    def prepare(db):
        prepared.append(db)
        db.call("CreateTable", TABLE)
        db.call("PutItem", {"TableName": "Orders", "Item": {"id": {"S": "0"}}})

    return prepare


# More tests than the server has accounts: each gives its room back.
@pytest.mark.parametrize("number", range(1100))
def test_a_copy_of_its_own(dynalab, number):
    dynalab.call("PutItem", {"TableName": "Orders", "Item": {"id": {"S": "1"}}})
    assert dynalab.call("Scan", {"TableName": "Orders"})["Count"] == 2
    assert len(prepared) == 1


def test_boto3(dynalab):
    table = dynalab.resource().Table("Orders")
    table.put_item(Item={"id": "1", "total": 12})
    assert table.get_item(Key={"id": "1"})["Item"]["total"] == 12
    assert dynalab.client("dynamodbstreams").list_streams()["Streams"] == []


def test_clients_of_the_program(dynalab_environment):
    assert os.environ["AWS_ACCESS_KEY_ID"] == dynalab_environment.access_key
    assert boto3.client("dynamodb").list_tables()["TableNames"] == ["Orders"]


def test_the_clock(dynalab):
    before = dynalab.now()
    dynalab.advance(timedelta(days=2))
    assert timedelta(days=2) <= dynalab.now() - before < timedelta(days=2, minutes=5)


def test_faults(dynalab):
    client = dynalab.client(config=Config(retries={"total_max_attempts": 1}))
    dynalab.throttle("Scan", table="Orders")
    with pytest.raises(ClientError, match="ThrottlingException"):
        client.scan(TableName="Orders")
    dynalab.assert_throttled()
    dynalab.clear_faults()
    dynalab.fail("SERVICE_UNAVAILABLE", "ListTables")
    with pytest.raises(DynalabError) as caught:
        dynalab.call("ListTables")
    assert (caught.value.status, caught.value.code) == (503, "ServiceUnavailable")
    with pytest.raises(AssertionError, match="no throttled request"):
        dynalab.assert_throttled(operation="ListTables")


def test_costs(dynalab):
    dynalab.client().scan(TableName="Orders")
    dynalab.assert_served_by("Scan")
    dynalab.assert_reads_at_most(1)
    dynalab.assert_consumes_at_most(rcu=0.5, wcu=0)
    with pytest.raises(AssertionError, match="1. Scan, SCAN Orders: 1 read, 0 filtered, 0.5 RCU"):
        dynalab.assert_served_by("Query")
    with pytest.raises(AssertionError, match="at most 0 items"):
        dynalab.assert_reads_at_most(0)
    with pytest.raises(AssertionError, match="at most 0.4 ReadUnits"):
        dynalab.assert_consumes_at_most(rcu=0.4)
    dynalab.forget_requests()
    with pytest.raises(AssertionError, match="no requests"):
        dynalab.assert_served_by("Scan")
'''


def results(folder, tests):
    """Installs the plugin into the folder, runs the tests with it, and returns the last line of pytest."""
    installed = Path(folder) / "installed"
    copy = Path(folder) / "source"
    # The build writes beside the sources.
    subprocess.run(["cp", "-R", PACKAGE, copy], check=True)
    install = ["-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--target"]
    subprocess.run([sys.executable, *install, installed, copy], check=True)
    (Path(folder) / "test_database.py").write_text(tests)
    (Path(folder) / "pytest.ini").write_text("[pytest]\n")
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_database.py"]
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    print(ended.stdout[-3000:], ended.stderr[-2000:])
    return re.sub(r" in .*", "", ended.stdout.strip().splitlines()[-1])


@check
def each_test_has_a_database_of_its_own():
    with tempfile.TemporaryDirectory() as folder:
        same(results(folder, TESTS), "1105 passed")


@check
def the_snippet_of_the_readme_passes():
    readme = (PACKAGE / "README.md").read_text()
    (snippet,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    with tempfile.TemporaryDirectory() as folder:
        same(results(folder, snippet), "2 passed")


run()
