PRAGMA application_id = 1181053549;
PRAGMA user_version = 23;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE source(
    id INTEGER PRIMARY KEY CHECK (id BETWEEN 0 AND 62), name TEXT NOT NULL UNIQUE, identity TEXT,
    kind TEXT NOT NULL, address TEXT NOT NULL, added INTEGER NOT NULL, refreshed INTEGER, revision TEXT,
    records INTEGER NOT NULL DEFAULT 0, rejected INTEGER NOT NULL DEFAULT 0, playlists TEXT,
    playlists_revision TEXT, playlists_rejected INTEGER NOT NULL DEFAULT 0, stars INTEGER,
    syncs INTEGER NOT NULL DEFAULT 0, issue TEXT, issue_time INTEGER, traits INTEGER NOT NULL DEFAULT 0);
INSERT INTO source VALUES(0,'radio',NULL,'http','http://127.0.0.1:35801/songs.ndjson',1796022000,1796022000,'Last-Modified: Mon, 30 Nov 2026 07:00:00 GMT',9,0,'playlists.ndjson','Last-Modified: Mon, 30 Nov 2026 07:00:00 GMT',0,NULL,2,NULL,NULL,8);
CREATE TABLE music(
    row INTEGER PRIMARY KEY, id INTEGER NOT NULL, sources INTEGER NOT NULL,
    bookmarked INTEGER NOT NULL DEFAULT 0, explicit INTEGER NOT NULL,
    title_key TEXT NOT NULL, artist_key TEXT NOT NULL, album_key TEXT NOT NULL,
    title TEXT NOT NULL, artist TEXT NOT NULL, album TEXT NOT NULL, duration INTEGER NOT NULL,
    disc INTEGER, track INTEGER, popularity REAL, released INTEGER, added INTEGER NOT NULL,
    genre TEXT, artwork TEXT, audio TEXT, title_order BLOB NOT NULL DEFAULT x'7F',
    plays INTEGER, played INTEGER, album_artist TEXT NOT NULL DEFAULT '',
    album_artist_key TEXT NOT NULL DEFAULT '', rating INTEGER, release BLOB, edition INTEGER);
INSERT INTO music VALUES(1,2198528482445031068,1,0,0,'song 11','artist 11','album','Song 1','Artist 1','Album',200,NULL,NULL,NULL,20010000,1796022000,'folk',NULL,NULL,X'06',NULL,NULL,'','artist 11',4,NULL,NULL);
INSERT INTO music VALUES(2,4057723077050697421,1,1,0,'song 12','artist 12','album','Song 2','Artist 2','Album',200,NULL,NULL,NULL,20020000,1796022000,'folk',NULL,NULL,X'f932',NULL,NULL,'','artist 12',NULL,NULL,NULL);
INSERT INTO music VALUES(3,2163541724398686215,1,1,0,'song 13','artist 0','album','Song 3','Artist 0','Album',200,NULL,NULL,NULL,20000000,1796022000,'folk',NULL,NULL,X'f933',NULL,NULL,'','artist 0',NULL,NULL,NULL);
INSERT INTO music VALUES(4,6246200583198109645,1,0,0,'song 14','artist 11','album','Song 4','Artist 1','Album',200,NULL,NULL,NULL,20010000,1796022000,'rock',NULL,NULL,X'f934',NULL,NULL,'','artist 11',4,NULL,NULL);
INSERT INTO music VALUES(5,4250365931246759011,1,0,0,'song 15','artist 12','album','Song 5','Artist 2','Album',200,NULL,NULL,NULL,20020000,1796022000,'rock',NULL,NULL,X'f935',NULL,NULL,'','artist 12',NULL,NULL,NULL);
INSERT INTO music VALUES(6,3728410231971148777,1,0,0,'song 16','artist 0','album','Song 6','Artist 0','Album',200,NULL,NULL,NULL,20000000,1796022000,'rock',NULL,NULL,X'f936',NULL,NULL,'','artist 0',NULL,NULL,NULL);
INSERT INTO music VALUES(7,3674291736615764425,1,0,0,'song 17','artist 11','album','Song 7','Artist 1','Album',200,NULL,NULL,NULL,20010000,1796022000,'rock',NULL,NULL,X'f937',NULL,NULL,'','artist 11',NULL,NULL,NULL);
INSERT INTO music VALUES(8,407204430616228513,1,0,0,'song 18','artist 12','album','Song 8','Artist 2','Album',200,NULL,NULL,NULL,20020000,1796022000,'rock',NULL,NULL,X'f938',NULL,NULL,'','artist 12',NULL,NULL,NULL);
INSERT INTO music VALUES(9,4911467108798165257,1,0,0,'song 19','artist 0','album','Song 9','Artist 0','Album',200,NULL,NULL,NULL,20000000,1796022000,'rock',NULL,NULL,X'f939',NULL,NULL,'','artist 0',NULL,NULL,NULL);
CREATE TABLE music_artist(
    artist_key TEXT NOT NULL, row INTEGER NOT NULL, artist TEXT NOT NULL,
    PRIMARY KEY (artist_key, row, artist)) WITHOUT ROWID;
