//! Requirements that every page meets, in both languages and with hostile texts.

mod html;
mod samples;

use std::collections::{BTreeMap, BTreeSet};

use html::{Element, Page};
use listing_domain::options::Language;
use listing_web::view::assets;
use samples::{Drawn, Sample};

/// Returns every page in a language with sample texts changed by `text`, rendered and parsed.
fn pages(language: Language, text: fn(&str) -> String) -> Vec<(Drawn, Page)> {
    let read = |drawn: Drawn| match html::read(&drawn.html) {
        Ok(page) => (drawn, page),
        Err(error) => panic!("{} {language}: {error}", drawn.name),
    };
    samples::pages(Sample { language, text }).into_iter().map(read).collect()
}

fn all(text: fn(&str) -> String) -> Vec<(Drawn, Page)> {
    Language::ALL.iter().flat_map(|language| pages(*language, text)).collect()
}

fn hostile(text: &str) -> String {
    format!(
        "{text}</textarea></title><script>alert(1)</script>\" onload=\"x\" ' onclick='x' style=\"x\" \u{202e}&lt;"
    )
}

fn endless(_: &str) -> String {
    "<>\"'&".repeat(2_000)
}

#[test]
fn text_never_becomes_markup() {
    let plain: Vec<Vec<Element>> = all(str::to_owned).into_iter().map(|(_, page)| page.elements).collect();
    let texts: [fn(&str) -> String; 2] = [hostile, endless];
    for text in texts {
        for ((drawn, page), plain) in all(text).into_iter().zip(&plain) {
            let scripts = page.elements.iter().filter(|element| element.name == "script");
            let sources: Vec<&str> = scripts.map(|script| script.attribute("src")).collect();
            assert_eq!(sources[0], assets::script().path(), "{}", drawn.name);
            let is_ours = |source: &&str| assets::all().iter().any(|asset| asset.path() == *source);
            assert!(sources.iter().all(is_ours), "{}: {sources:?}", drawn.name);
            for element in &page.elements {
                let is_bad = |name: &String| name.starts_with("on") || name == "style" || name == "srcdoc";
                assert!(!element.attributes.keys().any(is_bad), "{}: {element:?}", drawn.name);
            }
            // With hostile texts, a page has no elements that it lacks with plain texts. It may have fewer,
            // since some appear only with a text.
            let known: BTreeSet<_> = plain.iter().map(|element| (&element.name, keys(element))).collect();
            let unknown = page.elements.iter().find(|it| !known.contains(&(&it.name, keys(it))));
            assert!(unknown.is_none(), "{}: {unknown:?}", drawn.name);
        }
    }
}

fn keys(element: &Element) -> Vec<&String> {
    element.attributes.keys().collect()
}

#[test]
fn links_stay_on_this_service() {
    for (drawn, page) in all(hostile) {
        for element in &page.elements {
            for name in ["href", "src", "action", "data-judge", "data-poll"] {
                let address = element.attribute(name);
                let is_here =
                    address.starts_with('/') && !address.starts_with("//") || address.starts_with('#');
                assert!(address.is_empty() || is_here, "{}: {name}={address}", drawn.name);
            }
        }
    }
}

#[test]
fn every_changing_form_carries_the_token() {
    for (drawn, page) in all(str::to_owned) {
        for (index, form) in page.elements.iter().enumerate().filter(|(_, it)| it.name == "form") {
            let fields = page.elements.iter().filter(|it| it.inside.contains(&index) && it.name == "input");
            let tokens: Vec<&str> =
                fields.filter(|it| it.attribute("name") == "form").map(|it| it.attribute("value")).collect();
            match form.attribute("method") {
                "post" => assert_eq!(tokens, ["c2VjcmV0"], "{}: {form:?}", drawn.name),
                // A form that changes nothing needs no token, and would put it into its address.
                "get" => assert_eq!(tokens, [""; 0], "{}: {form:?}", drawn.name),
                other => panic!("{}: unknown form method {other:?}", drawn.name),
            }
        }
    }
}

