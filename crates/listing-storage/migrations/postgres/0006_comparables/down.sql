DROP TABLE comparable;
