//! Reads labeled photos and the meanings of labels.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use listing_domain::product::{Department, Good, Product, ProductType};
use listing_vision::head::OTHER;

use xtask::project;

/// For a public dataset of clothing photos, so that it can be used unchanged.
const CLOTHING: &str = include_str!("clothing.tsv");
/// For some photos of this dataset.
const FINER: &str = include_str!("../../data/finer.tsv");
/// Labels that state if photos show denim.
pub(crate) const DENIM: &str = include_str!("../../data/denim.tsv");
const TABLE: &str = "labels.csv";
const GROUPS: [&str; 2] = ["group", "contributor"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Labelled {
    pub(crate) path: PathBuf,
    pub(crate) label: String,
    /// Such as one person or item. Photos of a group resemble each other, so a group must not be in both
    /// training and test. A photo without a group is its own group.
    pub(crate) group: String,
}

impl Labelled {
    fn name(&self) -> &str {
        self.path.file_name().and_then(OsStr::to_str).unwrap_or_default()
    }
}

/// Reads a table, or a folder with `labels.csv` or a sub-folder for each label. Photos of the public dataset
/// get the finer labels.
pub(crate) fn read(path: &Path) -> Result<Vec<Labelled>> {
    let mut photos = labelled(path)?;
    let finer = words(FINER);
    for photo in &mut photos {
        if let Some(word) = finer.get(photo.name()) {
            (*word).clone_into(&mut photo.label);
        }
    }
    Ok(photos)
}

/// Reads only photos in the table, with its labels.
pub(crate) fn read_with(path: &Path, table: &str) -> Result<Vec<Labelled>> {
    let words = words(table);
    let mut photos = labelled(path)?;
    photos.retain_mut(|photo| {
        let word = words.get(photo.name());
        photo.label = word.map_or_else(String::new, ToString::to_string);
        word.is_some()
    });
    Ok(photos)
}

fn words(table: &str) -> BTreeMap<&str, &str> {
    lines(table).filter_map(|line| line.split_once('\t')).collect()
}

fn labelled(path: &Path) -> Result<Vec<Labelled>> {
    let table = if path.is_file() { path.to_owned() } else { path.join(TABLE) };
    let photos = if table.is_file() {
        let text = fs::read_to_string(&table).with_context(|| format!("cannot read {}", table.display()))?;
        let folder = table.parent().unwrap_or(Path::new(""));
        of_table(&text, folder).with_context(|| format!("cannot read the label table {}", table.display()))?
    } else {
        of_folders(path)?
    };
    ensure!(
        !photos.is_empty(),
        "{} has no labelled photos: neither {TABLE}, nor sub-folders of photos",
        path.display()
    );
    Ok(photos)
}

fn of_table(text: &str, folder: &Path) -> Result<Vec<Labelled>> {
    let mut lines = text.lines().filter(|line| !line.is_empty());
    let header: Vec<&str> = lines.next().unwrap_or_default().split(',').map(str::trim).collect();
    let column = |name: &str| header.iter().position(|column| *column == name);
    let file = column("file").context("the first line has no column `file`")?;
    let label = column("label").context("the first line has no column `label`")?;
    let group = GROUPS.into_iter().find_map(column);
    lines
        .enumerate()
        .map(|(index, line)| {
            let fields: Vec<&str> = line.split(',').map(str::trim).collect();
            let field = |position: usize| {
                fields.get(position).copied().with_context(|| format!("line {}: too few columns", index + 2))
            };
            let file = field(file)?;
            let group = group.map(field).transpose()?.unwrap_or(file);
            Ok(Labelled { path: folder.join(file), label: field(label)?.to_owned(), group: group.to_owned() })
        })
        .collect()
}

/// Labels every JPEG file by its sub-folder. Photos in the same deeper folder (of one item or person) are a
/// group.
fn of_folders(folder: &Path) -> Result<Vec<Labelled>> {
    let is_photo = |path: &PathBuf| {
        let extension = path.extension().map(OsStr::to_ascii_lowercase);
        extension.is_some_and(|extension| extension == "jpg" || extension == "jpeg")
    };
    let mut photos = Vec::new();
    for path in project::all_files_below(folder)?.into_iter().filter(is_photo) {
        let inside = path.strip_prefix(folder)?.to_string_lossy().into_owned();
        let parts: Vec<&str> = inside.split(std::path::MAIN_SEPARATOR).collect();
        let (label, group) = match parts[..] {
            [label, .., _] if parts.len() > 2 => (label, parts[..parts.len() - 1].join("/")),
            [label, _] => (label, inside.clone()),
            // A file outside the sub-folders.
            _ => continue,
        };
        photos.push(Labelled { label: label.to_owned(), group, path });
    }
    Ok(photos)
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Meaning {
    /// The good that a head learns from the label's photos.
    pub(crate) good: Option<Good>,
    /// Their name is right for the label.
    pub(crate) right: Vec<Product>,
    /// Right but broader.
    pub(crate) broad: Vec<Product>,
    /// Neither confirmed nor refuted by the label.
    pub(crate) unjudged: Vec<Product>,
}

impl Meaning {
    /// For a label that is a good's key. The product type is a broader name.
    fn of_good(good: Good) -> Self {
        let broad = good.product().kind().map(Product::Type).into_iter().collect();
        Self { good: Some(good), right: vec![Product::Good(good)], broad, unjudged: Vec::new() }
    }
}

/// A label is in a table, or is the key of a good.
pub(crate) struct Meanings(BTreeMap<String, Meaning>);

impl Meanings {
    /// `table` has priority over the public dataset's labels.
    pub(crate) fn read(table: Option<&Path>) -> Result<Self> {
        let mut meanings = parse(CLOTHING)?;
        if let Some(path) = table {
            let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            meanings.extend(parse(&text).with_context(|| format!("cannot read {}", path.display()))?);
        }
        Ok(Self(meanings))
    }

    pub(crate) fn for_label(&self, label: &str) -> Result<Meaning> {
        if let Some(meaning) = self.0.get(label) {
            return Ok(meaning.clone());
        }
        if label == OTHER {
            return Ok(Meaning::default());
        }
        let good = Good::from_key(label).with_context(|| {
            format!(
                "the label {label} is not the key of a good (crates/listing-domain/src/product/goods/facts.tsv); \
                 name its good in a table and give that with --goods"
            )
        })?;
        Ok(Meaning::of_good(good))
    }
}

fn parse(table: &str) -> Result<BTreeMap<String, Meaning>> {
    lines(table)
        .map(|line| meaning(line).with_context(|| format!("expected a label and a good, found: {line}")))
        .collect()
}

/// Without comments.
fn lines(table: &str) -> impl Iterator<Item = &str> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn meaning(line: &str) -> Option<(String, Meaning)> {
    let mut columns = line.split('\t');
    let (label, key) = (columns.next()?, columns.next()?);
    let good = if key == OTHER { None } else { Some(Good::from_key(key)?) };
    let mut words =
        || columns.next().map(|words| words.split(',').filter(|word| *word != "-").map(product).collect());
    let meaning = match words() {
        Some(right) => Meaning {
            good,
            right: right?,
            broad: words().unwrap_or(Some(Vec::new()))?,
            unjudged: words().unwrap_or(Some(Vec::new()))?,
        },
        None => good.map(Meaning::of_good).unwrap_or_default(),
    };
    Some((label.to_owned(), meaning))
}

fn product(text: &str) -> Option<Product> {
    match text.split_once(':') {
        Some(("department", code)) => code.parse::<Department>().ok().map(Product::Department),
        Some(("good", key)) => Good::from_key(key).map(Product::Good),
        _ => text.parse::<ProductType>().ok().map(Product::Type),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn label_table_is_read_by_its_column_names() {
        let photos = of_table("label,file,contributor\nHat,a.jpg,7\n", Path::new("x")).unwrap();
        let expected =
            Labelled { path: Path::new("x").join("a.jpg"), label: "Hat".to_owned(), group: "7".to_owned() };
        assert_eq!(photos, [expected]);
        assert_eq!(of_table("file,label\na.jpg,Hat\n", Path::new("")).unwrap()[0].group, "a.jpg");
        for wrong in ["", "label\nHat\n", "file,label\na.jpg\n"] {
            assert!(of_table(wrong, Path::new("")).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sub_folder_is_the_label_and_a_deeper_folder_the_group() {
        let folder = tempfile::tempdir().unwrap();
        for file in
            ["trumpet/1.jpg", "trumpet/mine/1.JPG", "trumpet/mine/2.jpeg", "beside.jpg", "violin/a.txt"]
        {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let photos = read(folder.path()).unwrap();
        let groups: Vec<&str> = photos.iter().map(|photo| photo.group.as_str()).collect();
        assert_eq!(groups, ["trumpet/1.jpg", "trumpet/mine", "trumpet/mine"]);
        assert!(photos.iter().all(|photo| photo.label == "trumpet"));
    }

    #[test]
    fn labels_map_to_goods() {
        let meanings = Meanings::read(None).unwrap();
        assert_eq!(meanings.for_label("Polo").unwrap().good, Good::from_key("polo_shirt"));
        let trumpet = meanings.for_label("trumpet").unwrap();
        assert_eq!(trumpet.right, [Product::Good(Good::from_key("trumpet").unwrap())]);
        assert!(trumpet.broad.contains(&Product::Type(ProductType::MusicalInstrument)));
        assert_eq!(meanings.for_label("other").unwrap().good, None);
        assert!(meanings.for_label("trumpets").unwrap_err().to_string().contains("--goods"));
        assert!(parse("Polo\tpolo").is_err());
        for line in lines(FINER) {
            let (_, word) = line.split_once('\t').expect(line);
            assert!(meanings.for_label(word).is_ok(), "{line}");
        }
    }
}
