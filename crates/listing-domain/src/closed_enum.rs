//! A macro for enums whose values have one code each, the same in JSON, on the command line and in the
//! database.

macro_rules! closed_enum {
    (
        $(#[$meta:meta])*
        pub enum $name:ident as $label:literal {
            $( $(#[$variant_meta:meta])* $variant:ident = $code:literal, )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $( $(#[$variant_meta])* $variant, )+
        }
        impl $name {
            /// All values, in the documented order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The code, as in JSON, settings and storage.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.code())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::closed_enum::UnknownCode;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::ALL
                    .iter()
                    .copied()
                    .find(|value| value.code() == text)
                    .ok_or_else(|| $crate::closed_enum::UnknownCode::new($label, Self::ALL.iter().map(|v| v.code())))
            }
        }
    };
}
pub(crate) use closed_enum;

/// The error for a text that is not an expected code.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{label} must be one of {accepted}")]
pub struct UnknownCode {
    label: &'static str,
    accepted: String,
}

impl UnknownCode {
    pub(crate) fn new(label: &'static str, codes: impl Iterator<Item = &'static str>) -> Self {
        Self { label, accepted: codes.collect::<Vec<_>>().join(", ") }
    }

    /// The accepted codes, separated by commas.
    pub fn accepted(&self) -> &str {
        &self.accepted
    }
}
