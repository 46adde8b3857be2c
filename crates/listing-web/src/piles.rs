//! Steps on piles of photos, read from a form.

use std::sync::Arc;

use listing_domain::ids::TrayPhotoId;
use listing_domain::notes::Notes;
use listing_domain::ports::{BatchStore, TrayStore};
use listing_domain::sku::Sku;
use listing_domain::tray::{Direction, PileText, TrayStep};
use listing_domain::usecase::{AddToTray, ArrangeTray, SeenTray, StartFromTray};

use crate::form::Fields;
use crate::view::{PileTyped, Problem};

/// The use cases and stores of many items: photos in piles, and batches.
pub struct Piles {
    /// Stores the trays.
    pub trays: Arc<dyn TrayStore>,
    /// Stores the batches.
    pub batches: Arc<dyn BatchStore>,
    /// Adds photos to a tray.
    pub add: Arc<AddToTray>,
    /// Sorts the photos of a tray.
    pub arrange: ArrangeTray,
    /// Makes a batch of a tray.
    pub start: StartFromTray,
}

/// The fields of a form about a tray.
pub(crate) struct TrayForm {
    /// The tray that the form showed.
    pub(crate) seen: SeenTray,
    /// The texts of the piles as typed, in order.
    pub(crate) typed: Vec<PileTyped>,
}

impl TrayForm {
    /// Reads a form; `None` if it names no tray.
    pub(crate) fn from_fields(fields: &Fields) -> Option<Self> {
        let seen =
            SeenTray { id: fields.get("tray").parse().ok()?, version: fields.get("version").parse().ok()? };
        let typed = fields.all("pile-notes").zip(fields.all("pile-sku"));
        let typed = typed.map(|(notes, sku)| PileTyped { notes: notes.to_owned(), sku: sku.to_owned() });
        Some(Self { seen, typed: typed.collect() })
    }

    /// Returns the texts of the piles, or the problems with them.
    pub(crate) fn texts(&self) -> Result<Vec<PileText>, Vec<Problem>> {
        let mut wrong = Vec::new();
        let mut text = |typed: &PileTyped| PileText {
            notes: Notes::parse("notes", &typed.notes).unwrap_or_else(|_| {
                wrong.push(Problem::NotesTooLong);
                None
            }),
            sku: match typed.sku.trim() {
                "" => None,
                sku => Sku::parse("sku", sku).map_err(|_| wrong.push(Problem::Sku)).ok(),
            },
        };
        let texts = self.typed.iter().map(&mut text).collect();
        wrong.dedup();
        if wrong.is_empty() { Ok(texts) } else { Err(wrong) }
    }
}

/// Reads the value of a button: a verb, and the numbers or ids that it needs, separated by colons.
pub(crate) fn parse_step(text: &str) -> Option<TrayStep> {
    let mut parts = text.split(':');
    let verb = parts.next()?;
    let mut part = || parts.next().unwrap_or_default();
    let photo = |text: &str| text.parse::<TrayPhotoId>().ok();
    let number = |text: &str| text.parse::<usize>().ok();
    let step = match verb {
        "left" => TrayStep::Shift(photo(part())?, Direction::Earlier),
        "right" => TrayStep::Shift(photo(part())?, Direction::Later),
        "before" => TrayStep::ToNeighbor(photo(part())?, Direction::Earlier),
        "after" => TrayStep::ToNeighbor(photo(part())?, Direction::Later),
        "alone" => TrayStep::Separate(photo(part())?),
        "split" => TrayStep::Split(photo(part())?),
        "remove" => TrayStep::Remove(photo(part())?),
        "move" => TrayStep::Move { photo: photo(part())?, pile: number(part())?, place: number(part())? },
        "merge" => TrayStep::Merge(number(part())?),
        "pile" => TrayStep::MovePile { pile: number(part())?, to: number(part())? },
        "group" => TrayStep::Regroup { all: false },
        "group-all" => TrayStep::Regroup { all: true },
        "clear" => TrayStep::Clear,
        "undo" => TrayStep::Undo,
        _ => return None,
    };
    parts.next().is_none().then_some(step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_read_and_anything_else_is_refused() {
        let id = "00000000-0000-4000-8000-000000000001";
        let photo: TrayPhotoId = id.parse().unwrap();
        for (text, step) in [
            (format!("left:{id}"), Some(TrayStep::Shift(photo, Direction::Earlier))),
            (format!("move:{id}:2:0"), Some(TrayStep::Move { photo, pile: 2, place: 0 })),
            ("pile:3:2".to_owned(), Some(TrayStep::MovePile { pile: 3, to: 2 })),
            ("group".to_owned(), Some(TrayStep::Regroup { all: false })),
            (format!("left:{id}:1"), None),
            (format!("move:{id}:-1:0"), None),
            ("left".to_owned(), None),
            ("merge:x".to_owned(), None),
            (String::new(), None),
        ] {
            assert_eq!(parse_step(&text), step, "{text}");
        }
    }
}
