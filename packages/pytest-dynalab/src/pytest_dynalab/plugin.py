"""The fixtures: one server for a run, one database for each test."""

import itertools
import uuid
from collections.abc import Callable, Iterator

import pytest

from .database import REGION, Database
from .server import Server, find_program


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option that names the server's program."""
    parser.getgroup("dynalab").addoption("--dynalab-server", metavar="PROGRAM", help="the program dynalab-server")


@pytest.fixture(scope="session")
def dynalab_server(pytestconfig: pytest.Config) -> Iterator[Server]:
    """The server of this run. It is started by the first test that needs a database."""
    server = Server(find_program(pytestconfig.getoption("--dynalab-server")))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def dynalab_prepare() -> Callable[[Database], None]:
    """Override this to create tables and write what all tests need: return a function that gets a database."""
    return lambda _: None


@pytest.fixture(scope="session")
def dynalab_original(dynalab_server: Server, dynalab_prepare: Callable[[Database], None]) -> Database:
    """The prepared database that each test gets a copy of."""
    original = Database(dynalab_server.url, f"original-{uuid.uuid4().hex}")
    dynalab_prepare(original)
    return original


@pytest.fixture(scope="session")
def _dynalab_keys() -> Iterator[str]:
    """Access keys that no other test has, also with several processes."""
    run = uuid.uuid4().hex
    return (f"test-{run}-{number}" for number in itertools.count(1))


@pytest.fixture
def dynalab(dynalab_original: Database, _dynalab_keys: Iterator[str]) -> Iterator[Database]:
    """A database of this test's own, with what was prepared."""
    database = dynalab_original.fork(next(_dynalab_keys))
    yield database
    database.close()


@pytest.fixture
def dynalab_environment(dynalab: Database, monkeypatch: pytest.MonkeyPatch) -> Database:
    """The same database, for code that makes its own clients: the variables of the AWS SDKs name it during the test."""
    for service in ["DYNAMODB", "DYNAMODB_STREAMS"]:
        monkeypatch.setenv(f"AWS_ENDPOINT_URL_{service}", dynalab.url)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", dynalab.access_key)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "dynalab")
    monkeypatch.setenv("AWS_REGION", REGION)
    monkeypatch.setenv("AWS_DEFAULT_REGION", REGION)
    for name in ["AWS_PROFILE", "AWS_SESSION_TOKEN", "AWS_ENDPOINT_URL"]:
        monkeypatch.delenv(name, raising=False)
    return dynalab
