//! Poshmark: brand first, a scannable list, an invitation to bundle.

use listing_domain::wish::Tone;

use crate::writer::item::Item;
use crate::writer::platforms;
use crate::writer::platforms::poshmark::{DETAILS, TITLE_ROOM};
use crate::writer::text::{capitalised, joined, line, paragraphs};

pub(super) fn describe(item: &Item<'_>, tone: Tone) -> String {
    let name = capitalised(&item.heading());
    let details = item.list("- ", DETAILS);
    let photos = |words: &str| item.see_photos(|what| format!("{words} {what}."));
    match tone {
        Tone::Professional => paragraphs([
            name,
            details,
            photos("Merci de consulter les photos pour"),
            "Offres à envoyer par le bouton prévu ; achats groupés bienvenus.".into(),
        ]),
        Tone::Friendly => paragraphs([
            line(["Bienvenue dans mon dressing !".into(), format!("Voici pour vous : {}.", item.heading())]),
            details,
            photos("Les photos vous montrent"),
            "Un coup de cœur ? Ajoutez l’article à un lot ou proposez-moi votre prix.".into(),
        ]),
        Tone::Casual => paragraphs([
            format!("{name} !"),
            details,
            photos("Regardez les photos pour"),
            "Faites-vous un lot ou tentez une offre.".into(),
        ]),
    }
}

pub(super) fn title(item: &Item<'_>) -> String {
    let brand = item.brand.unwrap_or_default().to_owned();
    let size = item.size_phrase().map(|size| format!(" – {}", capitalised(&size)));
    let name = capitalised(&item.name());
    let full = joined([brand, name.clone()], " – ");
    platforms::title(item, TITLE_ROOM, [full, name], [size])
}
