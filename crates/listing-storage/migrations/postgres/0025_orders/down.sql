DROP TABLE billing_customer;
DROP TABLE billing_order;
