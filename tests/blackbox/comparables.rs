//! Tests of the operator's own market data on both databases: its commands, and its effect on prices.

use std::fs;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::fine_request;
use crate::process::{Ptl, postgres};

const CSV: &str = "\u{feff}Title;Brand;Price;Currency;Condition;Kind;Date;Link;Colour\r
\"Veste en jean; vintage\";LEVIS;42,50;EUR;Très bon état;vendu;20/11/2026;https://example.com/1;bleu\r
Denim jacket;Levi's;$50;;good;asked;2026-11-19;;\r
Lot divers;;3;EUR;;;2026-11-19;;\r
\"Veste;1;EUR;;;2026-11-19;;;\r
Veste en jean;;-3;EUR;;;2026-11-19;;\r
Veste en jean;;3;EUR;;;2099-11-19;;\r
Théière en fonte;;3;EUR;;;2026-11-19;;\r
";

/// JSON output and exit code.
fn output_of(ptl: &Ptl, args: &[&str]) -> (Value, i32) {
    let output = ptl.command(&[args, &["--json"]].concat()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (serde_json::from_str(text.trim()).unwrap_or_default(), output.status.code().unwrap())
}

/// An empty data folder for each available database, with a CSV file to import.
fn places() -> Vec<(Ptl, Option<listing_testkit::postgres::ThrowawayPostgres>)> {
    let mut places = vec![(Ptl::fresh(Vec::new()), None)];
    if let Some(server) = postgres() {
        let address = server.create_database("ptl").unwrap();
        places.push((Ptl::fresh(vec![("PTL_DATABASE_URL", address)]), Some(server)));
    }
    for (ptl, _) in &places {
        fs::write(ptl.data().join("shop.csv"), CSV).unwrap();
    }
    places
}

#[test]
fn a_file_is_imported_except_for_faulty_lines() {
    for (ptl, _server) in places() {
        let outcome = |added, there, trial| json!({ "dryRun": trial, "lines": 7, "added": added, "alreadyThere": there, "faulty": 4 });
        for (args, expected) in [
            (&["comps", "import", "shop.csv", "--dry-run"][..], outcome(3, 0, true)),
            (&["comps", "import", "shop.csv"], outcome(3, 0, false)),
            (&["comps", "import", "shop.csv"], outcome(0, 3, false)),
        ] {
            let (mut found, code) = output_of(&ptl, args);
            let problems = found.as_object_mut().unwrap().remove("problems").unwrap();
            assert_eq!((found, code), (expected, 1), "{args:?}");
            let says: Vec<String> = problems
                .as_array()
                .unwrap()
                .iter()
                .map(|it| format!("{}: {}", it["line"], it["problem"].as_str().unwrap()))
                .collect();
            assert_eq!(
                says,
                [
                    "4: title \"Lot divers\" names no known product: give it in the column product",
                    "5: has a quote that is not closed on the line",
                    "6: price must be an amount such as 12.50, 12,50 or 1 234,50, not \"-3\"",
                    "7: date must be a day from 1970-01-01 to today",
                ]
            );
        }
        let (listed, code) = output_of(&ptl, &["comps", "list", "--brand", "levis"]);
        let first = json!({
            "id": 1, "product": "good:denim_jacket", "title": "Veste en jean; vintage", "brand": "Levi’s",
            "price": "42.50", "currency": "EUR", "condition": "very_good", "kind": "sold",
            "date": "2026-11-20", "source": "shop.csv", "link": "https://example.com/1", "account": null,
        });
        assert_eq!((listed.as_array().unwrap().len(), &listed[1], code), (2, &first, 0));
        let (stats, _) = output_of(&ptl, &["comps", "stats"]);
        assert_eq!(
            (&stats["all"], &stats["sold"], &stats["newest"]),
            (&json!(3), &json!(1), &json!("2026-11-20"))
        );
        assert_eq!(stats["sources"], json!([{ "source": "shop.csv", "count": 3 }]));
        assert!(ptl.must(&["comps", "stats"]).contains("3 comparables: 1 sold, 2 asked"));
        assert_eq!(output_of(&ptl, &["comps", "remove", "1", "99"]), (json!({ "removed": 1 }), 1));
        assert_eq!(
            output_of(&ptl, &["comps", "remove", "--source", "shop.csv"]),
            (json!({ "removed": 2 }), 0)
        );
        assert_eq!(
            output_of(&ptl, &["comps", "remove", "--source", "shop.csv"]),
            (json!({ "removed": 0 }), 1)
        );
        assert_eq!(output_of(&ptl, &["comps", "list"]), (json!([]), 0));
    }
}

#[test]
fn failed_comps_command_has_an_exit_code_and_a_reason() {
    let ptl = Ptl::fresh(Vec::new());
    fs::write(ptl.data().join("bare.csv"), "name,cost\na,1\n").unwrap();
    for (args, says) in [
        (&["comps", "import", "absent.csv"][..], "cannot read absent.csv"),
        (&["comps", "import", "bare.csv"], "no column price"),
        (&["comps", "remove"], "NUMBER"),
        (&["comps", "remove", "0"], "whole number above zero"),
        (&["comps", "list", "--product", "trousseau"], "good:mom_jeans"),
        (&["comps", "sold", "0199f0c4-7f10-7cc3-98c4-dc0c0c07398f", "much"], "12.50"),
    ] {
        let output = ptl.command(args).output().unwrap();
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {complaint}");
        assert!(complaint.contains(says), "{args:?}: {complaint}");
    }
    let absent = ["comps", "sold", "0199f0c4-7f10-7cc3-98c4-dc0c0c07398f", "12,50"];
    let output = ptl.command(&absent).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("no generation 0199f0c4"));
}

