import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("The documents of an export")
struct JSONExportDocumentsTests {
    private let folder: TemporaryFolder
    private let path: String
    private let documents: JSONExportDocuments

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("export")
        documents = JSONExportDocuments(
            folder: path, timeZone: .gmt, now: { Date(timeIntervalSince1970: 1_700_000_000) })
    }

    @Test("are read as they were written, hostile text included")
    func roundTrip() async throws {
        let hostile = "NUL\u{0} \u{1B}[31m \u{202E} \"\\ </script> 🎄 \u{85}"
        let bookmarks = (1...1_200).map { number in
            ExportedBookmark(
                id: MusicID(number), otherIDs: [MusicID(number + 5_000)],
                bookmarked: number == 1 ? nil : Date(timeIntervalSince1970: Double(number)))
        }
        let ratings = Rating.allCases.map { rating in
            ExportedRating(rating, of: ExportedSong(id: MusicID(UInt64(rating.rawValue)), otherIDs: [MusicID(9)]))
        }
        let playlists = [
            ExportedPlaylist(
                id: PlaylistID(1), name: hostile, source: hostile,
                entries: [.init(id: MusicID(2), title: hostile, artist: hostile), .init(id: MusicID(3))]),
            ExportedPlaylist(id: PlaylistID(2), name: "", source: "b", entries: []),
            ExportedPlaylist(
                Playlist(
                    id: PlaylistID(3), name: hostile, origin: .own, isShared: true, comment: hostile,
                    created: Date(timeIntervalSince1970: -1), changed: Date(timeIntervalSince1970: 1_700_000_000)),
                entries: [.init(id: MusicID(2))]),
            ExportedPlaylist(
                Playlist(
                    id: PlaylistID(4), name: "b",
                    origin: .search(SavedSearch(text: hostile, order: .added, isReversed: true, limit: 7)),
                    comment: "\n")),
        ]
        let source = Source(
            name: "radio", kind: "http", address: "http://a/?key=\(hostile)", playlists: "lists",
            added: Date(timeIntervalSince1970: 1_700_000_000))
        let sources = [ExportedSource(source, identity: "old")]
        try await documents.prepare(replacing: false)
        #expect(try await documents.write(bookmarks: BatchSequence(batchSize: 500) { bookmarks }) == 1_200)
        #expect(try await documents.write(playlists: BatchSequence(batchSize: 1) { playlists }) == 4)
        #expect(try await documents.write(sources: sources) == 1)
        #expect(try await documents.write(ratings: BatchSequence(batchSize: 2) { ratings }) == 5)
        #expect(try await documents.existing() == [.bookmarks, .ratings, .playlists, .sources])
        #expect(try await documents.ratings().joined().map { try $0.get() } == ratings)
        #expect(try await documents.bookmarks().joined().map { try $0.get() } == bookmarks)
        let read = try await documents.playlists().joined().map { try $0.get() }
        #expect(read.map(\.playlist) == playlists.map(\.playlist))
        #expect(read.map { $0.entries.map(\.id) } == [[MusicID(2), MusicID(3)], [], [MusicID(2)], []])
        #expect(try await documents.sources().joined().map { try $0.get() } == sources)
    }

    @Test("can be read by the owner only, and by any JSON parser")
    func writesPrivateJSON() async throws {
        try await documents.prepare(replacing: false)
        _ = try await documents.write(sources: [])
        let bookmark = ExportedBookmark(id: MusicID(7), title: "Changes", artist: "David Bowie")
        _ = try await documents.write(bookmarks: BatchSequence(batchSize: 1) { [bookmark] })
        try Data().write(to: URL(filePath: path + "/todos.ics"))
        #expect(chmod(path + "/todos.ics", 0o644) == 0)
        try await documents.toDos.write(BatchSequence(batchSize: 1) { [ToDo]() })
        #expect(try posixMode(of: path) == 0o700)
        for name in ["sources.json", "bookmarks.json", "todos.ics"] {
            #expect(try posixMode(of: "\(path)/\(name)") == 0o600)
        }
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path + "/bookmarks.json")))
        let content = try #require(object as? [String: Any])
        #expect(content["version"] as? Int == 1)
        let row = try #require((content["bookmarks"] as? [[String: String]])?.first)
        #expect(row == ["id": "0000000000000007", "title": "Changes", "artist": "David Bowie"])
    }

    @Test("of another version are read as far as their fields are known")
    func readsOtherVersions() async throws {
        try write(
            """
            {"comment": {"bookmarks": [1, {"a": "]}"}]}, "version": 99, "list": [[], "\\"bookmarks\\""],
             "bookmarks" : [ {"id": "0000000000000007", "mood": {"deep": [1]}, "title": 12} ], "end": null}
            """)
        #expect(try await documents.bookmarks().joined().map { try $0.get() } == [ExportedBookmark(id: MusicID(7))])
        try write(#"{"bookmarks": []}"#)
        #expect(try await documents.bookmarks().joined().isEmpty)
    }

    @Test("may begin with a byte order mark, wherever a chunk ends")
    func acceptsByteOrderMark() async throws {
        let text = "\u{FEFF} " + #"{"bookmarks": [{"id": "0000000000000007"}]}"#
        try write(text)
        #expect(try await documents.bookmarks().joined().map { try $0.get() } == [ExportedBookmark(id: MusicID(7))])
        try write(" " + text)
        await #expect(throws: BackupError.self) { try await documents.bookmarks().joined() }
    }

    @Test("with invalid records report position and reason of each")
    func rejectsInvalidRecords() async throws {
        try write(
            """
            {"bookmarks": [{"id": "0000000000000007"}, 12, {}, {"id": 7}, {"id": "7"}, {"id": "0000000000000008",
            "otherIds": "x"}, {"id": "\(String(repeating: "[", count: 3))"}, \(deep(70)), "x", null,
            {"id": "0000000000000009", "bookmarkedAt": "2026-13-01T00:00:00Z"}]}
            """)
        let records = try await documents.bookmarks().joined()
        #expect(records.count == 11)
        let failures = records.compactMap { record -> RejectedRecord? in
            if case .failure(let rejected) = record { rejected } else { nil }
        }
        #expect(failures.map(\.position) == Array(2...11))
        #expect(failures[1].cause == .missing(field: "id"))
        #expect(failures[2].cause == .wrongType(field: "id", expected: .musicID))
        #expect(failures[3].cause == .invalidValue(field: "id", text: "7", expected: .musicID))
        #expect(failures[4].cause == .wrongType(field: "otherIds", expected: .musicIDs))
        #expect(failures[6].cause == .tooDeep(limit: 64))
        let time = "2026-13-01T00:00:00Z"
        #expect(failures[9].cause == .invalidValue(field: "bookmarkedAt", text: time, expected: .date))
    }

    @Test("with invalid ratings report position and reason of each")
    func rejectsInvalidRatings() async throws {
        try await documents.prepare(replacing: false)
        let id = #""id": "0000000000000007""#
        let text = """
            {"ratings": [{\(id), "rating": 4, "title": "Changes"}, {\(id)}, {\(id), "rating": 0},
            {\(id), "rating": "5"}, {\(id), "rating": 1.5}, {"rating": 3}]}
            """
        try Data(text.utf8).write(to: URL(filePath: path + "/ratings.json"))
        let records = try await documents.ratings().joined()
        #expect(try records[0].get() == ExportedRating(.four, of: ExportedSong(id: MusicID(7))))
        let failures = records.compactMap { record -> RecordError? in
            if case .failure(let rejected) = record { rejected.cause } else { nil }
        }
        #expect(
            failures == [
                .missing(field: "rating"), .invalidValue(field: "rating", text: "0", expected: .rating),
                .wrongType(field: "rating", expected: .rating), .wrongType(field: "rating", expected: .rating),
                .missing(field: "id"),
            ])
    }

    @Test("with invalid playlists report position and reason of each")
    func rejectsInvalidPlaylists() async throws {
        let long = String(repeating: "x", count: TextLimits.message + 1)
        let records = [
            #""comment": "\#(long)", "created": "2023-11-14T23:13:20.5+01:00", "shared": null"#,
            #""comment": 1"#, #""shared": "yes""#, #""created": 1700000000"#, #""changed": "2023-02-30T00:00:00Z""#,
            #""created": """#, #""limit": 1.5"#,
        ].map { #"{"id": "0000000000000007", "name": "Mix", "entries": [], \#($0)}"# }
        try write("{\"playlists\": [\(records.joined(separator: ","))]}", to: "playlists")
        let read = try await documents.playlists().joined()
        let mix = Playlist(
            id: PlaylistID(7), name: "Mix", origin: .own, comment: String(long.dropLast(5)) + "…",
            created: Date(timeIntervalSince1970: 1_700_000_000))
        #expect(try read[0].get().playlist == mix)
        let failures = read.compactMap { record -> RecordError? in
            if case .failure(let rejected) = record { rejected.cause } else { nil }
        }
        #expect(
            failures == [
                .wrongType(field: "comment", expected: .text), .wrongType(field: "shared", expected: .boolean),
                .wrongType(field: "created", expected: .date),
                .invalidValue(field: "changed", text: "2023-02-30T00:00:00Z", expected: .date),
                .invalidValue(field: "created", text: "", expected: .date),
                .wrongType(field: "limit", expected: .integer),
            ])
    }

    @Test("leave out times that have no text")
    func omitsTimesOutOfRange() async throws {
        try await documents.prepare(replacing: false)
        let mix = Playlist(id: PlaylistID(7), name: "Mix", origin: .own, created: Date(timeIntervalSince1970: 1e18))
        _ = try await documents.write(playlists: BatchSequence(batchSize: 1) { [ExportedPlaylist(mix)] })
        #expect(try await documents.playlists().joined().map { try $0.get().playlist.created } == [nil])
    }

    @Test("write and read annotations of albums and artists, and report invalid ones")
    func readsAnnotations() async throws {
        try await documents.prepare(replacing: false)
        let both = SubjectAnnotations(
            isBookmarked: true, rating: .four, bookmarked: Date(timeIntervalSince1970: 1_600_000_000))
        let written = [
            ExportedAnnotations(both, of: .album(AlbumID(7), name: "", artist: "")),
            ExportedAnnotations(SubjectAnnotations(rating: .one), of: .album(AlbumID(8), name: "Low", artist: "Ann")),
            ExportedAnnotations(SubjectAnnotations(isBookmarked: true), of: .artist("!!!")),
        ]
        #expect(try await documents.write(annotations: written) == 3)
        #expect(try await documents.annotations().joined().map { try $0.get() } == written)
        let text = #"""
            {"albumsAndArtists": [{"rating": 3}, {"artist": "Low", "rating": 6}, {"artist": "", "id": "7"},
            {"artist": "Low", "album": "Trust", "bookmarked": true}, {"artist": "Low", "bookmarked": false},
            {"artist": "Low", "bookmarked": true, "bookmarkedAt": "2026"}]}
            """#
        try Data(text.utf8).write(to: URL(filePath: path + "/albums-and-artists.json"))
        let failures = try await documents.annotations().joined().map { record -> RecordError? in
            if case .failure(let rejected) = record { rejected.cause } else { nil }
        }
        #expect(
            failures == [
                .missing(field: "artist"), .invalidValue(field: "rating", text: "6", expected: .rating),
                .invalidValue(field: "id", text: "7", expected: .musicID), .missing(field: "id"),
                .missing(field: "bookmarked"),
                .invalidValue(field: "bookmarkedAt", text: "2026", expected: .date),
            ])
    }

    @Test(
        "that are damaged are refused, after at most their valid records",
        arguments: [
            ("", 0, ContentFailure.empty), ("[1]", 0, .noArray(named: "bookmarks")),
            ("{}", 0, .noArray(named: "bookmarks")), (#"{"bookmark": [1]}"#, 0, .noArray(named: "bookmarks")),
            (#"{"bookmarks": {"id": "0000000000000007"}}"#, 0, .noArray(named: "bookmarks")),
            ("<html>", 0, .notJSON(byte: UInt8(ascii: "<"), at: 0)),
            (#"{"bookmarks": [{"id": "0000000000000007"}"#, 1, .incompleteJSON(after: 41)),
            (#"{"bookmarks": [{"id": "0000000000000007"}]} x"#, 1, .notJSON(byte: UInt8(ascii: "x"), at: 44)),
            (#"{"bookmarks": [}"#, 0, .notJSON(byte: UInt8(ascii: "}"), at: 15)),
            (#"{"a" 1}"#, 0, .notJSON(byte: UInt8(ascii: "1"), at: 5)),
            (#"{"a": 1 "b": 2}"#, 0, .notJSON(byte: UInt8(ascii: "\""), at: 8)),
        ])
    func refusesDamagedDocuments(text: String, count: Int, failure: ContentFailure) async throws {
        try write(text)
        var records = 0
        await #expect(throws: BackupError.invalidDocument(path: path + "/bookmarks.json", failure)) {
            for try await batch in documents.bookmarks() { records += batch.count }
        }
        #expect(records <= count)
    }

    @Test("are read wherever a chunk ends")
    func readsAcrossChunks() async throws {
        let text = #"{"a\"b":"\\","bookmarks":[{"id":"0000000000000007"},{"a":"]\"}"}],"c":[1]}"#
        for cut in 0...text.utf8.count {
            try write(String(repeating: " ", count: 1 << 18 - cut) + text)
            let records = try await documents.bookmarks().joined()
            #expect(records.count == 2 && (try? records.first?.get().id) == MusicID(7), "cut at \(cut)")
        }
    }

    @Test("are written only to an empty folder, unless documents may be replaced")
    func refusesOtherFiles() async throws {
        try await documents.prepare(replacing: false)
        try Data().write(to: URL(filePath: path + "/.bookmarks.json.part"))
        try await documents.prepare(replacing: false)
        try Data("mine".utf8).write(to: URL(filePath: path + "/notes.txt"))
        await #expect(throws: BackupError.cannotWrite(path: path, .notEmpty)) {
            try await documents.prepare(replacing: false)
        }
        try await documents.prepare(replacing: true)
        _ = try await documents.write(sources: [])
        #expect(try String(contentsOfFile: path + "/notes.txt", encoding: .utf8) == "mine")
        let file = JSONExportDocuments(folder: path + "/notes.txt", timeZone: .gmt, now: { Date() })
        await #expect(throws: BackupError.cannotWrite(path: path + "/notes.txt", .notAFolder)) {
            try await file.prepare(replacing: true)
        }
        for (name, failure) in [("no/export", StorageFailure.folderMissing), ("notes.txt/export", .notAFolder)] {
            let inner = "\(path)/\(name)"
            let other = JSONExportDocuments(folder: inner, timeZone: .gmt, now: { Date() })
            await #expect(throws: BackupError.cannotWrite(path: inner, failure)) {
                try await other.prepare(replacing: false)
            }
        }
    }

    @Test("have to exist in a folder for an import")
    func requiresDocuments() async throws {
        await #expect(throws: BackupError.cannotRead(path: path, .missing)) { try await documents.existing() }
        try await documents.prepare(replacing: false)
        await #expect(throws: BackupError.noDocuments(path: path)) { try await documents.existing() }
        #expect(mkfifo(path + "/playlists.json", 0o600) == 0)
        await #expect(throws: BackupError.cannotRead(path: path + "/playlists.json", .unsupported)) {
            try await documents.existing()
        }
    }

    @Test("stay as they are if the next ones cannot be written")
    func keepsFormerDocument() async throws {
        struct Failure: Error {}
        try await documents.prepare(replacing: false)
        let bookmark = ExportedBookmark(id: MusicID(7))
        _ = try await documents.write(bookmarks: BatchSequence(batchSize: 1) { [bookmark] })
        await #expect(throws: Failure.self) {
            _ = try await documents.write(bookmarks: BatchSequence(batchSize: 1) { throw Failure() })
        }
        #expect(try await documents.bookmarks().joined().map { try $0.get() } == [bookmark])
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["bookmarks.json"])
    }

    private func write(_ text: String, to name: String = "bookmarks") throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name).json"))
    }

    private func deep(_ levels: Int) -> String {
        String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
}
