-- Orders of products. They stay after the deletion of their account, as its ledger does.
CREATE TABLE billing_order (
    id         TEXT   COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    account    TEXT   COLLATE "C" NOT NULL REFERENCES account (id),
    product    TEXT   COLLATE "C" NOT NULL CHECK (product = 'pack' OR product = 'pro_monthly' OR product = 'pro_annual'),
    currency   TEXT   COLLATE "C" NOT NULL CHECK (currency = 'EUR' OR currency = 'USD'),
    language   TEXT   COLLATE "C" NOT NULL,
    credits    BIGINT CHECK (credits > 0),
    ordered_at BIGINT NOT NULL,
    state      TEXT   COLLATE "C" NOT NULL
        CHECK (state = 'placed' OR state = 'open' OR state = 'pending' OR state = 'unpaid' OR state = 'paid'),
    checkout   TEXT   COLLATE "C" UNIQUE,
    checkout_url        TEXT COLLATE "C",
    checkout_expires_at BIGINT,
    paid_at      BIGINT,
    -- The total with taxes, if the provider states one.
    amount_minor BIGINT CHECK (amount_minor >= 0),
    amount_currency TEXT COLLATE "C" CHECK (amount_currency = 'EUR' OR amount_currency = 'GBP' OR amount_currency = 'USD'),
    payment      TEXT   COLLATE "C",
    subscription TEXT   COLLATE "C",
    -- The amount that refunds and disputes withdraw now.
    withdrawn_minor BIGINT NOT NULL DEFAULT 0 CHECK (withdrawn_minor >= 0),
    CHECK ((credits IS NOT NULL) = (product = 'pack')),
    -- An order may end unpaid without a checkout, if none was started.
    CHECK (state = 'unpaid' OR (checkout IS NULL) = (state = 'placed')),
    CHECK ((checkout_url IS NOT NULL) = (state = 'open')),
    CHECK ((checkout_expires_at IS NOT NULL) = (state = 'open')),
    CHECK ((paid_at IS NOT NULL) = (state = 'paid')),
    CHECK ((amount_minor IS NULL) = (amount_currency IS NULL)),
    CHECK (state = 'paid' OR (amount_minor IS NULL AND payment IS NULL AND subscription IS NULL))
);

-- One unfinished order of packs and one of plans for each account.
CREATE UNIQUE INDEX billing_order_unfinished
    ON billing_order (account, (CASE WHEN product = 'pack' THEN 'pack' ELSE 'plan' END))
    WHERE state = 'placed' OR state = 'open' OR state = 'pending';
CREATE INDEX billing_order_account ON billing_order (account, ordered_at, id);
CREATE INDEX billing_order_ordered ON billing_order (ordered_at, id);

-- The accounts' customers at the payment provider, deleted with the account.
CREATE TABLE billing_customer (
    account  TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES account (id),
    customer TEXT COLLATE "C" NOT NULL UNIQUE
);
