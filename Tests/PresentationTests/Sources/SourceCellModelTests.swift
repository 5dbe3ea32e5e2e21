import FermataContracts
import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("A row of the list of sources")
struct SourceCellModelTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    @Test("a row shows name, kind, address, count and age")
    func showsTexts() {
        let row = row(count: 27_573, refreshed: now.addingTimeInterval(-180))
        #expect([row.name, row.kind, row.address] == ["home", "http", "https://example.com/songs.json"])
        #expect([row.countText, row.ageText] == ["27,573 songs", "3 minutes ago"])
    }

    @Test("a source that was never read completely says never")
    func showsNever() {
        let row = row(count: 0, refreshed: nil)
        #expect(row.ageText == "never")
        #expect(row.value(of: .refreshed) == .none)
    }

    @Test("a row without the current time shows the time of the last update")
    func showsTimeOfUpdate() {
        var source = Source(name: "home", kind: "http", address: "a", added: now)
        #expect(SourceCellModel(source).ageText == "never")
        source.refreshed = now
        #expect(SourceCellModel(source).ageText == "2023-11-14T22:13:20Z")
    }

    @Test("a row without a count has no value and no text for it")
    func hidesCount() {
        let row = row(count: nil, refreshed: now)
        #expect(row.countText.isEmpty && row.value(of: .count) == .none)
    }

    @Test("waiting changes of a source have a column of their own, if there are any")
    func countsWaitingChanges() {
        var source = Source(name: "home", kind: "test", address: "", added: now, waiting: 0)
        let idle = SourceCellModel(source)
        source.waiting = 1_200
        let waiting = SourceCellModel(source)
        #expect([idle, waiting].map(\.waitingText) == ["", "1,200 changes"])
        #expect([idle, waiting].map { $0.value(of: .waiting) } == [.integer(0), .integer(1_200)])
        let counts = [[idle], [idle, waiting]].map { SourceCellModel.table(of: $0).columns.count }
        #expect(counts[1] == counts[0] + 1)
    }

    @Test("every key has its value")
    func hasValues() {
        let expected: [FieldValue] = [
            .text("home"), .text("http"), .text("https://example.com/songs.json"), .integer(2),
            .text("2023-11-14T22:13:20Z"), .text("1970-01-01T00:00:00Z"),
        ]
        let noIssue: [FieldValue] = [.none, .none, .flag(false)]
        #expect(SourceField.allCases.map(row(count: 2, refreshed: now).value) == expected + [.none, .none] + noIssue)
        let lists = row(count: 2, refreshed: now, playlists: "https://example.com/lists.json")
        let address = FieldValue.text("https://example.com/lists.json")
        #expect(SourceField.allCases.map(lists.value) == expected + [address, .none] + noIssue)
    }

    @Test("the address of the playlists is shown without its query")
    func hidesQueryOfPlaylists() {
        let row = row(count: 1, refreshed: now, playlists: "https://example.com/lists.json?key=secret")
        #expect(row.playlists == "https://example.com/lists.json")
    }

    private func row(count: Int?, refreshed: Date?, playlists: String? = nil) -> SourceCellModel {
        let source = Source(
            name: "home", kind: "http", address: "https://example.com/songs.json", playlists: playlists,
            added: Date(timeIntervalSince1970: 0), refreshed: refreshed, count: count)
        return SourceCellModel(source, now: now)
    }
}

