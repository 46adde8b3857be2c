//! Options of a request.

use crate::closed_enum::closed_enum;

closed_enum! {
    #[derive(Default)]
    /// The listings' language.
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
    /// The listings' tone.
    pub enum Tone as "tone" {
        /// Relaxed, short sentences.
        Casual = "casual",
        /// Factual, complete sentences.
        Professional = "professional",
        /// Warm and polite, the default.
        #[default]
        Friendly = "friendly",
    }
}

closed_enum! {
    #[derive(Default)]
    /// The detail of the photo analysis.
    pub enum Quality as "quality" {
        /// Each photo analyzed once; the default.
        #[default]
        Standard = "standard",
        /// Each photo analyzed several times, in more detail.
        High = "high",
    }
}
