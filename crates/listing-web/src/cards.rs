//! The page of a generation: a card for each marketplace.

use listing_domain::attributes::Source;
use listing_domain::condition::Condition;
use listing_domain::generation::Generation;
use listing_domain::marketplace::Platform;
use listing_domain::wish::Language;
use serde_json::Value;

use crate::Web;
use crate::stored::{Stored, StoredListing, money};
use crate::view::{
    Again, AttributeKind, AttributeRow, Card, GenerationPage, Layout, PhotoRow, PlatformChoice, PriceBand,
};

/// What a marketplace says to a text.
pub(crate) struct Judged {
    pub(crate) title_length: usize,
    pub(crate) title_limit: usize,
    pub(crate) description_length: usize,
    pub(crate) description_limit: usize,
    pub(crate) findings: Vec<String>,
}

/// The page of a generation.
pub(crate) fn page(web: &Web, layout: Layout, generation: &Generation) -> serde_json::Result<GenerationPage> {
    let stored = Stored::read(generation.current())?;
    let wished = generation.wish.language;
    let (currency, details) = (stored.currency(wished), stored.details.as_ref());
    let suggested = money(stored.suggested_price, currency);
    let band = |pick: fn(&crate::stored::StoredPrice) -> f64| {
        details.map_or(suggested, |details| money(pick(&details.price), currency))
    };
    let cards: Vec<Card> = stored
        .listings
        .iter()
        .filter_map(|listing| card(web, generation, &stored, listing, layout.language))
        .collect();
    Ok(GenerationPage {
        id: generation.id,
        created_at: generation.created_at,
        language: wished,
        name: stored.name(),
        has_thumbnail: generation.thumbnail.is_some(),
        again: again(web, generation, &cards),
        cards,
        price: PriceBand {
            low: band(|price| price.low),
            suggested,
            high: band(|price| price.high),
            reason: stored.price_rationale.clone(),
        },
        attributes: attributes(&stored, layout.language),
        photos: photos(&stored),
        layout,
    })
}

fn card(
    web: &Web,
    generation: &Generation,
    stored: &Stored,
    listing: &StoredListing,
    language: Language,
) -> Option<Card> {
    let (platform, wished) = (listing.platform()?, generation.wish.language);
    let marketplace = web.catalogue.marketplace(platform);
    let texts = (listing.title.as_str(), listing.description.as_str());
    let judged = judged(web, stored, listing, wished, texts, language)?;
    let currency = listing.currency(stored, &web.catalogue, wished);
    let details = stored.details.as_ref().and_then(|details| details.listings.get(platform.code()));
    let net = details.and_then(|it| it.get("netAfterFees")).and_then(Value::as_f64);
    let warnings = details.and_then(|it| it.get("warnings")).map(messages).unwrap_or_default();
    Some(Card {
        platform,
        name: marketplace.name().to_owned(),
        language: listing.language(wished),
        title: listing.title.clone(),
        title_length: judged.title_length,
        title_limit: judged.title_limit,
        description: listing.description.clone(),
        description_length: judged.description_length,
        description_limit: judged.description_limit,
        price: money(listing.price, currency),
        net: net.map(|net| money(net, currency)),
        category: listing.category.clone(),
        condition: listing.condition.clone(),
        warnings,
        findings: judged.findings,
        is_edited: listing.edited,
    })
}

/// What a marketplace says to other texts for its listing of a generation; `None` when there is
/// no such listing.
pub(crate) fn judge(
    web: &Web,
    generation: &Generation,
    platform: Platform,
    texts: (&str, &str),
    language: Language,
) -> Option<Judged> {
    let stored = Stored::read(generation.current()).ok()?;
    let listing = stored.listings.iter().find(|listing| listing.platform() == Some(platform))?;
    judged(web, &stored, listing, generation.wish.language, texts, language)
}

fn judged(
    web: &Web,
    stored: &Stored,
    listing: &StoredListing,
    wished: Language,
    texts: (&str, &str),
    language: Language,
) -> Option<Judged> {
    let candidate = listing.with_texts(stored, &web.catalogue, wished, texts)?;
    let marketplace = web.catalogue.marketplace(candidate.platform);
    Some(Judged {
        title_length: length(texts.0),
        title_limit: marketplace.title_max(),
        description_length: length(texts.1),
        description_limit: marketplace.description_max(),
        findings: marketplace.findings(&candidate, language),
    })
}

/// The length of a text as forms of marketplaces count it: in UTF-16 units.
pub(crate) fn length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// The sentences of notes or warnings.
fn messages(notes: &Value) -> Vec<String> {
    let message = |note: &Value| note.get("message").and_then(Value::as_str).map(str::to_owned);
    notes.as_array().map(|notes| notes.iter().filter_map(message).collect()).unwrap_or_default()
}

const ATTRIBUTES: [(&str, AttributeKind); 6] = [
    ("name", AttributeKind::Name),
    ("brand", AttributeKind::Brand),
    ("size", AttributeKind::Size),
    ("condition", AttributeKind::Condition),
    ("color", AttributeKind::Color),
    ("material", AttributeKind::Material),
];

fn attributes(stored: &Stored, language: Language) -> Vec<AttributeRow> {
    let row = |(name, kind): (&str, AttributeKind)| {
        let detail = stored.details.as_ref().and_then(|details| details.attributes.get(name));
        let Some(detail) = detail else {
            // Without evidence what is known is told all the same.
            let value = stored.attribute(name)?;
            let (source, evidence) = (Source::Model, String::new());
            return Some(AttributeRow {
                kind,
                value: said(kind, value, language),
                source,
                evidence,
                percent: None,
            });
        };
        let text = |field: &str| detail.get(field).and_then(Value::as_str).unwrap_or_default();
        let source: Source = text("source").parse().ok()?;
        let sure = detail.get("confidence").and_then(Value::as_f64).unwrap_or_default();
        let tells = !matches!(source, Source::Seller | Source::Assumed);
        Some(AttributeRow {
            kind,
            value: said(kind, text("value"), language),
            source,
            evidence: text("evidence").to_owned(),
            percent: tells.then(|| percent(sure)),
        })
    };
    ATTRIBUTES.into_iter().filter_map(row).collect()
}

/// A share as whole percent.
fn percent(share: f64) -> u8 {
    let text = format!("{:.0}", share.clamp(0.0, 1.0) * 100.0);
    text.parse().unwrap_or(100)
}

/// A value in the words of the page's language, where it is a code.
fn said(kind: AttributeKind, value: &str, language: Language) -> String {
    match (kind, value.parse::<Condition>()) {
        (AttributeKind::Condition, Ok(condition)) => condition.plain_label(language).to_owned(),
        _ => value.to_owned(),
    }
}

fn photos(stored: &Stored) -> Vec<PhotoRow> {
    let noted = stored.details.iter().flat_map(|details| &details.photos);
    noted.map(|photo| PhotoRow { number: photo.photo, notes: messages(&photo.notes) }).collect()
}

/// By what the generation can be written again.
fn again(web: &Web, generation: &Generation, cards: &[Card]) -> Option<Again> {
    let of = web.rewrite.as_ref()?.policy.limit;
    let platforms = web.catalogue.iter().map(|marketplace| PlatformChoice {
        platform: marketplace.platform(),
        name: marketplace.name().to_owned(),
        is_checked: cards.iter().any(|card| card.platform == marketplace.platform()),
    });
    Some(Again {
        platforms: platforms.collect(),
        language: generation.wish.language,
        tone: generation.wish.tone,
        left: of.saturating_sub(generation.rewrites),
        of,
    })
}
