//! The page of a generation, with a card for each marketplace's listing.

use jiff::Timestamp;
use listing_answer::{
    Amount, AttributeDetail, AttributeDetails, GeneratedData, PhotoDetails, PlatformListing, PriceDetails,
    known,
};
use listing_domain::attributes::{Source, UNKNOWN};
use listing_domain::condition::Condition;
use listing_domain::edit::{ListingEdit, length};
use listing_domain::generation::{Generation, RenderedData};
use listing_domain::ids::GenerationId;
use listing_domain::listing::Listing;
use listing_domain::marketplace::{Marketplace, Offer, Platform};
use listing_domain::money::Money;
use listing_domain::options::Language;
use listing_domain::product::{Audience, Product};
use serde::Serialize;

use crate::Web;
use crate::edits::{TypedListing, version};
use crate::lang;
use crate::progress::TransientGeneration;
use crate::view::{
    AttributeKind, AttributeRow, Card, ComparisonRow, ComparisonTable, CorrectionForm, GenerationPage,
    Layout, PhotoRow, PlatformChoice, PriceBand, Problem, RewriteForm,
};

/// The marketplace's check of a listing: its lengths, limits and findings.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Judged {
    pub(crate) title_length: usize,
    pub(crate) title_limit: usize,
    pub(crate) description_length: usize,
    pub(crate) description_limit: usize,
    pub(crate) findings: Vec<String>,
    /// The proceeds after the marketplace's fees, where the fees are certain.
    #[serde(skip)]
    pub(crate) net: Option<Money>,
}

/// A typed listing that could not be stored, and which the page shows instead of the stored one.
pub(crate) struct Overlay {
    pub(crate) typed: TypedListing,
    pub(crate) problem: Problem,
}

/// The data of a generation that its page shows.
pub(crate) struct Shown<'a> {
    pub(crate) id: GenerationId,
    created_at: Timestamp,
    language: Language,
    product: Product,
    data: &'a RenderedData,
    has_thumbnail: bool,
    /// The generation, if it can be rewritten; `None` without a history.
    rewritable: Option<&'a Generation>,
}

impl<'a> From<&'a Generation> for Shown<'a> {
    fn from(generation: &'a Generation) -> Self {
        Self {
            id: generation.id,
            created_at: generation.created_at,
            language: generation.options.language,
            product: generation.product,
            data: generation.current(),
            has_thumbnail: generation.has_thumbnail,
            rewritable: Some(generation),
        }
    }
}

impl<'a> From<&'a TransientGeneration> for Shown<'a> {
    fn from(transient: &'a TransientGeneration) -> Self {
        let TransientGeneration { id, created_at, language, ref data } = *transient;
        let product = Product::Unknown;
        Self { id, created_at, language, product, data, has_thumbnail: false, rewritable: None }
    }
}

/// Returns the page of a generation. Each of the `overlays` replaces the stored listing of its marketplace.
pub(crate) fn build(
    web: &Web,
    layout: Layout,
    shown: &Shown<'_>,
    overlays: &[Overlay],
) -> serde_json::Result<GenerationPage> {
    let stored = GeneratedData::read(shown.data)?;
    let first = shown.rewritable.map(|generation| GeneratedData::read(&generation.data)).transpose()?;
    let listing_language = shown.language;
    let currency = stored.currency(listing_language);
    let suggested = stored.suggested_price.money(currency);
    let band = |pick: fn(&PriceDetails) -> Amount| {
        stored.details.as_ref().map_or(suggested, |details| pick(&details.price).money(currency))
    };
    let builder =
        CardBuilder { web, stored: &stored, first: first.as_ref(), shown, language: layout.language };
    let overlay = |listing: &PlatformListing| {
        overlays.iter().find(|overlay| listing.platform.known() == Some(overlay.typed.platform))
    };
    let cards: Vec<Card> =
        stored.listings.iter().filter_map(|listing| builder.card(listing, overlay(listing))).collect();
    Ok(GenerationPage {
        id: shown.id,
        created_at: shown.created_at,
        language: listing_language,
        name: stored.headline(listing_language).0.to_owned(),
        has_thumbnail: shown.has_thumbnail,
        is_editable: shown.rewritable.is_some(),
        formats: web.format_menu(None),
        correction: shown.rewritable.and_then(|generation| correction(web, generation, &stored)),
        again: shown.rewritable.and_then(|generation| again(web, generation, &cards)),
        cards,
        price: PriceBand {
            low: band(|price| price.low),
            suggested,
            high: band(|price| price.high),
            reason: stored.price_rationale.clone(),
        },
        attributes: attributes(&stored, layout.language),
        sku: stored.sku.clone(),
        warnings: warnings(&stored),
        missing: missing(&stored),
        photos: photos(&stored),
        comparison: shown.rewritable.map(|generation| comparison(web, generation, &stored, layout.language)),
        layout,
    })
}

