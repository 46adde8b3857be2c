//! French texts of the pages for many items.

use listing_domain::batch::{BatchState, ItemFault, ItemState};

use super::values::moment;
use crate::lang::words::Bulk;

pub(super) static WORDS: Bulk = Bulk {
    title: "Créer des annonces en série",
    lead: "Ajoutez les photos de tous vos articles, triez-les et obtenez toutes les annonces d’un coup.",
    photos_lead: |max| {
        format!("Jusqu’à {max} photos à la fois. Nous regroupons pour vous les photos de chaque article.")
    },
    add: "Ajouter ces photos",
    sending: "Envoi de la photo {n} sur {all}…",
    interrupted: "Certaines photos n’ont pas pu être envoyées. Vérifiez votre connexion.",
    resend: "Les renvoyer",
    left_out: |max| {
        format!("Vous pouvez trier jusqu’à {max} photos à la fois. Celles-ci n’ont pas été ajoutées\u{a0}:")
    },
    sort: "Triez les photos",
    sort_lead: "Chaque pile est un article, avec une à quatre photos. La première photo est la principale. Choisissez une photo pour la déplacer.",
    keys_hint: "Faites glisser les photos d’un article à l’autre. Au clavier\u{a0}: les flèches déplacent la photo choisie, Suppr la retire.",
    counts: |photos, items| format!("{} dans {}", count(photos, "photo"), count(items, "article")),
    group: "Regrouper automatiquement",
    group_all: "Tout regrouper à nouveau",
    undo: "Annuler la dernière action",
    clear: "Retirer toutes les photos",
    item: |number| format!("Article {number}"),
    photo: |name, number, of, item| format!("{name}, photo {number} sur {of} de l’article {item}"),
    left: "Avancer d’une place",
    right: "Reculer d’une place",
    before: "Vers l’article précédent",
    after: "Vers l’article suivant",
    alone: "En faire un article à part",
    split: "Commencer un nouvel article ici",
    remove: "Retirer cette photo",
    merge: "Réunir avec l’article précédent",
    up: "Monter cet article",
    down: "Descendre cet article",
    drop_alone: "Déposez ici pour en faire un article à part",
    notes_example: "Longueur 62 cm, petit accroc au dos",
    defaults: "Pour tous les articles",
    defaults_lead: "Les plateformes, la langue et ce que tous les articles ont en commun.",
    start: |items| match items {
        0 | 1 => format!("Écrire les annonces de {items} article"),
        _ => format!("Écrire les annonces de {items} articles"),
    },
    uses: |items, left| {
        let uses = match items {
            0 | 1 => format!("Utilise {items} génération"),
            _ => format!("Utilise {items} générations au maximum"),
        };
        format!("{uses}. Il vous en reste {left}.")
    },
    uses_unlimited: |items| {
        format!("{}. Votre abonnement comprend des générations illimitées.", count(items, "article"))
    },
    too_few: |items, left| {
        format!(
            "Il vous reste {} pour {items} articles. Les articles en trop échoueront sans vous être décomptés, et il faudra ajouter leurs photos à nouveau.",
            count(usize::try_from(left).unwrap_or(usize::MAX), "génération")
        )
    },
    batches: "Vos séries",
    no_batches: "Vous n’avez pas encore lancé de série. Les séries sont supprimées quelque temps après leur fin\u{a0}; vos annonces restent.",
    started: |at| format!("Lancée le {}", moment(at)),
    state: |state| match state {
        BatchState::Running => "En cours",
        BatchState::Finished => "Terminée",
        BatchState::Cancelled => "Arrêtée",
    },
    progress: |done, all| format!("{done} sur {all} prêts"),
    failed: |failed| match failed {
        1 => "1 échec".to_owned(),
        _ => format!("{failed} échecs"),
    },
    running_lead: "Vous pouvez quitter cette page\u{a0}: la rédaction continue. Une génération n’est utilisée que lorsque les annonces d’un article sont prêtes.",
    reload: "Vérifier maintenant",
    cancel: "Arrêter",
    cancel_lead: "Les articles en attente ne seront pas rédigés et ne seront pas décomptés. Les annonces prêtes restent.",
    items: "Articles",
    item_state: |state| match state {
        ItemState::Waiting => "En attente",
        ItemState::Running => "Rédaction",
        ItemState::Done => "Prêt",
        ItemState::Failed => "Échec",
        ItemState::Cancelled => "Arrêté",
    },
    fault: |fault| match fault {
        ItemFault::Refused => {
            "Nous n’avons pas reconnu l’article. Ajoutez-le séparément, avec des photos plus nettes ou son nom."
        }
        ItemFault::QuotaExhausted => {
            "Vous n’aviez plus de générations. Ajoutez cet article à nouveau quand vous en aurez."
        }
        ItemFault::Failed => {
            "Un problème est survenu de notre côté, malgré plusieurs tentatives. Ajoutez cet article à nouveau plus tard."
        }
    },
    correct: "Relire et corriger",
    correct_lead: "Modifiez les titres et les prix ici, puis enregistrez. Ouvrez un article pour modifier le reste.",
    open: "Ouvrir",
    save: "Enregistrer les modifications",
    show: "Afficher",
    export_lead: "Exportez tous les articles prêts de cette série dans un seul fichier.",
    more: "Créer d’autres annonces",
};

/// In French, zero takes the singular.
fn count(number: usize, noun: &str) -> String {
    match number {
        0 | 1 => format!("{number} {noun}"),
        _ => format!("{number} {noun}s"),
    }
}
