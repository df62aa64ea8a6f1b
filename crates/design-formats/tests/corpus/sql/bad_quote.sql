CREATE TABLE first_one (id INT PRIMARY KEY);
INSERT INTO first_one VALUES ('it's);
CREATE TABLE second_one (id INT PRIMARY KEY, note TEXT);
