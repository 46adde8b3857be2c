//! Words with which models' answers are checked, folded. All languages are searched, because a seller, a
//! photo or a model may use any.

mod en;
mod fr;

use listing_domain::options::Language;

pub(crate) struct Lang {
    /// A text with a verb and an object of the same kind is an order.
    pub(crate) orders: [Order; ORDER_KINDS],
    /// Phrases that alone show that a text addresses a model.
    pub(crate) markers: &'static [&'static str],
    /// Words that an innocent listing may share with a text that addresses a model.
    pub(crate) common_words: &'static str,
    /// Phrases with which a model declines, leaves gaps or writes about itself.
    pub(crate) not_a_listing: &'static [&'static str],
}

/// In this order: forget rules, write something, disclose something, play another role.
pub(crate) const ORDER_KINDS: usize = 4;

/// The words are separated by single spaces.
pub(crate) struct Order {
    pub(crate) verbs: &'static str,
    pub(crate) objects: &'static str,
}

const fn for_language(language: Language) -> &'static Lang {
    match language {
        Language::Fr => &fr::LANG,
        Language::En => &en::LANG,
    }
}

pub(crate) fn all() -> impl Iterator<Item = &'static Lang> {
    Language::ALL.iter().map(|language| for_language(*language))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::{addresses_a_model, fold};

    #[test]
    fn every_language_fills_every_list_with_folded_words() {
        for language in Language::ALL {
            let lang = for_language(*language);
            let orders = lang.orders.iter().flat_map(|order| [order.verbs, order.objects]);
            let words = orders.chain([lang.common_words]).flat_map(|list| {
                assert!(!list.is_empty(), "{language} has an empty list");
                list.split(' ')
            });
            for phrase in words.chain(lang.markers.iter().copied()).chain(lang.not_a_listing.iter().copied())
            {
                assert!(!phrase.is_empty() && fold(phrase) == phrase, "{language}: {phrase:?} is not folded");
            }
            assert!(!lang.markers.is_empty() && !lang.not_a_listing.is_empty(), "{language}");
        }
    }

    #[test]
    fn every_injected_command_of_every_language_is_detected() {
        for language in Language::ALL {
            for order in &for_language(*language).orders {
                for verb in order.verbs.split(' ') {
                    for object in order.objects.split(' ') {
                        assert!(
                            addresses_a_model(&format!("{verb} {object}")),
                            "{language}: {verb} {object}"
                        );
                    }
                }
            }
            for marker in for_language(*language).markers {
                assert!(addresses_a_model(&marker.to_uppercase()), "{language}: {marker}");
            }
        }
    }
}
