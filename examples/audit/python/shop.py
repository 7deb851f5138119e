"""The same shop in Python, with nothing but the standard library: SQLite, a threading server, urllib."""

import hashlib
import hmac
import json
import os
import sqlite3
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

EMULATOR = os.environ.get("EMULATOR_URL", "http://127.0.0.1:4747")
KEY = os.environ.get("EMULATOR_SECRET_KEY", "sk_test_demo")
SECRET = os.environ.get("EMULATOR_WEBHOOK_SECRET", "whsec_demo")
DATA = os.environ.get("SHOP_DATA", os.path.join(tempfile.gettempdir(), "audit-python"))
FOLDER = f"{DATA}-{urllib.parse.urlparse(EMULATOR).port}"
CURRENCY = "USD"
PRICES = {"mug": 2400, "tea": 1150, "pot": 6300}


class Refused(Exception):
    def __init__(self, status, body):
        super().__init__(f"{status} {body.get('code') or body.get('type')}")
        self.status, self.code = status, body.get("code")


def once(method, path, body, key):
    """One attempt: the status, the answer and how long to wait; a status of None is no answer at all."""
    headers = {"authorization": f"Bearer {KEY}", "content-type": "application/json"}
    if key:
        headers["idempotency-key"] = key
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{EMULATOR}/api/v1{path}", data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=15) as response:
            return response.status, json.load(response), 0
    except urllib.error.HTTPError as error:
        return error.code, json.load(error), float(error.headers.get("retry-after") or 0.25)
    except (OSError, ValueError):
        return None, {}, 0.25


def call(method, path, body=None, key=None):
    """Repeats a call as it was until the platform has said what became of it."""
    end = time.monotonic() + 30
    while True:
        status, answer, wait = once(method, path, body, key)
        if status is not None and status < 300:
            return answer
        is_open = status in (None, 429, 503) or answer.get("code") == "request_in_progress"
        if not is_open or time.monotonic() > end:
            raise Refused(status, answer)
        time.sleep(wait)


def every(path):
    after = ""
    while True:
        page = call("GET", f"{path}?limit=50{after}")
        yield from page["data"]
        if not page["has_more"]:
            return
        after = f"&starting_after={page['data'][-1]['id']}"


class Table:
    """Records as JSON by their id, each changed under its own lock."""

    def __init__(self):
        self.path = os.path.join(FOLDER, "shop.db")
        self.local = threading.local()
        self.locks, self.guard = {}, threading.Lock()

    def db(self):
        if not hasattr(self.local, "db"):
            self.local.db = sqlite3.connect(self.path, timeout=20, isolation_level=None)
            self.local.db.execute("create table if not exists records (kind text, id text, value text, primary key (kind, id))")
        return self.local.db

    def lock(self, id):
        with self.guard:
            return self.locks.setdefault(id, threading.RLock())

    def get(self, kind, id):
        row = self.db().execute("select value from records where kind = ? and id = ?", (kind, id)).fetchone()
        return None if row is None else json.loads(row[0])

    def put(self, kind, record):
        self.db().execute("insert or replace into records values (?, ?, ?)", (kind, record["id"], json.dumps(record)))
        return record

    def all(self, kind):
        rows = self.db().execute("select value from records where kind = ? order by id", (kind,)).fetchall()
        return [json.loads(value) for (value,) in rows]


table = Table()


def change(kind, id, **fields):
    with table.lock(id):
        return table.put(kind, {**table.get(kind, id), **fields})


def charge(order_id, token):
    with table.lock(order_id):
        order = table.get("order", order_id)
        order = change("order", order_id, attempts=order["attempts"] + 1, status="pending")
    reference = f"{order_id}.{order['attempts']}"
    body = {"payment_token": token, "amount": order["total"], "currency": CURRENCY, "email": order["email"]}
    try:
        made = call("POST", "/charges", {**body, "reference_id": reference, "metadata": {"order": order_id}}, reference)
        return change("order", order_id, transaction_id=made["data"]["id"])
    except Refused as refusal:
        if refusal.status != 402:
            raise
        return change("order", order_id, status="declined")


def place(body):
    id, sku, quantity = f"order-{body['cart']}", body["sku"], body["quantity"]
    order = {"id": id, "sku": sku, "quantity": quantity, "email": body["email"], "total": PRICES[sku] * quantity}
    return table.put("order", {**order, "status": "pending", "attempts": 0, "refunded": 0})


def open_session(body):
    order = place(body)
    line = {"product_id": table.get("product", order["sku"])["product_id"], "quantity": order["quantity"]}
    asked = {"line_items": [line], "success_url": "http://127.0.0.1/thanks", "metadata": {"order": order["id"]}}
    made = call("POST", "/checkout-sessions", asked, f"session-{order['id']}")
    return change("order", order["id"], session_id=made["data"]["id"])


def fulfil(order, payment):
    if payment["amount"] != order["total"] or payment["currency"] != CURRENCY:
        change("order", order["id"], status="underpaid")
        return
    if order["status"] == "pending":
        change("order", order["id"], status="paid")
    if "session_id" not in order:
        product_id = table.get("product", order["sku"])["product_id"]
        call("POST", "/inventory/adjust", {"product_id": product_id, "delta": -order["quantity"]}, f"take-{order['id']}")
    try:
        call("POST", "/fulfillments", {"transaction_id": payment["id"]}, f"send-{order['id']}")
    except Refused as refusal:
        if refusal.code != "already_fulfilled":
            raise
    change("order", order["id"], fulfilled=True)


