//! The color model of a JPEG file's components, determined as in libjpeg.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Model {
    Gray,
    Ycc,
    Rgb,
    /// Inverted inks.
    Cmyk,
    /// Inverted inks, the first three as brightness and color differences.
    Ycck,
}

/// Hints at the color model in JFIF and Adobe segments.
#[derive(Debug, Default)]
pub(super) struct Hints {
    is_jfif: bool,
    adobe_transform: Option<u8>,
}

impl Hints {
    pub(super) fn take(&mut self, marker: u8, segment: &[u8]) {
        match marker {
            0xE0 => self.is_jfif |= segment.len() >= 14 && segment.starts_with(b"JFIF\0"),
            _ if segment.starts_with(b"Adobe") => {
                self.adobe_transform = segment.get(11).copied().or(self.adobe_transform);
            }
            _ => {}
        }
    }

    /// `None` if there is no model for the number of components.
    pub(super) fn model(&self, ids: &[u8]) -> Option<Model> {
        match (ids, self.adobe_transform) {
            ([_], _) => Some(Model::Gray),
            ([_, _, _], Some(0)) | ([b'R', b'G', b'B'], None) if !self.is_jfif => Some(Model::Rgb),
            ([_, _, _], _) => Some(Model::Ycc),
            ([_, _, _, _], None | Some(0)) => Some(Model::Cmyk),
            ([_, _, _, _], Some(_)) => Some(Model::Ycck),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hints(is_jfif: bool, adobe_transform: Option<u8>) -> Hints {
        Hints { is_jfif, adobe_transform }
    }

    #[test]
    fn color_markers_have_priority_over_component_identifiers() {
        for (jfif, adobe, ids, expected) in [
            (false, None, &[7][..], Some(Model::Gray)),
            (false, Some(0), &[1], Some(Model::Gray)),
            (false, None, &[1, 2, 3], Some(Model::Ycc)),
            (false, None, &[0, 1, 2], Some(Model::Ycc)),
            (false, None, b"RGB", Some(Model::Rgb)),
            (true, None, b"RGB", Some(Model::Ycc)),
            (false, Some(1), b"RGB", Some(Model::Ycc)),
            (false, Some(0), &[1, 2, 3], Some(Model::Rgb)),
            (true, Some(0), &[1, 2, 3], Some(Model::Ycc)),
            (false, None, &[1, 2, 3, 4], Some(Model::Cmyk)),
            (false, Some(0), &[1, 2, 3, 4], Some(Model::Cmyk)),
            (true, Some(2), &[1, 2, 3, 4], Some(Model::Ycck)),
            (false, None, &[1, 2], None),
        ] {
            assert_eq!(hints(jfif, adobe).model(ids), expected, "{jfif} {adobe:?} {ids:?}");
        }
    }

    #[test]
    fn application_segments_that_are_too_short_are_ignored() {
        let mut hints = Hints::default();
        hints.take(0xE0, b"JFIF\0\x01\x02");
        hints.take(0xEE, b"Adobe\0\x64");
        assert!(!hints.is_jfif && hints.adobe_transform.is_none());
        hints.take(0xEE, b"Adobe\0\x64\0\0\0\0\x02");
        assert_eq!(hints.adobe_transform, Some(2));
    }
}
