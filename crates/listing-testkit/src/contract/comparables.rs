use jiff::civil::{Date, date};
use listing_domain::attributes::{Attribute, Attributes};
use listing_domain::comparables::{
    ComparableCounts, ComparableFilter, ComparableId, ComparableInput, ComparableSearch, NewComparable,
};
use listing_domain::condition::Condition;
use listing_domain::ids::{AccountId, GenerationId};
use listing_domain::money::{Currency, Money};
use listing_domain::ports::{ComparableStore, IdSource as _};
use listing_domain::pricing::{Comparable, ComparableKind};
use listing_domain::product::{Good, Product, ProductType};

use super::run_cases;
use crate::SeededIds;

/// The contract of comparables stores.
pub async fn comparable_store_contract<S: ComparableStore>(make: impl AsyncFn() -> S) {
    let fixture = async || Fixture(make().await);
    run_cases!(fixture();
        empty_store_finds_no_comparables,
        comparable_is_read_back_unchanged,
        each_comparable_is_stored_once,
        known_comparables_are_counted_without_adding,
        putting_a_comparable_replaces_the_one_with_its_identity,
        sale_of_an_account_counts_for_it_alone,
        best_matching_comparables_come_first,
        words_find_old_comparables,
        words_are_found_in_any_language_and_case,
        query_syntax_in_words_is_harmless,
        search_for_a_product_without_a_type_finds_only_that_product,
        search_returns_at_most_the_limit_of_comparables,
        next_page_continues_after_the_last_entry,
        removed_comparable_is_not_found,
        comparables_are_counted,
    );
}

const TODAY: Date = date(2026, 11, 23);

struct Fixture<S>(S);

struct ComparableBuilder(ComparableInput);

impl ComparableBuilder {
    fn new(good: &str, title: &str) -> Self {
        let comparable = Comparable {
            product: product(good),
            brand: None,
            price: Money::from_major(35, Currency::Eur),
            condition: None,
            kind: ComparableKind::Sold,
            seen_on: date(2026, 11, 20),
            source: "contract".to_owned(),
            link: None,
        };
        let title = Some(title.to_owned()).filter(|title| !title.is_empty());
        Self(ComparableInput { comparable, title, reference: None })
    }

    fn brand(mut self, brand: &str) -> Self {
        self.0.comparable.brand = Some(brand.to_owned());
        self
    }

    fn currency(mut self, currency: Currency) -> Self {
        self.0.comparable.price = Money::from_minor(self.0.comparable.price.minor(), currency);
        self
    }

    fn on(mut self, day: Date) -> Self {
        self.0.comparable.seen_on = day;
        self
    }

    fn from(mut self, source: &str) -> Self {
        source.clone_into(&mut self.0.comparable.source);
        self
    }

    fn called(mut self, reference: &str) -> Self {
        self.0.reference = Some(reference.to_owned());
        self
    }

    fn asking(mut self) -> Self {
        self.0.comparable.kind = ComparableKind::Asking;
        self
    }

    fn new_comparable(self) -> NewComparable {
        NewComparable::new(self.0, TODAY).expect("the test's comparable is valid")
    }
}

/// A good by its key, such as `mom_jeans`, or a product type by its code after `*`, such as `*jeans`.
fn product(name: &str) -> Product {
    let product = match name.strip_prefix('*') {
        Some(code) => Product::parse(code),
        None => Good::from_key(name).map(Product::Good),
    };
    product.expect("the test's product is known")
}

impl<S: ComparableStore> Fixture<S> {
    async fn add(&self, things: Vec<ComparableBuilder>) -> usize {
        let new = things.into_iter().map(ComparableBuilder::new_comparable).collect();
        self.0.add(new).await.expect("comparables can be added")
    }

    /// Searches in euros and returns the titles found.
    async fn find(&self, good: &str, brand: Option<&str>, name: &str) -> Vec<String> {
        let seen = |text: &str| Attribute::seen(text, 1.0);
        let attributes =
            Attributes { brand: brand.map(seen), name: Some(seen(name)), ..Attributes::default() };
        let search = ComparableSearch::new(product(good), &attributes, Currency::Eur);
        let found = self.0.search(&search.expect("the search names a product")).await;
        let found = found.expect("comparables can be searched");
        found.into_iter().map(|one| one.title.unwrap_or_default()).collect()
    }

    async fn list(&self, filter: &ComparableFilter, before: Option<ComparableId>, limit: u32) -> Vec<Listed> {
        let found = self.0.list(filter, before, limit).await.expect("comparables can be listed");
        found.into_iter().map(|one| (one.id, one.title.unwrap_or_default())).collect()
    }

