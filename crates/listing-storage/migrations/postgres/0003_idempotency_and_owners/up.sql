-- Processes that hold units. One that has not been seen for half a minute is gone, and what it held goes back.
CREATE TABLE instance (
    id      TEXT   COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    seen_at BIGINT  NOT NULL
);

-- The process that holds the unit; none when nobody will vouch for it, so that only its time ends it.
ALTER TABLE reservation ADD COLUMN owner TEXT COLLATE "C";

-- Requests that are done once. A row is taken with the hold, points at its generation from the charge on, and is removed
-- when the unit goes back; after a day it lets go of the generation, and a month later it is dropped.
CREATE TABLE idempotency (
    account     TEXT   COLLATE "C" NOT NULL REFERENCES account (id),
    key         TEXT   COLLATE "C" NOT NULL CHECK (key <> ''),
    fingerprint BYTEA   NOT NULL CHECK (length(fingerprint) = 32),
    reservation TEXT   COLLATE "C" NOT NULL UNIQUE REFERENCES reservation (id),
    state       TEXT   COLLATE "C" NOT NULL CHECK (state IN ('running', 'answered', 'forgotten')),
    generation  TEXT   COLLATE "C",
    answered_at BIGINT,
    PRIMARY KEY (account, key),
    CHECK ((state = 'answered') = (generation IS NOT NULL)),
    CHECK ((state = 'running') = (answered_at IS NULL))
);

CREATE INDEX idempotency_answered ON idempotency (state, answered_at);

-- Payments that were refunded: what could be taken back, and what had been used.
CREATE TABLE credit_refund (
    payment     TEXT   COLLATE "C" NOT NULL PRIMARY KEY REFERENCES credit_grant (payment),
    account     TEXT   COLLATE "C" NOT NULL REFERENCES account (id),
    taken_back  BIGINT  NOT NULL CHECK (taken_back >= 0),
    owed        BIGINT  NOT NULL CHECK (owed >= 0),
    refunded_at BIGINT  NOT NULL
);
