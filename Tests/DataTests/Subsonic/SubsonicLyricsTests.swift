import FermataData
import FermataDomain
import TestServer
import Testing

@Suite("Lyrics of music servers")
struct SubsonicLyricsTests {
    private let song = LyricsOrigin(source: "home", key: "s0", title: "Song 0 & more", artist: "David Bowie")

    private func lines(_ content: FakeMusicServer.Content) async throws -> [LyricLine] {
        var lines: [LyricLine] = []
        try await withMusicServer(content) { _, access in lines = try await access.repository().lyrics(of: song).lines }
        return lines
    }

    private func lines(structured: String) async throws -> [LyricLine] {
        var content = FakeMusicServer.Content.songs(1)
        content.extensions = ["songLyrics", "formPost"]
        content.structuredLyrics["s0"] = structured
        return try await lines(content)
    }

    @Test("reads lines with times, moved by the offset")
    func readsStructuredLyrics() async throws {
        let lines = try await lines(
            structured: """
                "structuredLyrics":[{"lang":"eng","synced":true,"offset":-100,"line":[
                    {"start":0,"value":"a"},{"start":"2000","value":"b"},{"value":"c"},{"start":3000.5}]}]
                """)
        #expect(
            lines == [
                LyricLine(time: .milliseconds(100), "a"), LyricLine(time: .milliseconds(2_100), "b"), LyricLine("c"),
                LyricLine(time: .milliseconds(3_100), ""),
            ])
    }

    @Test("prefers lyrics with times; lines of others have none")
    func prefersTimes() async throws {
        let plain = #"{"lang":"eng","synced":false,"line":[{"start":5,"value":"plain"}]}"#
        let empty = #"{"lang":"xxx","synced":true}"#
        let timed = #"{"lang":"kor","synced":true,"line":[{"start":5,"value":"timed"}]}"#
        #expect(
            try await lines(structured: #""structuredLyrics":[\#(empty),\#(plain),\#(timed)]"#)
                == [LyricLine(time: .milliseconds(5), "timed")])
        #expect(try await lines(structured: #""structuredLyrics":[\#(empty),\#(plain)]"#) == [LyricLine("plain")])
        let unmarked = plain.replacing(#""synced":false,"#, with: "")
        #expect(try await lines(structured: #""structuredLyrics":[\#(unmarked)]"#) == [LyricLine("plain")])
    }

    @Test(
        "a song without lyrics has none",
        arguments: [
            "", #""structuredLyrics":[]"#, #""structuredLyrics":[{"synced":true,"line":[]}]"#,
            #""structuredLyrics":[1]"#,
        ])
    func readsNothing(structured: String) async throws {
        #expect(try await lines(structured: structured).isEmpty)
    }

    @Test("an unknown song has no lyrics; other errors of the server are failures")
    func handlesErrors() async throws {
        var content = FakeMusicServer.Content.songs(1)
        content.extensions = ["songLyrics"]
        #expect(try await lines(content).isEmpty)
        content.errors["getLyricsBySongId"] = 50
        let failing = content
        try await withMusicServer(failing) { _, access in
            await expectFailure(.signIn(.notAllowed)) { _ = try await access.repository().lyrics(of: song) }
        }
    }

    @Test("lines and times of a hostile server are limited")
    func limitsHostileLyrics() async throws {
        let line = #"{"start":9223372036854775807,"value":"a"},{"start":-5,"value":"b"}"#
        let many = Array(repeating: line, count: 30_000).joined(separator: ",")
        let lines = try await lines(
            structured: #""structuredLyrics":[{"synced":true,"offset":-9223372036854775808,"line":[\#(many)]}]"#)
        #expect(lines.count == 50_000)
        #expect(Set(lines.map(\.time)) == [.milliseconds(2_999_999_999), .milliseconds(5_999_999_998)])
    }

    @Test("requests text by artist and title from a server without times")
    func readsPlainLyrics() async throws {
        var content = FakeMusicServer.Content.songs(1)
        content.plainLyrics["David Bowie: Song 0 & more"] = #"{"artist":"x","value":"[00:01.50]a\r\nb"}"#
        #expect(try await lines(content) == [LyricLine(time: .milliseconds(1_500), "a"), LyricLine("b")])
    }

    @Test("a server without lyrics leaves them out", arguments: [#"{}"#, #"{"artist":"x"}"#, #""""#, "null"])
    func readsNoPlainLyrics(value: String) async throws {
        var content = FakeMusicServer.Content.songs(1)
        content.plainLyrics["David Bowie: Song 0 & more"] = value
        #expect(try await lines(content).isEmpty)
    }
}
