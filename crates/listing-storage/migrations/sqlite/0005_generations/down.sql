DROP TABLE generation;
