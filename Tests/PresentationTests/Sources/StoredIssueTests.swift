import FermataDomain
import FermataPresentation
import Foundation
import Testing

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
