/// A value of a record that cannot be read. The record is used without it.
public struct UnreadableValue: Equatable, Sendable {
    /// The record's position in its document, from 1.
    public let position: Int
    public let cause: RecordError

    public init(position: Int, _ cause: RecordError) {
        self.position = position
        self.cause = cause
    }
}

/// A record that was skipped, and the reason.
public struct RejectedRecord: Error, Equatable, Codable, Sendable {
    /// The record's position in its document, from 1.
    public let position: Int
    public let cause: RecordError
    /// The record's id on a music server; nil if it has none, and for other documents.
    public let id: String?
    /// The path of its file on a music server; nil if the server does not report it.
    public let path: String?

    public init(position: Int, _ cause: RecordError, id: String? = nil, path: String? = nil) {
        self.position = position
        self.cause = cause
        (self.id, self.path) = (id, path)
    }
}

/// A record of a document, or the reason why it is rejected.
public typealias RecordResult<Record> = Result<Record, RejectedRecord>

/// Why one record of a document cannot be used.
public enum RecordError: Error, Equatable, Codable, Sendable {
    case unreadable
    case notUTF8
    /// The record is not an object, or not a dictionary in a property list.
    case notAnObject
    /// The record is not JSON, with the parser's description.
    case invalidJSON(String?)
    /// The record has more than `limit` bytes.
    case tooLong(limit: Int)
    /// Values are nested deeper than `limit` levels.
    case tooDeep(limit: Int)
    /// A text that cannot be cut has more than `limit` bytes.
    case textTooLong(field: String, limit: Int)
    case missing(field: String)
    case empty(field: String)
    case wrongType(field: String, expected: ExpectedValue)
    /// A text that does not have the expected form.
    case invalidValue(field: String, text: String, expected: ExpectedValue)
    case negative(field: String)
    case tooLarge(field: String, limit: Int)
    case outOfRange(field: String)
    /// A coordinate has a latitude or a longitude, not both.
    case incompleteCoordinate
    /// A location has neither a name nor a coordinate.
    case emptyLocation
    /// A line or property cannot be parsed.
    case invalidProperty(String, PropertyFailure)
    case invalidLine(Int)
    /// A row of a table has more or fewer fields than its header row.
    case wrongFieldCount(Int, expected: Int)
    /// A field of a row has text after its closing quotation mark.
    case misplacedQuote
    /// An earlier record of the document has the same id.
    case repeatedID
    /// A record of another source has the same id.
    case idInUse
    /// A file or folder within the folder of a source, by its relative path.
    case file(String, FileFailure)
    /// A part of a music server that it does not send, however often it is requested.
    indirect case part(ServerPart, SourceFailureCause)

    /// Whether the record is a file.
    public var isOfFile: Bool { if case .file = self { true } else { false } }
}

/// A part of a music server that one request reads.
public enum ServerPart: Equatable, Codable, Sendable {
    /// A page of the list of songs, by the positions of its songs from 1.
    case songs(ClosedRange<Int>)
    /// A page of the list of albums.
    case albums(ClosedRange<Int>)
    case album(id: String, name: String)
    case playlist(id: String, name: String)
}

/// The expected value of a record's field.
public enum ExpectedValue: Equatable, Codable, Sendable {
    case text, number, integer, textOrInteger
    /// An integer number of seconds, 0 or more.
    case seconds
    /// `true`, `false`, "explicit", "clean" or "unknown".
    case explicitStatus
    case musicIDs
    /// An id of 16 hexadecimal digits, the first from 0 to 7.
    case musicID
    /// An integer from 1 to 5.
    case rating
    case boolean, dictionary, day, date
    /// A date within the years 1 to 9999.
    case dateInRange
    case duration, coordinate, timeZone, encoding
}

/// Why a property of an iCalendar component cannot be parsed.
public enum PropertyFailure: Equatable, Codable, Sendable {
    case tooLong(limit: Int)
    case notUTF8
    case parameterWithoutValue
    case noValue
}
