DROP INDEX comparable_account;
ALTER TABLE comparable DROP COLUMN account;
