//! Corrects an item by the attributes that its seller gives.

use super::StoredItem;
use crate::attributes::{AttributeText, KnownAttributes, Source};
use crate::details::{Details, NamedAlternative, product_name};
use crate::draft::KnownProduct;
use crate::locale::Locale;
use crate::options::Language;
use crate::product::Product;
use crate::text::capitalized;

/// The facts about an item that remain true after its seller's correction.
pub(super) struct Correction {
    /// The attributes that remain true, with the seller's name for the item.
    pub(super) known: KnownAttributes,
    /// The product that the seller's name implies; unknown if it implies none.
    pub(super) product: KnownProduct,
}

impl Correction {
    /// Returns the facts that remain when the seller corrects an item of a `former` product. The corrected
    /// attributes win over all others.
    pub(super) fn new(
        item: &StoredItem,
        former: Product,
        corrected: &KnownAttributes,
        language: Language,
    ) -> Self {
        let StoredItem { known, sources, .. } = item.clone();
        let known = known.overridden_by(corrected);
        let is_renamed = corrected.name.is_some();
        let named = || known.product(language).unwrap_or(Product::Unknown);
        let product = if is_renamed { named() } else { former };
        // The color and size seen on a dress do not apply to a lamp.
        let is_similar =
            !is_renamed || product.department().is_some() && product.department() == former.department();
        let retained =
            |text: Option<AttributeText>, is_detected: bool| text.filter(|_| is_similar || !is_detected);
        let known = KnownAttributes {
            size: retained(known.size, is_detected(sources.size) || sources.size == Some(Source::Label)),
            color: retained(known.color, is_detected(sources.color)),
            material: retained(known.material, is_detected(sources.material)),
            ..known
        }
        .overridden_by(corrected);
        let found = item.audience.filter(|_| product.has_audience());
        let product = KnownProduct {
            product,
            audience: known.audience(product).or(found),
            name: item.name.clone().filter(|_| is_similar),
            // The former text repeats the former attributes and notes.
            text: item.text.clone().filter(|_| is_similar && corrected.has_only_a_name()),
        };
        Self { known, product }
    }
}

/// Returns true if an attribute was detected or assumed, not stated by the seller or printed on the item.
const fn is_detected(source: Option<Source>) -> bool {
    matches!(source, Some(Source::Seen | Source::Model | Source::Assumed))
}

/// Returns the alternatives for a corrected item: its former product and that product's alternatives, except
/// those that equal the new one.
pub(super) fn alternatives(
    item: &StoredItem,
    former: Product,
    (name, product): (&AttributeText, Product),
    locale: Locale,
) -> Vec<NamedAlternative> {
    let former_name = item.known.name.as_ref().map(|name| NamedAlternative {
        name: capitalized(name.as_str()),
        // The seller gave this name in an earlier correction and has withdrawn it now.
        confidence: 0.0,
    });
    let former_product = || {
        let name = capitalized(product_name(former, locale));
        former.is_named().then_some(NamedAlternative { name, confidence: item.confidence })
    };
    let is_other = |other: &NamedAlternative| {
        let named = AttributeText::parse("name", &other.name).ok().flatten();
        let named = KnownAttributes { name: named, ..KnownAttributes::default() }.product(locale.language);
        other.name.to_lowercase() != name.as_str().to_lowercase()
            && (named != Some(product) || !product.is_named())
    };
    let mut others: Vec<NamedAlternative> = Vec::new();
    for other in item.alternatives.iter().cloned().chain(former_name.or_else(former_product)).filter(is_other)
    {
        if !others.iter().any(|known| known.name == other.name) {
            others.push(other);
        }
    }
    others.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    others.truncate(Details::MAX_ALTERNATIVES);
    others
}
