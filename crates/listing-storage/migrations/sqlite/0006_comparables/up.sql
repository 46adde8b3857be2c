-- The host's own market data: what was offered or sold for how much. No two rows have the same identity, which is a
-- digest of what makes a thing the same. `family` is the product type with all its goods, or the product itself where it
-- has no type; `brand_key` has the brand's letters and digits alone; `words` has the product, the brand behind the family
-- (`jeans=levis`) and each word of the title likewise (`jeans/501`), so that those of other families are not read.
CREATE TABLE comparable (
    id        INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    identity  BLOB    NOT NULL UNIQUE CHECK (length(identity) = 16),
    product   TEXT    NOT NULL,
    family    TEXT    NOT NULL,
    brand     TEXT,
    brand_key TEXT    NOT NULL,
    price     INTEGER NOT NULL CHECK (price > 0),
    currency  TEXT    NOT NULL,
    condition TEXT,
    is_sold   INTEGER NOT NULL CHECK (is_sold IN (0, 1)),
    seen_on   TEXT    NOT NULL CHECK (length(seen_on) = 10),
    source    TEXT    NOT NULL CHECK (source <> ''),
    link      TEXT,
    title     TEXT,
    words     TEXT    NOT NULL
) STRICT;

-- The newest of each shelf of a search, as they stand.
CREATE INDEX comparable_product_brand ON comparable (product, brand_key, currency, seen_on);
CREATE INDEX comparable_product ON comparable (product, currency, seen_on);
CREATE INDEX comparable_family_brand ON comparable (family, brand_key, currency, seen_on);
CREATE INDEX comparable_family ON comparable (family, currency, seen_on);
-- What comes from a source goes at once.
CREATE INDEX comparable_source ON comparable (source);

-- The words are folded and told apart by spaces already; no position and no count of them is kept.
CREATE VIRTUAL TABLE comparable_words USING fts5 (
    words, content = 'comparable', content_rowid = 'id', detail = none, columnsize = 0,
    tokenize = "ascii tokenchars ':_/='"
);
CREATE TRIGGER comparable_added AFTER INSERT ON comparable BEGIN
    INSERT INTO comparable_words (rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER comparable_removed AFTER DELETE ON comparable BEGIN
    INSERT INTO comparable_words (comparable_words, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER comparable_changed AFTER UPDATE ON comparable BEGIN
    INSERT INTO comparable_words (comparable_words, rowid, words) VALUES ('delete', old.id, old.words);
    INSERT INTO comparable_words (rowid, words) VALUES (new.id, new.words);
END;