/// The script converts the times in these elements to local time, but not those in plain text.
#[test]
fn every_date_is_in_a_time_element() {
    const MONTHS: &str = "January February March April May June July August September October November December \
        janvier février mars avril mai juin juillet août septembre octobre novembre décembre";
    let is_year = |word: &str| word.get(..4).is_some_and(|year| year.parse::<u16>().is_ok());
    let is_date = |words: &[&str]| {
        let [day, month, year] = words else { return false };
        let is_day = day.starts_with(|sign: char| sign.is_ascii_digit());
        is_day && MONTHS.split(' ').any(|name| name == *month) && is_year(year)
    };
    let mut dates = 0;
    for (drawn, page) in all(str::to_owned) {
        dates += page.elements.iter().filter(|it| it.name == "time").count();
        let mut parts = drawn.html.split("<time ");
        let before = parts.next().into_iter();
        let outside = before.chain(parts.map(|part| part.split_once("</time>").unwrap().1));
        let outside: Vec<&str> = outside.flat_map(str::split_whitespace).collect();
        let date = outside.windows(3).find(|words| is_date(words));
        assert!(date.is_none(), "{}: {date:?}", drawn.name);
    }
    assert!(dates > 50, "{dates}");
}

/// Browsers press the first button of a form when the user presses Enter in a field.
#[test]
fn pressing_enter_in_a_field_spends_no_quota_unit() {
    let mut seen = 0;
    for (drawn, page) in all(str::to_owned) {
        for (index, form) in page.elements.iter().enumerate().filter(|(_, it)| it.name == "form") {
            let spends = |end: &str| form.attribute("action").ends_with(end);
            if !spends("/account/new") && !spends("/again") && !spends("/correct") {
                continue;
            }
            let mut buttons = page.elements.iter().filter(|it| {
                it.name == "button" && it.inside.contains(&index) && it.attribute("type") != "button"
            });
            let first = buttons.next().unwrap();
            assert!(first.attributes.contains_key("disabled"), "{}: {first:?}", drawn.name);
            assert!(first.attributes.contains_key("hidden"), "{}: {first:?}", drawn.name);
            assert!(buttons.next().is_some(), "{}: no other button sends the form", drawn.name);
            seen += 1;
        }
    }
    assert!(seen >= 4, "{seen}");
}

