import Crypto
import FermataDomain
import Foundation

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
        guard value.utf8.contains(ASCII.backslash) else { return value }
        var text: [UInt8] = []
        var isEscaped = false
        for byte in value.utf8 {
            switch (isEscaped, byte) {
            case (false, ASCII.backslash):
                isEscaped = true
                continue
            case (true, UInt8(ascii: "n")), (true, UInt8(ascii: "N")): text.append(ASCII.newline)
            case (true, ASCII.backslash), (true, ASCII.comma), (true, UInt8(ascii: ";")): text.append(byte)
            case (true, _): text += [ASCII.backslash, byte]
            default: text.append(byte)
            }
            isEscaped = false
        }
        if isEscaped { text.append(ASCII.backslash) }
        return String(decoding: text, as: UTF8.self)
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
