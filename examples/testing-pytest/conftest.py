"""The shop under test, beside what `emulator.py` has for every project."""

import pytest
from emulator import emulator, origin, pytest_runtest_makereport  # noqa: F401
from shop import Shop


@pytest.fixture
def shop(emulator):
    made = Shop(emulator.api_base, emulator.secret_key, emulator.webhook_secret)
    emulator.call("POST", "/webhook-endpoints", {"url": made.hook, "secret": emulator.webhook_secret})
    yield made
    made.close()
