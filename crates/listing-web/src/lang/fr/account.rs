//! The overview of an account.

use super::values::date;
use crate::lang::words::Account;

pub(super) static WORDS: Account = Account {
    title: "Aperçu",
    this_month: "Ce mois-ci",
    left: |left, limit| match left {
        0 | 1 => format!("{left} gratuite restante sur {limit}"),
        _ => format!("{left} gratuites restantes sur {limit}"),
    },
    unlimited: "Illimité",
    used_unlimited: |used| match used {
        0 | 1 => format!("{used} génération ce mois-ci"),
        _ => format!("{used} générations ce mois-ci"),
    },
    resets: |at| format!("Les générations gratuites reviennent le {}.", date(at)),
    credits: "Crédits",
    credits_note: "Ils n’expirent pas et servent une fois les générations gratuites épuisées.",
    plan: "Formule",
    plan_ends: |at| format!("Jusqu’au {}", date(at)),
    plan_open: "Sans date de fin",
    plan_free_note: "Une génération couvre toutes les places de marché choisies.",
    exhausted_title: "Quota du mois épuisé",
    activity: "Utilisation des 30 derniers jours",
    no_use: "Rien n’a été généré ces 30 derniers jours.",
    latest: "Dernières annonces",
    all: "Toutes les annonces",
    none_title: "Pas encore d’annonce",
    none_text: "Prenez en photo un objet à vendre et voyez le résultat.",
    none_button: "Écrire la première",
    unconfirmed: "Confirmez votre adresse e-mail pour pouvoir revenir si vous oubliez votre mot de passe.",
    confirm: "M’envoyer un lien",
    waiting_resets: |number| match number {
        1 => "Une personne attend un lien pour choisir un nouveau mot de passe.".to_owned(),
        number => format!("{number} personnes attendent un lien pour choisir un nouveau mot de passe."),
    },
    see_resets: "Voir les liens",
    day: "Jour",
    total: "Total",
    pages: "Pages",
    others: "Autres",
    as_table: "Afficher en tableau",
    chart_says: |total, days| match total {
        0 | 1 => format!("{total} génération en {days} jours"),
        _ => format!("{total} générations en {days} jours"),
    },
};