    async fn all(&self) -> Vec<Listed> {
        self.list(&ComparableFilter::default(), None, 1_000).await
    }
}

type Listed = (ComparableId, String);

async fn empty_store_finds_no_comparables(fixture: Fixture<impl ComparableStore>) {
    assert_eq!(fixture.find("mom_jeans", Some("Levi’s"), "501").await, Vec::<String>::new());
    assert_eq!(fixture.all().await, []);
    assert_eq!(fixture.0.count().await.expect("comparables can be counted"), ComparableCounts::default());
    assert_eq!(fixture.add(Vec::new()).await, 0);
}

async fn comparable_is_read_back_unchanged(fixture: Fixture<impl ComparableStore>) {
    let mut full =
        ComparableBuilder::new("mom_jeans", "Jean « mom » d’été 100 % coton ☀").brand("Levi’s").asking();
    full.0.comparable.condition = Some(Condition::VeryGood);
    full.0.comparable.link = Some("https://example.com/1?a=b&c='d'".to_owned());
    let bare = ComparableBuilder::new("*jeans", "");
    let expected: Vec<_> =
        [&full, &bare].map(|comparable| (comparable.0.comparable.clone(), comparable.0.title.clone())).into();
    assert_eq!(fixture.add(vec![full, bare]).await, 2);
    let found =
        fixture.0.list(&ComparableFilter::default(), None, 9).await.expect("comparables can be listed");
    let found: Vec<_> = found.into_iter().rev().map(|one| (one.comparable, one.title)).collect();
    assert_eq!(found, expected);
}

async fn each_comparable_is_stored_once(fixture: Fixture<impl ComparableStore>) {
    let jeans = || ComparableBuilder::new("mom_jeans", "Jean mom").brand("Levi’s");
    assert_eq!(fixture.add(vec![jeans(), jeans().brand("LEVIS"), jeans().asking()]).await, 2);
    assert_eq!(fixture.add(vec![jeans(), ComparableBuilder::new("mom_jeans", "another")]).await, 1);
    let called = || ComparableBuilder::new("mom_jeans", "first").called("order 7");
    assert_eq!(
        fixture.add(vec![called(), ComparableBuilder::new("jeans", "second").called("order 7")]).await,
        1
    );
    assert_eq!(fixture.all().await.len(), 4);
    assert!(
        fixture.all().await.iter().all(|(_, title)| title != "second"),
        "the comparable stored first stays"
    );
}

async fn known_comparables_are_counted_without_adding(fixture: Fixture<impl ComparableStore>) {
    let things = || {
        ["one", "two", "two", "three"]
            .map(|title| ComparableBuilder::new("mom_jeans", title).new_comparable())
    };
    assert_eq!(fixture.0.known(&things()).await.expect("comparables can be looked up"), 1);
    assert_eq!(fixture.add(vec![ComparableBuilder::new("mom_jeans", "one")]).await, 1);
    assert_eq!(fixture.0.known(&things()).await.expect("comparables can be looked up"), 2);
    assert_eq!(fixture.all().await.len(), 1);
}

async fn putting_a_comparable_replaces_the_one_with_its_identity(fixture: Fixture<impl ComparableStore>) {
    let generation = GenerationId::new(SeededIds::new(7).id());
    let sale = |title: &str, price| {
        let mut offered = ComparableBuilder::new("mom_jeans", title).brand("Levi’s").0;
        offered.comparable.price = Money::from_major(price, Currency::Eur);
        NewComparable::sale_of(generation, offered, TODAY).expect("a sale can be stored")
    };
    let (first, replaced) = fixture.0.put(sale("Jean brut", 30)).await.expect("a sale can be put");
    assert!(!replaced);
    fixture.add(vec![ComparableBuilder::new("mom_jeans", "another")]).await;
    let (second, replaced) = fixture.0.put(sale("Jean délavé", 45)).await.expect("a sale can be put");
    assert!(replaced && second == first, "a replaced comparable keeps its id");
    let found =
        fixture.0.list(&ComparableFilter::default(), None, 9).await.expect("comparables can be listed");
    let prices: Vec<i64> = found.iter().map(|one| one.comparable.price.minor()).collect();
    assert_eq!(prices, [3_500, 4_500]);
    // The search finds it by the words of its new title.
    let old = ComparableBuilder::new("mom_jeans", "newer than both").on(TODAY);
    fixture.add(vec![old]).await;
    assert_eq!(fixture.find("mom_jeans", None, "délavé").await[0], "Jean délavé");
    assert_eq!(fixture.find("mom_jeans", None, "brut").await[0], "newer than both");
}

