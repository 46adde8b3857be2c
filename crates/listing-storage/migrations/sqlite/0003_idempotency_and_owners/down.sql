DROP TABLE credit_refund;
DROP TABLE idempotency;
ALTER TABLE reservation DROP COLUMN owner;
DROP TABLE instance;
