//! Warnings for the seller about each listing.

use std::cmp::Ordering;

use super::Findings;
use crate::attributes::{Attribute, Source};
use crate::closed_enum::closed_enum;
use crate::lang::{self, fill};
use crate::listing::{Listing, PriceWarning};
use crate::marketplace::{Eligibility, Marketplace, Platform};
use crate::money::Money;
use crate::pricing::tier_of;
use crate::product::Audience;
use crate::product::brands::Tier;
use crate::statement::ConditionStatement;
use crate::text::split_hashtags;

/// Below this confidence, a warning asks the seller to check the brand. Brands read once on the item and
/// those that an AI model is sure of exceed it.
const SURE_BRAND: f32 = 0.75;

closed_enum! {
    /// The kind of a warning.
    pub enum WarningCode as "warning" {
        /// The marketplace does not accept such goods or has no category for them.
        NotTaken = "not_taken",
        /// The marketplace accepts only some such goods.
        Restricted = "restricted",
        /// The brand is uncertain or often faked.
        CheckBrand = "check_brand",
        /// No condition grade was stated, so one was assumed.
        ConditionAssumed = "condition_assumed",
        /// The remarks contradict the stated condition.
        ConditionContradicted = "condition_contradicted",
        /// The marketplace has no label for the seller's grade.
        ConditionLabel = "condition_label",
        /// The category is for one audience, but the seller stated none.
        AudienceAssumed = "audience_assumed",
        /// The item is worth less than the marketplace's minimum price.
        MinimumPrice = "minimum_price",
    }
}

/// A warning to the seller about a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// Its kind.
    pub code: WarningCode,
    /// A sentence in the listings' language.
    pub message: String,
}

/// A listing's details besides its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingDetails {
    /// The marketplace.
    pub platform: Platform,
    /// The hashtags without the `#`, if the marketplace uses them.
    pub tags: Vec<String>,
    /// The listing's price.
    pub price: Money,
    /// The amount after the marketplace's fees for a private seller; `None` if the fees are uncertain.
    pub net_after_fees: Option<Money>,
    /// The warnings for the seller.
    pub warnings: Vec<Warning>,
}

pub(super) fn listing_details(findings: &Findings<'_>) -> Vec<ListingDetails> {
    let details = |listing: &Listing| {
        let marketplace = findings.catalogue.marketplace(listing.platform);
        ListingDetails {
            platform: listing.platform,
            tags: tags(listing, marketplace),
            price: listing.price,
            net_after_fees: marketplace.net_after_fees(listing.price),
            warnings: WarningWriter { findings, marketplace }.warnings(listing),
        }
    };
    findings.listings.iter().map(details).collect()
}

pub(super) fn shared_warnings(findings: &Findings<'_>) -> Vec<Warning> {
    let (item, language) = (findings.item, findings.locale.language);
    let words = &lang::of(language).details;
    let template = if item.audience.is_none() { words.audience_assumed } else { words.sex_assumed };
    let assumed = assumed_audience(findings).map(|audience| Warning {
        code: WarningCode::AudienceAssumed,
        message: fill(template, &[("audience", audience.label(language))]),
    });
    assumed.into_iter().collect()
}

/// The audience of the first listing whose category is for an unstated audience.
fn assumed_audience(findings: &Findings<'_>) -> Option<Audience> {
    let (item, language) = (findings.item, findings.locale.language);
    findings.listings.iter().find_map(|listing| {
        let marketplace = findings.catalogue.marketplace(listing.platform);
        marketplace.assumed_audience(item.product, item.audience, language)
    })
}

pub(super) fn assumes_audience(findings: &Findings<'_>) -> bool {
    assumed_audience(findings).is_some()
}

fn tags(listing: &Listing, marketplace: &Marketplace) -> Vec<String> {
    if marketplace.hashtags_max() == 0 { Vec::new() } else { split_hashtags(&listing.description).1 }
}

struct WarningWriter<'a> {
    findings: &'a Findings<'a>,
    marketplace: &'a Marketplace,
}

