//! Makes the title of a listing.

use super::claims::Claims;
use super::stated::{Field, StatedAttribute, stated};
use super::{Item, noun};
use crate::lang::{self, cut};
use crate::marketplace::Marketplace;
use crate::options::Language;
use crate::product::Product;
use crate::text::{Rules, Shape, capitalized, clean, contains_words, has_words, units};

/// More characters than any title may have.
const MAX_RAW: usize = 2_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BrandPosition {
    Last,
    First,
}

struct TitleMaker<'a> {
    rules: Rules,
    min: usize,
    max: usize,
    item: &'a Item,
    stated: Vec<StatedAttribute>,
    claims: Claims,
    language: Language,
}

/// Makes a valid title from the writer's text, or else the item's name or noun. The brand is added if it fits
/// next to the noun, other attributes if there is room.
pub(super) fn compose(marketplace: &Marketplace, item: &Item, text: &str, language: Language) -> String {
    let rules = marketplace.title_rules();
    let stated = stated(item, &rules, language);
    let maker = TitleMaker {
        claims: Claims::of(item, &stated),
        stated,
        min: marketplace.title_min(),
        max: marketplace.title_max(),
        rules,
        item,
        language,
    };
    let text: String = text.chars().take(MAX_RAW).collect();
    let name = item.attributes.name.as_ref().map(|name| name.value.as_str()).unwrap_or_default();
    let noun = noun(item, language);
    // If none is valid with the brand ("Sac point" and "com"), the brand alone is the title.
    let brand = maker.brand().unwrap_or_default();
    let title = [text.as_str(), name, &noun, brand].into_iter().find_map(|text| maker.title(text));
    title.unwrap_or_else(|| cut(&maker.long_enough(noun), maker.max))
}

/// After a comma. Cleaning would remove it after a full stop ("A.P.C."), so a dash replaces it there.
fn append(title: &str, more: &str) -> String {
    let comma = if title.ends_with('.') { " -" } else { "," };
    format!("{title}{comma} {more}")
}

impl TitleMaker<'_> {
    /// With brand and attributes, if valid.
    fn title(&self, text: &str) -> Option<String> {
        let base = self.claims.filter_title(&clean(text, &self.rules, Shape::Line)).unwrap_or_default();
        let positions = if base.is_empty() { &[][..] } else { &[BrandPosition::Last, BrandPosition::First] };
        let named = positions.iter().find_map(|position| self.named(&base, *position));
        named.map(|title| self.with_the_rest(title))
    }

    /// With the brand, if valid.
    fn named(&self, base: &str, position: BrandPosition) -> Option<String> {
        let title = clean(&self.long_enough(self.with_brand(base, position)), &self.rules, Shape::Line);
        self.is_valid(&title).then_some(title)
    }

    /// Appends the attributes that the title lacks, if valid. One that does not fit now may fit after
    /// another, so the loop ends only when none fits.
    fn with_the_rest(&self, mut title: String) -> String {
        while let Some(longer) = self.stated.iter().find_map(|stated| self.with_attribute(&title, stated)) {
            title = longer;
        }
        title
    }

    fn with_attribute(&self, title: &str, stated: &StatedAttribute) -> Option<String> {
        let is_missing = stated.field != Field::Brand && !stated.is_in(title);
        let wording = stated.in_title.as_ref().filter(|_| is_missing)?;
        let noun = self.item.product.noun(self.language);
        // The grade agrees with the noun if the title has it.
        let agrees = stated.field == Field::Condition && contains_words(title, noun.text());
        let wording = if agrees { noun.agreeing(wording, self.language) } else { wording.clone() };
        let longer = append(title, &wording);
        // An attribute that the title would still lack would be appended forever.
        (self.is_valid(&longer) && stated.is_in(&longer)).then_some(longer)
    }

    fn with_brand(&self, base: &str, position: BrandPosition) -> String {
        let short = cut(base, self.max);
        let names_product = self.names_as_much(&short, base);
        let Some(brand) = self.brand().filter(|brand| !names_product || !contains_words(&short, brand))
        else {
            return short;
        };
        let room = self.max.saturating_sub(units(brand) + 1);
        if position == BrandPosition::Last && units(base) <= room {
            return format!("{base} {brand}");
        }
        let rest = cut(base, room);
        // The remaining text must not end within a word.
        let whole = has_words(&rest) && !base[rest.len()..].starts_with(char::is_alphanumeric);
        if whole && self.names_as_much(&rest, base) && !contains_words(&rest, brand) {
            return format!("{brand} {rest}");
        }
        // Buyers need the noun, not only the brand.
        let american = self.american().filter(|noun| contains_words(base, noun));
        let noun = american.map_or_else(|| noun(self.item, self.language), capitalized);
        let with_noun = format!("{brand} {noun}");
        if units(&with_noun) <= self.max {
            with_noun
        } else if names_product {
            short
        } else {
            noun
        }
    }

    /// The shortened text keeps the product's nouns.
    fn names_as_much(&self, rest: &str, text: &str) -> bool {
        let plain = self.item.product.noun(self.language).text();
        let nouns = [Some(plain), self.american()];
        nouns.into_iter().flatten().all(|noun| contains_words(rest, noun) || !contains_words(text, noun))
    }

    fn american(&self) -> Option<&'static str> {
        self.item.product.american(self.language)
    }

    /// Appends broader words for the item to a title below the marketplace's minimum.
    fn long_enough(&self, mut title: String) -> String {
        let department = self
            .item
            .product
            .department()
            .map(|department| Product::Department(department).noun(self.language).text());
        let broader = [
            Some(self.item.product.noun(self.language).text()),
            department,
            Some(lang::of(self.language).listing.see_photos),
        ];
        for word in broader.into_iter().flatten() {
            if title.chars().count() < self.min && !contains_words(&title, word) {
                title = append(&title, word);
            }
        }
        title
    }

    /// True if the brand fits next to the noun, British or American.
    fn fits(&self, brand: &str) -> bool {
        let noun = noun(self.item, self.language);
        let longest = units(&noun).max(self.american().map_or(0, units));
        units(brand) + 1 + longest <= self.max
    }

    fn brand(&self) -> Option<&str> {
        self.stated.iter().find(|stated| stated.field == Field::Brand)?.in_title.as_deref()
    }

    fn is_valid(&self, title: &str) -> bool {
        let named = self.brand().is_none_or(|brand| !self.fits(brand) || contains_words(title, brand));
        named
            && title.chars().count() >= self.min
            && units(title) <= self.max
            && clean(title, &self.rules, Shape::Line) == title
    }
}
