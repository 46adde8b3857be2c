//! The logic in the script that adds photos to the form, run by Node.js.

use std::process::Command;

use listing_testkit::skipped;
use serde_json::{Value, json};

/// The source of the script, with an empty document in place of a page.
const SCRIPT: &str = concat!(
    "globalThis.document = { querySelectorAll: () => [] };",
    include_str!("../../src/assets/photos.js"),
    "const file = (name, type) => ({ name, type, size: 1, lastModified: 0 });",
    "const words = { colon: ': ', noPhoto: 'no photo', tooMany: 'too many' };",
    "const added = (present, ...chosen) => {",
    "  const { files, rejected } = addFiles(present, chosen, words);",
    "  return [files.map((file) => file.name), rejected];",
    "};",
);

/// Evaluates an expression of the script; `None` if Node.js is not installed.
fn evaluate(expression: &str) -> Option<Value> {
    let script = format!("{SCRIPT}console.log(JSON.stringify({expression}));");
    let Ok(output) = Command::new("node").args(["-e", &script]).output() else {
        skipped("no Node.js to run the script of the pages with");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn fifth_photo_is_refused_by_name_and_four_photos_are_added() {
    let five = "['a', 'b', 'c', 'd', 'e'].map((name) => file(name, 'image/jpeg'))";
    let Some(outcome) = evaluate(&format!("added([], ...{five})")) else { return };
    assert_eq!(outcome, json!([["a", "b", "c", "d"], ["e: too many"]]));
    let outcome = evaluate(&format!("added([file('z', 'image/png')], ...{five})")).unwrap();
    assert_eq!(outcome, json!([["z", "a", "b", "c"], ["d, e: too many"]]));
    let outcome = evaluate("added([file('a', 'image/png')], file('a', 'image/png'))").unwrap();
    assert_eq!(outcome, json!([["a"], []]), "the same photo is added only once");
}

#[test]
fn files_of_other_types_are_refused_by_name_and_untyped_files_are_added() {
    let chosen = "file('IMG_1', ''), file('scan.jfif', 'application/octet-stream'), file('b.HEIC', ''), \
                  file('c.heif', 'image/heif'), file('notes.txt', 'text/plain'), file('d.pdf', 'application/pdf')";
    let Some(outcome) = evaluate(&format!("added([], {chosen})")) else { return };
    let taken = ["IMG_1", "scan.jfif", "b.HEIC", "c.heif"];
    assert_eq!(outcome, json!([taken, ["notes.txt: no photo", "d.pdf: no photo"]]));
}
