INSERT INTO boats VALUES (1, 'a');
INSERT INTO boats VALUES (2, 'b');
