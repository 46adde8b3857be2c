//! Attributes of an item (brand, size, color and so on), each with its source.

mod audience;
mod combined;

use crate::closed_enum::closed_enum;
use crate::condition::Condition;
use crate::lang::{Reading, all_reading, without_contacts};
use crate::notes::Notes;
use crate::options::Language;
use crate::product::{Audience, Product};
use crate::quantity::Quantity;
use crate::statement::{BrandStatement, ColorStatement, ConditionStatement, MaterialStatement};
use crate::text::{capitalized, fold, has_words};
use crate::violation::Violation;

/// The value of an unknown attribute in requests and answers.
pub const UNKNOWN: &str = "Unknown";

/// The attributes that the caller sends, which take precedence over detected ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KnownAttributes {
    /// The kind of item, its model or its title: "slow cooker", "Le Petit Prince".
    pub name: Option<AttributeText>,
    /// The brand in the caller's words; see [`KnownAttributes::brand_of`].
    pub brand: Option<AttributeText>,
    /// The size, as free text.
    pub size: Option<AttributeText>,
    /// The condition, as free text or a code.
    pub condition: Option<AttributeText>,
    /// The primary color, in the caller's words.
    pub color: Option<AttributeText>,
    /// The primary material, in the caller's words.
    pub material: Option<AttributeText>,
    /// The people for whom the item is made.
    pub audience: Option<Audience>,
    /// Free text, published word for word.
    pub notes: Option<Notes>,
    /// The number of items or pieces sold together.
    pub quantity: Option<Quantity>,
}

impl KnownAttributes {
    /// The product that the name means: first by names of goods, in the listing's language and then the
    /// others, last by brands' product lines (a `MacBook` is a laptop).
    pub fn product(&self, language: Language) -> Option<Product> {
        let name = self.name.as_ref()?.as_str();
        let others = Language::ALL.iter().copied().filter(|other| *other != language);
        let mut products =
            std::iter::once(language).chain(others).map(|language| Product::of_title(name, language));
        let line = || {
            let brand = self.brand.as_ref().map(AttributeText::as_str).unwrap_or_default();
            let named = [name.to_owned(), format!("{brand} {name}")];
            named.iter().find_map(|text| BrandStatement::read(text).good()).map(Product::Good)
        };
        products.find(|product| product.is_named()).or_else(line)
    }

    /// The attributes without contact data and markup, as a writer's input. An unclosed tag would swallow the
    /// listing's text after it. Attributes that become empty are dropped.
    #[must_use]
    pub fn without_contacts(&self) -> Self {
        let cleaned = |given: &Option<AttributeText>| given.as_ref()?.without_contacts();
        Self {
            name: cleaned(&self.name),
            notes: self.notes.as_ref().and_then(|notes| notes.cleaned(without_contacts)),
            brand: cleaned(&self.brand),
            size: cleaned(&self.size),
            condition: cleaned(&self.condition),
            color: cleaned(&self.color),
            material: cleaned(&self.material),
            quantity: self.quantity,
            audience: self.audience,
        }
    }
}

impl KnownAttributes {
    /// Replaces the attributes that `others` has.
    #[must_use]
    pub fn overridden_by(self, others: &Self) -> Self {
        let Self { name, notes, brand, size, condition, color, material, quantity, audience } =
            others.clone();
        Self {
            name: name.or(self.name),
            notes: notes.or(self.notes),
            brand: brand.or(self.brand),
            size: size.or(self.size),
            condition: condition.or(self.condition),
            color: color.or(self.color),
            material: material.or(self.material),
            quantity: quantity.or(self.quantity),
            audience: audience.or(self.audience),
        }
    }

    /// Returns true if nothing but the name may be given.
    pub fn has_only_a_name(&self) -> bool {
        Self { name: None, ..self.clone() } == Self::default()
    }

    /// Translates recognized colors and materials into a language. Values that the caller sends back from an
    /// earlier answer are in that answer's language.
    #[must_use]
    pub fn translated(&self, language: Language) -> Self {
        let translated = |given: &Option<AttributeText>, value: &dyn Fn(&str) -> Option<String>| {
            let given = given.as_ref()?;
            Some(
                value(given.as_str())
                    .map_or_else(|| given.clone(), |value| AttributeText(capitalized(&value))),
            )
        };
        Self {
            color: translated(&self.color, &|text| Some(ColorStatement::read(text)?.value(language))),
            material: translated(&self.material, &|text| {
                Some(MaterialStatement::read(text)?.value(language))
            }),
            ..self.clone()
        }
    }
}

