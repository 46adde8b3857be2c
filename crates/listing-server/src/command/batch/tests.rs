use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use clap::Parser;
use listing_domain::usecase::{WriteListings, WritingPolicy};
use listing_testkit::{ColorLooks, FakeWriter, SketchPhotos, pictures};
use tempfile::TempDir;

use super::*;
use crate::settings::Layer;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    args: BatchArgs,
}

/// A folder of photos, an output folder and a piles file.
struct Fixture {
    folder: TempDir,
    settings: Settings,
}

impl Fixture {
    fn with_photos(names: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let base64 = pictures::JPEG_DATA_URI.split_once(',').unwrap().1;
        let photo = STANDARD.decode(base64).unwrap();
        for name in names {
            let file = folder.path().join("photos").join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            // The fake processor refuses empty data.
            fs::write(file, if name.starts_with("bad") { &[][..] } else { &photo }).unwrap();
        }
        let layer = Layer { data_dir: Some(folder.path().to_owned()), ..Layer::default() };
        Self { settings: Settings::load(layer, None).unwrap(), folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Runs the command with the output folder, the piles file and further options.
    fn run(&self, options: &[&str]) -> Result<(), Failure> {
        let paths = ["photos", "out", "piles.json"].map(|name| self.path(name).display().to_string());
        let [photos, out, piles] = &paths;
        let line = ["batch", photos, "--platforms", "ebay", "--output", out, "--piles", piles];
        let args = Line::parse_from(line.iter().chain(options)).args;
        let compose = async || {
            Ok(PhotosToListings {
                photos: Arc::new(SketchPhotos),
                looks: Some(Arc::new(ColorLooks)),
                write: WriteListings {
                    writer: Arc::new(FakeWriter::default()),
                    market: None,
                    policy: WritingPolicy::default(),
                },
                answers: compose::answers(),
            })
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(run_with(&self.settings, args, true, compose))
    }

    /// The names of the files in the output folder, sorted.
    fn output(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path("out")).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

#[test]
fn dry_run_writes_a_piles_file_that_the_next_run_reads() {
    let fixture = Fixture::with_photos(&["1.jpg", "2.jpg", "10.jpg", "coat/1.jpg"]);
    fixture.run(&["--dry-run"]).unwrap();
    let piles: Value = serde_json::from_str(&fixture.text("piles.json")).unwrap();
    // The drawings are all alike.
    let expected =
        json!({ "piles": [{ "photos": ["1.jpg", "2.jpg", "10.jpg"] }, { "photos": ["coat/1.jpg"] }] });
    assert_eq!(piles, expected);
    assert!(!fixture.path("out").exists());

    fs::write(fixture.path("piles.json"), r#"{"piles": [{"photos": ["10.jpg"]}, {"photos": ["2.jpg"]}]}"#)
        .unwrap();
    fixture.run(&["--dry-run"]).unwrap();
    fixture.run(&[]).unwrap();
    assert_eq!(fixture.output(), ["10.json", "2.json"]);
}

#[test]
fn failed_item_does_not_stop_the_others() {
    let fixture = Fixture::with_photos(&["bad.jpg", "coat/1.jpg", "hat/1.jpg"]);
    let failure = fixture.run(&[]).unwrap_err();
    assert!(
        matches!(&failure, Failure::Failed(error) if error.to_string() == "1 of 3 items failed"),
        "{failure:?}"
    );
    assert_eq!(fixture.output(), ["coat-1.json", "hat-1.json"]);
}

#[test]
fn later_run_writes_only_items_without_a_result_of_the_same_photos_and_options() {
    let fixture = Fixture::with_photos(&["coat/1.jpg", "hat/1.jpg", "hat/2.jpg"]);
    fixture.run(&[]).unwrap();
    let first = [fixture.text("out/coat-1.json"), fixture.text("out/hat-1.json")];
    fixture.run(&[]).unwrap();
    assert_eq!([fixture.text("out/coat-1.json"), fixture.text("out/hat-1.json")], first);

    let piles = r#"{"piles": [{"photos": ["coat/1.jpg"]}, {"photos": ["hat/1.jpg"]}]}"#;
    fs::write(fixture.path("piles.json"), piles).unwrap();
    fixture.run(&[]).unwrap();
    assert_eq!(fixture.text("out/coat-1.json"), first[0]);
    assert_ne!(fixture.text("out/hat-1.json"), first[1]);

    fs::write(fixture.path("out/coat-1.json"), &first[0][..first[0].len() / 2]).unwrap();
    fixture.run(&["--language", "en"]).unwrap();
    assert_ne!(fixture.text("out/coat-1.json"), first[0]);
}

#[test]
fn each_format_gives_a_file_with_all_items() {
    let fixture = Fixture::with_photos(&["coat/1.jpg", "hat/1.jpg"]);
    fixture.run(&[]).unwrap();
    // The second run has no item to write, but files.
    fixture.run(&["--format", "csv,ebay-fr"]).unwrap();
    let output = fixture.output();
    assert_eq!(output.len(), 4, "{output:?}");
    for table in ["ebay-fr-drafts.csv", "listings.csv"] {
        assert!(output.iter().any(|name| name == table), "{output:?}");
        assert!(fixture.text(&format!("out/{table}")).lines().count() > 2, "{table}");
    }
}

#[test]
fn wrong_input_is_refused_before_anything_is_composed_or_written() {
    let fixture = Fixture::with_photos(&["1.jpg"]);
    // No shop address is set.
    assert!(matches!(fixture.run(&["--format", "acp"]), Err(Failure::Setup(_))));
    fs::write(fixture.path("piles.json"), r#"{"piles": [{"photos": ["9.jpg"]}]}"#).unwrap();
    assert!(matches!(fixture.run(&[]), Err(Failure::Setup(_))));
    fs::remove_dir_all(fixture.path("photos")).unwrap();
    assert!(matches!(fixture.run(&[]), Err(Failure::Setup(_))));
    assert!(!fixture.path("out").exists());
}
