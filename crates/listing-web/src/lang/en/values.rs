//! English formats of dates and amounts, and English names of values such as plans.

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
        Scope::UsageRead => "View remaining quota",
        Scope::GenerationsRead => "Read stored listings",
        Scope::GenerationsWrite => "Delete stored listings",
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
        AttributeKind::Color => "Color",
        AttributeKind::Audience => "For",
        AttributeKind::Material => "Material",
    },
    mail,
    flash: |flash| flash_sentence(*flash),
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

pub(super) fn money(money: &Money) -> String {
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
        "confirm_sign_up" => "Sign-up confirmation",
        "already_registered" => "Account already exists",
        "sign_in" => "Sign-in link",
        "reset_password" => "Password reset",
        "confirm_email" => "Email address confirmation",
        "email_changed" => "Email address changed",
        "password_changed" => "Password changed",
        "key_made" => "API key created",
        "keys_made" => "Several API keys created",
        "identity_linked" => "Sign-in linked",
        "identity_unlinked" => "Sign-in unlinked",
        "receipt" => "Receipt",
        "payment_failed" => "Payment failed",
        "plan_ended" => "Plan ended",
        _ => "Message",
    }
}

fn flash_sentence(flash: Flash) -> &'static str {
    match flash {
        Flash::SignedIn => "You are signed in.",
        Flash::SignedOut => "You are signed out.",
        Flash::Welcome => "Welcome! Your account is ready.",
        Flash::EmailConfirmed => "Your email address has been confirmed.",
        Flash::EmailLinkSent => "A link is on its way. Open it to confirm the email address.",
        Flash::EmailLinkReady => "Your administrator now has a link to confirm the email address.",
        Flash::PasswordChanged => "Your password has been changed. You have been signed out everywhere else.",
        Flash::PreferencesSaved => "Your preferences have been saved.",
        Flash::PhotosDeleted => "Photos are no longer kept. The stored ones have been deleted.",
        Flash::SessionEnded => "The session has ended.",
        Flash::OthersEnded => "All other sessions have ended.",
        Flash::ProviderLinked => "Your sign-in has been linked.",
        Flash::ProviderUnlinked => "Your sign-in has been unlinked.",
        Flash::AccountDeleted => "Your account has been deleted. Thank you for using Photo to Listing.",
        Flash::KeyRevoked => "The key has been revoked and no longer works.",
        Flash::GenerationDeleted => "The listings have been deleted.",
        Flash::BatchCancelled => "The batch has been stopped. Listings that are ready stay.",
        Flash::ListingsSaved => "Your listings have been saved.",
        Flash::ListingRestored => "The original listing has been restored.",
        Flash::Rewritten => "The listings have been rewritten.",
        Flash::PlanChanged => "The plan has been changed.",
        Flash::CreditsAdded => "The credits have been added.",
        Flash::Suspended => "The account has been suspended.",
        Flash::Resumed => "The account has been reactivated.",
        Flash::Dismissed => "The account is no longer an administrator.",
        Flash::OtherDeleted => "The account has been deleted.",
        Flash::Refunded => "The payment is being refunded.",
        Flash::Replayed => "The state is being applied again.",
        Flash::Withdrawn => "The invitation has been withdrawn.",
    }
}

