import AudioFiles
import Foundation
import TestServer
import Testing

@Suite("Audio comes through the server", .timeLimit(.minutes(3)))
struct AudioRouteTests {
    @Test("Given a file of a folder, then it is served with its type, length, tag and date")
    func servesFile() async throws {
        try await AudioServing.folder("song.flac") { served, target, bytes in
            let audio = try await served.get(target)
            #expect(audio.status == 200 && audio.body == bytes)
            #expect(audio["Content-Type"] == "audio/flac" && audio["X-Content-Type-Options"] == "nosniff")
            #expect(audio["Accept-Ranges"] == "bytes" && audio["Cache-Control"] == "private, no-cache")
            #expect(audio["ETag"]?.hasPrefix("\"") == true && audio["Last-Modified"]?.hasSuffix(" GMT") == true)
            let head = try await served.send("HEAD", target)
            #expect(head.status == 200 && head.body.isEmpty && head["ETag"] == audio["ETag"])
        }
    }

    @Test("Given a file, then the type is that of its content", arguments: MusicFolder.formats)
    func detectsType(format: String) async throws {
        try await AudioServing.folder("song.\(format)") { served, target, bytes in
            let audio = try await served.get(target)
            #expect(audio["Content-Type"] == AudioServing.types[format] && audio.body == bytes)
        }
    }

    @Test("Given a range, then exactly these bytes are sent")
    func servesRanges() async throws {
        try await AudioServing.folder("song.mp3") { served, target, bytes in
            let (count, last) = (bytes.count, bytes.count - 1)
            let ranges: [(String, Range<Int>)] = [
                ("bytes=0-0", 0..<1), ("bytes=0-", 0..<count), ("bytes=100-199", 100..<200), ("bytes=-1", last..<count),
                ("bytes=\(last)-", last..<count), ("bytes=5-\(count)", 5..<count), ("bytes=-\(count + 5)", 0..<count),
                ("BYTES=7-9", 7..<10), ("bytes=1-99999999999999999999", 1..<count),
            ]
            for (field, range) in ranges {
                let part = try await served.get(target, ["Range": field])
                #expect(part.status == 206 && part.body == bytes.subdata(in: range), "\(field)")
                #expect(
                    part["Content-Range"] == "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)", "\(field)")
            }
        }
    }

    @Test("Given several, invalid or impossible ranges, then everything or nothing is sent")
    func handlesOtherRanges() async throws {
        try await AudioServing.folder("song.mp3") { served, target, bytes in
            let ignored = [
                "bytes=0-1,5-6", "bytes=5-1", "bytes=a-b", "bytes=-", "bytes=", "bytes", "items=0-1", "bytes=+1-2",
                "bytes=1--2",
            ]
            for field in ignored {
                let audio = try await served.get(target, ["Range": field])
                #expect(audio.status == 200 && audio.body == bytes, "\(field)")
            }
            for field in ["bytes=\(bytes.count)-", "bytes=-0", "bytes=99999999999999999999-"] {
                let refused = try await served.get(target, ["Range": field])
                #expect(refused.status == 416 && refused["Content-Range"] == "bytes */\(bytes.count)", "\(field)")
            }
        }
    }

    @Test("Given conditions, then only a range of the same version is sent")
    func evaluatesConditions() async throws {
        try await AudioServing.folder("song.mp3") { served, target, bytes in
            let first = try await served.get(target)
            let (tag, date) = (try #require(first["ETag"]), try #require(first["Last-Modified"]))
            let expected = [
                (["If-Range": tag], 206), (["If-Range": date], 206), (["If-Range": "W/" + tag], 200),
                (["If-Range": "\"other\""], 200), (["If-Range": "Sun, 06 Nov 1994 08:49:37 GMT"], 200),
                (["If-None-Match": tag], 304), (["If-None-Match": "*"], 304), (["If-None-Match": "\"other\""], 206),
            ]
            for (fields, status) in expected {
                let response = try await served.get(target, fields.merging(["Range": "bytes=1-2"]) { $1 })
                #expect(response.status == status, "\(fields)")
                #expect(response.body.count == [200: bytes.count, 206: 2, 304: 0][status], "\(fields)")
            }
            #expect(try await served.get(target, ["If-None-Match": tag]).status == 304)
        }
    }

    @Test("Given a downloaded song whose source is lost, then its file is served")
    func servesDownload() async throws {
        let bytes = try MusicFolder.audio("song.ogg")
        try await AudioServing.source(.audio(bytes)) { served, target, catalogue in
            try await served.program.run("download " + (try await served.id("Changes")))
            catalogue.answer("/1.mp3", .status(500))
            let audio = try await served.get(target, ["Range": "bytes=10-"])
            #expect(audio.status == 206 && audio.body == bytes.dropFirst(10) && audio["Content-Type"] == "audio/ogg")
        }
    }
}
