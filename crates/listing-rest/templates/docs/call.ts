{% if call.has_photo -%}
import { readFile } from "node:fs/promises";

const photo = async (path: string) =>
  `data:image/jpeg;base64,${(await readFile(path)).toString("base64")}`;

{% endif -%}
{% if call.is_idempotent -%}
// One key per request. To retry a request, send the same key.
const key = crypto.randomUUID();
{% endif -%}
const response = await fetch(`${process.env.PTL_URL}{{ call.path }}`, {
  method: "{{ call.method|upper }}",
  headers: {
    "X-API-Key": process.env.PTL_KEY!,
{%- if call.is_idempotent %}
    "Idempotency-Key": key,
{%- endif %}
{%- for (name, value) in call.headers %}
    "{{ name }}": "{{ value }}",
{%- endfor %}
{%- if let Some(body) = body %}
    "Content-Type": "application/json",
  },
  body: JSON.stringify({{ body }}),
{%- else %}
  },
{%- endif %}
});
const answer = await response.json();
if (!response.ok) throw new Error(answer.message);
console.log(answer.data);

export {};
