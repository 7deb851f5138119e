// Bugs that people write, planted into the shop in Python.

/** @type {readonly import('../mutations.js').Planted[]} */
export const ofPython = [
  {
    rule: 'webhook/race-with-answer',
    bug: 'a refund that nobody has written down yet is taken for one of the dashboard, which is none of its business',
    search: '        refunded = payment.get("total_refunded") or 0\n',
    replace: '        refunded = min(payment.get("total_refunded") or 0, ASKED.get(transaction_id, 0))\n',
    also: {
      search: '{"amount": body["amount"]}, key)\n    return order\n',
      replace:
        '{"amount": body["amount"]}, key)\n    id = order["transaction_id"]\n    ASKED[id] = ASKED.get(id, 0) + body["amount"]\n    return order\n\n\nASKED = {}\n',
    },
  },
  {
    rule: 'webhook/retry-ignored',
    bug: 'the ids of events are remembered before anything is done for them',
    search: '    data = event["data"]\n    try:\n',
    replace:
      '    data = event["data"]\n    if event["id"] in SEEN:\n        return 200\n    SEEN.add(event["id"])\n    try:\n',
    also: { search: 'def receive(header, body):\n', replace: 'SEEN = set()\n\n\ndef receive(header, body):\n' },
  },
  {
    rule: 'webhook/slow',
    bug: 'a letter is sent to the seller before the event is acknowledged',
    search:
      '        elif event["type"].startswith("payout.") and table.get("payout", data.get("reference_id")) is not None:\n',
    replace:
      '        elif event["type"].startswith("payout.") and table.get("payout", data.get("reference_id")) is not None:\n            time.sleep(5.8 if event["type"] == "payout.failed" else 0)\n',
  },
  {
    rule: 'webhook/lost-update',
    bug: 'a refund is added to what the record said before the payment was read',
    search: '                refresh(order["id"], data["transaction_id"])\n',
    replace:
      '                refresh(order["id"], data["transaction_id"])\n                if event["type"] == "payment.refunded":\n                    given = min(order["refunded"] + data["refunded_amount"], data["total_refunded"])\n                    change("order", order["id"], refunded=given)\n',
  },
  {
    rule: 'async/fulfilled-on-redirect',
    bug: 'what was paid on a page waits for the browser to come back',
    search: '            if order is not None:\n                refresh',
    replace: '            if order is not None and "session_id" not in order:\n                refresh',
    also: {
      search: '        payment = payment_of(order) if order["status"] == "pending" else None\n',
      replace: '        payment = order.get("transaction_id") if order["status"] == "pending" else None\n',
    },
  },
  {
    rule: 'request/deprecated',
    bug: 'the events that are subscribed to are those of the first day',
    search: 'json.dumps({"url": f"{url}/hook", "secret": SECRET})',
    replace:
      'json.dumps({"url": f"{url}/hook", "secret": SECRET, "events": ["payment.completed", "payment.failed", "payment.refunded", "payment.disputed", "payout.paid", "payout.failed", "payout.returned"]})',
  },
  {
    rule: 'async/paid-twice',
    bug: 'each buyer has a second page, to send to somebody who pays',
    search: '    made = call("POST", "/checkout-sessions", asked,',
    replace:
      '    call("POST", "/checkout-sessions", asked, f"friend-{order[\'id\']}")\n    made = call("POST", "/checkout-sessions", asked,',
  },
  {
    rule: 'request/error-taken-for-missing',
    bug: 'whatever is refused when a buyer is looked up, there is none',
    search: '    reference = f"{order_id}.{order[\'attempts\']}"\n',
    replace:
      '    try:\n        known = [each["email"] for each in call("GET", "/customers?limit=100")["data"]]\n    except Refused:\n        known = []\n    if order["email"] not in known:\n        call("POST", "/customers", {"email": order["email"]})\n    reference = f"{order_id}.{order[\'attempts\']}"\n',
  },
];
