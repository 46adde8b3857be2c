-- The account that recorded a sale for its own prices. Rows without one count for all accounts.
ALTER TABLE comparable ADD COLUMN account TEXT;
CREATE INDEX comparable_account ON comparable (account, family, seen_on) WHERE account IS NOT NULL;