CREATE TABLE lyrics(row INTEGER PRIMARY KEY, text TEXT NOT NULL, music INTEGER NOT NULL);
INSERT INTO lyrics VALUES(1,'la la',2198528482445031068);
INSERT INTO lyrics VALUES(2,'la la',4057723077050697421);
INSERT INTO lyrics VALUES(3,'la la',2163541724398686215);
INSERT INTO lyrics VALUES(4,'la la',6246200583198109645);
INSERT INTO lyrics VALUES(5,'la la',4250365931246759011);
INSERT INTO lyrics VALUES(6,'la la',3728410231971148777);
INSERT INTO lyrics VALUES(7,'la la',3674291736615764425);
INSERT INTO lyrics VALUES(8,'la la',407204430616228513);
INSERT INTO lyrics VALUES(9,'la la',4911467108798165257);
PRAGMA writable_schema=ON;
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','music_search','music_search',0,'CREATE VIRTUAL TABLE music_search USING fts5(
    text, tokenize = ''trigram case_sensitive 1'', detail = none, columnsize = 0,
    content = ''music_search_text'', content_rowid = ''row'')');
CREATE TABLE IF NOT EXISTS 'music_search_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO music_search_data VALUES(1,X'098146');
INSERT INTO music_search_data VALUES(10,X'000000060101000001010101');
INSERT INTO music_search_data VALUES(137438953473,X'0000019304300a616c0101010101010101010301720101010101010101010202736f010101010101010101010320300a0303030202310a0103030202320a0203030202330a030202340a040202350a050202360a060202370a070202380a080202390a090103300a610303030103310a610103030103320a610203030103330a61030103340a61040103350a61050103360a61060103370a61070103380a61080103390a61090103616c6201010101010101010102027274010101010101010101010362756d0101010101010101010103672031010301320203013303030134040301350503013606030137070301380803013909010369737401010101010101010101036c627501010101010101010101036d0a0a01010101010101010101036e672001010101010101010101036f6e6701010101010101010101037274690101010101010101010103736f6e010101010101010101020274200101010101010101010103742030030303030131010303030132020303020269730101010101010101010103756d0a010101010101010101040e0c0d08070705050505050505080808060606060606060e0d0e0604040404040404040e0e0e0e0e0e0e0d0806060d');
CREATE TABLE IF NOT EXISTS 'music_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO music_search_idx VALUES(1,X'',2);
CREATE TABLE IF NOT EXISTS 'music_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO music_search_config VALUES('automerge',4);
INSERT INTO music_search_config VALUES('crisismerge',16);
INSERT INTO music_search_config VALUES('hashsize',1048576);
INSERT INTO music_search_config VALUES('version',4);
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','music_search_trigram','music_search_trigram',0,'CREATE VIRTUAL TABLE music_search_trigram USING fts5vocab(''music_search'', ''instance'')');
CREATE TABLE record(id INTEGER NOT NULL, source INTEGER NOT NULL, fingerprint INTEGER, row INTEGER NOT NULL);
INSERT INTO record VALUES(2198528482445031068,0,4437343729765109880,1);
INSERT INTO record VALUES(4057723077050697421,0,-4151659389039639051,2);
INSERT INTO record VALUES(2163541724398686215,0,1166829345199409987,3);
INSERT INTO record VALUES(6246200583198109645,0,9067349902419477158,4);
INSERT INTO record VALUES(4250365931246759011,0,7372320983278828683,5);
INSERT INTO record VALUES(3728410231971148777,0,5642817360584833902,6);
INSERT INTO record VALUES(3674291736615764425,0,-2073312321222109467,7);
INSERT INTO record VALUES(407204430616228513,0,-7462964028294907494,8);
INSERT INTO record VALUES(4911467108798165257,0,2795142780744217785,9);
CREATE TABLE recording(record INTEGER PRIMARY KEY, id BLOB NOT NULL, row INTEGER NOT NULL);
CREATE TABLE merged_record(
    id INTEGER PRIMARY KEY, title TEXT NOT NULL, artist TEXT NOT NULL, album TEXT NOT NULL,
    duration INTEGER NOT NULL, explicit INTEGER NOT NULL, audio TEXT);
