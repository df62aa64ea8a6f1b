"""Code: Python, Node and grammars of Java, Go and Rust read the requests of a design as they are, and nothing else."""

import ast
import base64
import io
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tokenize
import types

import checks
import javalang
import tree_sitter
import tree_sitter_go
import tree_sitter_java
import tree_sitter_rust
from shared.exported import comments_of, key_of, read, read_json, requests_of, shown, texts_of, without_references, written

CASES = written()
SHARED = pathlib.Path(__file__).resolve().parent / "shared"
OPERATIONS = ["PutItem", "Query", "ExecuteStatement"]
BYTES = base64.b64decode("AP8iXGE=")


def as_json(value):
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, dict):
        return {name: as_json(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [as_json(inner) for inner in value]
    return value


def run_python(source):
    """Runs a file with a boto3 that returns the request. Returns the names that the file defines."""

    class Client:
        def __getattr__(self, method):
            return lambda **request: request

    sys.modules["boto3"] = types.SimpleNamespace(client=lambda service: Client())
    names = {}
    exec(compile(source, "exported.py", "exec"), names)
    return names


def python_comments(source):
    tokens = tokenize.tokenize(io.BytesIO(source.encode()).readline)
    return [token.string[2:] for token in tokens if token.type == tokenize.COMMENT]


@checks.check
def python_sends_the_requests():
    for case in CASES:
        for operation in OPERATIONS:
            source = read(case / f"{operation}.python")
            checks.same(as_json(run_python(source)["response"]), read_json(case / f"{operation}.json"))
            kinds = [type(node).__name__ for node in ast.parse(source).body]
            checks.same(kinds, ["Import", "Assign", "Assign"])


@checks.check
def python_has_a_function_per_pattern():
    for case in CASES:
        design = read_json(case / "dynalab.json")
        source = read(case / "sdk-python.py")
        tree = ast.parse(source).body
        checks.same([type(node).__name__ for node in tree], ["Import", "Assign"] + ["FunctionDef"] * 4)
        functions = [node for node in tree if isinstance(node, ast.FunctionDef)]
        assert all([type(line).__name__ for line in function.body] == ["Assign", "Return"] for function in functions)
        names = run_python(source)
        found = [as_json(names[function.name]()) for function in functions[:3]]
        checks.same(found, requests_of(design))
        with_slot = names[functions[3].name]("ID")
        checks.same(with_slot["Key"][design["tables"][0]["partition_key"][0]["name"]], {"S": key_of(design)})
        checks.same(python_comments(source), comments_of(design))


def node(*arguments):
    done = subprocess.run(["node", *map(str, arguments)], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


@checks.check
def node_sends_the_requests():
    files = [case / f"{operation}.javascript" for case in CASES for operation in OPERATIONS]
    found = node(SHARED / "requests.mjs", "request", *files)
    checks.same(found, [read_json(file.with_suffix(".json")) for file in files])


@checks.check
def node_has_a_function_per_pattern():
    found = node(SHARED / "requests.mjs", "functions", *(case / "sdk-javascript.js" for case in CASES))
    for case, functions in zip(CASES, found, strict=True):
        design = read_json(case / "dynalab.json")
        checks.same(functions[:3], requests_of(design))
        checks.same(functions[3]["Key"][design["tables"][0]["partition_key"][0]["name"]], {"S": key_of(design)})
        lines = read(case / "sdk-javascript.js").split("\n")
        checks.same([line[3:] for line in lines if line.startswith("// ")], comments_of(design))


@checks.check
def cdk_builds_the_tables():
    found = node(SHARED / "requests.mjs", "stack", *(case / "cdk.ts" for case in CASES))
    for case, (table, alarm, mapping) in zip(CASES, found, strict=True):
        design = read_json(case / "dynalab.json")
        own = design["tables"][0]
        without = lambda text: without_references(text).replace("${Token[", "$ {Token[")
        checks.same(table["tableName"], without(own["name"]))
        checks.same(table["partitionKey"]["name"], without(own["partition_key"][0]["name"]))
        checks.same(table["timeToLiveAttribute"], without(own["ttl"]))
        checks.same(table["globalSecondaryIndexes"][0]["indexName"], without(own["indexes"][0]["name"]))
        checks.same(alarm["alarmName"], without(own["alarms"][0]["name"]))
        checks.same(mapping["startingPosition"], without(own["stream"]["readers"][0]["mapping"]["StartingPosition"]))
        if any(without(text) != text for text in (own["name"], own["ttl"], own["alarms"][0]["name"])):
            assert read_json(case / "notes.json")["cdk"]


# The escapes of Java, Go and Rust, as far as they are written.
ESCAPES = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\"}


def unescaped(content):
    def value(found):
        escape = found[1]
        if escape in ESCAPES:
            return ESCAPES[escape]
        return chr(int(escape[1:].strip("{}"), 16))

    return re.sub(r'\\([nrt"\\]|x[0-9a-f]{2}|u\{[0-9a-f]+\}|u[0-9a-f]{4})', value, content)


def nodes(root):
    yield root
    for child in root.children:
        yield from nodes(child)


def parsed(grammar, source):
    tree = tree_sitter.Parser(tree_sitter.Language(grammar.language())).parse(source.encode())
    assert not tree.root_node.has_error, source
    return tree.root_node


def literals(root, kind):
    return {unescaped(node.text.decode()[1:-1]) for node in nodes(root) if node.type == kind}


def comments(root):
    texts = [node.text.decode() for node in nodes(root) if node.type in ("comment", "line_comment")]
    assert all(text.startswith("// ") for text in texts), texts
    return [text[3:] for text in texts]


def has_request(found, body, in_bytes):
    """In Go and Rust, bytes are a literal of bytes, not base64."""
    expected = texts_of(body)
    if in_bytes and any("AP8iXGE=" in text for text in expected):
        expected = expected - {"AP8iXGE="} | {BYTES.decode("latin-1")}
    assert expected <= found, expected - found
    return expected


@checks.check
def go_has_the_texts_and_nothing_else():
    for case in CASES:
        design = read_json(case / "dynalab.json")
        root = parsed(tree_sitter_go, read(case / "sdk-go.go"))
        kinds = [child.type for child in root.children if child.type not in ("\n", "comment")]
        checks.same(kinds, ["package_clause", "import_declaration"] + ["function_declaration"] * 4)
        found = literals(root, "interpreted_string_literal")
        for body in requests_of(design):
            has_request(found, body, True)
        checks.same(comments(root), comments_of(design))
        for operation in OPERATIONS:
            source = "package p\nfunc f() {\n" + read(case / f"{operation}.go") + "}\n"
            found = literals(parsed(tree_sitter_go, source), "interpreted_string_literal")
            checks.same(found, has_request(found, read_json(case / f"{operation}.json"), True))


@checks.check
def rust_has_the_texts_and_nothing_else():
    for case in CASES:
        design = read_json(case / "dynalab.json")
        root = parsed(tree_sitter_rust, read(case / "sdk-rust.rs"))
        kinds = [child.type for child in root.children if child.type not in ("line_comment", "use_declaration")]
        checks.same(kinds, ["function_item"] * 4)
        found = rust_literals(root)
        for body in requests_of(design):
            has_request(found, body, True)
        checks.same(comments(root), comments_of(design))
        for operation in OPERATIONS:
            source = read(case / f"{operation}.rust")
            start = source.index("let response")
            source = source[:start] + "async fn f() {\n" + source[start:] + "}\n"
            found = rust_literals(parsed(tree_sitter_rust, source))
            checks.same(found, has_request(found, read_json(case / f"{operation}.json"), True))


def rust_literals(root):
    texts = [node.text.decode() for node in nodes(root) if node.type == "string_literal"]
    return {unescaped(text.removeprefix("b")[1:-1]) for text in texts}


@checks.check
def java_has_the_texts_and_nothing_else():
    for case in CASES:
        design = read_json(case / "dynalab.json")
        source = read(case / "sdk-java.java")
        (declared,) = javalang.parse.parse(source).types
        kinds = [type(member).__name__ for member in declared.body]
        checks.same(kinds, ["FieldDeclaration", "ConstructorDeclaration"] + ["MethodDeclaration"] * 4)
        tokens = [token for token in javalang.tokenizer.tokenize(source) if isinstance(token, javalang.tokenizer.String)]
        found = {unescaped(token.value[1:-1]) for token in tokens}
        root = parsed(tree_sitter_java, source)
        for body in requests_of(design):
            has_request(found, body, False)
            has_request(literals(root, "string_literal"), body, False)
        checks.same([translated(text) for text in comments(root)], comments_of(design))
        for operation in OPERATIONS:
            source = "class C { void f() {\n" + read(case / f"{operation}.java") + "} }\n"
            found = literals(parsed(tree_sitter_java, source), "string_literal")
            checks.same(found, has_request(found, read_json(case / f"{operation}.json"), False))


def translated(text):
    """Translates Unicode escapes as javac does before it reads tokens."""
    return re.sub(r"(?<!\\)((?:\\\\)*)\\u+([0-9a-fA-F]{4})", lambda found: found[1] + chr(int(found[2], 16)), text)


@checks.check
def javac_declares_nothing_else_where_it_is_installed():
    if not shutil.which("java"):
        return
    files = [str(case / "sdk-java.java") for case in CASES]
    done = subprocess.run(["java", str(SHARED / "Declared.java"), *files], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    for case, line in zip(CASES, done.stdout.decode().splitlines(), strict=True):
        declared, *found = json.loads(line)
        checks.same(declared, "CLASS VARIABLE METHOD METHOD METHOD METHOD METHOD")
        for body in requests_of(read_json(case / "dynalab.json")):
            has_request(set(found), body, False)


checks.run()
