import Foundation
import TestServer
import TestTraits
import Testing

@Suite("Story: an app plays the audio and shows the covers of the server", .timeLimit(.minutes(3)))
struct SubsonicMediaTests {
    @Test("Given a file of a folder, then it streams as it is, in parts, and by form")
    func streams() async throws {
        try await AudioServing.folderLibrary("song.flac") { program, bytes in
            try await program.addAccount("anna", password: "secret")
            try await InProcessServer.run(program) { served in
                let app = SubsonicApp(served: served)
                let song = try await app.list("searchResult3", "song", "search3", "query=")[0]
                #expect(song["size"] as? Int == bytes.count)
                let seconds = try #require(song["duration"] as? Int)
                #expect(song["bitRate"] as? Int == bytes.count * 8 / 1_000 / seconds)
                let id = "\(song["id"] ?? "")"
                let target = "/rest/stream.view?\(app.credentials)&v=1.16.1&c=test&id=\(id)"
                let complete = try await served.get(target)
                #expect(complete.status == 200 && complete.body == bytes && complete["Content-Type"] == "audio/flac")
                let part = try await served.get(target, ["Range": "bytes=10-19"])
                #expect(part.status == 206 && part.body == bytes[10..<20])
                let form = try await served.send(
                    "POST", "/rest/download.view", ["Content-Type": "application/x-www-form-urlencoded"],
                    body: "\(app.credentials)&v=1.16.1&c=test&id=\(id)")
                #expect(form.body == bytes && form["Content-Disposition"] == "attachment")
                #expect(try await app.error("stream", "id=0000000000000001") == 70)
                let cover = try await served.get(
                    "/rest/getCoverArt?\(app.credentials)&v=1.16.1&c=test&id=\(id)")
                #expect(cover.status == 200 && cover["Access-Control-Allow-Origin"] == "*")
                #expect(cover["Cross-Origin-Resource-Policy"] == "cross-origin")
            }
        }
    }

    @Test("Given an app that asks for a format, then ffmpeg converts the audio, and the result is a file then")
    func transcodes() async throws {
        try await AudioServing.folderLibrary("song.flac") { program, bytes in
            try await program.addAccount("anna", password: "secret")
            try await InProcessServer.run(program) { served in
                let app = SubsonicApp(served: served)
                let id = try await app.list("searchResult3", "song", "search3", "query=").texts("id")[0]
                let target = "/rest/stream?\(app.credentials)&v=1.16.1&c=test&id=\(id)"
                for (query, type, start) in [
                    ("format=mp3", "audio/mpeg", "ID3"), ("maxBitRate=8", "audio/mpeg", "ID3"),
                    ("format=opus&maxBitRate=32", "audio/ogg", "OggS"),
                ] {
                    let audio = try await served.get("\(target)&\(query)")
                    #expect(audio.status == 200 && audio["Content-Type"] == type, "\(query)")
                    #expect(audio.body.starts(with: Array(start.utf8)) && audio.body != bytes, "\(query)")
                    try await waitUntil { try await served.get("\(target)&\(query)")["Accept-Ranges"] == "bytes" }
                    let part = try await served.get("\(target)&\(query)", ["Range": "bytes=10-19"])
                    #expect(part.status == 206 && part.body == audio.body[10..<20], "\(query)")
                }
                for query in ["format=raw&maxBitRate=8", "format=flac", "maxBitRate=0", "format=mod", "timeOffset=1"] {
                    #expect(try await served.get("\(target)&\(query)").body == bytes, "\(query)")
                }
                for query in ["maxBitRate=-1", "maxBitRate=x", "timeOffset=-1"] {
                    #expect(try await app.error("stream", "id=\(id)&\(query)") == 0, "\(query)")
                }
            }
        }
    }

