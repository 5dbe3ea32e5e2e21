import FermataContracts
import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("The check and the repair of a library")
struct LibraryFileDataSourceTests {
    @Test(
        "a finding is a row with its kind, its sentence and its number of rows",
        arguments: [
            (.file, "file", "Pages of the file are damaged or do not match each other.", .none),
            (
                .index("music_id", 0), "file",
                "The index “music_id” and its table do not have the same number of rows.", .none
            ),
            (
                .index("music_id", 2), "file", "The index “music_id” does not match its table in 2 rows.", .integer(2)
            ),
            (
                .index("music_id", nil), "file", "The index “music_id” does not match its table in some rows.", .none
            ),
            (
                .text(.toDos, nil), "text",
                "The text of some to-dos does not match its stored sort key.", .none
            ),
            (.table("music", 1), "file", "The table “music” has 1 invalid value.", .integer(1)),
            (.log, "log", "The log is damaged: it contains changes that the library does not show.", .none),
            (.foreignLog, "log", "The log beside the file belongs to another library, or to an older copy.", .none),
            (
                .structure, "structure",
                """
                The file has tables, indexes, triggers or views that Fermata does not create, or lacks some that it \
                creates.
                """, .none
            ),
            (.search, "search", "The search index does not match the songs.", .none),
            (
                .text(.toDos, 1), "text", "The text of 1 to-do does not match its stored sort key.",
                .integer(1)
            ),
            (
                .text(.playlists, 2), "text",
                "The text of 2 playlists does not match its stored sort key.", .integer(2)
            ),
            (
                .references(.playlistEntries, 3_000), "references",
                "Rows that 3,000 playlist entries refer to are missing.", .integer(3_000)
            ),
        ] as [(LibraryFinding, String, String, FieldValue)])
    func showsFinding(finding: LibraryFinding, kind: String, text: String, count: FieldValue) {
        let row = LibraryFindingCellModel(finding)
        #expect(LibraryFindingField.allCases.map(row.value) == [.text(kind), count, .text(text)])
        #expect(LibraryFindingCellModel.table.cells.map { $0(row) } == [.plain(kind), .paragraph(text)])
    }

    @Test("sorts findings by their sentences, before issues of downloads")
    func sortsFindings() async throws {
        let rows = try await source(findings: [.search, .log, .file]).check()
        #expect(rows.map(\.kind) == ["file", "log", "search"])
        let issue = DownloadIssue(.missing, file: "Changes.mp3", music: MusicID(1))
        let downloads = try await source(downloads: [issue]).check()
        #expect(downloads.map(\.text) == ["Changes.mp3: The file is missing. The song is marked as not downloaded."])
        #expect(downloads.map(\.kind) == ["download"])
    }

    @Test("names the repair of a damaged file, and none for an intact one")
    func namesRepair() async throws {
        let source = source(findings: [.search])
        let found = try #require(source.problem(of: try await source.check()))
        let user = found.problem(for: .user)
        #expect(user.kind == .invalidFile && user.sentence == "The library /l is damaged.")
        #expect(user.hint == "Repair it with: fermata library repair")
        #expect(found.problem(for: .webClient).sentence == "The library is damaged.")
        #expect(source.problem(of: []) == nil)
        let other = try #require(self.source(isDefault: false).problem(of: try await source.check()))
        #expect(other.problem(for: .user).hint == "Repair it with: fermata library repair --library /l")
        #expect(other.problem(for: .webClient).hint == "Repair it with: fermata library repair")
    }

    @Test("names what to do about damaged downloads")
    func namesDownload() async throws {
        let source = source(downloads: [DownloadIssue(.changed, file: "Changes.mp3", music: MusicID(1))])
        let problem = try #require(source.problem(of: try await source.check())).problem(for: .user)
        #expect(problem.kind == .incomplete && problem.sentence == "Some downloads are damaged.")
        #expect(problem.hint == "Download them again with: fermata download ID")
    }

