//! French formats of dates and amounts, and French names of values such as plans.

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
use listing_domain::sku::Sku;
use listing_domain::tray::Tray;
use listing_http::Reason;

use crate::lang::formats::{civil, dollars_and_cents};
use crate::lang::words::Values;
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
        Scope::UsageRead => "Consulter le quota restant",
        Scope::GenerationsRead => "Lire les annonces enregistrées",
        Scope::GenerationsWrite => "Supprimer les annonces enregistrées",
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
    flash: |flash| flash_sentence(*flash),
    problem,
    photo_fault,
    status: |code| status(*code),
    reason,
};

/// Returns a date as day and month, for example "1er mars" or "2 mars".
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

pub(super) fn money(money: &Money) -> String {
    format!("{}\u{a0}{}", amount(money), money.currency().sign())
}

fn dollars(amount: MicroUsd) -> String {
    let (dollars, cents) = dollars_and_cents(amount);
    format!("{dollars},{cents:02}\u{a0}$")
}

fn mail(code: &str) -> &'static str {
    match code {
        "invitation" => "Invitation",
        "confirm_sign_up" => "Confirmation d’inscription",
        "already_registered" => "Compte déjà existant",
        "sign_in" => "Lien de connexion",
        "reset_password" => "Réinitialisation du mot de passe",
        "confirm_email" => "Confirmation d’une adresse e-mail",
        "email_changed" => "Adresse e-mail modifiée",
        "password_changed" => "Mot de passe modifié",
        "key_made" => "Clé API créée",
        "keys_made" => "Plusieurs clés API créées",
        "identity_linked" => "Connexion associée",
        "identity_unlinked" => "Connexion dissociée",
        "receipt" => "Reçu",
        "payment_failed" => "Paiement refusé",
        "plan_ended" => "Abonnement terminé",
        _ => "Message",
    }
}

fn flash_sentence(flash: Flash) -> &'static str {
    match flash {
        Flash::SignedIn => "Vous êtes connecté.",
        Flash::SignedOut => "Vous êtes déconnecté.",
        Flash::Welcome => "Bienvenue\u{a0}! Votre compte est prêt.",
        Flash::EmailConfirmed => "Votre adresse e-mail a été confirmée.",
        Flash::EmailLinkSent => "Un lien est en route. Ouvrez-le pour confirmer l’adresse e-mail.",
        Flash::EmailLinkReady => {
            "Votre administrateur dispose maintenant d’un lien pour confirmer l’adresse e-mail."
        }
        Flash::PasswordChanged => {
            "Votre mot de passe a été modifié. Vous avez été déconnecté partout ailleurs."
        }
        Flash::PreferencesSaved => "Vos préférences ont été enregistrées.",
        Flash::PhotosDeleted => {
            "Les photos ne sont plus conservées. Celles qui l’étaient ont été supprimées."
        }
        Flash::SessionEnded => "La session a été fermée.",
        Flash::OthersEnded => "Toutes les autres sessions ont été fermées.",
        Flash::ProviderLinked => "Votre connexion a été associée.",
        Flash::ProviderUnlinked => "Votre connexion a été dissociée.",
        Flash::AccountDeleted => "Votre compte a été supprimé. Merci d’avoir utilisé Photo to Listing.",
        Flash::KeyRevoked => "La clé a été révoquée et ne fonctionne plus.",
        Flash::GenerationDeleted => "Les annonces ont été supprimées.",
        Flash::BatchCancelled => "La série a été arrêtée. Les annonces prêtes restent.",
        Flash::ListingsSaved => "Vos annonces ont été enregistrées.",
        Flash::ListingRestored => "L’annonce d’origine a été rétablie.",
        Flash::Rewritten => "Les annonces ont été réécrites.",
        Flash::PlanChanged => "La formule a été modifiée.",
        Flash::CreditsAdded => "Les crédits ont été ajoutés.",
        Flash::Suspended => "Le compte a été suspendu.",
        Flash::Resumed => "Le compte a été réactivé.",
        Flash::Dismissed => "Ce compte n’est plus administrateur.",
        Flash::OtherDeleted => "Le compte a été supprimé.",
        Flash::Refunded => "Le paiement est en cours de remboursement.",
        Flash::Replayed => "L’état va être appliqué de nouveau.",
        Flash::Withdrawn => "L’invitation a été annulée.",
    }
}

