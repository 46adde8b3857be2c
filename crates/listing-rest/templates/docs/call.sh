{% if let Some(body) = body -%}
curl -s "$PTL_URL{{ call.path }}" \
  -H "X-API-Key: $PTL_KEY" \
  -H "Content-Type: application/json" \
{%- for (name, value) in call.headers %}
  -H "{{ name }}: {{ value }}" \
{%- endfor %}
  --data @- <<END
{{ body }}
END
{%- else -%}
curl -s "$PTL_URL{{ call.path }}" -H "X-API-Key: $PTL_KEY"
{%- endif %}
