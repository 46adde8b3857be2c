//! The language that a client prefers, from `Accept-Language`.

use actix_web::HttpRequest;
use actix_web::http::header::ACCEPT_LANGUAGE;
use listing_domain::options::Language;

/// Returns the supported language that the header `Accept-Language` of a request prefers; `None` if it names
/// none.
pub fn preferred_language(request: &HttpRequest) -> Option<Language> {
    preferred(request.headers().get(ACCEPT_LANGUAGE)?.to_str().ok()?)
}

fn preferred(accepted: &str) -> Option<Language> {
    let weighed = accepted.split(',').filter_map(|item| {
        let (tag, weight) = item.split_once(';').unwrap_or((item, "q=1"));
        let weight: f32 = weight.trim().strip_prefix("q=")?.parse().ok()?;
        let code = tag.trim().split('-').next()?.to_ascii_lowercase();
        Some((code.parse::<Language>().ok()?, weight))
    });
    let best = weighed.filter(|(_, weight)| *weight > 0.0).reduce(|best, other| {
        // The first of equal weights wins.
        if other.1 > best.1 { other } else { best }
    });
    best.map(|(language, _)| language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preferred_supported_language_is_chosen() {
        for (accepted, language) in [
            ("fr-FR,fr;q=0.9,en-US;q=0.8,en;q=0.7", Some(Language::Fr)),
            ("en-US,en;q=0.9,fr;q=0.8", Some(Language::En)),
            ("de,fr;q=0.4,en;q=0.3", Some(Language::Fr)),
            ("de", None),
            ("", None),
            ("fr;q=0", None),
            ("FR", Some(Language::Fr)),
            ("fr;q=x,en", Some(Language::En)),
        ] {
            assert_eq!(preferred(accepted), language, "{accepted}");
        }
    }
}
