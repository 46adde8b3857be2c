//! A caller's options: language, tone and depth of analysis.

use crate::closed_enum::closed_enum;

closed_enum! {
    #[derive(Default)]
    /// The language of listings.
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
    /// The tone of listings.
    pub enum Tone as "tone" {
        /// Relaxed and short.
        Casual = "casual",
        /// Factual and complete.
        Professional = "professional",
        /// Warm and polite, the default.
        #[default]
        Friendly = "friendly",
    }
}

closed_enum! {
    #[derive(Default)]
    /// The thoroughness of the look at the photos.
    pub enum Quality as "quality" {
        /// One look at each photo, the default.
        #[default]
        Standard = "standard",
        /// A more detailed analysis: several looks at each photo.
        High = "high",
    }
}
