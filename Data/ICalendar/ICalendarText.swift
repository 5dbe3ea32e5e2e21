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
