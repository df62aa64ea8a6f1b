CREATE TABLE boats (id INTEGER PRIMARY KEY, name VARCHAR(40));
INSERT INTO boats VALUES (2,'O\'Hara');
CREATE INDEX by_name ON boats (name);
