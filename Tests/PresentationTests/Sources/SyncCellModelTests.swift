import FermataDomain
import FermataPresentation
import Testing

@Suite("How the reading of all sources stands")
struct SyncCellModelTests {
    @Test("while it goes on, it says how far it has come")
    func running() {
        #expect(SyncCellModel.begun.text == "Updating…" && SyncCellModel.begun.isRunning)
        let progress = SyncCellModel(RefreshProgress(source: "radio", count: 12_000), seconds: 2)
        #expect(progress.text == "radio: 12,000 records, 6,000 a second" && progress.isRunning)
    }

    @Test("once it is over, it says how it ended for each source, and why it failed")
    func ended() {
        var summary = RefreshSummary()
        summary.added = 3
        let failure = SourceFailure(.unreachable, address: "http://a", reason: "no\nanswer")
        let outcomes = [
            RefreshOutcome(source: "radio", summary: summary, result: .refreshed),
            RefreshOutcome(source: "home", summary: RefreshSummary(), result: .failed(failure)),
        ]
        let row = SyncCellModel(outcomes)
        #expect(row.text == "radio: refreshed, 3 added; home: failed, nothing new (no answer)")
        #expect(!row.isRunning)
        let quiet = SyncCellModel(outcomes, showsCounts: false)
        #expect(quiet.text == "radio: refreshed; home: failed (no answer)")
        #expect(SyncCellModel([]).text == "There is no source yet.")
    }

    @Test("what has ended it is told on one line")
    func broken() {
        let row = SyncCellModel(failure: "There is\nno room.")
        #expect(row.text == "Not updated: There is no room." && !row.isRunning)
    }

    @Test("every key has its value")
    func fields() {
        #expect(SyncField.allCases.map(\.rawValue) == ["text", "isRunning"])
        #expect(SyncField.allCases.map(SyncCellModel.begun.value) == [.text("Updating…"), .flag(true)])
    }
}