async fn sale_of_an_account_counts_for_it_alone(fixture: Fixture<impl ComparableStore>) {
    let ids = SeededIds::new(7);
    let [ann, bob] = [(); 2].map(|()| AccountId::new(ids.id()));
    let generation = GenerationId::new(ids.id());
    let offered = |title: &str| ComparableBuilder::new("mom_jeans", title).brand("Levi’s").0;
    let own = |account, title: &str| {
        NewComparable::own_sale_of(account, generation, offered(title), TODAY).expect("a sale can be stored")
    };
    let operators =
        NewComparable::sale_of(generation, offered("for all"), TODAY).expect("a sale can be stored");
    for new in [operators, own(bob, "of Bob"), own(ann, "mistyped"), own(ann, "of Ann délavé")] {
        fixture.0.put(new).await.expect("a sale can be put");
    }
    let found = async |account, name: &str| {
        let attributes = Attributes { name: Some(Attribute::seen(name, 1.0)), ..Attributes::default() };
        let search = ComparableSearch::new(product("*jeans"), &attributes, Currency::Eur);
        let search = search.expect("the search names a product").by(account);
        let found = fixture.0.search(&search).await.expect("comparables can be searched");
        let mut titles: Vec<_> = found.into_iter().filter_map(|one| one.title).collect();
        titles.sort_unstable();
        titles
    };
    for name in ["Jean", "Jean délavé"] {
        assert_eq!(found(None, name).await, ["for all"]);
        assert_eq!(found(Some(ann), name).await, ["for all", "of Ann délavé"]);
        assert_eq!(found(Some(bob), name).await, ["for all", "of Bob"]);
    }
    let filter = ComparableFilter { account: Some(ann), ..ComparableFilter::default() };
    let listed = fixture.0.list(&filter, None, 9).await.expect("comparables can be listed");
    assert_eq!(listed.iter().map(|one| one.account).collect::<Vec<_>>(), [Some(ann)]);
    assert_eq!(fixture.all().await.len(), 3);
}

async fn best_matching_comparables_come_first(fixture: Fixture<impl ComparableStore>) {
    let days = |day| date(2026, 11, day);
    let things = vec![
        ComparableBuilder::new("dress", "of another type").brand("Levi’s").on(days(23)),
        ComparableBuilder::new("*jeans", "of the type alone").on(days(22)),
        ComparableBuilder::new("skinny_jeans", "another good").on(days(23)),
        ComparableBuilder::new("skinny_jeans", "another good of the brand").brand("LEVIS").on(days(20)),
        ComparableBuilder::new("mom_jeans", "no brand").on(days(23)),
        ComparableBuilder::new("mom_jeans", "another brand").brand("Zara").on(days(22)),
        ComparableBuilder::new("mom_jeans", "abroad").brand("Levi's").currency(Currency::Usd).on(days(23)),
        ComparableBuilder::new("mom_jeans", "older").brand("levi’s").on(days(20)),
        ComparableBuilder::new("mom_jeans", "newer").brand("LEVI'S").on(days(21)),
        ComparableBuilder::new("mom_jeans", "newer, stored later").brand("Levis").on(days(21)),
        ComparableBuilder::new("mom_jeans", "taille haute, much older").brand("Levi’s").on(date(2024, 1, 1)),
        ComparableBuilder::new("mom_jeans", "haute, much older").brand("Levi’s").on(date(2024, 1, 2)),
    ];
    let all = things.len();
    assert_eq!(fixture.add(things).await, all);
    let expected = [
        "taille haute, much older",
        "haute, much older",
        "newer, stored later",
        "newer",
        "older",
        "abroad",
        "no brand",
        "another brand",
        "another good of the brand",
        "another good",
        "of the type alone",
    ];
    for brand in ["Levi’s", "LEVIS", "levi's"] {
        assert_eq!(fixture.find("mom_jeans", Some(brand), "Jean taille haute").await, expected, "{brand}");
    }
    let unbranded = fixture.find("mom_jeans", None, "").await;
    assert_eq!((unbranded[0].as_str(), unbranded.len()), ("no brand", 11));
    assert_eq!(fixture.find("*jeans", None, "").await[0], "of the type alone");
}