def refresh(order_id, transaction_id):
    """Makes an order what its payment is at present."""
    with table.lock(order_id):
        payment = call("GET", f"/transactions/{transaction_id}")["data"]
        refunded = payment.get("total_refunded") or 0
        order = change("order", order_id, transaction_id=transaction_id, refunded=refunded)
        if payment["status"] in ("settled", "partially_refunded") and not order.get("fulfilled"):
            fulfil(order, payment)
        elif payment["status"] in ("disputed", "refunded"):
            change("order", order_id, status=payment["status"])
        elif payment["status"] in ("failed", "voided") and order["status"] == "pending":
            change("order", order_id, status="failed")


def refresh_payout(id, payout_id):
    with table.lock(id):
        payout = call("GET", f"/payouts/{payout_id}")["data"]
        change("payout", id, status="returned" if payout["returned"] else payout["status"])


def refund(body):
    with table.lock(body["id"]):
        order = table.get("order", body["id"])
        order = change("order", order["id"], asked=order.get("asked", 0) + 1)
    key = f"refund-{order['id']}-{order['asked']}"
    call("POST", f"/transactions/{order['transaction_id']}/refund", {"amount": body["amount"]}, key)
    return order


def pay_out(body):
    id = f"seller-{body['seller']}"
    table.put("payout", {"id": id, "amount": body["amount"], "status": "asked"})
    person = {"email": f"{body['seller']}@example.com", "first_name": body["seller"], "last_name": "Seller"}
    customer = call("POST", "/customers", person, f"person-{id}")["data"]
    to = {"customer_id": customer["id"], "bank_account": body["account"], "metadata": {"seller": body["seller"]}}
    sent = {"amount": body["amount"], "currency": CURRENCY, **to, "reference_id": id}
    made = call("POST", "/payouts", sent, id)["data"]
    with table.lock(id):
        known = table.get("payout", id)["status"]
        return change("payout", id, payout_id=made["id"], status=made["status"] if known == "asked" else known)


def payment_of(order):
    if "session_id" not in order:
        return order.get("transaction_id")
    return call("GET", f"/checkout-sessions/{order['session_id']}")["data"]["transaction_id"]


def come_back(body):
    order = table.get("order", body["id"])
    payment = payment_of(order)
    if payment is not None:
        refresh(order["id"], payment)
    return table.get("order", order["id"])


def reconcile(_body):
    for order in table.all("order"):
        payment = payment_of(order) if order["status"] == "pending" else None
        if payment is not None:
            refresh(order["id"], payment)
    for payout in table.all("payout"):
        if payout["status"] == "pending":
            refresh_payout(payout["id"], payout["payout_id"])
    return {}


def report():
    return {"payments": sum(1 for payment in every("/transactions") if payment["status"] != "failed")}


def state():
    named = lambda kind: {record["id"]: record for record in table.all(kind)}
    return {"orders": named("order"), "payouts": named("payout")}


def is_signed(header, body):
    parts = dict(pair.strip().partition("=")[::2] for pair in header.split(","))
    t = parts.get("t", "")
    if not t.isdigit() or abs(time.time() - int(t)) > 300:
        return False
    wanted = hmac.new(SECRET.encode(), t.encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(parts.get("v1", "").encode(), wanted.encode())


def receive(header, body):
    if not is_signed(header, body):
        return 401
    event = json.loads(body)
    data = event["data"]
    try:
        if event["type"].startswith("payment."):
            order = table.get("order", (data.get("metadata") or {}).get("order"))
            order = order or next((each for each in table.all("order") if each.get("transaction_id") == data["transaction_id"]), None)
            if order is not None:
                refresh(order["id"], data["transaction_id"])
        elif event["type"].startswith("payout.") and table.get("payout", data.get("reference_id")) is not None:
            refresh_payout(data["reference_id"], data["id"])
        return 200
    except Exception as error:
        print(f"{event['type']}: {error}", file=sys.stderr)
        return 500


ROUTES = {
    "/orders": lambda body: charge(place(body)["id"], body["token"]),
    "/orders/pay": lambda body: charge(body["id"], body["token"]),
    "/orders/session": open_session,
    "/orders/refund": refund,
    "/payouts": pay_out,
    "/thanks": come_back,
    "/reconcile": reconcile,
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, value=None):
        body = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer(200, report() if self.path == "/report" else state())

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self.path == "/hook":
            self.answer(receive(self.headers.get("service-signature", ""), body))
            return
        try:
            self.answer(200, ROUTES[self.path](json.loads(body or b"{}")))
        except Exception as error:
            self.answer(502, {"error": str(error)})


def main():
    os.makedirs(FOLDER, exist_ok=True)
    for sku, price in PRICES.items():
        product = {"sku": sku, "name": f"A {sku}", "price": price, "currency": CURRENCY}
        stock = {"track_inventory": True, "stock_quantity": 40}
        made = call("POST", "/products", {**product, **stock}, f"product-{sku}")
        table.put("product", {"id": sku, "product_id": made["data"]["id"]})
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "0"))), Handler)
    server.daemon_threads = True
    url = f"http://127.0.0.1:{server.server_port}"
    endpoint = json.dumps({"url": f"{url}/hook", "secret": SECRET}).encode()
    asked = urllib.request.Request(
        f"{EMULATOR}/_emulator/webhook-endpoints", endpoint, {"content-type": "application/json"}
    )
    urllib.request.urlopen(asked, timeout=10).close()
    print(f"shop {url}", flush=True)
    server.serve_forever()


if sys.argv[1:] == ["state"]:
    print(json.dumps(state()))
else:
    main()
