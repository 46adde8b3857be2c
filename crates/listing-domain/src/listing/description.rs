//! Makes the description of a listing.

use super::claims::Claims;
use super::stated::{Field, StatedAttribute, stated};
use super::{Item, noun};
use crate::draft::PlatformText;
use crate::lang::{self, cut, cut_prose};
use crate::marketplace::Marketplace;
use crate::options::Language;
use crate::product::Product;
use crate::text::{Rules, Shape, capitalized, clean, has_words, hashtag, plain, split_hashtags, units};

/// In UTF-16 units. Some marketplaces allow more than buyers read.
const LONGEST: usize = 10_000;
/// The used part of a writer's text, as a multiple of the maximum description.
const RAW_FACTOR: usize = 3;
/// The maximum share of the hashtags, in percent.
const HASHTAG_PERCENT: usize = 20;
/// The maximum share of the attributes' line, in percent: five of maximum length fit the shortest built-in
/// limit.
const ATTRIBUTE_PERCENT: usize = 70;
/// The maximum share of the notes, in percent.
const NOTES_PERCENT: usize = 60;
const GAP: &str = "\n\n";

struct DescriptionMaker {
    rules: Rules,
    min: usize,
    max: usize,
    stated: Vec<StatedAttribute>,
    /// `None` if the text consists only of the product's nouns.
    claims: Option<Claims>,
    /// Without forbidden parts.
    notes: String,
    hashtags: Vec<String>,
    language: Language,
}

/// Makes a valid description: the writer's text without contradictions, or else the item's name or noun; then
/// missing attributes from the seller, then hashtags.
pub(super) fn compose(
    marketplace: &Marketplace,
    item: &Item,
    text: &PlatformText,
    language: Language,
) -> String {
    let rules = marketplace.description_rules();
    let max = marketplace.description_max().min(LONGEST);
    let raw: String = text.description.chars().take(RAW_FACTOR * max).collect();
    let (prose, inline) = split_hashtags(&plain(&raw));
    let stated = stated(item, &rules, language);
    let claims = Claims::of(item, &stated);
    let tags = inline.iter().chain(&text.hashtags).filter(|tag| !claims.rules_out(tag));
    // A noun in the title suffices.
    let is_titled = |one: &StatedAttribute| one.field == Field::Noun && one.is_in(&text.title);
    let mut maker = DescriptionMaker {
        stated: stated.into_iter().filter(|one| !is_titled(one)).collect(),
        notes: notes(item, &rules, max),
        hashtags: hashtags(marketplace, &rules, max, tags),
        claims: Some(claims),
        min: marketplace.description_min(),
        max,
        rules,
        language,
    };
    maker.drop_misread();
    let name = item.attributes.name.as_ref().map(|name| name.value.clone()).unwrap_or_default();
    let noun = noun(item, language);
    let faithful = maker.description(&prose).or_else(|| maker.description(&maker.sentence(&name)?));
    if let Some(description) = faithful {
        return description;
    }
    maker.claims = None;
    maker
        .description(&maker.sentence(&noun).unwrap_or_default())
        .or_else(|| maker.description(&maker.sentence(&with_department(item, &noun, language)?)?))
        .unwrap_or_else(|| {
            let sentence = |name: &str| maker.sentence(name).unwrap_or_else(|| name.to_owned());
            let short = sentence(&noun);
            let long = || with_department(item, &noun, language).map(|name| sentence(&name));
            if short.chars().count() < maker.min { long().unwrap_or(short) } else { short }
        })
}

/// If the noun is too short for a description: "Lit, meuble".
fn with_department(item: &Item, noun: &str, language: Language) -> Option<String> {
    let department = Product::Department(item.product.department()?).noun(language);
    Some(format!("{noun}, {}", department.text()))
}

/// Without forbidden parts, shortened to their share.
fn notes(item: &Item, rules: &Rules, max: usize) -> String {
    let notes = item.known.notes.as_ref().map(|notes| clean(notes.as_str(), rules, Shape::Prose));
    cut_prose(&notes.unwrap_or_default(), max * NOTES_PERCENT / 100)
}

