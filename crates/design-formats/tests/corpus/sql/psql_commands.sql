\restrict x
\connect harbour
CREATE TABLE boats (id INTEGER PRIMARY KEY, name VARCHAR(40));
COPY boats (id, name) FROM stdin;
1	Gull; CREATE TABLE x (id int);
2	O'Hara
\.
\i more.sql
CREATE TABLE crews (id INTEGER PRIMARY KEY);
\unrestrict x
