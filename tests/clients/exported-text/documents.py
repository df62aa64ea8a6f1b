"""YAML, Terraform, Markdown and CSV: their own parsers read the texts of a design and of items, and nothing else."""

import csv
import io
import re

import checks
import commonmark
import hcl2
import yaml
from markdown_it import MarkdownIt
from ruamel.yaml import YAML
from shared.exported import read, read_json, shown, without_references, written

CASES = written()
JSON_FORMATS = ["cloudformation-json", "create-table", "nosql-workbench", "onetable", "electrodb", "model-skill", "iam-policy"]


@checks.check
def yaml_is_the_same_for_every_reader():
    for case in CASES:
        text = read(case / "cloudformation.yaml")
        expected = read_json(case / "cloudformation-json.json")
        checks.same(yaml.safe_load(text), expected)
        for version in [(1, 1), (1, 2)]:
            reader = YAML(typ="safe", pure=True)
            reader.version = version
            checks.same(reader.load(text), expected)


def texts_in(value):
    """Returns all texts of a JSON document."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from texts_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts_in(inner)
    elif isinstance(value, str):
        yield value


@checks.check
def json_has_the_names():
    for case in CASES:
        name = read_json(case / "dynalab.json")["tables"][0]["name"]
        for form in JSON_FORMATS:
            held = without_references(name) if form == "cloudformation-json" else name
            texts = set(texts_in(read_json(case / f"{form}.json")))
            # A OneTable schema has no name of the table, and a policy has it in an ARN.
            assert form in ("onetable", "iam-policy") or held in texts, (form, held)


@checks.check
def cloudformation_refers_to_no_secret():
    for case in CASES:
        for name in ["cloudformation.yaml", "cloudformation-json.json", "cdk.ts"]:
            assert "{{resolve:" not in read(case / name)


def plain(literal):
    """Reads a quoted text as Terraform does. A template in it would be a fault."""
    content = re.fullmatch(r'"(.*)"', literal, re.DOTALL).group(1).replace("\ue000{", "$${").replace("\ue001{", "%%{")
    assert not re.search(r"(?<!\$)\$\{|(?<!%)%\{", re.sub(r"\$\$\{|%%\{", "", content)), content
    escapes = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\"}
    read = lambda found: escapes[found[1]] if found[1] in escapes else chr(int(found[1][1:], 16))
    return re.sub(r'\\([nrt"\\]|u[0-9a-f]{4})', read, content.replace("$${", "${").replace("%%{", "%{"))


def terraform(text):
    """Reads a file. python-hcl2 reads `$${` only with a closing brace, so in other files its sign is another one."""
    try:
        return hcl2.loads(text)
    except Exception:
        return hcl2.loads(text.replace("$${", "\ue000{").replace("%%{", "\ue001{"))


@checks.check
def terraform_has_the_texts_of_the_tables():
    for case in CASES:
        design = read_json(case / "dynalab.json")
        table, alarm = design["tables"][0], design["tables"][0]["alarms"][0]
        blocks = terraform(read(case / "terraform.tf"))
        assert set(blocks) <= {"resource", "__comments__"}, blocks.keys()
        resources = {}
        for block in blocks["resource"]:
            for kind, named in block.items():
                resources.setdefault(plain(kind), []).extend(named.values())
        (written,) = resources["aws_dynamodb_table"]
        checks.same(plain(written["name"]), table["name"])
        checks.same(plain(written["hash_key"]), table["partition_key"][0]["name"])
        checks.same(plain(written["ttl"][0]["attribute_name"]), table["ttl"])
        (index,) = written["global_secondary_index"]
        checks.same(plain(index["name"]), table["indexes"][0]["name"])
        checks.same([plain(name) for name in index["non_key_attributes"]], table["indexes"][0]["projection"]["include"])
        (of_alarm,) = resources["aws_cloudwatch_metric_alarm"]
        for member, name in [("alarm_name", "name"), ("metric_name", "metric"), ("treat_missing_data", "missing")]:
            checks.same(plain(of_alarm[member]), alarm[name])
        (mapping,) = resources["aws_lambda_event_source_mapping"]
        checks.same(plain(mapping["starting_position"]), table["stream"]["readers"][0]["mapping"]["StartingPosition"])


def inline(tokens):
    """Returns the tokens inside of the blocks."""
    for token in tokens:
        yield token
        yield from inline(token.children or [])


def text_of(token):
    assert all(child.type in ("text", "code_inline", "softbreak", "hardbreak", "strong_open", "strong_close") for child in token.children), token
    return "".join("\n" if child.type.endswith("break") else child.content for child in token.children)


@checks.check
def markdown_has_no_links_and_no_images():
    for case in CASES:
        text = read(case / "markdown.md")
        for reader in [MarkdownIt("commonmark").enable("table"), MarkdownIt("gfm-like")]:
            kinds = {token.type for token in inline(reader.parse(text))}
            assert not kinds & {"link_open", "image", "html_inline", "html_block", "fence", "code_block"}, kinds
        kinds = {node.t for node, _ in commonmark.Parser().parse(text).walker()}
        assert not kinds & {"link", "image", "html_inline", "html_block", "code_block", "block_quote"}, kinds


@checks.check
def markdown_has_the_texts_of_the_design():
    for case in CASES:
        design = read_json(case / "dynalab.json")
        notes = read_json(case / "notes.json")["markdown"]
        tokens = MarkdownIt("commonmark").enable("table").parse(read(case / "markdown.md"))
        texts = [text_of(token) for token in tokens if token.type == "inline"]
        checks.same(texts[0], shown(design["name"], False))
        table = design["tables"][0]
        expected = [shown(pattern["name"], False) for pattern in design["patterns"]]
        assert "Table " + shown(table["name"], False) in texts, table["name"]
        for name in [*expected, shown(table["indexes"][0]["name"], False), f"TTL: {shown(table['ttl'], False)}"]:
            assert name in texts, (name, texts)
        key = table["partition_key"][0]["name"]
        assert f"Partition key: {shown(key + ' (S)', False)}" in texts, key
        for name in [design["name"], table["name"], *(pattern["name"] for pattern in design["patterns"])]:
            assert shown(name, False) == name or any(shown(name, False) in note for note in notes), (name, notes)


@checks.check
def sheets_have_the_texts_of_the_items_and_no_formulas():
    for case in CASES:
        expected = read_json(case / "items.json")
        rows = list(csv.reader(io.StringIO(read(case / "items.csv"), newline="")))
        checks.same(len(rows), 5)
        for row, texts in zip(rows, [expected["columns"], *expected["rows"]]):
            for cell, text in zip(row, texts, strict=True):
                is_number = re.fullmatch(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?", cell)
                assert is_number or cell.lstrip(" ")[:1] not in tuple("=+-@\t\r\n"), cell
                assert cell == text or cell == "'" + text, (cell, text)


checks.run()
