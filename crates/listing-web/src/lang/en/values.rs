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
    amount: Money::to_string,
    dollars: |amount| dollars(*amount),
    language: |language| match language {
        Language::Fr => "French",
        Language::En => "English",
    },
    tone: |tone| match tone {
        Tone::Casual => "Casual",
        Tone::Professional => "Professional",
        Tone::Friendly => "Friendly",
    },
    audience: |audience| match audience {
        Audience::Women => "Women",
        Audience::Men => "Men",
        Audience::Girls => "Girls",
        Audience::Boys => "Boys",
        Audience::Baby => "Babies",
        Audience::Unisex => "Unisex",
        Audience::Children => "Kids",
        Audience::BabyGirls => "Baby girls",
        Audience::BabyBoys => "Baby boys",
    },
    quality: |quality| match quality {
        Quality::Standard => "Standard",
        Quality::High => "Detailed",
    },
    market: |market| match market {
        Market::France => "France (euros)",
        Market::UnitedKingdom => "United Kingdom (pounds)",
        Market::UnitedStates => "United States (dollars)",
    },
    plan: |plan| match plan {
        Plan::Free => "Free",
        Plan::ProMonthly => "Pro, monthly",
        Plan::ProAnnual => "Pro, yearly",
    },
    scope: |scope| match scope {
        Scope::ListingsWrite => "Write listings",
        Scope::UsageRead => "See what is left",
    },
    source: |source| match source {
        Source::Seller => "Stated",
        Source::Understood => "Understood",
        Source::Label => "Read",
        Source::Seen => "Seen",
        Source::Model => "AI model",
        Source::Assumed => "Assumed",
    },
    attribute: |kind| match kind {
        AttributeKind::Name => "Item",
        AttributeKind::Brand => "Brand",
        AttributeKind::Size => "Size",
        AttributeKind::Condition => "Condition",
        AttributeKind::Color => "Colour",
        AttributeKind::Audience => "For",
        AttributeKind::Material => "Material",
    },
    mail,
    flash: |flash| said(*flash),
    problem,
    photo_fault,
    status: |code| status(*code),
    reason,
};

pub(super) fn date(at: &Timestamp) -> String {
    let date = civil(at).date();
    format!("{} {} {}", date.day(), Language::En.month(date), date.year())
}

pub(super) fn moment(at: &Timestamp) -> String {
    let time = civil(at);
    format!("{}, {:02}:{:02} UTC", date(at), time.hour(), time.minute())
}

pub(super) fn day(date: Date) -> String {
    format!("{} {}", date.day(), Language::En.month(date))
}

fn money(money: &Money) -> String {
    let sign = money.currency().sign();
    format!("{sign}{money}")
}

fn dollars(amount: MicroUsd) -> String {
    let (dollars, cents) = dollars_and_cents(amount);
    format!("${dollars}.{cents:02}")
}

fn mail(code: &str) -> &'static str {
    match code {
        "invitation" => "Invitation",
        "confirm_sign_up" => "Confirming a new account",
        "already_registered" => "The account exists already",
        "sign_in" => "Signing in by link",
        "reset_password" => "New password",
        "confirm_email" => "Confirming an e-mail",
        "email_changed" => "E-mail changed",
        "password_changed" => "Password changed",
        "key_made" => "API key created",
        "keys_made" => "Several API keys created",
        "identity_linked" => "Sign-in linked",
        "identity_unlinked" => "Sign-in unlinked",
        _ => "Message",
    }
}

