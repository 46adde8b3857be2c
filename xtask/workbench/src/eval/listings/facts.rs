//! The words that are facts about an item: the seller's, their synonyms, and the answer's attributes.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use listing_answer::{AttributeDetail, GeneratedData, known};
use listing_domain::attributes::AttributeText;
use listing_domain::notes::Notes;
use listing_domain::options::Language;
use listing_domain::product::{Audience, Department, Good, Product, ProductType};
use listing_domain::statement::{ColorStatement, ConditionStatement, MaterialStatement, SizeStatement};
use listing_testkit::sellers::{SellerInput, apart};

use super::words::{folded, has_run, stem};

/// Words that are never facts: grammar, greetings, and names of attributes.
static FORM: LazyLock<HashMap<Language, HashSet<&str>>> = LazyLock::new(|| {
    let mut form: HashMap<Language, HashSet<&str>> = HashMap::new();
    let lines = include_str!("../../../data/form-words.tsv").lines().filter(|line| !line.starts_with('#'));
    for (language, words) in lines.filter_map(|line| line.split_once('\t')) {
        let language = language.parse().expect("the table names languages");
        form.entry(language).or_default().extend(words.split(' '));
    }
    form
});

pub(super) struct Facts {
    language: Language,
    stems: HashSet<String>,
}

pub(super) fn facts(data: &GeneratedData, seller: Option<&SellerInput>, language: Language) -> Facts {
    let mut facts = Facts { language, stems: HashSet::new() };
    let attributes = &data.attributes;
    let values =
        [&attributes.name, &attributes.brand, &attributes.size, &attributes.color, &attributes.material];
    for value in values.into_iter().filter_map(|value| known(value)) {
        facts.add(value);
    }
    facts.add_names(&attributes.name);
    if let Some(details) = &data.details {
        let attributes = &details.attributes;
        let stated = [&attributes.name, &attributes.brand, &attributes.size, &attributes.condition];
        let texts =
            stated.into_iter().flatten().filter_map(|AttributeDetail { stated, .. }| stated.as_deref());
        texts.for_each(|text| facts.add(text));
        let audience =
            attributes.audience.as_ref().and_then(|audience| audience.value.parse::<Audience>().ok());
        if let Some(audience) = audience {
            facts.add(audience.next_to_noun(language));
            facts.add(audience.label(language));
        }
    }
    if let Some(seller) = seller {
        facts.add_input(seller);
    }
    facts
}

impl Facts {
    /// Numbers and units that are written together are also added separately.
    fn add(&mut self, text: &str) {
        let words = folded(text).into_iter().chain(folded(&apart(text)));
        self.stems.extend(words.map(|word| stem(&word).to_owned()));
    }

    /// Adds synonyms of contained goods, such as those of "vest top" in "blue vest top".
    fn add_names(&mut self, name: &str) {
        let (language, name) = (self.language, folded(name));
        let goods = Good::all().map(Good::product);
        let types = ProductType::ALL.iter().map(|kind| Product::Type(*kind));
        let products = goods.chain(types).chain(Department::ALL.iter().map(|it| Product::Department(*it)));
        let is_named = |product: &Product| {
            let nouns = [Some(product.noun(language).text()), product.american(language)];
            nouns.into_iter().flatten().any(|noun| has_run(&name, &folded(noun)))
        };
        products.filter(is_named).for_each(|product| self.add_product(product));
    }

    /// Adds the noun, the American noun, and the words that buyers search for.
    fn add_product(&mut self, product: Product) {
        let language = self.language;
        self.add(product.noun(language).text());
        product.american(language).into_iter().for_each(|noun| self.add(noun));
        if let Product::Good(good) = product {
            good.search_words(language).iter().for_each(|words| self.add(words));
            good.other_number(language).into_iter().for_each(|noun| self.add(noun));
        }
    }

    fn add_input(&mut self, seller: &SellerInput) {
        let known = &seller.known;
        let fields =
            [&known.name, &known.brand, &known.size, &known.condition, &known.color, &known.material];
        for text in fields.into_iter().flatten().map(AttributeText::as_str) {
            self.add(text);
            let colours = ColorStatement::read(text).map(|read| read.value(self.language));
            let materials = MaterialStatement::read(text).map(|read| read.value(self.language));
            [colours, materials].into_iter().flatten().for_each(|value| self.add(&value));
        }
        self.add(known.notes.as_ref().map(Notes::as_str).unwrap_or_default());
        let condition = known.condition.as_ref().map_or("", |condition| condition.as_str());
        let noun = seller.product().noun(self.language);
        for piece in ConditionStatement::read(condition).phrases(self.language) {
            self.add(&noun.agreeing(&piece, self.language));
            self.add(&piece);
        }
        let size = known.size.as_ref().map_or("", |size| size.as_str());
        if let Some(inches) = SizeStatement::read(size).on(seller.product()).in_inches(self.language) {
            self.add(&inches);
        }
        seller.grade.into_iter().for_each(|grade| self.add(grade.plain_label(self.language)));
        self.add_product(seller.product());
    }

    /// Returns true if a word is neither a fact nor a function word, a greeting or a label.
    pub(super) fn is_added(&self, word: &str) -> bool {
        !self.is_form(word) && !self.stems.contains(stem(word))
    }

    fn is_form(&self, word: &str) -> bool {
        FORM.get(&self.language).is_some_and(|form| form.contains(word))
    }

    /// Returns stems. The label of a condition also counts as a fact.
    pub(super) fn in_sentence(&self, sentence: &str, label: &str) -> HashSet<String> {
        let label: HashSet<String> = folded(label).iter().map(|word| stem(word).to_owned()).collect();
        let words = folded(sentence).into_iter().filter(|word| !self.is_form(word));
        let stems = words.map(|word| stem(&word).to_owned());
        stems.filter(|stem| self.stems.contains(stem) || label.contains(stem)).collect()
    }
}
