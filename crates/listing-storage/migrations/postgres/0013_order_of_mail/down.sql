DROP INDEX outbox_summary;
DROP INDEX outbox_next;
ALTER TABLE outbox DROP COLUMN given_up_at;
ALTER TABLE outbox DROP COLUMN turn;
ALTER TABLE outbox DROP COLUMN is_notice;
