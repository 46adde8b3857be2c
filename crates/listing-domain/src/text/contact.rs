//! Finds email and web addresses, even spelled out ("nom (at) mail point com").

use super::chars::fold;
use super::phrases::AllPhrases;
use super::spans::{Span, is_word};

/// They make any `word.ending` an address.
const ENDINGS: &[&str] = &[
    "app", "biz", "ch", "co", "com", "eu", "fr", "gg", "info", "io", "ly", "net", "nl", "online", "org",
    "pl", "shop", "site", "store", "tv", "uk", "xyz",
];
/// Also words: after a missing space they look like an address ("bon état.de plus"), so they need a path
/// (".de/x").
const WORDLIKE_ENDINGS: &[&str] =
    &["at", "be", "ca", "de", "es", "in", "is", "it", "la", "me", "no", "pt", "ru", "so", "st", "to", "us"];

/// From [`ENDINGS`]: after a full stop and a space, they are words ("bon état. TV offerte").
const SENTENCE_BEGINNINGS: &[&str] =
    &["app", "ch", "co", "eu", "gg", "info", "net", "online", "shop", "site", "store", "tv"];

/// Between two labels (parts) of a host name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dot {
    /// Without spaces around it.
    Plain,
    /// With only a space after it, as at the end of a sentence.
    FullStop,
    /// Between spaces or brackets, or a word ("point").
    Spelled,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Address {
    Email,
    Url,
}

pub(super) fn find(chars: &[char], phrases: AllPhrases) -> Vec<(Address, Span)> {
    let mut found: Vec<(Address, Span)> = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if chars[at..].starts_with(&[':', '/', '/']) {
            let end = until_space(chars, at).max(at + 3);
            found.push((Address::Url, at..end));
            at = end;
            continue;
        }
        let begins = is_word(chars[at]) && (at == 0 || !is_address_char(chars[at - 1]));
        match begins.then(|| address_at(chars, at, phrases)).flatten() {
            Some((kind, span)) => {
                at = span.end.max(at + 1);
                found.push((kind, span));
            }
            None => at += 1,
        }
    }
    found
}

/// Or whose host name starts there.
fn address_at(chars: &[char], start: usize, phrases: AllPhrases) -> Option<(Address, Span)> {
    if let Some(end) = marked_url_end(chars, start) {
        return Some((Address::Url, start..end));
    }
    let local = local_part(chars, start, phrases);
    let end = host_end(chars, start, local.is_some(), phrases)?;
    match local {
        Some(local) => Some((Address::Email, local..end)),
        None => Some((Address::Url, start..path_end(chars, end))),
    }
}

/// `http://…`, `www.…`.
fn marked_url_end(chars: &[char], start: usize) -> Option<usize> {
    let word_end = (start..chars.len()).find(|i| !is_word(chars[*i]))?;
    let after: String = chars[word_end..].iter().take(3).collect();
    let word: String = chars[start..word_end].iter().map(|c| fold(*c)).collect();
    let is_marked = after.starts_with("://")
        || (word == "mailto" && after.starts_with(':'))
        || (word == "www" && after.starts_with('.') && chars.get(word_end + 1).is_some_and(|c| is_word(*c)));
    is_marked.then(|| until_space(chars, word_end))
}

/// Labels separated by dots, the last a domain ending.
fn host_end(chars: &[char], start: usize, any_ending: bool, phrases: AllPhrases) -> Option<usize> {
    let mut end = label_end(chars, start);
    let mut host = None;
    while let Some((label, dot)) = next_label(chars, end, phrases) {
        let label_end = label_end(chars, label);
        let text: String = chars[label..label_end].iter().flat_map(|c| c.to_lowercase()).collect();
        let has_path =
            chars.get(label_end) == Some(&'/') && chars.get(label_end + 1).is_some_and(|c| is_word(*c));
        let is_alphabetic = text.len() >= 2 && text.chars().all(char::is_alphabetic);
        let is_among = |endings: &[&str]| endings.contains(&text.as_str());
        let ends = match dot {
            Dot::Plain => {
                is_among(ENDINGS) || (has_path && is_among(WORDLIKE_ENDINGS)) || (any_ending && is_alphabetic)
            }
            Dot::FullStop => {
                // "Pointure 42. UK 8" is a sentence, "@ 163. com" is not.
                let is_name = any_ending || chars[start..end].iter().any(|c| c.is_alphabetic());
                let is_ending = is_among(ENDINGS) && !is_among(SENTENCE_BEGINNINGS);
                is_ending && is_name && !is_size(chars, label_end)
            }
            Dot::Spelled => is_among(ENDINGS),
        };
        if ends {
            host = Some(label_end);
        } else if dot != Dot::Plain {
            break;
        }
        end = label_end;
    }
    host
}

/// A number follows: the "FR" of "Robe noire. FR 38".
fn is_size(chars: &[char], end: usize) -> bool {
    let next = skip_over(chars, end, |c| matches!(c, ' ' | ':'));
    next > end && chars.get(next).is_some_and(char::is_ascii_digit)
}

/// Without punctuation at its end.
fn label_end(chars: &[char], start: usize) -> usize {
    let end = skip_over(chars, start, |c| is_word(c) || matches!(c, '-' | '_'));
    back_over(chars, end, |c| matches!(c, '-' | '_')).max(start)
}

