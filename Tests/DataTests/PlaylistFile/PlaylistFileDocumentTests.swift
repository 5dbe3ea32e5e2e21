import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("The file of a playlist")
struct PlaylistFileDocumentTests {
    private static let hostile = "A & B <c> \"d\"\n#EXT \u{1B}[31m \u{FFFF} 🎄"
    private static let songs = [
        Music(
            id: MusicID(1), title: "Changes", artist: "David Bowie", duration: .seconds(217),
            audioURL: "file:///m/50%25%20a.mp3"),
        Music(id: MusicID(2), title: hostile, artist: "X", audioURL: "http://a/1.mp3?a=1&b=2"),
        Music(id: MusicID(3), title: "#1", artist: ""),
        Music(id: MusicID(4), title: "Line", artist: "Feed", audioURL: "file:///m/a%0Ab%FF.mp3"),
    ]
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ format: PlaylistFileFormat) async throws -> String {
        let path = folder.path("list.\(format.rawValue)")
        let document = PlaylistFileDocument(path: path, format: format)
        #expect(try await document.write(Self.hostile, BatchSequence(batchSize: 3) { Self.songs }) == 4)
        return path
    }

    private func read(_ text: String, as name: String) async throws -> PlaylistDocumentContent {
        try Data(text.utf8).write(to: folder.url.appending(path: name))
        return try await PlaylistFileDocument(path: folder.path(name)).read()
    }

    @Test("has path or address, duration, artist and title of each song as M3U8")
    func writesM3U() async throws {
        let lines = try await String(contentsOfFile: write(.m3u8), encoding: .utf8).split(separator: "\n").map(
            String.init)
        let name = "A & B <c> \"d\" #EXT  [31m \u{FFFF} 🎄"
        #expect(
            lines == [
                "#EXTM3U", "#PLAYLIST:" + name, "#EXTINF:217,David Bowie - Changes", "/m/50% a.mp3",
                "#EXTINF:-1,X - " + name, "http://a/1.mp3?a=1&b=2", "#EXTINF:-1,#1", "./#1",
                "#EXTINF:-1,Feed - Line", "file:///m/a%0Ab%FF.mp3",
            ])
    }

    @Test("has the same as XSPF, with what XML excludes replaced")
    func writesXSPF() async throws {
        let text = try await String(contentsOfFile: write(.xspf), encoding: .utf8)
        #expect(text.contains("<title>A &amp; B &lt;c&gt; \"d\" #EXT  [31m  🎄</title>"))
        #expect(text.contains("<location>file:///m/50%25%20a.mp3</location>"))
        #expect(text.contains("<location>http://a/1.mp3?a=1&amp;b=2</location>"))
        #expect(text.contains("<duration>217000</duration>") && text.contains("<creator>David Bowie</creator>"))
    }

    @Test("is read as it was written", arguments: PlaylistFileFormat.allCases)
    func roundTrip(format: PlaylistFileFormat) async throws {
        let content = try await PlaylistFileDocument(path: write(format)).read()
        #expect(content.name.hasPrefix("A & B <c> \"d\" #EXT"))
        #expect(content.songs.map { $0.song(among: Self.songs)?.id.value } == [1, 2, nil, 4])
        #expect(content.songs[0].names == [.init(artist: "David Bowie", title: "Changes")])
        #expect(content.songs[0].duration == .seconds(217) && content.songs[1].duration == nil)
    }

    @Test("names songs by paths that are relative to it, and by every way to divide a title")
    func readsM3U() async throws {
        let text = """
            #EXTM3U
            #EXTINF:123 logo="x",A - B - C
            Low/../a b.mp3
            #EXTINF:nonsense
            #comment
            \\\\nas\\c.mp3
            https://example.org/d.mp3

            """
        let content = try await read(text, as: "My list.m3u")
        #expect(content.name == "My list" && content.songs.count == 3)
        let song = content.songs[0]
        #expect(song.addresses.first == "file://" + folder.path("a%20b.mp3"))
        #expect(song.names == [.init(artist: "A", title: "B - C"), .init(artist: "A - B", title: "C")])
        #expect(song.duration == .seconds(123) && song.text == "A - B - C")
        #expect(content.songs[1].names.isEmpty && content.songs[1].duration == nil)
        #expect(content.songs[2].addresses == ["https://example.org/d.mp3"])
    }

    @Test("may have tracks without a location as XSPF")
    func readsTracksWithoutLocation() async throws {
        let text = """
            <playlist version="1" xmlns="http://xspf.org/ns/0/"><title>List</title><trackList>
            <track><title>Changes</title><creator>David Bowie</creator><duration>217900</duration></track>
            <track><annotation>nothing</annotation></track>
            </trackList></playlist>
            """
        let content = try await read(text, as: "a.xspf")
        #expect(content.name == "List" && content.songs.count == 1)
        #expect(content.songs[0].names == [.init(artist: "David Bowie", title: "Changes")])
        #expect(content.songs[0].duration == .milliseconds(217_900))
    }

    @Test("is refused if it is missing, too large or no valid XML")
    func refusesInvalidFile() async throws {
        let missing = folder.path("missing.m3u8")
        await #expect(throws: PlaylistDocumentError.cannotRead(path: missing, .missing)) {
            _ = try await PlaylistFileDocument(path: missing).read()
        }
        await #expect(throws: PlaylistDocumentError.invalidXML(path: folder.path("a.xspf"), line: 2)) {
            _ = try await read("<playlist>\n</nothing>", as: "a.xspf")
        }
        await #expect(throws: PlaylistDocumentError.tooLarge(path: folder.path("a.m3u"), limit: 8 << 20)) {
            _ = try await read(String(repeating: "x", count: 8 << 20 + 1), as: "a.m3u")
        }
        let path = folder.path("none/a.m3u8")
        await #expect(throws: PlaylistDocumentError.cannotWrite(path: path, .folderMissing)) {
            _ = try await PlaylistFileDocument(path: path).write("", BatchSequence(batchSize: 1) { Self.songs })
        }
    }
}
