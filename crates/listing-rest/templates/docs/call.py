{% if body.is_some() -%}
import base64
{% endif -%}
import os

import requests
{% if body.is_some() %}

def photo(path):
    with open(path, "rb") as file:
        return "data:image/jpeg;base64," + base64.b64encode(file.read()).decode()

{% endif %}
response = requests.{{ call.method }}(
    os.environ["PTL_URL"] + "{{ call.path }}",
    headers={
        "X-API-Key": os.environ["PTL_KEY"],
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