/// After the dot at an index, with its kind.
fn next_label(chars: &[char], at: usize, phrases: AllPhrases) -> Option<(usize, Dot)> {
    if chars.get(at) == Some(&'.') && chars.get(at + 1).is_some_and(|c| is_word(*c)) {
        return Some((at + 1, Dot::Plain));
    }
    let dot = skip_over(chars, at, |c| matches!(c, ' ' | '(' | '[' | '{'));
    let after = match chars.get(dot)? {
        '.' => dot + 1,
        _ if dot > at => word_end_if(chars, dot, |word| phrases.has(word, |phrases| phrases.dot_words))?,
        _ => return None,
    };
    let label = skip_over(chars, after, |c| matches!(c, ' ' | ')' | ']' | '}'));
    let kind = if after == at + 1 { Dot::FullStop } else { Dot::Spelled };
    (label > after && chars.get(label).is_some_and(|c| is_word(*c))).then_some((label, kind))
}

fn word_end_if(chars: &[char], start: usize, is_match: impl Fn(&str) -> bool) -> Option<usize> {
    let end = skip_over(chars, start, is_word);
    let word: String = chars[start..end].iter().map(|c| fold(*c)).collect();
    is_match(&word).then_some(end)
}

/// The start of an email address's name, before its host name and `@`.
fn local_part(chars: &[char], host: usize, phrases: AllPhrases) -> Option<usize> {
    let sign = back_over(chars, host, |c| matches!(c, ' ' | ')' | ']' | '}'));
    let before = match chars.get(sign.checked_sub(1)?)? {
        '@' => sign - 1,
        _ if sign < host => {
            let word = back_over(chars, sign, is_word);
            (word_end_if(chars, word, |word| phrases.has(word, |phrases| phrases.at_words)) == Some(sign))
                .then_some(word)?
        }
        _ => return None,
    };
    let name_end = back_over(chars, before, |c| matches!(c, ' ' | '(' | '[' | '{'));
    let name = back_over(chars, name_end, is_address_char);
    Some(if name < name_end { name } else { before })
}

fn path_end(chars: &[char], end: usize) -> usize {
    let has_path = matches!(chars.get(end), Some('/' | ':' | '?' | '#'))
        && chars.get(end + 1).is_some_and(|c| is_word(*c));
    if has_path { until_space(chars, end) } else { end + usize::from(chars.get(end) == Some(&'/')) }
}

/// Without punctuation directly before the space.
fn until_space(chars: &[char], start: usize) -> usize {
    let end = (start..chars.len()).find(|i| chars[*i].is_whitespace()).unwrap_or(chars.len());
    let tail = |c: char| matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | ')' | ']' | '"' | '»');
    back_over(&chars[..end], end, tail).max(start)
}

fn is_address_char(c: char) -> bool {
    is_word(c) || matches!(c, '.' | '_' | '-' | '+')
}

fn skip_over(chars: &[char], from: usize, over: impl Fn(char) -> bool) -> usize {
    (from..chars.len()).find(|i| !over(chars[*i])).unwrap_or(chars.len())
}

fn back_over(chars: &[char], from: usize, over: impl Fn(char) -> bool) -> usize {
    (0..from).rev().take_while(|i| over(chars[*i])).last().unwrap_or(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(Address, &str)]) {
        let chars: Vec<char> = text.chars().collect();
        let found: Vec<(Address, String)> = find(&chars, crate::lang::phrases())
            .into_iter()
            .map(|(kind, span)| (kind, chars[span].iter().collect()))
            .collect();
        let expected: Vec<(Address, String)> =
            expected.iter().map(|(kind, text)| (*kind, (*text).to_owned())).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn email_and_web_addresses_are_found() {
        for mail in [
            "jean.dupont@exemple.fr",
            "jean+vente@mail.exemple.museum",
            "nom (at) mail point com",
            "nom [at] mail [dot] com",
            "nom arobase gmail point com",
            "nom at gmail.com",
            "nom @ gmail . com",
            "nom @ gmail. com",
            "nom @ 163. com",
        ] {
            check(mail, &[(Address::Email, mail)]);
            check(&format!("Veste noire, {mail}. Merci"), &[(Address::Email, mail)]);
        }
        for url in [
            "https://exemple.fr/a?b=c",
            "HTTP://X.Y",
            "www.exemple.museum/x",
            "exemple.com",
            "ma-boutique.exemple.co.uk/x",
            "bit.ly/3abc",
            "t.me/moi",
            "exemple. com",
            "exemple . store",
            "ma boutique point com".strip_prefix("ma ").unwrap(),
        ] {
            check(url, &[(Address::Url, url)]);
            check(&format!("Voir ({url}), merci."), &[(Address::Url, url)]);
        }
    }

    #[test]
    fn dots_outside_addresses_are_kept() {
        for text in [
            "Très bon état.De plus",
            "bon état.de plus",
            "T.B.E.",
            "12.5 cm",
            "N.A.",
            "v2.0",
            "@marque",
            "point com",
            "etc... merci",
            "à ce point, comme neuf",
            "Très bon état. TV non fournie",
            "Bon état. Store à rouleau. Net et propre",
            "Z.Z. TV wall bracket",
            "Robe noire. FR 38",
            "Black dress. UK 10",
            "Très bon état. EU 42",
            "Bon état. Eu en cadeau",
            "ISBN 9782070368228. UK edition",
            "Worn once in 2019. UK plug",
        ] {
            check(text, &[]);
        }
    }
}
