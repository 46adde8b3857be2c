//! Encodes a picture as a JPEG file with pixels only, with color at half the size in both directions, as
//! cameras do.

use listing_domain::ports::BoxError;

#[cfg(not(feature = "turbo"))]
pub(crate) fn jpeg(rgb: &[u8], width: u32, height: u32, quality: u8) -> Result<Vec<u8>, BoxError> {
    use jpeg_encoder::{ChromaSubsamplingMethod, ColorType, Encoder, SamplingFactor};

    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, quality);
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    // Otherwise stripes one pixel wide would lose their color.
    encoder.set_chroma_subsampling_method(ChromaSubsamplingMethod::Average);
    encoder.encode(rgb, width.try_into()?, height.try_into()?, ColorType::Rgb)?;
    Ok(file)
}

#[cfg(feature = "turbo")]
pub(crate) fn jpeg(rgb: &[u8], width: u32, height: u32, quality: u8) -> Result<Vec<u8>, BoxError> {
    use turbojpeg::{Compressor, Image, PixelFormat, Subsamp};

    let mut encoder = Compressor::new()?;
    encoder.set_quality(quality.into())?;
    encoder.set_subsamp(Subsamp::Sub2x2)?;
    let (width, height) = (usize::try_from(width)?, usize::try_from(height)?);
    let picture = Image { pixels: rgb, width, pitch: width * 3, height, format: PixelFormat::RGB };
    Ok(encoder.compress_to_vec(picture)?)
}
