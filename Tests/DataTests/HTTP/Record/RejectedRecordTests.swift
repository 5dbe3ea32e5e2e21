import FermataDomain
import Foundation
import Testing

@Suite("Rejected catalogue records")
struct RejectedRecordTests {
    @Test(
        "reports the position and reason of a rejected record",
        arguments: [
            (#"{"duration": 1}"#, "title is missing"),
            (#"{"title": null, "duration": 1}"#, "title is missing"),
            (#"{"title": "", "duration": 1}"#, "title is empty"),
            (#"{"title": " \n\u00a0\u3000", "duration": 1}"#, "title is empty"),
            (#"{"title": 5, "duration": 1}"#, "title must be text"),
            (#"{"title": "a"}"#, "duration is missing"),
            (#"{"title": "a", "duration": -1}"#, "duration is negative"),
            (#"{"title": "a", "duration": 1.5}"#, "duration must be a whole number of seconds, 0 or more"),
            (#"{"title": "a", "duration": "198"}"#, "duration must be a whole number of seconds, 0 or more"),
            (#"{"title": "a", "duration": 1e30}"#, "duration must be a whole number of seconds, 0 or more"),
            (#"{"title": "a", "duration": 99999999999}"#, "duration is more than 2147483647 seconds"),
            (#"{"title": "a", "duration": 1, "singer": ["x"]}"#, "singer must be text"),
            (#"{"title": "a", "duration": 1, "album": 3}"#, "album must be text"),
            (#"{"title": "a", "duration": 1, "image": {}}"#, "image must be text"),
            (#"{"title": "a", "duration": 1, "file": false}"#, "file must be text"),
            (#"{"title": "a", "duration": 1, "lyrics": []}"#, "lyrics must be text"),
            (#"{"title": "a", "duration": 1, "id": 1.5}"#, "id must be text or a whole number"),
            (#"{"title": "a", "duration": 1, "id": true}"#, "id must be text or a whole number"),
            (#"{"title": "a", "duration": 1, "popularity": "high"}"#, "popularity must be a number"),
            (#"{"title": "a", "duration": 1, "track": "3"}"#, "track must be a whole number"),
            (#"{"title": "a", "duration": 1, "disc": 1.5}"#, "disc must be a whole number"),
            (#"{"title": "a", "duration": 1, "year": "1999"}"#, "year must be a whole number"),
            (#"{"title": "a", "duration": 1, "genre": 1}"#, "genre must be text"),
            (#"{"title": "a", "duration": 1, "released": 2019}"#, "released must be text"),
            (
                #"{"title": "a", "duration": 1, "explicit": "no"}"#,
                #"explicit must be true, false, "explicit", "clean" or "unknown""#
            ),
            (
                #"{"title": "a", "duration": 1, "explicit": 1}"#,
                #"explicit must be true, false, "explicit", "clean" or "unknown""#
            ),
        ])
    func describesRejectedRecord(bad: String, reason: String) throws {
        for document in ["[\(record("a")),\(bad),\(record("c"))]", "\(record("a"))\n\(bad)\n\(record("c"))\n"] {
            let reading = try DocumentReading(document)
            #expect(reading.titles == ["a", "c"])
            #expect(reading.rejected == [RejectedRecord(position: 2, reason: reason)])
        }
    }

    @Test("accepts an integer that is written as a fraction")
    func acceptsIntegralFraction() throws {
        #expect(try DocumentReading(#"{"title": "a", "duration": 198.0}"#).music.map(\.duration) == [.seconds(198)])
    }

    @Test("rejects a record that is not valid UTF-8")
    func rejectsInvalidUTF8() throws {
        for bytes: [UInt8] in [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF0, 0x9F]] {
            let bad = Data(#"{"title": ""#.utf8) + bytes + Data(#"", "duration": 1}"#.utf8)
            let reading = try DocumentReading(Data(record("a").utf8) + [10] + bad + [10] + Data(record("c").utf8))
            #expect(reading.titles == ["a", "c"])
            #expect(reading.rejected == [RejectedRecord(position: 2, reason: "is not valid UTF-8")])
        }
    }

    @Test(
        "reports what is wrong with malformed JSON, and where",
        arguments: [
            (#"{"title": "a" "duration": 1}"#, "invalid value around character 14"),
            (#"{"title": "a\x", "duration": 1}"#, "invalid escape sequence around character 12"),
            ("{\"title\": \n", "unexpected end of file during JSON parse"),
            ("{'title': 1}", "invalid value around character 1"),
            ("{\"title\": \"a\u{1}\"}", "unescaped control character around character 12"),
            (#"{"title": "a", "duration": 1e400}"#, "number 1e400 is not representable"),
        ])
    func locatesJSONErrors(bad: String, fault: String) throws {
        #expect(try DocumentReading(bad).rejected == [RejectedRecord(position: 1, reason: "is not JSON: \(fault)")])
    }
}
