import FermataDomain
import FermataPresentation
import Foundation
import Testing
import FermataApp

@Suite("To-dos as a table")
struct ToDoTableTests {
    private let rows: [ToDoCellModel] = [
        .toDo(1, "Carols", place: "Lotte Concert Hall", day: "2026-12-24"), .toDo(12, "가을 음악회\u{1B}[2J"),
        .toDo(3, "Buy Low", isDone: true),
    ]

    @Test("sections have titles; without strike-through, done rows have a tick")
    func printsSections() throws {
        #expect(
            try table(style: TableStyle(width: 80)) == """
                     N  Title                        Place              Date
                To-do
                     1  Carols                       Lotte Concert Ha…  12/24/2026
                    12  가을 음악회␛[2J
                Done
                     3  ✓ Buy Low

                """)
    }

    @Test("only a done row's title is struck through")
    func strikesTitle() throws {
        let lines = try table(style: TableStyle(width: 80, hasColour: true, hasStrikethrough: true))
            .split(separator: "\n")
        #expect(lines[1] == "\u{1B}[1mTo-do\u{1B}[0m")
        #expect(lines[5].contains("  \u{1B}[9mBuy Low\u{1B}[29m"))
        #expect(lines.filter { $0.contains("\u{1B}[9m") }.count == 1)
    }

    @Test("a section without rows has no title")
    func omitsEmptySections() throws {
        #expect(try table(Array(rows.prefix(1)), style: .file).contains("Done") == false)
        #expect(try table([], style: .file) == "")
    }

    private func table(_ rows: [ToDoCellModel]? = nil, style: TableStyle) throws -> String {
        let text = try rendered(
            TableRenderer(ToDoCellModel.table, style: style, section: \.sectionTitle), rows ?? self.rows)
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.replacing(#/ +$/#, with: "") }.joined(separator: "\n")
    }
}

extension ToDoCellModel {
    fileprivate static func toDo(
        _ number: Int, _ title: String, place: String? = nil, day: String? = nil, isDone: Bool = false
    ) -> ToDoCellModel {
        let item = ToDoItem(
            title: title, timestamp: day.flatMap { Day($0) }.map(DueDate.day),
            location: place.map { Location(name: $0) })
        let style = DateStyle(
            locale: Locale(identifier: "en_US"), calendar: Calendar(identifier: .gregorian), timeZone: .gmt)
        return ToDoCellModel(ToDo(number: number, item: item, isDone: isDone), style: style)
    }
}
