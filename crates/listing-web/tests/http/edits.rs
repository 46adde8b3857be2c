//! Edits of listings on the page of their generation.

use listing_domain::ids::GenerationId;
use serde_json::Value;

use crate::browser::{Answer, Browser, SAME};
use crate::html;
use crate::site::Site;

/// The fields of one marketplace's listing in the page's form.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Card {
    platform: String,
    fields: Vec<(String, String)>,
}

impl Card {
    fn get(&self, name: &str) -> &str {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str()).unwrap()
    }

    fn set(&mut self, name: &str, value: &str) {
        let (_, text) = self.fields.iter_mut().find(|(field, _)| field == name).unwrap();
        value.clone_into(text);
    }
}

fn cards(answer: &Answer) -> Vec<Card> {
    let page = html::read(&answer.text()).unwrap();
    let mut cards: Vec<Card> = Vec::new();
    let mut is_inside = false;
    for (index, element) in page.elements.iter().enumerate() {
        let name = element.attribute("name");
        if element.name == "form" {
            is_inside = element.attribute("action").ends_with("/edit");
        }
        if !is_inside || element.name == "button" || ["", "form"].contains(&name) {
            continue;
        }
        if name == "platform" {
            cards.push(Card { platform: element.attribute("value").to_owned(), fields: Vec::new() });
        }
        let is_chosen = |it: &&html::Element| {
            it.inside.contains(&index) && it.name == "option" && it.attributes.contains_key("selected")
        };
        let value = match element.name.as_str() {
            "textarea" => element.text.strip_prefix('\n').unwrap_or(&element.text),
            "select" => &page.elements.iter().find(is_chosen).unwrap().text,
            _ => element.attribute("value"),
        };
        let value = value.replace("&#62;", ">");
        cards.last_mut().unwrap().fields.push((name.to_owned(), value));
    }
    cards
}

/// Sends the form of a generation's page with these listings and more fields.
async fn save(browser: &mut Browser, id: GenerationId, cards: &[Card], more: &[(&str, &str)]) -> Answer {
    let fields: Vec<(&str, &str)> = cards
        .iter()
        .flat_map(|card| &card.fields)
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .chain(more.iter().copied())
        .collect();
    browser.post(&format!("/account/generations/{id}/edit"), &fields).await
}

