import AudioFiles
import Foundation
import TestServer
import TestTraits
import Testing

/// A catalogue of two-second songs: one is explicit, one is missing on the server, and one has no audio.
struct PlayCatalogue {
    static let titles = ["One", "Two", "Three", "Curse", "Gone", "Mute"]
    private static let files = ["One": "song.mp3", "Two": "song.ogg", "Three": "song.flac", "Curse": "song.m4a"]
    let program: Program
    let server: CatalogueServer

    static func withSyncedLibrary(_ body: @escaping @Sendable (PlayCatalogue) async throws -> Void) async throws {
        try await withCatalogueServer { server in
            let lines = titles.enumerated().map { index, title in
                """
                {"id":"\(index)","singer":"Band","album":"Waves","track":\(index),"title":"\(title)","duration":2,\
                "explicit":\(title == "Curse"),"file":"\(title == "Mute" ? "" : "audio/\(title)")"}
                """
            }
            server.answer("/songs.ndjson", .json(lines.joined(separator: "\n")))
            for (title, file) in files { server.answer("/audio/\(title)", .audio(try MusicFolder.audio(file))) }
            var program = try Program()
            try installPlayer(&program)
            try await program.addAndSyncSource(server.url("/songs.ndjson"))
            try await body(PlayCatalogue(program: program, server: server))
        }
    }

    /// Makes every song last two minutes, so that none ends during a slow test.
    func lengthenSongs() {
        for title in Self.files.keys { server.answer("/audio/\(title)", .audio(SilentAudio.wav(seconds: 120))) }
    }

    /// Wraps mpv in a script that records its process id, and lets it play without a sound device.
    static func installPlayer(_ program: inout Program) throws {
        let folder = program.home.appending(path: "bin")
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let script = "#!/bin/sh\necho $$ > '\(program.home.path)/mpv.pid'\nPATH='\(path)' exec mpv \"$@\"\n"
        try writeExecutable(script, to: folder.path + "/mpv")
        program.environment["PATH"] = "\(folder.path):/usr/bin:/bin"
        program.environment["FERMATA_PLAYER_AUDIO_OUTPUT"] = "null"
    }

    /// The process id of the last mpv that the program started.
    var playerProcessID: pid_t? {
        get throws { try Self.playerProcessID(of: program) }
    }

    static func playerProcessID(of program: Program) throws -> pid_t? {
        let file = program.home.appending(path: "mpv.pid")
        return pid_t(try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Waits until mpv has ended.
    func waitForEndOfPlayer() async throws {
        guard let id = try playerProcessID else { return }
        try await waitUntil { kill(id, 0) != 0 }
    }

    /// Waits until the player reports a value, and returns the report.
    @discardableResult
    func wait(
        for key: String, _ value: String, fileID: String = #fileID, line: Int = #line
    ) async throws -> [String: any Sendable] {
        try await wait(fileID: fileID, line: line) { $0[key] as? String == value }
    }

    /// Waits until the player's report satisfies a condition, and returns it. Throws `TimeoutError` with the last report.
    ///
    /// `fileID` and `line` are those of the call in the test.
    @discardableResult
    func wait(
        fileID: String = #fileID, line: Int = #line, until isExpected: ([String: any Sendable]) -> Bool
    ) async throws -> [String: any Sendable] {
        var row: [String: any Sendable] = [:]
        do {
            try await waitUntil(every: .milliseconds(50)) {
                row = try await program.rows("player status").first ?? [:]
                return isExpected(row)
            }
        } catch is TimeoutError {
            throw TimeoutError("the wait for the player at \(fileID):\(line) timed out: \(row)")
        }
        return row
    }
}
