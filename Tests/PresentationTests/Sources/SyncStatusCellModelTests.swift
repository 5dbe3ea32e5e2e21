import FermataDomain
import FermataPresentation
import Testing

@Suite("How the reading of all sources stands")
struct SyncStatusCellModelTests {
    @Test("while it goes on, it says how far it has come")
    func running() {
        #expect(SyncStatusCellModel.begun.text == "Updating…" && SyncStatusCellModel.begun.isRunning)
        let progress = SyncStatusCellModel(SyncProgress(source: "radio", count: 12_000), seconds: 2)
        #expect(progress.text == "radio: 12,000 records, 6,000 a second" && progress.isRunning)
    }

    @Test("once it is over, it says how it ended for each source, and why it failed")
    func ended() {
        var summary = SyncSummary()
        summary.added = 3
        let failure = SourceFailure(.unreachable, address: "http://a", reason: "no\nanswer")
        let outcomes = [
            SyncResult(source: "radio", summary: summary, result: .refreshed),
            SyncResult(source: "home", summary: SyncSummary(), result: .failed(failure)),
        ]
        let row = SyncStatusCellModel(outcomes)
        #expect(row.text == "radio: refreshed, 3 added; home: failed, nothing new (no answer)")
        #expect(!row.isRunning)
        let quiet = SyncStatusCellModel(outcomes, showsCounts: false)
        #expect(quiet.text == "radio: refreshed; home: failed (no answer)")
        #expect(SyncStatusCellModel([]).text == "There is no source yet.")
    }

    @Test("what has ended it is told on one line")
    func broken() {
        let row = SyncStatusCellModel(failure: "There is\nno room.")
        #expect(row.text == "Not updated: There is no room." && !row.isRunning)
    }

    @Test("every key has its value")
    func fields() {
        #expect(SyncStatusField.allCases.map(\.rawValue) == ["text", "isRunning"])
        #expect(SyncStatusField.allCases.map(SyncStatusCellModel.begun.value) == [.text("Updating…"), .flag(true)])
    }
}
