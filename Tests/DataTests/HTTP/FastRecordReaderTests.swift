import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer
import Testing

@Suite("Fast record reader")
struct FastRecordReaderTests {
    private func decoder() throws -> RecordDecoder {
        RecordDecoder(base: try #require(URL(string: "http://example.org/a/b.json")), depthLimit: 64)
    }

    @Test(
        "reads simple records exactly as the decoder does",
        arguments: [
            GeneratedSong.line(7).replacing("\n", with: ""),
            String(decoding: PackageResources.flo_song_json, as: UTF8.self).replacing("\n", with: ""),
            #"{"title":"a","duration":0}"#,
            #" { "title" : "a\"\\\/\n\r\t\b\f챔" , "duration" : 2147483647 }"#,
            #"{"title": "a", "duration": 1, "id": 123456789012345678, "explicit": true, "popularity": 66.25}"#,
            #"{"title": "a", "duration": 1, "popularity": 0.123456789012345}"#,
            #"{"title": "a", "duration": 1, "popularity": 999999999999.999}"#,
            #"{"title": "a", "duration": 1, "popularixx": 5, "released": "2019", "year": 1999, "genre": "pop"}"#,
            """
            {"id": "s1", "title": "t", "singer": "s", "album": "a", "duration": 9, "image": "i", "file": "f", \
            "lyrics": "l", "explicit": false, "popularity": 10, "released": "2019-06", "year": 2019, \
            "genre": "g", "track": 10, "disc": 20, "recording": "none"}
            """,
            #"{"title": "a", "duration": 1, "id": "", "explicit": "clean", "popularity": 0.1, "year": 1999}"#,
            #"{"title": "a", "duration": 1, "recording": "b1a9c0e9-d987-4042-ae91-78d6a3267d69"}"#,
            #"{"title": "a", "duration": 1, "recording": "none"}"#,
            #"{"title": "a", "duration": 1, "albumArtist": "Band", "albumArtwork": 5}"#,
            #"{"title": "a", "duration": 1, "x": 1.5, "y": "z", "": null, "zz": true, "track": 3, "disc": null}"#,
        ])
    func matchesDecoder(record: String) throws {
        let bytes = Data(record.utf8)
        let music = try #require(decoder().fastMusic(from: bytes))
        #expect(try decoder().music(from: bytes) == music)
    }

    @Test(
        "leaves all other records to the decoder",
        arguments: [
            "", "{}", "[]", #"{"title": "a"}"#, #"{"title": " ", "duration": 1}"#, #"{"title": null, "duration": 1}"#,
            #"{"title": "a", "duration": -1}"#, #"{"title": "a", "duration": 01}"#, #"{"title": "a", "duration": 1.0}"#,
            #"{"title": "a", "duration": 1:}"#,
            #"{"title": "a", "duration": 1e2}"#, #"{"title": "a", "duration": 2147483648}"#,
            #"{"title": "\u0061", "duration": 1}"#, #"{"t\u0069tle": "a", "duration": 1}"#,
            #"{"title": "a", "title": "b", "duration": 1}"#, #"{"title": "a", "duration": 1, "x": {}}"#,
            #"{"title": "a", "duration": 1} x"#, #"{"title": "a", "duration": 1,}"#, #"{"title": "a", "duration": 1"#,
            #"{"title": "a" "duration": 1}"#, #"{"title": "a", "duration": 1, "popularity": 1234567890.123456}"#,
            #"{"title": "a", "duration": 1, "popularity": 1.000000000000000}"#,
            #"{"title": "a", "duration": 1, "popularity": 0.1234567890123456}"#,
            #"{"title": "a", "duration": 1, "popularity": 1.}"#,
            #"{"title": "a", "duration": 1, "disc": 1, "disc": 2}"#,
            #"{"title": "a", "duration": 1, "id": 1234567890123456789}"#,
            #"{"title": "a\x", "duration": 1}"#, "{\"title\": \"a\u{1}\", \"duration\": 1}", #"{"title": "a\"#,
            #"{"title": "a", "duration": 1, "recording": 7}"#, #"{"title": "a", "duration": 1, "albumArtist": 7}"#,
            #"{"title": "a", "duration": 1, "explicit": "no"}"#, #"{"title": "a", "duration": 1, "id": true}"#,
        ])
    func leavesOtherRecords(record: String) throws {
        #expect(try decoder().fastMusic(from: Data(record.utf8)) == nil)
    }

    @Test("leaves truncated records to the decoder")
    func leavesTruncatedRecords() throws {
        let decoder = try decoder()
        let bytes = Data(#"{"title": "a", "duration": 1, "x": null, "id": 7, "popularity": 2.5}"#.utf8)
        for count in bytes.indices { #expect(decoder.fastMusic(from: Data(bytes.prefix(count))) == nil) }
    }

    @Test("reads damaged records exactly as the decoder does", arguments: [3, 99, 2_024])
    func matchesDecoderOnDamage(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let decoder = try decoder()
        let pieces = Array(#"{}[]",:\u0na1 9.eE-tf"#.utf8) + [0, 0x1F, 0x7F, 0xC3, 0xA9, 0xFF]
        var plain = 0
        for _ in 0..<3_000 {
            var bytes = Data(GeneratedSong.line(Int.random(in: 1...999, using: &random)).utf8.dropLast())
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = pieces.randomElement(using: &random) ?? 0
                case 1: bytes.remove(at: index)
                default: bytes.insert(pieces.randomElement(using: &random) ?? 0, at: index)
                }
            }
            guard let music = decoder.fastMusic(from: bytes) else { continue }
            plain += 1
            let decoded = try? decoder.music(from: bytes)
            #expect(decoded == music, "\(String(decoding: bytes, as: UTF8.self))")
        }
        #expect(plain > 300)
    }
}