async fn open(browser: &mut Browser, id: GenerationId) -> Vec<Card> {
    let answer = browser.get(&format!("/account/generations/{id}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    cards(&answer)
}

#[tokio::test]
async fn every_edited_field_is_stored_shown_and_exported() {
    let site = Site::open();
    let ann = site.resident("ann", "Jacket").await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let mut shown = open(&mut browser, ann.generation).await;
    let platforms: Vec<&str> = shown.iter().map(|card| card.platform.as_str()).collect();
    assert_eq!(platforms, ["vinted", "leboncoin"]);
    for (name, value) in [
        ("title", "Blue coat"),
        ("description", "A warm coat.\n\nWorn twice."),
        ("price", "19,90"),
        ("category", "Women > Coats"),
        ("condition", "Very good"),
    ] {
        shown[0].set(name, value);
    }
    let answer = save(&mut browser, ann.generation, &shown, &[("back", "vinted")]).await;
    let path = format!("/account/generations/{}", ann.generation);
    assert_eq!((answer.status, answer.header("location")), (303, Some(format!("{path}#vinted").as_str())));

    let again = open(&mut browser, ann.generation).await;
    assert_eq!(again[0].get("price"), "19.90");
    assert_eq!(again[0].get("description"), "A warm coat.\n\nWorn twice.");
    assert_eq!((again[0].get("category"), again[0].get("condition")), ("Women > Coats", "Very good"));
    assert_ne!(again[0].get("version"), shown[0].get("version"));
    assert_eq!(again[1], shown[1], "the other listing is unchanged");

    let list = browser.get("/account/generations").await.text();
    assert!(list.contains("Blue coat") && list.contains("€19.90"), "{list}");
    let table = browser.get(&format!("{path}.csv")).await.text();
    assert!(table.contains(",19.9,EUR,Women > Coats,Very good"), "{table}");
    let file: Value = serde_json::from_slice(&browser.get(&format!("{path}.json")).await.bytes).unwrap();
    assert_eq!(file["data"]["listings"][0]["price"], 19.9);
    assert_eq!(file["data"]["listings"][0]["category"], "Women > Coats");
    assert_eq!(file["data"]["suggestedPrice"], 12.5, "the suggested price stays");
}

#[tokio::test]
async fn one_form_saves_every_changed_listing() {
    let site = Site::open();
    let ann = site.resident("ann", "Jacket").await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let mut shown = open(&mut browser, ann.generation).await;
    shown[0].set("title", "For Vinted");
    shown[1].set("price", "40");
    let answer = save(&mut browser, ann.generation, &shown, &[("back", "vinted")]).await;
    assert_eq!(answer.status, 303, "{}", answer.text());
    let again = open(&mut browser, ann.generation).await;
    assert_eq!((again[0].get("title"), again[1].get("price")), ("For Vinted", "40"));
    let text = browser.get(&format!("/account/generations/{}", ann.generation)).await.text();
    assert_eq!(text.matches("data-edited>").count(), 2, "{text}");

    // An unchanged form edits nothing.
    let before = site.stored_state().await;
    assert_eq!(save(&mut browser, ann.generation, &again, &[]).await.status, 303);
    assert_eq!(site.stored_state().await, before);
}

#[tokio::test]
async fn empty_texts_and_invalid_prices_are_refused_and_the_rest_is_saved() {
    let site = Site::open();
    let ann = site.resident("ann", "Jacket").await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    for (name, value, language, expected) in [
        ("title", " ", "en", "Enter a title"),
        ("title", "", "fr", "Saisissez un titre"),
        ("description", "\n", "en", "Enter a description"),
        ("description", "", "fr", "Saisissez une description"),
        ("price", "ten", "en", "Enter the price as a number"),
        ("price", "", "fr", "Saisissez le prix en chiffres"),
    ] {
        browser.cookies.insert("__Host-ptl-language".to_owned(), language.to_owned());
        let mut shown = open(&mut browser, ann.generation).await;
        let stored = shown[0].get(name).to_owned();
        shown[0].set(name, value);
        let other = format!("Other {name} {language}");
        shown[1].set("title", &other);
        let answer = save(&mut browser, ann.generation, &shown, &[]).await;
        answer.assert_page(400);
        assert!(answer.text().contains(expected), "{expected}: {}", answer.text());
        let typed = cards(&answer);
        assert_eq!(typed[0].get(name), value, "the typed value is lost");
        let again = open(&mut browser, ann.generation).await;
        assert_eq!((again[0].get(name), again[1].get("title")), (stored.as_str(), other.as_str()));
    }
}

#[tokio::test]
async fn outdated_form_overwrites_no_later_edit() {
    let site = Site::open();
    let ann = site.resident("ann", "Jacket").await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let first_tab = open(&mut browser, ann.generation).await;
    let (mut one, mut other) = (first_tab.clone(), first_tab.clone());
    one[0].set("title", "First tab");
    assert_eq!(save(&mut browser, ann.generation, &one, &[]).await.status, 303);

    // Saving an outdated form works for a listing that did not change meanwhile.
    other[1].set("title", "Second tab, leboncoin");
    assert_eq!(save(&mut browser, ann.generation, &other, &[]).await.status, 303);
    let now = open(&mut browser, ann.generation).await;
    assert_eq!((now[0].get("title"), now[1].get("title")), ("First tab", "Second tab, leboncoin"));

    other[0].set("title", "Second tab");
    let answer = save(&mut browser, ann.generation, &other, &[]).await;
    answer.assert_page(409);
    assert!(answer.text().contains("changed in the meantime"), "{}", answer.text());
    assert_eq!(open(&mut browser, ann.generation).await[0].get("title"), "First tab");
    // After seeing the conflict, the user may overwrite the other edit.
    let shown = cards(&answer);
    assert_eq!(shown[0].get("title"), "Second tab");
    assert_eq!(save(&mut browser, ann.generation, &shown, &[]).await.status, 303);
    assert_eq!(open(&mut browser, ann.generation).await[0].get("title"), "Second tab");
}

#[tokio::test]
async fn original_of_one_listing_is_restored() {
    let site = Site::open();
    let ann = site.resident("ann", "Jacket").await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let original = open(&mut browser, ann.generation).await;
    let mut shown = original.clone();
    shown[0].set("title", "Edited");
    shown[0].set("price", "99");
    shown[1].set("title", "Edited too");
    assert_eq!(save(&mut browser, ann.generation, &shown, &[]).await.status, 303);
    let mut shown = open(&mut browser, ann.generation).await;
    shown[0].set("title", "");
    shown[1].set("title", "Edited once more");
    let answer = save(&mut browser, ann.generation, &shown, &[("restore", "vinted")]).await;
    assert_eq!(answer.status, 303, "{}", answer.text());
    let again = open(&mut browser, ann.generation).await;
    assert_eq!(again[0], original[0]);
    assert_eq!(again[1].get("title"), "Edited once more");
    let answer = save(&mut browser, ann.generation, &again, &[("restore", "etsy")]).await;
    answer.assert_page(404);
}

#[tokio::test]
async fn price_category_and_condition_are_checked_while_typed() {
    let site = Site::open();
    let ann = site.resident("ann", "Jacket").await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let mut shown = open(&mut browser, ann.generation).await;
    shown[0].set("condition", "Very good");
    for (name, value, expected) in [
        ("price", "0", "The price"),
        ("price", "ten", "Enter the price as a number"),
        ("category", "", "category"),
        ("condition", "Splendid", "Splendid"),
    ] {
        let mut card = shown[0].clone();
        card.set(name, value);
        let fields: Vec<(&str, &str)> = card.fields.iter().map(|(name, value)| (&**name, &**value)).collect();
        let judge = format!("/account/generations/{}/judge", ann.generation);
        let judged: Value = serde_json::from_slice(&browser.post(&judge, &fields).await.bytes).unwrap();
        let findings = judged["findings"].as_array().unwrap();
        assert!(
            findings.iter().any(|it| it.as_str().unwrap().contains(expected)),
            "{name}={value}: {findings:?}"
        );
    }
}

#[tokio::test]
async fn autosave_returns_a_result_for_each_listing() {
    let site = Site::open();
    let ann = site.resident("ann", "Jacket").await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let mut shown = open(&mut browser, ann.generation).await;
    let older = shown.clone();
    shown[0].set("title", "");
    shown[1].set("title", "Saved by itself");
    let token = browser.token().await;
    for (language, expected) in [("en", "Saved"), ("fr", "Enregistré")] {
        browser.cookies.insert("__Host-ptl-language".to_owned(), language.to_owned());
        let fields = [("form", token.as_str())];
        let fields: Vec<(&str, &str)> = fields
            .into_iter()
            .chain(shown.iter().flat_map(|card| &card.fields).map(|(name, value)| (&**name, &**value)))
            .collect();
        let path = format!("/account/generations/{}/edit", ann.generation);
        let mut script = browser.clone().with_header("accept", "application/json");
        let answer = script.post_as(&path, &SAME, &fields).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let reply: Value = serde_json::from_slice(&answer.bytes).unwrap();
        assert_eq!(reply["said"], expected);
        let [vinted, leboncoin] = [&reply["listings"][0], &reply["listings"][1]];
        assert_eq!((&vinted["platform"], &leboncoin["platform"]), (&"vinted".into(), &"leboncoin".into()));
        assert!(vinted["problem"].is_string() && vinted["isEdited"] == false, "{reply}");
        assert!(leboncoin["problem"].is_null() && leboncoin["isEdited"] == true, "{reply}");
        assert_eq!(leboncoin["isRestorable"], true);
        let now = open(&mut browser, ann.generation).await;
        assert_eq!(leboncoin["version"], now[1].get("version"));
        assert_eq!(vinted["version"], older[0].get("version"), "the refused listing is not stored");
    }
}
