//! The facts as a labelled list.

use listing_domain::product::Product;

use super::item::Item;
use super::text::capitalised;

/// A fact that a list may show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    /// The noun.
    Kind,
    /// The brand.
    Brand,
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
    pub(super) const ALL: [Self; 7] =
        [Self::Kind, Self::Brand, Self::Audience, Self::Size, Self::Colour, Self::Material, Self::Condition];
}

impl Item<'_> {
    /// One line for each of the fields that is known, each behind `bullet`:
    /// "- Marque : Zara".
    pub(super) fn list(&self, bullet: &str, fields: &[Field]) -> String {
        let line = |field: &Field| {
            let (label, value) = self.field(*field)?;
            Some(match label {
                Some(label) => {
                    let label = capitalised(&self.localised(label));
                    format!("{bullet}{label}{} {value}", self.pick(" :", ":"))
                }
                None => format!("{bullet}{}", capitalised(&value)),
            })
        };
        fields.iter().filter_map(line).collect::<Vec<_>>().join("\n")
    }

    /// The same list under a heading, if there is anything to list.
    pub(super) fn section(&self, heading: &str, bullet: &str, fields: &[Field]) -> String {
        let list = self.list(bullet, fields);
        if list.is_empty() { list } else { format!("{heading}\n{list}") }
    }

    /// The known values of the fields, on one line with `separator` between them.
    pub(super) fn values(&self, separator: &str, fields: &[Field]) -> String {
        let values = fields.iter().filter_map(|field| self.field(*field)).map(|(_, value)| value);
        values.collect::<Vec<_>>().join(separator)
    }

    /// The label and the value of a field; no label where the value has its own.
    fn field(&self, field: Field) -> Option<(Option<&'static str>, String)> {
        let (label, value) = match field {
            Field::Kind if self.product == Product::Unknown => return None,
            Field::Kind => ("type", self.noun()),
            Field::Brand => (self.pick("marque", "brand"), self.brand?.to_owned()),
            Field::Audience => (self.pick("pour", "for"), self.audience_plain()?.to_owned()),
            Field::Size => {
                let size = self.size?;
                return Some((size.label(self.language), size.words().to_owned()));
            }
            Field::Colour => (self.pick("couleur", "colour"), self.colour_value()?),
            Field::Material => (self.pick("matière", "material"), self.material_value()?),
            Field::Condition => {
                let condition = self.condition?;
                let label = self.pick("état", "condition");
                let is_labelled = condition.is_labelled(self.language);
                return Some(((!is_labelled).then_some(label), condition.words(self.language)));
            }
        };
        Some((Some(label), value))
    }

    /// "femme", "women": [`Item::audience_word`] as a value.
    fn audience_plain(&self) -> Option<&'static str> {
        self.audience_word().map(|word| word.trim_end_matches("’s"))
    }
}