@Suite("The state of a source's sync")
struct SourceSyncStateTests {
    @Test("a source shows how its latest sync ended")
    func showsLatestResult() {
        #expect(SourceCellModel.stored("radio").syncText.isEmpty)
        #expect(SourceCellModel.stored("radio", latest: .synced("radio")).syncText == "3 added")
        let failed = SourceCellModel.stored("radio", latest: .synced("radio", failure: .status(404)))
        #expect(failed.syncText == "failed: the server returned 404 Not Found" && failed.isProblem)
        let partial = SourceCellModel.stored("radio", latest: .synced("radio", playlists: .truncated))
        #expect(
            partial.syncText == "3 added; playlists: not updated (the connection ended before the end of the response)"
        )
        #expect(partial.isProblem)
    }

    @Test("the progress of a running sync replaces the result of an earlier one")
    func showsProgress() {
        let row = SourceCellModel.stored(
            "radio", latest: .synced("radio", failure: .status(404)),
            progress: SyncProgressText(SyncProgress(source: "radio", count: 12_000), seconds: 2))
        #expect(row.syncText == "12,000 records, 6,000 a second" && !row.isProblem)
        #expect(row.hint(for: .user) == nil)
        #expect(SyncProgressText.waiting("radio").text == "radio: waiting…")
    }

    @Test("the hint says what to do next, and shows addresses to the user only")
    func hintsAtNextStep() {
        #expect(SourceCellModel.stored("radio").hint(for: .user) == nil)
        let new = SourceCellModel.stored("radio", isRead: false)
        #expect(new.hint(for: .user) == "Not read yet: sync it to list its songs.")
        let failed = SourceCellModel.stored("radio", latest: .synced("radio", failure: .status(404)))
        #expect(
            failed.hint(for: .user)
                == """
                Cannot read https://radio.example/songs.json: the server returned 404 Not Found. Check the address. \
                Stored music is unchanged.
                """)
        #expect(failed.hint(for: .webClient) == "Cannot read the source: the server returned 404 Not Found.")
    }

    @Test("the details list what is known, without paths for a web client")
    func listsDetails() {
        let row = SourceCellModel.stored("Music", kind: "folder", address: "/home/ann/Music", latest: .synced("Music"))
        let lines = SourceDetailModel(row).lines.map { "\($0.label): \($0.text)" }
        #expect(
            lines == [
                "kind: folder", "address: /home/ann/Music", "songs: 12 songs", "updated: 3 minutes ago",
                "last sync: 3 added",
            ])
        let web = SourceDetailModel(row, for: .webClient).lines.map(\.text)
        #expect(web[1] == "on the server’s computer" && !web.contains { $0.contains("/home") })
    }

    @Test("a young listener sees no counts")
    func hidesCounts() {
        let unchanged = SyncResultCellModel(SyncResult(source: "radio", summary: nil, result: .refreshed))
        let row = SourceCellModel.stored("radio", count: nil, latest: unchanged)
        #expect(row.countText.isEmpty && row.syncText == "refreshed")
        #expect(SyncProgressText(SyncProgress(source: "radio", count: nil), seconds: 1).detail == "updating…")
    }

    @Test("every key of a row of the web server has its value")
    func hasValues() {
        let row = SourceCellModel.stored(
            "Music", kind: "folder", address: "/home/ann/Music", latest: .synced("Music", failure: .folder(.missing)),
            progress: .started("Music"))
        let status = SourceStatusCellModel(row)
        #expect(
            SourceStatusField.allCases.map(status.value) == [
                .text("Music"), .text("folder"), .local("/home/ann/Music"), .integer(12),
                .text("2023-11-14T22:10:20Z"), .text("2023-11-14T22:13:20Z"), .none, .text("updating…"),
                .text("failed"), .text("Cannot read the source: the folder does not exist."), .none, .flag(false),
            ])
        #expect(SourceStatusField.allCases.map(\.valueKind).filter { $0 == .time }.count == 3)
    }
}

@Suite("Sync issues that another program stored")
struct StoredIssueTests {
    private static let issue = SyncIssue(.songs(.status(404)), at: sourceTime.addingTimeInterval(-120))

    @Test("is shown with its age, and to a web client without the address")
    func showsStoredIssue() {
        let row = row(Self.issue)
        #expect(row.syncText == "failed: the server returned 404 Not Found" && row.isProblem)
        #expect(row.errorAgeText == "2 minutes ago")
        #expect(row.hint(for: .user)?.hasPrefix("Cannot read https://radio.example/songs.json: the server") == true)
        let page = SourcesPageModel([row]).rows[0]
        #expect(page.stateText == "Cannot read the source: the server returned 404 Not Found." && page.isProblem)
        #expect(page.detailText == "12 songs, updated 3 minutes ago, last error 2 minutes ago")
        let lines = SourceDetailModel(row, for: .webClient).lines.map { "\($0.label): \($0.text)" }
        #expect(lines.contains("last error: 2 minutes ago"))
        #expect(lines.contains("last sync: failed: the server returned 404 Not Found"))
    }

