import FermataDomain
import Testing

@Suite("Summary of an import of to-dos")
struct ToDoImportSummaryTests {
    private static let rejected = RejectedRecord(position: 1, .unreadable)

    @Test("starts empty")
    func startsEmpty() {
        let summary = ToDoImportSummary()
        #expect(summary.added == 0 && summary.existing == 0 && summary.enriched == 0)
        #expect(summary.rejectedCount == 0 && summary.rejected.isEmpty && !summary.isOfRejectedOnly)
    }

    @Test("is of rejected records only if there is one and nothing else")
    func detectsRejectedOnly() {
        var summary = ToDoImportSummary()
        summary.reject(Self.rejected)
        #expect(summary.isOfRejectedOnly && summary.rejectedCount == 1)
        for count: WritableKeyPath<ToDoImportSummary, Int> in [\.added, \.existing, \.enriched] {
            var other = summary
            other[keyPath: count] = 1
            #expect(!other.isOfRejectedOnly)
            var accepted = ToDoImportSummary()
            accepted[keyPath: count] = 1
            #expect(!accepted.isOfRejectedOnly)
        }
        summary.added = 1
        for count: WritableKeyPath<ToDoImportSummary, Int> in [\.existing, \.enriched] {
            var mixed = summary
            mixed[keyPath: count] = 1
            #expect(!mixed.isOfRejectedOnly)
        }
    }

    @Test("stores the first twenty rejected records and counts all")
    func storesFirstRejectedRecords() {
        var summary = ToDoImportSummary()
        for count in 1...22 {
            summary.reject(Self.rejected)
            #expect(summary.rejectedCount == count && summary.rejected.count == min(count, 20))
        }
    }
}
