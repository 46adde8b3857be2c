{% if call.is_idempotent -%}
# One key per request. To retry a request, send the same key.
KEY="$(date +%s)-$$-${RANDOM:-0}"
{% endif -%}
{% if let Some(body) = body -%}
curl -s {% if call.method != "post" %}-X {{ call.method|upper }} {% endif %}"$PTL_URL{{ call.path }}" \
  -H "X-API-Key: $PTL_KEY" \
  -H "Content-Type: application/json" \
{%- if call.is_idempotent %}
  -H "Idempotency-Key: $KEY" \
{%- endif %}
{%- for (name, value) in call.headers %}
  -H "{{ name }}: {{ value }}" \
{%- endfor %}
  --data @- <<END
{{ body }}
END
{%- else -%}
curl -s {% if call.method != "get" %}-X {{ call.method|upper }} {% endif %}"$PTL_URL{{ call.path }}" -H "X-API-Key: $PTL_KEY"
{%- for (name, value) in call.headers %} -H "{{ name }}: {{ value }}"{% endfor %}
{%- endif %}
