-- Events of the payment provider, each once. They name only the object whose state may have changed.
CREATE TABLE billing_event (
    id          TEXT NOT NULL PRIMARY KEY,
    kind        TEXT NOT NULL,
    subject     TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    received_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX billing_event_received ON billing_event (received_at);

-- Objects whose state must be fetched and applied.
CREATE TABLE billing_subject (
    kind       TEXT NOT NULL CHECK (kind = 'checkout' OR kind = 'subscription' OR kind = 'payment'),
    id         TEXT NOT NULL,
    state      TEXT NOT NULL CHECK (state = 'waiting' OR state = 'claimed' OR state = 'parked'),
    -- Queued once more during the claim.
    is_queued_again INTEGER NOT NULL CHECK (is_queued_again = 0 OR is_queued_again = 1),
    claim      INTEGER NOT NULL,
    failures   INTEGER NOT NULL,
    -- The start of the next claim, or the end of the current one.
    due_at     INTEGER,
    parked_at  INTEGER,
    reason     TEXT,
    CHECK ((due_at IS NULL) = (state = 'parked')),
    CHECK ((parked_at IS NOT NULL) = (state = 'parked')),
    CHECK ((reason IS NOT NULL) = (state = 'parked')),
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX billing_subject_due ON billing_subject (due_at);
