//! French texts of the front page.

use crate::lang::words::Home;

pub(super) static WORDS: Home = Home {
    title: "Des annonces à partir de vos photos",
    claim: "Prenez une photo. Nous écrivons l’annonce.",
    lead: "Avec une à quatre photos d’un article, obtenez un titre, une description, une catégorie et un prix pour chaque plateforme choisie, dans le respect de ses règles.",
    open: "Ouvrir mon espace",
    make: "Créer une annonce",
    invited: "Les comptes sont créés sur invitation. Ouvrez le lien de votre invitation pour créer le vôtre.",
    for_developers: "Pour les développeurs\u{a0}: utiliser l’API",
    example: "Un exemple",
    example_note: "Le résultat pour une photo, avec la marque, la taille et l’état indiqués. La photo est redessinée ici\u{a0}; les textes sont inchangés.",
    picture: "Une jupe plissée marron sur un cintre",
    seen: "Vu sur la photo",
    stated: "Indiqué par le vendeur",
    seen_name: "Jupe marron",
    stated_values: "Mango · M · très bon état",
    vinted_title: "Jupe Mango marron, taille M",
    vinted_text: "Bonjour, je vends cette jupe Mango marron. Elle est en taille M, en très bon état. #mango #jupe #marron",
    vinted_category: "Femmes > Vêtements > Jupes",
    vinted_condition: "Très bon état",
    vinted_price: "12\u{a0}€",
    ebay_title: "Jupe Mango marron taille M",
    ebay_text: "Bonjour, je vends cette jupe Mango marron. Elle est en taille M, en très bon état.",
    ebay_category: "Vêtements, accessoires > Femme\u{a0}: vêtements, accessoires > Femme\u{a0}: vêtements > Jupes",
    ebay_condition: "Occasion - Très bon état",
    ebay_price: "12\u{a0}€",
    price_why: "Pourquoi ce prix",
    price_reason: "Estimation sans données de marché pour la France, en euros\u{a0}: jupe Mango en très bon état, environ 12\u{a0}€, entre 7 et 18\u{a0}€. Repère\u{a0}: 8\u{a0}€, prix d’occasion courant en bon état (estimation de novembre 2026), ajusté selon la marque et l’état. Confiance moyenne.",
    point_rules: "Dans le respect des règles",
    point_rules_text: |marketplaces| {
        format!(
            "Avant de vous présenter une annonce, nous vérifions sa longueur, sa catégorie, son état et son texte selon les règles de la plateforme. {marketplaces} plateformes sont prises en charge."
        )
    },
    point_yours: "Vous gardez le dernier mot",
    point_yours_text: "La marque, la taille et l’état que vous indiquez priment sur ce que nous détectons. Rien n’est inventé.",
    point_private: "Photos non conservées par défaut",
    point_private_text: "Chaque photo est analysée puis effacée, sauf si vous choisissez de conserver les photos pour les exports. Une petite vignette peut rester avec vos annonces, jusqu’à ce que vous les supprimiez.",
};