    @Test("lists say which sources could not be read")
    func namesFailedSources() {
        #expect(SourceCellModel.failedSyncsText(of: [row(nil), row(SyncIssue(.incomplete, at: sourceTime))]) == nil)
        #expect(
            SourceCellModel.failedSyncsText(of: [row(nil), row(Self.issue)])
                == "The last sync of “radio” failed 2 minutes ago: the server returned 404 Not Found. "
                + "To see more, run: fermata source list")
        #expect(
            SourceCellModel.failedSyncsText(of: Array(repeating: row(Self.issue), count: 5))
                == "The last syncs of “radio”, “radio”, “radio” and 2 more sources failed, so their songs may be "
                + "out of date. To see more, run: fermata source list")
    }

    @Test("names the part that could not be read")
    func namesUnreadPart() {
        let playlists = row(SyncIssue(.playlists(.truncated), at: sourceTime))
        #expect(
            playlists.syncText == "playlists: not updated (the connection ended before the end of the response)")
        let stars = row(SyncIssue(.stars(.signIn(.notAllowed)), at: sourceTime))
        #expect(stars.syncText == "bookmarks: not updated (the user may not do this on the server)")
        #expect(stars.hint(for: .webClient)?.hasPrefix("The songs of radio are updated, its stars are not.") == true)
    }

    @Test("an incomplete sync is no error, and its row says why nothing was removed")
    func showsIncompleteSync() {
        let row = row(SyncIssue(.incomplete, at: sourceTime))
        let text = "“radio” may have more songs than were read, so none were removed. Sync it again later."
        #expect(!row.isProblem && row.isIncomplete && row.errorAgeText.isEmpty)
        #expect(row.hint(for: .webClient) == text && SourcesPageModel([row]).rows[0].stateText == text)
        #expect(row.value(of: .incomplete) == .flag(true) && row.value(of: .error) == .none)
    }

    @Test("replaces the result of an earlier sync of this program, not that of a later one")
    func showsLatestOfBoth() {
        let own = SyncResultCellModel(SyncResult(source: "radio", summary: nil, result: .refreshed))
        #expect(row(Self.issue, latest: own).syncText.hasPrefix("failed"))
        let message = SourceFailure(.server(code: 0, message: "No disk"), address: "")
        let failed = SyncResultCellModel(
            SyncResult(source: "radio", summary: nil, result: .failed(message), issue: Self.issue))
        #expect(row(Self.issue, latest: failed).syncText == "failed: the server reports “No disk”")
        #expect(row(nil, latest: failed).syncText.isEmpty && row(nil, latest: own).syncText == "refreshed")
    }

    @Test("a web client sees no words of a server, and no other server's name")
    func hidesForeignText() {
        let path = "/srv/music on http://10.0.0.3"
        let causes: [SourceFailureCause] = [
            .server(code: 30, message: path), .other(path), .redirect(.otherServer(path)),
            .redirect(.unsupportedScheme(path)), .content(.wrongType(path)), .content(.unsupportedCompression(path)),
            .content(.noValidRecords(first: RejectedRecord(position: 1, .file(path, .notAudio)))),
        ]
        for cause in causes {
            let own = SyncResult(
                source: "radio", summary: nil, result: .failed(SourceFailure(cause, address: path)))
            let row = row(nil, latest: SyncResultCellModel(own))
            let page = SourcePageModel(row).lines.map(\.text) + [SourcesPageModel([row]).rows[0].accessibilityLabel]
            let status = SyncStatusCellModel([SyncResultCellModel(own)]).text
            let value = "\(SourceStatusCellModel(row).value(of: .error))"
            for text in page + [status, value] {
                #expect(!text.contains("srv") && !text.contains("10.0.0.3"), "\(text)")
            }
        }
    }

    @Test("lists notes about sources that could not be read only")
    func listsNotes() {
        let notes = SourceCellModel.notes(of: [row(nil), row(Self.issue)])
        #expect(notes == [row(Self.issue).hint(for: .user)].compactMap(\.self) && notes.count == 1)
    }

    @Test("adds a column to the list of sources, and values to its keys")
    func addsColumn() {
        let rows = [row(nil), row(Self.issue)]
        #expect(SourceCellModel.table(of: rows).columns.map(\.heading).last == "Last error")
        #expect(SourceCellModel.table(of: [rows[0]]).columns.map(\.heading).last == "Address")
        #expect(rows[1].value(of: .errorTime) == .text("2023-11-14T22:11:20Z"))
        #expect(SourceStatusCellModel(rows[1]).value(of: .result) == .text("failed"))
        #expect(rows[0].value(of: .errorTime) == .none && rows[0].value(of: .incomplete) == .flag(false))
    }

    private func row(_ issue: SyncIssue?, latest: SyncResultCellModel? = nil) -> SourceCellModel {
        let source = Source(
            name: "radio", kind: "http", address: "https://radio.example/songs.json?key=secret", added: sourceTime,
            refreshed: sourceTime.addingTimeInterval(-180), count: 12, issue: issue)
        return SourceCellModel(source, now: sourceTime, latest: latest)
    }
}

let sourceTime = Date(timeIntervalSince1970: 1_700_000_000)

extension SourceCellModel {
    /// A source that was read three minutes ago unless `isRead` is false.
    static func stored(
        _ name: String, kind: String = "http", address: String? = nil, count: Int? = 12, isRead: Bool = true,
        latest: SyncResultCellModel? = nil, progress: SyncProgressText? = nil
    ) -> SourceCellModel {
        var source = Source(
            name: name, kind: kind, address: address ?? "https://\(name).example/songs.json", added: sourceTime,
            refreshed: isRead ? sourceTime.addingTimeInterval(-180) : nil, count: count)
        source = SampleForms.prepare(source)
        return SourceCellModel(source, now: sourceTime, latest: latest, progress: progress)
    }
}

extension SyncResultCellModel {
    /// The result of a sync that added songs or failed.
    static func synced(
        _ name: String, added: Int = 3, failure: SourceFailureCause? = nil, playlists: SourceFailureCause? = nil
    ) -> SyncResultCellModel {
        var summary = SyncSummary()
        summary.added = added
        let address = "https://\(name).example/songs.json"
        return SyncResultCellModel(
            SyncResult(
                source: name, summary: failure == nil ? summary : nil,
                result: failure.map { .failed(SourceFailure($0, address: address)) } ?? .refreshed,
                playlistsFailure: playlists.map { SourceFailure($0, address: address) }))
    }
}
