//! Texts of generated type plates, boxes and back covers, with their true values.

use fastrand::Rng;
use listing_domain::label::Isbn;
use listing_domain::product::{Product, ProductType};

use super::texts::Texts;
use super::words::{Line, Subject};

const TEXTS: Texts = Texts(include_str!("plates.tsv"));
/// One in this many type plates states no model, and likewise books.
const BARE: u8 = 5;
/// Positions of hyphens in a ten-digit book number.
const PARTS: [usize; 3] = [1, 3, 9];

#[derive(Debug)]
pub(super) struct Plate {
    pub(super) product: Product,
    /// Model or book number, if printed.
    pub(super) reference: Option<String>,
    pub(super) capacity: Option<&'static str>,
    /// From top to bottom.
    pub(super) lines: Vec<Line>,
}

impl Plate {
    pub(super) fn of(rng: &mut Rng) -> Self {
        if rng.u8(..3) == 0 { Self::book(rng) } else { Self::device(rng) }
    }

    fn device(rng: &mut Rng) -> Self {
        let good = TEXTS.one(rng, "good");
        let columns: Vec<&str> = good.split('\t').collect();
        let (kind, brand, model) = match columns[..] {
            [kind, brand, model] => (kind, brand, model),
            _ => ("headphones", "Sony", good),
        };
        let is_bare = rng.u8(..BARE) == 0;
        let before = TEXTS.one(rng, "before");
        // Digits alone are a model only after a word such as "MODEL".
        let before = if before.is_empty() && model.parse::<u32>().is_ok() { "MODEL: " } else { before };
        let mut lines = Vec::new();
        if !is_bare {
            add(&mut lines, Subject::Reference, format!("{before}{model}"));
        }
        for _ in 0..rng.usize(1..=3) {
            add(&mut lines, Subject::Other, TEXTS.one(rng, "other").to_owned());
        }
        for _ in 0..rng.usize(1..=2) {
            let shape = TEXTS.one(rng, "numbered");
            let number = filled(rng, shape);
            add(&mut lines, Subject::Other, number);
        }
        let of_kind = |row: &&str| row.split_once('\t').is_some_and(|(of, _)| of == kind);
        let capacities: Vec<&str> = TEXTS.list("capacity").into_iter().filter(of_kind).collect();
        let capacity = if capacities.is_empty() || rng.bool() {
            None
        } else {
            capacities[rng.usize(..capacities.len())].split_once('\t').map(|(_, capacity)| capacity)
        };
        if let Some(capacity) = capacity {
            add(&mut lines, Subject::Size, capacity.to_owned());
        }
        rng.shuffle(&mut lines);
        lines.insert(0, Line { subject: Subject::Brand, text: brand.to_owned() });
        let product = kind.parse::<ProductType>().map_or(Product::Unknown, Product::Type);
        Self { product, reference: (!is_bare).then(|| model.to_owned()), capacity, lines }
    }

    fn book(rng: &mut Rng) -> Self {
        let isbn = isbn(rng);
        let mut lines = Vec::new();
        for _ in 0..rng.usize(2..=4) {
            add(&mut lines, Subject::Other, TEXTS.one(rng, "book").to_owned());
        }
        if rng.u8(..BARE) == 0 {
            return Self { product: book(), reference: None, capacity: None, lines };
        }
        let thirteen = isbn.thirteen();
        let bar_code = format!("{} {} {}", &thirteen[..1], &thirteen[1..7], &thirteen[7..]);
        match (rng.u8(..3), isbn.ten()) {
            (0, _) => add(&mut lines, Subject::Reference, bar_code),
            (1, Some(ten)) => add(&mut lines, Subject::Reference, format!("ISBN {}", parted(&ten))),
            _ => {
                let number = format!("{}-{}", &thirteen[..3], parted(&thirteen[3..]));
                add(&mut lines, Subject::Reference, format!("ISBN {number}"));
                add(&mut lines, Subject::Reference, bar_code);
            }
        }
        Self { product: book(), reference: Some(thirteen.to_owned()), capacity: None, lines }
    }
}

const fn book() -> Product {
    Product::Type(ProductType::Book)
}

/// French or English.
fn isbn(rng: &mut Rng) -> Isbn {
    loop {
        let group = ["2", "0", "1"][rng.usize(..3)];
        let number = format!("{group}{:08}{}", rng.u32(..100_000_000), rng.u8(..10));
        if let Some(isbn) = Isbn::parse(&number) {
            return isbn;
        }
    }
}

/// Returns ten digits with hyphens.
fn parted(ten: &str) -> String {
    let [a, b, c] = PARTS;
    format!("{}-{}-{}-{}", &ten[..a], &ten[a..b], &ten[b..c], &ten[c..])
}

fn add(lines: &mut Vec<Line>, subject: Subject, text: String) {
    // A repeated line would look like one line read twice.
    if lines.iter().all(|line| line.text != text) {
        lines.push(Line { subject, text });
    }
}

/// Replaces each `#` by a random digit and each `@` by a random letter.
fn filled(rng: &mut Rng, shape: &str) -> String {
    let letter = |c| match c {
        '#' => rng.digit(10),
        '@' => rng.uppercase(),
        other => other,
    };
    shape.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use listing_domain::label::{Label, Reference};

    use super::*;

    #[test]
    fn fully_read_plate_gives_its_model_or_book_number() {
        for seed in 0..300 {
            let plate = Plate::of(&mut Rng::with_seed(seed));
            let lines: Vec<&str> = plate.lines.iter().map(|line| line.text.as_str()).collect();
            let found = Label::read(&lines).reference(plate.product);
            let found = found.map(|found| match found {
                Reference::Model(model) => model.as_str().to_owned(),
                Reference::Isbn(isbn) => isbn.thirteen().to_owned(),
            });
            assert!(found.is_none() || found == plate.reference, "{found:?} of {plate:?}");
        }
    }
}
