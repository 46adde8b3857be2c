//! Items with hostile texts.

use anyhow::Result;
use listing_domain::condition::Condition;
use listing_domain::ids::GenerationId;
use listing_domain::marketplace::Platform;
use listing_domain::metadata::Metadata;
use listing_domain::money::{Currency, Money};
use listing_domain::options::Language;
use listing_domain::product::Audience;
use listing_domain::sku::Sku;
use listing_export::{ExportAttributes, ExportItem, ExportListing, ExportPhoto};

pub(super) const SHOP_URL: &str = "https://shop.example/items/{sku}?id={id}";
pub(super) const CREATED_AT: &str = "2026-11-26T10:00:00Z";
/// With all signs that separate addresses in a cell.
pub(super) const PHOTO_URLS: [&str; 2] =
    ["https://p.example/a~b,c;d|e/1.jpg?x=1&y=2", "https://p.example/été/2.jpg"];
pub(super) const EBAY_TAGS: [&str; 2] = ["denim", "été"];
pub(super) const ETSY_TAGS: [&str; 4] =
    ["denim jacket", "a tag that is far too long for Etsy", "l'été", "r&b"];
pub(super) const CATEGORY_EN: &str =
    "Clothing, Shoes & Accessories > Men > Men's Clothing > Coats, Jackets & Vests";
pub(super) const CATEGORY_FR: &str = "Vêtements, accessoires > Homme : vêtements, accessoires > Homme : vêtements > Manteaux, vestes et gilets";
pub(super) const CONDITION_EN: &str = "Pre-owned - Excellent";
pub(super) const CONDITION_FR: &str = "Occasion - Très bon état";
/// The price of every listing, in minor units.
const PRICE: i64 = 4_550;
/// The number of characters in a long description.
const LONG: usize = 80_000;
/// The beginning of a JPEG file.
const JPEG: [u8; 4] = [0xff, 0xd8, 0xff, 0xe0];

const TEXTS: &[&str] = &[
    "Levi's trucker jacket",
    "=1+1",
    "+33 dress",
    "-20 % off",
    "@home sweater",
    "\tTab first",
    "\t=tab and formula",
    "\rReturn first",
    " =space and formula",
    "\"=quote and formula",
    "=HYPERLINK(\"http://x.example\";\"click\")",
    "=cmd|' /C calc'!A0",
    "+1-1*2",
    "＝full width",
    "＋1",
    "－1",
    "＠x",
    "'quoted already",
    "'=quoted formula",
    "5\" wide and 3\" high",
    "ends with a quote\"",
    "\"",
    "\"\"",
    "'",
    "a,b;c|d",
    "38; 40; -10 %",
    "a;=1;+2;@b",
    "a\t=1\t-b",
    "a,=1,+2",
    "back\\slash\\",
    "\\",
    "\\\"",
    "a\\, b",
    "C:\\new folder\\n",
    "two\nlines",
    "two\r\nlines\r\n=1",
    "one\rreturn\r-1",
    "\n=line and formula",
    "separated\u{2028}by\u{2029}signs",
    "👨‍👩‍👧 family 🧥",
    "سترة دافئة",
    "\u{202e}right to left",
    "\u{2066}isolated\u{2069}",
    "zero\u{200b}width\u{feff}mark",
    "\u{feff}mark first",
    "e\u{301}tape décomposée",
    "no\u{a0}break",
    "<b>bold</b> & <script>alert(1)</script>",
    "</script><img src=x>",
    "&lt;br&gt; &#61;1 &amp;amp; &copy",
    "<br>",
    "#INFO",
    "#comment",
    "NULL",
    "007",
    "1e5",
    "TRUE",
    "2026-11-26",
    "sep=;",
    "{{ x }} ${x} %0A %3D",
    "]]> --> */",
    "{\"a\": [1]}",
    ".",
    "..",
    "con",
    "NUL.txt",
    "../../etc/passwd",
    "/etc/passwd",
    "C:\\windows\\system32",
    "a/b:c*d?e",
    "~home",
    "\u{b}vertical\u{c}feed\u{1b}[31m\u{7f}\u{85}end",
    "  spaces   inside  and after  ",
    "ID",
];

/// Returns an item for each text, in both languages by turns. The last two have long descriptions, and the
/// SKU of an earlier item.
pub(super) fn all() -> Result<Vec<ExportItem>> {
    let mut items = Vec::new();
    for text in TEXTS {
        items.push(item(items.len(), text, &format!("{text}\n{text}; {text}\r\n\n\t{text}"), text)?);
    }
    for part in ["=1;\n", "é\" 🧥 <b>\t-\\n"] {
        let description: String = part.chars().cycle().take(LONG).collect();
        items.push(item(items.len(), "Long", &description, "=1+1")?);
    }
    Ok(items)
}

fn item(number: usize, title: &str, description: &str, sku: &str) -> Result<ExportItem> {
    let is_french = number % 2 == 1;
    let language = if is_french { Language::Fr } else { Language::En };
    let price = Money::from_minor(PRICE, if is_french { Currency::Eur } else { Currency::Usd });
    let listing = |platform: Platform, tags: &[&str]| ExportListing {
        platform: platform.into(),
        language,
        title: title.to_owned(),
        description: description.to_owned(),
        price,
        category: if is_french { CATEGORY_FR } else { CATEGORY_EN }.to_owned(),
        condition: if is_french { CONDITION_FR } else { CONDITION_EN }.to_owned(),
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
    };
    let text = Some(title.to_owned());
    let note = vec![("note".to_owned(), title.to_owned())];
    Ok(ExportItem {
        id: format!("00000000-0000-4000-8000-{number:012}").parse::<GenerationId>()?,
        created_at: CREATED_AT.parse()?,
        language,
        sku: Sku::parse("sku", sku).ok(),
        metadata: Metadata::parse("metadata", note).unwrap_or_default(),
        attributes: ExportAttributes {
            name: text.clone(),
            brand: text.clone(),
            size: text.clone(),
            grade: Some(Condition::VeryGood),
            color: text.clone(),
            material: text,
            pieces: Some(3),
            audience: Some(Audience::Men),
        },
        price,
        listings: vec![
            listing(Platform::Depop, &[]),
            listing(Platform::Ebay, &EBAY_TAGS),
            listing(Platform::Etsy, &ETSY_TAGS),
        ],
        photos: photos(),
    })
}

/// Returns photos with an address, and one without.
fn photos() -> Vec<ExportPhoto> {
    let photo = |number: u8, url: Option<&str>| ExportPhoto {
        file_name: format!("{number}.jpg"),
        url: url.map(str::to_owned),
        bytes: Some([&JPEG[..], &[number]].concat()),
    };
    vec![photo(1, Some(PHOTO_URLS[0])), photo(2, Some(PHOTO_URLS[1])), photo(3, None)]
}
