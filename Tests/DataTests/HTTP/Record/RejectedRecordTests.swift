import FermataDomain
import Foundation
import Testing

@Suite("Rejected catalogue records")
struct RejectedRecordTests {
    @Test(
        "reports the position and reason of a rejected record",
        arguments: [
            (#"{"duration": 1}"#, RecordError.missing(field: "title")),
            (#"{"title": null, "duration": 1}"#, .missing(field: "title")),
            (#"{"title": "", "duration": 1}"#, .empty(field: "title")),
            (#"{"title": " \n\u00a0\u3000", "duration": 1}"#, .empty(field: "title")),
            (#"{"title": 5, "duration": 1}"#, .wrongType(field: "title", expected: .text)),
            (#"{"title": "a"}"#, .missing(field: "duration")),
            (#"{"title": "a", "duration": -1}"#, .negative(field: "duration")),
            (#"{"title": "a", "duration": 1.5}"#, .wrongType(field: "duration", expected: .seconds)),
            (#"{"title": "a", "duration": "198"}"#, .wrongType(field: "duration", expected: .seconds)),
            (#"{"title": "a", "duration": 1e30}"#, .wrongType(field: "duration", expected: .seconds)),
            (#"{"title": "a", "duration": 99999999999}"#, .tooLarge(field: "duration", limit: 2_147_483_647)),
            (#"{"title": "a", "duration": 1, "singer": ["x"]}"#, .wrongType(field: "singer", expected: .text)),
            (#"{"title": "a", "duration": 1, "album": 3}"#, .wrongType(field: "album", expected: .text)),
            (#"{"title": "a", "duration": 1, "image": {}}"#, .wrongType(field: "image", expected: .text)),
            (#"{"title": "a", "duration": 1, "file": false}"#, .wrongType(field: "file", expected: .text)),
            (#"{"title": "a", "duration": 1, "lyrics": []}"#, .wrongType(field: "lyrics", expected: .text)),
            (#"{"title": "a", "duration": 1, "id": 1.5}"#, .wrongType(field: "id", expected: .textOrInteger)),
            (#"{"title": "a", "duration": 1, "id": true}"#, .wrongType(field: "id", expected: .textOrInteger)),
            (
                #"{"title": "a", "duration": 1, "popularity": "high"}"#,
                .wrongType(field: "popularity", expected: .number)
            ),
            (#"{"title": "a", "duration": 1, "track": "3"}"#, .wrongType(field: "track", expected: .integer)),
            (#"{"title": "a", "duration": 1, "disc": 1.5}"#, .wrongType(field: "disc", expected: .integer)),
            (#"{"title": "a", "duration": 1, "year": "1999"}"#, .wrongType(field: "year", expected: .integer)),
            (#"{"title": "a", "duration": 1, "genre": 1}"#, .wrongType(field: "genre", expected: .text)),
            (#"{"title": "a", "duration": 1, "released": 2019}"#, .wrongType(field: "released", expected: .text)),
            (
                #"{"title": "a", "duration": 1, "explicit": "no"}"#,
                .wrongType(field: "explicit", expected: .explicitStatus)
            ),
            (
                #"{"title": "a", "duration": 1, "explicit": 1}"#,
                .wrongType(field: "explicit", expected: .explicitStatus)
            ),
        ])
    func describesRejectedRecord(bad: String, cause: RecordError) throws {
        for document in ["[\(record("a")),\(bad),\(record("c"))]", "\(record("a"))\n\(bad)\n\(record("c"))\n"] {
            let reading = try DocumentReading(document)
            #expect(reading.titles == ["a", "c"])
            #expect(reading.rejected == [RejectedRecord(position: 2, cause)])
        }
    }

    @Test("accepts an integer that is written as a fraction")
    func acceptsIntegralFraction() throws {
        #expect(try DocumentReading(#"{"title": "a", "duration": 198.0}"#).music.map(\.duration) == [.seconds(198)])
    }

    @Test("rejects a record that is not valid UTF-8")
    func rejectsInvalidUTF8() throws {
        for bytes: [UInt8] in [[0xFF], [0x80], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF0, 0x9F]] {
            let bad = Data(#"{"title": ""#.utf8) + bytes + Data(#"", "duration": 1}"#.utf8)
            let reading = try DocumentReading(Data(record("a").utf8) + [10] + bad + [10] + Data(record("c").utf8))
            #expect(reading.titles == ["a", "c"])
            #expect(reading.rejected == [RejectedRecord(position: 2, .notUTF8)])
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
        #expect(try DocumentReading(bad).rejected == [RejectedRecord(position: 1, .invalidJSON(fault))])
    }
}
