import AudioFiles
import Foundation
import TestServer
import Testing

@Suite("Audio of a source comes through the server", .timeLimit(.minutes(3)))
struct SourceAudioRouteTests {
    @Test("Given a seek, then only the missing bytes are requested")
    func requestsMissingBytes() async throws {
        let bytes = try MusicFolder.audio("song.mp3")
        try await AudioServing.source(.audio(bytes)) { served, target, catalogue in
            let complete = try await served.get(target, ["Range": "bytes=0-"])
            #expect(complete.status == 206 && complete.body == bytes && complete["Content-Type"] == "audio/mpeg")
            let part = try await served.get(target, ["Range": "bytes=1000-1999", "If-Range": complete["ETag"] ?? ""])
            #expect(part.status == 206 && part.body == bytes.subdata(in: 1_000..<2_000))
            #expect(part["ETag"] == complete["ETag"] && part["Content-Type"] == "audio/mpeg")
            let ranges = catalogue.requests.filter { $0.path == "/1.mp3" }.map { $0["Range"] }
            #expect(ranges == [nil, "bytes=1000-"])
        }
    }

    @Test("Given a source that does not state the length, then everything is sent")
    func sendsUnknownLength() async throws {
        let bytes = try MusicFolder.audio("song.mp3")
        var audio = ServedAudio(bytes)
        audio.sendsLength = false
        try await AudioServing.source(.audio(audio)) { served, target, _ in
            let all = try await served.get(target, ["Range": "bytes=1000-1999"])
            #expect(all.status == 200 && all.body == bytes && all["Accept-Ranges"] == "none")
        }
    }

    @Test("Given audio that changed, then a seek restarts with the new version")
    func noticesChange() async throws {
        try await AudioServing.source(.audio(try MusicFolder.audio("song.mp3"))) { served, target, catalogue in
            let tag = try #require(try await served.get(target)["ETag"])
            let other = try MusicFolder.audio("song.flac")
            catalogue.answer("/1.mp3", .audio(other, etag: "\"2\""))
            let changed = try await served.get(target, ["Range": "bytes=1000-", "If-Range": tag])
            #expect(changed.status == 200 && changed.body == other)
            #expect(changed["Content-Type"] == "audio/flac" && changed["ETag"] != tag)
        }
    }

    @Test("Given audio that changed, then a client with the former version gets the new one")
    func sendsNewVersion() async throws {
        try await AudioServing.source(.audio(try MusicFolder.audio("song.mp3"))) { served, target, catalogue in
            let tag = try #require(try await served.get(target)["ETag"])
            #expect(try await served.get(target, ["If-None-Match": tag]).status == 304)
            #expect(try await served.send("HEAD", target, ["If-None-Match": tag]).status == 304)
            catalogue.answer("/1.mp3", .status(503))
            #expect(try await served.get(target, ["If-None-Match": tag]).status == 304)
            let other = try MusicFolder.audio("song.flac")
            catalogue.answer("/1.mp3", .audio(other, etag: "\"2\""))
            let changed = try await served.get(target, ["If-None-Match": tag])
            #expect(changed.status == 200 && changed.body == other)
            #expect(changed["Content-Type"] == "audio/flac" && changed["ETag"] != tag)
        }
    }

    @Test("Given audio that became longer, then a range beyond its former end is sent")
    func sendsRangeBeyondFormerEnd() async throws {
        let bytes = try MusicFolder.audio("song.mp3")
        try await AudioServing.source(.audio(bytes)) { served, target, catalogue in
            let end = ["Range": "bytes=\(bytes.count)-"]
            #expect(try await served.get(target).status == 200)
            #expect(try await served.get(target, end).status == 416)
            catalogue.answer("/1.mp3", .audio(bytes + bytes, etag: "\"2\""))
            let part = try await served.get(target, end)
            #expect(part.status == 206 && part.body == bytes)
        }
    }

    @Test("Given a page or an error in place of audio, then there is a problem")
    func reportsFailures() async throws {
        for response in [ScriptedResponse.html("<!doctype html>"), .status(404)] {
            try await AudioServing.source(response) { served, target, _ in
                let problem = try await served.get(target)
                #expect(problem.status == 502 && problem["Content-Type"] == "application/problem+json")
            }
        }
    }
}
