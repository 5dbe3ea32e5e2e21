import FermataDomain
import Foundation

/// The properties of a VTODO that a to-do needs (RFC 5545, 3.6.2).
struct ICalendarToDo {
    /// The properties that are read, with their names.
    enum Property: String {
        case summary = "SUMMARY"
        case description = "DESCRIPTION"
        case due = "DUE"
        case start = "DTSTART"
        case duration = "DURATION"
        case place = "LOCATION"
        case point = "GEO"
        case status = "STATUS"
        case completed = "COMPLETED"
        case percent = "PERCENT-COMPLETE"
        case music = "X-FERMATA-MUSIC"
        case artist = "X-FERMATA-ARTIST"
        case address = "X-FERMATA-ADDRESS"
        case isTownOnly = "X-FERMATA-TOWN-ONLY"
        case exactSummary = "X-FERMATA-SUMMARY-EXACT"
        case exactDescription = "X-FERMATA-DESCRIPTION-EXACT"
        case exactPlace = "X-FERMATA-LOCATION-EXACT"
        case exactAddress = "X-FERMATA-ADDRESS-EXACT"
        case exactArtist = "X-FERMATA-ARTIST-EXACT"
    }

    private var lines: [Property: ContentLine] = [:]
    private var firstError: RecordError?

    /// Reads a property. If a property is repeated, the first one counts.
    mutating func read(_ line: ContentLineScanner.Line, name: String?) {
        guard let name else {
            firstError = firstError ?? .invalidLine(line.number)
            return
        }
        guard let property = Property(rawValue: name), lines[property] == nil else { return }
        do {
            lines[property] = try ContentLine(line, name: name)
        } catch {
            firstError = firstError ?? error
        }
    }

    func entry(_ zones: inout ICalendarZones) throws(RecordError) -> ToDoEntry {
        if let firstError { throw firstError }
        guard let title = try text(.summary, exact: .exactSummary) else {
            throw .missing(field: Property.summary.rawValue)
        }
        let description = try text(.description, exact: .exactDescription) ?? ""
        return ToDoEntry(
            item: ToDoItem(
                title: title, description: description, timestamp: try timestamp(&zones), location: try location(),
                subject: try subject()),
            isDone: isDone)
    }

    /// Whether the to-do is completed or cancelled.
    private var isDone: Bool {
        let status = lines[.status]?.value.uppercased()
        return status == "COMPLETED" || status == "CANCELLED" || lines[.completed] != nil
            || lines[.percent]?.value == "100"
    }

    /// The due date, or else the end or the start.
    private func timestamp(_ zones: inout ICalendarZones) throws(RecordError) -> Timestamp? {
        if let due = lines[.due] { return try ICalendarTime(due, name: "DUE").timestamp(&zones) }
        guard let start = lines[.start] else { return nil }
        var time = try ICalendarTime(start, name: "DTSTART")
        if let duration = lines[.duration] { time.duration = try ICalendarDuration(duration.value) }
        return try time.timestamp(&zones)
    }

    private func location() throws(RecordError) -> Location? {
        var name = try text(.place, exact: .exactPlace)
        if name == "", lines[.exactPlace] == nil { name = nil }
        let address = try text(.address, exact: .exactAddress)
        guard let point = lines[.point] else { return name.map { Location(name: $0, address: address) } }
        let isTownOnly = lines[.isTownOnly]?.value.uppercased() == "TRUE"
        return Location(
            name: name, address: address, at: try Self.coordinate(point.value), isTownOnly: isTownOnly)
    }

    private static func coordinate(_ text: String) throws(RecordError) -> Coordinate {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        let degrees = parts.compactMap { part in
            let number = part.trimmingCharacters(in: .whitespaces)
            return number.allSatisfy { "+-.0123456789eE".contains($0) } ? Double(number) : nil
        }
        guard parts.count == 2, degrees.count == 2,
            let coordinate = Coordinate(latitude: degrees[0], longitude: degrees[1])
        else { throw .invalidValue(field: "GEO", text: text, expected: .coordinate) }
        return coordinate
    }

    private func subject() throws(RecordError) -> ToDoSubject? {
        if let music = lines[.music] { return .music(try MusicID(digits: music.value)) }
        return try text(.artist, exact: .exactArtist).map { .artist($0) }
    }

    /// The text of a property: the exact copy if it still matches the property's TEXT.
    private func text(_ property: Property, exact: Property) throws(RecordError) -> String? {
        guard let line = lines[property] else { return nil }
        if let encoding = line.parameters["ENCODING"], encoding.uppercased() != "8BIT" {
            throw .invalidValue(
                field: "\(property.rawValue);ENCODING", text: encoding, expected: .encoding)
        }
        let text = ICalendarText.unescaped(line.value)
        guard let base64 = lines[exact]?.value, let bytes = Data(base64Encoded: base64),
            let exactText = String(validating: bytes, as: UTF8.self), ICalendarText.plain(exactText) == text
        else { return text }
        return exactText
    }
}
