"""Templates: the `aws` lines make the tables on the server, Terraform says the same, and code in Java, Go and Rust is parsed."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

import checks
import hcl2
import javalang
import tree_sitter
import tree_sitter_go
import tree_sitter_java
import tree_sitter_rust
# The CLI brings its own botocore under this name, so it is imported first.
import awscli  # noqa: F401  isort: skip
from botocore import session  # isort: skip
from shared.exported import read, read_json

FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="exported-designs-"))
subprocess.run([os.environ["DYNALAB_EXPORTED_DESIGNS"], str(FOLDER)], check=True)
DESIGNS = sorted(FOLDER.iterdir())
# Commands of other services would go to AWS.
CLI = 'aws() { [ "$1" != dynamodb ] || "$PYTHON" -m awscli "$@"; }\n'


def key_of(part, types):
    """Returns the attributes of a key with their types and roles."""
    return [(element["AttributeName"], types[element["AttributeName"]], element["KeyType"]) for element in part["KeySchema"]]


def projection_of(projection):
    return projection["ProjectionType"], sorted(projection.get("NonKeyAttributes", []))


def of_server(client, name):
    """Returns the settings of a table on the server."""
    table = client.describe_table(TableName=name)["Table"]
    types = {found["AttributeName"]: found["AttributeType"] for found in table["AttributeDefinitions"]}
    indexes = table.get("GlobalSecondaryIndexes", []) + table.get("LocalSecondaryIndexes", [])
    ttl = client.describe_time_to_live(TableName=name)["TimeToLiveDescription"]
    backups = client.describe_continuous_backups(TableName=name)["ContinuousBackupsDescription"]
    recovery = backups["PointInTimeRecoveryDescription"]["PointInTimeRecoveryStatus"]
    return {
        "key": key_of(table, types),
        "indexes": {index["IndexName"]: (key_of(index, types), projection_of(index["Projection"])) for index in indexes},
        "mode": table.get("BillingModeSummary", {}).get("BillingMode", "PROVISIONED"),
        "ttl": ttl.get("AttributeName"),
        "stream": table.get("StreamSpecification", {}).get("StreamViewType"),
        "recovery": recovery == "ENABLED",
    }


def of_design(table):
    """Returns the settings of a table in Dynalab's own format."""

    def key(part):
        roles = [("partition_key", "HASH"), ("sort_key", "RANGE")]
        return [(found["name"], found.get("type", "S"), role) for member, role in roles for found in part.get(member, [])]

    def projection(index):
        found = index.get("projection", "all")
        return (found.upper(), []) if isinstance(found, str) else ("INCLUDE", sorted(found["include"]))

    return {
        "key": key(table),
        "indexes": {index["name"]: (key(index), projection(index)) for index in table.get("indexes", [])},
        "mode": "PAY_PER_REQUEST" if table.get("mode", "on_demand") == "on_demand" else "PROVISIONED",
        "ttl": table.get("ttl"),
        # Replicas with eventual consistency need a stream of all images.
        "stream": "NEW_AND_OLD_IMAGES" if table.get("replicas") else table.get("stream", {}).get("view"),
        "recovery": table.get("recovery", False),
    }


def plain(value):
    """Returns a text without its quotes. Names of templates have no template of Terraform and no escape."""
    found = re.fullmatch(r'"([^"\\$%]*)"', value)
    return found[1] if found else value


