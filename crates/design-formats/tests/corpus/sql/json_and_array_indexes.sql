CREATE TABLE docs (id uuid PRIMARY KEY, body jsonb, labels text[], owner text);
CREATE INDEX ON docs USING gin (body);
CREATE INDEX ON docs USING gin (labels);
CREATE INDEX ON docs USING btree (owner varchar_pattern_ops);
