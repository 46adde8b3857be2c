//! Steps that sort photos into piles.

use super::{Pile, Tray, TrayPhoto, TrayRefusal};
use crate::grouping::{PhotoTraits, group};
use crate::ids::TrayPhotoId;
use crate::notes::Notes;
use crate::sku::Sku;

/// The seller's text about the item of a pile.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PileText {
    /// Sentences that the listings repeat.
    pub notes: Option<Notes>,
    /// The stock number.
    pub sku: Option<Sku>,
}

/// A direction in the order of photos and piles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Towards the first.
    Earlier,
    /// Towards the last.
    Later,
}

/// A change of a tray's piles. Piles and places count from 0, as they are before the step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrayStep {
    /// Moves a photo to a place in a pile.
    Move {
        /// The photo.
        photo: TrayPhotoId,
        /// The pile.
        pile: usize,
        /// The place in the pile; the last place for a larger number.
        place: usize,
    },
    /// Moves a photo by one place in its pile.
    Shift(TrayPhotoId, Direction),
    /// Moves a photo to the neighboring pile.
    ToNeighbor(TrayPhotoId, Direction),
    /// Makes a new pile of a photo, after its present one.
    Separate(TrayPhotoId),
    /// Splits a pile before a photo.
    Split(TrayPhotoId),
    /// Merges a pile with the one before it.
    Merge(usize),
    /// Moves a pile.
    MovePile {
        /// The pile.
        pile: usize,
        /// Its new position among the piles.
        to: usize,
    },
    /// Removes a photo.
    Remove(TrayPhotoId),
    /// Groups photos automatically.
    Regroup {
        /// True to group all photos again, false to leave arranged piles alone.
        all: bool,
    },
    /// Removes all photos.
    Clear,
    /// Restores the piles before the last step.
    Undo,
}

/// The place of a photo: its pile and its place in it.
type Place = (usize, usize);

impl Tray {
    /// Adds photos, each as a pile of its own at the end. Photos that the tray already has are skipped.
    ///
    /// # Errors
    /// When the tray would have too many photos, or too large ones in all.
    pub fn add(&self, photos: Vec<TrayPhoto>) -> Result<Self, TrayRefusal> {
        let mut tray = self.clone();
        for photo in photos {
            if tray.photo(photo.id).is_some() {
                continue;
            }
            tray.piles.push(Pile { photos: vec![photo.id], text: PileText::default(), is_arranged: false });
            tray.photos.push(photo);
        }
        if tray.photos.len() == self.photos.len() {
            return Ok(tray);
        }
        tray.previous = None;
        let tray = tray.without_unused();
        if tray.photos.len() > Self::MAX_PHOTOS {
            return Err(TrayRefusal::TooManyPhotos);
        }
        if tray.photos.iter().map(|photo| photo.bytes).sum::<usize>() > Self::MAX_BYTES {
            return Err(TrayRefusal::TooLarge);
        }
        Ok(Self { version: self.version + 1, ..tray })
    }

    /// Sets the texts of all piles, in their order. Fewer texts leave the last piles unchanged.
    #[must_use]
    pub fn describe(&self, texts: Vec<PileText>) -> Self {
        let mut tray = self.clone();
        for (pile, text) in tray.piles.iter_mut().zip(texts) {
            if pile.text != text {
                pile.text = text;
                pile.is_arranged = true;
            }
        }
        if tray.piles != self.piles {
            tray.version += 1;
        }
        tray
    }

    /// Takes a step. The result has the next version, unless nothing changes.
    ///
    /// # Errors
    /// When the step is impossible.
    pub fn apply(&self, step: TrayStep) -> Result<Self, TrayRefusal> {
        let mut piles = self.piles.clone();
        match step {
            TrayStep::Move { photo, pile, place } => move_photo(&mut piles, photo, (pile, place))?,
            TrayStep::Shift(photo, direction) => shift(&mut piles, photo, direction)?,
            TrayStep::ToNeighbor(photo, direction) => to_neighbor(&mut piles, photo, direction)?,
            TrayStep::Separate(photo) => separate(&mut piles, photo)?,
            TrayStep::Split(photo) => split(&mut piles, photo)?,
            TrayStep::Merge(pile) => merge(&mut piles, pile)?,
            TrayStep::MovePile { pile, to } => move_pile(&mut piles, pile, to)?,
            TrayStep::Remove(photo) => drop(take(&mut piles, photo)?),
            TrayStep::Regroup { all } => piles = self.regrouped(all),
            TrayStep::Clear => piles.clear(),
            TrayStep::Undo => piles = self.previous.clone().ok_or(TrayRefusal::NothingToUndo)?,
        }
        if piles == self.piles {
            return Ok(self.clone());
        }
        let tray = Self { piles, previous: Some(self.piles.clone()), ..self.clone() };
        Ok(Self { version: self.version + 1, ..tray.without_unused() })
    }

