CREATE TABLE cities (name text PRIMARY KEY, people bigint);
CREATE TABLE capitals (state char(2) UNIQUE) INHERITS (cities);
