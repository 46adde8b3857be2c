//! ONNX Runtime, a library that runs the networks several times faster.

use std::env::consts::{ARCH, OS};

use anyhow::{Context as _, Result};

use super::pip::Packages;
use super::wheel::{Wanted, Wheels};

const LICENCES: &str = "onnxruntime-licences.txt";
/// A wheel is a Python package.
const WHEEL: &str = "onnxruntime-1.32.0-";

const LICENCE: Wanted = Wanted {
    wheel: WHEEL,
    path: "onnxruntime/LICENSE",
    sha256: "2f07c72751aed99790b8a4869cf2311df85a860b22ded05fa22803587a48922c",
};

const NOTICES: Wanted = Wanted {
    wheel: WHEEL,
    path: "onnxruntime/ThirdPartyNotices.txt",
    sha256: "d8696258afcf9df7827a5e01d6b6d55ee9b461b4e82020f5f48242deb9cc2270",
};

/// The build for one platform.
pub(super) struct Library {
    os: &'static str,
    arch: &'static str,
    /// Python's name, such as `manylinux_2_28_x86_64`.
    platform: &'static str,
    /// Where the service looks for the library, in the models folder.
    name: &'static str,
    wanted: Wanted,
}

const LIBRARIES: [Library; 3] = [
    Library {
        os: "linux",
        arch: "x86_64",
        platform: "manylinux_2_28_x86_64",
        name: "libonnxruntime.so.1.32.0",
        wanted: Wanted {
            wheel: WHEEL,
            path: "onnxruntime/capi/libonnxruntime.so.1.32.0",
            sha256: "6c1585d1bbf45b0712ea4a21b705c5fcb4ba04ff2e30f1fbf81a49faf658638f",
        },
    },
    Library {
        os: "linux",
        arch: "aarch64",
        platform: "manylinux_2_28_aarch64",
        name: "libonnxruntime.so.1.32.0",
        wanted: Wanted {
            wheel: WHEEL,
            path: "onnxruntime/capi/libonnxruntime.so.1.32.0",
            sha256: "49852228a93995158b2a813d4df487d47a1b76b0eaa894507ef49e91b6d7954a",
        },
    },
    Library {
        os: "macos",
        arch: "aarch64",
        platform: "macosx_14_0_arm64",
        name: "libonnxruntime.1.32.0.dylib",
        wanted: Wanted {
            wheel: WHEEL,
            path: "onnxruntime/capi/libonnxruntime.1.32.0.dylib",
            sha256: "fa585fabbea65b823b9a8f7e27d46aee3989d1be7e36b528203d3a1fd613aae7",
        },
    },
];

impl Library {
    pub(super) fn of_this_machine() -> Result<&'static Self> {
        Self::of(OS, ARCH)
    }

    fn of(os: &str, arch: &str) -> Result<&'static Self> {
        let found = LIBRARIES.iter().find(|library| (library.os, library.arch) == (os, arch));
        found.with_context(|| {
            format!(
                "--fast is for Linux on x86_64 and aarch64 and for macOS on Apple silicon, not for {os} on \
                 {arch}: without it everything works the same, in more time"
            )
        })
    }

    pub(super) const fn files(&self) -> [&'static str; 2] {
        [self.name, LICENCES]
    }

    pub(super) const fn packages(&self) -> Packages {
        Packages {
            requirements: include_str!("../../onnxruntime.txt"),
            // Any version that has a package; no Python code is installed.
            python: "3.12",
            platform: self.platform,
        }
    }

    pub(super) fn read(&self, wheels: &Wheels<'_>) -> Result<[(&'static str, Vec<u8>); 2]> {
        let licences = [wheels.read(&LICENCE)?, wheels.read(&NOTICES)?].concat();
        Ok([(self.name, wheels.read(&self.wanted)?), (LICENCES, licences)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsupported_machine_gets_a_list_of_supported_ones() {
        assert_eq!(Library::of("linux", "x86_64").unwrap().platform, "manylinux_2_28_x86_64");
        let error = Library::of("freebsd", "riscv64").err().unwrap().to_string();
        assert!(error.contains("Linux on x86_64") && error.contains("freebsd on riscv64"), "{error}");
    }
}
