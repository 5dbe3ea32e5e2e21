import FermataDomain
import FermataPresentation
import Foundation
import Testing

extension DateStyle {
    static let american = DateStyle("en_US")

    init(_ locale: String, calendar: Calendar.Identifier = .gregorian, timeZone: String = "America/New_York") {
        self.init(
            locale: Locale(identifier: locale), calendar: Calendar(identifier: calendar),
            timeZone: TimeZone(identifier: timeZone) ?? .gmt)
    }
}

extension Timestamp {
    static func day(_ text: String) throws -> Timestamp { .day(try #require(Day(text))) }

    /// A moment by its ISO 8601 text.
    static func moment(_ text: String) throws -> Timestamp {
        .moment(try #require(Moment(try Date(text, strategy: .iso8601))))
    }
}

extension Coordinate {
    static func at(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }
}

extension ToDoItem {
    /// A gig in a hall in Seoul on Christmas Eve.
    static func gig() throws -> ToDoItem {
        ToDoItem(
            title: "Carols", description: "Bring a friend.", timestamp: try .day("2026-12-24"),
            location: Location(
                name: "Lotte Concert Hall", address: "300 Olympic-ro", coordinate: try .at(37.5132, 127.1036)),
            subject: .music(MusicID(0x1A2B_3C4D_5E6F_7081)))
    }
}

extension ToDoInputModel {
    /// Creates an input for 2026-12-22, a Tuesday.
    init(
        title: String = "", description: String = "", date: String = "", place: String = "", address: String = "",
        style: DateStyle
    ) {
        guard let today = Day("2026-12-22") else { preconditionFailure("2026-12-22 is no day") }
        self.init(
            title: title, description: description, date: date, place: place, address: address, style: style,
            today: today)
    }
}
