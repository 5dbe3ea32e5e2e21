import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("The words for backups, exports and imports")
struct LibraryTextTests {
    private let style = DateStyle(
        locale: Locale(identifier: "en_US"), calendar: Calendar(identifier: .gregorian), timeZone: .gmt)

    @Test("a backup has a progress and a result")
    func describesBackup() {
        let progress = BackupProgress(written: 61_000_000, total: 171_000_000)
        #expect(progress.text == "Backing up: 61 MB of 171 MB")
        let result = LibraryBackup(path: "/disk/a.sqlite", bytes: 171_000_000)
        #expect(result.text == "The library is backed up and checked: /disk/a.sqlite, 171 MB.")
    }

    @Test("the question before restoring shows counts and dates of both libraries")
    func asksBeforeRestoring() {
        let counts = LibrarySummary.Counts(songs: 27_573, bookmarks: 1, playlists: 2, toDos: 0)
        let present = LibrarySummary(changed: Date(timeIntervalSince1970: 1_798_140_600), counts: counts)
        let backup = LibrarySummary(changed: Date(timeIntervalSince1970: 0), counts: nil)
        let model = RestoreModel("/disk/a", style: style)
        #expect(
            model.question(.init(present: present, backup: backup)) == """
                Replace the library (27,573 songs, 1 bookmark, 2 playlists, 0 to-dos, changed 12/24/2026, 7:30 PM) \
                by the backup /disk/a (changed 01/01/1970, 12:00 AM)?
                """)
        #expect(
            model.question(.init(present: nil, backup: backup))
                .hasPrefix("Replace the library (which cannot be read) by the backup /disk/a"))
    }

    @Test("the result of restoring names the replaced library")
    func describesRestoring() {
        let model = RestoreModel("/disk/a", style: style)
        #expect(model.resultText(nil) == "Nothing was restored.")
        #expect(
            model.resultText(RestoredLibrary(replacedPath: "/l.replaced"))
                == "The library is restored from /disk/a. The replaced library is now in /l.replaced.")
        #expect(model.resultText(RestoredLibrary(replacedPath: nil)) == "The library is restored from /disk/a.")
    }

    @Test("an export has a row for each kind, in one order")
    func listsExport() {
        let rows = ExportModel.rows([.toDos: 1, .sources: 2, .bookmarks: 0, .playlists: 3])
        #expect(rows.map { $0.value(of: .kind) } == ["sources", "bookmarks", "playlists", "toDos"].map { .text($0) })
        #expect(rows.map { $0.value(of: .count) } == [.integer(2), .integer(0), .integer(3), .integer(1)])
        #expect(ExportModel.resultText(folder: "/a") == "The documents are in /a.")
    }

    @Test("an import leaves out counts of 0, except of added records")
    func describesImport() {
        var summary = ImportSummary(.toDos)
        #expect(ImportModel(summary).text == "0 added" && ImportModel(summary).kindText == "to-dos")
        summary.count(.added, at: 1)
        summary.count(.existing, at: 2)
        summary.count(.unmatched, at: 3)
        summary.count(.rejected(.unknownSource("attic")), at: 4)
        let model = ImportModel(summary)
        #expect(model.text == "1 added, 1 already exists, 1 waits for its music, 1 skipped")
        #expect(ImportField.allCases.dropFirst().map(model.value) == Array(repeating: .integer(1), count: 4))
        #expect(ImportField.allCases.map(\.valueKind) == [.text, .number, .number, .number, .number])
        summary.count(.unmatched, at: 5)
        #expect(ImportModel(summary).text.contains("2 wait for their music"))
    }

    @Test("the reasons of skipped records name document, position and cause")
    func listsSkippedRecords() {
        var summary = ImportSummary(.bookmarks)
        let causes: [ImportFailure] = [
            .record(.missing(field: "id")), .source(.alreadyExists("radio")), .unknownSource("attic"),
            .otherAddress("shop"), .record(.invalidValue(field: "id", text: "f", expected: .musicID)),
        ]
        for (index, cause) in causes.enumerated() { summary.count(.rejected(cause), at: index + 1_000) }
        #expect(
            ImportModel(summary).rejectedTexts == [
                "bookmarks, number 1,000: id is missing",
                "bookmarks, number 1,001: a source named “radio” already exists",
                "bookmarks, number 1,002: the library has no source named “attic”",
                "bookmarks, number 1,003: the library’s source “shop” has another address. "
                    + "The existing source is unchanged.",
                "bookmarks, number 1,004: id “f” is not an id: 16 hexadecimal digits, the first from 0 to 7",
            ])
        for position in 1...16 { summary.count(.rejected(.unknownSource("attic")), at: position) }
        #expect(ImportModel(summary).rejectedTexts.last == "and 1 more")
    }

    @Test("an import says how many bookmarks wait, and until when")
    func describesUnmatchedBookmarks() {
        var summary = ImportSummary(.bookmarks)
        #expect(ImportModel(summary).notes.isEmpty)
        summary.count(.unmatched, at: 1)
        #expect(
            ImportModel(summary).notes
                == ["1 bookmark waits for its song. It is listed after a sync provides the song."])
        for position in 2...1_000 { summary.count(.unmatched, at: position) }
        #expect(ImportModel(summary).notes.first?.hasPrefix("1,000 bookmarks wait for their songs.") == true)
    }

    @Test("problems of backups say what to do next")
    func backupProblemsAdvise() {
        let problems: [(BackupError, ProblemModel.Kind, String)] = [
            (.cannotWrite(path: "a", .exists), .cannotCreate, "Cannot write a: it exists already. Use --force"),
            (.cannotWrite(path: "a", .full), .storageFull, "Free disk space and try again."),
            (.cannotWrite(path: "a", .notEmpty), .cannotCreate, "it is not empty. Use --force"),
            (.cannotRead(path: "a", .notALibrary), .invalidFile, "Cannot read a: it is not a Fermata library."),
            (.damagedLibrary(path: "a"), .invalidFile, "Repair it with: fermata library repair --library a"),
            (.invalidDocument(path: "a", .empty), .invalidFile, "Cannot read a: it is empty."),
            (
                .invalidDocument(path: "a", .noArray(named: "sources")), .invalidFile,
                "Cannot read a: the document is not an object with an array named “sources”."
            ),
            (.noValidRecords, .invalidFile, "Nothing was imported: every record was skipped."),
        ]
        for (error, kind, text) in problems {
            let problem = ProblemModel(error)
            #expect(problem.kind == kind && problem.text.contains(text), "\(problem.text)")
        }
    }
}
