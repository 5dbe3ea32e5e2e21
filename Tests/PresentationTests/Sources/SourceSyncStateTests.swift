import FermataDomain
import FermataPresentation
import Testing

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