impl WarningWriter<'_> {
    fn warnings(&self, listing: &Listing) -> Vec<Warning> {
        let warnings =
            [self.eligibility(), self.brand(), self.condition(), self.label(listing), self.minimum(listing)];
        warnings.into_iter().flatten().collect()
    }

    fn eligibility(&self) -> Option<Warning> {
        let product = self.findings.item.product;
        let tier = self.brand_attribute().and_then(|brand| tier_of(&brand.value, product));
        let language = self.findings.locale.language;
        let eligibility = self.marketplace.eligibility(product, tier, language);
        let code = match eligibility {
            Eligibility::Limited(_) => WarningCode::Restricted,
            Eligibility::Open | Eligibility::NoCategory(_) => WarningCode::NotTaken,
        };
        let message = eligibility.sentence(self.marketplace.name(), language)?;
        Some(Warning { code, message })
    }

    fn brand_attribute(&self) -> Option<&Attribute> {
        self.findings.item.attributes.brand.as_ref()
    }

    /// Warns about an uncertain brand, or a luxury brand that was not read on the item.
    fn brand(&self) -> Option<Warning> {
        let words = &lang::of(self.findings.locale.language).details;
        let brand = self.brand_attribute()?;
        let is_luxury = tier_of(&brand.value, self.findings.item.product) == Some(Tier::Luxury);
        let template = if brand.confidence < SURE_BRAND {
            words.uncertain_brand
        } else if is_luxury && !self.is_read(brand) {
            words.unproven_brand
        } else {
            return None;
        };
        let name = self.findings.item.attributes.brand_value()?;
        Some(Warning { code: WarningCode::CheckBrand, message: fill(template, &[("brand", &name)]) })
    }

    /// Even if the seller also states it.
    fn is_read(&self, brand: &Attribute) -> bool {
        let read = self.findings.detected.brand.as_ref().filter(|read| read.source == Source::Label);
        let value = self.findings.item.attributes.brand_value().unwrap_or_else(|| brand.value.clone());
        read.is_some_and(|read| value.starts_with(&read.value) && read.confidence >= SURE_BRAND)
    }

    fn condition(&self) -> Option<Warning> {
        let attributes = &self.findings.item.attributes;
        let words = &lang::of(self.findings.locale.language).details;
        if attributes.condition_grade().is_some() {
            let stated = attributes.condition.as_ref()?;
            let message = words.condition_contradicted.to_owned();
            let code = WarningCode::ConditionContradicted;
            return ConditionStatement::read(&stated.value)
                .is_contradicted()
                .then_some(Warning { code, message });
        }
        let is_given = attributes.condition.is_some();
        let message = if is_given { words.condition_unclear } else { words.condition_assumed };
        Some(Warning { code: WarningCode::ConditionAssumed, message: message.to_owned() })
    }

    /// Warns about a grade without a label, because the listing shows another one.
    fn label(&self, listing: &Listing) -> Option<Warning> {
        let (item, language) = (self.findings.item, self.findings.locale.language);
        let grade = item.attributes.condition_or_assumed();
        let labeled = self.marketplace.labeled_grade(item.product, grade, language);
        let words = &lang::of(language).details;
        // Grades are ordered best first.
        let template = match labeled.cmp(&grade) {
            Ordering::Equal => return None,
            Ordering::Greater => words.label_below,
            Ordering::Less => words.label_above,
        };
        let named = [
            ("marketplace", self.marketplace.name()),
            ("grade", grade.plain_label(language)),
            ("label", &*listing.condition),
        ];
        Some(Warning { code: WarningCode::ConditionLabel, message: fill(template, &named) })
    }

    fn minimum(&self, listing: &Listing) -> Option<Warning> {
        let PriceWarning::WorthLess = listing.warning?;
        let words = &lang::of(self.findings.locale.language).details;
        let message = fill(words.minimum_price, &[("marketplace", self.marketplace.name())]);
        Some(Warning { code: WarningCode::MinimumPrice, message })
    }
}
