//! Implements `ptl comps sold`.

use anyhow::anyhow;
use listing_domain::usecase::Sale;

use super::{Failure, SoldArgs, price, show};
use crate::command::print;
use crate::compose;
use crate::settings::Settings;

pub(super) async fn run(settings: &Settings, args: SoldArgs, json: bool) -> Result<(), Failure> {
    let sale = sale(&args).map_err(Failure::Setup)?;
    let storage = compose::Storage::open(settings)?;
    let recorded = storage.record_sale().run(args.generation, sale).await?;
    let mut shown = show::as_json(&recorded.stored);
    shown["corrected"] = recorded.is_corrected.into();
    print::value_or_text(json, &shown, || {
        let corrected =
            if recorded.is_corrected { "corrected the earlier record of this sale\n" } else { "" };
        format!("{corrected}{}", show::as_text(&recorded.stored))
    })?;
    Ok(())
}

fn sale(args: &SoldArgs) -> anyhow::Result<Sale> {
    let text = &args.price;
    let (minor, sign) =
        price::read(text).ok_or_else(|| anyhow!("the price {}, not {text:?}", price::ACCEPTED))?;
    match (sign, args.currency) {
        (Some(sign), Some(given)) if sign != given => {
            Err(anyhow!("the price is in {sign}, but --currency says {given}"))
        }
        (sign, given) => Ok(Sale { minor, currency: given.or(sign), on: args.date, platform: None }),
    }
}
