//! `cargo xtask eval kinds`: measures product types on photos outside the training set.
//!
//! The engine's own head was trained on all labeled photos, so it would look too good. Instead, five folds
//! train heads in the same way, without the groups they are tested on.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use listing_domain::options::Language;
use listing_domain::product::{Good, Product};
use listing_vision::head::{DENIM, Head};
use listing_vision::recognise::{fabric, judge, merge};
use serde::Serialize;

use crate::heads::features::OutputCache;
use crate::heads::figures::{Figures, percent};
use crate::heads::labels::{self, Labelled, Meaning, Meanings};
use crate::heads::training::{self, Material};
use crate::heads::{VIEWS, report};
use xtask::project;

/// Arguments of `cargo xtask eval kinds`.
#[derive(Debug, clap::Args)]
pub(crate) struct KindsArgs {
    /// Folder of labeled photos, as for `cargo xtask train-head`
    photos: PathBuf,
    /// Use this head, trained on other photos, instead of folds
    #[arg(long, value_name = "FILE")]
    head: Option<PathBuf>,
    /// Table of labels, as for `cargo xtask train-head`
    #[arg(long, value_name = "FILE")]
    goods: Option<PathBuf>,
    /// Weight of the photos against regularization [default: that of the engine's own head]
    #[arg(long)]
    strength: Option<f64>,
    /// Number of threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Right,
    /// Right, but broader than the label.
    Broad,
    /// Names only the right department.
    Department,
    Nothing,
    /// The label neither confirms nor refutes the word.
    Unjudged,
    Wrong,
}

impl Verdict {
    const ALL: [Self; 6] =
        [Self::Right, Self::Broad, Self::Department, Self::Nothing, Self::Unjudged, Self::Wrong];
}

/// In percent.
#[derive(Debug, Serialize)]
struct Breakdown {
    label: String,
    photos: usize,
    percent: BTreeMap<Verdict, f64>,
}

#[derive(Debug, Serialize)]
struct Outcome {
    judged_by: String,
    /// The head alone.
    head: Figures,
    /// The whole engine, for each label and in all.
    engine: Vec<Breakdown>,
    /// The whole engine, for each published word.
    words: Vec<Breakdown>,
    /// The whole engine, for several minimum confidences.
    named: Vec<Named>,
    denim: Denim,
}

/// Garments published as denim, among the photos labeled for denim.
#[derive(Debug, Serialize)]
struct Denim {
    /// Photos that show denim.
    photos: usize,
    /// Photos published as denim.
    named: usize,
    /// Photos published as denim that show denim.
    right: usize,
}

/// At a minimum confidence, without photos whose word cannot be judged.
#[derive(Debug, Serialize)]
struct Named {
    confidence: f32,
    /// Percent of the photos.
    covered: f64,
    /// Percent of the covered photos: right or broader.
    correct: f64,
    /// Percent of the covered photos.
    right: f64,
}

/// Also writes to `target/eval`.
pub(crate) fn run(args: &KindsArgs) -> Result<()> {
    let meanings = Meanings::read(args.goods.as_deref())?;
    let photos = labels::read(&args.photos)?;
    training::check(&photos, &meanings)?;
    let views = training::views(VIEWS)?;
    let cache = OutputCache::open(&project::root().join("models"), args.threads)?;
    let paths: Vec<&Path> = photos.iter().map(|photo| photo.path.as_path()).collect();
    let outputs = cache.outputs(&paths, &training::crops(&views))?;
    let material = Material::new(photos, outputs, &meanings, views)?;
    let (heads, judged_by) = heads(&material, args)?;
    let fabrics = Fabrics::new(args, &cache, &meanings)?;
    let published: Vec<Published> = (0..material.photos.len())
        .map(|photo| publish(&material, photo, heads.for_photo(photo), &fabrics, &meanings))
        .collect::<Result<_>>()?;
    let outcome = Outcome {
        judged_by,
        head: heads.figures(&material),
        engine: by_label(&material, &published),
        words: by_word(&published),
        named: [0.5, 0.7, 0.9].map(|confidence| named(&published, confidence)).into(),
        denim: fabrics.figures(&material, &published),
    };
    let text = markdown(&outcome);
    let folder = project::target().join("eval");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("kinds.json"), serde_json::to_string_pretty(&outcome)? + "\n")?;
    fs::write(folder.join("kinds.md"), &text)?;
    fs::write(folder.join("kinds.tsv"), each(&material, &published))?;
    println!("{text}");
    Ok(())
}

