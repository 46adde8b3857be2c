//! Options of a request: the language, the tone and the level of detail of the photo analysis.

use crate::closed_enum::closed_enum;

closed_enum! {
    #[derive(Default)]
    /// The language in which listings are written.
    pub enum Language as "language" {
        /// French, the default.
        #[default]
        Fr = "fr",
        /// English.
        En = "en",
    }
}

closed_enum! {
    #[derive(Default)]
    /// The tone in which listings are written.
    pub enum Tone as "tone" {
        /// Relaxed and short sentences.
        Casual = "casual",
        /// Factual and complete sentences.
        Professional = "professional",
        /// Warm and polite, the default.
        #[default]
        Friendly = "friendly",
    }
}

closed_enum! {
    #[derive(Default)]
    /// The level of detail of the photo analysis.
    pub enum Quality as "quality" {
        /// Each photo is analyzed once; the default.
        #[default]
        Standard = "standard",
        /// Each photo is analyzed several times, in more detail.
        High = "high",
    }
}
