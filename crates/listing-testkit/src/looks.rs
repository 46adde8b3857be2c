use async_trait::async_trait;
use listing_domain::grouping::Look;
use listing_domain::lane::Lane;
use listing_domain::photo::PreparedPhoto;
use listing_domain::ports::PhotoLooks;

/// Describes photos by their mean color, so that drawings of different colors look different.
#[derive(Debug, Clone, Copy, Default)]
pub struct ColorLooks;

#[async_trait]
impl PhotoLooks for ColorLooks {
    async fn look(&self, _: Lane, photo: &PreparedPhoto) -> Option<Look> {
        let (pixels, _) = photo.pixels.rgb().as_chunks::<3>();
        let sum = |channel: usize| pixels.iter().map(|pixel| u64::from(pixel[channel])).sum::<u64>();
        let mean = [0, 1, 2].map(|channel| sum(channel) / u64::try_from(pixels.len()).unwrap_or(1).max(1));
        // From the middle of the range, so that opposite colors have opposite looks.
        Look::from_features(&mean.map(|value| f32::from(u8::try_from(value).unwrap_or(u8::MAX)) - 127.5))
    }
}