    @Test("a repair has one row for each kind of content")
    func showsRepair() async throws {
        let counts: [LibraryRepair.Count] = [
            .init(.sources, read: 1), .init(.toDos, read: 3), .init(.music, read: 4_000, lost: 1_200, altered: 1_001),
            .init(.bookmarks, read: 20), .init(.playlists, read: 1), .init(.playlistEntries, read: 1, lost: 1),
            .init(.downloads, read: 0),
        ]
        let (rows, report) = try await source(repair: LibraryRepair(damagedPath: "/d", counts: counts)).repair()
        #expect(
            rows.map(\.content)
                == ["sources", "todos", "songs", "bookmarks", "playlists", "playlist entries", "downloads"])
        #expect(
            LibraryRepairCellModel.table.cells.map { $0(rows[2]) }
                == [.plain("songs"), .plain("4,000"), .plain("at least 1,200"), .plain("1,001")])
        #expect(
            LibraryRepairField.allCases.map(rows[2].value)
                == [.text("songs"), .integer(4_000), .integer(1_200), .integer(1_001)])
        #expect(rows[0].lostText == "" && rows[0].alteredText == "")
        #expect(
            report == """
                The library /l was damaged. The damaged file is now /d. A new library contains what was readable: \
                1 source, 3 to-dos, 4,000 songs, 20 bookmarks, 1 playlist, 1 playlist entry. Not readable, at least: \
                1,200 songs, 1 playlist entry. Read with a text that is probably damaged: 1,001 songs. To restore \
                songs and playlists, add the sources that “fermata source list” does not show, and run “fermata sync”. \
                If more is missing, return to a backup with “fermata library restore FILE”.
                """)
    }

    @Test("a young listener sees no counts of a repair")
    func hidesCounts() async throws {
        let repair = LibraryRepair(damagedPath: "/d", counts: [.init(.music, read: 4_000, lost: 2)])
        let (rows, report) = try await source(repair: repair, listener: Listener(age: 12)).repair()
        #expect(rows.isEmpty)
        #expect(report?.contains("is now /d. A new library contains what was readable. To restore") == true)
    }

    @Test("names the content whose loss cannot be counted")
    func namesUnknownLoss() async throws {
        let counts = [LibraryRepair.Count(.toDos, read: 0, lost: nil), .init(.music, read: 1, lost: nil)]
        let (rows, report) = try await source(repair: LibraryRepair(damagedPath: "/d", counts: counts)).repair()
        #expect(rows.map(\.lostText) == ["unknown", "unknown"])
        #expect(rows.map { $0.value(of: .lost) } == [.none, .none])
        #expect(
            report?.contains("readable: 1 song. The number of lost rows is unknown for: todos, songs. To") == true)
    }

    @Test("says how many pages have a wrong checksum", arguments: [(1, "1 page has a"), (2, "2 pages have a")])
    func countsWrongChecksums(count: Int, text: String) {
        let repair = LibraryRepair(damagedPath: "/d", counts: [.init(.music, read: 1)], damagedPages: count)
        let report = repair.report(path: "/l")
        #expect(report.contains("1 song. \(text) wrong checksum: a value in any row"))
        #expect(repair.visible(to: Listener(age: 12)).report(path: "/l").contains(text))
    }

    @Test("says that nothing was readable")
    func reportsUnreadableLibrary() {
        let repair = LibraryRepair(damagedPath: "/d", counts: [.init(.music, read: 0)])
        let text = repair.report(path: "/l")
        #expect(text.contains("The damaged file is now /d. Nothing in it was readable; the new library is empty. To"))
    }

    @Test("an intact library has neither rows nor a report")
    func showsNothingForIntactLibrary() async throws {
        let (rows, report) = try await source().repair()
        #expect(rows.isEmpty && report == nil)
        #expect(LibraryRepairCellModel.table.emptyText.commandLine == "The library is intact.")
        #expect(LibraryFindingCellModel.table.emptyText.commandLine == "The library is intact.")
    }

    @Test("every screen shows a notice after a check that found damage")
    func screensShowNoticeAfterDamage() {
        let health = InMemoryLibraryHealthRepository()
        let notice = LibraryNotice(health: health, path: "/l")
        #expect(notice.text(for: .user) == nil)
        health.store(LibraryHealth(isDamaged: true, nextCheck: Date()))
        let text = "The library is damaged. Repair it with: fermata library repair"
        #expect(notice.text(for: .user) == text + " --library /l")
        #expect(notice.text(for: .webClient) == text)
        let spaced = LibraryNotice(health: health, path: "/it's my music").text(for: .user)
        #expect(spaced == text + #" --library '/it'\''s my music'"#)
        #expect(LibraryNotice(health: health, path: nil).text(for: .user) == text)
        health.store(LibraryHealth(isDamaged: false, nextCheck: Date()))
        #expect(notice.text(for: .user) == nil)
    }

    private func source(
        findings: [LibraryFinding] = [], downloads: [DownloadIssue] = [], repair: LibraryRepair? = nil,
        listener: Listener = .anyone, isDefault: Bool = true
    ) -> LibraryFileDataSource {
        let file = LibraryFileStub(findings: findings, result: repair)
        let check = CheckLibraryFileUsecase(file: file, health: InMemoryLibraryHealthRepository(), now: { Date() })
        return LibraryFileDataSource(
            path: "/l", isDefault: isDefault,
            checkLibrary: CheckLibraryUsecase(file: check, listener: listener) { downloads },
            repairLibrary: RepairLibraryUsecase(file: file, listener: listener))
    }
}
