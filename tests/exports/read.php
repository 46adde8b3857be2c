<?php
// Prints the records of CSV files as JSON. Files for WooCommerce also have the lists in their cells, split
// by the rules of its importer: no escape sign in the file, a backslash before a comma within a value.
//
//     php read.php FILE...

function records(string $path): array
{
    $file = fopen($path, 'r');
    $records = [];
    while (($record = fgetcsv($file, 0, ',', '"', "\0")) !== false) {
        // An empty line is a record with a null.
        $records[] = array_map('strval', $record);
    }
    $records[0][0] = preg_replace('/^\xef\xbb\xbf"?/', '', $records[0][0]);
    return $records;
}

function without_apostrophe(string $text): string
{
    return preg_match("/^'[=+@-]/", $text) === 1 ? substr($text, 1) : $text;
}

function values(string $cell): array
{
    $parts = explode(',', str_replace('\\,', "\0", $cell));
    return array_map(fn($part) => trim(str_replace("\0", ',', $part), " \n\r\t\v"), $parts);
}

function lists(array $record, array $places): array
{
    $cell = fn($column) => $record[$places[$column]];
    $path = fn($category) => array_map('trim', explode('>', $category));
    $attribute = fn($number) => values(without_apostrophe($cell("Attribute $number value(s)")));
    return [
        'categories' => array_map($path, values($cell('Categories'))),
        'tags' => values(without_apostrophe($cell('Tags'))),
        'images' => values($cell('Images')),
        'values' => array_map($attribute, [1, 2, 3]),
    ];
}

function table(string $path): array
{
    $records = records($path);
    if (!in_array('Attribute 1 value(s)', $records[0], true)) {
        return ['records' => $records];
    }
    $places = array_flip($records[0]);
    return ['records' => $records, 'lists' => array_map(fn($record) => lists($record, $places), $records)];
}

echo json_encode(array_map('table', array_slice($argv, 1)), JSON_THROW_ON_ERROR);
