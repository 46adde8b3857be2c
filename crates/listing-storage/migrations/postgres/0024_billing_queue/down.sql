DROP TABLE billing_subject;
DROP TABLE billing_event;