/// Allowed ones in order, each once.
fn hashtags<'a>(
    marketplace: &Marketplace,
    rules: &Rules,
    max: usize,
    words: impl Iterator<Item = &'a String>,
) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    let mut length = 0;
    for tag in words.filter_map(|word| hashtag(word)) {
        if tags.len() >= marketplace.hashtags_max() || tags.contains(&tag) {
            continue;
        }
        length += units(&tag) + 2;
        if length <= max * HASHTAG_PERCENT / 100 && clean(&tag, rules, Shape::Line) == tag {
            tags.push(tag);
        }
    }
    tags
}

impl DescriptionMaker {
    /// A label before an attribute may make it look like forbidden content.
    fn drop_misread(&mut self) {
        let (rules, language) = (&self.rules, self.language);
        self.stated.retain(|stated| {
            let line = labeled(&[stated], language);
            clean(&line, rules, Shape::Prose) == line
        });
    }

    fn sentence(&self, name: &str) -> Option<String> {
        let name = clean(name, &self.rules, Shape::Line);
        has_words(&name).then(|| format!("{name}."))
    }

    /// Removing what the rules forbid may reveal a contradiction of the seller, and the reverse.
    fn faithful(&self, text: &str) -> String {
        let cleaned = clean(text, &self.rules, Shape::Prose);
        let filtered = self.filter(&cleaned);
        if filtered == cleaned { cleaned } else { clean(&filtered, &self.rules, Shape::Prose) }
    }

    fn filter(&self, text: &str) -> String {
        self.claims.as_ref().map_or_else(|| text.to_owned(), |claims| claims.filter(text))
    }

    /// The whole description, if it can be valid.
    fn description(&self, text: &str) -> Option<String> {
        let body = self.with_attributes(&self.faithful(text))?;
        let tags = self.hashtags.iter().map(|tag| format!("#{tag}")).collect::<Vec<_>>().join(" ");
        let description = if tags.is_empty() { body.clone() } else { format!("{body}{GAP}{tags}") };
        let (prose, found) = split_hashtags(&plain(&description));
        let stays = found == self.hashtags && clean(&prose, &self.rules, Shape::Prose) == body;
        let fits = units(&description) <= self.max && description.chars().count() >= self.min;
        (stays && fits).then_some(description)
    }

    /// The text, shortened, with the attributes that it lacks. Shortening may remove an attribute, which then
    /// needs space in the line: the loop runs at most once per attribute.
    fn with_attributes(&self, text: &str) -> Option<String> {
        let tags: usize = self.hashtags.iter().map(|tag| units(tag) + 2).sum();
        let notes = if self.notes.is_empty() { 0 } else { units(&self.notes) + units(GAP) };
        let room = self.max - tags - notes - units(GAP);
        // A shortened sentence may contradict the seller.
        let short = |room: usize| self.filter(&cut_prose(text, room)).trim_end().to_owned();
        let mut body = short(room);
        let mut line = self.line(&body);
        for _ in 0..=self.stated.len() {
            let taken = if line.is_empty() { 0 } else { units(&line) + units(GAP) };
            body = short(room.saturating_sub(taken));
            line = self.line(&body);
        }
        let parts = [body.as_str(), self.notes.as_str(), line.as_str()];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        has_words(&body).then(|| parts.join(GAP))
    }

    /// The attributes that a text lacks: "Marque : Levi’s · Taille : M".
    fn line(&self, text: &str) -> String {
        let mut missing: Vec<&StatedAttribute> = Vec::new();
        for stated in self.stated.iter().filter(|stated| !stated.is_in(text)) {
            if !missing.iter().any(|other| other.includes(stated)) {
                missing.push(stated);
            }
        }
        // Several values of one attribute share its label.
        let parts = missing.chunk_by(|one, other| one.field == other.field);
        let parts = parts.map(|part| labeled(part, self.language));
        let percent = if self.notes.is_empty() { ATTRIBUTE_PERCENT } else { ATTRIBUTE_PERCENT / 2 };
        cut(&parts.collect::<Vec<_>>().join(" · "), self.max * percent / 100)
    }
}

fn labeled(stated: &[&StatedAttribute], language: Language) -> String {
    let texts = stated.iter().map(|stated| stated.text.as_str()).collect::<Vec<_>>().join(", ");
    match stated.first().and_then(|stated| stated.label) {
        Some(label) => format!("{}{}{texts}", capitalized(label), lang::of(language).listing.colon),
        None => capitalized(&texts),
    }
}
