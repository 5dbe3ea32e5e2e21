import AudioFiles
import Foundation
import TestServer
import Testing

@Suite("Story: apps of other people use the server", .timeLimit(.minutes(5)))
struct PythonClientTests {
    private static let python = SourceTree.root.appending(path: ".build/python/bin/python3")

    /// What py-opensonic, the client of Music Assistant, needs to show, play and change a library.
    private static let opensonic = """
        import asyncio, inspect, sys
        from libopensonic import Connection
        from libopensonic.errors import SonicError

        port, key, audio = int(sys.argv[1]), sys.argv[2], open(sys.argv[3], "rb").read()
        ways = [
            dict(username="anna", password="sécret"), dict(username="anna", password="sécret", legacy_auth=True),
            dict(api_key=key), dict(username="anna", password="sécret", use_get=True),
        ]
        for way in ways:
            app = Connection("http://127.0.0.1", port=port, app_name="story", **way)
            assert app.ping()
            artist = app.get_artists().index[0].artist[0]
            album = app.get_artist(artist.id).album[0]
            song = app.get_album(album.id).song[0]
            assert song.title == "캐롤 🎄" and song.suffix == "flac" and song.album_id == album.id, song
            assert app.get_song(song.id).title == song.title
            assert app.get_album_list2("alphabeticalByName", size=500)[0].id == album.id
            assert app.search3("캐롤").song[0].id == song.id and app.search3("").song[0].id == song.id
            assert app.star([song.id], [album.id], [artist.id])
            starred = app.get_starred2()
            assert [len(x) for x in (starred.song, starred.album, starred.artist)] == [1, 1, 1], starred
            assert app.unstar([song.id], [album.id], [artist.id]) and app.get_starred2().song == []
            assert app.set_rating(song.id, 4) and app.get_song(song.id).user_rating == 4
            assert app.scrobble(song.id)
            assert app.create_playlist(name="Mix", song_ids=[song.id, song.id])
            playlist = [x for x in app.get_playlists() if x.name == "Mix"][0]
            assert len(app.get_playlist(playlist.id).entry) == 2
            assert app.update_playlist(playlist.id, song_indices_to_remove=[0]) 
            assert len(app.get_playlist(playlist.id).entry) == 1 and app.delete_playlist(playlist.id)
            assert app.save_play_queue([song.id, song.id], song.id, 5000)
            queue = app.get_play_queue()
            assert queue.position == 5000 and len(queue.entry) == 2, queue
            assert app.get_user("anna").admin_role and app.get_scan_status().count == 1
            assert app.get_genres()[0].value == "Carol"
            try:
                app.get_song("0000000000000001")
                raise SystemExit("an unknown song was found")
            except SonicError as error:
                pass
        try:
            Connection("http://127.0.0.1", "anna", "wrong", port=port, app_name="story").ping()
            raise SystemExit("a wrong password was accepted")
        except SonicError:
            pass
        """

    /// What py-sonic, the client of Mopidy, needs; it sends `True` and `False`, and digits of code points.
    private static let sonic = """
        import sys
        import libsonic

        port, key, audio = int(sys.argv[1]), sys.argv[2], open(sys.argv[3], "rb").read()
        for way in [dict(), dict(legacyAuth=True)]:
            app = libsonic.Connection("http://127.0.0.1", "anna", "sécret", port=port, appName="story", **way)
            assert app.ping()
            artist = app.getIndexes()["indexes"]["index"][0]["artist"][0]
            album = app.getMusicDirectory(artist["id"])["directory"]["child"][0]
            song = app.getMusicDirectory(album["id"])["directory"]["child"][0]
            assert album["isDir"] and not song["isDir"] and song["title"] == "캐롤 🎄", song
            assert app.stream(song["id"]).read() == audio
            assert app.download(song["id"]).read() == audio
            app.scrobble(song["id"], submission=False)
            assert app.getNowPlaying()["nowPlaying"]["entry"][0]["id"] == song["id"]
            app.star(sids=[song["id"]])
            assert app.getStarred()["starred"]["song"][0]["id"] == song["id"]
            app.unstar(sids=[song["id"]])
            assert app.search2("캐롤")["searchResult2"]["song"][0]["id"] == song["id"]
            created = app.createPlaylist(name="Mix", songIds=[song["id"]])
            playlist = [x for x in app.getPlaylists()["playlists"]["playlist"] if x["name"] == "Mix"][0]
            assert app.getPlaylist(playlist["id"])["playlist"]["entry"][0]["id"] == song["id"]
            app.deletePlaylist(playlist["id"])
        """

    @Test("Given py-opensonic and py-sonic, then each signs in, shows, plays and changes the library")
    func usesClients() async throws {
        try #require(FileManager.default.fileExists(atPath: Self.python.path), "Tests/run installs the clients")
        try await AudioServing.folderLibrary("song.flac") { program, bytes in
            try await program.addAccount("anna", password: "sécret")
            let key = try await program.run("user key anna").output.trimmingCharacters(in: .newlines)
            let audio = program.home.appending(path: "audio")
            try bytes.write(to: audio)
            try await ServerProcess.run(program) { served in
                for script in [Self.opensonic, Self.sonic] {
                    let outcome = try await RunningProgram.tool(
                        [Self.python.path, "-c", script, "\(served.port)", key, audio.path],
                        environment: ["HOME": program.home.path, "PYTHONDONTWRITEBYTECODE": "1"], in: program.home
                    ).outcome()
                    #expect(outcome.code == 0, "\(outcome.errors.suffix(2_000))")
                }
            }
        }
    }
}
