//! The texts of the web app, with a folder for each language. Other modules of the web app do not depend on a
//! language.

mod en;
mod formats;
mod fr;
pub(crate) mod words;

use listing_domain::options::Language;

use words::{
    Account, Admin, Bulk, Common, Errors, Exports, Generate, Generations, Home, Keys, Purchases, Settings,
    Sign, Values,
};

/// All texts of one language. Functions take references, as the page templates pass them.
pub(crate) struct Words {
    pub(crate) common: &'static Common,
    pub(crate) home: &'static Home,
    pub(crate) sign: &'static Sign,
    pub(crate) account: &'static Account,
    pub(crate) generate: &'static Generate,
    pub(crate) generations: &'static Generations,
    pub(crate) exports: &'static Exports,
    pub(crate) keys: &'static Keys,
    pub(crate) purchases: &'static Purchases,
    pub(crate) settings: &'static Settings,
    pub(crate) admin: &'static Admin,
    pub(crate) bulk: &'static Bulk,
    pub(crate) errors: &'static Errors,
    pub(crate) values: &'static Values,
}

/// Returns the texts of a language.
pub(crate) fn texts(language: Language) -> &'static Words {
    match language {
        Language::Fr => &fr::WORDS,
        Language::En => &en::WORDS,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use jiff::Timestamp;
    use listing_domain::expense::MicroUsd;
    use listing_domain::mail::MailSubject;
    use listing_domain::money::{Currency, Money};

    use super::*;

    #[test]
    fn every_language_names_the_number_of_marketplaces() {
        for language in Language::ALL {
            let words = texts(*language);
            assert!((words.common.about)(&57).contains("57"), "{language}");
            assert!((words.home.point_rules_text)(&57).contains("57"), "{language}");
        }
    }

    #[test]
    fn every_mail_subject_has_its_own_name() {
        for words in Language::ALL.iter().map(|language| texts(*language)) {
            let names = MailSubject::CODES.map(|code| (words.values.mail)(code));
            let distinct: BTreeSet<&str> = names.into_iter().collect();
            assert!(distinct.len() == names.len() && !distinct.contains("Message"), "{names:?}");
        }
    }

    #[test]
    fn dates_and_amounts_follow_the_language() {
        let [fr, en] = [texts(Language::Fr), texts(Language::En)];
        let at: Timestamp = "2026-12-01T08:05:59Z".parse().unwrap();
        assert_eq!((en.values.moment)(&at), "1 December 2026, 08:05 UTC");
        assert_eq!((fr.values.moment)(&at), "1er\u{a0}décembre 2026 à 08:05 UTC");
        let price = Money::from_minor(1_250, Currency::Eur);
        assert_eq!((en.values.money)(&price), "€12.50");
        assert_eq!((fr.values.money)(&price), "12,50\u{a0}€");
        let cost = MicroUsd::new(1_005_000);
        assert_eq!((en.values.dollars)(&cost), "$1.01");
        assert_eq!((fr.values.dollars)(&cost), "1,01\u{a0}$");
        assert_eq!((en.generations.length)(&999, &12_345), "999 of 12,345 characters");
        assert_eq!((fr.generations.length)(&999, &12_345), "999 caractères sur 12\u{202f}345");
    }
}
