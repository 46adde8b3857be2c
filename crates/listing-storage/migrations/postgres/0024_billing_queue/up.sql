-- Events of the payment provider, each once. They name only the object whose state may have changed.
CREATE TABLE billing_event (
    id          TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    kind        TEXT COLLATE "C" NOT NULL,
    subject     TEXT COLLATE "C" NOT NULL,
    created_at  BIGINT NOT NULL,
    received_at BIGINT NOT NULL
);

CREATE INDEX billing_event_received ON billing_event (received_at);

-- Objects whose state must be fetched and applied.
CREATE TABLE billing_subject (
    kind       TEXT COLLATE "C" NOT NULL CHECK (kind = 'checkout' OR kind = 'subscription' OR kind = 'payment'),
    id         TEXT COLLATE "C" NOT NULL,
    state      TEXT COLLATE "C" NOT NULL CHECK (state = 'waiting' OR state = 'claimed' OR state = 'parked'),
    -- Queued once more during the claim.
    is_queued_again BIGINT NOT NULL CHECK (is_queued_again = 0 OR is_queued_again = 1),
    claim      BIGINT NOT NULL,
    failures   BIGINT NOT NULL,
    -- The start of the next claim, or the end of the current one.
    due_at     BIGINT,
    parked_at  BIGINT,
    reason     TEXT COLLATE "C",
    CHECK ((due_at IS NULL) = (state = 'parked')),
    CHECK ((parked_at IS NOT NULL) = (state = 'parked')),
    CHECK ((reason IS NOT NULL) = (state = 'parked')),
    PRIMARY KEY (kind, id)
);

CREATE INDEX billing_subject_due ON billing_subject (due_at);