/// An attribute's text: trimmed, one line, not empty, at most [`AttributeText::MAX_CHARS`] characters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AttributeText(String);

impl AttributeText {
    /// The maximum length, in characters.
    pub const MAX_CHARS: usize = 120;

    /// Reads an attribute; `field` is its path for the error, such as `attributes.brand`.
    ///
    /// "Not given" are empty texts, `Unknown` (so that callers can send an answer's attributes back), texts
    /// without a letter or digit, and words that fill empty form fields ("N/A", "aucun").
    pub fn parse(field: &str, text: &str) -> Result<Option<Self>, Violation> {
        let text = text
            .split(|c: char| c.is_whitespace() || c.is_control())
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" ");
        if !has_words(&text)
            || text.eq_ignore_ascii_case(UNKNOWN)
            || is_wording(&text, |reading| reading.no_value)
        {
            Ok(None)
        } else if text.chars().count() > Self::MAX_CHARS {
            let message = format!("must be at most {} characters", Self::MAX_CHARS);
            Err(Violation::new(field, message))
        } else {
            Ok(Some(Self(text)))
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// `None` if nothing is left.
    pub(crate) fn without_contacts(&self) -> Option<Self> {
        let cleaned = without_contacts(&self.0);
        (!cleaned.is_empty()).then_some(Self(cleaned))
    }
}

/// True if the whole text is one of the picked phrases of any language, ignoring case and accents.
fn is_wording(text: &str, pick: impl Fn(&'static Reading) -> &'static [&'static str]) -> bool {
    let text: String = text.chars().map(fold).collect();
    all_reading(pick).any(|wording| text == *wording)
}

closed_enum! {
    /// The source of an attribute's value.
    pub enum Source as "source" {
        /// The seller stated the value.
        Seller = "seller",
        /// Inferred from the seller's words.
        Understood = "understood",
        /// Read on the item or its label.
        Label = "label",
        /// Recognized from the photos.
        Seen = "seen",
        /// Stated by an AI model.
        Model = "model",
        /// Assumed because no source gave a value.
        Assumed = "assumed",
    }
}

/// One attribute with its source.
#[derive(Debug, Clone, PartialEq)]
pub struct Attribute {
    /// The value; a translatable one is in the request's language.
    pub value: String,
    /// The value's source.
    pub source: Source,
    /// The confidence, from 0 to 1; 1 for a seller's value.
    pub confidence: f32,
    /// The indexes, from 0, of the photos that show the text; empty if unknown.
    pub photos: Vec<usize>,
}

impl Attribute {
    pub(crate) fn from_seller(text: &AttributeText) -> Self {
        Self::new(text.as_str(), Source::Seller, 1.0)
    }

    /// An attribute recognized from the photos; `confidence` is from 0 to 1.
    pub fn seen(value: impl Into<String>, confidence: f32) -> Self {
        Self::new(value, Source::Seen, confidence)
    }

    /// An attribute read on the item, in the photos with these indexes (from 0).
    pub fn read(value: impl Into<String>, confidence: f32, photos: Vec<usize>) -> Self {
        Self { photos, ..Self::new(value, Source::Label, confidence) }
    }

    /// An attribute from a source; `confidence` is from 0 to 1.
    pub fn new(value: impl Into<String>, source: Source, confidence: f32) -> Self {
        Self { value: value.into(), source, confidence, photos: Vec::new() }
    }
}

/// The item's attributes for a listing; `None` means unknown.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Attributes {
    /// The name, in the request's language.
    pub name: Option<Attribute>,
    /// The brand: the seller's words, or a detected one; see [`Attributes::brand_of`].
    pub brand: Option<Attribute>,
    /// The size as stated or read.
    pub size: Option<Attribute>,
    /// The condition: the seller's words, or the code of a detected grade.
    pub condition: Option<Attribute>,
    /// The primary color, in the request's language.
    pub color: Option<Attribute>,
    /// The primary material, in the request's language.
    pub material: Option<Attribute>,
    /// The number of items or pieces sold together, if stated.
    pub quantity: Option<Quantity>,
}

impl Attributes {
    /// Replaces detected attributes by the seller's, if given.
    #[must_use]
    pub fn with_known(mut self, known: &KnownAttributes) -> Self {
        self.quantity = known.quantity.or(self.quantity);
        // A text that names no brand ("vintage") doesn't replace a detected brand. "Sans marque" does.
        let names_no_brand = |text: &AttributeText| {
            let statement = BrandStatement::read(text.as_str());
            statement.brand().is_none() && !statement.is_unbranded()
        };
        let brand = known.brand.clone().filter(|text| self.brand.is_none() || !names_no_brand(text));
        let pairs = [
            (&mut self.name, &known.name),
            (&mut self.brand, &brand),
            (&mut self.size, &known.size),
            (&mut self.condition, &known.condition),
            (&mut self.color, &known.color),
            (&mut self.material, &known.material),
        ];
        for (attribute, given) in pairs {
            if let Some(text) = given {
                *attribute = Some(Attribute::from_seller(text));
            }
        }
        self
    }

    /// The grade that the condition's words name.
    pub fn condition_grade(&self) -> Option<Condition> {
        self.condition.as_ref().and_then(|condition| ConditionStatement::read(&condition.value).grade())
    }

    /// For labels and prices.
    pub(crate) fn condition_or_assumed(&self) -> Condition {
        self.condition_grade().unwrap_or(Condition::ASSUMED)
    }

    /// The condition for the API: the grade's code, else the seller's words, else [`UNKNOWN`].
    pub fn condition_code(&self) -> &str {
        match self.condition_grade() {
            Some(grade) => grade.code(),
            None => text_or_unknown(self.condition.as_ref()),
        }
    }

    /// The condition for a listing's text: grades are translated, remarks stay in the seller's words.
    pub fn condition_words(&self, language: Language) -> Option<String> {
        let terms = ConditionStatement::read(&self.condition.as_ref()?.value).phrases(language);
        Some(capitalized(&terms.join(", ")))
    }
}

/// An attribute's value for the API, or [`UNKNOWN`].
pub fn text_or_unknown(attribute: Option<&Attribute>) -> &str {
    attribute.map_or(UNKNOWN, |attribute| attribute.value.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Option<AttributeText> {
        AttributeText::parse("attributes.brand", text).unwrap()
    }

    #[test]
    fn attribute_text_is_one_line_of_at_most_120_characters() {
        assert_eq!(text("  Levi’s \n 501 ").unwrap().as_str(), "Levi’s 501");
        assert_eq!(text(" \t "), None);
        assert_eq!(text("unknown"), None);
        let long = "é".repeat(AttributeText::MAX_CHARS);
        assert_eq!(text(&long).unwrap().as_str(), long);
        let refused = AttributeText::parse("attributes.brand", &format!("{long}x")).unwrap_err();
        assert_eq!(refused.to_string(), "attributes.brand must be at most 120 characters");
    }

    #[test]
    fn a_name_is_read_as_a_product_or_a_brands_product_line() {
        let product = |brand: &str, name: &str| {
            let known =
                KnownAttributes { name: text(name), brand: text(brand), ..KnownAttributes::default() };
            known.product(Language::En)
        };
        let good = |key| Some(Product::parse(key).unwrap());
        assert_eq!(product("", "slow cooker"), good("good:slow_cooker"));
        assert_eq!(product("", "MacBook Air M1"), good("good:laptop"));
        assert_eq!(product("Fender", "Strat"), good("good:electric_guitar"));
        assert_eq!(product("", "thingamajig"), None);
    }

    #[test]
    fn placeholder_values_count_as_not_given() {
        for nothing in ["-", "?", "…", "N/A", "n.c.", "None", "Aucun", "Non précisé", " non renseignée "]
        {
            assert_eq!(text(nothing), None, "{nothing}");
        }
        for something in ["N/A 38", "Aucun défaut", "0", "S", "Nada"] {
            assert!(text(something).is_some(), "{something}");
        }
        assert_eq!(text("Sans marque").unwrap().as_str(), "Sans marque", "this is a value");
    }

    #[test]
    fn contact_data_is_removed_for_a_writer() {
        let known = KnownAttributes {
            brand: text("LEVI STRAUSS AND CO, call 06 12 34 56 78"),
            size: text("12 rue de la Paix 75002 Paris"),
            color: text("  BLEU MARINE FONCE "),
            ..KnownAttributes::default()
        };
        let cleaned = known.without_contacts();
        assert_eq!(cleaned.brand, text("LEVI STRAUSS AND CO"));
        assert_eq!(cleaned.size, None);
        assert_eq!(cleaned.color, known.color);
        assert_eq!(cleaned.without_contacts(), cleaned);
    }

    #[test]
    fn colors_and_materials_are_translated() {
        let known = |(color, material): (&str, &str)| KnownAttributes {
            brand: text("Blanc"),
            size: text("taille M"),
            condition: text("very_good"),
            color: text(color),
            material: text(material),
            ..KnownAttributes::default()
        };
        let check = |given, language, expected| {
            let translated = known(given).translated(language);
            assert_eq!(translated, known(expected));
            assert_eq!(translated.translated(language), translated);
        };
        check(
            ("Bleu et blanc", "80 % laine, 20 % polyamide"),
            Language::En,
            ("Blue and white", "80% wool, 20% polyamide"),
        );
        check(("Burgundy", "genuine leather"), Language::Fr, ("Bordeaux", "Cuir véritable"));
        check(
            ("bleu canard du matin", "Peau de licorne"),
            Language::En,
            ("bleu canard du matin", "Peau de licorne"),
        );
    }

    #[test]
    fn an_attribute_from_the_seller_replaces_a_detected_one() {
        let detected = Attributes {
            color: Some(Attribute::seen("Rouge", 0.9)),
            name: Some(Attribute::seen("Veste", 0.8)),
            ..Attributes::default()
        };
        let known = KnownAttributes { color: text("Bordeaux"), ..KnownAttributes::default() };
        let merged = detected.with_known(&known);
        assert_eq!(text_or_unknown(merged.color.as_ref()), "Bordeaux");
        assert_eq!(text_or_unknown(merged.name.as_ref()), "Veste");
        assert_eq!(text_or_unknown(merged.brand.as_ref()), UNKNOWN);
    }

    #[test]
    fn a_detected_brand_yields_to_a_sellers_brand_but_not_to_other_words() {
        let brand = |detected: Option<&str>, words: &str| {
            let brand = detected.map(|brand| Attribute::read(brand, 0.9, vec![0]));
            let known = KnownAttributes { brand: text(words), ..KnownAttributes::default() };
            let merged = Attributes { brand, ..Attributes::default() }.with_known(&known);
            (text_or_unknown(merged.brand.as_ref()).to_owned(), merged.brand_value())
        };
        let value = |value: &str| Some(value.to_owned());
        assert_eq!(brand(None, "levi 501XX"), ("levi 501XX".to_owned(), value("Levi’s 501XX")));
        assert_eq!(brand(Some("Zara"), "sans marque"), ("sans marque".to_owned(), None));
        assert_eq!(brand(Some("Zara"), "vintage"), ("Zara".to_owned(), value("Zara")));
        assert_eq!(brand(None, "vintage"), ("vintage".to_owned(), None));
        assert_eq!(brand(Some("Zara"), "Mango"), ("Mango".to_owned(), value("Mango")));
    }

    #[test]
    fn a_condition_has_a_code_if_its_words_name_a_grade() {
        let condition = |words: &str| Attributes {
            condition: text(words).as_ref().map(Attribute::from_seller),
            ..Attributes::default()
        };
        assert_eq!(condition("Très bon état").condition_code(), "very_good");
        assert_eq!(condition("une rayure").condition_code(), "une rayure");
        let words = |text: &str| condition(text).condition_words(Language::Fr).unwrap();
        assert_eq!(words("good"), "Bon état");
        assert_eq!(words("EUC"), "Excellent état");
        assert_eq!(words("EUC, une rayure"), "Excellent état, une rayure");
        assert_eq!(condition("semelles propres").condition_code(), "semelles propres");
        assert_eq!(Attributes::default().condition_code(), UNKNOWN);
    }
}
