import Foundation
import TestServer

/// A catalogue with lyrics: the FLO document, hostile and plain text, an explicit song, and a song without lyrics.
enum LyricsCatalogue {
    static let hostile =
        "[ti:\u{1B}P0;x\u{7}]\r\n[00:01]<b>\u{1B}[31m\u{202E}red\n[00:02][00:99]\n<script>alert(1)</script>"
    private static let flo = SourceTree.root.appending(path: "App/Demo/CDemoCatalogue/flo.json")

    /// Runs the body with a program whose library contains the catalogue, and with its server.
    static func withSyncedLibrary(_ body: (Program, CatalogueServer) async throws -> Void) async throws {
        let songs: [[String: any Sendable]] = [
            ["title": "Hostile", "lyrics": hostile], ["title": "Plain", "lyrics": "\nfirst\n\nsecond\n"],
            ["title": "Silence"], ["title": "Curse", "lyrics": "[00:01]a bad word", "explicit": true],
        ]
        let lines = try songs.map { song in
            let fields = song.merging(["singer": "A Band", "duration": 9]) { $1 }
            return String(decoding: try JSONSerialization.data(withJSONObject: fields), as: UTF8.self)
        }
        try await withCatalogueServer { server in
            server.answer("/songs.ndjson", .json(lines.joined(separator: "\n")))
            server.answer("/flo.json", .json(try String(contentsOf: flo, encoding: .utf8)))
            let program = try Program()
            try await program.addAndSyncSource(server.url("/songs.ndjson"))
            try await program.addAndSyncSource(server.url("/flo.json"), name: "flo")
            try await body(program, server)
        }
    }
}

extension Program {
    /// The id of the first song that a search finds.
    func id(_ words: String) async throws -> String { try await column("id", "list \(words)").first ?? "" }
}
