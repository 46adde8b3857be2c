//! English texts that all pages share.

use crate::lang::words::Common;

pub(super) static WORDS: Common = Common {
    skip: "Skip to content",
    nav: "Main",
    overview: "Overview",
    new: "New",
    bulk: "Bulk",
    listings: "Listings",
    keys: "API keys",
    settings: "Settings",
    admin: "Admin",
    home: "Photo to Listing, home",
    sign_in: "Sign in",
    sign_up: "Create an account",
    sign_out: "Sign out",
    language: "Language",
    api_reference: "API reference",
    about: |marketplaces| format!("Writes listings from photos, for {marketplaces} marketplaces."),
    copy: "Copy",
    copied: "Copied",
    save: "Save",
    cancel: "Cancel",
    search: "Search",
    clear_search: "Clear search",
    next_page: "Next page",
    optional: "optional",
    email: "Email address",
    password: "Password",
    colon: ": ",
    problems: "Please check the following",
};
