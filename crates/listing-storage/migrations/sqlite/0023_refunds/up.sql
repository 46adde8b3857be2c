-- Refunds by their ids, several for a payment. A reversed one was given back, such as after a won dispute.
-- Replaces `credit_refund`, which had room for one refund: a process of the former version must not add to it.
CREATE TABLE refund (
    payment     TEXT    NOT NULL REFERENCES credit_grant (payment),
    id          TEXT    NOT NULL CHECK (id <> ''),
    account     TEXT    NOT NULL REFERENCES account (id),
    -- The refunds of a payment that stand take back the sum of their units, at most what the payment granted.
    units       INTEGER NOT NULL CHECK (units > 0),
    taken_back  INTEGER NOT NULL CHECK (taken_back >= 0),
    -- Credits that the account no longer had.
    owed        INTEGER NOT NULL CHECK (owed >= 0),
    -- By the reversal: less than was taken if other refunds of the payment still take it.
    given_back  INTEGER NOT NULL CHECK (given_back >= 0),
    refunded_at INTEGER NOT NULL,
    reversed_at INTEGER,
    CHECK (given_back = 0 OR reversed_at IS NOT NULL),
    PRIMARY KEY (payment, id)
) STRICT, WITHOUT ROWID;

INSERT INTO refund (payment, id, account, units, taken_back, owed, given_back, refunded_at, reversed_at)
    SELECT payment, 'rest', account, taken_back + owed, taken_back, owed, 0, refunded_at, NULL FROM credit_refund;
DROP TABLE credit_refund;

-- Credits that an account owes: its next purchase pays them first.
CREATE TABLE debt (
    account TEXT    NOT NULL PRIMARY KEY REFERENCES account (id),
    units   INTEGER NOT NULL CHECK (units >= 0)
) STRICT, WITHOUT ROWID;

INSERT INTO debt (account, units) SELECT account, SUM(owed) FROM refund GROUP BY account HAVING SUM(owed) > 0;

-- Further entries of the ledger: `repay` takes a debt's `amount` from granted, `reverse` adds a refund's back.
DROP INDEX ledger_payment;
CREATE UNIQUE INDEX ledger_payment ON ledger (payment) WHERE entry = 'grant';

-- The entry `plan` is a change of the account's plan, with its code; it moves no units.
ALTER TABLE ledger ADD COLUMN plan TEXT CHECK ((plan IS NOT NULL) = (entry = 'plan'));
