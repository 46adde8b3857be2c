-- The uploaded photos of an account that are not items yet, one tray for each account.
CREATE TABLE tray (
    id         TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    account    TEXT    NOT NULL UNIQUE REFERENCES account (id),
    version    INTEGER NOT NULL CHECK (version >= 0),
    changed_at INTEGER NOT NULL,
    -- The photos of each item, and what the seller says about it.
    piles      BLOB    NOT NULL,
    -- The piles before the last step, which can be undone.
    previous   BLOB
) STRICT;

CREATE INDEX tray_changed ON tray (changed_at);

CREATE TABLE tray_photo (
    id        TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    tray      TEXT    NOT NULL REFERENCES tray (id),
    position  INTEGER NOT NULL CHECK (position >= 0),
    name      TEXT    NOT NULL CHECK (name <> ''),
    size      INTEGER NOT NULL CHECK (size = length(jpeg)),
    -- By the camera's clock, which has no time zone.
    taken_at  TEXT,
    look      BLOB,
    jpeg      BLOB    NOT NULL,
    thumbnail BLOB
) STRICT;

CREATE UNIQUE INDEX tray_photo_position ON tray_photo (tray, position);
