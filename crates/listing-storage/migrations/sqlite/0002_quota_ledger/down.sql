DROP TABLE ledger;
DROP TABLE credit_grant;
DROP TABLE reservation;
DROP TABLE bucket;
