import FermataDomain

/// The reason why a record of a document is not a to-do, as a clause: "it has no title".
struct ToDoRecordError: Error, Equatable {
    private static let shownLimit = 40
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    static let noTitle = ToDoRecordError("it has no title")
    static let badMusic = ToDoRecordError("its music is no id of 16 hexadecimal digits")

    /// `what` goes on from "its", `expectation` from "is no".
    static func bad(_ what: String, _ text: String, expectation: String) -> ToDoRecordError {
        let scalars = text.unicodeScalars
        let shown = scalars.count > shownLimit ? String(scalars.prefix(shownLimit)) + "…" : text
        return ToDoRecordError("its \(what) “\(shown)” is no \(expectation)")
    }
}

extension MusicID {
    /// Parses all 16 digits of an id.
    init(digits: String) throws(ToDoRecordError) {
        guard let prefix = MusicIDPrefix(digits), prefix.range.lowerBound == prefix.range.upperBound else {
            throw .badMusic
        }
        self = prefix.range.lowerBound
    }
}

extension Location {
    /// Creates a location. One without a name is named by its coordinate.
    init(name: String?, at coordinate: Coordinate) {
        self.init(name: name ?? "\(coordinate.latitudeText), \(coordinate.longitudeText)", coordinate: coordinate)
    }
}
