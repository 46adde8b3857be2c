//! French texts of exports.

use listing_export::{FormatId, Severity};

use crate::lang::words::Exports;
use crate::view::FormatGroup;

pub(super) static WORDS: Exports = Exports {
    title: "Exporter",
    choose: |item| format!("Sélectionner {item}"),
    choose_all: "Tout sélectionner",
    chosen: "Sélection\u{a0}: ",
    all_items: |max| format!("Sans sélection\u{a0}: tous les articles, {max} au maximum"),
    all_found: |max| format!("Sans sélection\u{a0}: tous les résultats, {max} au maximum"),
    format_label: "Format du fichier",
    button: "Exporter",
    group: |group| match group {
        FormatGroup::Marketplaces => "Plateformes de vente",
        FormatGroup::Shops => "Boutiques en ligne",
        FormatGroup::Other => "Autres",
    },
    format: |format| match format {
        FormatId::EbayUs => "eBay.com (brouillons)",
        FormatId::EbayUk => "eBay.co.uk (brouillons)",
        FormatId::EbayFr => "eBay.fr (brouillons)",
        FormatId::Shopify => "Shopify",
        FormatId::WooCommerce => "WooCommerce",
        FormatId::Etsy => "Format Etsy (CSV)",
        FormatId::GoogleMerchant => "Google Merchant Center",
        FormatId::Acp => "Agents d’achat IA (ACP)",
        FormatId::JsonLd => "Pages web (schema.org)",
        FormatId::Csv => "Tableur (CSV)",
        FormatId::Zip => "Textes à copier (ZIP)",
    },
    other_format: "Changer",
    none: "Rien à exporter",
    none_lead: "Ce fichier ne contient aucun article. Choisissez d’autres articles ou un autre format.",
    items: |count| match count {
        0 | 1 => format!("{count} article dans le fichier"),
        _ => format!("{count} articles dans le fichier"),
    },
    left_out: |count| match count {
        1 => "1 article laissé de côté".to_owned(),
        _ => format!("{count} articles laissés de côté"),
    },
    newest: |max| {
        format!(
            "Le fichier contient les {max} articles les plus récents. Pour exporter les autres, recherchez-les ou sélectionnez-les."
        )
    },
    download: "Télécharger le fichier",
    complete: "Il ne manque rien dans le fichier.",
    severity: |severity| match severity {
        Severity::LeftOut => "Laissés de côté",
        Severity::Invalid => "À compléter",
        Severity::Incomplete => "Informations manquantes",
        Severity::Changed => "À vérifier",
    },
    severity_lead: |severity| match severity {
        Severity::LeftOut => "Ces articles ne figurent pas dans le fichier.",
        Severity::Invalid => "L’import refuse ces articles tant qu’ils ne sont pas complétés.",
        Severity::Incomplete => "L’import accepte ces articles tels quels.",
        Severity::Changed => "Ces informations diffèrent de l’annonce ou sont à relire.",
    },
    item: "Article",
    remark: "Remarque",
};
