//! Applies a marketplace's rules to a text.

use super::caps::Spellings;
use super::chars::{fold, has_words};
use super::contact;
use super::lint::Lint;
use super::phrases::AllPhrases;
use super::plain::plain;
use super::shape::Shape;
use super::spans::{Span, find_phrases, sentence, without};
use super::tidy::tidy;
use super::{caps, phone, postal, price, quotes, symbols};

/// A removal joins the text around it, so the rules are applied until nothing changes. Ordinary texts need
/// two passes, only texts made to defeat the rules more than this.
const MAX_PASSES: usize = 12;

/// Consecutive shouted words to change on every marketplace.
const SHOUTED_RUN: usize = 3;

/// A marketplace's rules, and the words with which to recognize violations.
#[derive(Clone)]
pub(crate) struct Rules {
    pub(crate) lints: &'static [Lint],
    /// In lower case without accents.
    pub(crate) other_marketplaces: Vec<&'static str>,
    pub(crate) spellings: Spellings,
    pub(crate) phrases: AllPhrases,
}

impl Rules {
    fn forbids(&self, lint: Lint) -> bool {
        self.lints.contains(&lint)
    }
}

/// Removes everything forbidden and tidies the rest. Cleaning again changes nothing. Empty if no words are
/// left.
pub(crate) fn clean(text: &str, rules: &Rules, shape: Shape) -> String {
    let mut text = text.to_owned();
    for _ in 0..MAX_PASSES {
        let cleaned = pass(&text, rules, shape);
        if cleaned == text {
            return if has_words(&text) { text } else { String::new() };
        }
        text = cleaned;
    }
    String::new()
}

/// Empty if no words are left.
pub(super) fn without_contacts(line: &str, phrases: AllPhrases) -> String {
    let mut line = line.to_owned();
    for _ in 0..MAX_PASSES {
        line = plain(&line);
        let chars: Vec<char> = line.chars().collect();
        let spans = contact_data(&chars, phrases);
        if spans.is_empty() {
            return if has_words(&line) { line } else { String::new() };
        }
        line = tidy(&without(&chars, &spans, phrases), Shape::Line);
    }
    String::new()
}

fn pass(text: &str, rules: &Rules, shape: Shape) -> String {
    let mut text = plain(text);
    if shape == Shape::Line {
        text = text.replace('\n', " ");
        text = quotes::without_outer(&text).to_owned();
    }
    text = without_hash_signs(&text);
    if rules.forbids(Lint::NoKeywordList) {
        text = without_keyword_lists(&text, rules.phrases);
    }
    text = without_contacts_and_prices(&text, rules);
    for (lint, lists, whole_sentence) in phrase_rules(rules) {
        if rules.forbids(lint) {
            text = without_phrases(&text, &lists, whole_sentence && shape == Shape::Prose, rules.phrases);
        }
    }
    if rules.forbids(Lint::NoEmoji) {
        text = symbols::without_emoji(&text);
    }
    if rules.forbids(Lint::NoSymbolRuns) {
        text = symbols::without_symbol_runs(&text);
    }
    if rules.forbids(Lint::EtsyCharset) {
        text = symbols::in_etsy_charset(&text);
    }
    text = symbols::with_calm_marks(&text);
    let run = if rules.forbids(Lint::NoAllCaps) { 1 } else { SHOUTED_RUN };
    text = caps::calm(&text, run, shape, rules.spellings);
    if rules.forbids(Lint::Max3CapsWords) {
        text = caps::calm_all_but(&text, 3, rules.spellings);
    }
    tidy(&text, shape)
}

/// Each with its phrase lists, and true if the sentence around a phrase is removed too.
fn phrase_rules(rules: &Rules) -> [(Lint, Vec<&[&'static str]>, bool); 4] {
    let phrases = rules.phrases;
    [
        (Lint::NoOtherMarketplace, vec![rules.other_marketplaces.as_slice()], true),
        (Lint::NoOffPlatformPayment, phrases.lists(|phrases| phrases.off_platform_payment), true),
        (Lint::NoShippingClaim, phrases.lists(|phrases| phrases.shipping), false),
        (Lint::NoFiller, phrases.lists(|phrases| phrases.filler), false),
    ]
}

/// Contact data, which no listing may contain, and prices if forbidden.
fn forbidden_spans(chars: &[char], rules: &Rules) -> Vec<Span> {
    let mut spans = contact_data(chars, rules.phrases);
    if rules.forbids(Lint::NoPrice) {
        spans.extend(price::find(chars, rules.phrases));
    }
    spans
}

fn contact_data(chars: &[char], phrases: AllPhrases) -> Vec<Span> {
    let mut spans: Vec<Span> = contact::find(chars, phrases).into_iter().map(|(_, span)| span).collect();
    spans.extend(phone::find(chars, phrases));
    spans.extend(postal::find(chars, phrases));
    spans
}

fn without_contacts_and_prices(text: &str, rules: &Rules) -> String {
    let chars: Vec<char> = text.chars().collect();
    let spans = forbidden_spans(&chars, rules);
    if spans.is_empty() { text.to_owned() } else { without(&chars, &spans, rules.phrases) }
}

fn without_phrases(text: &str, lists: &[&[&str]], whole_sentence: bool, phrases: AllPhrases) -> String {
    let chars: Vec<char> = text.chars().collect();
    let found = find_phrases(&chars, lists);
    if found.is_empty() {
        return text.to_owned();
    }
    if !whole_sentence {
        return without(&chars, &found, phrases);
    }
    let mut keep = vec![true; chars.len()];
    for span in found {
        if keep[span.start] {
            keep[sentence(&chars, &span)].fill(false);
        }
    }
    chars.iter().zip(keep).filter(|(_, keep)| *keep).map(|(c, _)| *c).collect()
}

/// Hashtags in sentences become words; all others are already split off.
fn without_hash_signs(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let precedes_word =
        |i: usize| chars.get(i + 1).is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '#'));
    chars.iter().enumerate().filter(|(i, c)| **c != '#' || !precedes_word(*i)).map(|(_, c)| *c).collect()
}

fn without_keyword_lists(text: &str, phrases: AllPhrases) -> String {
    let is_keyword_list = |line: &str| {
        let (head, _) = line.split_once(':')?;
        let head: String = head.trim_matches([' ', '-', '*']).chars().map(fold).collect();
        Some(phrases.has(&head, |phrases| phrases.keyword_lists))
    };
    text.split('\n').filter(|line| is_keyword_list(line) != Some(true)).collect::<Vec<_>>().join("\n")
}