#[expect(clippy::too_many_lines, reason = "a table of sentences")]
fn problem(problem: &Problem) -> String {
    let sentence = match problem {
        Problem::WrongCredentials => {
            "L’adresse e-mail ou le mot de passe est incorrect. Vérifiez-les, ou demandez un lien."
        }
        Problem::TooOften(seconds) => return too_often(*seconds),
        Problem::Email => "Saisissez une adresse e-mail complète, comme nom@exemple.fr.",
        Problem::EmailTaken => "Cette adresse e-mail est déjà utilisée par un autre compte.",
        Problem::OtherEmail => "Ce n’est pas l’adresse e-mail du compte.",
        Problem::WrongPassword => "Ce n’est pas votre mot de passe actuel.",
        Problem::Password(reason) => return password(*reason),
        Problem::ProviderRefused => "L’autre service n’a pas confirmé votre identité. Réessayez.",
        Problem::ProviderUnavailable(name) => {
            return format!(
                "{name} ne répond pas pour le moment. Réessayez dans un instant ou connectez-vous autrement."
            );
        }
        Problem::ProviderNotAccepting(name) => {
            return format!(
                "{name} refuse ce site pour le moment. Prévenez votre administrateur\u{a0}: il doit vérifier les réglages de cette connexion."
            );
        }
        Problem::EmailNotVerified(name) => {
            return format!(
                "{name} n’a pas vérifié votre adresse e-mail\u{a0}: impossible de créer un compte avec elle. Confirmez-la d’abord auprès de ce service, ou adressez-vous à votre administrateur."
            );
        }
        Problem::NotLinked => {
            "Un compte existe déjà avec cette adresse e-mail. Connectez-vous autrement, puis associez l’autre service dans vos réglages."
        }
        Problem::IdentityTaken => "Cette connexion est associée à un autre compte.",
        Problem::LinkingGone => "Le délai est dépassé. Recommencez l’association dans vos réglages.",
        Problem::SignInAgain => {
            "Vous n’avez pas de mot de passe et vous êtes connecté depuis trop longtemps. Déconnectez-vous, puis reconnectez-vous avant de recommencer."
        }
        Problem::Overtaken => {
            "L’accès à votre compte a été modifié entre-temps. Reconnectez-vous, puis réessayez."
        }
        Problem::OnlyWayIn => "C’est votre seul moyen de vous connecter. Choisissez d’abord un mot de passe.",
        Problem::LastAdministrator => {
            "Vous êtes le dernier administrateur. Nommez-en d’abord un autre avec ptl admin create."
        }
        Problem::InvitationGone => "L’invitation a déjà servi ou a expiré. Demandez-en une autre.",
        Problem::NoPhoto => "Choisissez au moins une photo.",
        Problem::TooManyPhotos => "Choisissez jusqu’à quatre photos.",
        Problem::Photo(number, fault) => return format!("Photo {number}\u{a0}: {}", photo_fault(fault)),
        Problem::NotRecognized(guesses) if guesses.is_empty() => {
            "Nous n’avons pas reconnu l’article sur les photos. Indiquez ce que c’est."
        }
        Problem::NotRecognized(_) => {
            "Nous n’avons pas reconnu l’article sur les photos. Choisissez ce que c’est, ou indiquez-le dans le formulaire."
        }
        Problem::NamedPhoto(name, fault) => return format!("{name}\u{a0}: {}", photo_fault(fault)),
        Problem::PileFull => "Un article a quatre photos au maximum. Déplacez-en ou retirez-en une d’abord.",
        Problem::TooManyToSort => {
            return format!(
                "Vous pouvez trier jusqu’à {} photos à la fois. Les autres n’ont pas été ajoutées.",
                Tray::MAX_PHOTOS
            );
        }
        Problem::TooLargeToSort => {
            "Ces photos sont trop volumineuses au total. Créez d’abord les annonces d’une partie d’entre elles."
        }
        Problem::PilesChanged => {
            "Les photos ont changé entre-temps, par exemple dans un autre onglet. Voici comment elles sont triées maintenant\u{a0}: refaites la dernière action."
        }
        Problem::NothingToUndo => "Il n’y a rien à annuler.",
        Problem::TooManyBatches(limit) => {
            return format!(
                "{limit} de vos séries sont en cours, c’est le maximum. Attendez que l’une d’elles soit terminée."
            );
        }
        Problem::NoHistory => {
            "Ce site ne conserve pas les annonces\u{a0}: il ne peut pas en écrire plusieurs à la fois. Créez-les une par une."
        }
        Problem::NoItem => "Choisissez ou saisissez le bon article.",
        Problem::NoPlatform => "Choisissez au moins une plateforme.",
        Problem::NoConsent => "Cochez la case pour confirmer que vous voulez une livraison immédiate.",
        Problem::NotForSale => "Ce produit n’est pas en vente.",
        Problem::PlanRuns => "Vous avez déjà Pro. Rien n’a été commandé.",
        Problem::NoPurchase => "Vous n’avez encore rien acheté.",
        Problem::NothingToRefund => "Il n’y a plus rien à rembourser.",
        Problem::RefundRefused => "Stripe a refusé le remboursement. Le journal en donne la raison.",
        Problem::RefundUnavailable => "Stripe ne répond pas. Rien n’a été remboursé. Réessayez plus tard.",
        Problem::PaymentsUnavailable => {
            "Les paiements sont indisponibles pour le moment. Rien n’a été payé. Réessayez plus tard."
        }
        Problem::NothingLeft => "Vous n’avez plus de générations ce mois-ci.",
        Problem::FailedTooOften => {
            "Trop de tentatives ont échoué aujourd’hui pour votre compte. Rien n’a été décompté. Réessayez demain."
        }
        Problem::Busy => "Le service est très sollicité. Réessayez dans un instant.",
        Problem::KeyName => {
            return format!("Saisissez un nom de 1 à {} caractères, sur une ligne.", KeyName::MAX_CHARS);
        }
        Problem::NoScope => "Choisissez au moins une autorisation.",
        Problem::KeyExpires => "Choisissez l’expiration de la clé.",
        Problem::TooManyKeys(limit) => {
            return format!("Vous pouvez avoir jusqu’à {limit} clés. Révoquez-en une d’abord.");
        }
        Problem::NoTitle => "Saisissez un titre\u{a0}: il ne peut pas être vide.",
        Problem::NoDescription => "Saisissez une description\u{a0}: elle ne peut pas être vide.",
        Problem::Price => "Saisissez le prix en chiffres, par exemple 12 ou 12,50.",
        Problem::LabelTooLong(max) => {
            return too_long("La catégorie ou l’état est trop long. Ramenez ce champ", *max);
        }
        Problem::ListingChanged => {
            "Cette annonce a été modifiée entre-temps, par exemple dans un autre onglet. Enregistrez de nouveau pour la remplacer par ce que vous voyez ici, ou actualisez la page pour voir l’autre version."
        }
        Problem::TitleTooLong(max) => return too_long("Le titre est trop long. Ramenez-le", *max),
        Problem::DescriptionTooLong(max) => {
            return too_long("La description est trop longue. Ramenez-la", *max);
        }
        Problem::NoneAgain => "Vous n’avez plus de réécriture pour ces annonces.",
        Problem::InvitedAs(email) => return format!("L’invitation est réservée à {email}."),
        Problem::NotesTooLong => {
            return too_long("Les précisions sont trop longues. Ramenez-les", Notes::MAX_CHARS);
        }
        Problem::TooLong(kind) => {
            let what = (WORDS.attribute)(kind);
            return format!("{what}\u{a0}: {}\u{a0}caractères au maximum.", AttributeText::MAX_CHARS);
        }
        Problem::Sku => return too_long("La référence est trop longue. Ramenez-la", Sku::MAX_CHARS),
        Problem::Quantity => "Saisissez la quantité en nombre entier, de 1 à 99.",
        Problem::NotWritten => {
            "Les annonces n’ont pas pu être rédigées. Rien n’a été décompté. Réessayez dans un instant."
        }
        Problem::Date => "Choisissez une date à venir.",
        Problem::Credits => "Saisissez un nombre entier de packs, de 1 à 1 000.",
    };
    sentence.to_owned()
}

