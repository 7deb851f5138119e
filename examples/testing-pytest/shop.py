"""The application under test: it charges a card for an order, and believes in the payment when a signed webhook tells of
it. It needs nothing but the standard library, and knows nothing of the emulator but addresses and keys."""

import hashlib
import hmac
import json
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread


class Shop:
    def __init__(self, api_base, secret_key, webhook_secret):
        self.api_base, self.secret_key, self.webhook_secret = api_base, secret_key, webhook_secret
        self.orders, self.transactions, self.seen, self.lock = [], {}, set(), Lock()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), receiver_of(self))
        #: Where webhooks go.
        self.hook = f"http://127.0.0.1:{self.server.server_port}/hook"
        Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def order(self, amount, number="4000056655665556"):
        """Charges a card, in cents. The order is pending until the webhook has come, or failed with the reason."""
        _, token = self.call("/tokens", {"number": number, "exp_month": "12", "exp_year": "2030"})
        order = {"number": len(self.orders) + 1, "status": "pending", "mails": 0}
        self.orders.append(order)
        body = {"payment_token": token["data"]["token"], "amount": amount, "reference_id": f"order-{order['number']}"}
        status, answer = self.call("/charges", body)
        if status == 201:
            with self.lock:
                self.transactions[answer["data"]["id"]] = order
        else:
            order.update(status="failed", reason=answer["code"])
        return order

    def call(self, path, body):
        """Calls the merchant API; gives status and answer, also of a refusal."""
        headers = {"Authorization": f"Bearer {self.secret_key}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.api_base + path, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refusal:
            return refusal.code, json.load(refusal)

    def receive(self, event):
        # A webhook may come twice.
        with self.lock:
            if event["id"] in self.seen:
                return
            self.seen.add(event["id"])
            order = self.transactions.get(event["data"].get("transaction_id"))
            if order is not None and event["type"] == "payment.completed":
                order.update(status="paid", mails=order["mails"] + 1)
            if order is not None and event["type"] == "payment.disputed":
                order["status"] = "disputed"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def receiver_of(shop):
    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            good = is_signed(self.headers["Service-Signature"] or "", body, shop.webhook_secret)
            if good:
                shop.receive(json.loads(body))
            self.send_response(204 if good else 401)
            self.end_headers()

        def log_message(self, *_):
            pass

    return Receiver


def is_signed(header, body, secret, tolerance=300):
    """Whether a webhook's raw body was signed with the secret, at most so many seconds ago."""
    pairs = [pair.strip().partition("=") for pair in header.split(",")]
    t = next((value for key, _, value in pairs if key == "t"), "")
    if not t.isdigit() or abs(time.time() - int(t)) > tolerance:
        return False
    wanted = hmac.new(secret.encode(), t.encode() + b"." + body, hashlib.sha256).hexdigest()
    return any(key == "v1" and hmac.compare_digest(value.encode(), wanted.encode()) for key, _, value in pairs)