#[expect(clippy::too_many_lines, reason = "a table of sentences")]
fn problem(problem: &Problem) -> String {
    let sentence = match problem {
        Problem::WrongCredentials => {
            "The email address or password is incorrect. Check both, or get a link instead."
        }
        Problem::TooOften(seconds) => return too_often(*seconds),
        Problem::Email => "Enter a complete email address, such as name@example.com.",
        Problem::EmailTaken => "Another account already uses this email address.",
        Problem::OtherEmail => "This is not the account’s email address.",
        Problem::WrongPassword => "This is not your current password.",
        Problem::Password(reason) => return password(*reason),
        Problem::ProviderRefused => "The other service did not confirm your identity. Try again.",
        Problem::ProviderUnavailable(name) => {
            return format!(
                "{name} is not responding right now. Try again in a moment, or sign in another way."
            );
        }
        Problem::ProviderNotAccepting(name) => {
            return format!(
                "{name} is rejecting this site at the moment. Contact your administrator, who needs to check the settings of this sign-in."
            );
        }
        Problem::EmailNotVerified(name) => {
            return format!(
                "{name} has not verified your email address, so you cannot create an account with it. Confirm the address there, or ask your administrator."
            );
        }
        Problem::NotLinked => {
            "An account with this email address already exists. Sign in to it another way, then link the other service in your settings."
        }
        Problem::IdentityTaken => "This sign-in is linked to another account.",
        Problem::LinkingGone => "That took too long. Start linking again in your settings.",
        Problem::SignInAgain => {
            "You have no password, and you signed in too long ago. Sign out, then sign in again before retrying."
        }
        Problem::Overtaken => "Access to your account changed in the meantime. Sign in again, then retry.",
        Problem::OnlyWayIn => "This is your only way to sign in. Choose a password first.",
        Problem::LastAdministrator => {
            "You are the last administrator. Create another one first with ptl admin create."
        }
        Problem::InvitationGone => "The invitation has already been used or has expired. Ask for a new one.",
        Problem::NoPhoto => "Choose at least one photo.",
        Problem::TooManyPhotos => "Choose up to four photos.",
        Problem::Photo(number, fault) => return format!("Photo {number}: {}", photo_fault(fault)),
        Problem::NotRecognized(guesses) if guesses.is_empty() => {
            "We could not recognize the item in the photos. Enter what it is."
        }
        Problem::NotRecognized(_) => {
            "We could not recognize the item in the photos. Choose what it is, or enter it in the form."
        }
        Problem::NamedPhoto(name, fault) => return format!("{name}: {}", photo_fault(fault)),
        Problem::PileFull => "An item has at most four photos. Move or remove one first.",
        Problem::TooManyToSort => {
            return format!(
                "You can sort up to {} photos at a time. The others were left out.",
                Tray::MAX_PHOTOS
            );
        }
        Problem::TooLargeToSort => {
            "These photos are too large in all. Write the listings for some of them first."
        }
        Problem::PilesChanged => {
            "The photos changed in the meantime, for example in another tab. This is how they are sorted now: do the last step again."
        }
        Problem::NothingToUndo => "There is nothing to undo.",
        Problem::TooManyBatches(limit) => {
            return format!(
                "{limit} of your batches are in progress, which is the limit. Wait until one has finished."
            );
        }
        Problem::NoHistory => {
            "This site stores no listings, so it cannot write many at once. Create them one by one."
        }
        Problem::NoItem => "Choose or enter the correct item.",
        Problem::NoPlatform => "Choose at least one marketplace.",
        Problem::NoConsent => "Tick the box to confirm that you want delivery at once.",
        Problem::NotForSale => "This product is not for sale.",
        Problem::PlanRuns => "You have Pro already. Nothing was ordered.",
        Problem::NoPurchase => "You have not bought anything yet.",
        Problem::NothingToRefund => "Nothing is left to refund.",
        Problem::RefundRefused => "Stripe refused the refund. The log states the reason.",
        Problem::RefundUnavailable => "Stripe does not answer. Nothing was refunded. Try again later.",
        Problem::PaymentsUnavailable => {
            "Payments are not available right now. Nothing was paid. Try again later."
        }
        Problem::NothingLeft => "You have no generations left this month.",
        Problem::FailedTooOften => {
            "Too many attempts failed for your account today. Nothing was charged. Try again tomorrow."
        }
        Problem::Busy => "The service is busy. Try again in a moment.",
        Problem::KeyName => {
            return format!("Enter a name of 1 to {} characters on one line.", KeyName::MAX_CHARS);
        }
        Problem::NoScope => "Choose at least one permission.",
        Problem::KeyExpires => "Choose when the key expires.",
        Problem::TooManyKeys(limit) => return format!("You can have up to {limit} keys. Revoke one first."),
        Problem::NoTitle => "Enter a title: it cannot be empty.",
        Problem::NoDescription => "Enter a description: it cannot be empty.",
        Problem::Price => "Enter the price as a number, such as 12 or 12.50.",
        Problem::LabelTooLong(max) => return too_long("category or condition", *max),
        Problem::ListingChanged => {
            "This listing was changed in the meantime, for example in another tab. Save again to replace it with what you see here, or reload the page to see the other version."
        }
        Problem::TitleTooLong(max) => return too_long("title", *max),
        Problem::DescriptionTooLong(max) => return too_long("description", *max),
        Problem::NoneAgain => "No rewrites left for these listings.",
        Problem::InvitedAs(email) => return format!("The invitation is for {email}."),
        Problem::NotesTooLong => return too_long("notes field", Notes::MAX_CHARS),
        Problem::TooLong(kind) => {
            let what = (WORDS.attribute)(kind);
            return format!("{what}: {} characters at most.", AttributeText::MAX_CHARS);
        }
        Problem::Sku => return too_long("SKU", Sku::MAX_CHARS),
        Problem::Quantity => "Enter the quantity as a whole number from 1 to 99.",
        Problem::NotWritten => {
            "The listings could not be written. Nothing was charged. Try again in a moment."
        }
        Problem::Date => "Choose a date in the future.",
        Problem::Credits => "Enter a whole number of packs from 1 to 1,000.",
    };
    sentence.to_owned()
}

