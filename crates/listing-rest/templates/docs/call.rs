{% if call.has_photo -%}
use base64::{Engine as _, prelude::BASE64_STANDARD};

{% endif -%}
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = std::env::var("PTL_URL")? + "{{ call.path }}";
{%- if call.has_photo %}
    let photo = BASE64_STANDARD.encode(std::fs::read("photo.jpg")?);
    let photo = format!("data:image/jpeg;base64,{photo}");
{%- endif %}
{%- if call.is_idempotent %}
    // One key per request. To retry a request, send the same key.
    let now = std::time::UNIX_EPOCH.elapsed()?;
    let key = format!("{}-{}", std::process::id(), now.as_nanos());
{%- endif %}
    let response = reqwest::blocking::Client::new()
        .{{ call.method }}(url)
        .header("X-API-Key", std::env::var("PTL_KEY")?)
{%- if call.is_idempotent %}
        .header("Idempotency-Key", key)
{%- endif %}
{%- for (name, value) in call.headers %}
        .header("{{ name }}", "{{ value }}")
{%- endfor %}
{%- if let Some(body) = body %}
        .json(&serde_json::json!({{ body }}))
{%- endif %}
        .send()?;
    let is_fine = response.status().is_success();
    let answer: serde_json::Value = response.json()?;
    if !is_fine {
        return Err(answer["message"].as_str().unwrap_or("no message").into());
    }
    println!("{:#}", answer["data"]);
    Ok(())
}