/// The data needed to build the cards of a page.
struct CardBuilder<'a> {
    web: &'a Web,
    stored: &'a GeneratedData,
    /// The first version of the listings, to which users can restore them.
    first: Option<&'a GeneratedData>,
    shown: &'a Shown<'a>,
    /// The language of the page, which may differ from the listings' language.
    language: Language,
}

impl CardBuilder<'_> {
    fn card(&self, listing: &PlatformListing, overlay: Option<&Overlay>) -> Option<Card> {
        let CardBuilder { web, stored, .. } = *self;
        let (listing_language, words) = (self.shown.language, lang::texts(self.language));
        let platform = listing.platform.known()?;
        let marketplace = web.catalogue.marketplace(platform);
        let currency = stored.listing_currency(listing, &web.catalogue, listing_language);
        let unchanged = listing.editable(currency);
        let typed = overlay.map(|overlay| &overlay.typed);
        let fields = typed.map_or_else(|| unchanged.clone(), |typed| typed.change().applied_to(&unchanged));
        let judged = judged(web, platform, fields.clone(), self.language);
        let details = stored.listing_details(listing);
        let warnings = details.iter().flat_map(|details| &details.warnings);
        let text = listing.language_or(listing_language);
        let mut conditions: Vec<String> = Vec::new();
        let labels = marketplace.condition_labels(self.shown.product, text).into_iter().map(str::to_owned);
        for label in std::iter::once(fields.condition.clone()).chain(labels) {
            if !conditions.contains(&label) {
                conditions.push(label);
            }
        }
        let typed_price = typed.and_then(|typed| typed.price.clone());
        let original = self.first.and_then(|first| stored.original(first, platform));
        // After a conflict, the form gets the version stored meanwhile, so that saving again replaces it.
        let base_version =
            typed.zip(overlay).filter(|(_, overlay)| overlay.problem != Problem::ListingChanged);
        let base_version = base_version.and_then(|(typed, _)| typed.version.clone());
        Some(Card {
            platform,
            name: marketplace.name().to_owned(),
            language: text,
            version: base_version.unwrap_or_else(|| version(&unchanged)),
            title_length: judged.title_length,
            title_limit: judged.title_limit,
            description_length: judged.description_length,
            description_limit: judged.description_limit,
            amount: typed_price.unwrap_or_else(|| (words.values.amount)(&fields.price)),
            currency,
            net: details.and_then(|details| details.net_after_fees).map(|net| net.money(currency)),
            conditions,
            warnings: warnings.map(|warning| warning.message.clone()).collect(),
            findings: judged.findings,
            problem: overlay.map(|overlay| overlay.problem.clone()),
            is_edited: listing.is_edited(),
            is_restorable: original.is_some_and(|original| original != listing),
            title: fields.title,
            description: fields.description,
            category: fields.category,
            condition: fields.condition,
        })
    }
}

/// Returns the marketplace's check of a typed listing; `None` when the generation has no listing for that
/// marketplace.
pub(crate) fn judge(
    web: &Web,
    generation: &Generation,
    typed: &TypedListing,
    language: Language,
) -> Option<Judged> {
    let stored = GeneratedData::read(generation.current()).ok()?;
    let listing = stored.listing(typed.platform)?;
    let currency = stored.listing_currency(listing, &web.catalogue, generation.options.language);
    let change = typed.change();
    let edit = change.applied_to(&listing.editable(currency));
    let mut judged = judged(web, typed.platform, edit, language);
    if !change.has_valid_price() {
        judged.findings.push(Problem::Price.sentence(language));
        judged.net = None;
    }
    Some(judged)
}

fn judged(web: &Web, platform: Platform, edit: ListingEdit, language: Language) -> Judged {
    let (candidate, marketplace) = (edit.listing(platform), web.catalogue.marketplace(platform));
    Judged {
        title_length: length(&candidate.title),
        title_limit: marketplace.title_max(),
        description_length: length(&candidate.description),
        description_limit: marketplace.description_max(),
        net: marketplace.net_after_fees(candidate.price),
        findings: findings(marketplace, &candidate, language),
    }
}

/// Returns the findings that an edit of the form can correct, as sentences.
fn findings(marketplace: &Marketplace, candidate: &Listing, language: Language) -> Vec<String> {
    let found = marketplace.check(&candidate.into()).into_iter();
    let about_form = found.filter(|finding| !finding.is_left_to_seller());
    about_form.map(|finding| finding.message(language)).collect()
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
    let audience = detail(|it| &it.audience);
    let stated = values.audience.as_ref().map_or_else(|| UNKNOWN.to_owned(), ToString::to_string);
    let all = all.into_iter().chain([(AttributeKind::Audience, &stated, audience)]);
    all.filter_map(|(kind, value, detail)| row(kind, value, detail, language)).collect()
}

