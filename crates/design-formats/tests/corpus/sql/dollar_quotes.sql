CREATE OR REPLACE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $body$
BEGIN
  EXECUTE 'CREATE TABLE never (id int)';
  CREATE TEMP TABLE neither (id int);
END; $body$;
DO $$ BEGIN CREATE TABLE nor_this (id int); END $$;
CREATE TABLE kept (id serial PRIMARY KEY, price numeric(6,2) DEFAULT '1'::numeric);
