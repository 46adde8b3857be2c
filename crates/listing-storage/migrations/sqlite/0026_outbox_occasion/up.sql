-- Occasions for which a message was added, such as a paid order, so that each has one message.
CREATE TABLE outbox_occasion (
    occasion TEXT NOT NULL PRIMARY KEY,
    added_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX outbox_occasion_added ON outbox_occasion (added_at);