fn warnings(stored: &GeneratedData) -> Vec<String> {
    let warnings = stored.details.iter().flat_map(|details| &details.warnings);
    warnings.map(|warning| warning.message.clone()).collect()
}

fn missing(stored: &GeneratedData) -> Vec<String> {
    let missing = stored.details.iter().flat_map(|details| &details.missing);
    missing.map(|missing| missing.message.clone()).collect()
}

fn row(
    kind: AttributeKind,
    value: &str,
    detail: Option<&AttributeDetail>,
    language: Language,
) -> Option<AttributeRow> {
    let Some(detail) = detail else {
        // A known value is shown even without evidence.
        let (value, source, evidence) =
            (display_value(kind, known(value)?, language), Source::Model, String::new());
        return Some(AttributeRow { kind, value, source, evidence, percent: None });
    };
    let source = detail.source.known()?;
    let is_detected = !matches!(source, Source::Seller | Source::Assumed);
    Some(AttributeRow {
        kind,
        value: display_value(kind, &detail.value, language),
        source,
        evidence: detail.evidence.clone(),
        percent: is_detected.then(|| percent(detail.confidence)),
    })
}

fn percent(share: f32) -> u8 {
    let text = format!("{:.0}", share.clamp(0.0, 1.0) * 100.0);
    text.parse().unwrap_or(100)
}

/// Returns an attribute's value for display: a code as a word in the page's language, any other text
/// unchanged.
fn display_value(kind: AttributeKind, value: &str, language: Language) -> String {
    let known = match kind {
        AttributeKind::Condition => value.parse().ok().map(|it: Condition| it.plain_label(language)),
        AttributeKind::Audience => {
            value.parse().ok().map(|it: Audience| (lang::texts(language).values.audience)(&it))
        }
        _ => None,
    };
    known.unwrap_or(value).to_owned()
}

fn photos(stored: &GeneratedData) -> Vec<PhotoRow> {
    let noted = stored.details.iter().flat_map(|details| &details.photos);
    let row = |photo: &PhotoDetails| PhotoRow {
        number: photo.photo,
        notes: photo.notes.iter().map(|note| note.message.clone()).collect(),
    };
    noted.map(row).collect()
}

/// Returns the comparison of all marketplaces for the item, in a language.
fn comparison(
    web: &Web,
    generation: &Generation,
    stored: &GeneratedData,
    language: Language,
) -> ComparisonTable {
    let compared = stored.comparison(&web.catalogue, generation.product, generation.options.language);
    let best: Vec<Platform> = compared.best().map(Offer::platform).collect();
    let row = |offer: &Offer<'_>| {
        let is_ranked = offer.fit.is_ranked();
        ComparisonRow {
            name: offer.name().to_owned(),
            is_best: best.contains(&offer.platform()),
            price: offer.price,
            fees: offer.fees(),
            net: offer.net,
            fit: offer.fit_note(language),
            fee_note: if is_ranked { offer.fee_note(language).to_owned() } else { String::new() },
            constraints: if is_ranked { offer.constraints(language) } else { Vec::new() },
        }
    };
    ComparisonTable {
        reasons: compared.best().filter_map(|offer| offer.reason(language)).collect(),
        rows: compared.offers.iter().map(row).collect(),
    }
}

/// Returns the form that corrects the item's name; `None` where the generation cannot be rewritten.
fn correction(web: &Web, generation: &Generation, stored: &GeneratedData) -> Option<CorrectionForm> {
    let limit = web.desk.rewrite_limit()?;
    let left = limit.checked_sub(generation.rewrites).filter(|left| *left > 0)?;
    let alternatives = stored.details.iter().flat_map(|details| &details.alternatives);
    let choices = alternatives.map(|alternative| alternative.name.clone()).collect();
    Some(CorrectionForm { choices, typed: String::new(), left, limit })
}

/// Returns the form that rewrites the generation; `None` where rewriting is off.
fn again(web: &Web, generation: &Generation, cards: &[Card]) -> Option<RewriteForm> {
    let limit = web.desk.rewrite_limit()?;
    let platforms = web.catalogue.iter().map(|marketplace| PlatformChoice {
        platform: marketplace.platform(),
        name: marketplace.name().to_owned(),
        is_checked: cards.iter().any(|card| card.platform == marketplace.platform()),
    });
    Some(RewriteForm {
        platforms: platforms.collect(),
        language: generation.options.language,
        tone: generation.options.tone,
        left: limit.saturating_sub(generation.rewrites),
        limit,
    })
}
