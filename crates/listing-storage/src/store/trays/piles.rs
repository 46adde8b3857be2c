//! Serializes piles.

use listing_domain::notes::Notes;
use listing_domain::ports::BoxError;
use listing_domain::sku::Sku;
use listing_domain::tray::{Pile, PileText};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Stored {
    photos: Vec<String>,
    notes: Option<String>,
    sku: Option<String>,
    is_arranged: bool,
}

pub(super) fn to_json(piles: &[Pile]) -> serde_json::Result<Vec<u8>> {
    let stored = |pile: &Pile| Stored {
        photos: pile.photos().iter().map(ToString::to_string).collect(),
        notes: pile.text().notes.as_ref().map(|notes| notes.as_str().to_owned()),
        sku: pile.text().sku.as_ref().map(Sku::to_string),
        is_arranged: pile.is_arranged(),
    };
    serde_json::to_vec(&piles.iter().map(stored).collect::<Vec<_>>())
}

pub(super) fn from_json(json: &[u8]) -> Result<Vec<Pile>, BoxError> {
    let stored: Vec<Stored> = serde_json::from_slice(json)?;
    stored.into_iter().map(pile).collect()
}

fn pile(stored: Stored) -> Result<Pile, BoxError> {
    let photos = stored.photos.iter().map(|id| id.parse()).collect::<Result<_, _>>()?;
    let notes = stored.notes.map_or(Ok(None), |notes| Notes::parse("notes", &notes));
    let sku = stored.sku.map(|sku| Sku::parse("sku", &sku)).transpose();
    let text = PileText {
        notes: notes.map_err(|violation| violation.to_string())?,
        sku: sku.map_err(|violation| violation.to_string())?,
    };
    Ok(Pile::new(photos, text, stored.is_arranged)?)
}