def of_terraform(written):
    """Returns the settings of a resource."""
    types = {plain(found["name"]): plain(found["type"]) for found in written["attribute"]}
    own = [(plain(written[member]), types[plain(written[member])], role) for member, role in [("hash_key", "HASH"), ("range_key", "RANGE")] if member in written]
    indexes = {}
    for index in written.get("global_secondary_index", []):
        key = [(plain(part["attribute_name"]), types[plain(part["attribute_name"])], plain(part["key_type"])) for part in index["key_schema"]]
        names = sorted(plain(name) for name in index.get("non_key_attributes", []))
        indexes[plain(index["name"])] = (key, (plain(index["projection_type"]), names))
    for index in written.get("local_secondary_index", []):
        range_key = plain(index["range_key"])
        names = sorted(plain(name) for name in index.get("non_key_attributes", []))
        indexes[plain(index["name"])] = ([own[0], (range_key, types[range_key], "RANGE")], (plain(index["projection_type"]), names))
    (ttl,) = written.get("ttl", [{}])
    (recovery,) = written.get("point_in_time_recovery", [{}])
    return {
        "key": own,
        "indexes": indexes,
        "mode": plain(written["billing_mode"]),
        "ttl": plain(ttl["attribute_name"]) if ttl else None,
        "stream": plain(written["stream_view_type"]) if written.get("stream_enabled") else None,
        "recovery": bool(recovery.get("enabled")),
    }


def is_refused(table):
    """Returns true for a table that DynamoDB does not replicate: provisioned, without auto scaling."""
    return bool(table.get("replicas")) and table.get("mode", "on_demand") != "on_demand" and not table.get("scaling")


@checks.check
def the_lines_of_the_cli_make_the_tables_on_the_server():
    for folder in DESIGNS:
        # A key of its own has tables of its own.
        variables = {**os.environ, "PYTHON": sys.executable, "AWS_ACCESS_KEY_ID": f"cli-{folder.name}"}
        script = CLI + read(folder / "aws-cli.sh")
        done = subprocess.run(["sh", "-c", script], env=variables, capture_output=True, check=False)
        if any(is_refused(table) for table in read_json(folder / "dynalab.json")["tables"]):
            assert b"should either be Pay-Per-Request or AutoScaled" in done.stderr, done.stderr.decode()
            continue
        assert done.returncode == 0, done.stderr.decode()
        client = session.get_session().create_client("dynamodb", aws_access_key_id=variables["AWS_ACCESS_KEY_ID"], aws_secret_access_key="any")
        for table in read_json(folder / "dynalab.json")["tables"]:
            checks.same((folder.name, of_server(client, table["name"])), (folder.name, of_design(table)))


@checks.check
def terraform_says_the_tables_of_the_design():
    for folder in DESIGNS:
        blocks = hcl2.loads(read(folder / "terraform.tf"))
        found = {}
        for block in blocks["resource"]:
            for kind, named in block.items():
                if plain(kind) == "aws_dynamodb_table":
                    found |= {plain(written["name"]): of_terraform(written) for written in named.values()}
        expected = {table["name"]: of_design(table) for table in read_json(folder / "dynalab.json")["tables"]}
        checks.same((folder.name, found), (folder.name, expected))


def functions_of(grammar, source, kind):
    """Parses a file and returns the number of its functions."""
    root = tree_sitter.Parser(tree_sitter.Language(grammar.language())).parse(source.encode()).root_node
    assert not root.has_error, source
    nodes, count = [root], 0
    while nodes:
        node = nodes.pop()
        count += node.type == kind
        nodes += node.children
    return count


@checks.check
def java_go_and_rust_are_parsed_with_a_function_per_pattern():
    for folder in DESIGNS:
        patterns = len(read_json(folder / "dynalab.json")["patterns"])
        for grammar, file, kind in [(tree_sitter_go, "sdk-go.go", "function_declaration"), (tree_sitter_rust, "sdk-rust.rs", "function_item"), (tree_sitter_java, "sdk-java.java", "method_declaration")]:
            source = read(folder / file)
            own = functions_of(grammar, source, kind)
            # Java and Go have a function that pads numbers, if a key needs it.
            helpers = int(re.search(r"(func|String) pad\(", source) is not None)
            checks.same((folder.name, file, own - helpers), (folder.name, file, patterns))
        javalang.parse.parse(read(folder / "sdk-java.java"))


checks.run()
