//! Listings keep the seller's statements, whatever the provider omits or contradicts.

use std::sync::{Arc, Mutex};

use listing_ai::ModelWriter;
use listing_domain::attributes::AttributeText;
use listing_domain::draft::DraftRequest;
use listing_domain::listing::{Item, Listing};
use listing_domain::marketplace::Platform;
use listing_domain::money::Money;
use listing_domain::notes::Notes;
use listing_domain::options::Language;
use listing_domain::ports::ListingWriter as _;
use listing_domain::request::Platforms;
use listing_domain::statement::ConditionStatement;
use listing_testkit::sellers::{SellerInput, any_seller_input, seller_inputs};
use listing_testkit::service::{Server, Step};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::formats::Format;
use crate::support::{draft_request, writer};

/// False statements of a provider, in the input's language.
struct Lies {
    title: String,
    sentences: Vec<String>,
}

impl Lies {
    fn about(input: &SellerInput) -> Self {
        let french = input.language == Language::Fr;
        let mut sentences: Vec<String> = reversed(input);
        // The false grade is far from the seller's; any grade if there is none.
        let condition = input.known.condition.as_ref().map_or("", |words| words.as_str());
        let grade = ConditionStatement::read(condition).grade().map_or("good", |grade| grade.code());
        let is_low = matches!(grade, "good" | "fair" | "for_parts");
        let grade = match (french, is_low) {
            (true, true) => "Comme neuf",
            (true, false) => "État satisfaisant",
            (false, true) => "Like new",
            (false, false) => "Fair condition",
        };
        // Left out if the seller uses similar words, perhaps about a part or negated.
        let is_named =
            ["comme neu", "near mint"].iter().any(|words| condition.to_lowercase().contains(words));
        if !is_named {
            sentences.push(format!("{grade}."));
        }
        let promises = if french {
            [
                "Envoi rapide et soigné sous 24 h.",
                "Article authentique, facture sur demande.",
                "Réduction pour plusieurs achats.",
            ]
        } else {
            ["Fast shipping the same day.", "Guaranteed authentic.", "Bundle discount available."]
        };
        sentences.extend(promises.map(str::to_owned));
        let noun = if french { "Article" } else { "Item" };
        Self { title: format!("{noun} - {grade}"), sentences }
    }

    fn description(&self, language: Language) -> String {
        let (first, last) = match language {
            Language::Fr => {
                ("Voici un article que l’on voit bien sur ces images.", "Il se présente de face et de dos.")
            }
            Language::En => {
                ("This is an item that can be seen well here.", "It is shown from the front and the back.")
            }
        };
        format!("{first} {} {last}", self.sentences.join(" "))
    }
}

fn reversed(input: &SellerInput) -> Vec<String> {
    let Some(condition) = input.known.condition.as_ref().map(AttributeText::as_str) else {
        return Vec::new();
    };
    let french = input.language == Language::Fr;
    let (without, with) = if french { ("Aucun", "Avec") } else { ("No", "With") };
    let words = |text: &str| -> Vec<String> {
        let words =
            text.to_lowercase().split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect::<Vec<_>>();
        words.into_iter().filter(|word| !word.is_empty()).collect()
    };
    // A word that the seller uses twice may be both denied and affirmed.
    let known = &input.known;
    let fields = [&known.name, &known.size, &known.condition, &known.color, &known.material];
    let notes = known.notes.as_ref().map(Notes::as_str);
    let all: Vec<String> =
        fields.into_iter().flatten().map(AttributeText::as_str).chain(notes).flat_map(words).collect();
    let stem = |word: &str| word.trim_end_matches('s').to_owned();
    let is_stated_once = |noun: &String| all.iter().filter(|word| stem(word) == stem(noun)).count() == 1;
    let mut lies = Vec::new();
    for remark in condition.split([',', ';', '.']) {
        let remark_words = words(remark);
        let negated = remark_words.iter().position(|word| matches!(word.as_str(), "sans" | "no" | "without"));
        if let Some(noun) = negated
            .and_then(|at| remark_words.get(at + 1))
            .filter(|noun| noun.chars().count() > 3 && is_stated_once(noun))
        {
            lies.push(format!("{with} {noun}."));
        }
    }
    for defect in ConditionStatement::read(condition).defects() {
        let is_plain =
            !words(defect).iter().any(|word| matches!(word.as_str(), "sans" | "no" | "pas" | "not" | "ni"));
        let names = ["tache", "rayures", "stain", "scratches", "bouloches", "pilling"];
        let name = words(defect).into_iter().find(|word| names.contains(&word.as_str()));
        lies.extend(name.filter(|_| is_plain).map(|name| format!("{without} {name}.")));
    }
    if condition.contains("sauf 1") || condition.contains("except 1") {
        lies.push(if french { "Le jeu est complet." } else { "The game is complete." }.to_owned());
    }
    lies
}

