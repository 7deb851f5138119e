"""The emulator in pytest: a workspace for each worker, a snapshot around each test, a marker with its name."""

import json
import os
import urllib.error
import urllib.request

import pytest
from shop import Shop

# `emulator exec` says where its emulator is; without it, one that was started by hand is used.
ORIGIN = os.environ.get("EMULATOR_URL", "http://127.0.0.1:4747")


def control(method, path, body=None):
    """Calls the control API and gives the `data` of its answer."""
    data = None if body is None else json.dumps(body).encode()
    headers = {} if body is None else {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{ORIGIN}/_emulator{path}", data, headers, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["data"]
    except urllib.error.HTTPError as refusal:
        raise AssertionError(f"{method} {path}: {json.load(refusal)['error']}") from None


class Workspace:
    """Data, keys and a clock that nobody else has. Its clock stands still until `advance`."""

    def __init__(self):
        made = control("POST", "/workspaces", {})
        self.id, self.api_base, self.webhook_secret = made["id"], made["api_base"], made["webhook_secret"]
        self.secret_key = made["keys"]["secret"]["test"]
        self.call("POST", "/clock", {"mode": "frozen"})

    def call(self, method, path, body=None):
        return control(method, f"{path}{'&' if '?' in path else '?'}workspace={self.id}", body)

    def advance(self, by):
        """Moves the clock (`2s`, `30d`). What comes due is done, and its webhooks are answered, when this returns."""
        return self.call("POST", "/clock", {"advance": by})

    def settle(self):
        """Settles what waits for it; returns when every webhook has been answered."""
        return self.call("POST", "/settle")

    def trigger(self, name, **options):
        """Brings about an event or a move; gives the objects and events."""
        return self.call("POST", f"/triggers/{name}", options)

    def events(self, kind):
        """The events of a type, newest first."""
        return self.call("GET", f"/events?type={kind}")

    def expect(self, kind, what, **fields):
        """Fails with what came nearest where this was not requested, emitted or delivered with these fields."""
        verdict = self.call("POST", "/assertions", {kind: what, "with": fields, "within": "2s"})
        assert verdict["pass"], verdict["message"]

    def mark(self, text, failed=False):
        self.call("POST", "/markers", {"text": text[:500], "failed": failed})


@pytest.fixture(scope="session")
def workspace():
    try:
        control("GET", "/status")
    except urllib.error.URLError as error:
        pytest.exit(f"No emulator answers at {ORIGIN} ({error.reason}): run 'npm test', or 'npx emulator start' first.", 1)
    made = Workspace()
    yield made
    control("DELETE", f"/workspaces/{made.id}")


@pytest.fixture
def emulator(workspace, request):
    """The worker's workspace, which is after each test what it was before."""
    workspace.mark(request.node.nodeid)
    workspace.call("POST", "/snapshots", {"name": "before"})
    yield workspace
    workspace.call("POST", "/snapshots/before/restore")


@pytest.fixture
def shop(emulator):
    made = Shop(emulator.api_base, emulator.secret_key, emulator.webhook_secret)
    emulator.call("POST", "/webhook-endpoints", {"url": made.hook, "secret": emulator.webhook_secret})
    yield made
    made.close()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    """Says which test went wrong, so that `emulator exec` prints what happened in it."""
    report = (yield).get_result()
    if report.when == "call" and report.failed and "emulator" in item.funcargs:
        item.funcargs["emulator"].mark(item.nodeid, failed=True)
