DROP TABLE outbox_occasion;
