//! French texts of prices and purchases.

use listing_domain::billing::{OrderStep, PaidProduct};

use super::values::money;
use crate::lang::words::Purchases;

pub(super) static WORDS: Purchases = Purchases {
    pricing_title: "Tarifs",
    pricing_lead: |free| {
        format!("{free} générations par mois sont gratuites. Achetez-en d’autres quand vous en avez besoin.")
    },
    product: |product| match product {
        PaidProduct::Pack => "Crédits",
        PaidProduct::ProMonthly => "Pro mensuel",
        PaidProduct::ProAnnual => "Pro annuel",
    },
    period: |product| match product {
        PaidProduct::Pack => "",
        PaidProduct::ProMonthly => "par mois",
        PaidProduct::ProAnnual => "par an",
    },
    offer: |product, units| {
        match product {
        PaidProduct::Pack => format!("{units} générations. Les crédits n’expirent pas."),
        PaidProduct::ProMonthly | PaidProduct::ProAnnual => {
            "Générations illimitées. L’abonnement se renouvelle jusqu’à sa résiliation, possible à tout moment\u{a0}; vous gardez Pro jusqu’à la fin de la période payée.".to_owned()
        }
    }
    },
    consent: |product| match product {
        PaidProduct::Pack => {
            "Je veux recevoir mes crédits tout de suite et je reconnais perdre ainsi mon droit de rétractation."
        }
        PaidProduct::ProMonthly | PaidProduct::ProAnnual => {
            "Je veux que Pro commence tout de suite et je reconnais perdre ainsi mon droit de rétractation."
        }
    },
    buy: |product| match product {
        PaidProduct::Pack => "Acheter des crédits",
        PaidProduct::ProMonthly | PaidProduct::ProAnnual => "Passer à Pro",
    },
    sign_in_to_buy: "Se connecter pour acheter",
    plan_runs: "Vous avez déjà Pro.",
    payment_note: "Le paiement se fait sur une page de Stripe. Photo to Listing ne voit jamais votre carte.",
    title: "Achats",
    lead: "Vos commandes et les crédits restants de chacune.",
    see_prices: "Voir les tarifs",
    portal: "Cartes, factures et abonnement",
    portal_lead: "Changez de carte, téléchargez vos factures ou résiliez votre abonnement sur une page de Stripe.",
    portal_button: "Ouvrir la page",
    none_title: "Aucun achat pour l’instant",
    none_text: "Vos commandes apparaîtront ici.",
    what: "Produit",
    ordered: "Commandé le",
    state: "État",
    amount: "Montant",
    credits: "Crédits",
    left_of: |left, granted| match left {
        0 | 1 => format!("{left} restant sur {granted}"),
        _ => format!("{left} restants sur {granted}"),
    },
    withdrawn: |amount| format!("{} remboursés", money(amount)),
    credits_note: "Les crédits de l’achat le plus ancien sont utilisés en premier.",
    step: |step| match step {
        OrderStep::Placed | OrderStep::Open => "Pas encore payé",
        OrderStep::Pending => "Paiement en cours",
        OrderStep::Unpaid => "Non payé",
        OrderStep::Paid => "Payé",
    },
    step_title: |step| match step {
        OrderStep::Placed | OrderStep::Open => "Votre paiement est en cours de confirmation",
        OrderStep::Pending => "Votre paiement est en cours",
        OrderStep::Unpaid => "Rien n’a été payé",
        OrderStep::Paid => "Merci pour votre achat",
    },
    step_text: |step| match step {
        OrderStep::Placed | OrderStep::Open => {
            "Cela prend en général quelques secondes. Inutile de payer une deuxième fois."
        }
        OrderStep::Pending => {
            "Votre banque peut avoir besoin de quelques jours. Inutile de payer une deuxième fois."
        }
        OrderStep::Unpaid => "Le paiement a été annulé, refusé ou n’a pas été terminé à temps.",
        OrderStep::Paid => "Votre paiement a été reçu et votre compte est à jour.",
    },
    consented: "Avec cette commande, vous avez demandé une livraison immédiate et accepté de perdre votre droit de rétractation.",
    not_paid_yet: "Pas encore payé\u{a0}?",
    back_to_payment: "Revenir aux tarifs",
};
