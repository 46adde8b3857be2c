use image::codecs::gif::GifEncoder;
use image::codecs::webp::WebPEncoder;
use image::{DynamicImage, ExtendedColorType, Frame, ImageFormat, RgbImage, Rgba, RgbaImage};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

pub(crate) const RED: [u8; 3] = [200, 30, 40];
pub(crate) const GREEN: [u8; 3] = [20, 160, 60];
pub(crate) const BLUE: [u8; 3] = [30, 60, 190];
pub(crate) const YELLOW: [u8; 3] = [230, 210, 50];

/// Red, green, blue and yellow, in reading order.
pub(crate) fn quarters(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        image::Rgb(match (x < width / 2, y < height / 2) {
            (true, true) => RED,
            (false, true) => GREEN,
            (true, false) => BLUE,
            (false, false) => YELLOW,
        })
    })
}

pub(crate) fn encode(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    picture.into().write_to(&mut file, format).unwrap();
    file.into_inner()
}

#[derive(Default)]
pub(crate) struct Jpeg {
    pub(crate) progressive: bool,
    pub(crate) full_colour: bool,
    pub(crate) exif: Option<Vec<u8>>,
    pub(crate) profile: Option<Vec<u8>>,
}

impl Jpeg {
    pub(crate) fn encode(&self, picture: &RgbImage) -> Vec<u8> {
        self.encode_raw(picture.as_raw(), picture.dimensions(), ColorType::Rgb)
    }

    pub(crate) fn encode_raw(&self, data: &[u8], (width, height): (u32, u32), colours: ColorType) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, 95);
        encoder.set_progressive(self.progressive);
        let sampling = if self.full_colour { SamplingFactor::F_1_1 } else { SamplingFactor::F_2_2 };
        encoder.set_sampling_factor(sampling);
        if let Some(exif) = &self.exif {
            encoder.add_exif_metadata(exif).unwrap();
        }
        if let Some(profile) = &self.profile {
            encoder.add_icc_profile(profile).unwrap();
        }
        encoder.encode(data, width.try_into().unwrap(), height.try_into().unwrap(), colours).unwrap();
        file
    }
}

pub(crate) fn jpeg(picture: &RgbImage) -> Vec<u8> {
    Jpeg::default().encode(picture)
}

pub(crate) fn webp(picture: &RgbaImage) -> Vec<u8> {
    let mut file = Vec::new();
    let (width, height) = picture.dimensions();
    WebPEncoder::new_lossless(&mut file).encode(picture, width, height, ExtendedColorType::Rgba8).unwrap();
    file
}

/// Two lossless frames (RFC 9649).
pub(crate) fn animated_webp(frames: [&RgbaImage; 2]) -> Vec<u8> {
    let u24 = |value: u32| value.to_le_bytes()[..3].to_vec();
    let (width, height) = frames[0].dimensions();
    let size = [u24(width - 1), u24(height - 1)].concat();
    let mut body = b"WEBP".to_vec();
    body.extend(riff_chunk(*b"VP8X", &[&[0b1_0010, 0, 0, 0], &size[..]].concat()));
    body.extend(riff_chunk(*b"ANIM", &[0; 6]));
    for frame in frames {
        let picture = &webp(frame)[12..];
        let header = [u24(0), u24(0), size.clone(), u24(100), vec![0]].concat();
        body.extend(riff_chunk(*b"ANMF", &[&header, picture].concat()));
    }
    riff_chunk(*b"RIFF", &body)
}

fn riff_chunk(kind: [u8; 4], payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_le_bytes();
    [&kind, &length[..], payload, &vec![0; payload.len() % 2]].concat()
}

pub(crate) fn gif(frames: &[RgbaImage]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = GifEncoder::new(&mut file);
    encoder.encode_frames(frames.iter().cloned().map(Frame::new)).unwrap();
    drop(encoder);
    file
}

pub(crate) fn plain(width: u32, height: u32, colour: [u8; 4]) -> RgbaImage {
    RgbaImage::from_pixel(width, height, Rgba(colour))
}

/// Big-endian TIFF with an orientation, a camera and a GPS position.
pub(crate) fn exif(orientation: u16) -> Vec<u8> {
    let mut block = b"MM\0*\0\0\0\x08".to_vec();
    let entry = |tag: u16, kind: u16, count: u32, value: [u8; 4]| {
        [&tag.to_be_bytes()[..], &kind.to_be_bytes(), &count.to_be_bytes(), &value].concat()
    };
    let [high, low] = orientation.to_be_bytes();
    block.extend([0, 3]);
    block.extend(entry(0x010F, 2, 4, *b"CAM\0"));
    block.extend(entry(0x0112, 3, 1, [high, low, 0, 0]));
    block.extend(entry(0x8825, 4, 1, 50_u32.to_be_bytes()));
    block.extend([0; 4]);
    block.extend([0, 1]);
    block.extend(entry(0x0001, 2, 2, *b"N\0\0\0"));
    block.extend([0; 4]);
    block
}