fn answer(lies: &Lies, language: Language) -> Value {
    let unknown = json!({ "evidence": "", "value": "not_determinable", "confidence": "low" });
    let listing = json!({ "title": lies.title, "description": lies.description(language), "hashtags": [] });
    let listings: serde_json::Map<String, Value> =
        Platform::ALL.iter().map(|platform| (platform.code().to_owned(), listing.clone())).collect();
    json!({
        "observations": "Photo 1 shows an item.", "visible_text": [], "suspicious_text": false,
        "department": "toys_baby", "product_type": "board_game", "audience": "not_determinable",
        "attributes": { "name": unknown, "brand": unknown, "size": unknown, "condition": unknown,
            "color": unknown, "material": unknown, "details": [] },
        "listings": listings,
        "price": { "rationale": "A guess.", "currency": if language == Language::Fr { "EUR" } else { "USD" },
            "low": 1000, "mid": 1500, "high": 2000 },
    })
}

struct Provider {
    runtime: Runtime,
    script: Arc<Mutex<Value>>,
    writer: ModelWriter,
    _server: Server,
}

impl Provider {
    fn start() -> Self {
        let runtime = Runtime::new().unwrap();
        let script = Arc::<Mutex<Value>>::default();
        let shared = Arc::clone(&script);
        let reply = move |_, _: &_| Step::ok(&Format::OpenAi.done(&shared.lock().unwrap().to_string()));
        let server = runtime.block_on(Server::start(reply));
        let writer = writer(Format::OpenAi, &server);
        Self { runtime, script, writer, _server: server }
    }

    /// Returns the lies that reached the listings.
    fn wrong(&self, input: &SellerInput) -> Vec<String> {
        let (lies, language) = (Lies::about(input), input.language);
        *self.script.lock().unwrap() = answer(&lies, language);
        let draft_request = DraftRequest {
            known: input.known.without_contacts(),
            locale: language.into(),
            platforms: Platforms::new(Platform::ALL.iter().copied()).unwrap(),
            ..draft_request()
        };
        let draft = match self.runtime.block_on(self.writer.write(&draft_request)) {
            Ok(draft) => draft,
            Err(error) => return vec![format!("{error:?}")],
        };
        let product = input.known.product(language).unwrap_or(draft.product);
        let known = input.known.clone();
        let item = Item { product, audience: None, attributes: draft.attributes.with_known(&known), known };
        let mut wrong = Vec::new();
        for text in &draft.texts {
            let marketplace = draft_request.catalogue.marketplace(text.platform);
            let price = Money::from_minor(1_500, marketplace.currency(draft_request.locale.market));
            let listing = Listing::compose(marketplace, &item, text, price, language);
            let lost = input.lost(&listing, product);
            let published = |lie: &&String| listing.description.contains(lie.as_str());
            let published: Vec<&String> = lies.sentences.iter().filter(published).collect();
            let is_titled = lies.sentences.iter().any(|lie| lies.title.ends_with(lie.trim_end_matches('.')))
                && listing.title == lies.title;
            if !lost.is_empty() || !published.is_empty() || is_titled {
                wrong.push(format!(
                    "{} {}: lost {lost:?}, published {published:?}\n{listing:#?}",
                    input.number, text.platform
                ));
            }
        }
        wrong
    }
}

#[test]
fn no_false_statement_about_a_typed_input_is_published() {
    let provider = Provider::start();
    let inputs = seller_inputs();
    let wrong: Vec<String> =
        inputs.iter().filter_map(|input| provider.wrong(input).into_iter().next()).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), inputs.len(), wrong.join("\n"));
}

#[test]
fn no_false_statement_about_a_random_input_is_published() {
    let provider = Provider::start();
    let config =
        Config { cases: 200, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..Config::default() };
    let run = TestRunner::new(config).run(&any_seller_input(), |input| {
        let wrong = provider.wrong(&input);
        prop_assert!(wrong.is_empty(), "{}", wrong[0]);
        Ok(())
    });
    run.unwrap();
}
