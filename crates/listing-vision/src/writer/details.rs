use listing_domain::product::{Department, Product};

use super::item::Item;
use super::text::capitalized;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Field {
    /// Named by its noun: "veste".
    Kind,
    Brand,
    Model,
    Isbn,
    Audience,
    /// Or the dimensions.
    Size,
    Colour,
    Material,
    Condition,
}

impl Field {
    /// In the order of most lists.
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
    /// "- Marque : Zara".
    pub(crate) fn list(&self, bullet: &str, fields: &[Field]) -> String {
        let line = |field: Field| {
            let (label, value) = self.field(field)?;
            let label = capitalized(&self.localised(label));
            Some(format!("{bullet}{label}{} {value}", self.words().colon))
        };
        self.rows(fields).filter_map(line).collect::<Vec<_>>().join("\n")
    }

    /// A size with its own word ("women’s size 10") includes the audience, which then gets no row.
    pub(crate) fn rows<'f>(&self, fields: &'f [Field]) -> impl Iterator<Item = Field> + use<'f> {
        let includes_audience = fields.contains(&Field::Size) && self.has_size_word();
        fields.iter().copied().filter(move |field| !(includes_audience && *field == Field::Audience))
    }

    pub(crate) fn knows(&self, field: Field) -> bool {
        self.field(field).is_some()
    }

    fn field(&self, field: Field) -> Option<(&'static str, String)> {
        let labels = &self.words().labels;
        Some(match field {
            Field::Kind if self.product == Product::Unknown => return None,
            Field::Kind => (labels.kind, self.noun()),
            Field::Brand => (labels.brand, self.brand?.to_owned()),
            Field::Model => (labels.model, self.model?.to_owned()),
            Field::Isbn => (labels.isbn, self.isbn.clone()?),
            Field::Audience => (labels.audience, self.audience_plain()?.to_owned()),
            Field::Size => {
                let is_worn = self.product.department().is_some_and(Department::is_fashion);
                let other = if is_worn { labels.size } else { labels.details };
                let label = self.size.as_ref()?.label(self.language).unwrap_or(other);
                (label, self.size_value()?)
            }
            Field::Colour => (labels.colour, self.colour_value()?),
            Field::Material => (labels.material, self.material_value()?),
            Field::Condition => (labels.condition, self.condition.as_ref()?.behind_label(self.language)),
        })
    }
}
