"""push, pull, compare and diff of dynalab-server against moto's server."""

import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

from checks import check, run, same

PROGRAM = os.environ["DYNALAB_SERVER"]
REPOSITORY = pathlib.Path(os.environ["DYNALAB_PACKAGES"]).parent
SHOP = REPOSITORY / "crates/modeling/templates/shop.json"
OWN = os.environ["AWS_ENDPOINT_URL_DYNAMODB"]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="endpoints-"))
TICKETING = FOLDER / "ticketing.json"
TICKETING.write_text(json.dumps(json.loads((REPOSITORY / "tests/briefs/ticketing.json").read_text())["design"]))
ENVIRONMENT = {**os.environ, "AWS_EC2_METADATA_DISABLED": "true"}


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


PORT = free_port()
URL = f"http://127.0.0.1:{PORT}"
SERVER = subprocess.Popen(
    [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(PORT)],
    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
)


def wait_for_server():
    for _ in range(300):
        try:
            urllib.request.urlopen(f"{URL}/moto-api/")
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("moto does not answer")


def dynalab(*options, **variables):
    command = [PROGRAM, *map(str, options)]
    return subprocess.run(command, env={**ENVIRONMENT, **variables}, capture_output=True, text=True)


def runs(code, *options, **variables):
    ended = dynalab(*options, **variables)
    assert ended.returncode == code, f"{options}: {ended.returncode} {ended.stderr} {ended.stdout}"
    return ended.stdout


def checksums(output):
    lines = re.findall(r"^(\S+): (\d+) items, checksum ([0-9a-f]{32})", output, re.MULTILINE)
    return {table: (int(items), checksum) for table, items, checksum in lines}


def comes_back(design, name):
    pushed = checksums(runs(0, "push", design, "--to", URL))
    assert pushed, "a table was pushed"
    out = FOLDER / f"{name}.dynalab.json"
    tables = [word for table in pushed for word in ("--table", table)]
    same(checksums(runs(0, "pull", "--from", URL, "--out", out, *tables)), pushed)
    same(checksums(runs(0, "push", out, "--to", OWN, AWS_ACCESS_KEY_ID=name)), pushed)
    return pushed


def differing(design):
    compared = json.loads(dynalab("compare", design, "--against", URL, "--writes", "--format", "json").stdout)
    kinds = {"items", "order", "expectation"}
    return [
        pattern["name"]
        for pattern in compared["patterns"]
        if any(difference["kind"] in kinds for difference in pattern.get("differences", []))
    ]


@check
def the_shop_is_pushed_compared_and_pulled():
    comes_back(SHOP, "shop")
    same(differing(SHOP), [])


@check
def the_ticketing_brief_is_pushed_compared_and_pulled():
    comes_back(TICKETING, "ticketing")
    same(differing(TICKETING), [])


@check
def a_difference_of_definitions_is_told_and_no_failure():
    ended = dynalab("diff", SHOP, "--against", URL)
    assert ended.returncode in (0, 1), ended.stderr


@check
def two_thousand_generated_items_arrive_and_come_back():
    design = {
        "version": 1, "name": "Generated", "seed": 7, "region": "us-east-1",
        "entities": [{"name": "Reading", "count": 2000, "sample": 2000, "attributes": [
            {"name": "id", "type": "S", "values": {"kind": "sequence", "prefix": "r", "width": 6, "start": 1}},
            {"name": "value", "type": "N", "values": {"kind": "any"}},
        ]}],
        "tables": [{"name": "Readings", "partition_key": [{"name": "id", "type": "S"}],
                    "items": [{"entity": "Reading", "keys": {"id": "{id}"}}]}],
        "patterns": [],
    }
    file = FOLDER / "generated.json"
    file.write_text(json.dumps(design))
    same(comes_back(file, "generated")["Readings"][0], 2000)


if __name__ == "__main__":
    try:
        wait_for_server()
        run()
    finally:
        SERVER.terminate()
