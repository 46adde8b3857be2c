//! JSON values that may have the wrong type.
//!
//! A type error in one field must not hide errors in others, so that parsing continues and validation
//! follows. Strings borrow from the body where JSON escapes allow it. Unknown values are skipped without
//! being stored, so that a hostile body cannot exhaust memory.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::fields::Fields;
use super::unknown::Unknown;

/// The maximum items of a list that the parser stores. No list of the API needs as many.
pub(crate) const MAX_ITEMS: usize = 1000;

/// A field of a request as the client sent it.
#[derive(Debug, PartialEq, Eq, Default)]
pub(crate) enum Lenient<T> {
    /// The field is missing or `null`.
    #[default]
    Absent,
    /// The field is present, with the right JSON type.
    Given(T),
    /// The field is present, with another JSON type.
    WrongType,
}

/// A field in which `null` differs from a missing field.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Present<T>(
    /// The field, if it is present. `null` is [`Lenient::Absent`].
    pub(crate) Option<Lenient<T>>,
);

impl<T> Default for Present<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<'de, T: Shape<'de>> Deserialize<'de> for Present<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(Some(Lenient::deserialize(deserializer)?)))
    }
}

/// A JSON type that a field may have. Each implementor overrides its own constructor; the defaults skip other
/// types.
pub(crate) trait Shape<'de>: Sized {
    fn from_text(text: Cow<'de, str>) -> Option<Self> {
        drop(text);
        None
    }

    fn from_whole(_: u64) -> Option<Self> {
        None
    }

    fn from_decimal(_: f64) -> Option<Self> {
        None
    }

    fn from_list<A: SeqAccess<'de>>(mut list: A) -> Result<Option<Self>, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn from_object<A: MapAccess<'de>>(mut object: A) -> Result<Option<Self>, A::Error> {
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Text<'a>(#[serde(borrow)] pub(crate) Cow<'a, str>);

impl<'de: 'a, 'a> Shape<'de> for Text<'a> {
    fn from_text(text: Cow<'de, str>) -> Option<Self> {
        Some(Self(text))
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Whole(pub(crate) u64);

impl Shape<'_> for Whole {
    fn from_whole(number: u64) -> Option<Self> {
        Some(Self(number))
    }
}

/// A number that is not negative, in its shortest decimal form.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Decimal(pub(crate) String);

impl Shape<'_> for Decimal {
    fn from_whole(number: u64) -> Option<Self> {
        Some(Self(number.to_string()))
    }

    fn from_decimal(number: f64) -> Option<Self> {
        Some(Self(number.to_string()))
    }
}

/// An amount of money.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Amount(pub(crate) listing_answer::Amount);

impl Shape<'_> for Amount {
    fn from_whole(number: u64) -> Option<Self> {
        number.to_string().parse().ok().map(Self)
    }

    fn from_decimal(number: f64) -> Option<Self> {
        // The shortest decimal form has the digits that the client sent.
        number.to_string().parse().ok().map(Self)
    }
}

/// A list that should contain strings.
pub(crate) type Texts<'a> = List<Text<'a>>;

/// A list that should contain values of one type.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct List<T> {
    /// The first [`MAX_ITEMS`] items.
    pub(crate) items: Vec<Lenient<T>>,
    /// True when the list had more items.
    pub(crate) is_cut: bool,
}

impl<'de, T: Shape<'de>> Shape<'de> for List<T> {
    fn from_list<A: SeqAccess<'de>>(mut list: A) -> Result<Option<Self>, A::Error> {
        let mut items = Vec::new();
        while items.len() < MAX_ITEMS {
            match list.next_element()? {
                Some(item) => items.push(item),
                None => return Ok(Some(Self { items, is_cut: false })),
            }
        }
        let mut is_cut = false;
        while list.next_element::<IgnoredAny>()?.is_some() {
            is_cut = true;
        }
        Ok(Some(Self { items, is_cut }))
    }
}

/// The entries of an object that should contain strings.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Entries<'a>(
    /// The first [`MAX_ITEMS`] entries.
    pub(crate) Vec<(Cow<'a, str>, Lenient<Text<'a>>)>,
);

