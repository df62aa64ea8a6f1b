CREATE TABLE flags (tenant VARCHAR(20), is_test BOOLEAN, code INT, value TEXT, PRIMARY KEY (tenant, is_test, code));
