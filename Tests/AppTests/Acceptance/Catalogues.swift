import Foundation
import TestServer
import Testing

/// A library file that is filled once for all tests. Its copies have no server.
struct SharedLibrary: Sendable {
    static let band = SharedLibrary { try await BandCatalogue.withSyncedLibrary($0) }
    static let story = SharedLibrary { try await StoryCatalogue.withSyncedLibrary($0) }
    static let lyrics = SharedLibrary { try await LyricsCatalogue.withSyncedLibrary($0) }
    static let albums = SharedLibrary { try await AlbumCatalogue.withSyncedLibrary($0) }
    /// 1,000 generated songs.
    static let generated = SharedLibrary { try await Program.withLibrary(of: .ndjson(count: 1_000), $0) }

    private let file: Task<Data, any Error>

    /// `fill` runs its argument with a program whose library is filled.
    private init(
        _ fill: @escaping @Sendable (_ body: (Program, CatalogueServer) async throws -> Void) async throws -> Void
    ) {
        file = Task {
            var file: Data?
            try await fill { program, _ in
                // While a reader is still connected, changes may be in the log only.
                try await LibraryFile(path: program.library).checkpoint()
                file = try Data(contentsOf: URL(filePath: program.library))
            }
            return try #require(file)
        }
    }

    /// Runs the body with a program that has a copy of the library.
    func withCopy(_ body: (Program) async throws -> Void) async throws {
        let program = try Program()
        try await file.value.write(to: URL(filePath: program.library))
        try await body(program)
    }
}

/// A catalogue with playlists, for acceptance tests.
enum BandCatalogue {
    static let songs = [
        #"{"id":"1","singer":"Ed Sheeran","album":"÷","title":"Perfect","duration":263,"file":"audio/1.mp3","popularity":87,"released":"2017-03-03"}"#,
        #"{"id":"2","singer":"Ed Sheeran","album":"x","title":"Thinking Out Loud","duration":281,"file":"audio/2.mp3","popularity":83,"released":"2014-06-20"}"#,
        #"{"id":"3","singer":"Ed Sheeran","album":"No.6","title":"Beautiful People","duration":197,"file":"audio/3.mp3","popularity":85,"released":"2019-07-12"}"#,
        #"{"id":"4","singer":"Ed Sheeran","album":"No.6","title":"Take Me Back to London","duration":189,"file":"audio/4.mp3","popularity":80,"released":"2019-07-12","explicit":true}"#,
        #"{"id":"5","singer":"Shawn Mendes","album":"Shawn Mendes","title":"Stitches","duration":206,"file":"audio/5.mp3"}"#,
        #"{"id":"6","singer":"Maroon 5","album":"V","title":"Sugar","duration":235,"file":"audio/6.mp3"}"#,
        #"{"id":"7","singer":"Eminem","album":"Revival","title":"River","duration":221,"file":"audio/7.mp3","explicit":true}"#,
        #"{"id":"8","singer":"A Loner","album":"Alone","title":"Silence","duration":100}"#,
    ]

    static let playlists = """
        {"id":"p1","name":"Pop Remix","music":["3","5","6","gone"]}
        {"id":"p2","name":"Love Songs","music":["1","5","2"]}
        {"id":"p3","name":"Hard","music":["7","4"]}
        {"id":"p4","name":"Pop","music":["6"]}

        """

    /// Runs `body` with a program whose library contains the songs and playlists, and with their server.
    static func withSyncedLibrary(_ body: (Program, CatalogueServer) async throws -> Void) async throws {
        try await withCatalogueServer { server in
            server.answer("/songs.ndjson", .json(songs.joined(separator: "\n"), etag: "\"1\""))
            server.answer("/lists.ndjson", .json(playlists, etag: "\"2\""))
            let program = try Program()
            try await program.run(
                "source add http \(server.url("/songs.ndjson")) --name radio --playlists lists.ndjson")
            try await program.run("sync")
            try await body(program, server)
        }
    }
}

/// A small catalogue for acceptance tests.
enum StoryCatalogue {
    static let songs = [
        #"{"id":"1","singer":"David Bowie","album":"Hunky Dory","title":"Changes","duration":217,"image":"c/1.jpg","file":"a/1.mp3","popularity":80,"released":"1971-12-17","explicit":false}"#,
        #"{"id":"2","singer":"Björk","album":"Post","title":"Hyperballad","duration":321,"popularity":70,"released":"1995"}"#,
        #"{"id":"3","singer":"챔버오케스트라","album":"캐롤 모음","title":"We Wish You A Merry Christmas","duration":198}"#,
        #"{"id":"4","singer":"JAY-Z","album":"The Black Album","title":"99 Problems","duration":235,"popularity":75,"explicit":true}"#,
        #"{"id":"5","singer":"Dolly Parton","album":"9 to 5 and Odd Jobs","title":"9 to 5","duration":166}"#,
    ]

    static let ndjson = songs.joined(separator: "\n") + "\n"
    static let flo =
        #"{"singer":"챔버오케스트라","album":"캐롤 모음","title":"We Wish You A Merry Christmas","duration":198,"image":"https://example.org/cover.jpg","file":"https://example.org/music.mp3","lyrics":"[00:16:200]we wish you a merry christmas\n[00:18:300]we wish you a merry christmas"}"#

    /// Runs `body` with a program whose library contains the catalogue, and with its server.
    static func withSyncedLibrary(_ body: (Program, CatalogueServer) async throws -> Void) async throws {
        try await Program.withLibrary(of: .json(ndjson, etag: "\"1\""), at: "/songs.ndjson", body)
    }
}

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
