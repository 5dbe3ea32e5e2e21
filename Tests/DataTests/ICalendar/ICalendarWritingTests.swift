import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Writing iCalendar documents")
struct ICalendarWritingTests {
    @Test("writes lines as RFC 5545 demands")
    func writesRFC5545() async throws {
        let point = try #require(Coordinate(latitude: 52.5, longitude: -13))
        let item = ToDoItem(
            title: "Gig, \u{1B}more", description: "챔버오케스트라 – 캐롤 모음 – We Wish You A Merry Christmas\r\nEnd",
            timestamp: day("2026-12-24"), location: Location(name: "Berlin; Mitte", coordinate: point),
            subject: .artist("Simon, Garfunkel"))
        let text = try await written([
            ToDo(number: 1, item: item, isDone: true),
            ToDo(number: 2, item: ToDoItem(title: "b", timestamp: moment(-1), subject: .music(MusicID(7)))),
        ])
        let lines = text.components(separatedBy: "\r\n")
        #expect(
            lines.filter { !$0.hasPrefix("UID:") }.prefix(9) == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Fermata//Fermata//EN", "BEGIN:VTODO",
                "DTSTAMP:20231114T221320Z", "SUMMARY:Gig\\, more",
                "X-FERMATA-SUMMARY-EXACT;VALUE=BINARY;ENCODING=BASE64:R2lnLCAbbW9yZQ==",
                "DESCRIPTION:챔버오케스트라 – 캐롤 모음 – We Wish You A Merry", "  Christmas\\nEnd",
            ])
        #expect(lines.allSatisfy { $0.utf8.count <= 75 })
        for line in [
            "DUE;VALUE=DATE:20261224", "LOCATION:Berlin\\; Mitte", "GEO:52.5;-13.0", "STATUS:COMPLETED",
            "PERCENT-COMPLETE:100", "X-FERMATA-ARTIST;VALUE=TEXT:Simon\\, Garfunkel", "DUE:19691231T235959Z",
            "STATUS:NEEDS-ACTION", "X-FERMATA-MUSIC:0000000000000007",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
        #expect(text.hasSuffix("END:VTODO\r\nEND:VCALENDAR\r\n"))
    }

    @Test("folds lines between characters at 75 bytes")
    func foldsBetweenCharacters() async throws {
        for length in 60...80 {
            let title = String(repeating: "a", count: length) + String(repeating: "𝄐é챔", count: 40)
            let text = try await written([ToDo(number: 1, item: ToDoItem(title: title))])
            let lines = text.components(separatedBy: "\r\n")
            #expect(lines.allSatisfy { $0.utf8.count <= 75 && !$0.unicodeScalars.contains("\u{FFFD}") })
            #expect(text.replacing("\r\n ", with: "").contains("SUMMARY:\(title)\r\n"))
        }
    }

    @Test(
        "fills lines up to exactly 75 bytes",
        arguments: [(67, [75]), (68, [75, 2]), (141, [75, 75]), (142, [75, 75, 2])])
    func fillsLines(length: Int, lineLengths: [Int]) async throws {
        let title = String(repeating: "a", count: length)
        let lines = try await written([ToDo(number: 1, item: ToDoItem(title: title))]).components(separatedBy: "\r\n")
        #expect(lines.filter { $0.hasPrefix("SUMMARY") || $0.hasPrefix(" ") }.map(\.utf8.count) == lineLengths)
    }

    @Test(
        "writes moments before and after 1970",
        arguments: [
            (0, "19700101T000000Z"), (-1, "19691231T235959Z"), (-86_400, "19691231T000000Z"),
            (-86_401, "19691230T235959Z"), (86_399, "19700101T235959Z"), (36_610, "19700101T101010Z"),
        ])
    func writesMoments(seconds: Int, text: String) async throws {
        let toDo = ToDo(number: 1, item: ToDoItem(title: "a", timestamp: moment(seconds)))
        #expect(try await written([toDo]).contains("\r\nDUE:\(text)\r\n"))
    }

    @Test("derives the UID from the number and content, done or not")
    func derivesStableUID() async throws {
        let toDos = SampleDocument.all
        let identities = try await uids(of: toDos)
        #expect(Set(identities).count == toDos.count)
        let changed = toDos.map { ToDo(number: $0.number, item: $0.item, isDone: !$0.isDone) }
        #expect(try await uids(of: changed) == identities)
        let equal = (1...3).map { ToDo(number: $0, item: toDos[0].item) }
        #expect(Set(try await uids(of: equal)).count == 3)
    }

    private func uids(of toDos: [ToDo]) async throws -> [String] {
        try await written(toDos).components(separatedBy: "\r\n").filter { $0.hasPrefix("UID:") }
    }

    private func written(_ toDos: [ToDo]) async throws -> String {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.url.appending(path: "todos.ics")
        try await Repositories.iCalendar.make(file).write(toDos)
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }
}
