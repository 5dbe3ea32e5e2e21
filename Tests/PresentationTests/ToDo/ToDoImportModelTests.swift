import FermataDomain
import FermataPresentation
import Testing

@Suite("The result of an import of to-dos")
struct ToDoImportModelTests {
    @Test("counts of 0 are left out, except of added to-dos")
    func showsCounts() {
        var summary = ToDoImportSummary()
        #expect(ToDoImportModel(summary).text == "0 to-dos added")
        (summary.added, summary.enriched, summary.existing) = (1_200, 2, 3)
        summary.reject(RejectedRecord(position: 4, .empty(field: "title")))
        let model = ToDoImportModel(summary)
        #expect(model.text == "1,200 to-dos added, 2 updated, 3 already exist, 1 skipped")
        #expect(model.rejectedTexts == ["Number 4: title is empty"])
        (summary.enriched, summary.existing) = (1, 1)
        #expect(
            ToDoImportModel(summary).text
                == "1,200 to-dos added, 1 updated, 1 already exists, 1 skipped")
        let values = ToDoImportField.allCases.map(model.value)
        #expect(values == [.integer(1_200), .integer(2), .integer(3), .integer(0), .integer(1)])
    }

    @Test("the values that the first incomplete to-dos lack are listed")
    func listsUnreadableValues() {
        var summary = ToDoImportSummary()
        summary.added = 2
        summary.addIncomplete([.invalidValue(field: "DUE", text: "x", expected: .date), .invalidLine(7)], at: 4)
        summary.addIncomplete([], at: 5)
        let model = ToDoImportModel(summary)
        #expect(model.text == "2 to-dos added, 1 incomplete")
        #expect(model.value(of: .incomplete) == .integer(1))
        #expect(
            model.incompleteTexts == [
                "Number 4 is incomplete: DUE “x” is not a date",
                "Number 4 is incomplete: line 7 is not a property",
            ])
        for position in 6...30 { summary.addIncomplete([.invalidLine(1)], at: position) }
        #expect(ToDoImportModel(summary).incompleteTexts.count == 21)
        #expect(ToDoImportModel(summary).incompleteTexts.last == "and 7 more")
    }

    @Test("the first skipped records are listed")
    func listsSkippedRecords() {
        var summary = ToDoImportSummary()
        for position in 1...21 { summary.reject(RejectedRecord(position: position, .unreadable)) }
        #expect(ToDoImportModel(summary).rejectedTexts.last == "and 1 more")
        for position in 22...1_024 { summary.reject(RejectedRecord(position: position, .unreadable)) }
        let texts = ToDoImportModel(summary).rejectedTexts
        #expect(
            texts.count == 21 && texts.first == "Number 1: the record cannot be read" && texts.last == "and 1,004 more")
    }
}
