import Crypto
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

/// Writes to-dos as components of an iCalendar document.
struct ICalendarText: Sendable {
    static let head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Fermata//Fermata//EN\r\n"
    static let foot = "END:VCALENDAR\r\n"
    private let stamp: String

    init(written: Date) {
        stamp = Moment(written).map(Self.utc) ?? "19700101T000000Z"
    }

    func text(of toDo: ToDo) -> String {
        let content = Self.content(of: toDo.item)
        let status = toDo.isDone ? ["STATUS:COMPLETED", "PERCENT-COMPLETE:100"] : ["STATUS:NEEDS-ACTION"]
        let named = ["\(toDo.number)"] + content
        let identity = SHA256.hash(data: Data(named.joined(separator: "\n").utf8)).prefix(16).hexadecimal
        let lines = ["BEGIN:VTODO", "UID:\(identity)@fermata", "DTSTAMP:\(stamp)"] + content + status + ["END:VTODO"]
        return lines.map(Self.folded).joined()
    }

    /// The lines that depend on the to-do's content only.
    private static func content(of item: ToDoItem) -> [String] {
        var lines = text(.summary, item.title, exact: .exactSummary)
        if !item.description.isEmpty { lines += text(.description, item.description, exact: .exactDescription) }
        switch item.timestamp {
        case .day(let day): lines.append("DUE;VALUE=DATE:\(digits(day))")
        case .moment(let moment): lines.append("DUE:\(utc(moment))")
        case nil: break
        }
        if let location = item.location {
            lines += text(.place, location.name, exact: .exactPlace)
            if let address = location.address { lines += text(.address, address, exact: .exactAddress) }
            if let point = location.coordinate { lines.append("GEO:\(point.latitudeText);\(point.longitudeText)") }
            if location.isTownOnly {
                lines.append("\(ICalendarToDo.Property.isTownOnly.rawValue);VALUE=BOOLEAN:TRUE")
            }
        }
        switch item.subject {
        case .music(let id): lines.append("\(ICalendarToDo.Property.music.rawValue):\(id)")
        case .artist(let name): lines += text(.artist, name, exact: .exactArtist)
        case nil: break
        }
        return lines
    }

    /// The lines of a text: as TEXT, and as an exact copy if TEXT cannot represent it or it is empty.
    private static func text(
        _ property: ICalendarToDo.Property, _ text: String, exact: ICalendarToDo.Property
    ) -> [String] {
        let plain = plain(text)
        // An X- property has no default type.
        let type = property == .artist || property == .address ? ";VALUE=TEXT" : ""
        let line = "\(property.rawValue)\(type):\(escaped(plain))"
        if !text.isEmpty, plain.unicodeScalars.elementsEqual(text.unicodeScalars) { return [line] }
        let bytes = Data(text.utf8).base64EncodedString()
        return [line, "\(exact.rawValue);VALUE=BINARY;ENCODING=BASE64:\(bytes)"]
    }

    private static func utc(_ moment: Moment) -> String {
        let time = moment.seconds.quotientAndRemainder(dividingBy: 86_400)
        let isBefore = time.remainder < 0
        guard let day = Day(number: isBefore ? time.quotient - 1 : time.quotient) else { return "" }
        let seconds = isBefore ? time.remainder + 86_400 : time.remainder
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(digits(day))T\(clock.joined())Z"
    }

    private static func digits(_ day: Day) -> String { day.description.replacing("-", with: "") }
}

extension ICalendarText {
    private static let lineBytes = 75

    /// Returns the characters that the value type TEXT can represent: line ends as LF, and no other control characters
    /// except tabs.
    static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        var last: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0xD: plain.append("\n")
            case 0xA where last == "\r": break
            case 0xA, 0x9: plain.append(scalar)
            case 0..<0x20, 0x7F: break
            default: plain.append(scalar)
            }
            last = scalar
        }
        return String(plain)
    }

    /// Escapes a text for the value type TEXT (RFC 5545, 3.3.11).
    static func escaped(_ text: String) -> String {
        var escaped: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case ASCII.backslash, ASCII.comma, UInt8(ascii: ";"): escaped += [ASCII.backslash, byte]
            case ASCII.newline: escaped += [ASCII.backslash, UInt8(ascii: "n")]
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// Returns the text of a value of type TEXT. A backslash before any other character stays.
    static func unescaped(_ value: String) -> String {
        value.unescaped("\\", ["n": "\n", "N": "\n", "\\": "\\", ",": ",", ";": ";"])
    }

    /// Folds a line into parts of at most 75 bytes, without splitting characters (RFC 5545, 3.1).
    static func folded(_ line: String) -> String {
        var folded: [UInt8] = []
        var length = 0
        for scalar in line.unicodeScalars {
            let bytes = UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            if length + bytes.count > lineBytes {
                folded += [0x0D, 0x0A, 0x20]
                length = 1
            }
            folded += bytes
            length += bytes.count
        }
        return String(decoding: folded + [0x0D, 0x0A], as: UTF8.self)
    }
}
