import AudioFiles
import Foundation
import TestServer
import TestTraits

/// A catalogue of songs of two seconds, one of which is explicit, one missing at the server, and one without audio.
struct PlayCatalogue {
    static let titles = ["One", "Two", "Three", "Curse", "Gone", "Mute"]
    private static let files = ["One": "song.mp3", "Two": "song.ogg", "Three": "song.flac", "Curse": "song.m4a"]
    let program: Program
    let server: CatalogueServer

    static func gathered(_ body: @escaping @Sendable (PlayCatalogue) async throws -> Void) async throws {
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
            try await program.gather(server.url("/songs.ndjson"))
            try await body(PlayCatalogue(program: program, server: server))
            try program.remove()
        }
    }

    /// Makes every song last two minutes, so that none ends while a busy computer controls it.
    func lengthenSongs() {
        for title in Self.files.keys { server.answer("/audio/\(title)", .audio(SilentAudio.wav(seconds: 120))) }
    }

    /// Puts a program before mpv that notes the id of its process, and lets mpv play without a sound device.
    static func installPlayer(_ program: inout Program) throws {
        let folder = program.home.appending(path: "bin")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let script = "#!/bin/sh\necho $$ > '\(program.home.path)/mpv.pid'\nPATH='\(path)' exec mpv \"$@\"\n"
        try Data(script.utf8).write(to: folder.appending(path: "mpv"))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o700], ofItemAtPath: folder.appending(path: "mpv").path)
        program.environment["PATH"] = "\(folder.path):/usr/bin:/bin"
        program.environment["FERMATA_PLAYER_AUDIO_OUTPUT"] = "null"
    }

    /// The id of the process of mpv that the program started last.
    var playerID: pid_t? {
        get throws { try Self.playerID(of: program) }
    }

    static func playerID(of program: Program) throws -> pid_t? {
        let file = program.home.appending(path: "mpv.pid")
        return pid_t(try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Waits until mpv has ended.
    func waitForEndOfPlayer() async throws {
        guard let id = try playerID else { return }
        try await waitUntil { kill(id, 0) != 0 }
    }

    /// Waits until the player reports a value, and returns what it reports.
    @discardableResult
    func wait(for key: String, _ value: String) async throws -> [String: any Sendable] {
        try await wait { $0[key] as? String == value }
    }

    /// Waits until the player's report satisfies a condition, and returns it.
    @discardableResult
    func wait(until isExpected: ([String: any Sendable]) -> Bool) async throws -> [String: any Sendable] {
        var row: [String: any Sendable] = [:]
        try await waitUntil {
            row = try await program.rows("player status").first ?? [:]
            return isExpected(row)
        }
        return row
    }
}
