//! Dates, amounts and names of values.

use jiff::Timestamp;
use jiff::civil::Date;
use listing_domain::account::Plan;
use listing_domain::attributes::{AttributeText, Source};
use listing_domain::expense::MicroUsd;
use listing_domain::key::KeyName;
use listing_domain::locale::Market;
use listing_domain::money::Money;
use listing_domain::notes::Notes;
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::password::{InvalidPassword, Password};
use listing_domain::ports::{PhotoFault, PhotoType};
use listing_domain::principal::Scope;
use listing_domain::product::Audience;
use listing_http::Reason;

use crate::lang::words::Values;
use crate::lang::written::{civil, dollars_and_cents};
use crate::view::{AttributeKind, Flash, Problem};

pub(super) static WORDS: Values = Values {
    date,
    moment,
    day: |date| day(*date),
    money,
    amount,
    dollars: |amount| dollars(*amount),
    language: |language| match language {
        Language::Fr => "Français",
        Language::En => "Anglais",
    },
    tone: |tone| match tone {
        Tone::Casual => "Décontracté",
        Tone::Professional => "Professionnel",
        Tone::Friendly => "Chaleureux",
    },
    audience: |audience| match audience {
        Audience::Women => "Femme",
        Audience::Men => "Homme",
        Audience::Girls => "Fille",
        Audience::Boys => "Garçon",
        Audience::Baby => "Bébé",
        Audience::Unisex => "Mixte",
        Audience::Children => "Enfant",
        Audience::BabyGirls => "Bébé fille",
        Audience::BabyBoys => "Bébé garçon",
    },
    quality: |quality| match quality {
        Quality::Standard => "Standard",
        Quality::High => "Approfondie",
    },
    market: |market| match market {
        Market::France => "France (euros)",
        Market::UnitedKingdom => "Royaume-Uni (livres)",
        Market::UnitedStates => "États-Unis (dollars)",
    },
    plan: |plan| match plan {
        Plan::Free => "Gratuite",
        Plan::ProMonthly => "Pro mensuelle",
        Plan::ProAnnual => "Pro annuelle",
    },
    scope: |scope| match scope {
        Scope::ListingsWrite => "Écrire des annonces",
        Scope::UsageRead => "Consulter le quota",
    },
    source: |source| match source {
        Source::Seller => "Indiqué",
        Source::Understood => "Compris",
        Source::Label => "Lu",
        Source::Seen => "Vu",
        Source::Model => "Modèle d’IA",
        Source::Assumed => "Supposé",
    },
    attribute: |kind| match kind {
        AttributeKind::Name => "Article",
        AttributeKind::Brand => "Marque",
        AttributeKind::Size => "Taille",
        AttributeKind::Condition => "État",
        AttributeKind::Color => "Couleur",
        AttributeKind::Audience => "Pour",
        AttributeKind::Material => "Matière",
    },
    mail,
    flash: |flash| said(*flash),
    problem,
    photo_fault,
    status: |code| status(*code),
    reason,
};

/// Returns day and month; the first of a month is an ordinal.
pub(super) fn day(date: Date) -> String {
    let ordinal = if date.day() == 1 { "er" } else { "" };
    format!("{}{ordinal}\u{a0}{}", date.day(), Language::Fr.month(date))
}

pub(super) fn date(at: &Timestamp) -> String {
    let date = civil(at).date();
    format!("{} {}", day(date), date.year())
}

pub(super) fn moment(at: &Timestamp) -> String {
    let time = civil(at);
    format!("{} à {:02}:{:02} UTC", date(at), time.hour(), time.minute())
}

fn amount(money: &Money) -> String {
    money.to_string().replace('.', ",")
}

fn money(money: &Money) -> String {
    format!("{}\u{a0}{}", amount(money), money.currency().sign())
}

fn dollars(amount: MicroUsd) -> String {
    let (dollars, cents) = dollars_and_cents(amount);
    format!("{dollars},{cents:02}\u{a0}$")
}