fn said(flash: Flash) -> &'static str {
    match flash {
        Flash::SignedIn => "You are signed in.",
        Flash::SignedOut => "You are signed out.",
        Flash::Welcome => "Welcome! Your account is open.",
        Flash::EmailConfirmed => "Your e-mail is confirmed.",
        Flash::EmailAsked => "A link is on its way. Open it to confirm the e-mail.",
        Flash::EmailLinkWaits => "Your administrator now has a link that confirms the e-mail.",
        Flash::PasswordChanged => "Your password is changed. You are signed out everywhere else.",
        Flash::PreferencesKept => "Saved.",
        Flash::SessionEnded => "The session has ended.",
        Flash::OthersEnded => "All other sessions have ended.",
        Flash::ProviderLinked => "Your sign-in is linked.",
        Flash::ProviderUnlinked => "Your sign-in is no longer linked.",
        Flash::AccountDeleted => "Your account is deleted. Thank you for having been here.",
        Flash::KeyRevoked => "The key is revoked. It opens nothing any more.",
        Flash::GenerationDeleted => "The listings are deleted.",
        Flash::TextKept => "Your listings are saved.",
        Flash::ListingRestored => "The listing is as it was first written.",
        Flash::WrittenAgain => "Written again.",
        Flash::PlanChanged => "The plan is changed.",
        Flash::CreditsAdded => "The credits are added.",
        Flash::Suspended => "The account is suspended.",
        Flash::Resumed => "The account works again.",
        Flash::Dismissed => "The account is no longer an administrator.",
        Flash::OtherDeleted => "The account is deleted.",
        Flash::Withdrawn => "The invitation is withdrawn.",
    }
}

#[expect(clippy::too_many_lines, reason = "a table of sentences")]
fn problem(problem: &Problem) -> String {
    let said = match problem {
        Problem::NotLetIn => "E-mail and password do not go together. Check both, or get a link instead.",
        Problem::TooOften(seconds) => return too_often(*seconds),
        Problem::Email => "This is not a complete e-mail address, such as name@example.com.",
        Problem::EmailTaken => "Another account has this e-mail.",
        Problem::OtherEmail => "This is not the e-mail of the account.",
        Problem::WrongPassword => "This is not your current password.",
        Problem::Password(reason) => return password(*reason),
        Problem::ProviderRefused => "The other service did not say who you are. Try again.",
        Problem::ProviderUnavailable(name) => {
            return format!(
                "{name} does not answer right now. Try again in a moment, or sign in another way."
            );
        }
        Problem::ProviderNotAccepting(name) => {
            return format!(
                "{name} does not accept this site at the moment. Tell your administrator, who has to check the settings of this sign-in."
            );
        }
        Problem::EmailNotVouched(name) => {
            return format!(
                "{name} does not vouch for your e-mail address, so no account can be opened with it. Confirm the address there, or ask your administrator."
            );
        }
        Problem::NotLinked => {
            "An account with this e-mail exists already. Sign in to it another way, then link the other service in your settings."
        }
        Problem::IdentityTaken => "This sign-in is linked to another account.",
        Problem::LinkingGone => "That took too long. Link it again in your settings.",
        Problem::SignInAnew => {
            "You have no password, and signed in too long ago for this. Sign out and in again first."
        }
        Problem::Overtaken => "Access to your account changed in the meantime. Sign in again and retry.",
        Problem::OnlyWayIn => "It is your only way to sign in. Choose a password first.",
        Problem::LastAdministrator => {
            "You are the last administrator. Make another one first, with ptl admin create."
        }
        Problem::InvitationGone => "The invitation was used or is too old. Ask for another one.",
        Problem::NoPhoto => "Choose at least one photo.",
        Problem::TooManyPhotos => "Choose four photos at most.",
        Problem::Photo(number, fault) => return format!("Photo {number}: {}", photo_fault(fault)),
        Problem::NotRecognized(guesses) if guesses.is_empty() => {
            "The photos do not show what the item is. Say what it is."
        }
        Problem::NotRecognized(_) => {
            "The photos do not show what the item is. Choose what it is, or type it into the form."
        }
        Problem::NoItem => "Choose what the item is, or type it.",
        Problem::NoPlatform => "Choose at least one marketplace.",
        Problem::NothingLeft => "Nothing is left to generate with this month.",
        Problem::FailedTooOften => {
            "Too many tries failed for your account today. Nothing was charged. Try again tomorrow."
        }
        Problem::Busy => "The service is busy. Try again in a moment.",
        Problem::KeyName => return format!("A name has 1 to {} characters on one line.", KeyName::MAX_CHARS),
        Problem::NoScope => "Choose at least one thing the key may do.",
        Problem::KeyExpires => "Choose for how long the key works.",
        Problem::TooManyKeys(limit) => return format!("An account may have {limit} keys. Revoke one first."),
        Problem::NoTitle => "Write a title: an empty one cannot be saved.",
        Problem::NoDescription => "Write a description: an empty one cannot be saved.",
        Problem::Price => "Write the price as a number, such as 12 or 12.50.",
        Problem::LabelTooLong(most) => return too_long("category or condition", *most),
        Problem::ListingChanged => {
            "This listing was changed elsewhere in the meantime, in another tab for example. Save again to replace it with what you see here, or reload the page to see the other version."
        }
        Problem::TitleTooLong(most) => return too_long("title", *most),
        Problem::DescriptionTooLong(most) => return too_long("description", *most),
        Problem::NoneAgain => "This one was written again as often as possible.",
        Problem::InvitedAs(email) => return format!("The invitation is for {email}."),
        Problem::NotesTooLong => return too_long("notes field", Notes::MAX_CHARS),
        Problem::TooLong(kind) => {
            let what = (WORDS.attribute)(kind);
            return format!("{what}: {} characters at most.", AttributeText::MAX_CHARS);
        }
        Problem::Quantity => "Write the quantity as a whole number from 1 to 99.",
        Problem::NotWritten => {
            "The listings could not be written. Nothing was charged. Try again in a moment."
        }
        Problem::Date => "Choose a date that is still to come.",
        Problem::Credits => "Type a whole number of packs, 1 to 1,000.",
    };
    said.to_owned()
}

