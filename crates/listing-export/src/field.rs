//! The fields of an item that findings name.

/// A field of an item, whatever column or property of a file has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Field {
    Title,
    Description,
    Category,
    Tags,
    Sku,
    Brand,
    Size,
    Color,
    Material,
    Department,
    Condition,
    /// The address of the item's page.
    Link,
    Photo,
    /// The text that describes a photo.
    PhotoText,
    /// A size, color, material or condition, in a column for any of them.
    Attribute,
}