fn photo_fault(fault: &PhotoFault) -> String {
    let sentence = match fault {
        PhotoFault::NoPicture => {
            "Ce fichier n’est pas une photo. Utilisez un fichier JPEG, PNG, WebP ou GIF."
        }
        PhotoFault::OtherType(PhotoType::Heic) => {
            "C’est une photo HEIC, le format des iPhone. Réglez le format de l’appareil photo sur «\u{a0}Le plus compatible\u{a0}», ou convertissez la photo en JPEG."
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
            "C’est un document PDF. Enregistrez ses images en JPEG et utilisez-les."
        }
        PhotoFault::OtherType(PhotoType::Video) => {
            "C’est une vidéo. Utilisez une photo, par exemple un fichier JPEG."
        }
        PhotoFault::TooLarge(bytes) => {
            return format!(
                "Le fichier est trop volumineux\u{a0}: {}\u{a0}Mo au maximum.",
                bytes / 1_000_000
            );
        }
        PhotoFault::TooManyPixels { max_side, max_pixels } => {
            let side = Language::Fr.number(usize::try_from(*max_side).unwrap_or(usize::MAX));
            return format!(
                "L’image est trop grande\u{a0}: {} millions de pixels au maximum, et {side} par côté.",
                max_pixels / 1_000_000
            );
        }
        PhotoFault::TooMuchMemory => "L’image exige trop de mémoire. Utilisez-en une plus petite.",
        PhotoFault::Damaged => {
            "Le fichier est endommagé ou incomplet. Copiez-le de nouveau ou utilisez une autre photo."
        }
        PhotoFault::Blank => {
            "Cette photo ne montre presque rien. Utilisez-en une où l’on voit l’article, ou indiquez ce que vous en savez."
        }
    };
    sentence.to_owned()
}

