-- The former version does not know the entries `repay` and `reverse`: its check reports the accounts that have them.
ALTER TABLE ledger DROP COLUMN plan;

-- Of a payment's refunds that were not reversed, the former version knows the sum.
DROP INDEX ledger_payment;
CREATE UNIQUE INDEX ledger_payment ON ledger (payment, entry) WHERE payment IS NOT NULL AND entry = 'grant';
DROP TABLE debt;
CREATE TABLE credit_refund (
    payment     TEXT    NOT NULL PRIMARY KEY REFERENCES credit_grant (payment),
    account     TEXT    NOT NULL REFERENCES account (id),
    taken_back  INTEGER NOT NULL CHECK (taken_back >= 0),
    owed        INTEGER NOT NULL CHECK (owed >= 0),
    refunded_at INTEGER NOT NULL
) STRICT;
INSERT INTO credit_refund (payment, account, taken_back, owed, refunded_at)
    SELECT payment, account, SUM(taken_back), SUM(owed), MAX(refunded_at) FROM refund
    WHERE reversed_at IS NULL GROUP BY payment, account;
DROP TABLE refund;