fn mail(code: &str) -> &'static str {
    match code {
        "invitation" => "Invitation",
        "confirm_sign_up" => "Confirmation d’un nouveau compte",
        "already_registered" => "Compte déjà existant",
        "sign_in" => "Connexion par lien",
        "reset_password" => "Nouveau mot de passe",
        "confirm_email" => "Confirmation d’une adresse",
        "email_changed" => "Adresse changée",
        "password_changed" => "Mot de passe changé",
        "key_made" => "Clé API créée",
        "keys_made" => "Plusieurs clés API créées",
        "identity_linked" => "Connexion associée",
        "identity_unlinked" => "Connexion dissociée",
        _ => "Message",
    }
}

fn said(flash: Flash) -> &'static str {
    match flash {
        Flash::SignedIn => "Vous êtes connecté.",
        Flash::SignedOut => "Vous êtes déconnecté.",
        Flash::Welcome => "Bienvenue\u{a0}! Votre compte est ouvert.",
        Flash::EmailConfirmed => "Votre adresse est confirmée.",
        Flash::EmailAsked => "Un lien est en route. Ouvrez-le pour confirmer l’adresse.",
        Flash::EmailLinkWaits => "Votre administrateur dispose maintenant d’un lien qui confirme l’adresse.",
        Flash::PasswordChanged => "Votre mot de passe est changé. Vous êtes déconnecté partout ailleurs.",
        Flash::PreferencesKept => "C’est enregistré.",
        Flash::SessionEnded => "La session est fermée.",
        Flash::OthersEnded => "Toutes les autres sessions sont fermées.",
        Flash::ProviderLinked => "Votre connexion est associée.",
        Flash::ProviderUnlinked => "Votre connexion n’est plus associée.",
        Flash::AccountDeleted => "Votre compte est supprimé. Merci de votre visite.",
        Flash::KeyRevoked => "La clé est révoquée. Elle ne donne plus aucun accès.",
        Flash::GenerationDeleted => "Les annonces sont supprimées.",
        Flash::TextKept => "Vos annonces sont enregistrées.",
        Flash::ListingRestored => "L’annonce a retrouvé sa première version.",
        Flash::WrittenAgain => "Les annonces sont réécrites.",
        Flash::PlanChanged => "La formule est changée.",
        Flash::CreditsAdded => "Les crédits sont ajoutés.",
        Flash::Suspended => "Le compte est suspendu.",
        Flash::Resumed => "Le compte fonctionne de nouveau.",
        Flash::Dismissed => "Ce compte n’est plus administrateur.",
        Flash::OtherDeleted => "Le compte est supprimé.",
        Flash::Withdrawn => "L’invitation est retirée.",
    }
}

