"""A receiver of webhooks in Python: the package `standardwebhooks` verifies each message.

It creates a webhook, requests a test and a batch, and ends once both messages are verified.
"""

import json
import os
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

from standardwebhooks import Webhook, WebhookVerificationError


def call(path, body=None):
    headers = {"X-API-Key": os.environ["PTL_KEY"], "Content-Type": "application/json"}
    data = json.dumps(body or {}).encode()
    request = urllib.request.Request(os.environ["PTL_URL"] + path, data, headers, method="POST")
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["data"]


received = []


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        received.append((body, {name.lower(): value for name, value in self.headers.items()}))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *args):
        pass


def refuses(verifier, body, headers):
    try:
        verifier.verify(body, headers)
    except WebhookVerificationError:
        return
    raise SystemExit("a forged message was accepted")


server = HTTPServer(("127.0.0.1", 0), Receiver)
server.timeout = 30
created = call("/api/v1/webhooks", {"url": f"http://127.0.0.1:{server.server_port}/hooks"})
item = {"photos": [os.environ["PTL_PHOTO"]]}
batch = call("/api/v1/batches", {"platforms": ["ebay"], "items": [item]})
while len(received) < 1:
    server.handle_request()
rotated = call(f"/api/v1/webhooks/{created['id']}/rotate")
call(f"/api/v1/webhooks/{created['id']}/test")
while len(received) < 2:
    server.handle_request()

former, new = Webhook(created["secret"]), Webhook(rotated["secret"])
(finished, finished_headers), (test, test_headers) = received
message = former.verify(finished, finished_headers)
if (message["type"], message["data"]["id"]) != ("batch.finished", batch["id"]):
    raise SystemExit(f"an unexpected message: {message}")
refuses(new, finished, finished_headers)
refuses(former, finished.replace(b"finished", b"canceled"), finished_headers)
for verifier in (former, new):
    if verifier.verify(test, test_headers)["type"] != "webhook.test":
        raise SystemExit("the test has another type")
print("2 messages verified")
