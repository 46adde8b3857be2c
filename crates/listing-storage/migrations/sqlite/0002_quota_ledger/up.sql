-- A bucket of units: the free ones of one month, or the purchased credits, which have no month.
CREATE TABLE bucket (
    account TEXT    NOT NULL REFERENCES account (id),
    kind    TEXT    NOT NULL CHECK (kind IN ('free', 'credit')),
    period  TEXT    NOT NULL,
    granted INTEGER NOT NULL CHECK (granted >= 0),
    pending INTEGER NOT NULL DEFAULT 0 CHECK (pending >= 0),
    spent   INTEGER NOT NULL DEFAULT 0 CHECK (spent >= 0),
    PRIMARY KEY (account, kind, period),
    CHECK ((kind = 'credit') = (period = '')),
    CHECK (pending + spent <= granted)
) STRICT, WITHOUT ROWID;

CREATE TABLE reservation (
    id         TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    account    TEXT    NOT NULL REFERENCES account (id),
    kind       TEXT    NOT NULL CHECK (kind = 'free' OR kind = 'credit' OR kind = 'pro'),
    period     TEXT    NOT NULL,
    state      TEXT    NOT NULL
        CHECK (state = 'reserved' OR state = 'settled' OR state = 'released' OR state = 'expired'),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    CHECK ((kind = 'free') = (period <> ''))
) STRICT, WITHOUT ROWID;

CREATE INDEX reservation_held ON reservation (expires_at) WHERE state = 'reserved';

CREATE TABLE credit_grant (
    payment    TEXT    NOT NULL PRIMARY KEY CHECK (payment <> ''),
    account    TEXT    NOT NULL REFERENCES account (id),
    units      INTEGER NOT NULL CHECK (units > 0),
    granted_at INTEGER NOT NULL
) STRICT;

CREATE INDEX credit_grant_account ON credit_grant (account);

-- What happened, in order; adding it up gives every bucket exactly. `hold` moves `amount` from available to pending,
-- `settle` from pending to spent, `release` and `expire` from pending back to available; `allot` (a month's free
-- units) and `grant` (a payment's credits) add `amount` to granted; `late` records a settlement that came after the
-- unit had gone back, and moves nothing. The amount of a Pro reservation is 0.
-- `actor` is the key, `cli` or `sweep`, `request_id` what the caller was told as `X-Request-Id`.
CREATE TABLE ledger (
    seq         INTEGER NOT NULL PRIMARY KEY,
    reservation TEXT    REFERENCES reservation (id),
    payment     TEXT    REFERENCES credit_grant (payment),
    phase       INTEGER,
    entry       TEXT    NOT NULL,
    account     TEXT    NOT NULL REFERENCES account (id),
    kind        TEXT    NOT NULL CHECK (kind = 'free' OR kind = 'credit' OR kind = 'pro'),
    period      TEXT    NOT NULL,
    amount      INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    actor       TEXT,
    request_id  TEXT,
    UNIQUE (reservation, phase),
    CHECK (coalesce(phase, 0) = CASE entry
        WHEN 'hold' THEN 1 WHEN 'settle' THEN 2 WHEN 'release' THEN 2 WHEN 'expire' THEN 2 ELSE 0 END),
    CHECK (phase IS NULL OR reservation IS NOT NULL)
) STRICT;

CREATE UNIQUE INDEX ledger_payment ON ledger (payment, entry) WHERE payment IS NOT NULL;

CREATE TRIGGER ledger_keeps_its_rows BEFORE DELETE ON ledger
BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only: no row may be deleted');
END;

CREATE TRIGGER ledger_keeps_its_values BEFORE UPDATE ON ledger
BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only: no row may be changed');
END;