fn photo_fault(fault: &PhotoFault) -> String {
    let said = match fault {
        PhotoFault::NoPicture => "This is no photo. Use a JPEG, PNG, WebP or GIF file.",
        PhotoFault::OtherType(PhotoType::Heic) => {
            "This is a HEIC photo, as iPhones take them. Set the camera’s format to “Most Compatible”, or convert the photo to JPEG."
        }
        PhotoFault::OtherType(PhotoType::Avif) => "This is an AVIF image. Convert it to JPEG.",
        PhotoFault::OtherType(PhotoType::Tiff) => "This is a TIFF or raw camera image. Convert it to JPEG.",
        PhotoFault::OtherType(PhotoType::Bmp) => "This is a BMP image. Convert it to JPEG or PNG.",
        PhotoFault::OtherType(PhotoType::Svg) => "This is an SVG drawing. Use a photo, or convert it to PNG.",
        PhotoFault::OtherType(PhotoType::Pdf) => {
            "This is a PDF document. Use its pictures as photos, such as JPEG files."
        }
        PhotoFault::OtherType(PhotoType::Video) => "This is a video. Use a still photo, such as a JPEG file.",
        PhotoFault::TooLarge(bytes) => {
            return format!("The file is too large: {} MB at most.", bytes / 1_000_000);
        }
        PhotoFault::TooManyPixels { max_side, max_pixels } => {
            let side = Language::En.number(usize::try_from(*max_side).unwrap_or(usize::MAX));
            return format!(
                "The picture is too large: {} million pixels at most, and {side} on a side.",
                max_pixels / 1_000_000
            );
        }
        PhotoFault::TooMuchMemory => "The picture takes too much memory. Use a smaller one.",
        PhotoFault::Damaged => "The file is damaged or incomplete. Copy it again, or use another photo.",
        PhotoFault::Blank => {
            "This photo shows hardly anything. Use one that shows the item, or state what you know of it."
        }
    };
    said.to_owned()
}

