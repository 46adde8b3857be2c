-- Processes that hold units. One that has not been seen for half a minute is gone, and what it held goes back.
CREATE TABLE instance (
    id      TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    seen_at INTEGER NOT NULL
) STRICT;

-- The process that holds the unit; none when nobody will vouch for it, so that only its time ends it.
ALTER TABLE reservation ADD COLUMN owner TEXT;

-- Requests that are done once. A row is taken with the hold, points at its generation from the charge on, and is removed
-- when the unit goes back; after a day it lets go of the generation, and a month later it is dropped.
CREATE TABLE idempotency (
    account     TEXT    NOT NULL REFERENCES account (id),
    key         TEXT    NOT NULL CHECK (key <> ''),
    fingerprint BLOB    NOT NULL CHECK (length(fingerprint) = 32),
    reservation TEXT    NOT NULL UNIQUE REFERENCES reservation (id),
    state       TEXT    NOT NULL CHECK (state = 'running' OR state = 'answered' OR state = 'forgotten'),
    generation  TEXT,
    answered_at INTEGER,
    PRIMARY KEY (account, key),
    CHECK ((state = 'answered') = (generation IS NOT NULL)),
    CHECK ((state = 'running') = (answered_at IS NULL))
) STRICT;

CREATE INDEX idempotency_answered ON idempotency (state, answered_at);

-- Payments that were refunded: what could be taken back, and what had been used.
CREATE TABLE credit_refund (
    payment     TEXT    NOT NULL PRIMARY KEY REFERENCES credit_grant (payment),
    account     TEXT    NOT NULL REFERENCES account (id),
    taken_back  INTEGER NOT NULL CHECK (taken_back >= 0),
    owed        INTEGER NOT NULL CHECK (owed >= 0),
    refunded_at INTEGER NOT NULL
) STRICT;
