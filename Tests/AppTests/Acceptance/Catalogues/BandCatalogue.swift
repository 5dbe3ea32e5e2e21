import Foundation
import TestServer

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
