CREATE TABLE boats (id INT PRIMARY KEY, name TEXT, afloat BOOLEAN);
CREATE INDEX boats_afloat ON boats (afloat);
