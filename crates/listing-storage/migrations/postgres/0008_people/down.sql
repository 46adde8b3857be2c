DROP INDEX ledger_charged;
DROP TABLE outbox;
DROP TABLE link;
DROP TABLE session;
DROP TABLE external_identity;
DROP TABLE person;