async fn words_find_old_comparables(fixture: Fixture<impl ComparableStore>) {
    let mut things = vec![
        ComparableBuilder::new("mom_jeans", "Levi's 501 vintage").brand("Levi’s").on(date(2020, 1, 1)),
        ComparableBuilder::new("skinny_jeans", "Jean 501 vintage").on(date(2020, 1, 1)),
        ComparableBuilder::new("mom_jeans", "501").on(date(2020, 1, 2)),
    ];
    things.extend((0..400).map(|number| {
        let brand = if number % 2 == 0 { "Levi’s" } else { "Zara" };
        ComparableBuilder::new("mom_jeans", &format!("jean {number}a")).brand(brand)
    }));
    fixture.add(things).await;
    let branded = fixture.find("mom_jeans", Some("Levis"), "Jean Levi's 501 vintage").await;
    assert_eq!(branded[0], "Levi's 501 vintage");
    let unbranded = fixture.find("mom_jeans", None, "501 vintage").await;
    assert_eq!(unbranded[..2], ["Levi's 501 vintage", "501"], "a title with more of the words comes first");
    assert!(!unbranded.contains(&"Jean 501 vintage".to_owned()), "the same good comes before other goods");
}

async fn words_are_found_in_any_language_and_case(fixture: Fixture<impl ComparableStore>) {
    let titles =
        ["Théière en Grès Émaillé", "Œuvre d’art", "Ярко-красный чайник", "急須 常滑焼", "Tea pot GLAZED"];
    let mut things: Vec<ComparableBuilder> =
        titles.iter().map(|title| ComparableBuilder::new("teapot", title).on(date(2020, 1, 1))).collect();
    things.extend((0..60).map(|number| ComparableBuilder::new("teapot", &format!("newer {number}b"))));
    fixture.add(things).await;
    for (words, title) in [
        ("GRES emaille", 0),
        ("grès émaillé", 0),
        ("e\u{301}maille\u{301}", 0),
        ("oeuvre", 1),
        ("ŒUVRE", 1),
        ("КРАСНЫЙ", 2),
        ("常滑焼", 3),
        ("glazed", 4),
    ] {
        assert_eq!(fixture.find("teapot", None, words).await[0], titles[title], "{words}");
    }
}

async fn query_syntax_in_words_is_harmless(fixture: Fixture<impl ComparableStore>) {
    let hostile = [
        "\"",
        "'",
        "\\",
        "*",
        "a*",
        "NEAR(a b)",
        "a AND",
        "OR OR",
        "NOT",
        "^abc",
        "words:abc",
        "{a b}: c",
        "-abc",
        "abc' | 'def",
        "abc & !def",
        "abc:*",
        "<->",
        "(((",
        "'; DROP TABLE comparable; --",
        "\u{0}abc",
        "a\u{0}b",
        "% _ ?",
        "?",
        "$1",
        "\u{feff}abc",
        "ａｂｃ",
        "ا\u{651}ب",
        "क\u{93f}ताब",
        "²³",
        "🧥🧥",
        "\u{202e}abc",
        "··",
        "§",
    ];
    let titled: Vec<ComparableBuilder> = hostile
        .iter()
        .filter(|text| !text.chars().any(char::is_control))
        .map(|text| ComparableBuilder::new("mom_jeans", text).called(text))
        .collect();
    let all = titled.len();
    assert_eq!(fixture.add(titled).await, all);
    for text in hostile {
        for brand in [None, Some(text)] {
            let found = fixture.find("mom_jeans", brand, &format!("{text} zzz {text}")).await;
            assert_eq!(found.len(), all, "{text:?}");
        }
    }
}

async fn search_for_a_product_without_a_type_finds_only_that_product(fixture: Fixture<impl ComparableStore>) {
    assert_eq!(product("teapot").kind(), None);
    let things = vec![
        ComparableBuilder::new("teapot", "a teapot"),
        ComparableBuilder::new("teapot", "another").brand("Alessi").on(date(2020, 1, 1)),
        ComparableBuilder::new("kettle", "a kettle"),
    ];
    fixture.add(things).await;
    assert_eq!(fixture.find("teapot", Some("alessi"), "").await, ["another", "a teapot"]);
}

async fn search_returns_at_most_the_limit_of_comparables(fixture: Fixture<impl ComparableStore>) {
    let comparable = |number: i8| {
        let brand = if number % 2 == 0 { "Levi’s" } else { "Zara" };
        ComparableBuilder::new("mom_jeans", &format!("jean {number}c")).brand(brand).on(date(
            2026,
            1,
            1 + number % 28,
        ))
    };
    fixture.add((0..120).map(comparable).collect()).await;
    let found = fixture.find("mom_jeans", Some("Zara"), "").await;
    assert_eq!(found.len(), ComparableSearch::LIMIT);
    let number = |title: &String| title.trim_matches(|c: char| !c.is_numeric()).parse::<i8>().unwrap_or(0);
    assert!(found.iter().all(|title| number(title) % 2 == 1), "{found:?}");
    let days: Vec<i8> = found.iter().map(|title| number(title) % 28).collect();
    assert!(days.is_sorted_by(|one, next| one >= next), "{days:?}");
}

