//! Implements `ptl history`.

use anyhow::anyhow;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use listing_domain::account::Email;
use listing_domain::generation::{Generation, GenerationFilter};
use listing_domain::ids::GenerationId;
use listing_domain::photo::Thumbnail;
use serde_json::{Value, json};

use super::{Failure, print};
use crate::compose;
use crate::settings::Settings;

/// Lists an account's generations, newest first.
pub async fn list(settings: &Settings, email: &Email, limit: u32, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(email).await?;
    let found = storage.generations.list_in_full(account.id, &GenerationFilter::default(), None, limit).await;
    let found = found.map_err(|error| Failure::Failed(error.into()))?;
    if json {
        let mut listed = Vec::with_capacity(found.len());
        for generation in &found {
            let picture = storage.generations.thumbnail(account.id, generation.id).await;
            let picture = picture.map_err(|error| Failure::Failed(error.into()))?;
            listed.push(as_json(generation, picture.as_ref()));
        }
        print::line(&Value::from(listed).to_string())?;
    } else {
        for generation in &found {
            print::line(&as_text(generation))?;
        }
    }
    Ok(())
}

/// Deletes a generation; its charge stays in the ledger.
pub async fn delete(settings: &Settings, email: &Email, id: GenerationId, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(email).await?;
    let deleted = storage.generations.delete(account.id, id).await;
    if !deleted.map_err(|error| Failure::Failed(error.into()))? {
        return Err(anyhow!("the account {email} has no generation {id}").into());
    }
    print::value_or_text(json, &json!({ "id": id.to_string(), "deleted": true }), || {
        format!("{id} deleted")
    })?;
    Ok(())
}

fn as_json(generation: &Generation, picture: Option<&Thumbnail>) -> Value {
    let options = &generation.options;
    let thumbnail = |it: &Thumbnail| format!("data:image/jpeg;base64,{}", STANDARD.encode(it.as_jpeg()));
    json!({
        "id": generation.id.to_string(),
        "createdAt": generation.created_at.to_string(),
        "platforms": options.platforms.as_slice().iter().map(|platform| platform.code()).collect::<Vec<_>>(),
        "language": options.language.code(),
        "tone": options.tone.code(),
        "quality": options.quality.code(),
        "data": data(generation),
        "thumbnail": picture.map(thumbnail),
    })
}

fn as_text(generation: &Generation) -> String {
    let Generation { id, created_at, options, .. } = generation;
    let codes: Vec<&str> = options.platforms.as_slice().iter().map(|platform| platform.code()).collect();
    let title = data(generation)["listings"][0]["title"].as_str().unwrap_or_default().to_owned();
    format!("{created_at:.0}  {id}  {}  {title}", codes.join(","))
}

fn data(generation: &Generation) -> Value {
    serde_json::from_slice(generation.data.as_bytes()).unwrap_or_default()
}
