-- Messages that somebody waits for go first, and recipients take turns. What is given up is kept for a while.
ALTER TABLE outbox ADD COLUMN is_notice INTEGER NOT NULL DEFAULT 0 CHECK (is_notice IN (0, 1));
ALTER TABLE outbox ADD COLUMN turn INTEGER NOT NULL DEFAULT 0 CHECK (turn >= 0);
ALTER TABLE outbox ADD COLUMN given_up_at INTEGER;

CREATE INDEX outbox_next ON outbox (is_notice, turn, created_at, id);
CREATE UNIQUE INDEX outbox_summary ON outbox (recipient) WHERE subject = 'keys_made' AND given_up_at IS NULL;
