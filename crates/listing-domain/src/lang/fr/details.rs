//! French sentences about how details were found.

use crate::lang::DetailWords;
use crate::marketplace::AcceptedGoods;
use crate::missing_fact::MissingFact;
use crate::photo::PhotoNote;

pub(super) const DETAILS: DetailWords = DetailWords {
    stated: "Indiqué par vous.",
    name_from_statement: "D’après ce que vous avez indiqué.",
    understood: "Déduit de votre texte\u{a0}: «\u{a0}{stated}\u{a0}».",
    read: "Lu sur l’article ou son étiquette.",
    read_in: "Lu sur l’article ou son étiquette, {photos}.",
    photos: ["photo {numbers}", "photos {numbers}"],
    seen: ["Vu sur la photo.", "Vu sur les photos."],
    recognized: ["Reconnu sur la photo.", "Reconnu sur les photos."],
    recognized_and_stated: [
        "Reconnu sur la photo, complété par ce que vous avez indiqué.",
        "Reconnu sur les photos, complété par ce que vous avez indiqué.",
    ],
    by_model: "Proposé par un modèle d’IA d’après les photos.",
    condition_assumed: "L’état n’étant pas précisé, un bon état a été supposé.",
    condition_contradicted: "Vos remarques contredisent l’état indiqué\u{a0}: vérifiez-le avant de publier.",
    condition_unclear: "L’état indiqué ne correspond à aucun niveau connu, un bon état a été supposé.",
    audience_assumed: "Le destinataire de l’article n’est pas précisé\u{a0}: une catégorie \
                       «\u{a0}{audience}\u{a0}» a été choisie. Précisez-le pour en changer.",
    sex_assumed: "Vous n’avez pas précisé si l’article est pour fille ou pour garçon\u{a0}: une catégorie \
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
        MissingFact::Works => "Le fonctionnement de l’article n’est pas précisé.",
        MissingFact::Complete => "Il n’est pas précisé si l’article est complet.",
        MissingFact::Battery => "L’état de la batterie n’est pas précisé.",
        MissingFact::Audience => "Le destinataire de l’article n’est pas précisé.",
        MissingFact::Material => "La matière n’est pas précisée.",
    },
    photo: |note| match note {
        PhotoNote::Small => "La photo est trop petite pour montrer les détails.",
        PhotoNote::NearlyEmpty => "La photo ne montre presque rien.",
        PhotoNote::Blurred => "La photo est floue.",
        PhotoNote::Duplicate => "La photo est identique à une photo précédente.",
    },
    accepts: |accepted_goods| match accepted_goods {
        AcceptedGoods::DesignerFashion => {
            "{marketplace} n’accepte que la mode des marques de créateurs de sa liste"
        }
        AcceptedGoods::VintageDesignHome => {
            "{marketplace} n’accepte que le mobilier, les luminaires, la décoration, l’art et les arts de la \
             table, vintage ou de créateurs"
        }
        AcceptedGoods::HandmadeVintageSupplies => {
            "{marketplace} n’accepte que le fait main, le vintage d’au moins vingt ans et les fournitures \
             créatives"
        }
    },
    not_accepted: "{accepts}\u{a0}: ce genre d’article n’en fait pas partie.",
    maybe_accepted: "{accepts}\u{a0}: vérifiez que votre article en fait partie.",
    no_category: "{marketplace} n’a pas de catégorie pour ce genre d’article et peut le refuser.",
    uncertain_brand: "La marque ({brand}) n’est pas certaine\u{a0}: vérifiez-la avant de publier.",
    unproven_brand: "{brand} est une marque de luxe, souvent contrefaite\u{a0}: vérifiez l’authenticité de l’article \
                     et montrez-en la preuve.",
    minimum_price: "Le prix minimum sur {marketplace} dépasse ce que vaut l’article.",
};
