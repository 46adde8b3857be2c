//! The stylesheet, scripts and icons, compiled into the program. Each file's name contains a digest of its
//! contents, so that browsers can cache the file forever.

use std::borrow::Cow;
use std::sync::LazyLock;

use sha2::{Digest as _, Sha256};

/// A static file of the web app.
#[derive(Debug)]
pub struct Asset {
    path: String,
    content_type: &'static str,
    bytes: Cow<'static, [u8]>,
}

impl Asset {
    fn new(stem: &str, ending: &str, content_type: &'static str, text: &'static str) -> Self {
        Self::of(stem, ending, content_type, text.as_bytes().into())
    }

    fn of(stem: &str, ending: &str, content_type: &'static str, bytes: Cow<'static, [u8]>) -> Self {
        let digest = Sha256::digest(&bytes);
        let [a, b, c, d] = [digest[0], digest[1], digest[2], digest[3]];
        let path = format!("/assets/{stem}-{a:02x}{b:02x}{c:02x}{d:02x}.{ending}");
        Self { path, content_type, bytes }
    }

    /// Returns the path on this service, for example `/assets/style-<8 hexadecimal digits>.css`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the file's content type.
    pub const fn content_type(&self) -> &'static str {
        self.content_type
    }

    /// Returns the file's contents.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

static STYLE: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("style", "css", "text/css; charset=utf-8", include_str!("../assets/style.css"))
});
static SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("ptl", "js", "text/javascript; charset=utf-8", include_str!("../assets/ptl.js"))
});
static LISTINGS: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("listings", "js", "text/javascript; charset=utf-8", include_str!("../assets/listings.js"))
});
static PHOTOS: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("photos", "js", "text/javascript; charset=utf-8", include_str!("../assets/photos.js"))
});
static CHOOSE: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("choose", "js", "text/javascript; charset=utf-8", include_str!("../assets/choose.js"))
});
static PILES_STYLE: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("piles", "css", "text/css; charset=utf-8", include_str!("../assets/piles.css"))
});
static PILES: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("piles", "js", "text/javascript; charset=utf-8", include_str!("../assets/piles.js"))
});
static ICON: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("icon", "svg", "image/svg+xml", include_str!("../assets/icon.svg")));

static SMALL_ICON: LazyLock<Asset> = LazyLock::new(|| {
    Asset::of("icon-192", "png", "image/png", include_bytes!("../assets/icon-192.png").into())
});
static LARGE_ICON: LazyLock<Asset> = LazyLock::new(|| {
    Asset::of("icon-512", "png", "image/png", include_bytes!("../assets/icon-512.png").into())
});
static MANIFEST: LazyLock<Asset> = LazyLock::new(|| {
    let text = include_str!("../assets/manifest.json");
    let text = text.replace("{icon}", ICON.path());
    let text = text.replace("{small}", SMALL_ICON.path()).replace("{large}", LARGE_ICON.path());
    Asset::of("app", "webmanifest", "application/manifest+json", text.into_bytes().into())
});

/// The path of [`WORKER`], which has to stay the same because browsers know the service worker by it.
pub const WORKER_PATH: &str = "/worker.js";
/// The service worker that receives photos shared by other apps.
pub const WORKER: &str = include_str!("../assets/worker.js");

/// Returns the stylesheet of all pages.
pub fn style() -> &'static Asset {
    &STYLE
}

/// Returns the script of all pages.
pub fn script() -> &'static Asset {
    &SCRIPT
}

/// Returns the script of pages that edit listings.
pub fn listings() -> &'static Asset {
    &LISTINGS
}

/// Returns the script of pages that request listings.
pub fn photos() -> &'static Asset {
    &PHOTOS
}

/// Returns the script of the list to export from.
pub fn choose() -> &'static Asset {
    &CHOOSE
}

/// Returns the script of pages for many items.
pub fn piles() -> &'static Asset {
    &PILES
}

/// Returns the stylesheet of pages for many items.
pub fn piles_style() -> &'static Asset {
    &PILES_STYLE
}

/// Returns the favicon.
pub fn icon() -> &'static Asset {
    &ICON
}

/// Returns the web app manifest.
pub fn manifest() -> &'static Asset {
    &MANIFEST
}

/// Returns the app's icon on a phone's home screen.
pub fn home_icon() -> &'static Asset {
    &SMALL_ICON
}

/// Returns the files that phones load to install the app.
pub fn installed() -> [&'static Asset; 3] {
    [manifest(), home_icon(), &LARGE_ICON]
}

/// Returns the files that pages load.
pub fn all() -> [&'static Asset; 8] {
    [style(), script(), listings(), photos(), choose(), piles_style(), piles(), icon()]
}
