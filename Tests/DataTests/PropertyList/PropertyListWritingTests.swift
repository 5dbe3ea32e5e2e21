import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Writing property lists")
struct PropertyListWritingTests {
    @Test("writes XML with the app's keys and additional ones")
    func writesXML() async throws {
        let point = try #require(Coordinate(latitude: 52.5, longitude: -13))
        let item = ToDoItem(
            title: "Gig & \u{1B}more", description: "at eight", timestamp: Day("2026-12-24").map { .day($0) },
            location: Location(name: "Berlin", coordinate: point), subject: .artist("a\r"))
        #expect(
            try await written(ToDo(number: 1, item: item, isDone: true)) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0">
                <array>
                <dict>
                <key>titleKey</key>
                <string>Gig &amp; more</string>
                <key>titleExactKey</key>
                <data>R2lnICYgG21vcmU=</data>
                <key>itemDescriptionKey</key>
                <string>at eight</string>
                <key>timestampKey</key>
                <real>1798066800</real>
                <key>dayKey</key>
                <string>2026-12-24</string>
                <key>locationKey</key>
                <dict>
                <key>nameKey</key>
                <string>Berlin</string>
                <key>latitudeKey</key>
                <real>52.5</real>
                <key>longitudeKey</key>
                <real>-13.0</real>
                </dict>
                <key>artistKey</key>
                <string>a&#13;</string>
                <key>doneKey</key>
                <true/>
                </dict>
                </array>
                </plist>

                """)
    }

    @Test(
        "writes a day as its start in the time zone",
        arguments: [
            ("2026-12-24", 1_798_066_800), ("2026-03-29", 1_774_738_800), ("2026-10-25", 1_792_879_200),
            ("1970-01-01", -3_600),
        ])
    func writesStartOfDay(day: String, start: Int) async throws {
        let item = ToDoItem(title: "a", timestamp: Day(day).map { .day($0) })
        #expect(try await written(ToDo(number: 1, item: item)).contains("<real>\(start)</real>"))
    }

    private func written(_ toDo: ToDo) async throws -> String {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.url.appending(path: "todos.plist")
        try await PropertyListToDoDocument(file: file, timeZone: zone("Europe/Berlin")).write([toDo])
        return try String(contentsOf: file, encoding: .utf8)
    }
}
