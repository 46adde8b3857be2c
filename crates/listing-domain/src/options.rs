//! What a caller may options for: language, tone and depth of analysis.

use crate::closed_enum::closed_enum;

closed_enum! {
    #[derive(Default)]
    /// The language listings are written in.
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
    /// The voice listings are written in.
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
    /// How closely the photos are looked at.
    pub enum Quality as "quality" {
        /// One look at each photo, the default.
        #[default]
        Standard = "standard",
        /// A more detailed analysis: several looks at each photo.
        High = "high",
    }
}
