"""Turns photos into eBay drafts: PTL_URL=… PTL_KEY=… python3 batch.py FOLDER drafts.csv

FOLDER has a folder for each item. Its name is the stock number, and it holds one to four JPEG photos.
"""
import base64, json, os, pathlib, sys, time, urllib.request

folder, target = map(pathlib.Path, sys.argv[1:])
headers = {"X-API-Key": os.environ["PTL_KEY"], "Content-Type": "application/json"}


def call(method, path, body=None, **more):
    data = body and json.dumps(body).encode()
    request = urllib.request.Request(os.environ["PTL_URL"] + path, data, headers | more, method=method)
    return urllib.request.urlopen(request).read()


def item(folder):
    photos = [base64.b64encode(file.read_bytes()).decode() for file in sorted(folder.glob("*.jpg"))]
    return {"sku": folder.name, "photos": [f"data:image/jpeg;base64,{photo}" for photo in photos]}


items = [item(path) for path in sorted(folder.iterdir()) if path.is_dir()]
request = {"platforms": ["ebay"], "language": "en", "items": items}
once = {"Idempotency-Key": f"batch-{folder.name}"}
batch = json.loads(call("POST", "/api/v1/batches", request, **once))["data"]
while batch["state"] == "running":
    time.sleep(1)
    batch = json.loads(call("GET", f"/api/v1/batches/{batch['id']}"))["data"]
first = batch["items"][0]["id"]
call("PATCH", f"/api/v1/generations/{first}", {"listings": [{"platform": "ebay", "price": 49}]})
target.write_bytes(call("GET", f"/api/v1/exports?format=ebay-us&batch={batch['id']}"))
