CREATE TABLE albums (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, artist TEXT, released, rating REAL DEFAULT 0.5);
CREATE TABLE sqlite_sequence(name,seq);
CREATE TABLE tracks (album_id INTEGER REFERENCES albums(id) ON DELETE CASCADE, nr INTEGER, title TEXT CHECK (length(title) > 0), is_live BOOLEAN, PRIMARY KEY (album_id, nr)) WITHOUT ROWID;
CREATE INDEX tracks_title ON tracks (title COLLATE NOCASE);
CREATE INDEX tracks_live ON tracks (is_live) WHERE is_live = 1;
CREATE VIEW live AS SELECT * FROM tracks WHERE is_live
/* live(album_id,nr,title,is_live) */;
CREATE VIRTUAL TABLE words USING fts5(body)
/* words(body) */;
CREATE TABLE IF NOT EXISTS 'words_data'(id INTEGER PRIMARY KEY, block BLOB);
CREATE TABLE IF NOT EXISTS 'words_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS 'words_content'(id INTEGER PRIMARY KEY, c0);
CREATE TABLE IF NOT EXISTS 'words_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
CREATE TABLE IF NOT EXISTS 'words_config'(k PRIMARY KEY, v) WITHOUT ROWID;
CREATE TRIGGER albums_ai AFTER INSERT ON albums BEGIN INSERT INTO words VALUES (new.title); UPDATE albums SET rating = CASE WHEN rating IS NULL THEN 0 ELSE rating END WHERE id = new.id; END;