    /// Arranged piles come first, then the automatic ones.
    fn regrouped(&self, all: bool) -> Vec<Pile> {
        let (mut piles, free): (Vec<Pile>, Vec<Pile>) =
            self.piles.iter().cloned().partition(|pile| pile.is_arranged && !all);
        let is_free = |photo: &&TrayPhoto| free.iter().any(|pile| pile.photos.contains(&photo.id));
        let photos: Vec<&TrayPhoto> = self.photos.iter().filter(is_free).collect();
        let traits: Vec<PhotoTraits> = photos.iter().map(|photo| photo.traits.clone()).collect();
        let described = free.iter().filter(|pile| !pile.text.is_empty());
        let mut texts: Vec<(TrayPhotoId, PileText)> =
            described.filter_map(|pile| Some((*pile.photos.first()?, pile.text.clone()))).collect();
        for positions in group(&traits) {
            let photos: Vec<TrayPhotoId> =
                positions.into_iter().filter_map(|position| Some(photos.get(position)?.id)).collect();
            let own = texts.iter().position(|(first, _)| photos.contains(first));
            let text = own.map(|index| texts.swap_remove(index).1).unwrap_or_default();
            // A described pile stays the seller's.
            let is_arranged = !text.is_empty();
            piles.push(Pile { photos, text, is_arranged });
        }
        piles
    }
}

fn find(piles: &[Pile], photo: TrayPhotoId) -> Result<Place, TrayRefusal> {
    let place = |(index, pile): (usize, &Pile)| {
        pile.photos.iter().position(|it| *it == photo).map(|place| (index, place))
    };
    piles.iter().enumerate().find_map(place).ok_or(TrayRefusal::Unknown)
}

/// Takes a photo out of its pile. An empty pile goes, and its text is returned.
fn take(piles: &mut Vec<Pile>, photo: TrayPhotoId) -> Result<Option<PileText>, TrayRefusal> {
    let (index, place) = find(piles, photo)?;
    let pile = &mut piles[index];
    pile.photos.remove(place);
    pile.is_arranged = true;
    Ok(pile.photos.is_empty().then(|| piles.remove(index).text))
}

fn move_photo(piles: &mut Vec<Pile>, photo: TrayPhotoId, (to, place): Place) -> Result<(), TrayRefusal> {
    let (from, _) = find(piles, photo)?;
    let target = piles.get(to).ok_or(TrayRefusal::Unknown)?;
    if from == to {
        let pile = &mut piles[to];
        let before = pile.photos.clone();
        pile.photos.retain(|it| *it != photo);
        pile.photos.insert(place.min(pile.photos.len()), photo);
        pile.is_arranged |= pile.photos != before;
        return Ok(());
    }
    if target.photos.len() >= Pile::MAX_PHOTOS {
        return Err(TrayRefusal::PileFull);
    }
    let left = take(piles, photo)?;
    // The emptied pile is gone, so that later piles have moved up.
    let to = if left.is_some() && from < to { to - 1 } else { to };
    let pile = &mut piles[to];
    pile.photos.insert(place.min(pile.photos.len()), photo);
    pile.text = std::mem::take(&mut pile.text).or(left.unwrap_or_default());
    pile.is_arranged = true;
    Ok(())
}

fn shift(piles: &mut Vec<Pile>, photo: TrayPhotoId, direction: Direction) -> Result<(), TrayRefusal> {
    let (pile, place) = find(piles, photo)?;
    match next(place, direction) {
        Some(place) => move_photo(piles, photo, (pile, place)),
        None => Ok(()),
    }
}

fn to_neighbor(piles: &mut Vec<Pile>, photo: TrayPhotoId, direction: Direction) -> Result<(), TrayRefusal> {
    let (pile, _) = find(piles, photo)?;
    match next(pile, direction).filter(|to| *to < piles.len()) {
        Some(to) => move_photo(piles, photo, (to, Pile::MAX_PHOTOS)),
        None => Ok(()),
    }
}

fn next(index: usize, direction: Direction) -> Option<usize> {
    match direction {
        Direction::Earlier => index.checked_sub(1),
        Direction::Later => index.checked_add(1),
    }
}

fn separate(piles: &mut Vec<Pile>, photo: TrayPhotoId) -> Result<(), TrayRefusal> {
    let (index, _) = find(piles, photo)?;
    if piles[index].photos.len() == 1 {
        return Ok(());
    }
    take(piles, photo)?;
    piles.insert(index + 1, Pile { photos: vec![photo], text: PileText::default(), is_arranged: true });
    Ok(())
}

fn split(piles: &mut Vec<Pile>, photo: TrayPhotoId) -> Result<(), TrayRefusal> {
    let (index, place) = find(piles, photo)?;
    if place == 0 {
        return Ok(());
    }
    let pile = &mut piles[index];
    pile.is_arranged = true;
    let photos = pile.photos.split_off(place);
    piles.insert(index + 1, Pile { photos, text: PileText::default(), is_arranged: true });
    Ok(())
}

fn merge(piles: &mut Vec<Pile>, index: usize) -> Result<(), TrayRefusal> {
    let before = index.checked_sub(1).filter(|_| index < piles.len()).ok_or(TrayRefusal::Unknown)?;
    if piles[before].photos.len() + piles[index].photos.len() > Pile::MAX_PHOTOS {
        return Err(TrayRefusal::PileFull);
    }
    let pile = piles.remove(index);
    let merged = &mut piles[before];
    merged.photos.extend(pile.photos);
    merged.text = std::mem::take(&mut merged.text).or(pile.text);
    merged.is_arranged = true;
    Ok(())
}

fn move_pile(piles: &mut Vec<Pile>, from: usize, to: usize) -> Result<(), TrayRefusal> {
    if from >= piles.len() || to >= piles.len() {
        return Err(TrayRefusal::Unknown);
    }
    if from != to {
        let pile = Pile { is_arranged: true, ..piles.remove(from) };
        piles.insert(to, pile);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
