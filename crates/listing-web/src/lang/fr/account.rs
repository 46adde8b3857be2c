//! French texts of the account overview.

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
    resets: |at| format!("Vos générations gratuites seront renouvelées le {}.", date(at)),
    credits: "Crédits",
    credits_note: "Vos crédits n’expirent pas. Ils sont utilisés après vos générations gratuites.",
    plan: "Formule",
    plan_ends: |at| format!("Jusqu’au {}", date(at)),
    plan_open: "Sans date de fin",
    plan_free_note: "Une génération couvre toutes les plateformes choisies.",
    exhausted_title: "Quota du mois épuisé",
    activity: "Utilisation des 30 derniers jours",
    no_use: "Aucune génération ces 30 derniers jours.",
    latest: "Dernières annonces",
    all: "Toutes les annonces",
    none_title: "Pas encore d’annonce",
    none_text: "Prenez en photo un article à vendre\u{a0}: nous écrivons l’annonce.",
    none_button: "Créer ma première annonce",
    unconfirmed: "Confirmez votre adresse e-mail pour pouvoir récupérer votre compte si vous oubliez votre mot de passe.",
    confirm: "M’envoyer un lien",
    waiting_resets: |number| match number {
        1 => "1\u{a0}personne attend un lien de réinitialisation de mot de passe.".to_owned(),
        number => format!("{number}\u{a0}personnes attendent un lien de réinitialisation de mot de passe."),
    },
    see_resets: "Voir les liens",
    day: "Jour",
    total: "Total",
    pages: "Application web",
    others: "Autres",
    as_table: "Afficher en tableau",
    chart_label: |total, days| match total {
        0 | 1 => format!("{total} génération en {days} jours"),
        _ => format!("{total} générations en {days} jours"),
    },
};
