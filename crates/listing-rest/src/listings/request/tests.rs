use listing_domain::attributes::AttributeText;
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::photo::UploadContent;
use listing_domain::product::Audience;
use listing_domain::quantity::Quantity;

use super::*;

fn check(json: &str, expected: &str) {
    let error = read(json.as_bytes().to_vec(), ()).err().unwrap_or_else(|| panic!("not refused: {json}"));
    assert_eq!(error.status().as_u16(), 400, "{json}");
    assert_eq!(error.message(), expected, "{json}");
}

fn accepted(json: &str) -> GenerationRequest {
    parse(json).request
}

fn parse(json: &str) -> ParsedBody {
    read(json.as_bytes().to_vec(), ()).unwrap_or_else(|error| panic!("{json} was refused: {error}"))
}

const PHOTOS: &str = "photos must be a non-empty array of at most 4 base64 images";
const PLATFORMS: &str = "platforms must be a non-empty array of platform ids";
const PLATFORM_IDS: &str = "must be one of leboncoin, vinted, marketplace, ebay, etsy, vestiaire, selency, \
                            poshmark, mercari, depop, craigslist, offerup";
const PHOTO: &str = "must be a base64 image with its prefix, as data:image/jpeg;base64,…";

fn text(upload: &PhotoUpload) -> &str {
    match upload.content() {
        UploadContent::DataUri(text) => text,
        UploadContent::File(_) => panic!("a body in JSON has no files"),
    }
}

#[test]
fn the_minimal_request_has_the_documented_defaults() {
    let request = accepted(r#"{"photos":["data:image/png;base64,AA=="],"platforms":["vinted"]}"#);
    assert_eq!(request.options.language, Language::Fr);
    assert_eq!(request.options.tone, Tone::Friendly);
    assert_eq!(request.options.quality, Quality::Standard);
    assert_eq!(request.known, KnownAttributes::default());
    assert_eq!(text(&request.photos.into_inner()[0]), "data:image/png;base64,AA==");
}

#[test]
fn a_byte_order_mark_before_the_body_is_ignored() {
    let request =
        accepted("\u{feff}{\"photos\":[\"data:image/png;base64,AA==\"],\"platforms\":[\"vinted\"]}");
    assert_eq!(text(&request.photos.into_inner()[0]), "data:image/png;base64,AA==");
    check("\u{feff}", "The request body must be valid JSON: EOF while parsing a value at line 1 column 0");
    check("\u{feff}[]", "The request body must be a JSON object");
}

#[test]
fn photos_are_borrowed_from_the_body_unless_they_are_escaped() {
    let body =
        r#"{"photos":["data:image/png;base64,AA==","data:image\/png;base64,BB=="],"platforms":["vinted"]}"#;
    let bytes = body.as_bytes().to_vec();
    let inside = bytes.as_ptr_range();
    let photos = read(bytes, ()).unwrap_or_else(|error| panic!("{error}")).request.photos.into_inner();
    let are_borrowed: Vec<bool> = photos.iter().map(|it| inside.contains(&text(it).as_ptr())).collect();
    assert_eq!(are_borrowed, [true, false]);
    let uris: Vec<&str> = photos.iter().map(text).collect();
    assert_eq!(uris, ["data:image/png;base64,AA==", "data:image/png;base64,BB=="]);
}

#[test]
fn every_requested_option_is_parsed() {
    let request = accepted(
        r#"{"photos":["a","b","c","d"],"platforms":["ebay","vinted","ebay"],"language":"en",
            "tone":"casual","quality":"high","other":[{"x":1}],
            "attributes":{"brand":"Levi\u2019s","size":" M ","condition":"good","color":"Unknown",
                          "material":null,"weight":3}}"#,
    );
    assert_eq!(request.options.platforms.as_slice(), [Platform::Ebay, Platform::Vinted]);
    assert_eq!(
        (request.options.language, request.options.tone, request.options.quality),
        (Language::En, Tone::Casual, Quality::High)
    );
    let text = |text: &Option<AttributeText>| text.as_ref().map(|text| text.as_str().to_owned());
    assert_eq!(text(&request.known.brand).as_deref(), Some("Levi’s"));
    assert_eq!(text(&request.known.size).as_deref(), Some("M"));
    assert_eq!(text(&request.known.condition).as_deref(), Some("good"));
    assert_eq!((request.known.color, request.known.material), (None, None));
    assert_eq!(request.photos.into_inner().len(), 4);
}

