//! Photos are looked at as far as it changes what is said.

use std::path::Path;

use listing_domain::photo::Pixels;
use listing_testkit::skipped;
use listing_vision::Models;
use listing_vision::recognise::{Depth, Search, Step, Steps, recognise_in_steps};
use listing_vision::threads::Threads;

/// Where the weights are, if they are there.
const MODELS: &str = "../../models";

#[test]
fn a_stated_colour_is_not_looked_for() {
    if !Path::new(MODELS).join("classifier.onnx").is_file() {
        skipped("no models to look with; `cargo xtask models` gets them");
        return;
    }
    let models = Models::load(Path::new(MODELS)).unwrap();
    let nothing = Pixels::new(64, 64, vec![128; 64 * 64 * 3]).unwrap();
    let is_outlined = |is_colour_stated| {
        let (steps, search) = (Steps::default(), Search { depth: Depth::Standard, is_colour_stated });
        recognise_in_steps(&models, &Threads::new(1), &[&nothing], search, &steps).unwrap();
        steps.times().iter().any(|(step, _)| *step == Step::Mask)
    };
    assert!(is_outlined(false));
    assert!(!is_outlined(true));
}
