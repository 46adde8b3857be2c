//! Denim garments, for which buyers have their own words.

use listing_domain::product::Good;

use super::Recognised;

/// The minimum likelihood of denim at which a garment is named by it (`docs/heads.md`).
pub(super) const SURE_DENIM: f32 = 0.9;

/// Keys of goods and of their versions in denim.
const OF_DENIM: [(&str, &str); 6] = [
    ("trousers", "jeans"),
    ("jacket", "denim_jacket"),
    ("shirt", "denim_shirt"),
    ("dress", "denim_dress"),
    ("skirt", "denim_skirt"),
    ("shorts", "denim_shorts"),
];

/// Other products are unchanged.
pub(super) fn of_denim(product: Recognised) -> Recognised {
    let key = match product {
        Recognised::Good(good) => good.key(),
        Recognised::Type(kind) => kind.code(),
        Recognised::Department(_) | Recognised::Nothing => return product,
    };
    let named = OF_DENIM.iter().find(|(plain, _)| *plain == key).and_then(|(_, denim)| Good::from_key(denim));
    named.map_or(product, Recognised::Good)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_denim_name_is_in_the_table_of_goods() {
        for (plain, denim) in OF_DENIM {
            let plain = Good::from_key(plain).map(Recognised::Good).expect(plain);
            assert_eq!(of_denim(plain), Recognised::Good(Good::from_key(denim).expect(denim)));
        }
    }
}
