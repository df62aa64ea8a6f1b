"""AWS CLI: the shell and the CLI's own parser read the requests of a design, and send nothing else. Nothing is sent in fact."""

import contextlib
import io
import os
import shutil
import subprocess

import checks
# The CLI brings its own botocore under this name, so it is imported first.
from awscli import clidriver  # isort: skip
from botocore import client as clients  # isort: skip
from shared.exported import read, read_json, written

CASES = written()
SENT = []
ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/t/stream/1"
# A command that prints an ARN in the place of the CLI, and writes the words of each command to a file.
RECORDER = 'aws() { printf "%s\\0" "$#" "$@" >> "$WORDS"; if [ "$2" = describe-table ]; then echo "' + ARN + '"; fi; }\n'


def sends(client, operation, parameters):
    SENT.append((client.meta.endpoint_url, operation, parameters))
    return {"Table": {"TableStatus": "ACTIVE", "LatestStreamArn": ARN}}


# The address that the other clients use. Here, a command must not go elsewhere than to AWS.
for variable in [name for name in os.environ if name.startswith("AWS_ENDPOINT_URL")]:
    del os.environ[variable]
clients.BaseClient._make_api_call = sends
DRIVER = clidriver.create_clidriver()


def words_of(script, shell, folder):
    """Runs a script in a shell whose `aws` only writes its words down. Returns the words of each command."""
    words = folder / "words"
    words.unlink(missing_ok=True)
    path = folder / "recorded.sh"
    path.write_bytes((RECORDER + script).encode())
    variables = {"PATH": os.environ["PATH"], "WORDS": str(words)}
    done = subprocess.run([shell, str(path)], env=variables, cwd=folder, capture_output=True, check=False)
    checks.same((done.returncode, done.stderr, done.stdout), (0, b"", b""))
    parts = words.read_bytes().decode().split("\0")[:-1]
    commands = []
    while parts:
        length = int(parts[0])
        commands.append(parts[1 : 1 + length])
        parts = parts[1 + length :]
    return commands


def request_of(words):
    """Returns the request that the CLI would send for a command."""
    SENT.clear()
    with contextlib.redirect_stdout(io.StringIO()):
        status = DRIVER.main([*words])
    checks.same(status, 0)
    ((endpoint, operation, parameters),) = SENT
    assert ".amazonaws.com" in endpoint, endpoint
    return operation, parameters


def shells():
    return [shell for shell in ("sh", "dash", "bash") if shutil.which(shell)]


def as_json(value):
    """Bytes are base64 in JSON. This CLI reads them from the text as they are."""
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, dict):
        return {name: as_json(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [as_json(inner) for inner in value]
    return value


@checks.check
def a_request_is_sent_as_it_is():
    for case in CASES:
        for operation in ["PutItem", "Query", "ExecuteStatement"]:
            expected = read_json(case / f"{operation}.json")
            seen = [words_of(read(case / f"{operation}.sh"), shell, case) for shell in shells()]
            assert all(commands == seen[0] for commands in seen)
            (words,) = seen[0]
            found = request_of(words)
            checks.same((found[0], as_json(found[1])), (operation, expected))


@checks.check
def the_commands_of_a_design_send_its_texts():
    for case in CASES:
        design = read_json(case / "dynalab.json")
        table = design["tables"][0]
        seen = [words_of(read(case / "aws-cli.sh"), shell, case) for shell in shells()]
        assert all(commands == seen[0] for commands in seen)
        requests = [request_of(words) for words in seen[0]]
        names = [operation for operation, _ in requests]
        wanted = "CreateTable DescribeTable UpdateTimeToLive RegisterScalableTarget PutScalingPolicy PutMetricAlarm DescribeTable CreateEventSourceMapping"
        checks.same(names, wanted.split())
        by_name = dict(requests)
        checks.same(by_name["CreateTable"], read_json(case / "create-table.json"))
        checks.same(by_name["DescribeTable"], {"TableName": table["name"]})
        checks.same(by_name["UpdateTimeToLive"]["TimeToLiveSpecification"]["AttributeName"], table["ttl"])
        index = table["indexes"][0]["name"]
        checks.same(by_name["RegisterScalableTarget"]["ResourceId"], f"table/{table['name']}/index/{index}")
        alarm, found = table["alarms"][0], by_name["PutMetricAlarm"]
        for member, name in [("AlarmName", "name"), ("MetricName", "metric"), ("ComparisonOperator", "comparison"), ("TreatMissingData", "missing")]:
            checks.same(found[member], alarm[name])
        mapping = table["stream"]["readers"][0]["mapping"]
        found = by_name["CreateEventSourceMapping"]
        checks.same({name: found[name] for name in mapping}, mapping)
        checks.same(found["EventSourceArn"], ARN)


@checks.check
def our_own_import_reads_the_commands():
    for case in CASES:
        before = read_json(case / "dynalab.json")["tables"][0]
        after = read_json(case / "aws-cli.read.json")["tables"][0]
        for member in ["name", "partition_key", "sort_key", "ttl", "alarms", "scaling"]:
            if member == "scaling" and any("/" in text for text in (before["name"], before["indexes"][0]["name"])):
                continue
            if member == "alarms" or member == "scaling":
                checks.same([row.get("name") for row in after[member]], [row.get("name") for row in before[member]])
            else:
                checks.same(after[member], before[member])


checks.run()
