//! The facts as a labelled list.

use listing_domain::product::Product;

use super::item::Item;
use super::text::capitalised;

/// A fact that a list may show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Field {
    /// The noun.
    Kind,
    /// The brand.
    Brand,
    /// The model.
    Model,
    /// The number of a book.
    Isbn,
    /// Whom it is made for.
    Audience,
    /// The size or the dimensions.
    Size,
    /// The colour.
    Colour,
    /// The material.
    Material,
    /// The condition.
    Condition,
}

impl Field {
    /// Every field, in the order of most lists.
    pub(crate) const ALL: [Self; 9] = [
        Self::Kind,
        Self::Brand,
        Self::Model,
        Self::Audience,
        Self::Size,
        Self::Colour,
        Self::Material,
        Self::Condition,
        Self::Isbn,
    ];
}

impl Item<'_> {
    /// One line for each of the fields that is known, each behind `bullet`:
    /// "- Marque : Zara".
    pub(crate) fn list(&self, bullet: &str, fields: &[Field]) -> String {
        let line = |field: &Field| {
            let (label, value) = self.field(*field)?;
            Some(match label {
                Some(label) => {
                    let label = capitalised(&self.localised(label));
                    format!("{bullet}{label}{} {value}", self.words().colon)
                }
                None => format!("{bullet}{}", capitalised(&value)),
            })
        };
        fields.iter().filter_map(line).collect::<Vec<_>>().join("\n")
    }

    /// Whether a list can tell a field.
    pub(crate) fn knows(&self, field: Field) -> bool {
        self.field(field).is_some()
    }

    /// The label and the value of a field; no label where the value has its own.
    fn field(&self, field: Field) -> Option<(Option<&'static str>, String)> {
        let labels = &self.words().labels;
        let (label, value) = match field {
            Field::Kind if self.product == Product::Unknown => return None,
            Field::Kind => (labels.kind, self.noun()),
            Field::Brand => (labels.brand, self.brand?.to_owned()),
            Field::Model => (labels.model, self.model?.to_owned()),
            Field::Isbn => (labels.isbn, self.isbn.clone()?),
            Field::Audience => (labels.audience, self.audience_plain()?.to_owned()),
            Field::Size => {
                let size = self.size.as_ref()?;
                let value = size.value(self.language);
                let value = match self.equivalent_size() {
                    Some(other) => format!("{value} ({other})"),
                    None => value,
                };
                return Some((size.label(self.language), value));
            }
            Field::Colour => (labels.colour, self.colour_value()?),
            Field::Material => (labels.material, self.material_value()?),
            Field::Condition => {
                let condition = self.condition.as_ref()?;
                let is_labelled = condition.is_labelled(self.language);
                return Some(((!is_labelled).then_some(labels.condition), condition.words(self.language)));
            }
        };
        Some((Some(label), value))
    }
}
