-- The uploaded photos of an account that are not items yet, one tray for each account.
CREATE TABLE tray (
    id         TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    account    TEXT COLLATE "C" NOT NULL UNIQUE REFERENCES account (id),
    version    BIGINT  NOT NULL CHECK (version >= 0),
    changed_at BIGINT  NOT NULL,
    -- The photos of each item, and what the seller says about it.
    piles      BYTEA   NOT NULL,
    -- The piles before the last step, which can be undone.
    previous   BYTEA
);

CREATE INDEX tray_changed ON tray (changed_at);

CREATE TABLE tray_photo (
    id        TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    tray      TEXT COLLATE "C" NOT NULL REFERENCES tray (id),
    position  BIGINT  NOT NULL CHECK (position >= 0),
    name      TEXT    NOT NULL CHECK (name <> ''),
    size      BIGINT  NOT NULL CHECK (size = length(jpeg)),
    -- By the camera's clock, which has no time zone.
    taken_at  TEXT,
    look      BYTEA,
    jpeg      BYTEA   NOT NULL,
    thumbnail BYTEA
);

CREATE UNIQUE INDEX tray_photo_position ON tray_photo (tray, position);
