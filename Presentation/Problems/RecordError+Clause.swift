package import FermataDomain

extension RecordError {
    /// Why a record cannot be used, as a clause: "title is missing".
    package var clause: String {
        switch self {
        case .unreadable: "the record cannot be read"
        case .notUTF8: "the record is not valid UTF-8"
        case .notAnObject: "the record is not an object"
        case .invalidJSON(let description): "the record is not JSON" + (description.map { ": \($0)" } ?? "")
        case .tooLong(let limit): "the record has more than \(limit.byteLimitText)"
        case .tooDeep(let limit): "values are nested deeper than \(limit) levels"
        case .textTooLong(let field, let limit): "\(field) has more than \(limit.byteLimitText)"
        case .missing(let field): "\(field) is missing"
        case .empty(let field): "\(field) is empty"
        case .wrongType(let field, let expected): "\(field) is not \(expected.noun)"
        case .invalidValue(let field, let text, let expected):
            "\(field) “\(text.shortened(to: 40))” is not \(expected.noun)"
        case .negative(let field): "\(field) is negative"
        case .tooLarge(let field, let limit): "\(field) is more than \(limit)"
        case .outOfRange(let field): "\(field) is out of range"
        case .incompleteCoordinate: "the coordinate has only a latitude or only a longitude"
        case .emptyLocation: "the location has neither a name nor a coordinate"
        case .invalidProperty(let name, let failure): "\(name) \(Self.clause(failure))"
        case .invalidLine(let number): "line \(number) is not a property"
        case .wrongFieldCount(let count, let expected):
            "the row has \(CountText(count, "field").text) instead of \(expected)"
        case .misplacedQuote: "a field has text after its closing quotation mark"
        case .repeatedID: "the id is that of an earlier record"
        case .idInUse: "the id is that of another source’s record"
        case .file(let path, let failure): "“\(path)” \(Self.clause(failure))"
        case .part(let part, let cause): "\(Self.name(of: part)) cannot be read: \(cause.clause)"
        }
    }

    private static func name(of part: ServerPart) -> String {
        switch part {
        case .songs(let positions): "songs \(range(positions)) of the server’s list"
        case .albums(let positions): "albums \(range(positions)) of the server’s list"
        case .album(let id, let name): "the album \((name.isEmpty ? id : name).quoted)"
        case .playlist(let id, let name): "the playlist \((name.isEmpty ? id : name).quoted)"
        }
    }

    private static func range(_ positions: ClosedRange<Int>) -> String {
        "\(CountText.grouped(positions.lowerBound)) to \(CountText.grouped(positions.upperBound))"
    }

    private static func clause(_ failure: FileFailure) -> String {
        switch failure {
        case .notAudio: "is not audio in a known format, or is damaged"
        case .tooLarge(let limit): "has more than \(limit.byteLimitText)"
        case .tagsTooLarge(let limit):
            "has too many tags, or tags and pictures of more than \(limit.byteLimitText)"
        case .invalidXML(let line): "is not valid XML from line \(line) on"
        case .tooManyCopies: "has the same audio as too many other files"
        case .storage(let failure): "cannot be read: \(failure.clause)"
        }
    }

    private static func clause(_ failure: PropertyFailure) -> String {
        switch failure {
        case .tooLong(let limit): "has more than \(limit.byteLimitText)"
        case .notUTF8: "is not valid UTF-8"
        case .parameterWithoutValue: "has a parameter without a value"
        case .noValue: "has no value"
        }
    }
}

extension RejectedRecord {
    /// Why the record cannot be used, and where people find it on a music server.
    ///
    /// `title is missing (id “7”, path “Low/a.mp3”)`
    package var clause: String {
        let names = [id.map { "id \($0.quoted)" }, path.map { "path \($0.quoted)" }].compactMap(\.self)
        return cause.clause + (names.isEmpty ? "" : " (\(names.joined(separator: ", ")))")
    }
}

extension ExpectedValue {
    /// The expected value: "an integer".
    fileprivate var noun: String {
        switch self {
        case .text: "text"
        case .number: "a number"
        case .integer: "an integer"
        case .textOrInteger: "text or an integer"
        case .seconds: "an integer number of seconds, 0 or more"
        case .explicitStatus: "true, false, \"explicit\", \"clean\" or \"unknown\""
        case .musicIDs: "a list of ids of music"
        case .musicID: "an id: 16 hexadecimal digits, the first from 0 to 7"
        case .rating: "a rating from 1 to 5"
        case .boolean: "true or false"
        case .dictionary: "a dictionary"
        case .day: "a day"
        case .date: "a date"
        case .dateInRange: "a date within the years 1 to 9999"
        case .duration: "a duration"
        case .coordinate: "a point on the Earth"
        case .timeZone: "a known time zone"
        case .encoding: "an encoding of iCalendar 2.0"
        }
    }
}

extension Int {
    /// The number as a limit of bytes, in the largest unit that divides it: `4 GiB`, `1 MiB`, `1500 bytes`.
    package var byteLimitText: String {
        let unit = [(30, "GiB"), (20, "MiB"), (10, "KiB")].first { self >= 1 << $0.0 && isMultiple(of: 1 << $0.0) }
        return unit.map { "\(self >> $0.0) \($0.1)" } ?? (self == 1 ? "1 byte" : "\(self) bytes")
    }
}
