//! Implements `ptl comps list`, `remove` and `stats`.

use anyhow::anyhow;
use listing_domain::comparables::{ComparableCounts, ComparableFilter, ComparableId, StoredComparable};
use listing_domain::condition::Condition;
use listing_domain::pricing::ComparableKind;
use listing_domain::usecase::ComparableError;
use serde_json::{Value, json};

use super::{Failure, ListArgs};
use crate::command::print;
use crate::compose;
use crate::settings::Settings;

/// The limit for products, and for sources, in the text output; JSON has all.
const MAX_ROWS: usize = 20;

pub(super) async fn list(settings: &Settings, args: ListArgs, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let ListArgs { product, brand, limit, before } = args;
    let filter = ComparableFilter { product, brand, account: None };
    let found = storage.comparables.list(&filter, before, limit).await.map_err(ComparableError::from)?;
    if json {
        print::line(&found.iter().map(as_json).collect::<Value>().to_string())?;
        return Ok(());
    }
    for one in &found {
        print::line(&as_text(one))?;
    }
    let is_full = u32::try_from(found.len()).is_ok_and(|number| number == limit);
    if let Some(last) = found.last().filter(|_| is_full) {
        print::line(&format!("older items: --before {}", last.id))?;
    }
    Ok(())
}

pub(super) async fn remove(settings: &Settings, ids: &[ComparableId], json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let removed = storage.comparables.remove(ids).await.map_err(ComparableError::from)?;
    let absent: Vec<String> =
        ids.iter().filter(|id| !removed.contains(id)).map(ToString::to_string).collect();
    print_removed(u64::try_from(removed.len()).unwrap_or(u64::MAX), json)?;
    if absent.is_empty() {
        return Ok(());
    }
    Err(anyhow!("there is no comparable {}", absent.join(", ")).into())
}

pub(super) async fn remove_source(settings: &Settings, source: &str, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let removed = storage.comparables.remove_source(source).await.map_err(ComparableError::from)?;
    print_removed(removed, json)?;
    if removed > 0 {
        return Ok(());
    }
    Err(anyhow!("there is no source {source:?}: ptl comps stats lists the sources").into())
}

fn print_removed(removed: u64, json: bool) -> Result<(), Failure> {
    print::value_or_text(json, &json!({ "removed": removed }), || format!("{removed} removed"))
}

pub(super) async fn stats(settings: &Settings, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let counts = storage.comparables.count().await.map_err(ComparableError::from)?;
    print::value_or_text(json, &counts_as_json(&counts), || counts_as_text(&counts))?;
    Ok(())
}

fn counts_as_json(counts: &ComparableCounts) -> Value {
    let ComparableCounts { sold, asked, oldest, newest, products, sources } = counts;
    let day = |day: &Option<_>| day.map(|day: jiff::civil::Date| day.to_string());
    json!({
        "all": counts.all(), "sold": sold, "asked": asked, "oldest": day(oldest), "newest": day(newest),
        "products": products.iter().map(|(product, number)| json!({ "product": product.code(), "count": number }))
            .collect::<Value>(),
        "sources": sources.iter().map(|(source, number)| json!({ "source": source, "count": number }))
            .collect::<Value>(),
    })
}

fn counts_as_text(counts: &ComparableCounts) -> String {
    let ComparableCounts { sold, asked, oldest, newest, products, sources } = counts;
    let mut report = vec![format!("{} comparables: {sold} sold, {asked} asked", counts.all())];
    if let (Some(oldest), Some(newest)) = (oldest, newest) {
        report.push(format!("from {oldest} to {newest}"));
    }
    let products = products.iter().map(|(product, number)| (product.code(), *number));
    report.extend(section("product", products.collect()));
    report.extend(section("source", sources.clone()));
    report.join("\n")
}

/// Ends with the number of omitted entries.
fn section(heading: &str, lines: Vec<(String, u64)>) -> Vec<String> {
    if lines.is_empty() {
        return Vec::new();
    }
    let rest = lines.len().saturating_sub(MAX_ROWS);
    let mut section = vec![String::new(), format!("{:>10}  {heading}", "number")];
    section.extend(lines.into_iter().take(MAX_ROWS).map(|(name, number)| format!("{number:>10}  {name}")));
    if rest > 0 {
        section.push(format!("            and {rest} more: --json shows all"));
    }
    section
}

pub(super) fn as_json(one: &StoredComparable) -> Value {
    let comparable = &one.comparable;
    json!({
        "id": one.id.number(),
        "product": comparable.product.code(),
        "title": one.title,
        "brand": comparable.brand,
        "price": comparable.price.to_string(),
        "currency": comparable.price.currency().code(),
        "condition": comparable.condition.map(Condition::code),
        "kind": kind(comparable.kind),
        "date": comparable.seen_on.to_string(),
        "source": comparable.source,
        "link": comparable.link,
        "account": one.account.map(|account| account.to_string()),
    })
}

pub(super) fn as_text(one: &StoredComparable) -> String {
    let comparable = &one.comparable;
    let (price, day) = (comparable.price, comparable.seen_on);
    let (currency, product) = (price.currency(), comparable.product.code());
    let texts =
        [comparable.brand.as_deref(), one.title.as_deref(), comparable.condition.map(Condition::code)];
    let texts = texts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let kind = kind(comparable.kind);
    format!("{:>8}  {day}  {kind:5}  {price} {currency}  {product}  {texts}  ({})", one.id, comparable.source)
}

const fn kind(kind: ComparableKind) -> &'static str {
    match kind {
        ComparableKind::Asking => "asked",
        ComparableKind::Sold => "sold",
    }
}
