{% if call.has_photo -%}
import base64
{% endif -%}
import os
{%- if call.is_idempotent %}
import uuid
{%- endif %}

import requests
{% if call.has_photo %}

def photo(path):
    with open(path, "rb") as file:
        return "data:image/jpeg;base64," + base64.b64encode(file.read()).decode()

{% endif %}
{% if call.is_idempotent -%}
# One key per request. To retry a request, send the same key.
key = str(uuid.uuid4())
{% endif -%}
response = requests.{{ call.method }}(
    os.environ["PTL_URL"] + "{{ call.path }}",
    headers={
        "X-API-Key": os.environ["PTL_KEY"],
{%- if call.is_idempotent %}
        "Idempotency-Key": key,
{%- endif %}
{%- for (name, value) in call.headers %}
        "{{ name }}": "{{ value }}",
{%- endfor %}
    },
{%- if let Some(body) = body %}
    json={{ body }},
{%- endif %}
    timeout=120,
)
answer = response.json()
if not response.ok:
    raise SystemExit(answer["message"])
print(answer["data"])
