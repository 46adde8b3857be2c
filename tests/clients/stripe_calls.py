"""A seller's calls with the package `stripe`, as the service makes them, against the fake of Stripe.

Each answer may only have fields that the package's classes declare. Then the package verifies an event that the fake
signed, and signs one for the service.
"""

import os
import time
import urllib.error
import urllib.request

import stripe

SECRET = os.environ["WEBHOOK_SECRET"]
METADATA = {"ptl_account": "00000000-0000-4000-8000-000000000007", "ptl_product": "pack"}
client = stripe.StripeClient(
    os.environ["STRIPE_KEY"],
    stripe_version="2026-10-28.endive",
    base_addresses={"api": os.environ["FAKE_URL"]},
).v1
fields = 0


def declared(kind):
    """The fields that a class and its bases declare."""
    return {name for base in kind.__mro__ for name in vars(base).get("__annotations__", {})}


def checked(value, at):
    """Fails for a field that the package does not declare."""
    global fields
    if isinstance(value, list):
        for item in value:
            checked(item, at)
    elif isinstance(value, stripe.StripeObject):
        # The names of metadata are free, and those of amounts are currencies.
        is_map = type(value) is stripe.StripeObject or at.endswith(".currency_options")
        at = at if is_map else type(value).__qualname__
        names = declared(type(value)) | {"object"}
        for name, inner in value.to_dict(recursive=False).items():
            if not is_map:
                fields += 1
                assert name in names, f"{at} has no field {name}"
            checked(inner, f"{at}.{name}")
    return value


def refuses(call, code):
    try:
        call()
    except stripe.InvalidRequestError as error:
        assert error.code == code, f"refused as {error.code}"
    else:
        raise SystemExit("an invalid request was accepted")


def sell(mode, price):
    of_mode = (
        {"payment_intent_data": {"metadata": METADATA}, "customer_creation": "always"}
        if mode == "payment"
        else {"subscription_data": {"metadata": METADATA}}
    )
    session = client.checkout.sessions.create(
        {
            "mode": mode,
            "line_items": [{"price": price, "quantity": 1}],
            "currency": "usd",
            "success_url": "https://listing.example/account/purchases/1",
            "cancel_url": "https://listing.example/pricing",
            "locale": "fr",
            "adaptive_pricing": {"enabled": False},
            "metadata": METADATA,
            **of_mode,
        }
    )
    checked(session, "session")
    try:
        urllib.request.build_opener(NoRedirect).open(urllib.request.Request(session.url + "/pay", b""))
    except urllib.error.HTTPError as redirect:
        assert redirect.headers["location"] == session.success_url
    return checked(client.checkout.sessions.retrieve(session.id), "session")


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args):
        return None


def buy():
    product = checked(client.products.create({"id": "ptl_python", "name": "Pack"}), "product")
    common = {"product": product.id, "currency": "eur", "metadata": METADATA}
    options = {"usd": {"unit_amount": 990, "tax_behavior": "exclusive"}}
    pack = {"lookup_key": "python_pack", "unit_amount": 900, "currency_options": options}
    plan = {"lookup_key": "python_plan", "unit_amount": 1_900, "currency_options": options}
    pack = checked(client.prices.create({**common, **pack}), "price")
    plan = checked(client.prices.create({**common, **plan, "recurring": {"interval": "month"}}), "price")
    query = {"lookup_keys": ["python_pack"], "active": True, "expand": ["data.currency_options"]}
    (listed,) = checked(client.prices.list(query), "prices").data
    assert listed.currency_options["usd"].unit_amount == 990
    refuses(lambda: client.products.retrieve("none"), "resource_missing")
    return sell("payment", pack.id), sell("subscription", plan.id)


def read(pack, plan):
    checked(client.payment_intents.retrieve(pack.payment_intent), "payment")
    of_payment = {"payment_intent": pack.payment_intent}
    assert len(checked(client.checkout.sessions.list(of_payment), "sessions").data) == 1
    checked(client.refunds.create({**of_payment, "reason": "requested_by_customer"}), "refund")
    refuses(lambda: client.refunds.create(of_payment), "charge_already_refunded")
    assert len(checked(client.refunds.list({**of_payment, "limit": 100}), "refunds").data) == 1
    assert checked(client.disputes.list(of_payment), "disputes").data == []
    subscription = checked(client.subscriptions.retrieve(plan.subscription), "subscription")
    query = {"invoice": subscription.latest_invoice, "status": "paid", "expand": ["data.invoice"]}
    (link,) = checked(client.invoice_payments.list(query), "links").data
    assert link.invoice.parent.subscription_details.subscription == subscription.id
    checked(client.subscriptions.update(subscription.id, {"cancel_at_period_end": True}), "subscription")
    portal = {"customer": plan.customer, "return_url": "https://listing.example/account/purchases"}
    checked(client.billing_portal.sessions.create(portal), "portal")
    types = ["checkout.session.completed", "customer.subscription.updated", "refund.created"]
    events = client.events.list({"types": types, "delivery_success": False, "limit": 2})
    found = {checked(event, "event").type for event in events.auto_paging_iter()}
    assert found == set(types), found


def status_of(body, header):
    headers = {"stripe-signature": header, "content-type": "application/json"}
    request = urllib.request.Request(os.environ["PTL_URL"] + "/billing/events", body.encode(), headers)
    try:
        return urllib.request.urlopen(request).status
    except urllib.error.HTTPError as error:
        return error.code


def signed(body, secret, at):
    return f"t={at},v1={stripe.WebhookSignature._compute_signature(f'{at}.{body}', secret)}"


def deliver():
    body, header = os.environ["FAKE_BODY"], os.environ["FAKE_HEADER"]
    checked(stripe.Webhook.construct_event(body, header, SECRET), "event")
    for forged, secret in [(body, "whsec_other"), (body.replace("evt_", "evt_x"), SECRET)]:
        try:
            stripe.Webhook.construct_event(forged, header, secret)
        except stripe.SignatureVerificationError:
            continue
        raise SystemExit("the package accepts a forged event")
    now = int(time.time())
    for secret, at, status in [(SECRET, now, 200), ("whsec_other", now, 400), (SECRET, now - 400, 400)]:
        assert status_of(body, signed(body, secret, at)) == status, (secret, at)


pack, plan = buy()
read(pack, plan)
deliver()
print(f"{fields} fields")
