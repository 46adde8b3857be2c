//! Responses stored by earlier versions are read and written back byte for byte.
#![expect(clippy::unwrap_used, reason = "all of this is tests")]

use listing_answer::{Amount, AttributeDetail, Code, GeneratedData, JsonAnswers};
use listing_domain::SearchWords;
use listing_domain::edit::ListingEdit;
use listing_domain::generation::RenderedData;
use listing_domain::marketplace::{Catalogue, Platform};
use listing_domain::money::{Currency, Money};
use listing_domain::options::Language;
use listing_domain::product::Audience;
use listing_domain::usecase::AnswerFormat as _;

/// As the API stores it without `include=details`, and as the first version stored every generation.
const WITHOUT_DETAILS: &str = include_str!("rows/without_details.json");
/// Stored before the date of the exchange rates was.
const WITH_DETAILS: &str = include_str!("rows/with_details.json");
/// One listing edited, one rewritten.
const REVISED: &str = include_str!("rows/revised.json");

fn read(row: &str) -> GeneratedData {
    GeneratedData::read(&RenderedData::new(row.as_bytes())).unwrap()
}

fn edit(data: &GeneratedData, platform: Platform, title: &str, price: i64) -> ListingEdit {
    let price = Money::from_major(price, Currency::Eur);
    let stored = data.listing(platform).unwrap().editable(Currency::Eur);
    ListingEdit { title: title.to_owned(), price, ..stored }
}

#[test]
fn every_stored_row_is_written_back_byte_for_byte() {
    for row in [WITHOUT_DETAILS, WITH_DETAILS, REVISED] {
        let stored = read(row).rendered(Language::Fr).unwrap().data;
        assert_eq!(std::str::from_utf8(stored.as_bytes()).unwrap(), row);
    }
}

#[test]
fn stored_rows_are_read_with_and_without_optional_fields() {
    let plain = read(WITHOUT_DETAILS);
    assert_eq!((plain.name(), plain.details.is_none()), ("Veste", true));
    assert_eq!(plain.currency(Language::Fr), Currency::Eur);
    assert_eq!(plain.suggested_price.money(Currency::Eur).minor(), 5_000);

    let detailed = read(WITH_DETAILS);
    let details = detailed.details.as_ref().unwrap();
    assert_eq!(details.price.rates_date, None);
    let vinted = detailed.listing(Platform::Vinted).unwrap();
    let known = detailed.listing_details(vinted).unwrap();
    assert_eq!(known.net_after_fees.map(|net| net.to_string()).as_deref(), Some("50"));
    assert_eq!((known.tags.as_ref().map(Vec::len), known.warnings.len()), (Some(2), 1));

    let revised = read(REVISED);
    let edits =
        |listing: &listing_answer::PlatformListing| (listing.is_edited(), listing.language_or(Language::Fr));
    let edits: Vec<_> = revised.listings.iter().map(edits).collect();
    assert_eq!(edits, [(true, Language::Fr), (false, Language::En)]);
}

#[test]
fn the_summary_has_the_fields_for_lists_and_searches() {
    let summary = read(REVISED).rendered(Language::Fr).unwrap().summary;
    // An edited listing represents the generation.
    assert_eq!(summary.name, "Veste Bordeaux");
    assert_eq!(summary.price, Some(Money::from_major(50, Currency::Eur)));
    let unedited = read(WITH_DETAILS).rendered(Language::Fr).unwrap().summary;
    assert_eq!((&*unedited.name, unedited.price), ("Veste", summary.price));
    let listed: Vec<_> =
        read(REVISED).listings.iter().filter_map(|listing| listing.platform.known()).collect();
    assert_eq!(summary.platforms, listed);
    for listing in read(REVISED).listings {
        for text in [&listing.title, &listing.description] {
            assert!(SearchWords::parse(text).are_in(&[&summary.search_text]), "{text}");
        }
    }
}

#[test]
fn a_stored_row_without_a_required_field_is_an_error() {
    let fields = [
        "\"suggestedPrice\":50,",
        "\"priceRationale\"",
        "\"title\":\"Veste Bordeaux\",",
        "\"brand\":\"Sézane\",",
        "\"low\":40,",
        "\"currency\":\"EUR\",",
        "\"evidence\":\"Vu sur les photos.\",",
        "\"photo\":2,",
    ];
    for field in fields {
        assert!(WITH_DETAILS.contains(field), "{field}");
        let without = match field.strip_suffix(',') {
            Some(_) => WITH_DETAILS.replacen(field, "", 1),
            None => WITH_DETAILS.replacen(field, "\"another\"", 1),
        };
        assert!(GeneratedData::read(&RenderedData::new(without.as_bytes())).is_err(), "{field}");
    }
}