async fn next_page_continues_after_the_last_entry(fixture: Fixture<impl ComparableStore>) {
    let brand = |number: u8| if number.is_multiple_of(2) { "Levi’s" } else { "Zara" };
    let good = |number: u8| if number < 4 { "mom_jeans" } else { "skinny_jeans" };
    let comparable = |number| ComparableBuilder::new(good(number), &format!("{number}")).brand(brand(number));
    fixture.add((0..7).map(comparable).chain([ComparableBuilder::new("dress", "7")]).collect()).await;
    let mut seen = Vec::new();
    let mut before = None;
    loop {
        let page = fixture.list(&ComparableFilter::default(), before, 3).await;
        let Some((last, _)) = page.last() else { break };
        assert!(page.len() <= 3);
        before = Some(*last);
        seen.extend(page.into_iter().map(|(_, title)| title));
    }
    assert_eq!(seen, ["7", "6", "5", "4", "3", "2", "1", "0"], "the last stored comes first");
    let listed = async |product: Option<Product>, brand: Option<&str>| -> String {
        let filter = ComparableFilter { product, brand: brand.map(str::to_owned), account: None };
        fixture.list(&filter, None, 9).await.into_iter().map(|(_, title)| title).collect()
    };
    assert_eq!(listed(Some(product("mom_jeans")), None).await, "3210");
    assert_eq!(listed(Some(Product::Type(ProductType::Jeans)), None).await, "6543210");
    assert_eq!(listed(Some(Product::Type(ProductType::Jeans)), Some("LEVIS")).await, "6420");
    assert_eq!(listed(None, Some("zara")).await, "531");
    assert_eq!(listed(None, Some("Gucci")).await, "");
}

async fn removed_comparable_is_not_found(fixture: Fixture<impl ComparableStore>) {
    let things =
        ["a", "b", "c", "d"].map(|title| ComparableBuilder::new("mom_jeans", &format!("{title} 501")));
    fixture.add(things.into()).await;
    fixture.add(vec![ComparableBuilder::new("mom_jeans", "e 501").from("elsewhere")]).await;
    let ids: Vec<ComparableId> = fixture.all().await.into_iter().map(|(id, _)| id).collect();
    let unknown = ComparableId::new(i64::MAX).expect("an id above zero is valid");
    let removed = fixture.0.remove(&[ids[1], ids[2], unknown, ids[1]]).await.expect("some can be removed");
    assert_eq!(removed, [ids[2], ids[1]]);
    assert_eq!(fixture.find("mom_jeans", None, "501").await, ["e 501", "b 501", "a 501"]);
    assert_eq!(fixture.0.remove_source("contract").await.expect("a source can be removed"), 2);
    assert_eq!(fixture.0.remove_source("contract").await.expect("a source can be removed"), 0);
    assert_eq!(fixture.find("mom_jeans", None, "501").await, ["e 501"]);
    // A deleted comparable can be added again, with another id.
    assert_eq!(fixture.add(vec![ComparableBuilder::new("mom_jeans", "d 501")]).await, 1);
    assert!(fixture.all().await.iter().all(|(id, title)| title == "e 501" || !ids.contains(id)));
}

async fn comparables_are_counted(fixture: Fixture<impl ComparableStore>) {
    fixture
        .add(vec![
            ComparableBuilder::new("mom_jeans", "one").on(date(2025, 2, 3)),
            ComparableBuilder::new("mom_jeans", "two").asking(),
            ComparableBuilder::new("teapot", "three").from("elsewhere"),
            ComparableBuilder::new("*jeans", "four").from("another"),
        ])
        .await;
    let counts = fixture.0.count().await.expect("comparables can be counted");
    assert_eq!(counts.all(), 4);
    let expected = ComparableCounts {
        sold: 3,
        asked: 1,
        oldest: Some(date(2025, 2, 3)),
        newest: Some(date(2026, 11, 20)),
        products: vec![(product("mom_jeans"), 2), (product("teapot"), 1), (product("*jeans"), 1)],
        sources: [("contract", 2), ("another", 1), ("elsewhere", 1)]
            .map(|(source, number)| (source.to_owned(), number))
            .into(),
    };
    assert_eq!(counts, expected);
}
