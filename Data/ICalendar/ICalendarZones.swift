import Foundation

/// Finds the time zones that a document names.
///
/// An unknown name may contain a known one (`/example.org/1/Europe/Berlin`), or its VTIMEZONE may name one
/// (`X-LIC-LOCATION`). The rules inside a VTIMEZONE are not read.
struct ICalendarZones {
    private static let limit = 1_000
    private static let nameBytes = 255
    let floating: TimeZone
    private var cache: [String: TimeZone?] = [:]
    private var locations: [String: String] = [:]
    /// The open VTIMEZONE.
    private var current: (name: String?, location: String?)?

    init(floating: TimeZone) {
        self.floating = floating
    }

    mutating func zone(_ name: String) -> TimeZone? {
        guard name.utf8.count <= Self.nameBytes else { return nil }
        if let zone = cache[name] { return zone }
        let zone = Self.zone(in: name) ?? locations[name].flatMap { TimeZone(identifier: $0) }
        if cache.count < Self.limit { cache[name] = zone }
        return zone
    }

    mutating func begin() { current = (nil, nil) }

    mutating func read(_ line: ContentLineScanner.Line, name: String) {
        guard current != nil, name == "TZID" || name == "X-LIC-LOCATION",
            let value = try? ContentLine(line, name: name).value,  // skips invalid lines
            value.utf8.count <= Self.nameBytes
        else { return }
        if name == "TZID" { current?.name = value } else { current?.location = value }
    }

    mutating func end() {
        if let name = current?.name, let location = current?.location, locations.count < Self.limit {
            locations[name] = location
            cache[name] = nil
        }
        current = nil
    }

    /// The time zone with a name, or with the last parts of one.
    private static func zone(in name: String) -> TimeZone? {
        if let zone = TimeZone(identifier: name) { return zone }
        let parts = name.split(separator: "/")
        return [3, 2, 1].lazy.filter { $0 < parts.count + (name.hasPrefix("/") ? 1 : 0) }
            .compactMap { TimeZone(identifier: parts.suffix($0).joined(separator: "/")) }.first
    }
}