#[test]
fn placeholders_are_dropped_and_a_stated_lack_of_a_brand_stays() {
    let request = accepted(
        r#"{"photos":["a"],"platforms":["ebay"],"attributes":{"brand":"Sans marque","size":"-","color":"N/A"}}"#,
    );
    assert_eq!((request.known.size, request.known.color), (None, None));
    assert_eq!(request.known.brand.unwrap().as_str(), "Sans marque");
}

#[test]
fn a_quantity_is_a_whole_number_from_1_to_99() {
    let json = |quantity: &str| {
        format!(r#"{{"photos":["a"],"platforms":["ebay"],"attributes":{{"quantity":{quantity}}}}}"#)
    };
    let quantity = |text: &str| accepted(&json(text)).known.quantity.map(Quantity::get);
    assert_eq!(
        (quantity("1"), quantity("3"), quantity("99"), quantity("null")),
        (Some(1), Some(3), Some(99), None)
    );
    for refused in ["0", "100", "-1", "2.5", "3.0", "\"3\"", "true", "[3]", "{}", "18446744073709551616"] {
        check(&json(refused), "attributes.quantity must be a whole number from 1 to 99");
    }
}

#[test]
fn an_audience_is_a_code_or_a_word_for_one() {
    let audience = |text: &str| {
        let attributes = format!(r#"{{"audience":{text}}}"#);
        let body = format!(r#"{{"photos":["a"],"platforms":["ebay"],"attributes":{attributes}}}"#);
        accepted(&body).known.audience
    };
    assert_eq!(audience(r#""girls""#), Some(Audience::Girls));
    assert_eq!(audience(r#""Homme""#), Some(Audience::Men));
    assert_eq!(audience(r#""Unknown""#), None);
    assert_eq!(audience("null"), None);
    for wrong in [r#""dogs""#, r#""42""#] {
        check(
            &format!(r#"{{"photos":["a"],"platforms":["ebay"],"attributes":{{"audience":{wrong}}}}}"#),
            "attributes.audience must be one of women, men, girls, boys, baby, unisex, children, baby_girls, baby_boys",
        );
    }
    check(
        r#"{"photos":["a"],"platforms":["ebay"],"attributes":{"audience":["men"]}}"#,
        "attributes.audience must be a string",
    );
}

#[test]
fn a_null_field_counts_as_absent() {
    accepted(
        r#"{"photos":["a"],"platforms":["ebay"],"language":null,"tone":null,"quality":null,"attributes":null}"#,
    );
    check(r#"{"photos":null,"platforms":null}"#, &format!("{PHOTOS}; {PLATFORMS}"));
}

#[test]
fn bodies_other_than_a_json_object_are_refused() {
    for json in ["[]", "null", "1", "\"a\""] {
        check(json, "The request body must be a JSON object");
    }
    check("", "The request body must be valid JSON: EOF while parsing a value at line 1 column 0");
    check("{", "The request body must be valid JSON: EOF while parsing an object at line 1 column 1");
    check("{} {}", "The request body must be valid JSON: trailing characters at line 1 column 4");
    let not_utf8 = read(b"{\"photos\":[\"\xff\"]}".to_vec(), ()).err().unwrap();
    assert_eq!(not_utf8.message(), "The request body must be UTF-8");
    let deep = format!("{{\"x\":{}", "[".repeat(200));
    assert_eq!(read(deep.into_bytes(), ()).err().unwrap().status().as_u16(), 400);
}

#[test]
fn duplicate_fields_are_refused() {
    check(
        r#"{"photos":["a"],"photos":["b"],"platforms":["ebay"]}"#,
        "The request body must be valid JSON: duplicate field `photos` at line 1 column 24",
    );
    check(
        r#"{"attributes":{"brand":"a","brand":"b"}}"#,
        "The request body must be valid JSON: duplicate field `brand` at line 1 column 34",
    );
}

#[test]
fn photos_are_validated_by_number_and_type() {
    for photos in ["[]", "\"a\"", "{}", "1", "false"] {
        check(&format!(r#"{{"photos":{photos},"platforms":["ebay"]}}"#), PHOTOS);
    }
    check(r#"{"platforms":["ebay"]}"#, PHOTOS);
    check(r#"{"photos":["1","2","3","4","5"],"platforms":["ebay"]}"#, PHOTOS);
    check(
        r#"{"photos":["1",2,null],"platforms":["ebay"]}"#,
        &format!("photos[1] {PHOTO}; photos[2] {PHOTO}"),
    );
}

#[test]
fn platforms_are_validated_one_by_one() {
    for platforms in ["[]", "\"ebay\"", "{}", "1"] {
        check(&format!(r#"{{"photos":["a"],"platforms":{platforms}}}"#), PLATFORMS);
    }
    check(
        r#"{"photos":["a"],"platforms":["ebay","amazon",7]}"#,
        &format!("platforms[1] {PLATFORM_IDS}; platforms[2] {PLATFORM_IDS}"),
    );
    check(r#"{"photos":["a"],"platforms":["Vinted"]}"#, &format!("platforms[0] {PLATFORM_IDS}"));
    let many = serde_json::json!({"photos": ["a"], "platforms": vec!["ebay"; 1001]}).to_string();
    check(&many, "platforms must have at most 1000 items");
}

#[test]
fn all_violations_of_a_request_are_reported_together() {
    check(
        r#"{"language":"de","tone":1,"quality":[],"attributes":{"brand":1,"size":[]}}"#,
        &format!(
            "{PHOTOS}; {PLATFORMS}; language must be one of fr, en; \
             tone must be one of casual, professional, friendly; quality must be one of standard, high; \
             attributes.brand must be a string; attributes.size must be a string"
        ),
    );
    check(r#"{"photos":["a"],"platforms":["ebay"],"attributes":[]}"#, "attributes must be an object");
    let long = "x".repeat(121);
    check(
        &format!(r#"{{"photos":["a"],"platforms":["ebay"],"attributes":{{"color":"{long}"}}}}"#),
        "attributes.color must be at most 120 characters",
    );
}

#[test]
fn a_message_lists_ten_violations_at_most_and_nothing_of_the_body() {
    let json = serde_json::json!({"photos": ["a"], "platforms": vec!["canary-5x"; 50]}).to_string();
    let error = read(json.as_bytes().to_vec(), ()).err().unwrap();
    assert_eq!(error.message().matches("platforms[").count(), 10);
    assert!(error.message().ends_with("; and more"));
    assert!(!error.message().contains("canary"));
}

#[test]
fn only_unknown_fields_are_reported_as_ignored() {
    let json = |fields: &[&str]| {
        let attributes =
            ATTRIBUTES.iter().map(|name| format!("\"{}\":null", name.rsplit('.').next().unwrap()));
        let attributes = attributes.collect::<Vec<_>>().join(",");
        let known = FIELDS.iter().map(|name| match *name {
            "photos" => "\"photos\":[\"data:image/png;base64,AA==\"]".to_owned(),
            "platforms" => "\"platforms\":[\"vinted\"]".to_owned(),
            "attributes" => format!("\"attributes\":{{{attributes}}}"),
            name => format!("\"{name}\":null"),
        });
        let others = fields.iter().map(|name| format!("\"{name}\":{{\"a\":[1,2]}}"));
        format!("{{{}}}", known.chain(others).collect::<Vec<_>>().join(","))
    };
    assert_eq!(parse(&json(&[])).ignored, Ignored::default());
    let ignored = parse(&json(&["a", "l\\u0061nguages"])).ignored;
    let fields: Vec<&str> = ignored.fields.iter().map(|field| field.field.as_str()).collect();
    assert_eq!(fields, ["a", "languages"]);
    assert_eq!(ignored.fields[1].suggestion.as_deref(), Some("language"));
}
