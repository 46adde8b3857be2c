use listing_domain::request::DetailLevel;
use listing_domain::usecase::WrittenListings;

use crate::answer::{GeneratedData, ItemAttributes};
use crate::details::{AttributeDetails, Details};
use crate::stored::known;

impl GeneratedData {
    /// Replaces name, audience, price and evidence by those of the corrected item. Other attributes and their
    /// evidence stay, unless the rewrite omitted them. So do the remarks on the photos.
    pub fn correct(&mut self, corrected: &WrittenListings) {
        let written = Self::new(corrected, DetailLevel::Listings);
        let mut details = Details::from(corrected);
        let mut former = self.details.take();
        let evidence = former.as_mut().map(|former| std::mem::take(&mut former.attributes));
        let new = std::mem::replace(&mut details.attributes, evidence.unwrap_or_default());
        self.attributes.correct(&mut details.attributes, written.attributes, new);
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
    /// Name and audience are the corrected item's; another attribute is replaced only if unknown before or
    /// after. Retained attributes keep their evidence, since in the new one the seller is the source of
    /// everything.
    fn correct(&mut self, evidence: &mut AttributeDetails, new: Self, new_evidence: AttributeDetails) {
        let fields = [
            (&mut self.brand, new.brand, &mut evidence.brand, new_evidence.brand),
            (&mut self.size, new.size, &mut evidence.size, new_evidence.size),
            (&mut self.condition, new.condition, &mut evidence.condition, new_evidence.condition),
            (&mut self.color, new.color, &mut evidence.color, new_evidence.color),
            (&mut self.material, new.material, &mut evidence.material, new_evidence.material),
        ];
        for (value, new, evidence, new_evidence) in fields {
            if known(value).is_none() || known(&new).is_none() {
                (*value, *evidence) = (new, new_evidence);
            }
        }
        (self.name, evidence.name) = (new.name, new_evidence.name);
        self.audience = new.audience;
        let audience = new_evidence.audience;
        if evidence.audience.as_ref().map(|it| &it.value) != audience.as_ref().map(|it| &it.value) {
            evidence.audience = audience;
        }
    }
}
