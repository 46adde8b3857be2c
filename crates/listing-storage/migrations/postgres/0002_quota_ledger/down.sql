DROP TABLE ledger;
DROP FUNCTION ledger_is_append_only;
DROP TABLE credit_grant;
DROP TABLE reservation;
DROP TABLE bucket;
