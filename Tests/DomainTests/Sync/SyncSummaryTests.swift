import FermataDomain
import Testing

@Suite("Summary of a sync")
struct SyncSummaryTests {
    @Test("starts empty and counts accepted records")
    func countsAcceptedRecords() {
        var summary = SyncSummary()
        #expect(summary.acceptedCount == 0 && summary.removed == 0 && summary.repeatedCount == 0)
        #expect(summary.rejectedCount == 0 && summary.rejected.isEmpty)
        (summary.added, summary.merged, summary.updated, summary.unchanged) = (1, 20, 300, 4_000)
        (summary.removed, summary.rejectedCount, summary.repeatedCount) = (5, 6, 7)
        #expect(summary.acceptedCount == 4_321)
    }

    @Test("adds the changes of an earlier attempt, which this one found unchanged")
    func includesEarlierAttempt() {
        var earlier = SyncSummary()
        (earlier.added, earlier.merged, earlier.updated, earlier.unchanged) = (1, 2, 4, 100)
        var summary = SyncSummary()
        (summary.added, summary.merged, summary.updated, summary.unchanged) = (10, 20, 40, 8)
        summary.include(earlier)
        #expect((summary.added, summary.merged, summary.updated, summary.unchanged) == (11, 22, 44, 1))
        summary.include(earlier)
        #expect((summary.added, summary.merged, summary.updated, summary.unchanged) == (12, 24, 48, 0))
    }

    @Test("counts all rejected records and stores the first twenty")
    func storesFirstRejectedRecords() {
        var summary = SyncSummary()
        for position in 1...25 {
            summary.reject(RejectedRecord(position: position, .unreadable))
            #expect(summary.rejectedCount == position)
            #expect(summary.rejected.map(\.position) == Array(1...min(position, 20)))
        }
    }
}