fn photo_fault(fault: &PhotoFault) -> String {
    let sentence = match fault {
        PhotoFault::NoPicture => "This file is not a photo. Use a JPEG, PNG, WebP or GIF file.",
        PhotoFault::OtherType(PhotoType::Heic) => {
            "This is a HEIC photo, the format iPhones use. Set the camera’s format to “Most Compatible”, or convert the photo to JPEG."
        }
        PhotoFault::OtherType(PhotoType::Avif) => "This is an AVIF image. Convert it to JPEG.",
        PhotoFault::OtherType(PhotoType::Tiff) => "This is a TIFF or raw camera image. Convert it to JPEG.",
        PhotoFault::OtherType(PhotoType::Bmp) => "This is a BMP image. Convert it to JPEG or PNG.",
        PhotoFault::OtherType(PhotoType::Svg) => "This is an SVG drawing. Use a photo, or convert it to PNG.",
        PhotoFault::OtherType(PhotoType::Pdf) => {
            "This is a PDF document. Save its pictures as JPEG files and use those."
        }
        PhotoFault::OtherType(PhotoType::Video) => "This is a video. Use a still photo, such as a JPEG file.",
        PhotoFault::TooLarge(bytes) => {
            return format!("The file is too large: {} MB at most.", bytes / 1_000_000);
        }
        PhotoFault::TooManyPixels { max_side, max_pixels } => {
            let side = Language::En.number(usize::try_from(*max_side).unwrap_or(usize::MAX));
            return format!(
                "The image is too large: {} million pixels at most, and {side} per side.",
                max_pixels / 1_000_000
            );
        }
        PhotoFault::TooMuchMemory => "The image needs too much memory. Use a smaller one.",
        PhotoFault::Damaged => "The file is damaged or incomplete. Copy it again, or use another photo.",
        PhotoFault::Blank => {
            "This photo shows almost nothing. Use one that shows the item, or enter what you know about it."
        }
    };
    sentence.to_owned()
}

fn too_long(what: &str, max: usize) -> String {
    format!("The {what} is too long. Shorten it to at most {} characters.", Language::En.number(max))
}