#[tokio::test]
async fn recorded_sale_changes_the_suggested_price() {
    for (ptl, _server) in places() {
        let key = ptl.key_for("ann@example.com");
        let server = ptl.serve();
        let generate = async || -> Value {
            let request = server.request(Method::POST, "/api/v1/listings").header("X-API-Key", &key);
            let answer = request.json(&fine_request()).send().await.unwrap();
            assert_eq!(answer.status(), 200);
            answer.json().await.unwrap()
        };
        let before = generate().await;
        let rationale = before["data"]["priceRationale"].as_str().unwrap();
        assert!(rationale.contains("sans données de marché"), "{rationale}");

        let history: Value =
            serde_json::from_str(&ptl.must(&["history", "ann@example.com", "--json"])).unwrap();
        let id = history[0]["id"].as_str().unwrap();
        let sold = |price: &str| output_of(&ptl, &["comps", "sold", id, price, "--date", "2026-11-20"]);
        let price = |answer: &Value| answer["data"]["suggestedPrice"].as_f64().unwrap();
        // Sold for more than the suggested price, within the plausible range.
        let paid = |times: f64| format!("{:.2}", price(&before) * times);
        let (first, code) = sold(&format!("{} €", paid(1.5).replace('.', ",")));
        assert_eq!((&first["corrected"], code), (&json!(false), 0), "{first}");
        assert_eq!((&first["kind"], &first["source"]), (&json!("sold"), &json!("own sales")));
        let (second, _) = sold(&paid(1.4));
        assert_eq!((&second["id"], &second["corrected"]), (&first["id"], &json!(true)));
        let price_after: f64 = second["price"].as_str().unwrap().parse().unwrap();
        assert!((price_after - price(&before) * 1.4).abs() < 0.01, "{second}");
        assert_eq!(output_of(&ptl, &["comps", "stats"]).0["all"], json!(1));

        // The server finds another process's data within a second.
        tokio::time::sleep(Duration::from_secs(1)).await;
        let after = generate().await;
        let rationale = after["data"]["priceRationale"].as_str().unwrap();
        assert!(rationale.contains("1 article comparable"), "{rationale}");
        assert!(price(&after) > price(&before), "the price was {} and is {}", price(&before), price(&after));
    }
}