fn too_long(what: &str, most: usize) -> String {
    format!("The {what} is too long. Shorten it to {} characters at most.", Language::En.number(most))
}

fn too_often(seconds: u64) -> String {
    match seconds {
        0 | 1 => "That was a bit often. Try again in a second.".to_owned(),
        2..=90 => format!("That was a bit often. Try again in {seconds} seconds."),
        _ => format!("That was a bit often. Try again in {} minutes.", seconds.div_ceil(60)),
    }
}

fn password(reason: InvalidPassword) -> String {
    match reason {
        InvalidPassword::TooShort => format!("A password has at least {} characters.", Password::MIN_CHARS),
        InvalidPassword::TooLong => format!("A password has at most {} characters.", Password::MAX_CHARS),
        InvalidPassword::Common => {
            "This password is among the first that anybody tries. Choose another one.".to_owned()
        }
    }
}

fn status(code: u16) -> [&'static str; 2] {
    match code {
        400 => ["This did not arrive in one piece", "Go back, reload the page, and send it again."],
        401 => ["Please sign in", "This page is for people who are signed in."],
        402 => ["Nothing left this month", "Your free generations and credits are used up."],
        403 => [
            "This is not open to you",
            "Your account may not see or do this. If it was a form, reload its page and send it again.",
        ],
        404 => ["There is nothing here", "The page is gone, or never was. Check the address."],
        405 => ["This cannot be done here", "The page exists, but does not take this kind of request."],
        408 => ["That took too long", "The connection was too slow. Try again with smaller photos."],
        409 => ["Something has changed meanwhile", "Reload the page and try again."],
        413 => [
            "That is too large",
            "More was sent than is accepted. Send fewer photos, smaller ones, or a shorter text.",
        ],
        414 => ["The address is too long", "No page has an address as long as that. Check it."],
        415 => ["This kind of file is not read here", "Use JPEG, PNG, WebP or GIF photos."],
        431 => [
            "Your browser says too much",
            "It sends too much along with the request. Delete the cookies of this site, then try again.",
        ],
        429 => ["A moment, please", "Too many requests came in a short time. Try again in a minute."],
        503 => {
            ["Busy right now", "Too much is going on at this moment. Try again shortly; nothing was charged."]
        }
        _ => [
            "Something went wrong on our side",
            "It is noted, and nothing was charged. Try again in a moment.",
        ],
    }
}

fn reason(reason: &Reason) -> [String; 2] {
    let [title, text] = match reason {
        Reason::ForeignForm => [
            "This form is too old",
            "It was not sent from a current page of this site. Reload the page, then send it again.",
        ],
        Reason::NoCookie => [
            "Your browser keeps no cookie from this site",
            "Without one you cannot sign in. Browsers keep it only over https, or at http://localhost on the computer where the service runs. Open the site there, and allow its cookies.",
        ],
        Reason::OtherAddress(origin) => {
            return ["This site has another address".to_owned(), format!("Open {origin} instead.")];
        }
        Reason::RateLimited(seconds) | Reason::TooManyTries(seconds) => {
            return ["A moment, please".to_owned(), too_often(*seconds)];
        }
        Reason::OverBudget(seconds) => {
            let text = format!(
                "Your account has used its computing time for this minute. Try again in {}. Nothing was charged.",
                wait(*seconds)
            );
            return ["A moment, please".to_owned(), text];
        }
        Reason::NotAdministrator => [
            "This page is for administrators",
            "Your account is not one. Ask an administrator to do it for you.",
        ],
        Reason::NotReady => ["Not ready yet", "The service is starting or stopping. Try again in a moment."],
    };
    [title.to_owned(), text.to_owned()]
}

fn wait(seconds: u64) -> String {
    match seconds {
        0 | 1 => "a second".to_owned(),
        2..=90 => format!("{seconds} seconds"),
        _ => format!("{} minutes", seconds.div_ceil(60)),
    }
}
