"""The emulator in pytest: that of `emulator exec`, or one of its own; a workspace for each test, and a marker with its name."""

import json
import os
import shlex
import subprocess
import urllib.error
import urllib.request

import pytest

# Where the record is if tests fail: `emulator exec` says it where it leaves one; an emulator of these tests leaves its own.
RECORD = os.environ.get("EMULATOR_RECORD_FILE", "" if "EMULATOR_URL" in os.environ else "run.html")


def control(origin, method, path, body=None):
    """Calls the control API and gives the `data` of its answer."""
    return json.loads(call(f"{origin}/_emulator{path}", method, body))["data"]


def call(url, method, body=None, headers=None):
    """Gives the answer to a call as it is."""
    data = None if body is None else json.dumps(body).encode()
    headers = (headers or {}) | ({} if body is None else {"Content-Type": "application/json"})
    request = urllib.request.Request(url, data, headers, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.read()
    except urllib.error.HTTPError as refusal:
        raise AssertionError(f"{method} {url}: {json.load(refusal)['error']}") from None


class Workspace:
    """Data, keys and a clock that nobody else has. Its clock stands still until `advance`."""

    def __init__(self, origin):
        self.origin = origin
        made = control(origin, "POST", "/workspaces", {})
        self.id, self.api_base, self.webhook_secret = made["id"], made["api_base"], made["webhook_secret"]
        self.secret_key = made["keys"]["secret"]["test"]
        self.call("POST", "/clock", {"mode": "frozen"})

    def call(self, method, path, body=None):
        return control(self.origin, method, f"{path}{'&' if '?' in path else '?'}workspace={self.id}", body)

    def api(self, method, path, body=None):
        """Calls the merchant API with the workspace's secret key and gives the `data` of its answer."""
        return json.loads(call(self.api_base + path, method, body, {"Authorization": f"Bearer {self.secret_key}"}))["data"]

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
def origin(request):
    """Where the emulator is: `emulator exec` says it; without it one is started for these tests, and stopped after them."""
    if "EMULATOR_URL" in os.environ:
        yield os.environ["EMULATOR_URL"]
        return
    command = ["npx", "emulator", "start", "--ephemeral", "--no-tui", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as started:
        ready = started.stdout.readline().split()
        if ready[:1] != ["ready"]:
            pytest.exit("The emulator did not start: is payments-emulator installed here?", 1)
        yield ready[1]
        if request.session.testsfailed:
            with open(RECORD, "wb") as file:
                file.write(call(f"{ready[1]}/_emulator/record", "POST", {}))
        control(ready[1], "POST", "/shutdown")


@pytest.fixture
def emulator(origin, request):
    """A workspace of its own: tests may run at once, and `emulator exec --audit` judges them all."""
    workspace = Workspace(origin)
    workspace.mark(request.node.nodeid)
    yield workspace
    workspace.call("DELETE", f"/workspaces/{workspace.id}")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    """Says which test went wrong, so that a report and a record know it; and how to go back to just before it."""
    report = (yield).get_result()
    if report.when != "teardown" and report.failed and "emulator" in item.funcargs:
        item.funcargs["emulator"].mark(item.nodeid, failed=True)
        if RECORD:
            back = f"npx payments-emulator start --ephemeral --from {shlex.quote(RECORD)} --at {shlex.quote(item.nodeid)}"
            report.sections.append(("Just before it in the record of the emulator", back))
