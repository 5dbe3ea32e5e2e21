import Foundation

/// The time zones that a document names.
///
/// A name that is not known may hold one (`/example.org/1/Europe/Berlin`), or the document’s own VTIMEZONE may tell
/// one (`X-LIC-LOCATION`). The rules within a VTIMEZONE are not read.
struct ICalendarZones {
    private static let limit = 1_000
    private static let nameBytes = 255
    let floating: TimeZone
    private var known: [String: TimeZone?] = [:]
    private var places: [String: String] = [:]
    /// The VTIMEZONE that has begun and not ended.
    private var described: (name: String?, place: String?)?

    init(floating: TimeZone) {
        self.floating = floating
    }

    mutating func zone(_ name: String) -> TimeZone? {
        guard name.utf8.count <= Self.nameBytes else { return nil }
        if let zone = known[name] { return zone }
        let zone = Self.zone(in: name) ?? places[name].flatMap { TimeZone(identifier: $0) }
        if known.count < Self.limit { known[name] = zone }
        return zone
    }

    mutating func begin() { described = (nil, nil) }

    mutating func take(_ line: ContentLineScanner.Line, name: String) {
        guard described != nil, name == "TZID" || name == "X-LIC-LOCATION",
            let value = try? ContentLine(line, name: name).value,  // a bad line tells nothing
            value.utf8.count <= Self.nameBytes
        else { return }
        if name == "TZID" { described?.name = value } else { described?.place = value }
    }

    mutating func end() {
        if let name = described?.name, let place = described?.place, places.count < Self.limit {
            places[name] = place
            known[name] = nil
        }
        described = nil
    }

    /// The zone of a name, or of the last parts of one.
    private static func zone(in name: String) -> TimeZone? {
        if let zone = TimeZone(identifier: name) { return zone }
        let parts = name.split(separator: "/")
        return [3, 2, 1].lazy.filter { $0 < parts.count + (name.hasPrefix("/") ? 1 : 0) }
            .compactMap { TimeZone(identifier: parts.suffix($0).joined(separator: "/")) }.first
    }
}
