"""What the checks share: the files with hostile texts, and what the texts of them look like where a format cannot hold them."""

import json
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[4]
# As in the tests of damaged input: DYNALAB_CASES=10 writes ten times as many, DYNALAB_SEED draws others.
CASES = 60 * int(os.environ.get("DYNALAB_CASES", "1"))
SEED = int(os.environ.get("DYNALAB_SEED", "7"))


def written():
    """Writes all files and returns the folder of each case."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="exported-text-"))
    program = ["cargo", "run", "--quiet", "--package", "dynalab-design-formats", "--example", "exported_texts", "--"]
    subprocess.run([*program, str(folder), str(CASES), str(SEED)], cwd=ROOT, check=True)
    return sorted(folder.iterdir())


def read(path):
    """Returns the text of a file as it is: Python would change line ends."""
    return path.read_bytes().decode("utf-8")


def read_json(path):
    return json.loads(read(path))


def sign(letter, in_code):
    """Returns what stands for a character that a comment or a table cannot hold."""
    code = ord(letter)
    if letter == "\t":
        return letter
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if code in (0x85, 0x2028, 0x2029):
        return "\u2424"
    if 0x80 <= code <= 0x9F or code == 0xFEFF:
        return "\ufffd"
    if in_code and (0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069):
        return "\ufffd"
    return letter


def shown(text, in_code=True):
    return "".join(sign(letter, in_code) for letter in text)


def without_references(text):
    """CloudFormation has no escape for a reference to a value of the account."""
    return text.replace("{{resolve:", "{ {resolve:")


def comments_of(design):
    """Returns the comments of a file with functions, in their order."""
    named = [pattern["name"] for pattern in design["patterns"] if pattern.get("operation")]
    without = [pattern["name"] for pattern in design["patterns"] if not pattern.get("operation")]
    return [shown(name) for name in named] + ["No request in the design: " + shown(name) for name in without]


def requests_of(design):
    """Returns the requests of a design that are written as they are."""
    operations = [pattern.get("operation") or {} for pattern in design["patterns"]]
    return [operation["body"] for operation in operations if operation.get("action") == "request"]


def texts_of(body):
    """Returns the texts that are literals in the code of a request."""
    texts = set()
    for name, value in body.items():
        if name in ("Item", "ExpressionAttributeValues"):
            add_map(value, texts)
        elif name == "ExpressionAttributeNames":
            texts.update(value.keys(), value.values())
        elif name == "Parameters":
            for element in value:
                add_value(element, texts)
        elif isinstance(value, str) and name != "ReturnValues":
            texts.add(value)
    return texts


def add_map(members, texts):
    for name, value in members.items():
        texts.add(name)
        add_value(value, texts)


def add_value(value, texts):
    ((kind, inner),) = value.items()
    if kind in ("S", "N", "B"):
        texts.add(inner)
    elif kind == "SS":
        texts.update(inner)
    elif kind == "M":
        add_map(inner, texts)
    elif kind == "L":
        for element in inner:
            add_value(element, texts)


def key_of(design):
    """Returns the text of the key in the request with a parameter, for the parameter ID."""
    table = design["tables"][0]
    template = table["items"][0]["keys"][table["partition_key"][0]["name"]]
    before, after = template.split("{id}") if "{id}" in template else (template, "")
    plain = lambda text: text.replace("{{", "{").replace("}}", "}")
    return plain(before) + "ID" + plain(after)
