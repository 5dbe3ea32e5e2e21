import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Catalogues in files on this computer")
struct FileMusicRepositoryTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("songs.csv")
    }

    @Test(
        "reads tables with any delimiter and line end",
        arguments: [
            "title,duration,singer\r\nFame,252,David Bowie\r\nLow,3,\r\n",
            "Title\tDURATION\tArtist\nFame\t252\tDavid Bowie\nLow\t3\t",
            "singer;title;duration;mood\rDavid Bowie;Fame;252;fast\r\r;Low; 3 ;\r",
            "\u{FEFF}title,duration,singer\n\"Fame\",\"252\",\"David Bowie\"\nLow,3,\n",
        ])
    func readsTables(text: String) async throws {
        try write(text)
        let songs = try await fetch().songs
        #expect(songs.map(\.title) == ["Fame", "Low"] && songs.map(\.artist) == ["David Bowie", ""])
        #expect(songs.map(\.duration) == [.seconds(252), .seconds(3)])
    }

    @Test("reads quoted fields with delimiters, quotation marks and line breaks")
    func readsQuotedFields() async throws {
        try write("title,duration,lyrics\n\"\"\"Heroes\"\", live\",371,\"I, I will\nbe king\"\n5\" single,1,\n")
        let songs = try await fetch().songs
        #expect(songs.map(\.title) == ["\"Heroes\", live", "5\" single"])
        #expect(songs.first?.lyrics == "I, I will\nbe king")
    }

    @Test("reads all fields of a catalogue, and ignores other columns")
    func readsAllFields() async throws {
        try write(
            """
            id,title,singer,album,albumArtist,duration,explicit,popularity,released,year,genre,track,disc,file,image,x
            7,Fame,David Bowie,Young Americans,Various,252,true,0.5,1975-03-07,,Funk,8,1,a/b c.mp3,https://a.example/c.jpg,y
            """)
        let song = try #require(try await fetch().songs.first)
        #expect([song.key, song.album, song.albumArtist, song.genre] == ["7", "Young Americans", "Various", "Funk"])
        #expect((song.explicit, song.popularity, song.track, song.disc) == (.explicit, 0.5, 8, 1))
        #expect(song.released == ReleaseDate("1975-03-07"))
        #expect(
            song.audioURL == "file://\(folder.url.path)/a/b%20c.mp3" && song.artworkURL == "https://a.example/c.jpg")
    }

    @Test(
        "drops the addresses of files outside its folder",
        arguments: [
            "../a.mp3", "a/../../b.mp3", "/etc/passwd", "file:///etc/passwd", "ftp://a.example/a.mp3/../../../../..",
            ".",
            "a/..", ".secret", ".config/a.mp3",
        ])
    func dropsOtherFiles(address: String) async throws {
        try write("title,duration,file\nFame,1,\"\(address)\"\n")
        #expect(try await fetch().songs.map(\.audioURL) == [nil])
        try write(#"[{"title":"Fame","duration":1,"file":"\#(address)"}]"#)
        #expect(try await fetch().songs.map(\.audioURL) == [nil])
    }

    @Test("keeps the addresses of files in its folder", arguments: ["a/../b.mp3", "./b.mp3", "b.mp3"])
    func keepsFiles(address: String) async throws {
        try write(#"{"title":"Fame","duration":1,"file":"\#(address)"}"#)
        #expect(try await fetch().songs.map(\.audioURL) == ["file://\(folder.url.path)/b.mp3"])
    }

    @Test(
        "rejects a bad row with its number, and reads the others",
        arguments: [
            ("Fame,1,x", RecordError.wrongFieldCount(3, expected: 2)), ("Fame", .wrongFieldCount(1, expected: 2)),
            ("Fame,long", .wrongType(field: "duration", expected: .seconds)), ("Fame,-1", .missing(field: "duration")),
            ("Fame,-2", .negative(field: "duration")), ("Fame,", .missing(field: "duration")),
            (",1", .missing(field: "title")), (" ,1", .empty(field: "title")), ("\"Fame\"x,1", .misplacedQuote),
            ("Fame,99999999999", .tooLarge(field: "duration", limit: Int(Int32.max))),
        ])
    func rejectsBadRows(row: String, error: RecordError) async throws {
        try write("title,duration\nA,1\n\(row)\nB,2\n")
        let fetched = try await fetch()
        #expect(fetched.songs.map(\.title) == ["A", "B"])
        #expect(fetched.rejected == [RejectedRecord(position: 2, error)])
    }

    @Test("a quotation mark that hides the rows after it is a failure")
    func noticesOpenQuotationMark() async throws {
        try write("title,duration\nA,1\n\"B,2\nC,3\nD\"x,4\n")
        await #expect(throws: SourceFailure(.content(.incompleteTable(rows: 2)), address: path)) { try await fetch() }
    }

    @Test("rejects a row that is too long, or not text")
    func rejectsLongRows() async throws {
        let limits = CatalogueLimits(recordBytes: 100)
        try write(
            "title,duration\n\(String(repeating: "x", count: 101)),1\n\(String(repeating: ",", count: 200))\nB,2\n")
        let fetched = try await fetch(limits)
        #expect(fetched.songs.map(\.title) == ["B"])
        #expect(fetched.rejected.map(\.cause) == [.tooLong(limit: 100), .tooLong(limit: 100)])
        let filler = String(repeating: "A,1\n", count: 100_000)
        try Data("title,duration\n\(filler)".utf8 + [0xFF, 0xFE] + Data(",1\n".utf8)).write(to: URL(filePath: path))
        #expect(try await fetch().rejected == [RejectedRecord(position: 100_001, .notUTF8)])
    }

    @Test("decodes UTF-16 and code pages", arguments: [true, false])
    func decodesEncodings(isBigEndian: Bool) async throws {
        let text = "title,duration\nÜbung 🎄,1\n" + String(repeating: "나의 노래 🎵,2\n", count: 40_000)
        let encoding: String.Encoding = isBigEndian ? .utf16BigEndian : .utf16LittleEndian
        let mark: [UInt8] = isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
        try (Data(mark) + #require(text.data(using: encoding))).write(to: URL(filePath: path))
        let fetched = try await fetch()
        #expect(Set(fetched.songs.map(\.title)) == ["Übung 🎄", "나의 노래 🎵"] && fetched.songs.count == 40_001)
        try Data("title,duration\nMot".utf8 + [0xF6] + Data("rhead,1\n".utf8)).write(to: URL(filePath: path))
        #expect(try await fetch().songs.map(\.title) == ["Motörhead"])
    }

    @Test(
        "a file that breaks off or is no catalogue is a failure",
        arguments: [
            ("", ContentFailure.empty), (" \n", .empty), ("title,duration\nA,1\n\"B", .incompleteTable(rows: 1)),
            ("title,duration\nA,1\nB", .incompleteTable(rows: 1)),
            ("title,singer\nA,B\n", .noColumn(named: "duration")),
            ("name\nA\n", .noColumn(named: "title")), (#"[{"title":"A","duration":1},"#, .incompleteJSON(after: 28)),
        ])
    func failsForBrokenFile(text: String, failure: ContentFailure) async throws {
        try write(text)
        await #expect(throws: SourceFailure(.content(failure), address: path)) { try await fetch() }
    }

    @Test("a missing file, a folder and a pipe are failures")
    func failsWithoutFile() async throws {
        await #expect(throws: SourceFailure(.file(.missing), address: path)) { try await fetch() }
        #expect(mkfifo(path, 0o600) == 0)
        await #expect(throws: SourceFailure(.file(.notAFile), address: path)) { try await fetch() }
        await #expect(throws: SourceFailure(.file(.notAFile), address: folder.url.path)) {
            try await FileMusicRepository(path: folder.url.path).batches(since: nil).collected()
        }
        #expect(throws: SourceError.invalidAddress(.notAnAbsolutePath)) { try FileMusicRepository(path: "songs.csv") }
    }

    @Test("a file that is changed while it is read is a failure, and a failure that passes")
    func noticesChanges() async throws {
        try write("title,duration\n" + String(repeating: "A,1\n", count: 200_000))
        let failure = SourceFailure(.file(.changed), address: path)
        #expect(failure.isTransient)
        await #expect(throws: failure) {
            var isFirst = true
            for try await _ in try FileMusicRepository(path: path).batches(since: nil) {
                if isFirst { try write("title,duration\nA,1\n") }
                isFirst = false
            }
        }
    }

    @Test("an unchanged file is not read again; a row with the same values is not, either")
    func recognizesUnchangedFile() async throws {
        try write("title,duration\nA,1\nB,2\n")
        let first = try await fetch()
        guard case .complete(let revision?) = first.end else { throw SourceFailure(.superseded, address: path) }
        #expect(try await fetch(since: revision).end == .unchanged)
        try write("duration,mood,title\n1,x,A\n2,y,B\n")
        let second = try await fetch(since: revision)
        #expect(second.songs == first.songs)
        #expect(second.records.map(\.fingerprint) == first.records.map(\.fingerprint))
        try write("title,duration\nA,1\nB,3\n")
        let third = try await fetch(since: revision).records.map(\.fingerprint)
        #expect(third[0] == first.records[0].fingerprint && third[1] != first.records[1].fingerprint)
    }

    private struct Fetched {
        var records: [RemoteRecord] = []
        var songs: [RemoteMusic] = []
        var rejected: [RejectedRecord] = []
        var end: RemoteFetchResult?
    }

    private func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }

    private func fetch(_ limits: CatalogueLimits = CatalogueLimits(), since revision: String? = nil) async throws
        -> Fetched
    {
        let (batches, end) = try await FileMusicRepository(path: path, limits: limits).batches(since: revision)
            .collected()
        var fetched = Fetched(records: batches.flatMap(\.records), rejected: batches.flatMap(\.rejected), end: end)
        for record in fetched.records {
            do {
                fetched.songs.append(try record.read())
            } catch let error as RejectedRecord {
                fetched.rejected.append(error)
            }
        }
        return fetched
    }
}
