//! Validates offers and converts them to comparables.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use listing_domain::condition::Condition;
use listing_domain::locale::Market;
use listing_domain::money::{Currency, MINOR_PER_MAJOR, Money};
use listing_domain::ports::Clock;
use listing_domain::pricing::{Comparable, ComparableKind};
use listing_domain::product::Product;
use listing_outbound::Url;

/// No marketplace has longer titles.
const MAX_TITLE_CHARS: usize = 300;
/// A longer address is dropped.
const MAX_LINK_CHARS: usize = 1_000;

pub(crate) struct Shop {
    /// As users see it.
    pub(crate) name: &'static str,
    /// Subdomains count too.
    pub(crate) hosts: &'static [&'static str],
}

/// Not yet validated.
pub(crate) struct Offer<'a> {
    pub(crate) title: &'a str,
    pub(crate) price: Money,
    pub(crate) condition: Option<Condition>,
    pub(crate) kind: ComparableKind,
    pub(crate) seen_on: Date,
    pub(crate) link: Option<&'a str>,
}

impl Offer<'_> {
    /// `None` without a price or a known product. The brand stays open, because a title does not show which
    /// of its words are the brand.
    pub(crate) fn comparable(self, shop: &Shop, market: Market) -> Option<Comparable> {
        let title = self.title.trim();
        let is_a_title = title.chars().count() <= MAX_TITLE_CHARS && !title.chars().any(char::is_control);
        let product = if is_a_title { Product::of_title(title, market.language()) } else { Product::Unknown };
        (product.is_named() && self.price.minor() > 0).then(|| Comparable {
            product,
            brand: None,
            price: self.price,
            condition: self.condition,
            kind: self.kind,
            seen_on: self.seen_on,
            source: shop.name.to_owned(),
            link: self.link.and_then(|link| page(link, shop)),
        })
    }
}

/// The address must unambiguously belong to the shop.
fn page(link: &str, shop: &Shop) -> Option<String> {
    if link.len() > MAX_LINK_CHARS || !link.bytes().all(|byte| byte.is_ascii_graphic()) {
        return None;
    }
    let url = Url::parse(link).ok()?;
    let host = url.host_str()?;
    let is_own = shop
        .hosts
        .iter()
        .any(|own| host.strip_suffix(own).is_some_and(|before| before.is_empty() || before.ends_with('.')));
    let is_plain = url.scheme() == "https"
        && url.username().is_empty()
        && url.password().is_none()
        && url.port().is_none();
    (is_own && is_plain).then(|| url.into())
}

/// Reads "42.50". `None` for an invalid, zero or excessive amount, too many decimals, or an unsupported
/// currency.
pub(crate) fn written_price(amount: &str, currency: &str) -> Option<Money> {
    let (major, minor) = amount.split_once('.').unwrap_or((amount, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(major) || !is_number(minor) || amount.len() > 20 {
        return None;
    }
    let minor: i64 = format!("{minor:0<2}").get(..2)?.parse().ok()?;
    let minor = major.parse::<i64>().ok()?.checked_mul(MINOR_PER_MAJOR)?.checked_add(minor)?;
    price(minor, currency)
}

/// Reads 4250 and 100, with the checks of [`written_price`].
pub(crate) fn divided_price(amount: i64, divisor: i64, currency: &str) -> Option<Money> {
    if divisor <= 0 {
        return None;
    }
    price(amount.checked_mul(MINOR_PER_MAJOR)? / divisor, currency)
}

fn price(minor: i64, currency: &str) -> Option<Money> {
    let currency: Currency = currency.parse().ok()?;
    (1..=Money::MAX_MINOR).contains(&minor).then(|| Money::from_minor(minor, currency))
}

pub(crate) fn today(clock: &dyn Clock) -> Date {
    clock.now().to_zoned(TimeZone::UTC).date()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    const SHOP: Shop = Shop { name: "Shop", hosts: &["shop.example", "shop.test"] };

    fn offer<'a>(title: &'a str, link: Option<&'a str>) -> Option<Comparable> {
        let price = Money::from_major(10, Currency::Eur);
        let (kind, seen_on) = (ComparableKind::Asking, date(2026, 11, 23));
        Offer { title, price, condition: None, kind, seen_on, link }.comparable(&SHOP, Market::France)
    }

    #[test]
    fn a_link_is_dropped_unless_it_leads_to_the_shop() {
        for link in ["https://shop.example/1", "https://www.shop.test/itm/1?a=b", "https://SHOP.example/1"] {
            assert!(offer("Veste", Some(link)).unwrap().link.is_some(), "{link}");
        }
        for link in [
            "http://shop.example/1",
            "https://evil.example/1",
            "https://shop.example.evil.com/1",
            "https://evilshop.example/1",
            "https://shop.example@evil.com/1",
            "https://user:pass@shop.example/1",
            "https://shop.example:8443/1",
            "https://shop.example/a b",
            "https://shop.example/\u{202e}gpj",
            "javascript:alert(1)",
            "//shop.example/1",
            "",
            &format!("https://shop.example/{}", "a".repeat(1_000)),
        ] {
            let comparable = offer("Veste", Some(link)).expect("an offer must stay if only its link is bad");
            assert_eq!(comparable.link, None, "{link}");
        }
    }

    #[test]
    fn an_offer_whose_title_names_no_product_is_not_a_comparable() {
        for title in ["", "Lot divers", "Veste\u{0}", "Veste\nveste", &"veste ".repeat(60)] {
            assert_eq!(offer(title, None), None, "{title:?}");
        }
        assert!(offer("  VESTE en cuir !!  ", None).is_some());
    }

    #[test]
    fn prices_are_read_exactly_or_refused() {
        let eur = |minor| Some(Money::from_minor(minor, Currency::Eur));
        for (text, expected) in [
            ("12.5", eur(1_250)),
            ("12.50", eur(1_250)),
            ("12", eur(1_200)),
            ("0.01", eur(1)),
            ("12.509", eur(1_250)),
            ("10000000.0", eur(1_000_000_000)),
            ("10000000.01", None),
            ("0", None),
            ("0.00", None),
            ("-1", None),
            ("1e3", None),
            ("1,50", None),
            (".5", None),
            ("5.", None),
            ("", None),
            ("NaN", None),
            ("٣", None),
            ("99999999999999999999", None),
            ("1.000000000000000000000000000001", None),
        ] {
            assert_eq!(written_price(text, "EUR"), expected, "{text}");
        }
        for currency in ["CHF", "eur", "", "EUR "] {
            assert_eq!(written_price("12", currency), None, "{currency}");
        }
        for (amount, divisor, expected) in [
            (1_250, 100, eur(1_250)),
            (12, 1, eur(1_200)),
            (12_505, 1_000, eur(1_250)),
            (0, 100, None),
            (-5, 100, None),
            (5, 0, None),
            (5, -1, None),
            (i64::MAX, 1, None),
            (5, i64::MAX, None),
        ] {
            assert_eq!(divided_price(amount, divisor, "EUR"), expected, "{amount} / {divisor}");
        }
    }
}