    @Test("Given an app that states what it plays, then it learns whether to play the file or to have it converted")
    func decides() async throws {
        try await AudioServing.folderLibrary("song.flac") { program, bytes in
            try await program.addAccount("anna", password: "secret")
            try await InProcessServer.run(program) { served in
                let app = SubsonicApp(served: served)
                let id = try await app.list("searchResult3", "song", "search3", "query=").texts("id")[0]
                func decision(_ body: String, type: String = "application/json") async throws -> [String: any Sendable]
                {
                    let response = try await served.send(
                        "POST",
                        "/rest/getTranscodeDecision?\(app.credentials)&v=1.16.1&c=t&f=json&mediaId=\(id)&mediaType=song",
                        ["Content-Type": type], body: body)
                    let reply = try #require(try response.object()["subsonic-response"] as? [String: any Sendable])
                    return reply["transcodeDecision"] as? [String: any Sendable] ?? reply
                }
                let plays = try await decision(
                    #"{"directPlayProfiles":[{"containers":["flac"],"audioCodecs":["flac"]}]}"#)
                #expect(plays["canDirectPlay"] as? Bool == true && plays["canTranscode"] as? Bool == false)
                let source = plays["sourceStream"] as? [String: any Sendable]
                #expect(source?["container"] as? String == "flac" && source?["codec"] as? String == "flac")
                let converts = try await decision(
                    """
                    {"maxTranscodingAudioBitrate": 64000, "directPlayProfiles": [{"containers": ["mp3"]}],
                     "transcodingProfiles": [{"container": "mp4", "audioCodec": "aac", "protocol": "hls"},
                        {"container": "ogg", "audioCodec": "opus", "protocol": "http"}]}
                    """)
                #expect(converts["canDirectPlay"] as? Bool == false && converts["canTranscode"] as? Bool == true)
                let parameters = try #require(converts["transcodeParams"] as? String)
                let target =
                    "/rest/getTranscodeStream?\(app.credentials)&v=1.16.1&c=t&f=json&mediaId=\(id)&mediaType=song"
                let audio = try await served.get("\(target)&transcodeParams=\(parameters)")
                #expect(audio["Content-Type"] == "audio/ogg" && audio.body.starts(with: Array("OggS".utf8)))
                for parameters in ["", "mp3", "mp3-9999", "wav-1", "mp3-1-1"] {
                    #expect(
                        try await app.error(
                            "getTranscodeStream", "mediaId=\(id)&mediaType=song&transcodeParams=\(parameters)") != nil)
                }
                #expect(try await decision("[]")["status"] as? String == "failed")
                let form = try await decision("{}", type: "application/x-www-form-urlencoded")
                #expect(form["status"] as? String == "failed")
                #expect(
                    try await app.error("getTranscodeStream", "mediaId=\(id)&mediaType=podcast&transcodeParams=mp3-64")
                        == 0)
            }
        }
    }

    @Test("Given names that lead out of a folder, then the paths that apps get stay in it")
    func hasSafePaths() async throws {
        let song = #"{"title":"../x\u0007","singer":"..","album":"a/b\\c","track":3,"duration":1,"file":"x.mp3"}"#
        try await Program.withLibrary(of: .json(song)) { program, _ in
            try await program.addAccount("anna", password: "secret")
            try await InProcessServer.run(program) { served in
                let songs = try await SubsonicApp(served: served).list("searchResult3", "song", "search3", "query=")
                #expect(songs.texts("path") == ["_./a_b_c/3 .._x_.mp3"])
            }
        }
    }

    @Test("Given a page of another site, then it may ask which requests it may send")
    func answersPreflight() async throws {
        try await InProcessServer.withBandLibrary { served in
            let options = try await served.send("OPTIONS", "/rest/ping", ["Origin": "https://app.example.org"])
            #expect(options.status == 204 && options["Access-Control-Allow-Methods"]?.contains("POST") == true)
            let api = try await served.send("OPTIONS", "/api/music", ["Origin": "https://app.example.org"])
            #expect(api["Access-Control-Allow-Origin"] == nil)
        }
    }
}
