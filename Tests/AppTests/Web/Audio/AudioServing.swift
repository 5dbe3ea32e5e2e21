import AudioFiles
import Foundation
import TestServer
import Testing

/// Serves one song.
enum AudioServing {
    static let types = [
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "flac": "audio/flac", "ogg": "audio/ogg", "opus": "audio/ogg",
        "wav": "audio/wav", "aiff": "audio/aiff", "wma": "audio/x-ms-wma", "wv": "audio/x-wavpack",
        "tta": "audio/x-tta", "aac": "audio/aac", "mpc": "audio/x-musepack", "ape": "audio/x-ape",
    ]

    /// Runs the body with a program whose library has one song in a folder, and with its bytes.
    static func folderLibrary(
        _ name: String, content: Data? = nil, _ body: (Program, _ bytes: Data) async throws -> Void
    ) async throws {
        let folder = MusicFolder()
        let bytes = try content ?? MusicFolder.audio(name)
        try folder.write(bytes, to: name)
        let program = try Program()
        try await program.run(words: ["source", "add", "folder", folder.path])
        try await program.run("sync")
        try await body(program, bytes)
        withExtendedLifetime(folder) {}
    }

    /// Serves a song in a folder in this process. `target` is the path of its audio.
    static func folder(
        _ name: String,
        _ body: @escaping @Sendable (InProcessServer, _ target: String, _ bytes: Data) async throws -> Void
    ) async throws {
        try await folderLibrary(name) { program, bytes in
            try await InProcessServer.run(program) { served in
                let id = try #require(try await served.get("/api/music").column("id").first)
                try await body(served, "/api/music/\(id)/audio", bytes)
            }
        }
    }

    /// Serves the song “Changes” of a catalogue; `answer` is the response for `/1.mp3`.
    static func source(
        _ answer: ScriptedResponse,
        _ body: @escaping @Sendable (InProcessServer, _ target: String, CatalogueServer) async throws -> Void
    ) async throws {
        let song = #"{"id":"1","title":"Changes","duration":1,"file":"1.mp3"}"#
        try await Program.withLibrary(of: .json(song)) { program, catalogue in
            catalogue.answer("/1.mp3", answer)
            try await InProcessServer.run(program) { served in
                let target = "/api/music/\(try await served.id("Changes"))/audio"
                try await body(served, target, catalogue)
            }
        }
    }
}
