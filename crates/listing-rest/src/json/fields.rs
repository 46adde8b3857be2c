//! A deserializer that reads an object into a struct and records unknown fields.

use std::fmt;

use serde::de::value::{BorrowedStrDeserializer, MapAccessDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::unknown::Unknown;

/// A JSON object that is read into a struct.
pub(crate) struct Fields<'u, A> {
    pub(crate) object: A,
    /// Receives the names of the unknown fields.
    pub(crate) unknown: &'u mut Unknown,
}

impl<'de, A: MapAccess<'de>> Deserializer<'de> for Fields<'_, A> {
    type Error = A::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, A::Error> {
        MapAccessDeserializer::new(self.object).deserialize_any(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        visitor.visit_map(CheckedEntries { object: self.object, known, unknown: self.unknown })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// The entries of an object, with a check of each name.
struct CheckedEntries<'u, A> {
    object: A,
    known: &'static [&'static str],
    unknown: &'u mut Unknown,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for CheckedEntries<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        self.object.next_key_seed(Name { seed, known: self.known, unknown: self.unknown })
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.object.next_value_seed(seed)
    }
}

/// The name of a field, to be checked.
struct Name<'u, K> {
    seed: K,
    known: &'static [&'static str],
    unknown: &'u mut Unknown,
}

impl<K> Name<'_, K> {
    fn check(&mut self, name: &str) {
        if !self.known.contains(&name) {
            self.unknown.add(name);
        }
    }
}

impl<'de, K: DeserializeSeed<'de>> DeserializeSeed<'de> for Name<'_, K> {
    type Value = K::Value;

    fn deserialize<D: Deserializer<'de>>(self, name: D) -> Result<K::Value, D::Error> {
        name.deserialize_str(self)
    }
}

impl<'de, K: DeserializeSeed<'de>> Visitor<'de> for Name<'_, K> {
    type Value = K::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_borrowed_str<E: Error>(mut self, name: &'de str) -> Result<K::Value, E> {
        self.check(name);
        self.seed.deserialize(BorrowedStrDeserializer::new(name))
    }

    fn visit_str<E: Error>(mut self, name: &str) -> Result<K::Value, E> {
        self.check(name);
        self.seed.deserialize(StrDeserializer::new(name))
    }
}
