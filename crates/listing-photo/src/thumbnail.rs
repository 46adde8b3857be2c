//! Thumbnails of prepared photos, for an account's history.

use std::num::NonZeroU32;
use std::sync::Arc;

use async_trait::async_trait;
use listing_domain::photo::{Pixels, PreparedPhoto, Thumbnail};
use listing_domain::ports::{BoxError, Thumbnailer};
use listing_resize::{Channels, Filter, Part, Picture, ResizeError, Resizer};
use tokio::task::spawn_blocking;

use crate::encode;
use crate::raster::shrink::fit;

/// Long edges and JPEG qualities to try until the file is small enough. Hardly any photo needs the second
/// pair; only noise needs the last.
const TRIES: [(NonZeroU32, u8); 3] = [(LONG_EDGE, 75), (LONG_EDGE, 50), (SHORT_EDGE, 40)];
/// Enough to recognize an item in a list.
const LONG_EDGE: NonZeroU32 = NonZeroU32::new(240).expect("is not zero");
/// For a picture with so much detail that its file would be too large.
const SHORT_EDGE: NonZeroU32 = NonZeroU32::new(120).expect("is not zero");

/// Makes thumbnails on the blocking pool; each takes a millisecond or two.
#[derive(Debug, Clone, Copy, Default)]
pub struct PhotoThumbnails;

#[async_trait]
impl Thumbnailer for PhotoThumbnails {
    async fn thumbnail(&self, photos: Arc<[PreparedPhoto]>) -> Option<Thumbnail> {
        let photo = photos.first()?;
        if let Some(thumbnail) = own_file(photo) {
            return Some(thumbnail);
        }
        let work = move || photos.first().map(|photo| thumbnail(&photo.pixels));
        let outcome =
            spawn_blocking(work).await.map_err(BoxError::from).transpose()?.and_then(|outcome| outcome);
        match outcome {
            Ok(thumbnail) => thumbnail,
            Err(error) => {
                tracing::warn!(%error, "failed to make a thumbnail: the generation is stored without one");
                None
            }
        }
    }
}

/// `None` if it is larger than a thumbnail.
fn own_file(PreparedPhoto { jpeg, pixels, .. }: &PreparedPhoto) -> Option<Thumbnail> {
    let is_small = pixels.width().max(pixels.height()) <= LONG_EDGE.get();
    if is_small { Thumbnail::new(jpeg.clone()).ok() } else { None }
}

/// `None` if no file is small enough.
fn thumbnail(pixels: &Pixels) -> Result<Option<Thumbnail>, BoxError> {
    for (long_edge, quality) in TRIES {
        let (width, height) = fit(pixels.width(), pixels.height(), long_edge);
        let small = resize(pixels, width, height)?;
        if let Ok(thumbnail) = Thumbnail::new(encode::jpeg(&small, width, height, quality)?) {
            return Ok(Some(thumbnail));
        }
    }
    Ok(None)
}

fn resize(pixels: &Pixels, width: u32, height: u32) -> Result<Vec<u8>, ResizeError> {
    let (samples, channels) = (pixels.rgb(), Channels::Rgb);
    let whole = Part::whole(pixels.width(), pixels.height());
    let picture = Picture { samples, channels, width: pixels.width(), height: pixels.height() };
    Resizer::default().resize(picture, whole, Filter::Bilinear, (width, height))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::pixels::index;

    fn picture(width: u32, height: u32, value: impl FnMut(usize) -> u8) -> Pixels {
        let rgb = (0..index(width) * index(height) * 3).map(value).collect();
        Pixels::new(width, height, rgb).unwrap()
    }

    fn size_of(thumbnail: &Thumbnail) -> (u32, u32) {
        let picture = image::load_from_memory(thumbnail.as_jpeg()).unwrap();
        (picture.width(), picture.height())
    }

    fn prepared(pixels: Pixels) -> PreparedPhoto {
        PreparedPhoto { jpeg: Vec::new(), pixels, notes: Vec::new(), taken_at: None }
    }

    #[tokio::test]
    async fn thumbnail_keeps_the_proportion_of_the_first_photo() {
        let photos = [picture(1024, 768, |_| 90), picture(100, 100, |_| 10)].map(prepared);
        let thumbnail = PhotoThumbnails.thumbnail(photos.into()).await.unwrap();
        assert_eq!(size_of(&thumbnail), (240, 180));
        let colour = image::load_from_memory(thumbnail.as_jpeg()).unwrap().to_rgb8().get_pixel(120, 90).0;
        assert!(colour.iter().all(|channel| channel.abs_diff(90) < 4), "{colour:?}");
        assert_eq!(PhotoThumbnails.thumbnail([].into()).await, None);
    }

    #[test]
    fn thumbnail_of_noise_is_within_the_size_limit() {
        let mut state = 1_u32;
        let noise = picture(1536, 1536, |_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        });
        let thumbnail = thumbnail(&noise).unwrap().unwrap();
        assert!(thumbnail.as_jpeg().len() <= Thumbnail::MAX_BYTES);
    }

    #[tokio::test]
    async fn small_photo_is_its_own_thumbnail() {
        let pixels = picture(240, 31, |_| 200);
        let jpeg = encode::jpeg(pixels.rgb(), 240, 31, 85).unwrap();
        let photo = PreparedPhoto { jpeg: jpeg.clone(), pixels, notes: Vec::new(), taken_at: None };
        let thumbnail = PhotoThumbnails.thumbnail([photo].into()).await.unwrap();
        assert_eq!(thumbnail.as_jpeg(), jpeg);
    }

    #[tokio::test]
    async fn a_small_photo_with_a_large_file_is_encoded_again() {
        let jpeg = vec![0xFF; Thumbnail::MAX_BYTES + 1];
        let photo = PreparedPhoto { jpeg, pixels: picture(30, 1, |_| 0), notes: Vec::new(), taken_at: None };
        let thumbnail = PhotoThumbnails.thumbnail([photo].into()).await.unwrap();
        assert_eq!(size_of(&thumbnail), (30, 1), "the thumbnail is not larger than the photo");
    }
}