impl<'de: 'a, 'a> Shape<'de> for Entries<'a> {
    fn from_object<A: MapAccess<'de>>(mut object: A) -> Result<Option<Self>, A::Error> {
        let mut entries = Vec::new();
        while entries.len() < MAX_ITEMS {
            match object.next_entry::<Text<'a>, _>()? {
                Some((Text(key), value)) => entries.push((key, value)),
                None => return Ok(Some(Self(entries))),
            }
        }
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Some(Self(entries)))
    }
}

/// An object with the fields of `T`, and the names of its other fields.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Object<T> {
    /// The fields of `T`.
    pub(crate) fields: T,
    /// The names of the other fields.
    pub(crate) unknown: Unknown,
}

impl<'de, T: Deserialize<'de>> Shape<'de> for Object<T> {
    fn from_object<A: MapAccess<'de>>(object: A) -> Result<Option<Self>, A::Error> {
        let mut unknown = Unknown::default();
        let fields = T::deserialize(Fields { object, unknown: &mut unknown })?;
        Ok(Some(Self { fields, unknown }))
    }
}

impl<'de, T: Shape<'de>> Deserialize<'de> for Lenient<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(LenientVisitor(PhantomData))
    }
}

struct LenientVisitor<T>(PhantomData<T>);

impl<'de, T: Shape<'de>> Visitor<'de> for LenientVisitor<T> {
    type Value = Lenient<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Lenient::Absent)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Lenient::WrongType)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Lenient::WrongType)
    }

    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(given(T::from_whole(number)))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
        Ok(given(T::from_decimal(number)))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(given(T::from_text(Cow::Borrowed(text))))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(given(T::from_text(Cow::Owned(text.to_owned()))))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
        T::from_list(list).map(given)
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<Self::Value, A::Error> {
        T::from_object(object).map(given)
    }
}

fn given<T>(value: Option<T>) -> Lenient<T> {
    value.map_or(Lenient::WrongType, Lenient::Given)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_borrowed_unless_they_hold_escapes() {
        let borrowed: Lenient<Text<'_>> = serde_json::from_str(r#""data:image/png;base64,AA==""#).unwrap();
        assert!(matches!(borrowed, Lenient::Given(Text(Cow::Borrowed(_)))));
        let escaped: Lenient<Text<'_>> = serde_json::from_str(r#""data:image\/png;base64,AA==""#).unwrap();
        assert_eq!(escaped, Lenient::Given(Text("data:image/png;base64,AA==".into())));
    }

    #[test]
    fn values_of_other_types_are_recorded_and_skipped() {
        for json in ["1", "-1", "1.5", "1e300", "true", "[1,[2]]", r#"{"a":{"b":[]}}"#] {
            assert_eq!(
                serde_json::from_str::<Lenient<Text<'_>>>(json).unwrap(),
                Lenient::WrongType,
                "{json}"
            );
        }
        assert_eq!(serde_json::from_str::<Lenient<Texts<'_>>>("\"a\"").unwrap(), Lenient::WrongType);
        assert_eq!(serde_json::from_str::<Lenient<Texts<'_>>>("{}").unwrap(), Lenient::WrongType);
        assert_eq!(serde_json::from_str::<Lenient<Text<'_>>>("null").unwrap(), Lenient::Absent);
        for json in ["-1", "1.5", "3.0", "\"3\"", "true", "[3]", "18446744073709551616"] {
            assert_eq!(serde_json::from_str::<Lenient<Whole>>(json).unwrap(), Lenient::WrongType, "{json}");
        }
        assert_eq!(serde_json::from_str::<Lenient<Whole>>("3").unwrap(), Lenient::Given(Whole(3)));
    }

    #[test]
    fn long_lists_are_cut() {
        let list = |length: usize| serde_json::to_string(&vec!["x"; length]).unwrap();
        for (length, stored, cut) in [(0, 0, false), (1000, 1000, false), (1001, 1000, true)] {
            let json = list(length);
            let Lenient::Given(texts) = serde_json::from_str::<Lenient<Texts<'_>>>(&json).unwrap() else {
                panic!("the value is not a list")
            };
            assert_eq!((texts.items.len(), texts.is_cut), (stored, cut));
        }
    }
}
