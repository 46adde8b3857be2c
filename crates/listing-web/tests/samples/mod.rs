//! Samples of every page, in any language and with any text in place of texts from users and models.

mod account;
mod admin;
mod bulk;
mod exports;
mod listings;
mod payments;
mod purchases;
mod sign;

use askama::Template;
use jiff::Timestamp;
use listing_domain::options::Language;
use listing_web::view::{AccountPlan, Chart, ChartDay, Layout, SignedIn};

pub(crate) struct Drawn {
    /// The name of the sample, for messages.
    pub(crate) name: &'static str,
    pub(crate) html: String,
}

/// The language and the texts of sample pages.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) language: Language,
    /// The function applied to each text from users or models.
    pub(crate) text: fn(&str) -> String,
}

/// Returns every page, most of them in several states.
pub(crate) fn pages(sample: Sample) -> Vec<Drawn> {
    let mut pages = sign::pages(sample);
    pages.extend(account::pages(sample));
    pages.extend(listings::pages(sample));
    pages.extend(exports::pages(sample));
    pages.extend(bulk::pages(sample));
    pages.extend(payments::pages(sample));
    pages.extend(purchases::pages(sample));
    pages.extend(admin::pages(sample));
    pages
}

fn drawn(name: &'static str, page: &impl Template) -> Drawn {
    Drawn { name, html: page.render().expect("the page renders") }
}

impl Sample {
    fn t(self, text: &str) -> String {
        (self.text)(text)
    }

    /// Returns the English or the French text, by the language of the sample.
    fn by(self, english: &str, french: &str) -> String {
        match self.language {
            Language::En => self.t(english),
            Language::Fr => self.t(french),
        }
    }

    fn outside(self, path: &str) -> Layout {
        let (path, form_token) = (self.t(path), self.t("c2VjcmV0"));
        Layout { language: self.language, signed_in: None, path, form_token, is_selling: false, notice: None }
    }

    fn inside(self, path: &str) -> Layout {
        let signed_in = SignedIn { email: self.t("camille@example.com"), is_administrator: false };
        Layout { signed_in: Some(signed_in), path: path.to_owned(), ..self.outside(path) }
    }

    fn administrator(self, path: &str) -> Layout {
        let signed_in = SignedIn { email: self.t("admin@example.com"), is_administrator: true };
        Layout { signed_in: Some(signed_in), ..self.inside(path) }
    }

    fn chart(self) -> Chart {
        let series = vec![Some(self.t("shop")), None, Some(self.t("script"))];
        let first = jiff::civil::date(2026, 10, 25);
        let day = |index: i64| {
            let count = |step: i64, most: i64| u32::try_from((index * step + 3) % most).unwrap_or_default();
            let counts = vec![count(7, 6), count(5, 3), if index > 20 { count(3, 4) } else { 0 }];
            ChartDay { day: first + jiff::Span::new().days(index), counts }
        };
        Chart { series, days: (0..30).map(day).collect() }
    }
}

fn at(text: &str) -> Timestamp {
    text.parse().expect("the timestamp is valid")
}

/// Returns an id of any kind, made from a number.
fn id<T: std::str::FromStr<Err: std::fmt::Debug>>(number: u32) -> T {
    format!("00000000-0000-4000-8000-{number:012}").parse().expect("the id is valid")
}

const FREE: AccountPlan = AccountPlan {
    plan: listing_domain::account::Plan::Free,
    plan_ends: None,
    used: 1,
    limit: 3,
    credits: 20,
    resets_at: Timestamp::constant(1_796_083_200, 0),
};
