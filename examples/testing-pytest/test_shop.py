def test_an_order_is_paid_when_the_webhook_says_so(emulator, shop):
    order = shop.order(4200)
    assert order["status"] == "pending"
    emulator.advance("2s")
    assert order["status"] == "paid"
    emulator.expect("requested", "POST /charges", amount=4200, reference_id="order-1")
    emulator.expect("delivered", "payment.completed", amount=4200)


def test_a_declined_card_is_told_to_the_buyer(shop):
    order = shop.order(4200, "4000000000009995")
    assert (order["status"], order["reason"]) == ("failed", "insufficient_funds")


def test_a_webhook_that_comes_twice_counts_once(emulator, shop):
    emulator.call("POST", "/faults", {"on": "delivery", "kind": "duplicate", "times": 1})
    order = shop.order(4200)
    emulator.settle()
    assert (order["status"], order["mails"]) == ("paid", 1)


def test_a_webhook_with_a_wrong_signature_is_not_believed(emulator, shop):
    emulator.call("POST", "/faults", {"on": "delivery", "kind": "bad_signature", "times": 1})
    order = shop.order(4200)
    emulator.advance("2s")
    assert order["status"] == "pending"
    emulator.advance("5m")  # when the service tries again
    assert order["status"] == "paid"


def test_a_dispute_weeks_later_is_noticed(emulator, shop):
    order = shop.order(4200)
    emulator.advance("3w")
    paid = emulator.events("payment.completed")[0]["data"]["transaction_id"]
    emulator.trigger("payment.disputed", id=paid)
    emulator.settle()
    assert order["status"] == "disputed"
