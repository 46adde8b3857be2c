"""A caller in Python: the package `generated` is made of the description by
openapi-python-client.
"""

import os
from datetime import datetime, timezone

from generated import AuthenticatedClient
from generated.api.listings import generate_listings, get_usage
from generated.models import (
    Error,
    GenerateRequest,
    GenerateResponse,
    PlanType,
    Platform,
    UsageResponse,
)


def client(key):
    # The key as it is, in the header that the description names.
    return AuthenticatedClient(
        base_url=os.environ["PTL_URL"], token=key, prefix="", auth_header_name="X-API-Key"
    )


def same(found, expected):
    if found != expected:
        raise SystemExit(f"{found!r} instead of {expected!r}")


def holds(is_true, about):
    if not is_true:
        raise SystemExit(f"this cannot be: {about!r}")


def listings(caller):
    wish = GenerateRequest(
        photos=[os.environ["PTL_PHOTO"]], platforms=[Platform.VINTED, Platform.EBAY]
    )
    answer = generate_listings.sync(client=caller, body=wish, idempotency_key="generated-1")
    holds(isinstance(answer, GenerateResponse), answer)
    same([listing.platform for listing in answer.data.listings], wish.platforms)
    for listing in answer.data.listings:
        texts = [listing.title, listing.description, listing.category, listing.condition]
        holds(all(isinstance(text, str) and text for text in texts), listing)
        holds(listing.price > 0, listing)
    same((answer.success, answer.usage.free_used), (True, 1))


def usage(caller):
    answer = get_usage.sync(client=caller)
    holds(isinstance(answer, UsageResponse), answer)
    seen = answer.data
    same((seen.plan_type, seen.free_used, seen.free_limit), (PlanType.FREE, 1, 3))
    same((seen.can_generate, seen.is_subscribed), (True, False))
    holds(seen.next_reset_date > datetime.now(timezone.utc), seen.next_reset_date)


def refusals(caller):
    five = GenerateRequest(photos=[os.environ["PTL_PHOTO"]] * 5, platforms=[Platform.VINTED])
    refused = generate_listings.sync_detailed(client=caller, body=five)
    holds(isinstance(refused.parsed, Error), refused.parsed)
    same((refused.status_code, refused.parsed.status_code), (400, 400))
    holds("photos" in refused.parsed.message, refused.parsed.message)
    unknown = get_usage.sync(client=client("ptl_" + "0" * 64))
    holds(isinstance(unknown, Error), unknown)
    same(unknown.status_code, 401)
    holds("X-API-Key" in unknown.message, unknown.message)


caller = client(os.environ["PTL_KEY"])
listings(caller)
usage(caller)
refusals(caller)
print("4 calls")
