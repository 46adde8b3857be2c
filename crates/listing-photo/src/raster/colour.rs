//! Converts pixels of all kinds to opaque 8-bit sRGB.

use listing_resize::Channels;
use moxcms::{ColorProfile, DataColorSpace, Layout, ParsingOptions, TransformOptions};

/// Profiles of cameras and phones have less than 4 kB, those with tables up to about 1 MB.
const MAX_PROFILE_BYTES: usize = 2 * 1024 * 1024;

/// Keeps the high bytes of native-endian 16-bit samples, in place.
pub(crate) fn halve_depth(buffer: &mut Vec<u8>) {
    let samples = buffer.len() / 2;
    for index in 0..samples {
        let [high, _] = u16::from_ne_bytes([buffer[2 * index], buffer[2 * index + 1]]).to_be_bytes();
        buffer[index] = high;
    }
    buffer.truncate(samples);
}

/// Blends pixels of `COLOURS` color bytes and one opacity byte with white, in place, and drops the opacity.
pub(crate) fn blend_with_white<const COLOURS: usize>(buffer: &mut Vec<u8>) {
    let pixels = buffer.len() / (COLOURS + 1);
    for index in 0..pixels {
        let from = index * (COLOURS + 1);
        let opacity = u16::from(buffer[from + COLOURS]);
        for channel in 0..COLOURS {
            let mixed = u16::from(buffer[from + channel]) * opacity + 255 * (255 - opacity) + 127;
            // At most 255, so it fits in the low byte.
            let [low, _] = (mixed / 255).to_le_bytes();
            buffer[index * COLOURS + channel] = low;
        }
    }
    buffer.truncate(pixels * COLOURS);
}

/// Ignores a profile that is damaged or does not fit the channels, as browsers do, and CMYK profiles, because
/// CMYK pictures have already become RGB.
pub(crate) fn to_srgb(pixels: Vec<u8>, channels: Channels, profile: Option<&[u8]>) -> Vec<u8> {
    if let Some(converted) = profile.and_then(|profile| apply_profile(&pixels, channels, profile)) {
        return converted;
    }
    match channels {
        Channels::Rgb => pixels,
        Channels::Grey => pixels.iter().flat_map(|grey| [*grey; 3]).collect(),
    }
}

fn apply_profile(pixels: &[u8], channels: Channels, profile: &[u8]) -> Option<Vec<u8>> {
    let options = ParsingOptions { max_profile_size: MAX_PROFILE_BYTES, ..ParsingOptions::default() };
    let profile = ColorProfile::new_from_slice_with_options(profile, options).ok()?;
    let (layout, count) = match (channels, profile.color_space) {
        (Channels::Rgb, DataColorSpace::Rgb) => (Layout::Rgb, pixels.len() / 3),
        (Channels::Grey, DataColorSpace::Gray) => (Layout::Gray, pixels.len()),
        _ => return None,
    };
    let srgb = ColorProfile::new_srgb();
    let transform =
        profile.create_transform_8bit(layout, &srgb, Layout::Rgb, TransformOptions::default()).ok()?;
    let mut converted = vec![0; count * 3];
    transform.transform(pixels, &mut converted).ok()?;
    Some(converted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_bit_samples_keep_their_high_byte() {
        let mut buffer: Vec<u8> = [0x1234_u16, 0xFFFF, 0x00FF].iter().flat_map(|s| s.to_ne_bytes()).collect();
        halve_depth(&mut buffer);
        assert_eq!(buffer, [0x12, 0xFF, 0x00]);
    }

    #[test]
    fn transparency_is_blended_with_white() {
        let mut rgba = vec![10, 20, 30, 255, 10, 20, 30, 0, 0, 100, 255, 128];
        blend_with_white::<3>(&mut rgba);
        assert_eq!(rgba, [10, 20, 30, 255, 255, 255, 127, 177, 255]);
        let mut grey = vec![0, 51, 200, 255];
        blend_with_white::<1>(&mut grey);
        assert_eq!(grey, [204, 200]);
    }

    #[test]
    fn a_wide_gamut_profile_is_converted() {
        let p3 = ColorProfile::new_display_p3().encode().unwrap();
        // A neutral gray stays; a color of the larger space becomes stronger.
        let converted = to_srgb(vec![128, 128, 128, 200, 100, 100], Channels::Rgb, Some(&p3));
        assert!(converted[..3].iter().all(|value| value.abs_diff(128) <= 1), "{converted:?}");
        assert!(converted[3] > 205 && converted[4] < 100, "{converted:?}");
    }

    #[test]
    fn color_profiles_for_other_channels_are_ignored() {
        let p3 = ColorProfile::new_display_p3().encode().unwrap();
        let grey = ColorProfile::new_gray_with_gamma(2.2).encode().unwrap();
        for profile in [None, Some(&p3[..]), Some(b"no profile"), Some(&[])] {
            assert_eq!(to_srgb(vec![7, 200], Channels::Grey, profile), [7, 7, 7, 200, 200, 200]);
        }
        for profile in [None, Some(&grey[..]), Some(&p3[..100])] {
            assert_eq!(to_srgb(vec![7, 200, 9], Channels::Rgb, profile), [7, 200, 9]);
        }
    }
}
