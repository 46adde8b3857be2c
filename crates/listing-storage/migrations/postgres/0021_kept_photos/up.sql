-- The days for which an account keeps the photos of its generations for exports. NULL keeps none.
ALTER TABLE account ADD COLUMN photo_days BIGINT CHECK (photo_days BETWEEN 1 AND 90);

-- The photos of a generation. A set that ends early has an earlier delete_at, and 0 ends it at once.
CREATE TABLE kept_photo_set (
    generation TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES generation (id) ON DELETE CASCADE,
    account    TEXT COLLATE "C" NOT NULL REFERENCES account (id),
    created_at BIGINT NOT NULL,
    delete_at  BIGINT NOT NULL
);

CREATE INDEX kept_photo_set_account ON kept_photo_set (account, delete_at);
CREATE INDEX kept_photo_set_delete_at ON kept_photo_set (delete_at);
CREATE INDEX kept_photo_set_created_at ON kept_photo_set (created_at);

CREATE TABLE kept_photo (
    generation TEXT COLLATE "C" NOT NULL REFERENCES kept_photo_set (generation) ON DELETE CASCADE,
    position   BIGINT NOT NULL CHECK (position BETWEEN 0 AND 3),
    jpeg       BYTEA  NOT NULL,
    PRIMARY KEY (generation, position)
);

-- JPEG files cannot be compressed further.
ALTER TABLE kept_photo ALTER COLUMN jpeg SET STORAGE EXTERNAL;
