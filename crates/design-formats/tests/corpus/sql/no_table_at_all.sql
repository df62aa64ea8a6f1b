-- CREATE TABLE is elsewhere: create table
INSERT INTO boats VALUES (1, 'a');
INSERT INTO boats VALUES (2, 'b');
UPDATE boats SET name = 'c';