enum Heads {
    One(Head),
    Folds { heads: Vec<Head>, folds: Vec<usize> },
}

impl Heads {
    fn for_photo(&self, photo: usize) -> &Head {
        match self {
            Self::One(head) => head,
            Self::Folds { heads, folds } => &heads[folds[photo]],
        }
    }

    /// A class that a head lacks counts as missed.
    fn figures(&self, material: &Material) -> Figures {
        training::judged(material, |photo| self.for_photo(photo))
    }
}

fn heads(material: &Material, args: &KindsArgs) -> Result<(Heads, String)> {
    if let Some(path) = &args.head {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let head =
            Head::from_bytes(&bytes).with_context(|| format!("cannot read the head {}", path.display()))?;
        return Ok((Heads::One(head), path.display().to_string()));
    }
    let (heads, strength) = of_folds(material, args)?;
    Ok((heads, format!("heads of {FOLDS} folds, strength {strength}")))
}

/// Returns a head for each fold, trained on the others, and the training's strength.
fn of_folds(material: &Material, args: &KindsArgs) -> Result<(Heads, f64)> {
    let strength = args.strength.map_or_else(strength_of_the_engine, Ok)?;
    let none = vec![false; material.photos.len()];
    let trials = training::cross_validate(material, &none, FOLDS, &[strength], args.threads);
    let trial = trials.into_iter().next().context("cross-validation trained no heads")?;
    let folds = trial.folds;
    let heads =
        trial.fits.into_iter().enumerate().map(|(fold, fit)| {
            material.head(fit, trial.temperature, |photo| folds[photo] != fold, Vec::new())
        });
    let heads = heads.collect::<Result<Vec<_>>>()?;
    Ok((Heads::Folds { heads, folds }, strength))
}

/// Heads that recognize denim, not trained on the group of the photo.
struct Fabrics {
    heads: Heads,
    /// The index of one photo of each group in the heads' training set.
    groups: BTreeMap<String, usize>,
    /// True if the photo shows denim, by file.
    labels: BTreeMap<PathBuf, bool>,
}

impl Fabrics {
    fn new(args: &KindsArgs, cache: &OutputCache, meanings: &Meanings) -> Result<Self> {
        let photos = labels::read_with(&args.photos, labels::DENIM)?;
        let labels = photos.iter().map(|photo| (photo.path.clone(), photo.label == DENIM)).collect();
        let indexed = photos.iter().enumerate().map(|(index, photo)| (photo.group.clone(), index));
        let groups = indexed.collect();
        if args.head.is_some() || photos.is_empty() {
            return Ok(Self { heads: Heads::One(Head::denim()?), groups, labels });
        }
        let paths: Vec<&Path> = photos.iter().map(|photo| photo.path.as_path()).collect();
        let views = training::views(VIEWS)?;
        let outputs = cache.outputs(&paths, &training::crops(&views))?;
        let material = Material::new(photos, outputs, meanings, views)?;
        Ok(Self { heads: of_folds(&material, args)?.0, groups, labels })
    }

    fn head(&self, group: &str) -> &Head {
        self.heads.for_photo(self.groups.get(group).copied().unwrap_or_default())
    }

