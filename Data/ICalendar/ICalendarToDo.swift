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
    private var errors: [Property: RecordError] = [:]
    private var invalidLine: Int?
    /// The number of bytes of the properties.
    private(set) var size = 0

    /// Reads a property. If a property is repeated, the first one counts.
    mutating func read(_ line: ContentLineScanner.Line, name: String?) {
        guard let name else {
            invalidLine = invalidLine ?? line.number
            return
        }
        guard let property = Property(rawValue: name), lines[property] == nil, errors[property] == nil else { return }
        size += line.bytes.count
        do {
            lines[property] = try ContentLine(line, name: name)
        } catch {
            errors[property] = error
        }
    }

    /// The names of the time zones of the dates.
    var zoneNames: [String] { [.due, .start].compactMap { lines[$0]?.parameters["TZID"] } }

    /// Returns the to-do without the properties that cannot be read. Throws if it has no title.
    func entry(_ zones: inout ICalendarZones) throws(RecordError) -> ToDoEntry {
        if let error = errors[.summary] { throw error }
        guard let title = try text(.summary, exact: .exactSummary) else {
            throw .missing(field: Property.summary.rawValue)
        }
        var unreadable: [RecordError] = invalidLine.map { [.invalidLine($0)] } ?? []
        unreadable += errors.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
        func value<Value>(_ read: () throws(RecordError) -> Value?) -> Value? {
            do { return try read() } catch {
                unreadable.append(error)
                return nil
            }
        }
        var item = ToDoItem(title: title)
        item.description = value { () throws(RecordError) in try text(.description, exact: .exactDescription) } ?? ""
        var zoneErrors: [RecordError] = []
        item.timestamp = value { () throws(RecordError) in try timestamp(&zones, &zoneErrors) }
        unreadable += zoneErrors
        let place = value { () throws(RecordError) in try text(.place, exact: .exactPlace) }
        let address = value { () throws(RecordError) in try text(.address, exact: .exactAddress) }
        item.location = location(named: place, address, at: value { () throws(RecordError) in try point() })
        item.subject = value { () throws(RecordError) in try subject() }
        return ToDoEntry(item: item, isDone: isDone, unreadable: unreadable)
    }

    /// Whether the to-do is completed or cancelled.
    private var isDone: Bool {
        let status = lines[.status]?.value.uppercased()
        return status == "COMPLETED" || status == "CANCELLED" || lines[.completed] != nil
            || lines[.percent]?.value == "100"
    }

    /// The due date, or else the end or the start. A due date that cannot be read has no replacement.
    private func timestamp(
        _ zones: inout ICalendarZones, _ unreadable: inout [RecordError]
    ) throws(RecordError) -> DueDate? {
        if let due = lines[.due] { return try ICalendarTime(due, name: "DUE").timestamp(&zones, &unreadable) }
        guard errors[.due] == nil, let start = lines[.start] else { return nil }
        var time = try ICalendarTime(start, name: "DTSTART")
        if let duration = lines[.duration] {
            do { time.duration = try ICalendarDuration(duration.value) } catch { unreadable.append(error) }
        }
        return try time.timestamp(&zones, &unreadable)
    }

    private func location(named name: String?, _ address: String?, at point: Coordinate?) -> Location? {
        let name = name == "" && lines[.exactPlace] == nil ? nil : name
        guard let point else { return name.map { Location(name: $0, address: address) } }
        let isTownOnly = lines[.isTownOnly]?.value.uppercased() == "TRUE"
        return Location(name: name, address: address, at: point, isTownOnly: isTownOnly)
    }

    private func point() throws(RecordError) -> Coordinate? {
        guard let text = lines[.point]?.value else { return nil }
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
