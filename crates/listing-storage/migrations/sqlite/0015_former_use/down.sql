ALTER TABLE account DROP COLUMN carried_units;
ALTER TABLE account DROP COLUMN carried_period;
DROP TABLE former_use;
DROP TABLE month_secret;
