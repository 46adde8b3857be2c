//! The page of a generation: a card for each marketplace.

use jiff::Timestamp;
use listing_answer::{
    Amount, AttributeDetail, AttributeDetails, GeneratedData, ListingEdit, PhotoDetails, PlatformListing,
    PriceDetails, known,
};
use listing_domain::attributes::Source;
use listing_domain::condition::Condition;
use listing_domain::generation::{Generation, RenderedData};
use listing_domain::ids::GenerationId;
use listing_domain::marketplace::Platform;
use listing_domain::wish::Language;
use serde::Serialize;

use crate::Web;
use crate::progress::Unkept;
use crate::view::{
    Again, AttributeKind, AttributeRow, Card, GenerationPage, Layout, PhotoRow, PlatformChoice, PriceBand,
};

/// What a marketplace says to a text.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Judged {
    pub(crate) title_length: usize,
    pub(crate) title_limit: usize,
    pub(crate) description_length: usize,
    pub(crate) description_limit: usize,
    pub(crate) findings: Vec<String>,
}

/// A generation that is shown.
pub(crate) struct Shown<'a> {
    id: GenerationId,
    created_at: Timestamp,
    language: Language,
    data: &'a RenderedData,
    has_thumbnail: bool,
    /// What it can be written again from, which is nothing where no history keeps it.
    rewritable: Option<&'a Generation>,
}

impl<'a> From<&'a Generation> for Shown<'a> {
    fn from(generation: &'a Generation) -> Self {
        Self {
            id: generation.id,
            created_at: generation.created_at,
            language: generation.wish.language,
            data: generation.current(),
            has_thumbnail: generation.thumbnail.is_some(),
            rewritable: Some(generation),
        }
    }
}

impl<'a> From<&'a Unkept> for Shown<'a> {
    fn from(unkept: &'a Unkept) -> Self {
        let Unkept { id, created_at, language, ref data } = *unkept;
        Self { id, created_at, language, data, has_thumbnail: false, rewritable: None }
    }
}

/// The page of a generation.
pub(crate) fn page(web: &Web, layout: Layout, shown: &Shown<'_>) -> serde_json::Result<GenerationPage> {
    let stored = GeneratedData::read(shown.data)?;
    let wished = shown.language;
    let currency = stored.currency(wished);
    let suggested = stored.suggested_price.money(currency);
    let band = |pick: fn(&PriceDetails) -> Amount| {
        stored.details.as_ref().map_or(suggested, |details| pick(&details.price).money(currency))
    };
    let cards: Vec<Card> = stored
        .listings
        .iter()
        .filter_map(|listing| card(web, &stored, listing, wished, layout.language))
        .collect();
    Ok(GenerationPage {
        id: shown.id,
        created_at: shown.created_at,
        language: wished,
        name: stored.name().to_owned(),
        has_thumbnail: shown.has_thumbnail,
        again: shown.rewritable.and_then(|generation| again(web, generation, &cards)),
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
    stored: &GeneratedData,
    listing: &PlatformListing,
    wished: Language,
    language: Language,
) -> Option<Card> {
    let platform = listing.platform.known()?;
    let marketplace = web.catalogue.marketplace(platform);
    let unchanged = ListingEdit { title: listing.title.clone(), description: listing.description.clone() };
    let judged = judged(web, stored, listing, wished, unchanged, language)?;
    let currency = stored.listing_currency(listing, &web.catalogue, wished);
    let details = stored.listing_details(listing);
    let warnings = details.iter().flat_map(|details| &details.warnings);
    Some(Card {
        platform,
        name: marketplace.name().to_owned(),
        language: listing.language_or(wished),
        title: listing.title.clone(),
        title_length: judged.title_length,
        title_limit: judged.title_limit,
        description: listing.description.clone(),
        description_length: judged.description_length,
        description_limit: judged.description_limit,
        price: listing.price.money(currency),
        net: details.and_then(|details| details.net_after_fees).map(|net| net.money(currency)),
        category: listing.category.clone(),
        condition: listing.condition.clone(),
        warnings: warnings.map(|warning| warning.message.clone()).collect(),
        findings: judged.findings,
        is_edited: listing.is_edited(),
    })
}

/// What a marketplace says to other texts for its listing of a generation; `None` when there is
/// no such listing.
pub(crate) fn judge(
    web: &Web,
    generation: &Generation,
    platform: Platform,
    edit: ListingEdit,
    language: Language,
) -> Option<Judged> {
    let stored = GeneratedData::read(generation.current()).ok()?;
    judged(web, &stored, stored.listing(platform)?, generation.wish.language, edit, language)
}

fn judged(
    web: &Web,
    stored: &GeneratedData,
    listing: &PlatformListing,
    wished: Language,
    edit: ListingEdit,
    language: Language,
) -> Option<Judged> {
    let candidate = listing.with_edit(edit, stored.listing_currency(listing, &web.catalogue, wished))?;
    let marketplace = web.catalogue.marketplace(candidate.platform);
    Some(Judged {
        title_length: length(&candidate.title),
        title_limit: marketplace.title_max(),
        description_length: length(&candidate.description),
        description_limit: marketplace.description_max(),
        findings: marketplace.findings(&candidate, language),
    })
}

/// The length of a text as forms of marketplaces count it: in UTF-16 units.
pub(crate) fn length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

fn attributes(stored: &GeneratedData, language: Language) -> Vec<AttributeRow> {
    let values = &stored.attributes;
    let detail = |pick: fn(&AttributeDetails) -> &Option<AttributeDetail>| {
        stored.details.as_ref().and_then(|details| pick(&details.attributes).as_ref())
    };
    let all = [
        (AttributeKind::Name, &values.name, detail(|it| &it.name)),
        (AttributeKind::Brand, &values.brand, detail(|it| &it.brand)),
        (AttributeKind::Size, &values.size, detail(|it| &it.size)),
        (AttributeKind::Condition, &values.condition, detail(|it| &it.condition)),
        (AttributeKind::Color, &values.color, detail(|it| &it.color)),
        (AttributeKind::Material, &values.material, detail(|it| &it.material)),
    ];
    all.into_iter().filter_map(|(kind, value, detail)| row(kind, value, detail, language)).collect()
}

fn row(
    kind: AttributeKind,
    value: &str,
    detail: Option<&AttributeDetail>,
    language: Language,
) -> Option<AttributeRow> {
    let Some(detail) = detail else {
        // Without evidence what is known is told all the same.
        let (value, source, evidence) = (said(kind, known(value)?, language), Source::Model, String::new());
        return Some(AttributeRow { kind, value, source, evidence, percent: None });
    };
    let source = detail.source.known()?;
    let tells = !matches!(source, Source::Seller | Source::Assumed);
    Some(AttributeRow {
        kind,
        value: said(kind, &detail.value, language),
        source,
        evidence: detail.evidence.clone(),
        percent: tells.then(|| percent(detail.confidence)),
    })
}

/// A share as whole percent.
fn percent(share: f32) -> u8 {
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

fn photos(stored: &GeneratedData) -> Vec<PhotoRow> {
    let noted = stored.details.iter().flat_map(|details| &details.photos);
    let row = |photo: &PhotoDetails| PhotoRow {
        number: photo.photo,
        notes: photo.notes.iter().map(|note| note.message.clone()).collect(),
    };
    noted.map(row).collect()
}

/// By what the generation can be written again.
fn again(web: &Web, generation: &Generation, cards: &[Card]) -> Option<Again> {
    let of = web.desk.rewrite_limit()?;
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
