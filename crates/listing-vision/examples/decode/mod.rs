//! Reads a photo from a file. The service prepares its photos with `listing-photo`.

use anyhow::Result;
use image::{DynamicImage, ImageDecoder as _, ImageReader};
use listing_domain::photo::Pixels;

pub(crate) fn decode(path: &str) -> Result<Pixels> {
    let mut decoder = ImageReader::open(path)?.with_guessed_format()?.into_decoder()?;
    let orientation = decoder.orientation()?;
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture.apply_orientation(orientation);
    let picture = picture.into_rgb8();
    Ok(Pixels::new(picture.width(), picture.height(), picture.into_raw())?)
}
