//! Products and prices.

use serde_json::{Value, json};

use super::form::Form;
use super::refusal::Refusal;
use super::state::{State, page};

pub(super) fn create_product(state: &mut State, form: &mut Form) -> Result<Value, Refusal> {
    let (id, name) = (form.take("id"), form.required("name")?);
    form.finish()?;
    if id.as_ref().is_some_and(|id| state.find("product", id).is_some()) {
        let exists = Refusal::invalid("id", "exists already");
        return Err(Refusal { code: Some("resource_already_exists"), ..exists });
    }
    Ok(state.add("prod", "product", &json!({"id": id, "name": name, "active": true})))
}

pub(super) fn create_price(state: &mut State, form: &mut Form) -> Result<Value, Refusal> {
    let (product, currency) = (form.required("product")?, form.required("currency")?);
    state.get("product", &product, 400)?;
    let unit_amount = form.number("unit_amount")?.ok_or_else(|| Refusal::missing("unit_amount"))?;
    let tax_behavior = form.take("tax_behavior");
    let (lookup_key, transfers) = (form.take("lookup_key"), form.flag("transfer_lookup_key")?);
    let metadata = form.map("metadata");
    let recurring = form.take("recurring[interval]");
    let mut options = json!({});
    options[&currency] = json!({"unit_amount": unit_amount, "tax_behavior": tax_behavior});
    for code in ["eur", "usd", "gbp"] {
        let name = format!("currency_options[{code}]");
        if let Some(amount) = form.number(&format!("{name}[unit_amount]"))? {
            let behavior = form.take(&format!("{name}[tax_behavior]"));
            options[code] = json!({"unit_amount": amount, "tax_behavior": behavior});
        }
    }
    form.finish()?;
    if let Some(key) = &lookup_key {
        take_key(state, key, transfers)?;
    }
    let recurring = recurring.map(|interval| json!({"interval": interval, "interval_count": 1}));
    let fields = json!({
        "product": product, "active": true, "currency": currency, "unit_amount": unit_amount,
        "tax_behavior": tax_behavior, "lookup_key": lookup_key, "metadata": metadata,
        "type": if recurring.is_some() { "recurring" } else { "one_time" },
        "recurring": recurring, "currency_options": options,
    });
    Ok(without_options(state.add("price", "price", &fields)))
}

/// A key names one price, even an archived one.
fn take_key(state: &mut State, key: &str, transfers: bool) -> Result<(), Refusal> {
    for price in state.with("price", "lookup_key", key) {
        if !transfers {
            return Err(Refusal::invalid("lookup_key", "names another price"));
        }
        let id = price["id"].as_str().unwrap_or_default();
        state.change("price", id, &json!({"lookup_key": null}));
    }
    Ok(())
}

pub(super) fn prices(state: &State, form: &mut Form) -> Result<Value, Refusal> {
    let (keys, limit) = (form.list("lookup_keys"), form.number("limit")?);
    let active = form.take("active").map(|text| text == "true");
    let expands = form.list("expand").iter().any(|field| field == "data.currency_options");
    form.finish()?;
    let is_wanted = |price: &Value| {
        let has_key = keys.is_empty() || keys.iter().any(|key| price["lookup_key"] == **key);
        has_key && active.is_none_or(|active| price["active"] == active)
    };
    let found = state.all("price").into_iter().filter(is_wanted);
    let found = found.map(|price| if expands { price } else { without_options(price) }).collect();
    Ok(page(found, None, limit))
}

/// Amounts in other currencies are sent only on request.
pub(super) fn without_options(mut price: Value) -> Value {
    if let Some(fields) = price.as_object_mut() {
        fields.remove("currency_options");
    }
    price
}
