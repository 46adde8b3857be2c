//! Fills in the prompts in `prompts/`.

mod known;

use std::fmt::Write as _;

use listing_domain::draft::{DraftRequest, KnownProduct};
use listing_domain::marketplace::{Marketplace, Platform};
use listing_domain::options::Language;
use listing_domain::photo::{PhotoNote, PreparedPhoto};

/// The version of the prompts, for logs and metrics. Raise it with every change in `prompts/`.
pub const PROMPT_VERSION: &str = "3";

/// A secret word in the rules (the system prompt). An answer that contains it has copied them.
pub(crate) const MARK: &str = "quartz-9317";

const SYSTEM: &str = include_str!("../../prompts/system.md");
const TASK: &str = include_str!("../../prompts/task.md");
const KNOWN: &str = include_str!("../../prompts/known.md");
const VOICES: &str = include_str!("../../prompts/voices.md");
const MARKETPLACES: &str = include_str!("../../prompts/marketplaces.md");
const DEPARTMENTS: &str = include_str!("../../prompts/departments.md");
const CORRECTION: &str = include_str!("../../prompts/again.md");
const SHORTER: &str = include_str!("../../prompts/shorter.md");

/// The rules (the system prompt) are the same for every draft request.
pub(crate) fn system() -> String {
    SYSTEM.replace("{mark}", MARK)
}

/// Returns the task (the user prompt); `shown` are the photos that the model gets.
pub(crate) fn task(request: &DraftRequest, shown: &[&PreparedPhoto]) -> String {
    let marketplaces: Vec<String> =
        request.platforms.as_slice().iter().map(|platform| marketplace(request, *platform)).collect();
    let language = request.locale.language;
    let known = request.product.as_ref();
    let shown = known.map_or_else(|| photos(shown), |known| instead_of_photos(known, language));
    filled(
        TASK,
        &[
            ("{photos}", &shown),
            ("{language}", line_of(VOICES, language.code())),
            ("{tone}", line_of(VOICES, request.tone.code())),
            ("{known}", &known::as_json(&request.known)),
            ("{marketplaces}", &marketplaces.join("\n")),
            ("{departments}", DEPARTMENTS.trim_end()),
        ],
    )
}

pub(crate) fn correction(faults: &[String]) -> String {
    let list: String = faults.iter().fold(String::new(), |mut list, fault| {
        let _ = writeln!(list, "- {fault}");
        list
    });
    filled(CORRECTION, &[("{faults}", list.trim_end())])
}

pub(crate) const fn shorter() -> &'static str {
    SHORTER
}

/// Fills in all placeholders in one pass, so that text in a value is never taken for one.
fn filled(template: &str, placeholders: &[(&str, &str)]) -> String {
    let mut text = String::with_capacity(template.len() + 2_000);
    let mut rest = template;
    while let Some((at, placeholder, value)) = placeholders
        .iter()
        .filter_map(|(placeholder, value)| Some((rest.find(placeholder)?, *placeholder, *value)))
        .min()
    {
        text.push_str(&rest[..at]);
        text.push_str(value);
        rest = &rest[at + placeholder.len()..];
    }
    text + rest
}

/// Returns the text after `name: `. A test ensures that no name is missing.
fn line_of(file: &'static str, name: &str) -> &'static str {
    let line = file.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    line.unwrap_or_default()
}

fn marketplace(request: &DraftRequest, platform: Platform) -> String {
    let marketplace = request.catalogue.marketplace(platform);
    let limits = limits(marketplace);
    let id = platform.code();
    format!("- {id} ({}): {limits} {}", marketplace.name(), line_of(MARKETPLACES, id))
}

fn limits(marketplace: &Marketplace) -> String {
    let title = format!("title {} to {} characters", marketplace.title_min(), marketplace.title_max());
    let title =
        if marketplace.has_title() { title } else { format!("no title field, first line as {title}") };
    let tags = marketplace.hashtags_recommended();
    let tags = match tags.end() {
        0 => "no hashtags".to_owned(),
        most => format!("{} to {most} hashtags", tags.start()),
    };
    format!("{title}; description up to {} characters; {tags}.", marketplace.description_max())
}

/// Describes a known item in place of the photos.
fn instead_of_photos(known: &KnownProduct, language: Language) -> String {
    let noun = known.product.noun(language).text();
    let product = match known.audience {
        Some(audience) => format!("{noun} (for {})", audience.label(Language::En)),
        None => noun.to_owned(),
    };
    let text = known::previous(known);
    filled(KNOWN, &[("{product}", &product), ("{text}", &text)]).trim_end().to_owned()
}

fn photos(photos: &[&PreparedPhoto]) -> String {
    let mut text = match photos.len() {
        1 => "One photo of the item.".to_owned(),
        count => format!("{count} photos of the same item, numbered from 1 in the order given."),
    };
    for (number, photo) in (1..).zip(photos) {
        for note in &photo.notes {
            let what = match note {
                PhotoNote::Small => "is very small",
                PhotoNote::NearlyEmpty => "shows hardly anything",
                PhotoNote::Blurred => "is out of focus",
                PhotoNote::Duplicate => "is the same as an earlier one",
            };
            let _ = write!(text, " Photo {number} {what}.");
        }
    }
    text
}

#[cfg(test)]
mod tests;
