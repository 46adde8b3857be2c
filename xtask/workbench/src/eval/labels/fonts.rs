//! Fonts for the generated labels, from Debian packages.

use std::fs;
use std::path::Path;

use ab_glyph::{Font as _, FontVec};
use anyhow::{Context as _, Result, ensure};

use xtask::debian;

/// Package, folder, and used files.
const FONTS: &[(&str, &str, &[&str])] = &[
    ("fonts-dejavu-core", "dejavu", &["DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSerif.ttf"]),
    (
        "fonts-liberation",
        "liberation",
        &[
            "LiberationSans-Regular.ttf",
            "LiberationSans-Bold.ttf",
            "LiberationSerif-Regular.ttf",
            "LiberationSerif-Italic.ttf",
        ],
    ),
    ("fonts-freefont-ttf", "freefont", &["FreeSans.ttf", "FreeSerif.ttf", "FreeSansBold.ttf"]),
];

const FOLDER: &str = "/usr/share/fonts/truetype";

/// Every font must contain these letters.
const LETTERS: &str = "AaÀàÇçÉéÈèÊêÎîÔôŒœÙùÛûŸÿ&%°'/0123456789";

/// Installs the packages first where possible.
pub(super) fn all() -> Result<Vec<FontVec>> {
    let mut fonts = Vec::new();
    for (package, folder, files) in FONTS {
        let folder = Path::new(FOLDER).join(folder);
        if !files.iter().all(|file| folder.join(file).is_file()) {
            debian::install(package);
        }
        for file in *files {
            let path = folder.join(file);
            let bytes = fs::read(&path).with_context(|| {
                format!("cannot read {}: install Debian's package {package}", path.display())
            })?;
            let font = FontVec::try_from_vec(bytes)
                .with_context(|| format!("the file is not a font: {}", path.display()))?;
            let lacks = LETTERS.chars().find(|&letter| font.glyph_id(letter).0 == 0);
            ensure!(lacks.is_none(), "the font {} lacks the letter {lacks:?}", path.display());
            fonts.push(font);
        }
    }
    Ok(fonts)
}
