//! The quota shared by the web app and the API.

use anyhow::{Result, ensure};

use super::environment::{Environment, photos};
use super::{keys, listings};
use crate::it::runs::parts::Figures;

/// A free unit used in the web app is gone in the API at once, and vice versa.
pub(super) fn verify(env: &Environment) -> Result<Figures> {
    env.on_each(async |site| {
        let photos = photos();
        let photo = &photos[0];
        let person = site.person("max").await?;
        let key = keys::make(&person.browser, "both").await?;
        for _ in 0..2 {
            ensure!(site.api.generate(&key, photo)? == 200, "a generation with the API key was refused");
        }
        listings::write(&person.browser, &photos[..1]).await?;
        ensure!(site.api.generate(&key, photo)? == 402, "the generation in the web app was not counted");
        person.browser.open("/account").await?;
        person.browser.sees("No generations left this month").await?;
        person.browser.sees("0 of 3 free left").await?;
        person.browser.close().await?;

        let person = site.person("mia").await?;
        let key = keys::make(&person.browser, "both").await?;
        let before = &person.browser;
        before.open("/account/new").await?;
        before.sees("Uses 1 of your 3 free generations.").await?;
        for _ in 0..3 {
            ensure!(site.api.generate(&key, photo)? == 200, "a generation with the API key was refused");
        }
        // This page was opened before the quota was used up.
        before.find("//*[@id=\"photos\"]").await?.send_keys(photo.display().to_string()).await?;
        before.tick("Marketplaces", "Vinted").await?;
        before.click("", "Write the listings").await?;
        before.sees("You have no generations left this month.").await?;
        before.open("/account/new").await?;
        before.sees("You have no generations left this month.").await?;
        let is_off =
            before.evaluate::<bool>("return document.querySelector('.send button').disabled").await?;
        ensure!(is_off, "the button is enabled without quota");
        person.browser.close().await?;
        Ok(Figures::new())
    })
}
