-- The part of a generation that lists and searches read, so that they read no answer.
ALTER TABLE generation ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE generation ADD COLUMN price BIGINT CHECK (price >= 0);
ALTER TABLE generation ADD COLUMN currency TEXT;
ALTER TABLE generation ADD COLUMN listed_on TEXT;
ALTER TABLE generation ADD COLUMN search_text TEXT NOT NULL DEFAULT '';

-- Answers that were stored before: a search finds their words as they are spelled.
UPDATE generation SET
    name = coalesce(answer.data::json #>> '{attributes,name}', ''),
    price = round((answer.data::json ->> 'suggestedPrice')::numeric * 100)::bigint,
    currency = coalesce(answer.data::json #>> '{details,price,currency}',
        CASE language WHEN 'fr' THEN 'EUR' ELSE 'USD' END),
    search_text = lower(answer.data)
FROM (SELECT id, convert_from(coalesce(revised, data), 'UTF8') AS data FROM generation
      WHERE is_listed = 1) AS answer
WHERE answer.id = generation.id;
UPDATE generation SET name = '' WHERE name = 'unknown';
