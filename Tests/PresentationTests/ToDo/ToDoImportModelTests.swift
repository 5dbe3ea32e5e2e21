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
        #expect(ToDoImportField.allCases.map(model.value) == [.integer(1_200), .integer(2), .integer(3), .integer(1)])
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