fn too_often(seconds: u64) -> String {
    match seconds {
        0 | 1 => "Too many attempts. Try again in one second.".to_owned(),
        2..=90 => format!("Too many attempts. Try again in {seconds} seconds."),
        _ => format!("Too many attempts. Try again in {} minutes.", seconds.div_ceil(60)),
    }
}

fn password(reason: InvalidPassword) -> String {
    match reason {
        InvalidPassword::TooShort => format!("A password needs at least {} characters.", Password::MIN_CHARS),
        InvalidPassword::TooLong => {
            format!("A password can have at most {} characters.", Password::MAX_CHARS)
        }
        InvalidPassword::Common => "This password is too common. Choose another one.".to_owned(),
    }
}

fn status(code: u16) -> [&'static str; 2] {
    match code {
        400 => ["The request is incomplete", "Go back, reload the page and send it again."],
        401 => ["Sign in", "You need to be signed in to see this page."],
        402 => ["No generations left this month", "Your free generations and credits are used up."],
        403 => [
            "Access denied",
            "Your account is not allowed to view this page or do this. If you sent a form, reload its page and send it again.",
        ],
        404 => ["Page not found", "This page does not exist, or no longer exists. Check the address."],
        405 => ["This is not possible here", "The page exists, but does not accept this kind of request."],
        408 => ["The upload took too long", "The connection was too slow. Try again with smaller photos."],
        409 => ["Something changed in the meantime", "Reload the page and try again."],
        413 => [
            "The upload is too large",
            "It exceeds the limit. Send fewer photos, smaller photos or a shorter text.",
        ],
        414 => ["The address is too long", "No page has such a long address. Check it."],
        415 => ["This file type is not supported", "Use JPEG, PNG, WebP or GIF photos."],
        431 => [
            "Request headers too large",
            "Your browser sends too much data with the request. Delete the cookies of this site, then try again.",
        ],
        429 => ["Please wait a moment", "Too many requests in a short time. Try again in a minute."],
        503 => ["The service is busy", "Try again in a moment. Nothing was charged."],
        _ => [
            "Something went wrong on our side",
            "The error has been logged, and nothing was charged. Try again in a moment.",
        ],
    }
}

fn reason(reason: &Reason) -> [String; 2] {
    let [title, text] = match reason {
        Reason::ForeignForm => [
            "This form has expired",
            "It was not sent from a current page of this site. Reload the page, then send it again.",
        ],
        Reason::NoCookie => [
            "Your browser does not accept cookies from this site",
            "You cannot sign in without cookies. Browsers accept them only over https, or at http://localhost on the computer where the service runs. Open the site at one of these addresses and allow its cookies.",
        ],
        Reason::OtherAddress(origin) => {
            return ["This site has a different address".to_owned(), format!("Open {origin} instead.")];
        }
        Reason::RateLimited(seconds) => {
            let text = format!("Too many requests in a short time. Try again in {}.", wait(*seconds));
            return ["Please wait a moment".to_owned(), text];
        }
        Reason::TooManyAttempts(seconds) => {
            return ["Please wait a moment".to_owned(), too_often(*seconds)];
        }
        Reason::OverBudget(seconds) => {
            let text = format!(
                "Your account has used up its computing time for this minute. Try again in {}. Nothing was charged.",
                wait(*seconds)
            );
            return ["Please wait a moment".to_owned(), text];
        }
        Reason::NotAdministrator => [
            "This page is for administrators",
            "Your account is not an administrator. Ask an administrator to do this for you.",
        ],
        Reason::NotReady => {
            ["The service is not ready", "It is starting or stopping. Try again in a moment."]
        }
    };
    [title.to_owned(), text.to_owned()]
}

fn wait(seconds: u64) -> String {
    match seconds {
        0 | 1 => "one second".to_owned(),
        2..=90 => format!("{seconds} seconds"),
        _ => format!("{} minutes", seconds.div_ceil(60)),
    }
}