#[test]
fn unknown_codes_of_another_version_are_preserved() {
    let row = WITH_DETAILS.replacen("\"platform\":\"vestiaire\"", "\"platform\":\"another\"", 1).replacen(
        "\"source\":\"label\"",
        "\"source\":\"another\"",
        1,
    );
    let data = read(&row);
    assert_eq!(data.listings[1].platform, Code::Other("another".to_owned()));
    assert_eq!(data.listings[1].platform.known(), None);
    assert_eq!(data.listing_currency(&data.listings[1], &Catalogue::default(), Language::Fr), Currency::Eur);
    assert_eq!(data.rendered(Language::Fr).unwrap().data.as_bytes(), row.as_bytes());
}

#[test]
fn an_edit_changes_one_listing() {
    let (mut data, catalogue) = (read(WITHOUT_DETAILS), Catalogue::default());
    let new = edit(&data, Platform::Vinted, "New", 60);
    assert!(data.edit(catalogue.marketplace(Platform::Vinted), new.clone()));
    assert!(!data.edit(catalogue.marketplace(Platform::Etsy), new));
    let titles = data.listings.iter().map(|listing| (listing.title.as_str(), listing.is_edited()));
    assert_eq!(titles.collect::<Vec<_>>(), [("New", true), ("Veste Bordeaux", false)]);
    assert_eq!(data.listings[0].price, "60".parse::<Amount>().unwrap());
    assert_eq!(data.suggested_price, "50".parse::<Amount>().unwrap());
}

#[test]
fn an_edited_price_changes_the_net_amount() {
    let (mut data, catalogue) = (read(WITH_DETAILS), Catalogue::default());
    let new = edit(&data, Platform::Vinted, "New", 60);
    assert!(data.edit(catalogue.marketplace(Platform::Vinted), new));
    let details = data.listing_details(data.listing(Platform::Vinted).unwrap()).unwrap();
    assert_eq!(details.net_after_fees, Some("60".parse().unwrap()));
}

#[test]
fn a_restored_listing_is_as_it_was_first_written() {
    let (first, catalogue) = (read(WITH_DETAILS), Catalogue::default());
    let mut data = first.clone();
    let new = edit(&data, Platform::Vinted, "New", 60);
    assert!(data.edit(catalogue.marketplace(Platform::Vinted), new));
    assert!(!data.restore(&first, Platform::Etsy));
    assert!(data.restore(&first, Platform::Vinted));
    assert_eq!(data, first);
}

#[test]
fn a_rewrite_replaces_or_adds_the_listings_of_its_marketplaces() {
    let (mut data, mut written) = (read(WITH_DETAILS), read(WITH_DETAILS));
    written.listings.remove(0);
    written.listings[0].title = "A jacket".to_owned();
    let mut new = written.listings[0].clone();
    new.platform = Platform::Ebay.into();
    written.listings.push(new);
    written.suggested_price = "99".parse().unwrap();
    let details = written.details.as_mut().unwrap();
    let mut ebay_details = details.listings[&Code::Known(Platform::Vestiaire)].clone();
    ebay_details.currency = Currency::Usd.into();
    details.listings.insert(Platform::Ebay.into(), ebay_details);
    data.merge(written, Language::En);
    let listings = data.listings.iter().map(|it| (it.platform.to_string(), it.language_or(Language::Fr)));
    let expected = [("vinted", Language::Fr), ("vestiaire", Language::En), ("ebay", Language::En)];
    assert_eq!(listings.collect::<Vec<_>>(), expected.map(|(code, language)| (code.to_owned(), language)));
    assert_eq!(data.listings[1].title, "A jacket");
    assert_eq!(data.suggested_price.to_string(), "50");
    let ebay = data.listing(Platform::Ebay).unwrap();
    assert_eq!(data.listing_currency(ebay, &Catalogue::default(), Language::Fr), Currency::Usd);
}

#[test]
fn a_rewrite_gets_the_stored_item() {
    let item = JsonAnswers.item(&RenderedData::new(WITH_DETAILS.as_bytes())).unwrap();
    assert_eq!(item.name.unwrap().as_str(), "Veste");
    assert_eq!(item.known.brand.unwrap().as_str(), "Sézane");
    assert_eq!(item.known.size, None);
    assert!(item.text.unwrap().starts_with("Veste Bordeaux\n\nÀ vendre"));
}

#[test]
fn a_stored_audience_is_read_back() {
    let mut data = GeneratedData::read(&RenderedData::new(WITH_DETAILS.as_bytes())).unwrap();
    assert_eq!(data.attributes.audience, None, "an earlier version stored none");
    data.attributes.audience = Some(Audience::Girls.into());
    let details = data.details.as_mut().unwrap();
    let brand = details.attributes.brand.clone().unwrap();
    details.attributes.audience = Some(AttributeDetail { value: "girls".to_owned(), ..brand });
    let stored = data.rendered(Language::Fr).unwrap().data;
    assert_eq!(GeneratedData::read(&stored).unwrap(), data);
    let item = JsonAnswers.item(&stored).unwrap();
    assert_eq!((item.known.audience, item.audience), (Some(Audience::Girls), Some(Audience::Girls)));
}
