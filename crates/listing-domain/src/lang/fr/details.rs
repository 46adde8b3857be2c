//! Sentences for the evidence behind listings, in French.

use crate::lang::DetailWords;
use crate::marketplace::AcceptedGoods;
use crate::missing_fact::MissingFact;
use crate::photo::PhotoNote;

pub(super) const DETAILS: DetailWords = DetailWords {
    stated: "Indiqué par vous.",
    name_from_statement: "D’après ce que vous avez indiqué.",
    understood: "Compris de votre texte\u{a0}: «\u{a0}{stated}\u{a0}».",
    read: "Lu sur l’article ou son étiquette.",
    read_in: "Lu sur l’article ou son étiquette, {photos}.",
    photos: ["photo {numbers}", "photos {numbers}"],
    seen: ["Vu sur la photo.", "Vu sur les photos."],
    recognised: ["Reconnu sur la photo.", "Reconnu sur les photos."],
    recognised_and_stated: [
        "Reconnu sur la photo, complété par ce que vous avez indiqué.",
        "Reconnu sur les photos, complété par ce que vous avez indiqué.",
    ],
    by_model: "Proposé par un modèle d’IA d’après les photos.",
    condition_assumed: "L’état n’étant pas précisé, un bon état a été supposé.",
    condition_contradicted: "Vos remarques ne vont pas avec l’état indiqué\u{a0}: vérifiez l’état avant de publier.",
    condition_unclear: "L’état indiqué ne correspond à aucun niveau connu, un bon état a été supposé.",
    audience_assumed: "Rien ne dit à qui l’article est destiné\u{a0}: une catégorie «\u{a0}{audience}\u{a0}» a été \
                       choisie. Précisez-le pour en changer.",
    sex_assumed: "Rien ne dit si l’article est pour fille ou pour garçon\u{a0}: une catégorie \
                  «\u{a0}{audience}\u{a0}» a été choisie. Précisez-le pour en changer.",
    label_below: "{marketplace} ne propose pas «\u{a0}{grade}\u{a0}»\u{a0}: l’état juste en dessous, \
                  «\u{a0}{label}\u{a0}», a été choisi.",
    label_above: "{marketplace} ne propose pas «\u{a0}{grade}\u{a0}»\u{a0}: son état le plus bas, \
                  «\u{a0}{label}\u{a0}», a été choisi. Vérifiez qu’un tel article est accepté et précisez \
                  son état dans la description.",
    missing: |fact| match fact {
        MissingFact::Size => "La taille n’est pas précisée.",
        MissingFact::Brand => "La marque n’est pas précisée.",
        MissingFact::Model => "Le modèle n’est pas précisé.",
        MissingFact::Measurements => "Les mesures ne sont pas précisées.",
        MissingFact::Condition => "L’état n’est pas précisé.",
        MissingFact::Works => "Rien ne dit si l’article fonctionne.",
        MissingFact::Complete => "Rien ne dit si l’article est complet.",
        MissingFact::Battery => "L’état de la batterie n’est pas précisé.",
        MissingFact::Audience => "Rien ne dit à qui l’article est destiné.",
        MissingFact::Material => "La matière n’est pas précisée.",
    },
    photo: |note| match note {
        PhotoNote::Small => "La photo est trop petite pour que les détails se voient.",
        PhotoNote::NearlyEmpty => "La photo ne montre presque rien.",
        PhotoNote::Blurred => "La photo est floue.",
        PhotoNote::Duplicate => "La photo est la même qu’une précédente.",
    },
    takes: |accepted_goods| match accepted_goods {
        AcceptedGoods::DesignerFashion => {
            "{marketplace} ne prend que la mode des marques de créateurs qui figurent sur sa liste"
        }
        AcceptedGoods::VintageDesignHome => {
            "{marketplace} ne prend que le mobilier, les luminaires, la décoration, l’art et les arts de la table, \
             vintage ou de créateurs"
        }
        AcceptedGoods::HandmadeVintageSupplies => {
            "{marketplace} ne prend que le fait main, le vintage d’au moins vingt ans et les fournitures créatives"
        }
    },
    not_taken: "{takes}\u{a0}: ce genre d’article n’en fait pas partie.",
    perhaps_taken: "{takes}\u{a0}: vérifiez que votre article en fait partie.",
    no_category: "{marketplace} n’a pas de catégorie pour ce genre d’article et peut le refuser.",
    uncertain_brand: "La marque ({brand}) n’est pas certaine\u{a0}: vérifiez-la avant de publier.",
    unproven_brand: "{brand} est une marque de luxe, souvent contrefaite\u{a0}: vérifiez l’authenticité et montrez-en \
                     la preuve.",
    minimum_price: "Le prix minimum sur {marketplace} dépasse ce que vaut l’article.",
};
