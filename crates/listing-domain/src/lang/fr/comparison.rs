//! Sentences that compare marketplaces, in French. The fees are those of the facts (`marketplace/`).

use crate::lang::ComparisonWords;
use crate::marketplace::Platform;

pub(super) const COMPARISON: ComparisonWords = ComparisonWords {
    general: "{marketplace} a une catégorie pour ce genre d’article.",
    other_market: "Sur {marketplace}, les prix sont en {other}, alors que cet article se vend en {own}.",
    fees: |platform| match platform {
        Platform::Leboncoin => {
            "Gratuit pour les particuliers\u{a0}; les options de visibilité et les photos supplémentaires sont \
             payantes."
        }
        Platform::Vinted => "Aucuns frais pour le vendeur\u{a0}; l’acheteur paie la protection.",
        Platform::Marketplace => {
            "Gratuit pour une remise en main propre\u{a0}; 10\u{a0}% de la commande en cas d’envoi aux États-Unis."
        }
        Platform::Ebay => {
            "Le taux dépend de la catégorie\u{a0}; hors des États-Unis, les frais des particuliers ne sont pas \
             certains."
        }
        Platform::Etsy => {
            "Une partie des frais porte aussi sur les frais de port, et les publicités hors site coûtent 12 à \
             15\u{a0}% de plus\u{a0}; hors des États-Unis, les frais ne sont pas certains."
        }
        Platform::Vestiaire => {
            "12\u{a0}% (au moins 10\u{a0}$) et 3\u{a0}% pour le paiement (au moins 3\u{a0}$), 30\u{a0}% au plus en \
             tout, aux États-Unis\u{a0}; dans les autres devises, les frais ne sont pas certains."
        }
        Platform::Selency => "Une commission dont le taux n’est pas publié.",
        Platform::Poshmark => {
            "2,95\u{a0}$ en dessous de 15\u{a0}$, sinon 20\u{a0}%\u{a0}; l’acheteur paie l’envoi."
        }
        Platform::Mercari => "10\u{a0}%, y compris sur l’envoi payé par l’acheteur.",
        Platform::Depop => {
            "Aucune commission au Royaume-Uni et aux États-Unis, mais des frais de paiement\u{a0}; une annonce mise \
             en avant coûte 12\u{a0}% de plus."
        }
        Platform::Craigslist => "Gratuit pour la plupart des articles, pour autant qu’on le sache.",
        Platform::Offerup => {
            "Gratuit pour une remise en main propre\u{a0}; 12,9\u{a0}% (au moins 1,99\u{a0}$) en cas d’envoi."
        }
    },
    no_title: "pas de champ titre",
    title_max: "titre de {number} caractères au plus",
    hashtags_max: "{number} hashtags au plus",
    whole_prices: "prix sans centimes",
    price_min: "{amount} au moins",
    price_max: "{amount} au plus",
    if_accepted: "Si votre article y est accepté, ",
    keeps_all: "{if}{marketplace} ne prélève rien au vendeur\u{a0}: vous gardez {net}.",
    keeps: "{if}{marketplace} vous laisse {net} sur {price}, après {fees} de frais.",
    uncertain_fees: "{if}{marketplace} est possible à {price}, mais ses frais ne sont pas certains.",
};
