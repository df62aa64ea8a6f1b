"""A database of the server: the tables of one access key."""

import json
import urllib.error
import urllib.request
from datetime import datetime, timedelta, timezone

REGION = "us-east-1"
THROTTLED = {
    "LimitExceededException",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "ThrottlingException",
}


class DynalabError(Exception):
    """DynamoDB refused a request. `code` is the name of the error, `status` the HTTP status, `body` the response."""

    def __init__(self, status: int, body: dict) -> None:
        self.status = status
        self.body = body
        self.code = body.get("__type", "").rpartition("#")[2]
        super().__init__(f"{self.code}: {body.get('message') or body.get('Message') or ''}")


class Database:
    """A database with a clock, faults and a log of requests."""

    def __init__(self, url: str, access_key: str) -> None:
        self.url = url
        self.access_key = access_key

    def call(self, operation: str, request: dict | None = None) -> dict:
        """Executes a request of DynamoDB's API as JSON, or a control (`Dynalab.…`), and returns its response."""
        target = operation if operation.startswith("Dynalab.") else f"DynamoDB_20120810.{operation}"
        scope = f"{self.access_key}/20300101/{REGION}/dynamodb/aws4_request"
        headers = {
            "Content-Type": "application/x-amz-json-1.0",
            "X-Amz-Target": target,
            "X-Amz-Date": "20300101T000000Z",
            # The server reads the scope and does not verify the signature.
            "Authorization": f"AWS4-HMAC-SHA256 Credential={scope}, SignedHeaders=host;x-amz-date, Signature=0",
        }
        message = urllib.request.Request(self.url, json.dumps(request or {}).encode(), headers)
        # A proxy of the environment has no way to this computer's server.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(message) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            with error:
                raise DynalabError(error.code, json.load(error)) from None

    @property
    def client_arguments(self) -> dict:
        """The arguments for `boto3.client("dynamodb", …)`, `boto3.resource` and clients of other libraries like them."""
        return {
            "endpoint_url": self.url,
            "region_name": REGION,
            "aws_access_key_id": self.access_key,
            "aws_secret_access_key": "dynalab",
        }

    def client(self, service: str = "dynamodb", **arguments):
        """Returns a client of boto3."""
        import boto3

        return boto3.client(service, **{**self.client_arguments, **arguments})

    def resource(self, **arguments):
        """Returns a resource of boto3, with tables as objects."""
        import boto3

        return boto3.resource("dynamodb", **{**self.client_arguments, **arguments})

    def now(self) -> datetime:
        """The time of the database."""
        return datetime.fromtimestamp(self.call("Dynalab.AdvanceClock", {"Milliseconds": 0})["Now"], timezone.utc)

    def advance(self, by: timedelta) -> None:
        """Moves the clock forward. What becomes due is executed in order."""
        self.call("Dynalab.AdvanceClock", {"Milliseconds": round(by / timedelta(milliseconds=1))})

    def fail(self, kind: str, operation: str, *, rate: float = 1.0, table: str | None = None) -> None:
        """Makes requests fail: THROTTLE, UNPROCESSED, TIMEOUT, INTERNAL_ERROR or SERVICE_UNAVAILABLE. The rate is from 0 to 1."""
        rule = {"Name": f"{kind}-{operation}", "Kind": kind, "Operations": [operation], "RatePermille": round(rate * 1000)}
        if table is not None:
            rule["TableName"] = table
        self.call("Dynalab.PutFault", rule)

    def throttle(self, operation: str, *, rate: float = 1.0, table: str | None = None) -> None:
        """Throttles requests of an operation."""
        self.fail("THROTTLE", operation, rate=rate, table=table)

    def clear_faults(self) -> None:
        """Lets requests succeed again."""
        for fault in self.call("Dynalab.DescribeFaults")["Faults"]:
            self.call("Dynalab.DeleteFault", {"Name": fault["Name"]})

    def requests(self, operation: str | None = None) -> list[dict]:
        """Returns the log: each request with its plans, items read and filtered, units and price. With a name, only of that operation."""
        logged = self.call("Dynalab.ListRequests")["Requests"]
        return [request for request in logged if operation in (None, request["Operation"])]

    def forget_requests(self) -> None:
        """Empties the log."""
        self.call("Dynalab.DeleteRequests")

    def fork(self, access_key: str) -> "Database":
        """Returns another database with the same content, for clients with another access key. Its log is on."""
        self.call("Dynalab.Fork", {"Name": access_key})
        copy = Database(self.url, access_key)
        copy.call("Dynalab.SetRequestLog", {"On": True})
        copy.forget_requests()
        return copy

    def close(self) -> None:
        """Empties the database, so that the server can give its room to another."""
        self.call("Dynalab.Reset")
        self.call("Dynalab.SetRequestLog", {"On": False})
        self.forget_requests()

    def assert_served_by(self, access: str, *, index: str | None = None, operation: str | None = None) -> None:
        """All requests that reach items do it in this way: "Item", "Query" or "Scan". At least one does."""
        requests = self.requests(operation)
        plans = [plan for request in requests for plan in request["Plans"]]
        fits = [plan["Kind"] == access.upper() and index in (None, plan.get("IndexName")) for plan in plans]
        assert fits and all(fits), f"expected requests to be served by {access} {index or ''}\n{_described(requests)}"

    def assert_reads_at_most(self, items: int, *, operation: str | None = None) -> None:
        """All requests together read at most this number of items, filtered items included."""
        requests = self.requests(operation)
        read = sum(request["ItemsRead"] for request in requests)
        assert read <= items, f"expected at most {items} items to be read; it is {read}\n{_described(requests)}"

    def assert_consumes_at_most(
        self, *, rcu: float | None = None, wcu: float | None = None, operation: str | None = None
    ) -> None:
        """All requests together consume at most these read units and write units."""
        requests = self.requests(operation)
        for name, most in [("ReadUnits", rcu), ("WriteUnits", wcu)]:
            used = sum(units[name] for request in requests for units in request["Units"])
            assert most is None or used <= most, f"expected at most {most} {name}; it is {used}\n{_described(requests)}"

    def assert_throttled(self, *, operation: str | None = None) -> None:
        """One of the requests was throttled."""
        requests = self.requests(operation)
        assert any(request.get("Error") in THROTTLED for request in requests), f"no throttled request\n{_described(requests)}"


def _described(requests: list[dict]) -> str:
    """Returns a line for each request."""
    return "\n".join(_line(request) for request in requests) or "(no requests)"


def _line(request: dict) -> str:
    plans = "".join(
        f", {plan['Kind']} {plan['TableName']}{'.' + plan['IndexName'] if 'IndexName' in plan else ''}"
        for plan in request["Plans"]
    )
    units = "".join(f", {used['ReadUnits']} RCU and {used['WriteUnits']} WCU" for used in request["Units"])
    items = f": {request['ItemsRead']} read, {request['ItemsFiltered']} filtered"
    error = f", {request['Error']}" if "Error" in request else ""
    return f"{request['Number']}. {request['Operation']}{plans}{items}{units}{error}"