#[expect(clippy::too_many_lines, reason = "a table of sentences")]
fn problem(problem: &Problem) -> String {
    let said = match problem {
        Problem::NotLetIn => {
            "L’adresse e-mail ou le mot de passe est incorrect. Vérifiez-les, ou demandez un lien."
        }
        Problem::TooOften(seconds) => return too_often(*seconds),
        Problem::Email => "Saisissez une adresse e-mail complète, comme nom@exemple.fr.",
        Problem::EmailTaken => "Cette adresse est déjà celle d’un autre compte.",
        Problem::OtherEmail => "Ce n’est pas l’adresse du compte.",
        Problem::WrongPassword => "Ce n’est pas votre mot de passe actuel.",
        Problem::Password(reason) => return password(*reason),
        Problem::ProviderRefused => "L’autre service n’a pas confirmé votre identité. Réessayez.",
        Problem::ProviderUnavailable(name) => {
            return format!(
                "{name} ne répond pas pour le moment. Réessayez dans un instant, ou connectez-vous autrement."
            );
        }
        Problem::ProviderNotAccepting(name) => {
            return format!(
                "{name} refuse ce site pour le moment. Prévenez votre administrateur\u{a0}: il doit vérifier les réglages de cette connexion."
            );
        }
        Problem::EmailNotVouched(name) => {
            return format!(
                "{name} ne garantit pas votre adresse e-mail\u{a0}: impossible d’ouvrir un compte avec elle. Confirmez l’adresse là-bas, ou adressez-vous à votre administrateur."
            );
        }
        Problem::NotLinked => {
            "Un compte existe déjà avec cette adresse. Connectez-vous autrement, puis associez l’autre service dans vos réglages."
        }
        Problem::IdentityTaken => "Cette connexion est associée à un autre compte.",
        Problem::LinkingGone => "Le délai est dépassé. Recommencez l’association dans vos réglages.",
        Problem::SignInAnew => {
            "Vous n’avez pas de mot de passe et vous êtes connecté depuis trop longtemps. Déconnectez-vous, puis reconnectez-vous avant de recommencer."
        }
        Problem::Overtaken => {
            "L’accès à votre compte a changé entre-temps. Reconnectez-vous, puis réessayez."
        }
        Problem::OnlyWayIn => "C’est votre seul moyen de vous connecter. Choisissez d’abord un mot de passe.",
        Problem::LastAdministrator => {
            "Vous êtes le dernier administrateur. Nommez-en d’abord un autre avec ptl admin create."
        }
        Problem::InvitationGone => "L’invitation a déjà servi ou n’est plus valable. Demandez-en une autre.",
        Problem::NoPhoto => "Choisissez au moins une photo.",
        Problem::TooManyPhotos => "Choisissez quatre photos au plus.",
        Problem::Photo(number, fault) => return format!("Photo {number}\u{a0}: {}", photo_fault(fault)),
        Problem::NotRecognized(guesses) if guesses.is_empty() => {
            "Les photos ne permettent pas de reconnaître l’article. Indiquez ce que c’est."
        }
        Problem::NotRecognized(_) => {
            "Les photos ne permettent pas de reconnaître l’article. Choisissez ce que c’est, ou indiquez-le dans le formulaire."
        }
        Problem::NoItem => "Choisissez ce qu’est l’article, ou saisissez-le.",
        Problem::NoPlatform => "Choisissez au moins une place de marché.",
        Problem::NothingLeft => "Il ne reste aucune génération ce mois-ci.",
        Problem::FailedTooOften => {
            "Trop d’essais ont échoué aujourd’hui pour votre compte. Rien n’a été décompté. Réessayez demain."
        }
        Problem::Busy => "Le service est très sollicité. Réessayez dans un instant.",
        Problem::KeyName => {
            return format!("Un nom compte de 1 à {} caractères, sur une ligne.", KeyName::MAX_CHARS);
        }
        Problem::NoScope => "Choisissez au moins une autorisation.",
        Problem::KeyExpires => "Choisissez la durée de validité de la clé.",
        Problem::TooManyKeys(limit) => {
            return format!("Un compte peut avoir {limit} clés. Révoquez-en une d’abord.");
        }
        Problem::NoTitle => "Écrivez un titre\u{a0}: un titre vide ne peut pas être enregistré.",
        Problem::NoDescription => {
            "Écrivez une description\u{a0}: une description vide ne peut pas être enregistrée."
        }
        Problem::Price => "Écrivez le prix en chiffres, par exemple 12 ou 12,50.",
        Problem::LabelTooLong(most) => {
            return too_long("La catégorie ou l’état est trop long. Ramenez ce champ", *most);
        }
        Problem::ListingChanged => {
            "Cette annonce a été modifiée entre-temps, par exemple dans un autre onglet. Enregistrez de nouveau pour la remplacer par ce que vous voyez ici, ou actualisez la page pour voir l’autre version."
        }
        Problem::TitleTooLong(most) => return too_long("Le titre est trop long. Ramenez-le", *most),
        Problem::DescriptionTooLong(most) => {
            return too_long("La description est trop longue. Ramenez-la", *most);
        }
        Problem::NoneAgain => "Cette annonce a été réécrite autant de fois que possible.",
        Problem::InvitedAs(email) => return format!("L’invitation vaut pour {email}."),
        Problem::NotesTooLong => {
            return too_long("Les précisions sont trop longues. Ramenez-les", Notes::MAX_CHARS);
        }
        Problem::TooLong(kind) => {
            let what = (WORDS.attribute)(kind);
            return format!("{what}\u{a0}: {}\u{a0}caractères au plus.", AttributeText::MAX_CHARS);
        }
        Problem::Quantity => "Écrivez la quantité en nombre entier, de 1 à 99.",
        Problem::NotWritten => {
            "Les annonces n’ont pas pu être rédigées. Rien n’a été décompté. Réessayez dans un instant."
        }
        Problem::Date => "Choisissez une date à venir.",
        Problem::Credits => "Saisissez un nombre entier de packs, de 1 à 1 000.",
    };
    said.to_owned()
}