    fn figures(&self, material: &Material, published: &[Published]) -> Denim {
        let labels = || material.photos.iter().map(|photo| self.labels.get(&photo.path).copied());
        let photos = labels().filter(|label| *label == Some(true)).count();
        let named = labels().zip(published).filter(|(label, one)| label.is_some() && one.is_denim);
        let named: Vec<bool> = named.filter_map(|(label, _)| label).collect();
        Denim { photos, named: named.len(), right: named.iter().filter(|right| **right).count() }
    }
}

const FOLDS: usize = 5;

fn strength_of_the_engine() -> Result<f64> {
    let head = Head::garments()?;
    let strength = head.notes().iter().find(|(name, _)| name == "strength");
    let (_, strength) = strength.context("the engine's head has no note of its strength: set --strength")?;
    Ok(strength.parse()?)
}

struct Published {
    verdict: Verdict,
    confidence: f32,
    word: String,
    is_denim: bool,
}

fn publish(
    material: &Material,
    photo: usize,
    head: &Head,
    fabrics: &Fabrics,
    meanings: &Meanings,
) -> Result<Published> {
    let outputs = &material.outputs[photo];
    let fabric = fabric(outputs, fabrics.head(&material.photos[photo].group));
    let recognition = merge(&[[judge(outputs, std::slice::from_ref(head)), fabric].concat()]);
    let meaning = meanings.for_label(&material.photos[photo].label)?;
    let product = recognition.product.product();
    let word = product.noun(Language::En).text().to_owned();
    let is_denim = matches!(product, Product::Good(good) if plain(good).is_some() || good.key() == "jeans");
    Ok(Published { verdict: verdict(product, &meaning), confidence: recognition.confidence, word, is_denim })
}

/// Returns the garment of a denim good, such as the jacket of `denim_jacket`, because labels of garments
/// state no fabric.
fn plain(good: Good) -> Option<Good> {
    Good::from_key(good.key().strip_prefix("denim_")?)
}

fn verdict(product: Product, meaning: &Meaning) -> Verdict {
    let product = match product {
        Product::Good(good) => plain(good).map_or(product, Product::Good),
        _ => product,
    };
    let departments = || meaning.right.iter().filter_map(|right| right.department());
    match product {
        Product::Unknown => Verdict::Nothing,
        _ if meaning.right.contains(&product) => Verdict::Right,
        _ if meaning.broad.contains(&product) => Verdict::Broad,
        _ if meaning.unjudged.contains(&product) => Verdict::Unjudged,
        Product::Department(department) if departments().any(|right| right == department) => {
            Verdict::Department
        }
        _ => Verdict::Wrong,
    }
}

/// A line for each photo, so that every mistake can be examined.
fn each(material: &Material, published: &[Published]) -> String {
    let mut text = String::from("file\tlabel\tgroup\tword\tconfidence\tverdict\n");
    for (Labelled { path, label, group }, Published { verdict, confidence, word, is_denim: _ }) in
        material.photos.iter().zip(published)
    {
        let file = path.file_name().unwrap_or_default().display();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{file}\t{label}\t{group}\t{word}\t{confidence:.3}\t{verdict:?}");
    }
    text
}

fn by_label(material: &Material, published: &[Published]) -> Vec<Breakdown> {
    let mut labels: BTreeMap<&str, Vec<Verdict>> = BTreeMap::new();
    for (photo, one) in material.photos.iter().zip(published) {
        labels.entry(&photo.label).or_default().push(one.verdict);
    }
    let mut breakdowns: Vec<Breakdown> =
        labels.into_iter().map(|(label, verdicts)| breakdown(label, &verdicts)).collect();
    breakdowns.push(breakdown("all", &published.iter().map(|one| one.verdict).collect::<Vec<_>>()));
    breakdowns
}

/// Frequent words first.
fn by_word(published: &[Published]) -> Vec<Breakdown> {
    let mut words: BTreeMap<&str, Vec<Verdict>> = BTreeMap::new();
    for one in published {
        words.entry(&one.word).or_default().push(one.verdict);
    }
    let mut words: Vec<Breakdown> =
        words.into_iter().map(|(word, verdicts)| breakdown(word, &verdicts)).collect();
    words.sort_by_key(|word| Reverse(word.photos));
    words
}

