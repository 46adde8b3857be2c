use listing_domain::options::{Language, Tone};
use listing_domain::product::Department;

use super::*;

#[test]
fn every_marketplace_department_tone_and_language_has_a_text() {
    let check = |file, name: &str| assert!(line_of(file, name).len() > 20, "{name} is missing");
    for platform in Platform::ALL {
        check(MARKETPLACES, platform.code());
    }
    for department in Department::ALL {
        check(DEPARTMENTS, department.code());
    }
    for tone in Tone::ALL {
        check(VOICES, tone.code());
    }
    for language in Language::ALL {
        check(VOICES, language.code());
    }
    assert_eq!(line_of(VOICES, "klingon"), "");
}

#[test]
fn placeholders_in_values_are_not_filled_in() {
    let filled = filled("{a} and {b}, {a}", &[("{a}", "{b}"), ("{b}", "{a}")]);
    assert_eq!(filled, "{b} and {a}, {b}");
    assert!(!system().contains('{'));
    assert!(system().contains(MARK));
    let correction = correction(&["one is missing".to_owned(), "two must be a string".to_owned()]);
    assert!(correction.contains("- one is missing\n- two must be a string\n"), "{correction}");
}

#[test]
fn the_constant_part_of_the_prompt_is_below_7000_bytes() {
    // These texts are paid for with every draft request.
    let words = system().len() + TASK.len() + DEPARTMENTS.len() + MARKETPLACES.len();
    assert!(words < 7_000, "the constant part has {words} bytes");
}

#[test]
fn a_changed_prompt_needs_a_new_version() {
    let words = [SYSTEM, TASK, KNOWN, VOICES, MARKETPLACES, DEPARTMENTS, CORRECTION, SHORTER].concat();
    // FNV-1a: it detects changes and is not for security.
    let digest = words.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let known = ("3", 0x64d1_934c_9c0e_39e7);
    assert_eq!(
        (PROMPT_VERSION, digest),
        known,
        "the prompts changed: raise PROMPT_VERSION, and write the version and digest into this test"
    );
}