fn photo_fault(fault: &PhotoFault) -> String {
    let said = match fault {
        PhotoFault::NoPicture => "Ce n’est pas une photo. Utilisez un fichier JPEG, PNG, WebP ou GIF.",
        PhotoFault::OtherType(PhotoType::Heic) => {
            "C’est une photo HEIC, le format des iPhone. Réglez l’appareil photo sur «\u{a0}Le plus compatible\u{a0}», ou convertissez la photo en JPEG."
        }
        PhotoFault::OtherType(PhotoType::Avif) => "C’est une image AVIF. Convertissez-la en JPEG.",
        PhotoFault::OtherType(PhotoType::Tiff) => {
            "C’est une image TIFF ou un fichier RAW. Convertissez-la en JPEG."
        }
        PhotoFault::OtherType(PhotoType::Bmp) => "C’est une image BMP. Convertissez-la en JPEG ou en PNG.",
        PhotoFault::OtherType(PhotoType::Svg) => {
            "C’est un dessin SVG. Utilisez une photo, ou convertissez-le en PNG."
        }
        PhotoFault::OtherType(PhotoType::Pdf) => {
            "C’est un document PDF. Utilisez ses images comme photos, par exemple en JPEG."
        }
        PhotoFault::OtherType(PhotoType::Video) => {
            "C’est une vidéo. Utilisez une photo, par exemple un fichier JPEG."
        }
        PhotoFault::TooLarge(bytes) => {
            return format!("Le fichier est trop lourd\u{a0}: {}\u{a0}Mo au plus.", bytes / 1_000_000);
        }
        PhotoFault::TooManyPixels { max_side, max_pixels } => {
            let side = Language::Fr.number(usize::try_from(*max_side).unwrap_or(usize::MAX));
            return format!(
                "L’image est trop grande\u{a0}: {} millions de pixels au plus, et {side} par côté.",
                max_pixels / 1_000_000
            );
        }
        PhotoFault::TooMuchMemory => "L’image demande trop de mémoire. Utilisez-en une plus petite.",
        PhotoFault::Damaged => {
            "Le fichier est abîmé ou incomplet. Copiez-le de nouveau, ou utilisez une autre photo."
        }
        PhotoFault::Blank => {
            "Cette photo ne montre presque rien. Utilisez-en une où l’on voit l’article, ou indiquez ce que vous en savez."
        }
    };
    said.to_owned()
}

fn too_long(said: &str, most: usize) -> String {
    format!("{said} à {} caractères au plus.", Language::Fr.number(most))
}

fn too_often(seconds: u64) -> String {
    match seconds {
        0 | 1 => "Trop de tentatives. Réessayez dans une seconde.".to_owned(),
        2..=90 => format!("Trop de tentatives. Réessayez dans {seconds} secondes."),
        _ => format!("Trop de tentatives. Réessayez dans {} minutes.", seconds.div_ceil(60)),
    }
}

fn password(reason: InvalidPassword) -> String {
    match reason {
        InvalidPassword::TooShort => {
            format!("Un mot de passe compte au moins {} caractères.", Password::MIN_CHARS)
        }
        InvalidPassword::TooLong => {
            format!("Un mot de passe compte au plus {} caractères.", Password::MAX_CHARS)
        }
        InvalidPassword::Common => {
            "Ce mot de passe est l’un des premiers que l’on essaie. Choisissez-en un autre.".to_owned()
        }
    }
}

