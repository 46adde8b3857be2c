DROP TABLE expense;
