-- The days for which an account keeps the photos of its generations for exports. NULL keeps none.
ALTER TABLE account ADD COLUMN photo_days INTEGER CHECK (photo_days BETWEEN 1 AND 90);

-- The photos of a generation. A set that ends early has an earlier delete_at, and 0 ends it at once.
CREATE TABLE kept_photo_set (
    generation TEXT    NOT NULL PRIMARY KEY REFERENCES generation (id) ON DELETE CASCADE,
    account    TEXT    NOT NULL REFERENCES account (id),
    created_at INTEGER NOT NULL,
    delete_at  INTEGER NOT NULL
) STRICT;

CREATE INDEX kept_photo_set_account ON kept_photo_set (account, delete_at);
CREATE INDEX kept_photo_set_delete_at ON kept_photo_set (delete_at);
CREATE INDEX kept_photo_set_created_at ON kept_photo_set (created_at);

CREATE TABLE kept_photo (
    generation TEXT    NOT NULL REFERENCES kept_photo_set (generation) ON DELETE CASCADE,
    position   INTEGER NOT NULL CHECK (position BETWEEN 0 AND 3),
    jpeg       BLOB    NOT NULL,
    PRIMARY KEY (generation, position)
) STRICT;