fn status(code: u16) -> [&'static str; 2] {
    match code {
        400 => ["L’envoi est incomplet", "Revenez en arrière, actualisez la page et envoyez de nouveau."],
        401 => ["Connectez-vous", "Cette page est réservée aux personnes connectées."],
        402 => ["Quota du mois épuisé", "Vos générations gratuites et vos crédits sont épuisés."],
        403 => [
            "Accès refusé",
            "Votre compte ne permet pas de voir cette page ou de faire cela. S’il s’agissait d’un formulaire, actualisez sa page et envoyez-le de nouveau.",
        ],
        404 => ["Il n’y a rien ici", "La page n’existe plus, ou n’a jamais existé. Vérifiez l’adresse."],
        405 => ["Ce n’est pas possible ici", "La page existe, mais n’accepte pas ce type de requête."],
        408 => [
            "L’envoi a duré trop longtemps",
            "La connexion était trop lente. Réessayez avec des photos plus petites.",
        ],
        409 => ["Quelque chose a changé entre-temps", "Actualisez la page et réessayez."],
        413 => [
            "C’est trop volumineux",
            "L’envoi dépasse ce qui est accepté. Envoyez moins de photos, de plus petites, ou un texte plus court.",
        ],
        414 => ["L’adresse est trop longue", "Aucune page n’a une adresse aussi longue. Vérifiez-la."],
        415 => ["Ce type de fichier n’est pas pris en charge", "Utilisez des photos JPEG, PNG, WebP ou GIF."],
        431 => [
            "Votre navigateur en dit trop",
            "Il envoie trop d’informations avec la requête. Effacez les cookies de ce site, puis réessayez.",
        ],
        429 => {
            ["Un instant, s’il vous plaît", "Trop de requêtes en peu de temps. Réessayez dans une minute."]
        }
        503 => ["Le service est très sollicité", "Réessayez dans un instant\u{a0}; rien n’a été décompté."],
        _ => [
            "Une erreur de notre côté",
            "Elle est enregistrée, et rien n’a été décompté. Réessayez dans un instant.",
        ],
    }
}

fn reason(reason: &Reason) -> [String; 2] {
    let [title, text] = match reason {
        Reason::ForeignForm => [
            "Ce formulaire est trop ancien",
            "Il ne vient pas d’une page actuelle de ce site. Actualisez la page, puis envoyez-le de nouveau.",
        ],
        Reason::NoCookie => [
            "Votre navigateur ne garde aucun cookie de ce site",
            "Sans cookie, impossible de se connecter. Les navigateurs n’en gardent qu’en https, ou à l’adresse http://localhost sur l’ordinateur où tourne le service. Ouvrez le site à cette adresse et autorisez ses cookies.",
        ],
        Reason::OtherAddress(origin) => {
            return ["Ce site a une autre adresse".to_owned(), format!("Ouvrez plutôt {origin}.")];
        }
        Reason::RateLimited(seconds) => {
            let text = format!("Trop de requêtes en peu de temps. Réessayez dans {}.", wait(*seconds));
            return ["Un instant, s’il vous plaît".to_owned(), text];
        }
        Reason::TooManyTries(seconds) => {
            return ["Un instant, s’il vous plaît".to_owned(), too_often(*seconds)];
        }
        Reason::OverBudget(seconds) => {
            let text = format!(
                "Votre compte a épuisé son temps de calcul pour cette minute. Réessayez dans {}. Rien n’a été décompté.",
                wait(*seconds)
            );
            return ["Un instant, s’il vous plaît".to_owned(), text];
        }
        Reason::NotAdministrator => [
            "Page réservée aux administrateurs",
            "Votre compte n’en est pas un. Demandez à un administrateur de le faire pour vous.",
        ],
        Reason::NotReady => {
            ["Le service n’est pas prêt", "Il démarre ou s’arrête. Réessayez dans un instant."]
        }
    };
    [title.to_owned(), text.to_owned()]
}

fn wait(seconds: u64) -> String {
    match seconds {
        0 | 1 => "une seconde".to_owned(),
        2..=90 => format!("{seconds} secondes"),
        _ => format!("{} minutes", seconds.div_ceil(60)),
    }
}
