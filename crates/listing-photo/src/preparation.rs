use std::time::{Duration, Instant};

use listing_domain::options::Quality;
use listing_domain::photo::{PhotoUpload, Pixels, PreparedPhoto, UploadContent};
use listing_domain::ports::BoxError;
use listing_resize::Resizer;

use crate::raster::{colour, shrink};
use crate::refusal::Refusal;
use crate::settings::PhotoSettings;
use crate::{data_uri, decode, encode, notes};

#[derive(Debug, thiserror::Error)]
pub(crate) enum PreparationError {
    /// The photo is unusable.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// This crate failed, which is not the photo's fault.
    #[error(transparent)]
    Failed(BoxError),
}

/// A photo's file as it was sent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoded<'a> {
    Base64(&'a str),
    File(&'a [u8]),
}

impl<'a> Encoded<'a> {
    /// Does not check the file.
    pub(crate) fn from_upload(upload: &'a PhotoUpload) -> Result<Self, Refusal> {
        match upload.content() {
            UploadContent::DataUri(uri) => data_uri::base64_text(uri).map(Self::Base64),
            UploadContent::File(bytes) => Ok(Self::File(bytes)),
        }
    }

    /// Only base64 text needs `buffer`, to which it is decoded.
    fn bytes(self, max_bytes: usize, buffer: &'a mut Vec<u8>) -> Result<&'a [u8], Refusal> {
        match self {
            Self::Base64(text) => data_uri::decode(text, max_bytes, buffer).map(|()| &buffer[..]),
            Self::File(bytes) if bytes.len() > max_bytes => Err(Refusal::TooLarge { max_bytes }),
            Self::File(bytes) => Ok(bytes),
        }
    }
}

/// Buffers reused for each photo: fresh memory from the system costs a sixth of the decoding time.
#[derive(Default)]
pub(crate) struct Workbench {
    file: Vec<u8>,
    raster: Vec<u8>,
    resizer: Resizer,
    /// The time by the clock for which other processes worked on the last photo.
    external_time: Duration,
}

impl Workbench {
    /// The capacity that each buffer keeps between photos: the size of a 12-megapixel photo, so that an idle server does
    /// not keep the memory of its largest photo.
    const MAX_IDLE_BYTES: usize = 12_200_000 * 3;

    /// Resets the duration to zero.
    pub(crate) fn take_external_time(&mut self) -> Duration {
        std::mem::take(&mut self.external_time)
    }

    pub(crate) fn prepare(
        &mut self,
        encoded: Encoded<'_>,
        settings: &PhotoSettings,
        quality: Quality,
    ) -> Result<PreparedPhoto, PreparationError> {
        let prepared = self.prepare_with_buffers(encoded, settings, quality);
        for buffer in [&mut self.file, &mut self.raster] {
            buffer.clear();
            buffer.shrink_to(Self::MAX_IDLE_BYTES);
        }
        self.resizer.keep_at_most(Self::MAX_IDLE_BYTES);
        prepared
    }

    fn prepare_with_buffers(
        &mut self,
        encoded: Encoded<'_>,
        settings: &PhotoSettings,
        quality: Quality,
    ) -> Result<PreparedPhoto, PreparationError> {
        let file = encoded.bytes(settings.max_bytes, &mut self.file)?;
        let target = settings.target(quality);
        let start = decode::heif_decoder(file, settings).map(|_| Instant::now());
        let raster = decode::decode(file, target.long_edge, settings, &mut self.raster);
        self.external_time = start.map_or(Duration::ZERO, |start| start.elapsed());
        let raster = raster?;
        let size = shrink::fit(raster.photo.0, raster.photo.1, target.long_edge);
        let (small, channels) =
            shrink::resize(&mut self.resizer, &raster, &self.raster, size).map_err(failed)?;
        // To a twentieth of the pixels; the difference is below JPEG's precision.
        let rgb = colour::to_srgb(small, channels, raster.profile.as_deref());
        let picture = shrink::turn_upright(rgb, size, raster.camera.orientation).map_err(failed)?;
        let notes = notes::observe(&picture, raster.photo);
        let (width, height) = picture.dimensions();
        let rgb = picture.into_raw();
        let jpeg =
            encode::jpeg(&rgb, width, height, target.jpeg_quality).map_err(PreparationError::Failed)?;
        let pixels = Pixels::new(width, height, rgb).map_err(failed)?;
        Ok(PreparedPhoto { jpeg, pixels, notes, taken_at: raster.camera.taken_at })
    }
}

fn failed(error: impl Into<BoxError>) -> PreparationError {
    PreparationError::Failed(error.into())
}
