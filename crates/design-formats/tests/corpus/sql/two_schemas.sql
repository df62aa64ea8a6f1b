CREATE TABLE live.orders (id INT PRIMARY KEY, total DECIMAL(8,2));
CREATE TABLE archive.orders (id INT PRIMARY KEY, closed DATE);
CREATE INDEX ON archive.orders (closed);
CREATE TABLE IF NOT EXISTS live.orders (other INT);
