//! Reads the tables `[marketplaces.ID]`, with which an operator corrects facts, such as a changed title
//! limit.

use std::collections::BTreeMap;
use std::str::FromStr;

use anyhow::{Context as _, Result, anyhow};
use listing_domain::marketplace::{Catalogue, LabelOverride, MarketplaceOverride, Platform};
use listing_domain::money::MINOR_PER_MAJOR;
use serde::Deserialize;

/// A marketplace's table in the settings file.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MarketplaceTable {
    /// In characters.
    title_max: Option<usize>,
    /// In characters.
    description_max: Option<usize>,
    hashtags_max: Option<usize>,
    /// In whole units of the currency.
    price_min: Option<u32>,
    /// In whole units of the currency.
    price_max: Option<u32>,
    /// Such as `EUR`.
    currency: Option<String>,
    /// The keys are codes of conditions.
    conditions: BTreeMap<String, Label>,
    /// The keys are codes of product types.
    categories: BTreeMap<String, Label>,
}

/// A label in each language; the keys are codes of languages.
type Label = BTreeMap<String, String>;

/// Rules in which the tables' facts replace built-in ones.
pub(super) fn catalogue(tables: &BTreeMap<String, MarketplaceTable>) -> Result<Catalogue> {
    let overrides = tables
        .iter()
        .map(|(id, table)| {
            let platform: Platform = parsed(id)?;
            Ok((platform, table.as_override().with_context(|| id.clone())?))
        })
        .collect::<Result<Vec<_>>>()
        .context("marketplaces")?;
    Catalogue::with_overrides(overrides).context("marketplaces")
}

impl MarketplaceTable {
    fn as_override(&self) -> Result<MarketplaceOverride> {
        let minor = |major: u32| i64::from(major) * MINOR_PER_MAJOR;
        Ok(MarketplaceOverride {
            title_max: self.title_max,
            description_max: self.description_max,
            hashtags_max: self.hashtags_max,
            price_min: self.price_min.map(minor),
            price_max: self.price_max.map(minor),
            // This error repeats names of tables and fields, but no value.
            currency: self.currency.as_deref().map(str::parse).transpose()?,
            conditions: labels(&self.conditions)?,
            categories: labels(&self.categories)?,
        })
    }
}

fn labels<K>(given: &BTreeMap<String, Label>) -> Result<BTreeMap<K, LabelOverride>>
where
    K: FromStr<Err: std::fmt::Display> + Ord,
{
    let label = |label: &Label| {
        label.iter().map(|(language, text)| Ok((parsed(language)?, text.clone()))).collect::<Result<_>>()
    };
    given.iter().map(|(code, given)| Ok((parsed(code)?, label(given)?))).collect()
}

fn parsed<T: FromStr<Err: std::fmt::Display>>(code: &str) -> Result<T> {
    code.parse().map_err(|error| anyhow!("{code}: {error}"))
}
