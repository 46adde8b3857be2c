//! Faults planted in valid files, which the validators find.

use std::io::{Cursor, Write as _};

use listing_export::FormatId;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::fixture::{jacket, problems, written};

/// A text of a valid file, its replacement, and the problem that follows.
type Fault = (&'static str, &'static str, &'static str);

/// Plants each fault in a valid file and checks that the validator finds it.
fn check(id: FormatId, faults: &[Fault]) {
    let (file, _) = written(id, &[jacket()]);
    assert_eq!(problems(id, &file), [""; 0], "{id}");
    let text = String::from_utf8(file).unwrap();
    for (valid, faulty, expected) in faults {
        assert!(text.contains(valid), "{id}: {valid:?} in {text}");
        let found = problems(id, text.replacen(valid, faulty, 1).as_bytes());
        assert!(found.iter().any(|problem| problem == expected), "{id}: {faulty:?}: {found:#?}");
    }
}

#[test]
fn ebay_faults_are_found() {
    let title = "Levi's Trucker Jacket, Blue Denim, Men's M";
    check(
        FormatId::EbayUs,
        &[
            ("Version=0.0.2", "Version=9", "the first line is not that of the template"),
            ("Category ID", "*Category", "the columns are not those of the format"),
            ("\nDraft,", "\nAdd,", WRONG_ACTION),
            (",57988,", ",,", "record 1: Category ID: must be a number, which eBay requires"),
            (title, "", "record 1: Title: must have 1 to 80 characters"),
            (title, "=1", "record 1: Title: a spreadsheet takes this for a formula"),
            (title, "a;@b", "record 1: Title: a spreadsheet takes this for a formula"),
            ("Levi's Trucker", LONG, "record 1: Title: must have 1 to 80 characters"),
            (",45.50,", ",\"45,50\",", "record 1: Price: must be an amount with two decimals"),
            (",1,https", ",,https", "record 1: Quantity: must be a number"),
            ("|https", "|file", "record 1: Item photo URL: must be up to 24 web addresses"),
            ("%7E1.jpg", "~1.jpg", "record 1: Item photo URL: must be up to 24 web addresses"),
            (",2990,", ",2991,", "record 1: Condition ID: must be an ID of a condition"),
            ("<br>", "\n", "record 1: Description: must have no markup but <br>"),
            ("<br>", "<script>", "record 1: Description: must have no markup but <br>"),
            ("<br>", "\0", "record 1: Description: control characters"),
            ("FixedPrice", "Auction", "record 1: Format: must be FixedPrice"),
            (",Denim,Men", "", "record 1: 14 cells instead of 16"),
        ],
    );
}

/// The problem of an action, whose column has the site's parameters.
const WRONG_ACTION: &str =
    "record 1: Action(SiteID=US|Country=US|Currency=USD|Version=1193|CC=UTF-8): must be Draft";

/// A title of more than 140 characters.
const LONG: &str = "A title that is far too long for any marketplace because it has every word that a buyer may \
                    look for and then all of its synonyms in three languages";

#[test]
fn faults_of_shop_files_are_found() {
    check(
        FormatId::Shopify,
        &[
            ("URL handle", "Handle", "the columns are not those of the format"),
            (
                "\"Levi's Trucker Jacket, Blue Denim, Men's M\",levi",
                ",levi",
                "record 1: Title: a product needs a title",
            ),
            (",45.50,", ",,", "record 1: Price: a product needs a price"),
            (",45.50,", ",45.5,", "record 1: Price: must be an amount with two decimals"),
            (",draft,", ",live,", "record 1: Status: must be draft, active or archived"),
            (",used,", ",worn,", "record 1: Google Shopping / Condition: must be new, used or refurbished"),
            (",levi-s", ",Levi-s", "record 1: URL handle: must be lower-case words"),
            ("https://p", "p", "record 1: Product image URL: must be a web address"),
            ("https://p.example/2.jpg", "", "record 2: URL handle: an earlier product has the same handle"),
        ],
    );
    check(
        FormatId::WooCommerce,
        &[
            ("Regular price", "Price", "the columns are not those of the format"),
            ("\nsimple", "\nvariable", "record 1: Type: must be simple"),
            (
                "\"Levi's Trucker Jacket, Blue Denim, Men's M\"",
                "",
                "record 1: Name: must have 1 to 200 characters",
            ),
            (",-1,", ",2,", "record 1: Published: must be -1, 0 or 1"),
            (",45.50,", ",,", "record 1: Regular price: must be an amount with two decimals"),
            (", https", ", ", "record 1: Images: must be web addresses separated by commas"),
        ],
    );
    check(
        FormatId::Etsy,
        &[
            ("CURRENCY_CODE", "CURRENCY", "the columns are not those of the format"),
            ("Vintage denim", LONG, "record 1: TITLE: must have 1 to 140 characters"),
            (",45.50,", ",$45,", "record 1: PRICE: must be an amount with two decimals"),
            (",USD,", ",$,", "record 1: CURRENCY_CODE: must be a code of three letters"),
            (",1,denim", ",one,denim", "record 1: QUANTITY: must be a number"),
            ("denim jacket,", LONG_TAG, "record 1: TAGS: must be up to 13 tags of at most 20 characters"),
            ("https://p.example/2", "2", "record 1: IMAGE2: must be a web address"),
        ],
    );
}

const LONG_TAG: &str = "a tag that is far too long,";

#[test]
fn faults_of_feeds_are_found() {
    check(
        FormatId::GoogleMerchant,
        &[
            ("availability", "stock", "the columns are not those of the format"),
            ("https://shop.example/", "/", "record 1: link: must be a web address"),
            ("https://p.example/%7E1", "1", "record 1: image_link: must be a web address"),
            (",in_stock,", ",yes,", "record 1: availability: must be in_stock"),
            (",45.50 USD,", ",45.50,", "record 1: price: must be an amount with its currency"),
            (",used,", ",,", "record 1: condition: must be new, used or refurbished"),
        ],
    );
    check(
        FormatId::Acp,
        &[
            ("{\"id\"", "{\"sku\":1,\"id\"", "record 1: the schema refuses the field sku"),
            ("{\"id\":\"B4-0017\"", "{\"id\":\"\"", "record 1: id: must be a text"),
            ("{\"plain\"", "{\"text\"", "record 1: description: must have a plain text"),
            ("https://shop.example", "shop", "record 1: url: must be a web address"),
            ("https://p.example", "p", "record 1: media: must be a list with web addresses"),
            ("4550", "45.5", "record 1: price: must be minor units with a currency"),
            ("\"USD\"", "\"$\"", "record 1: price: must be minor units with a currency"),
            ("secondhand", "worn", "record 1: condition: must be new or secondhand"),
            ("\"value\":\"M\"", "\"value\":38", "record 1: variant_options: must have names and values"),
            ("\"variants\"", "\"items\"", "record 1: variants: must have a variant"),
            ("{\"id\"", "\n{\"id\"", "record 1: not a JSON object"),
        ],
    );
    check(
        FormatId::JsonLd,
        &[
            (
                "\"@context\": \"https://schema.org\"",
                "\"@context\": \"x\"",
                "the context is not that of schema.org",
            ),
            ("\\u003c", "<", "a page cannot contain an unescaped <"),
            ("\"Product\"", "\"Thing\"", "record 1: @type: must be Product"),
            ("\"Levi's Trucker Jacket, Blue Denim, Men's M\"", "\"\"", "record 1: name: must not be empty"),
            ("\"45.50\"", "45.50", "record 1: price: must be an amount with two decimals"),
            ("UsedCondition", "WornCondition", "record 1: itemCondition: must be new or used"),
            ("InStock", "Yes", "record 1: availability: must be InStock"),
            ("https://p.example", "p", "record 1: image: must be web addresses"),
            ("\"Offer\"", "\"Demand\"", "record 1: offers: must be an Offer"),
        ],
    );
}

#[test]
fn faults_of_the_table_are_found() {
    check(
        FormatId::Csv,
        &[
            ("\u{feff}", "", "no byte order mark, without which spreadsheets misread accents"),
            ("sku,", "number,", "the columns are not those of the format"),
            ("\n00000000-", "\n1-", "record 1: generation: must be an ID"),
            ("2026-11-26T", "26.11.2026 ", "record 1: created_at: must be a time"),
            (",45.5,", ",,", "record 1: price: must be an amount"),
            (",USD,", ",$,", "record 1: currency: must be a code of three letters"),
            (",Denim,,", ",Denim,few,", "record 1: quantity: must be a number"),
            (",B4-0017,", ",\"\t=1\",", "record 1: sku: a spreadsheet takes this for a formula"),
        ],
    );
}

#[test]
fn repeated_records_are_found() {
    for (id, expected) in [
        (FormatId::WooCommerce, "record 2: SKU: an earlier record has the same value"),
        (FormatId::GoogleMerchant, "record 2: id: an earlier record has the same value"),
        (FormatId::Acp, "record 2: id: an earlier product has the same ID"),
        (FormatId::Shopify, "record 3: URL handle: an earlier product has the same handle"),
    ] {
        let text = String::from_utf8(written(id, &[jacket()]).0).unwrap();
        let records = if id == FormatId::Acp { text.as_str() } else { text.split_once('\n').unwrap().1 };
        assert_eq!(problems(id, format!("{text}{records}").as_bytes()), [expected], "{id}");
    }
}

#[test]
fn files_in_another_encoding_are_refused() {
    // An archive is checked by its format below.
    for id in listing_export::FORMATS.into_iter().filter(|id| *id != FormatId::Zip) {
        let (mut file, _) = written(id, &[jacket()]);
        let word = file.windows(6).position(|bytes| bytes == b"jacket").unwrap();
        file[word] = 0xff;
        assert!(!problems(id, &file).is_empty(), "{id}");
    }
}

/// Returns an archive of the valid one's table and other files.
fn archive(names: &[&str]) -> Vec<u8> {
    let mut table = Vec::new();
    crate::fixture::format(FormatId::Csv).write(&[jacket()], &mut table).unwrap();
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for name in names {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(if *name == "listings.csv" { &table } else { b"x" }).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

#[test]
fn faults_of_archives_are_found() {
    let check = |names: &[&str], expected: &[&str]| {
        assert_eq!(problems(FormatId::Zip, &archive(names)), expected, "{names:?}");
    };
    check(&["listings.csv", "a/ebay.txt", "a/photos/a-1.jpg"], &[]);
    check(&["a/ebay.txt"], &["no listings.csv"]);
    check(&["listings.csv", "../a.txt"], &["unsafe name \"../a.txt\""]);
    check(&["listings.csv", "a/é.txt"], &["unsafe name \"a/é.txt\""]);
    check(&["listings.csv", "a/ebay.txt", "A/ebay.txt"], &["repeated name \"A/ebay.txt\""]);
    check(&["listings.csv", "a/photos/a-1.jpg"], &["no text in the folder \"a\""]);
    assert!(problems(FormatId::Zip, b"PK")[0].starts_with("not an archive: "));
}
