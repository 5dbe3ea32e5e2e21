import FermataDomain
import FermataPresentation
import Testing

@Suite("The state of a sync")
struct SyncStatusCellModelTests {
    @Test("a running sync shows its progress")
    func showsProgress() {
        #expect(SyncStatusCellModel.started.text == "Updating…" && SyncStatusCellModel.started.isRunning)
        let progress = SyncStatusCellModel(SyncProgressText(SyncProgress(source: "radio", count: 12_000), seconds: 2))
        #expect(progress.text == "radio: 12,000 records, 6,000 a second" && progress.isRunning)
    }

    @Test("an ended sync shows the result of each source and the reason of a failure")
    func showsResults() {
        var summary = SyncSummary()
        summary.added = 3
        let failure = SourceFailure(.content(.wrongType("no\nsongs")), address: "http://a")
        let results = [
            SyncResult(source: "radio", summary: summary, result: .refreshed),
            SyncResult(source: "home", summary: SyncSummary(), result: .failed(failure)),
        ].map(SyncResultCellModel.init)
        let row = SyncStatusCellModel(results)
        #expect(row.text == "radio: refreshed, 3 added; home: failed (the response is invalid)")
        #expect(!row.isRunning)
        #expect(SyncStatusCellModel([]).text == "There is no source yet. Add one on the Sources page.")
    }

    @Test("an ended sync shows why playlists were not updated")
    func showsPlaylistsFailure() {
        let failure = SourceFailure(.status(404), address: "http://a")
        let row = SyncResultCellModel(
            SyncResult(source: "radio", summary: nil, result: .refreshed, playlistsFailure: failure))
        #expect(
            SyncStatusCellModel([row]).text
                == "radio: refreshed, playlists: not updated (the server returned 404 Not Found)")
    }

    @Test("a listener who may not see counts sees how it ended, without them")
    func endsWithoutCounts() {
        let failure = SourceFailure(.truncated, address: "http://a")
        let rows = [
            SyncResult(source: "radio", summary: nil, result: .refreshed),
            SyncResult(source: "home", summary: nil, result: .failed(failure)),
        ].map(SyncResultCellModel.init)
        let reason = "the connection ended before the end of the response"
        #expect(SyncStatusCellModel(rows).text == "radio: refreshed; home: failed (\(reason))")
        let progress = SyncProgressText(SyncProgress(source: "radio", count: nil), seconds: 2)
        #expect(SyncStatusCellModel(progress).text == "radio: updating…")
    }

    @Test("a failure of the library is one line")
    func showsFailure() {
        let row = SyncStatusCellModel(failure: "There is\nno room.")
        #expect(row.text == "Not updated: There is no room." && !row.isRunning)
    }

    @Test("the speed is 0 before any time has passed")
    func showsNoSpeed() {
        let progress = SyncProgress(source: "radio", count: 5)
        #expect(SyncProgressText(progress, seconds: 0).text == "radio: 5 records, 0 a second")
        #expect(SyncProgressText(progress, seconds: 0.5).text == "radio: 5 records, 10 a second")
    }

    @Test("every key has its value")
    func hasValues() {
        #expect(SyncStatusField.allCases.map(\.rawValue) == ["source", "detail", "text", "isRunning"])
        #expect(
            SyncStatusField.allCases.map(SyncStatusCellModel.started.value)
                == [.none, .none, .text("Updating…"), .flag(true)])
        let progress = SyncStatusCellModel(.started("radio"))
        #expect(
            SyncStatusField.allCases.map(progress.value)
                == [.text("radio"), .text("updating…"), .text("radio: updating…"), .flag(true)])
    }
}
