//! Edits the listings and references of a generation.

use std::sync::Arc;

use super::{AnswerEditor, EditError, EditableParts, RenderedAnswer};
use crate::edit::{InvalidEdit, ListingChange, ListingEdit};
use crate::generation::{Generation, RenderedData, Revised, Revision};
use crate::ids::{AccountId, GenerationId};
use crate::marketplace::{Catalogue, Platform};
use crate::metadata::Metadata;
use crate::ports::{BoxError, GenerationStore};
use crate::sku::Sku;

/// Edits the listings and references of a generation, free of charge. An edit never overwrites a concurrent
/// one: it is applied again to the newer data.
pub struct EditListings {
    /// Stores the generations.
    pub generations: Arc<dyn GenerationStore>,
    /// Reads and edits the stored answer.
    pub answers: Arc<dyn AnswerEditor>,
    /// The rules of the marketplaces.
    pub catalogue: Arc<Catalogue>,
}

/// Changes to a generation. The default changes nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GenerationEdit {
    /// The changes of listings, at most one for each marketplace.
    pub listings: Vec<ListingChange>,
    /// The marketplace whose listing returns to its first version. A change of the same listing is left out.
    pub restored: Option<Platform>,
    /// The new stock number; `Some(None)` removes it.
    pub sku: Option<Option<Sku>>,
    /// The new metadata, possibly empty.
    pub metadata: Option<Metadata>,
}

/// The version of a listing on which an edit is based.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditBasis {
    /// The stored version, or any.
    Current,
    /// A version that equals the edit, so that the owner changed nothing.
    Unchanged,
    /// A version that another request replaced.
    Overtaken,
}

/// The result of one change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListingOutcome {
    /// The change equals the listing, or the version on which it is based.
    Unchanged,
    /// The listing was changed.
    Edited,
    /// The change breaks rules, and the listing was not changed.
    Invalid(Vec<InvalidEdit>),
    /// The listing was not changed, because another request changed it meanwhile.
    Overtaken,
}

/// A generation after an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditedGeneration {
    /// The generation with its current data.
    pub generation: Generation,
    /// The result of each change, in their order.
    pub outcomes: Vec<ListingOutcome>,
}

/// An edit applied to data that are not stored yet.
struct Applied {
    answer: Option<RenderedAnswer>,
    outcomes: Vec<ListingOutcome>,
}

impl EditListings {
    /// Number of attempts to store an edit while other requests revise the same generation.
    const ATTEMPTS: u32 = 8;

    /// Applies the valid changes. `basis` receives the number of a change, the stored listing and the edited
    /// one; it may refuse an edit of an outdated version.
    ///
    /// # Errors
    /// The reason why nothing is stored.
    pub async fn run(
        &self,
        account: AccountId,
        id: GenerationId,
        edit: &GenerationEdit,
        basis: impl Fn(usize, &ListingEdit, &ListingEdit) -> EditBasis + Sync,
    ) -> Result<EditedGeneration, EditError> {
        for _ in 0..Self::ATTEMPTS {
            let found = self.generations.get(account, id).await?;
            let generation = found.ok_or(EditError::NoSuchGeneration(id))?;
            let Applied { answer, outcomes } = self.apply(&generation, edit, &basis)?;
            let Some(RenderedAnswer { data, summary }) = answer else {
                return Ok(EditedGeneration { generation, outcomes });
            };
            let (based_on, product) = (generation.revised.clone(), generation.product);
            let revision = Revision { based_on, data: data.clone(), summary, product };
            match self.generations.revise(account, id, &revision).await? {
                Revised::Done => {
                    let generation = Generation { revised: Some(data), ..generation };
                    return Ok(EditedGeneration { generation, outcomes });
                }
                Revised::Overtaken => {}
                Revised::Missing => return Err(EditError::NoSuchGeneration(id)),
            }
        }
        Err(EditError::Overtaken)
    }

    /// Applies the valid changes to the generation's current data, if that changes anything.
    fn apply(
        &self,
        generation: &Generation,
        edit: &GenerationEdit,
        basis: &(impl Fn(usize, &ListingEdit, &ListingEdit) -> EditBasis + Sync),
    ) -> Result<Applied, EditError> {
        let (language, current) = (generation.options.language, generation.current());
        let stored = self.answers.editable(current, language, &self.catalogue).map_err(EditError::Answer)?;
        let mut edited = EditableParts { listings: Vec::new(), references: stored.references.clone() };
        let mut outcomes = Vec::with_capacity(edit.listings.len());
        for (number, change) in edit.listings.iter().enumerate() {
            let listing = stored.listings.iter().find(|(platform, _)| *platform == change.platform);
            let (platform, listing) = listing.ok_or(EditError::NoSuchListing(change.platform))?;
            let new = change.applied_to(listing);
            let outcome = if edit.restored == Some(*platform) {
                ListingOutcome::Unchanged
            } else {
                self.outcome(change, listing, &new, basis(number, listing, &new))
            };
            if outcome == ListingOutcome::Edited {
                edited.listings.push((*platform, new));
            }
            outcomes.push(outcome);
        }
        if let Some(sku) = &edit.sku {
            edited.references.sku.clone_from(sku);
        }
        if let Some(metadata) = &edit.metadata {
            edited.references.metadata.clone_from(metadata);
        }
        let is_changed = !edited.listings.is_empty() || edited.references != stored.references;
        let answer = is_changed.then(|| self.answers.edit(current, language, &self.catalogue, &edited));
        let mut answer = answer.transpose().map_err(EditError::Answer)?;
        if let Some(platform) = edit.restored {
            let latest = answer.as_ref().map_or(current, |answer| &answer.data);
            let restored = self.restored(generation, latest, platform).map_err(EditError::Answer)?;
            answer = Some(restored.ok_or(EditError::NoSuchListing(platform))?);
        }
        Ok(Applied { answer, outcomes })
    }

    fn restored(
        &self,
        generation: &Generation,
        latest: &RenderedData,
        platform: Platform,
    ) -> Result<Option<RenderedAnswer>, BoxError> {
        self.answers.restore(latest, &generation.data, generation.options.language, platform)
    }

    fn outcome(
        &self,
        change: &ListingChange,
        stored: &ListingEdit,
        new: &ListingEdit,
        basis: EditBasis,
    ) -> ListingOutcome {
        let is_unchanged = new == stored || basis == EditBasis::Unchanged;
        if change.has_valid_price() && is_unchanged {
            return ListingOutcome::Unchanged;
        }
        let faults = change.faults(self.catalogue.marketplace(change.platform));
        match basis {
            _ if !faults.is_empty() => ListingOutcome::Invalid(faults),
            EditBasis::Overtaken => ListingOutcome::Overtaken,
            EditBasis::Current | EditBasis::Unchanged => ListingOutcome::Edited,
        }
    }
}
