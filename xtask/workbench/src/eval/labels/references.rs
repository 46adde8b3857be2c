//! Compares the read models, book numbers and capacities with the true ones.

use listing_domain::label::{Label, Reference};
use listing_domain::options::Language;
use listing_domain::product::ProductType;
use listing_domain::statement::SizeStatement;

use super::plates::Plate;
use super::understood::Counts;

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct References {
    pub(super) model: Counts,
    pub(super) isbn: Counts,
    pub(super) capacity: Counts,
}

impl References {
    /// Adds the confidently read lines of a photo. Describes each wrong value.
    pub(super) fn add(&mut self, plate: &Plate, lines: &[&str]) -> Vec<String> {
        let label = Label::read(lines);
        let found = label.reference(plate.product).map(|found| match found {
            Reference::Model(model) => model.as_str().to_owned(),
            Reference::Isbn(isbn) => isbn.thirteen().to_owned(),
        });
        let is_book = plate.product.kind() == Some(ProductType::Book);
        let value = |text: &str| SizeStatement::read(text).value(Language::En);
        let capacity = label.size(plate.product).and_then(value);
        let mut wrong = Vec::new();
        let mut judge = |tally: &mut Counts, found: Option<String>, expected: Option<String>| {
            let is_right = found.as_ref().map(|found| expected.as_ref() == Some(found));
            if is_right == Some(false) {
                wrong.push(format!("{found:?} for {expected:?}"));
            }
            // No answer is right for a photo without a value.
            if found.is_some() || expected.is_some() {
                tally.add(is_right);
            }
        };
        let tally = if is_book { &mut self.isbn } else { &mut self.model };
        judge(tally, found, plate.reference.clone());
        judge(&mut self.capacity, capacity, plate.capacity.and_then(value));
        wrong
    }
}

#[cfg(test)]
mod tests {
    use listing_domain::product::Product;

    use super::*;

    #[test]
    fn model_read_from_a_plate_without_one_counts_as_wrong() {
        let phone = |reference: Option<&str>, capacity| Plate {
            product: Product::Type(ProductType::Phone),
            reference: reference.map(str::to_owned),
            capacity,
            lines: Vec::new(),
        };
        let mut tally = References::default();
        let right = tally.add(&phone(Some("SM-G991B"), Some("128 GB")), &["Model: SM-G991B", "128GB"]);
        assert_eq!(right, Vec::<String>::new());
        assert_eq!(tally.add(&phone(None, None), &["Model: SM-G991B", "128GB"]).len(), 2);
        tally.add(&phone(Some("SM-G991B"), None), &["SM-G991B"]);
        tally.add(&phone(None, None), &[]);
        assert_eq!(tally.model, Counts { right: 1, wrong: 1, missing: 1 });
        assert_eq!(tally.capacity, Counts { right: 1, wrong: 1, missing: 0 });
        assert_eq!(tally.isbn, Counts::default());
    }
}
