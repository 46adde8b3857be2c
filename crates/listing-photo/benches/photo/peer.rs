//! Prepares photos on command with one of several decoders (peers), measured by the caller from outside.
//!
//! Each line on standard input is a command, answered by one line, `ok` or the error:
//!
//! | Command | Does |
//! |---|---|
//! | `load FILE…` | reads a photo as a request has it; the peer `ours` takes several |
//! | `ready COUNT` | makes that many requests with the photo, for the next preparations |
//! | `go EDGE` | prepares one photo, its long edge reduced to this many pixels |
//! | `batch EDGE` | prepares all of them, on all cores |
//! | `save FILE` | writes the last result |

use std::fs;
use std::io::{BufRead as _, Write as _};
use std::num::NonZeroU32;
use std::sync::Arc;

use base64_simd::STANDARD;
use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::U8x3;
use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};
use futures_util::future::try_join_all;
use image::codecs::jpeg::JpegEncoder;
use image::imageops;
use jpeg_encoder::{ColorType, Encoder};
use listing_domain::ids::AccountId;
use listing_domain::options::Quality;
use listing_domain::photo::PhotoUpload;
use listing_domain::ports::PhotoProcessor as _;
use listing_domain::request::PhotoUploads;
use listing_photo::{PhotoSettings, SafePhotos, Target};
use listing_testkit::OpenAdmission;
use tokio::runtime::Runtime;
use uuid::Uuid;

use crate::Outcome;

const JPEG_QUALITY: u8 = 85;

trait Peer {
    fn load(&mut self, files: Vec<Vec<u8>>);
    fn ready(&mut self, count: u16) -> Outcome<()>;
    fn prepare(&mut self, long_edge: u32) -> Outcome<Vec<u8>>;
    /// Uses all cores.
    fn batch(&mut self, long_edge: u32) -> Outcome<()>;
}

pub(crate) fn serve(name: &str) -> Outcome<()> {
    let mut peer: Box<dyn Peer> = match name {
        "ours" => Box::new(Ours::new()?),
        "image" => Box::new(Plain { prepare: with_image, file: Vec::new(), ready: 0 }),
        "full" => Box::new(Plain { prepare: at_full_size, file: Vec::new(), ready: 0 }),
        _ => return Err(format!("unknown variant {name}").into()),
    };
    let mut made = Vec::new();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        match line.split('\t').collect::<Vec<_>>().as_slice() {
            ["load", files @ ..] => peer.load(files.iter().map(fs::read).collect::<Result<_, _>>()?),
            ["go", edge] => made = peer.prepare(edge.parse()?)?,
            ["ready", count] => peer.ready(count.parse()?)?,
            ["batch", edge] => peer.batch(edge.parse()?)?,
            ["save", file] => fs::write(file, &made)?,
            _ => return Err(format!("unknown command {line:?}").into()),
        }
        println!("ok");
        std::io::stdout().flush()?;
    }
    Ok(())
}

/// This crate through its port: from the text of a request to a prepared photo.
struct Ours {
    runtime: Runtime,
    uploads: Vec<String>,
    requests: Vec<PhotoUploads>,
    processor: Option<(u32, Arc<SafePhotos>)>,
}

impl Ours {
    fn new() -> Outcome<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build()?;
        Ok(Self { runtime, uploads: Vec::new(), requests: Vec::new(), processor: None })
    }

    fn processor(&mut self, long_edge: u32) -> Outcome<Arc<SafePhotos>> {
        match &self.processor {
            Some((edge, processor)) if *edge == long_edge => Ok(Arc::clone(processor)),
            _ => {
                let long_edge_wanted = NonZeroU32::new(long_edge).ok_or("no pixels are wanted")?;
                let target = Target { long_edge: long_edge_wanted, jpeg_quality: JPEG_QUALITY };
                let settings = PhotoSettings { standard: target, ..PhotoSettings::default() };
                let cores = std::thread::available_parallelism()?.get();
                let workers = Arc::new(OpenAdmission::with_workers(cores));
                let processor = Arc::new(SafePhotos::new(settings, workers));
                self.processor = Some((long_edge, Arc::clone(&processor)));
                Ok(processor)
            }
        }
    }
}

