//! Corrections of the item in stored responses.

use listing_domain::attributes::KnownAttributes;
use listing_domain::request::DetailLevel;
use listing_domain::usecase::WrittenListings;

use crate::answer::{GeneratedData, ItemAttributes};
use crate::details::{AttributeDetails, Details};
use crate::stored::known;

impl GeneratedData {
    /// Replaces the item with the corrected one: attributes, audience, price and evidence. Other attributes and
    /// their evidence stay, unless the rewrite omitted them. The remarks on the photos stay too.
    pub fn correct(&mut self, corrected: &WrittenListings) {
        let written = Self::new(corrected, DetailLevel::Listings);
        let mut details = Details::from(corrected);
        let mut former = self.details.take();
        let evidence = former.as_mut().map(|former| std::mem::take(&mut former.attributes));
        let new = std::mem::replace(&mut details.attributes, evidence.unwrap_or_default());
        let fields = &corrected.corrected;
        self.attributes.correct(&mut details.attributes, written.attributes, new, fields);
        if fields.notes.is_some() {
            self.notes = written.notes;
        }
        if let Some(Details { photos, mut listings, ignored, .. }) = former {
            listings.extend(details.listings);
            details = Details { photos, listings, ignored, ..details };
        }
        self.replace(written.listings, corrected.language);
        self.suggested_price = written.suggested_price;
        self.price_rationale = written.price_rationale;
        self.details = Some(details);
    }
}

impl ItemAttributes {
    /// Takes the corrected attributes and the audience from the corrected item. Another attribute is replaced
    /// only if it is unknown before or after the correction. Retained attributes keep their evidence, since the new evidence has
    /// the seller as the source of everything.
    fn correct(
        &mut self,
        evidence: &mut AttributeDetails,
        new: Self,
        new_evidence: AttributeDetails,
        corrected: &KnownAttributes,
    ) {
        let fields = [
            (&mut self.brand, new.brand, &mut evidence.brand, new_evidence.brand, &corrected.brand),
            (&mut self.size, new.size, &mut evidence.size, new_evidence.size, &corrected.size),
            (
                &mut self.condition,
                new.condition,
                &mut evidence.condition,
                new_evidence.condition,
                &corrected.condition,
            ),
            (&mut self.color, new.color, &mut evidence.color, new_evidence.color, &corrected.color),
            (
                &mut self.material,
                new.material,
                &mut evidence.material,
                new_evidence.material,
                &corrected.material,
            ),
        ];
        for (value, new, evidence, new_evidence, given) in fields {
            if given.is_some() || known(value).is_none() || known(&new).is_none() {
                (*value, *evidence) = (new, new_evidence);
            }
        }
        if corrected.name.is_some() {
            (self.name, evidence.name) = (new.name, new_evidence.name);
        }
        self.quantity = new.quantity.or(self.quantity);
        self.audience = new.audience;
        let audience = new_evidence.audience;
        if evidence.audience.as_ref().map(|it| &it.value) != audience.as_ref().map(|it| &it.value) {
            evidence.audience = audience;
        }
    }
}