/// Returns the forms that the table in `view` documents: the names of their fields, by path.
fn forms_of_the_table() -> BTreeMap<String, BTreeSet<String>> {
    let quoted = |cell: &str| -> Vec<String> {
        let outside: String = cell.split('(').map(|part| part.rsplit(')').next().unwrap_or(part)).collect();
        outside.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    let rows = include_str!("../src/view/mod.rs").lines().filter_map(|line| line.strip_prefix("//! |"));
    let mut forms = BTreeMap::new();
    for cells in rows.map(|row| row.split('|').collect::<Vec<_>>()).filter(|cells| cells.len() >= 4) {
        if let Some(action) = quoted(cells[2]).first().filter(|action| action.starts_with('/')) {
            forms.insert(action.clone(), quoted(cells[3]).into_iter().collect());
        }
    }
    forms
}

#[test]
fn forms_send_the_documented_fields() {
    let mut forms: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (_, page) in all(str::to_owned) {
        for (index, form) in page.elements.iter().enumerate().filter(|(_, it)| it.name == "form") {
            let part = |part: &str| match part {
                "abc" => "TOKEN".to_owned(),
                part if part.len() == 36 || part == "1" => "ID".to_owned(),
                part => part.to_owned(),
            };
            let action = form.attribute("action").split('/').map(part).collect::<Vec<_>>().join("/");
            let fields = forms.entry(action).or_default();
            let inside = page.elements.iter().filter(|it| it.inside.contains(&index));
            let names = inside.map(|it| it.attribute("name")).filter(|name| !["", "form"].contains(name));
            fields.extend(names.map(str::to_owned));
        }
    }
    assert_eq!(forms, forms_of_the_table());
}

#[test]
fn both_languages_have_the_same_pages() {
    let [fr, en] = [Language::Fr, Language::En].map(|language| pages(language, |_| "x".to_owned()));
    assert_eq!(fr.len(), en.len());
    for ((drawn, fr), (_, en)) in fr.iter().zip(&en) {
        let names = |page: &Page| page.elements.iter().map(|it| it.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(fr), names(en), "{}", drawn.name);
        let language_of = |page: &Page| page.elements[0].attribute("lang").to_owned();
        assert_eq!([language_of(fr), language_of(en)], ["fr", "en"], "{}", drawn.name);
        assert_ne!(fr.texts, en.texts, "{}", drawn.name);
    }
}

/// Returns true for a word that is not prose: a time, a scope or a part of a security policy.
fn is_code(word: &str) -> bool {
    let is_scope = ["generations:", "listings:", "usage:"].iter().any(|resource| word.starts_with(resource));
    word.chars().any(|c| c.is_ascii_digit()) || is_scope
}

#[test]
fn french_follows_typographic_rules() {
    for (drawn, page) in pages(Language::Fr, |_| "x".to_owned()) {
        let values =
            page.elements.iter().filter(|it| it.name != "meta").flat_map(|it| it.attributes.values());
        for text in page.texts.iter().chain(values) {
            let is_tight =
                |pair: (char, char)| pair.0.is_alphanumeric() && matches!(pair.1, ':' | ';' | '!' | '?');
            let words = text.split_whitespace().filter(|word| !word.contains('/') && !word.contains('&'));
            for word in words.filter(|word| word.chars().any(char::is_alphabetic)) {
                let tight = word.chars().zip(word.chars().skip(1)).any(is_tight);
                assert!(!tight || is_code(word), "{}: {word:?} in {text:?}", drawn.name);
            }
            for bad in [" :", " ;", " !", " ?", " »", "« ", " €", " %", "&#39;"] {
                assert!(!text.contains(bad), "{}: {bad:?} in {text:?}", drawn.name);
            }
        }
    }
}

#[test]
fn referenced_ids_exist_and_ids_are_unique() {
    for (drawn, page) in all(str::to_owned) {
        let mut identities = BTreeSet::new();
        for element in page.elements.iter().filter(|it| it.attributes.contains_key("id")) {
            assert!(
                identities.insert(element.attribute("id")),
                "{}: the id of {element:?} is used twice",
                drawn.name
            );
        }
        for element in &page.elements {
            for name in ["for", "aria-labelledby", "aria-describedby", "data-copy"] {
                for identity in element.attribute(name).split_whitespace() {
                    assert!(
                        identities.contains(identity),
                        "{}: no element has the id {identity}",
                        drawn.name
                    );
                }
            }
        }
    }
}

#[test]
fn every_field_has_a_label_and_every_page_one_heading() {
    for (drawn, page) in all(str::to_owned) {
        let labels: BTreeSet<&str> = page.elements.iter().map(|it| it.attribute("for")).collect();
        for field in &page.elements {
            let is_shown = match field.name.as_str() {
                "select" | "textarea" => true,
                "input" => field.attribute("type") != "hidden",
                _ => false,
            };
            let is_in_label = field.inside.iter().any(|index| page.elements[*index].name == "label");
            let is_labelled = is_in_label || labels.contains(field.attribute("id"));
            assert!(!is_shown || is_labelled, "{}: {field:?}", drawn.name);
        }
        let headings = page.elements.iter().filter(|it| it.name == "h1").count();
        assert_eq!(headings, 1, "{}", drawn.name);
    }
}

#[test]
fn browsers_neither_validate_nor_rewrite_email_fields() {
    let mut seen = 0;
    for (drawn, page) in all(str::to_owned) {
        let fields = page.elements.iter().filter(|it| it.name == "input");
        for field in fields.filter(|it| it.attribute("name") == "email") {
            // Browsers refuse or replace non-ASCII letters in fields of the type `email`.
            assert_eq!(field.attribute("type"), "", "{}: {field:?}", drawn.name);
            assert_eq!(field.attribute("inputmode"), "email", "{}: {field:?}", drawn.name);
            seen += 1;
        }
    }
    assert!(seen >= 10, "{seen}");
}

#[test]
fn pages_and_their_assets_are_small() {
    for (drawn, page) in all(str::to_owned) {
        let loaded = |name: &str, attribute: &str| {
            let loading = page.elements.iter().filter(|it| it.name == name);
            let addresses: Vec<String> = loading.map(|it| it.attribute(attribute).to_owned()).collect();
            let files = assets::all().into_iter().filter(|it| addresses.iter().any(|one| one == it.path()));
            files.map(|asset| asset.bytes().len()).sum::<usize>()
        };
        let bytes = loaded("script", "src") + loaded("link", "href") + drawn.html.len();
        // Pages with photos to sort have a script to send and drag them, and buttons for each photo.
        let limit = if drawn.name.starts_with("bulk") { 74_000 } else { 62_000 };
        assert!(bytes <= limit, "{}: {bytes} bytes", drawn.name);
    }
}

#[test]
fn assets_are_named_by_their_content_and_load_nothing() {
    for asset in assets::all() {
        let (stem, ending) = asset.path().rsplit_once('.').unwrap();
        let (_, digits) = stem.rsplit_once('-').unwrap();
        assert!(digits.len() == 8 && digits.bytes().all(|b| b.is_ascii_hexdigit()), "{}", asset.path());
        let text = std::str::from_utf8(asset.bytes()).unwrap();
        for bad in ["url(", "@import", "innerHTML", "eval(", "localStorage", "sessionStorage", ".cookie"] {
            assert!(!text.contains(bad), "{bad} in the {ending} file");
        }
    }
}