CREATE TABLE held_bookmark(id INTEGER PRIMARY KEY, music INTEGER NOT NULL);
CREATE TABLE star(
    record INTEGER PRIMARY KEY, source INTEGER NOT NULL, key TEXT NOT NULL, known INTEGER, change INTEGER,
    delivery INTEGER, known_rating INTEGER, rating_change INTEGER, rating_delivery INTEGER
    CHECK ((rating_change IS NULL) = (rating_delivery IS NULL)), CHECK ((change IS NULL) = (delivery IS NULL)));
CREATE TABLE playlist(
    row INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE, source INTEGER NOT NULL, fingerprint INTEGER,
    name_key TEXT NOT NULL, name TEXT NOT NULL, shared INTEGER, comment TEXT, created INTEGER, changed INTEGER);
INSERT INTO playlist VALUES(1,8173048217139164908,0,-7273733358963868718,'morning','Morning',NULL,NULL,1796022000,1796022000);
INSERT INTO playlist VALUES(2,2212235812502377473,-2,NULL,'evening','Evening',1,NULL,1796022001,1796022001);
INSERT INTO playlist VALUES(3,2167764793621801211,-2,NULL,'folk','Folk',NULL,NULL,1796022001,1796022001);
CREATE TABLE playlist_entry(
    playlist INTEGER NOT NULL, position INTEGER NOT NULL, record INTEGER NOT NULL,
    PRIMARY KEY (playlist, position)) WITHOUT ROWID;
INSERT INTO playlist_entry VALUES(1,0,2163541724398686215);
INSERT INTO playlist_entry VALUES(1,1,2198528482445031068);
INSERT INTO playlist_entry VALUES(2,1,2198528482445031068);
INSERT INTO playlist_entry VALUES(1,2,4057723077050697421);
INSERT INTO playlist_entry VALUES(2,0,4250365931246759011);
INSERT INTO playlist_entry VALUES(2,2,4250365931246759011);
CREATE TABLE download(
    id INTEGER PRIMARY KEY, state INTEGER NOT NULL, number INTEGER NOT NULL, file TEXT NOT NULL,
    length INTEGER, version TEXT, digest BLOB, reason TEXT);
CREATE TABLE todo(
    number INTEGER PRIMARY KEY AUTOINCREMENT, done INTEGER NOT NULL, position INTEGER NOT NULL,
    fingerprint INTEGER NOT NULL, title TEXT NOT NULL, description TEXT NOT NULL, day TEXT, moment INTEGER,
    place TEXT, latitude INTEGER, longitude INTEGER, music INTEGER, artist TEXT, address TEXT,
    town_only INTEGER NOT NULL DEFAULT 0);