fn breakdown(label: &str, photos: &[Verdict]) -> Breakdown {
    let count = |verdict: Verdict| photos.iter().filter(|other| **other == verdict).count();
    let percent = Verdict::ALL.map(|verdict| (verdict, percent(count(verdict), photos.len()))).into();
    Breakdown { label: label.to_owned(), photos: photos.len(), percent }
}

fn named(published: &[Published], confidence: f32) -> Named {
    let judged = published.iter().filter(|one| one.verdict != Verdict::Unjudged).count();
    let count = |wanted: &[Verdict]| {
        published.iter().filter(|one| one.confidence >= confidence && wanted.contains(&one.verdict)).count()
    };
    let named = count(&[Verdict::Right, Verdict::Broad, Verdict::Wrong]);
    Named {
        confidence,
        covered: percent(named, judged),
        correct: percent(count(&[Verdict::Right, Verdict::Broad]), named),
        right: percent(count(&[Verdict::Right]), named),
    }
}

fn markdown(outcome: &Outcome) -> String {
    let mut text = format!("# Kinds of goods, judged by {}\n\n", outcome.judged_by);
    table(&mut text, "by label", &outcome.engine);
    table(&mut text, "by published word", &outcome.words);
    for Named { confidence, covered, correct, right } in &outcome.named {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\nPublished with a confidence of at least {confidence}: {covered:.1} %, of which {correct:.1} % true \
             and {right:.1} % precise."
        );
    }
    let Denim { photos, named, right } = outcome.denim;
    let _ = write!(
        text,
        "\n\nOf the photos labelled by fabric, {named} are named as denim, {right} of them rightly; {photos} show it."
    );
    let _ = write!(
        text,
        "\n\n## The head alone\n\n{}.\n\n{}",
        report::summary(&outcome.head),
        report::table(&outcome.head)
    );
    text
}

fn table(text: &mut String, title: &str, rows: &[Breakdown]) {
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "| {title} | photos | right | broader | department only | nothing | not judged | wrong |\n\
         |---|---|---|---|---|---|---|---|"
    );
    for row in rows {
        let parts: Vec<String> = row.percent.values().map(|percent| format!("{percent:.1} %")).collect();
        let _ = writeln!(text, "| {} | {} | {} |", row.label, row.photos, parts.join(" | "));
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use listing_domain::product::{Department, ProductType};

    use super::*;

    #[test]
    fn the_published_product_is_judged_against_the_label() {
        let meanings = Meanings::read(None).unwrap();
        let good = |key| Product::Good(Good::from_key(key).unwrap());
        let shoes = Product::Department(Department::Shoes);
        for (label, product, expected) in [
            ("heels", good("heels"), Verdict::Right),
            ("heels", good("sandals"), Verdict::Wrong),
            ("heels", shoes, Verdict::Broad),
            ("Shoes", shoes, Verdict::Right),
            ("Shoes", good("loafers"), Verdict::Wrong),
            ("beanie", good("cap"), Verdict::Wrong),
            ("beanie", Product::Type(ProductType::Hat), Verdict::Broad),
            ("Pants", Product::Type(ProductType::Trousers), Verdict::Right),
            ("Pants", good("jeans"), Verdict::Unjudged),
            ("jacket", good("denim_jacket"), Verdict::Right),
            ("Shirt", good("denim_jacket"), Verdict::Wrong),
            ("Pants", Product::Department(Department::Clothing), Verdict::Department),
            ("Pants", shoes, Verdict::Wrong),
            ("Pants", Product::Unknown, Verdict::Nothing),
            ("jacket", good("trench_coat"), Verdict::Wrong),
        ] {
            assert_eq!(
                verdict(product, &meanings.for_label(label).unwrap()),
                expected,
                "{label}: {product:?}"
            );
        }
    }
}
