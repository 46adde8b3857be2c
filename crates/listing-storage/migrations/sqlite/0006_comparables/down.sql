DROP TABLE comparable_words;
DROP TABLE comparable;