INSERT INTO todo VALUES(1,0,1,4840761854059917232,'Hear the band','',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
CREATE TABLE geocoding(
    server TEXT NOT NULL, address TEXT NOT NULL, places TEXT NOT NULL, count INTEGER NOT NULL,
    time INTEGER NOT NULL, PRIMARY KEY (server, address)) WITHOUT ROWID;
CREATE TABLE geocoder(server TEXT PRIMARY KEY, free INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE undo(number INTEGER PRIMARY KEY, made INTEGER NOT NULL, action TEXT NOT NULL);
INSERT INTO undo VALUES(1,1796022000,'bookmark');
INSERT INTO undo VALUES(2,1796022000,'unbookmark');
INSERT INTO undo VALUES(3,1796022000,'add');
INSERT INTO undo VALUES(4,1796022001,'rate');
INSERT INTO undo VALUES(5,1796022001,'bookmark');
INSERT INTO undo VALUES(6,1796022001,'rate');
INSERT INTO undo VALUES(7,1796022001,'bookmark');
INSERT INTO undo VALUES(8,1796022001,'createPlaylist');
INSERT INTO undo VALUES(9,1796022001,'createPlaylist');
INSERT INTO undo VALUES(10,1796022001,'addToQueue');
CREATE TABLE undo_bookmark(
    change INTEGER NOT NULL REFERENCES undo(number) ON DELETE CASCADE, music INTEGER NOT NULL, rating INTEGER, time TEXT);
INSERT INTO undo_bookmark VALUES(1,2198528482445031068,NULL,NULL);
INSERT INTO undo_bookmark VALUES(1,4057723077050697421,NULL,NULL);
INSERT INTO undo_bookmark VALUES(1,2163541724398686215,NULL,NULL);
INSERT INTO undo_bookmark VALUES(2,2198528482445031068,NULL,'1796022000');
INSERT INTO undo_bookmark VALUES(4,2198528482445031068,NULL,NULL);
INSERT INTO undo_bookmark VALUES(4,6246200583198109645,NULL,NULL);
CREATE TABLE undo_todo(
    change INTEGER NOT NULL REFERENCES undo(number) ON DELETE CASCADE, number INTEGER NOT NULL,
    done INTEGER, position INTEGER, fingerprint INTEGER, title TEXT, description TEXT, day TEXT, moment INTEGER,
    place TEXT, latitude INTEGER, longitude INTEGER, music INTEGER, artist TEXT, address TEXT,
    town_only INTEGER, PRIMARY KEY (change, number)) WITHOUT ROWID;
INSERT INTO undo_todo VALUES(3,1,NULL,1,4840761854059917232,'Hear the band','',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
CREATE TABLE playback(
    id INTEGER PRIMARY KEY CHECK (id = 1), position INTEGER, elapsed INTEGER NOT NULL, volume INTEGER NOT NULL,
    repetition TEXT NOT NULL, shuffled INTEGER NOT NULL, client TEXT, changed INTEGER);
INSERT INTO playback VALUES(1,NULL,0,100,'off',0,NULL,NULL);
CREATE TABLE queue(
    position INTEGER PRIMARY KEY, number INTEGER NOT NULL, song INTEGER NOT NULL,
    playback INTEGER NOT NULL DEFAULT 1);
INSERT INTO queue VALUES(4294967295,1,3728410231971148777,1);
INSERT INTO queue VALUES(8589934591,2,4057723077050697421,1);
CREATE TABLE play(number INTEGER PRIMARY KEY, song INTEGER NOT NULL, started INTEGER NOT NULL);
CREATE TABLE scrobble(
    number INTEGER PRIMARY KEY, source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
    key TEXT NOT NULL, started INTEGER NOT NULL, claimed INTEGER);
CREATE TABLE held_rating(id INTEGER PRIMARY KEY, music INTEGER NOT NULL, rating INTEGER NOT NULL);
CREATE TABLE saved_search(
    playlist INTEGER PRIMARY KEY, text TEXT NOT NULL, sort TEXT NOT NULL, reversed INTEGER NOT NULL,
    size INTEGER);
INSERT INTO saved_search VALUES(3,'genre:folk','newest',0,2);
CREATE TABLE undo_playlist(
    change INTEGER PRIMARY KEY REFERENCES undo(number) ON DELETE CASCADE, playlist INTEGER NOT NULL,
    name TEXT NOT NULL, songs TEXT NOT NULL, start INTEGER NOT NULL, count INTEGER NOT NULL,
    replaced TEXT NOT NULL, text TEXT, sort TEXT, reversed INTEGER, size INTEGER, shared INTEGER, comment TEXT, created INTEGER);
INSERT INTO undo_playlist VALUES(8,2212235812502377473,'Evening','[4250365931246759011,2198528482445031068,4250365931246759011]',0,0,'[]',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO undo_playlist VALUES(9,2167764793621801211,'Folk','[]',0,0,'[]',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE album(
    row INTEGER PRIMARY KEY, id INTEGER NOT NULL, allowed INTEGER NOT NULL, name_key TEXT NOT NULL,
    artist_key TEXT NOT NULL, name TEXT, artist TEXT, release BLOB, released INTEGER, added INTEGER NOT NULL,
    plays INTEGER, played INTEGER, other_id INTEGER NOT NULL DEFAULT 0);
INSERT INTO album VALUES(1,7073863523274023478,3,'album','artist 0',NULL,NULL,NULL,20000000,1796022000,NULL,NULL,4845184410629649404);
INSERT INTO album VALUES(2,4694622419832481619,3,'album','artist 11',NULL,NULL,NULL,20010000,1796022000,NULL,NULL,4229890300952899550);
INSERT INTO album VALUES(3,6415143666429917162,3,'album','artist 12',NULL,NULL,NULL,20020000,1796022000,NULL,NULL,3763864367581681111);
CREATE TABLE album_genre(
    genre TEXT NOT NULL, album INTEGER NOT NULL, songs INTEGER NOT NULL, not_explicit INTEGER NOT NULL,
    clean INTEGER NOT NULL, PRIMARY KEY (genre, album)) WITHOUT ROWID;
INSERT INTO album_genre VALUES('folk',1,1,1,0);
INSERT INTO album_genre VALUES('folk',2,1,1,0);
INSERT INTO album_genre VALUES('folk',3,1,1,0);
INSERT INTO album_genre VALUES('rock',1,2,2,0);
INSERT INTO album_genre VALUES('rock',2,2,2,0);
INSERT INTO album_genre VALUES('rock',3,2,2,0);
CREATE TABLE annotation(
    id INTEGER PRIMARY KEY, bookmarked INTEGER NOT NULL, rating INTEGER, artist TEXT NOT NULL, album TEXT);
INSERT INTO annotation VALUES(4694622419832481619,1,5,'Artist 1','Album');
INSERT INTO annotation VALUES(8593615509246826516,1,NULL,'Artist 2',NULL);
CREATE TABLE undo_annotation(
    change INTEGER NOT NULL REFERENCES undo(number) ON DELETE CASCADE, id INTEGER NOT NULL,
    bookmarked INTEGER NOT NULL, rating INTEGER, artist TEXT NOT NULL, album TEXT, time TEXT);
INSERT INTO undo_annotation VALUES(5,4694622419832481619,0,NULL,'Artist 1','Album',NULL);
INSERT INTO undo_annotation VALUES(6,4694622419832481619,1,NULL,'Artist 1','Album',NULL);
INSERT INTO undo_annotation VALUES(7,8593615509246826516,0,NULL,'Artist 2',NULL,NULL);
CREATE TABLE annotation_change(
    number INTEGER PRIMARY KEY AUTOINCREMENT, source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
    annotation INTEGER NOT NULL, is_rating INTEGER NOT NULL, value INTEGER NOT NULL, key TEXT NOT NULL,
    artist TEXT NOT NULL, album TEXT, UNIQUE (source, annotation, is_rating));
CREATE TABLE undo_queue(
    change INTEGER PRIMARY KEY REFERENCES undo(number) ON DELETE CASCADE, current INTEGER,
    elapsed INTEGER NOT NULL, shuffled INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO undo_queue VALUES(10,NULL,0,0);
CREATE TABLE undo_queue_entry(
    change INTEGER NOT NULL REFERENCES undo(number) ON DELETE CASCADE, place INTEGER NOT NULL,
    number INTEGER NOT NULL, song INTEGER NOT NULL, added INTEGER NOT NULL, predecessor INTEGER,
    PRIMARY KEY (change, place)) WITHOUT ROWID;
INSERT INTO undo_queue_entry VALUES(10,0,1,3728410231971148777,1,NULL);
INSERT INTO undo_queue_entry VALUES(10,1,2,4057723077050697421,1,NULL);
CREATE TABLE genre(
    name TEXT PRIMARY KEY, songs INTEGER NOT NULL, not_explicit INTEGER NOT NULL, clean INTEGER NOT NULL,
    albums INTEGER NOT NULL, not_explicit_albums INTEGER NOT NULL, clean_albums INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO genre VALUES('folk',3,3,0,3,3,0);
INSERT INTO genre VALUES('rock',6,6,0,3,3,0);
CREATE TABLE account(
    number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE, age INTEGER,
    admin INTEGER NOT NULL, password BLOB, library TEXT);
INSERT INTO account VALUES(1,'anna','anna',NULL,1,NULL,NULL);
INSERT INTO account VALUES(2,'ben','ben',12,0,NULL,'ed5b252a610f5eea');
CREATE TABLE account_key(
    digest BLOB PRIMARY KEY, account INTEGER NOT NULL REFERENCES account(number) ON DELETE CASCADE)
    WITHOUT ROWID;
CREATE TABLE saved_position(
    number INTEGER PRIMARY KEY, song INTEGER NOT NULL UNIQUE, position INTEGER NOT NULL, comment TEXT NOT NULL,
    created INTEGER NOT NULL, changed INTEGER NOT NULL);
CREATE TABLE bookmark_time(id INTEGER PRIMARY KEY, time TEXT NOT NULL);
INSERT INTO bookmark_time VALUES(2163541724398686215,'1796022000');
INSERT INTO bookmark_time VALUES(4057723077050697421,'1796022000');
INSERT INTO bookmark_time VALUES(4694622419832481619,'1796022001');
INSERT INTO bookmark_time VALUES(8593615509246826516,'1796022001');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('todo',1);
INSERT INTO sqlite_sequence VALUES('annotation_change',0);
INSERT INTO sqlite_sequence VALUES('undo',10);
INSERT INTO sqlite_sequence VALUES('account',2);
CREATE INDEX bookmarked_by_title ON music(
    title_key, title_order, id, explicit, sources) WHERE bookmarked = 1;
CREATE INDEX bookmarked_by_artist ON music(
    artist_key, title_key, title_order, id, explicit, sources) WHERE bookmarked = 1;
CREATE INDEX bookmarked_by_popular ON music(
    popularity DESC, title_key, title_order, id, explicit, sources) WHERE bookmarked = 1;
CREATE INDEX bookmarked_by_newest ON music(
    released DESC, title_key, title_order, id, explicit, sources) WHERE bookmarked = 1;
CREATE INDEX bookmarked_by_added ON music(
    added DESC, title_key, title_order, id, explicit, sources) WHERE bookmarked = 1;
CREATE INDEX played_by_played ON music(
    played DESC, title_key, title_order, id, explicit, sources, bookmarked) WHERE played IS NOT NULL;
CREATE INDEX played_by_plays ON music(
    plays DESC, title_key, title_order, id, explicit, sources, bookmarked) WHERE played IS NOT NULL;
CREATE INDEX music_artist_row ON music_artist(row);
CREATE VIEW music_search_text AS SELECT row, search_text(title, artist, album) AS text FROM music;
CREATE INDEX recording_id ON recording(id);
CREATE INDEX star_change ON star(change, record, source, delivery) WHERE change IS NOT NULL;
CREATE INDEX playlist_by_name ON playlist(name_key, name, id);
CREATE INDEX playlist_of_source ON playlist(source, id, fingerprint);
CREATE INDEX download_number ON download(number, state);
CREATE INDEX todo_order ON todo(done, position);
CREATE INDEX todo_fingerprint ON todo(fingerprint, latitude, longitude);
CREATE INDEX undo_bookmark_change ON undo_bookmark(change, music);
CREATE INDEX play_started ON play(started, number, song);
CREATE INDEX play_song ON play(song, started);
CREATE INDEX scrobble_source ON scrobble(source);
CREATE INDEX rated_by_rating ON music(
    rating DESC, title_key, title_order, id, explicit, sources, bookmarked) WHERE rating IS NOT NULL;
CREATE INDEX star_rating_change ON star(rating_change, record, source, rating_delivery)
    WHERE rating_change IS NOT NULL;
CREATE INDEX bookmarked_by_album ON music(
    album_key, album_artist_key, edition, disc, track, title_key, title_order, id, explicit, sources)
    WHERE bookmarked = 1;
CREATE INDEX album_by_played ON album(played DESC, name_key, artist_key, id, allowed) WHERE played IS NOT NULL;
CREATE INDEX album_by_plays ON album(plays DESC, name_key, artist_key, id, allowed) WHERE played IS NOT NULL;
CREATE INDEX album_genre_album ON album_genre(album);
CREATE INDEX undo_annotation_change ON undo_annotation(change, id);
CREATE INDEX queue_number ON queue(number);
CREATE INDEX account_key_account ON account_key(account);
CREATE UNIQUE INDEX music_id ON music(id);
CREATE UNIQUE INDEX record_id ON record(id);
CREATE INDEX record_fingerprint ON record(fingerprint);
CREATE INDEX record_row ON record(row);
CREATE INDEX music_by_title ON music(title_key, title_order, id, explicit, sources, bookmarked);
CREATE INDEX music_by_artist ON music(artist_key, title_key, title_order, id, explicit, sources, bookmarked, artist);
CREATE INDEX music_by_popular ON music(popularity DESC, title_key, title_order, id, explicit, sources, bookmarked);
CREATE INDEX music_by_newest ON music(released DESC, title_key, title_order, id, explicit, sources, bookmarked);
CREATE INDEX music_by_added ON music(added DESC, title_key, title_order, id, explicit, sources, bookmarked);
CREATE INDEX music_by_album ON music(album_key, album_artist_key, edition, disc, track, title_key, title_order, id, explicit, sources, bookmarked);
CREATE INDEX music_genre_without_album ON music(genre, album, explicit) WHERE album_key = char(0x10FFFF) AND genre IS NOT NULL;
CREATE INDEX music_by_other_album_artist ON music(album_artist) WHERE album_artist <> '' AND album_artist <> artist;
CREATE INDEX album_id ON album(id);
CREATE INDEX album_by_name ON album(name_key, artist_key, id, allowed);
CREATE INDEX album_by_artist ON album(artist_key, released DESC, name_key, id, allowed);
CREATE INDEX album_by_newest ON album(released DESC, name_key, artist_key, id, allowed);
CREATE INDEX album_by_added ON album(added DESC, name_key, artist_key, id, allowed);
CREATE INDEX album_other_id ON album(other_id);
CREATE INDEX playlist_entry_record ON playlist_entry(record, playlist);
PRAGMA writable_schema=OFF;
COMMIT;
