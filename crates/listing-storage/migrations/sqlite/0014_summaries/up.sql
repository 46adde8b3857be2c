-- The part of a generation that lists and searches read, so that they read no answer.
ALTER TABLE generation ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE generation ADD COLUMN price INTEGER CHECK (price >= 0);
ALTER TABLE generation ADD COLUMN currency TEXT;
ALTER TABLE generation ADD COLUMN listed_on TEXT;
ALTER TABLE generation ADD COLUMN search_text TEXT NOT NULL DEFAULT '';

-- Answers that were stored before: a search finds their words as they are spelled.
UPDATE generation SET
    name = coalesce(json_extract(answer.data, '$.attributes.name'), ''),
    price = CAST(round(json_extract(answer.data, '$.suggestedPrice') * 100) AS INTEGER),
    currency = coalesce(json_extract(answer.data, '$.details.price.currency'),
        CASE language WHEN 'fr' THEN 'EUR' ELSE 'USD' END),
    search_text = lower(answer.data)
FROM (SELECT id, CAST(coalesce(revised, data) AS TEXT) AS data FROM generation) AS answer
WHERE answer.id = generation.id AND is_listed = 1 AND json_valid(answer.data);
UPDATE generation SET name = '' WHERE name = 'unknown';