fn too_long(sentence: &str, max: usize) -> String {
    format!("{sentence} à {} caractères au maximum.", Language::Fr.number(max))
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
            format!("Un mot de passe doit compter au moins {} caractères.", Password::MIN_CHARS)
        }
        InvalidPassword::TooLong => {
            format!("Un mot de passe peut compter au plus {} caractères.", Password::MAX_CHARS)
        }
        InvalidPassword::Common => "Ce mot de passe est trop courant. Choisissez-en un autre.".to_owned(),
    }
}

fn status(code: u16) -> [&'static str; 2] {
    match code {
        400 => ["La requête est incomplète", "Revenez en arrière, actualisez la page et envoyez de nouveau."],
        401 => ["Connectez-vous", "Vous devez être connecté pour voir cette page."],
        402 => ["Quota du mois épuisé", "Vos générations gratuites et vos crédits sont épuisés."],
        403 => [
            "Accès refusé",
            "Votre compte n’a pas le droit de voir cette page ni de faire cela. Si vous avez envoyé un formulaire, actualisez sa page et envoyez-le de nouveau.",
        ],
        404 => ["Page introuvable", "Cette page n’existe pas ou n’existe plus. Vérifiez l’adresse."],
        405 => ["Ce n’est pas possible ici", "La page existe, mais n’accepte pas ce type de requête."],
        408 => [
            "L’envoi a duré trop longtemps",
            "La connexion était trop lente. Réessayez avec des photos plus petites.",
        ],
        409 => ["Quelque chose a changé entre-temps", "Actualisez la page et réessayez."],
        413 => [
            "L’envoi est trop volumineux",
            "Il dépasse la limite. Envoyez moins de photos, des photos plus petites ou un texte plus court.",
        ],
        414 => ["L’adresse est trop longue", "Aucune page n’a une adresse aussi longue. Vérifiez-la."],
        415 => ["Ce type de fichier n’est pas pris en charge", "Utilisez des photos JPEG, PNG, WebP ou GIF."],
        431 => [
            "En-têtes de requête trop volumineux",
            "Votre navigateur envoie trop de données avec la requête. Effacez les cookies de ce site, puis réessayez.",
        ],
        429 => {
            ["Un instant, s’il vous plaît", "Trop de requêtes en peu de temps. Réessayez dans une minute."]
        }
        503 => ["Le service est très sollicité", "Réessayez dans un instant. Rien n’a été décompté."],
        _ => [
            "Une erreur de notre côté",
            "L’erreur a été enregistrée, et rien n’a été décompté. Réessayez dans un instant.",
        ],
    }
}

fn reason(reason: &Reason) -> [String; 2] {
    let [title, text] = match reason {
        Reason::ForeignForm => [
            "Ce formulaire a expiré",
            "Il ne vient pas d’une page actuelle de ce site. Actualisez la page, puis envoyez-le de nouveau.",
        ],
        Reason::NoCookie => [
            "Votre navigateur n’accepte pas les cookies de ce site",
            "Sans cookies, impossible de se connecter. Les navigateurs ne les acceptent qu’en https, ou à l’adresse http://localhost sur l’ordinateur où tourne le service. Ouvrez le site à l’une de ces adresses et autorisez ses cookies.",
        ],
        Reason::OtherAddress(origin) => {
            return ["Ce site a une autre adresse".to_owned(), format!("Ouvrez plutôt {origin}.")];
        }
        Reason::RateLimited(seconds) => {
            let text = format!("Trop de requêtes en peu de temps. Réessayez dans {}.", wait(*seconds));
            return ["Un instant, s’il vous plaît".to_owned(), text];
        }
        Reason::TooManyAttempts(seconds) => {
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
            "Votre compte n’est pas administrateur. Demandez à un administrateur de le faire pour vous.",
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
