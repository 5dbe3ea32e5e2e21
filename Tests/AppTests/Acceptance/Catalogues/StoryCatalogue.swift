import TestServer

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
