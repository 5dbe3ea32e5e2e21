import Foundation

/// Finds the time zones that a document names.
///
/// A VTIMEZONE of the document may name a known zone (`X-LIC-LOCATION`) or have the rules of its own. Another unknown
/// name may contain a known one (`/example.org/1/Europe/Berlin`).
struct ICalendarZones {
    private static let limit = 1_000
    private static let nameBytes = 255
    /// The largest number of onsets of all zones, rules counted as one.
    private static let onsetLimit = 10_000
    let floating: TimeZone
    private var cache: [String: (any LocalTime)?] = [:]
    /// The zones that the document describes.
    private var own: [String: any LocalTime] = [:]
    private var onsets = 0
    /// The open VTIMEZONE.
    private var current: (name: String?, location: String?, rules: ICalendarZoneRules)?

    init(floating: TimeZone) {
        self.floating = floating
    }

    mutating func zone(_ name: String) -> (any LocalTime)? {
        guard name.utf8.count <= Self.nameBytes else { return nil }
        if let zone = cache[name] { return zone }
        let zone = TimeZone(identifier: name) ?? own[name] ?? Self.zone(in: name)
        if cache.count < Self.limit { cache[name] = zone }
        return zone
    }

    mutating func begin() { current = (nil, nil, ICalendarZoneRules()) }

    /// Begins a component of the VTIMEZONE: STANDARD or DAYLIGHT.
    mutating func beginRule() { current?.rules.begin() }

    /// Ends a component of the VTIMEZONE.
    mutating func endRule() { current?.rules.end() }

    /// Reads a property of the VTIMEZONE, or of its open component.
    mutating func read(_ line: ContentLineScanner.Line, name: String, isOfRule: Bool) {
        guard current != nil, let line = try? ContentLine(line, name: name) else { return }  // skips invalid lines
        if isOfRule {
            current?.rules.read(line, name: name)
        } else if line.value.utf8.count <= Self.nameBytes {
            if name == "TZID" { current?.name = line.value }
            if name == "X-LIC-LOCATION" { current?.location = line.value }
        }
    }

    mutating func end() {
        defer { current = nil }
        guard let current, let name = current.name, own.count < Self.limit else { return }
        let known = current.location.flatMap { TimeZone(identifier: $0) }
        onsets += known == nil ? current.rules.onsetCount : 0
        let rules = current.rules.isComplete && onsets <= Self.onsetLimit ? current.rules : nil
        guard let zone: any LocalTime = known ?? rules else { return }
        own[name] = zone
        cache[name] = nil
    }

    /// The time zone with the last parts of a name.
    private static func zone(in name: String) -> TimeZone? {
        let parts = name.split(separator: "/")
        return [3, 2, 1].lazy.filter { $0 < parts.count + (name.hasPrefix("/") ? 1 : 0) }
            .compactMap { TimeZone(identifier: parts.suffix($0).joined(separator: "/")) }.first
    }
}