impl Peer for Ours {
    fn load(&mut self, files: Vec<Vec<u8>>) {
        let data_uri = |file| format!("data:image/jpeg;base64,{}", STANDARD.encode_to_string(file));
        self.uploads = files.into_iter().map(data_uri).collect();
    }

    fn ready(&mut self, count: u16) -> Outcome<()> {
        let request = || PhotoUploads::new(self.uploads.iter().cloned().map(PhotoUpload::new).collect());
        self.requests = (0..count).map(|_| request()).collect::<Result<_, _>>()?;
        Ok(())
    }

    fn prepare(&mut self, long_edge: u32) -> Outcome<Vec<u8>> {
        let processor = self.processor(long_edge)?;
        let request = self.requests.pop().ok_or("no request is ready")?;
        let mut photos = self.runtime.block_on(processor.prepare(account(0), request, Quality::Standard))?;
        Ok(photos.pop().ok_or("no photo came out")?.jpeg)
    }

    fn batch(&mut self, long_edge: u32) -> Outcome<()> {
        let processor = &self.processor(long_edge)?;
        // Each for another account, so that none waits for others of its own account.
        let requests = (0..).zip(self.requests.drain(..));
        let prepare = |(number, request)| processor.prepare(account(number), request, Quality::Standard);
        self.runtime.block_on(try_join_all(requests.map(prepare)))?;
        Ok(())
    }
}

fn account(number: u16) -> AccountId {
    AccountId::new(Uuid::from_u128(number.into()))
}

/// A function from photo file to prepared file.
struct Plain {
    prepare: fn(&[u8], u32) -> Outcome<Vec<u8>>,
    file: Vec<u8>,
    ready: u16,
}

impl Peer for Plain {
    fn load(&mut self, files: Vec<Vec<u8>>) {
        self.file = files.into_iter().next().unwrap_or_default();
    }

    fn prepare(&mut self, long_edge: u32) -> Outcome<Vec<u8>> {
        (self.prepare)(&self.file, long_edge)
    }

    fn ready(&mut self, count: u16) -> Outcome<()> {
        self.ready = count;
        Ok(())
    }

    fn batch(&mut self, long_edge: u32) -> Outcome<()> {
        for _ in 0..self.ready {
            (self.prepare)(&self.file, long_edge)?;
        }
        Ok(())
    }
}

fn scaled((width, height): (u32, u32), long_edge: u32) -> (u32, u32) {
    let long = width.max(height);
    let scaled = |side: u32| (side * long_edge + long / 2) / long;
    if long <= long_edge { (width, height) } else { (scaled(width), scaled(height)) }
}

/// Uses the `image` crate alone, and ignores the orientation.
fn with_image(file: &[u8], long_edge: u32) -> Outcome<Vec<u8>> {
    let picture = image::load_from_memory(file)?.into_rgb8();
    let (width, height) = scaled(picture.dimensions(), long_edge);
    let small = imageops::resize(&picture, width, height, imageops::FilterType::Lanczos3);
    let mut made = Vec::new();
    JpegEncoder::new_with_quality(&mut made, JPEG_QUALITY).encode_image(&small)?;
    Ok(made)
}

/// Decodes and resizes every pixel: the reference for quality.
fn at_full_size(file: &[u8], long_edge: u32) -> Outcome<Vec<u8>> {
    let picture = image::load_from_memory(file)?.into_rgb8();
    let (width, height) = scaled(picture.dimensions(), long_edge);
    let source = TypedImageRef::<U8x3>::from_buffer(picture.width(), picture.height(), picture.as_raw())?;
    let mut small = vec![0; usize::try_from(width * height * 3)?];
    let mut view = TypedImage::<U8x3>::from_buffer(width, height, &mut small)?;
    let lanczos = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3));
    Resizer::new().resize_typed(&source, &mut view, &lanczos)?;
    let mut made = Vec::new();
    let encoder = Encoder::new(&mut made, JPEG_QUALITY);
    encoder.encode(&small, width.try_into()?, height.try_into()?, ColorType::Rgb)?;
    Ok(made)
}
