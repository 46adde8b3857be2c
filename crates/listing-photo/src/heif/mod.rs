//! Decodes HEIC and AVIF photos with libheif's command-line program, if it is installed.
//!
//! The program is written in C++ and reads untrusted input. So it runs in a separate process, with limits on
//! time, memory and output, in a private temporary folder, without the service's environment and, if the
//! system permits that, without a network. Its output is a JPEG file, which is checked like any other.

mod sandbox;
mod sizes;

use std::path::{Path, PathBuf};

use self::sandbox::Sandbox;
pub(crate) use self::sizes::largest;

/// Fixed, so that neither a caller nor the current folder can change where the program is found.
const FOLDERS: [&str; 3] = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"];
/// The newer name first.
const NAMES: [&str; 2] = ["heif-dec", "heif-convert"];
/// Of the intermediate JPEG file; no loss is visible.
const QUALITY: &str = "95";
/// Pictures of 16 x 16 pixels, which test if the program can decode a kind.
const PROBES: [(Kind, &[u8]); 2] =
    [(Kind::Heic, include_bytes!("probe.heic")), (Kind::Avif, include_bytes!("probe.avif"))];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Heic,
    Avif,
}

/// The command-line decoder of libheif on this machine.
#[derive(Debug, Clone)]
pub struct HeifDecoder {
    sandbox: Sandbox,
    program: PathBuf,
    kinds: Vec<Kind>,
}

impl HeifDecoder {
    /// Finds a program that decodes HEIC files, by running it on two files of half a kilobyte.
    #[must_use]
    pub fn find() -> Option<Self> {
        let programs = FOLDERS.iter().flat_map(|folder| NAMES.map(|name| Path::new(folder).join(name)));
        programs.filter(|program| program.is_file()).find_map(|program| Self::probe(&program))
    }

    /// `None` if it does not decode HEIC files within its limits.
    fn probe(program: &Path) -> Option<Self> {
        let can_decode = |decoder: &Self, file: &[u8]| decoder.decode(file).is_some();
        Sandbox::all().into_iter().find_map(|sandbox| {
            let mut decoder = Self { sandbox, program: program.to_owned(), kinds: Vec::new() };
            let kinds = PROBES.into_iter().filter(|(_, file)| can_decode(&decoder, file));
            decoder.kinds = kinds.map(|(kind, _)| kind).collect();
            decoder.can(Kind::Heic).then_some(decoder)
        })
    }

    pub(crate) fn can(&self, kind: Kind) -> bool {
        self.kinds.contains(&kind)
    }

    /// Returns an upright JPEG file; `None` if the program fails or exceeds its limits.
    pub(crate) fn decode(&self, file: &[u8]) -> Option<Vec<u8>> {
        let program = self.program.to_str()?;
        let output = self.sandbox.run(&[program, "-q", QUALITY, sandbox::INPUT, sandbox::OUTPUT], file);
        output.filter(|jpeg| jpeg.starts_with(&[0xFF, 0xD8]))
    }

    /// Describes the program, the kinds of files it decodes, and its sandbox.
    #[must_use]
    pub fn describe(&self) -> String {
        let kinds = if self.can(Kind::Avif) { "HEIC and AVIF" } else { "HEIC" };
        let network = if self.sandbox.is_offline() { "without a network" } else { "network not shut off" };
        format!("{kinds} decoded by {}, {network}", self.program.display())
    }
}
