-- The account that recorded a sale for its own prices. Rows without one count for all accounts.
ALTER TABLE comparable ADD COLUMN account TEXT COLLATE "C";
CREATE INDEX comparable_account ON comparable (account, family, seen_on, id) WHERE account IS NOT NULL;
