//! Renders the evidence for attributes, prices and listings as text.

use listing_domain::details::{AttributeEvidence, Details, ListingDetails, PhotoDetails, Warning};
use listing_domain::pricing::{PriceSource, PriceSuggestion};
use listing_domain::usecase::WrittenListings;

/// In characters.
const WIDTH: usize = 12;

pub(super) fn as_text(written: &WrittenListings) -> String {
    let Details { attributes, alternatives, warnings, missing, photos, listings, ignored: _ } =
        &written.details;
    let attributes = [
        ("name", &attributes.name),
        ("brand", &attributes.brand),
        ("size", &attributes.size),
        ("condition", &attributes.condition),
        ("color", &attributes.color),
        ("material", &attributes.material),
        ("audience", &attributes.audience),
    ];
    let attributes =
        attributes.into_iter().filter_map(|(name, it)| Some(line(name, &attribute(it.as_ref()?))));
    let others = alternatives.iter().map(|other| format!("{} ({:.2})", other.name, other.confidence));
    let others: Vec<String> = others.collect();
    let others = (!others.is_empty()).then(|| line("perhaps", &others.join(", ")));
    let warnings = warnings.iter().map(warning);
    let missing: Vec<&str> = missing.iter().map(|missing| missing.message).collect();
    let missing = (!missing.is_empty()).then(|| line("missing", &missing.join(" ")));
    let lines = attributes
        .chain(others)
        .chain(warnings)
        .chain(missing)
        .chain(price(&written.price))
        .chain(photos.iter().flat_map(photo));
    let lines: String = lines.chain(listings.iter().flat_map(listing)).collect();
    format!("\ndetails\n-------\n{lines}")
}

fn line(name: &str, text: &str) -> String {
    format!("{name:WIDTH$}{text}\n")
}

fn attribute(evidence: &AttributeEvidence) -> String {
    let AttributeEvidence { value, source, evidence, confidence, .. } = evidence;
    format!("{value} · {source} {confidence:.2} · {evidence}")
}

fn price(price: &PriceSuggestion) -> Vec<String> {
    let PriceSuggestion {
        low, quick_sale, suggested, patient, high, market, confidence, basis, seen, ..
    } = price;
    let amounts = [low, quick_sale, suggested, patient, high].map(ToString::to_string).join(" < ");
    let currency = suggested.currency();
    let mut lines =
        vec![line("price", &format!("{amounts} {currency} · {market} · {confidence} · {}", basis.kind()))];
    if let Some((oldest, newest)) = seen.oldest.zip(seen.newest) {
        let counts = format!("{} asked, {} sold, {} ignored", seen.asked, seen.sold, seen.ignored);
        lines.push(line("", &format!("{counts} · {oldest} to {newest}")));
    }
    lines.extend(seen.rates_date.map(|day| line("", &format!("exchange rates of {day}"))));
    lines.extend(seen.sources.iter().map(source));
    lines
}

fn source(source: &PriceSource) -> String {
    let PriceSource { name, kind, count, newest, links } = source;
    let links = links.iter().map(|link| format!(" {link}")).collect::<Vec<_>>().concat();
    line("", &format!("{name}: {count} {kind}, newest {newest}{links}"))
}

fn photo(photo: &PhotoDetails) -> Vec<String> {
    let name = format!("photo {}", photo.place + 1);
    photo.notes.iter().map(|(_, message)| line(&name, message)).collect()
}

fn listing(listing: &ListingDetails) -> Vec<String> {
    let ListingDetails { platform, tags, price, net_after_fees, warnings } = listing;
    let net = net_after_fees.map(|net| format!("{net} {} after fees", net.currency()));
    let net = net.unwrap_or_else(|| format!("{price} {} before fees, which are unknown", price.currency()));
    let tags = tags.iter().map(|tag| format!(" #{tag}")).collect::<Vec<_>>().concat();
    let first = line(platform.code(), &format!("{net}{tags}"));
    std::iter::once(first).chain(warnings.iter().map(warning)).collect()
}

fn warning(warning: &Warning) -> String {
    line("", &format!("{}: {}", warning.code, warning.message))
}
