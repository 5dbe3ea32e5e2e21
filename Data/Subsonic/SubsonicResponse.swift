import FermataDomain
import Foundation

/// The content of a response: values, and the elements of at most one list.
protocol SubsonicContent: Decodable, Sendable {
    associatedtype Element: Decodable & Sendable = SubsonicSuccess
    /// The name of the list, which is a member of an object of the response; nil without a list.
    static var list: String? { get }

    /// Adds elements of the list. `init(from:)` has added one that is not in an array. Throws for unusable content.
    mutating func add(_ elements: [Result<Element, InvalidElement>]) throws
}

extension SubsonicContent where Element == SubsonicSuccess {
    static var list: String? { nil }
    mutating func add(_ elements: [Result<SubsonicSuccess, InvalidElement>]) {}
}

/// The result of a method that returns nothing.
struct SubsonicSuccess: SubsonicContent {}

/// The content of a response: a method's result, or an error of the server.
private struct SubsonicResponse<Content: Decodable>: Decodable {
    let result: Result<Content, SubsonicError>

    private enum Key: String, CodingKey {
        case response = "subsonic-response"
    }

    private struct Body: Decodable {
        let result: Result<Content, SubsonicError>

        enum Key: String, CodingKey {
            case status, error
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            if try values.decode(String.self, forKey: .status) == "ok" {
                result = .success(try Content(from: decoder))
            } else {
                result = .failure(try values.decode(SubsonicError.self, forKey: .error))
            }
        }
    }

    init(from decoder: any Decoder) throws {
        result = try decoder.container(keyedBy: Key.self).decode(Body.self, forKey: .response).result
    }
}

/// Reads a response that arrives in chunks: one in JSON, or an error in XML.
///
/// In `{"subsonic-response": {"status": "ok", "searchResult3": {"song": [ … ]}}}`, the arrays at the level of `song`
/// may be long: the reader decodes the elements of the content's list a few at a time, and drops those of other arrays.
/// It stores the rest of the response, which is short.
struct SubsonicResponseReader<Content: SubsonicContent> {
    /// The bytes of elements that are decoded together.
    private static var portionBytes: Int { 32 << 10 }
    /// The bytes of other content than JSON that are stored: enough for an error.
    private static var foreignBytes: Int { 4_096 }
    /// The number of open objects in the object with the lists.
    private static var listDepth: Int { 3 }

    private let decoder = JSONDecoder()
    private let elementLimit: Int
    /// The member with the list in the rest of the response, up to its array.
    private let listKey: [UInt8]
    private var length = 0
    /// The response without the elements of its arrays and without white space.
    private var rest: [UInt8] = []
    private var isForeign = false
    /// The number of open objects.
    private var depth = 0
    /// Whether the reader is within the array of the content's list.
    private var isInList = false
    /// The value that is being scanned: a key, a value, or an element.
    private var value: ValueScanner?
    /// Whether this value is an array that is not stored.
    private var isDropped = false
    /// The elements that are decoded next, as a JSON array without its end.
    private var portion: [UInt8] = []
    /// The offsets of the first bytes of these elements.
    private var elementStarts: [Int] = []
    private var elementLength = 0
    private var elementCount = 0
    private var elements: [Result<Content.Element, InvalidElement>] = []

    /// Creates a reader that rejects a response with more than `elementLimit` elements of its list.
    init(elementLimit: Int) {
        self.elementLimit = elementLimit
        listKey = Content.list.map { Array("\"\($0)\":".utf8) } ?? []
    }

    /// Reads the next chunk. `isPacked` is whether it was decompressed in transit; only errors mention it.
    mutating func read(_ chunk: UnsafeRawBufferPointer, isPacked: Bool) throws(ContentFailure) {
        length += chunk.count
        if length > SubsonicLimits.responseBytes {
            throw .tooLarge(limit: SubsonicLimits.responseBytes, isUnpacked: isPacked)
        }
        var index = 0
        while index < chunk.count, !isForeign {
            if value != nil {
                let end = value?.end(in: chunk, from: index)
                add(chunk[index..<(end ?? chunk.count)])
                guard let end else { break }
                try finishValue()
                index = end
            } else if ASCII.isSpace(chunk[index]) || rest.isEmpty && ByteOrderMark.utf8.contains(chunk[index]) {
                index += 1
            } else if try consumes(chunk[index]) {
                index += 1
            }
        }
        if isForeign { rest += chunk[index...].prefix(max(0, Self.foreignBytes - rest.count)) }
        if rest.count > SubsonicLimits.valueBytes {
            throw .tooLarge(limit: SubsonicLimits.valueBytes, isUnpacked: isPacked)
        }
    }

    /// Ends the response. Throws `ContentFailure` for content that is no response.
    mutating func finish() throws(ContentFailure) -> Result<Content, SubsonicError> {
        if rest.isEmpty { throw .empty }
        if isForeign {
            if let error = SubsonicError(xml: rest) { return .failure(error) }
            throw rest.first == ASCII.lessThan ? .webPage : .invalidResponse
        }
        guard depth == 0, value == nil else { throw .incompleteJSON(after: length) }
        do {
            var result = try decodeRest().result
            if case .success(var content) = result {
                try content.add(elements)
                result = .success(content)
            }
            return result
        } catch {
            throw .invalidResponse
        }
    }

    private func decodeRest() throws -> SubsonicResponse<Content> {
        do {
            return try decoder.decode(SubsonicResponse<Content>.self, from: Data(rest))
        } catch {
            return try decoder.decode(SubsonicResponse<Content>.self, from: Data(JSONRepair.repaired(rest)))
        }
    }

    /// Reads a byte between values; returns false for a value's first byte, which its scanner reads.
    private mutating func consumes(_ byte: UInt8) throws(ContentFailure) -> Bool {
        switch byte {
        case ASCII.comma where isInList: return true
        case ASCII.closeBracket where isInList:
            decodePortion()
            isInList = false
        case ASCII.openBracket where !isInList && isBeforeList: isInList = true
        case ASCII.openBrace where !isInList && depth < Self.listDepth: depth += 1
        case ASCII.closeBrace where !isInList && depth > 0: depth -= 1
        case ASCII.comma, UInt8(ascii: ":"): break
        default:
            try beginValue(byte)
            return false
        }
        rest.append(byte)
        return true
    }

    /// Whether the rest of the response ends with the list's key.
    private var isBeforeList: Bool {
        depth == Self.listDepth && !listKey.isEmpty && rest.suffix(listKey.count).elementsEqual(listKey)
    }

    private mutating func beginValue(_ byte: UInt8) throws(ContentFailure) {
        value = ValueScanner(first: byte) ?? (rest.isEmpty ? nil : ValueScanner(invalid: byte))
        if value == nil {
            guard rest.isEmpty else { throw .invalidResponse }
            isForeign = true
        } else if isInList {
            elementCount += 1
            if elementCount > elementLimit { throw .tooManyElements(limit: elementLimit) }
            portion.append(portion.isEmpty ? ASCII.openBracket : ASCII.comma)
            elementStarts.append(portion.count)
            elementLength = 0
        } else if depth == Self.listDepth, byte == ASCII.openBracket {
            isDropped = true
            rest += [ASCII.openBracket, ASCII.closeBracket]
        }
    }

    private mutating func add(_ slice: Slice<UnsafeRawBufferPointer>) {
        let bytes = UnsafeRawBufferPointer(rebasing: slice)
        if isInList {
            elementLength += bytes.count
            if elementLength <= SubsonicLimits.elementBytes { portion += bytes }
        } else if !isDropped {
            rest += bytes
        }
    }

    private mutating func finishValue() throws(ContentFailure) {
        (value, isDropped) = (nil, false)
        guard isInList else { return }
        if elementLength > SubsonicLimits.elementBytes {
            portion.removeSubrange(((elementStarts.popLast() ?? 1) - 1)...)
            decodePortion()
            elements.append(.failure(InvalidElement(.tooLong(limit: SubsonicLimits.elementBytes), nil)))
        } else if portion.count >= Self.portionBytes {
            decodePortion()
        }
    }

    private mutating func decodePortion() {
        if portion.isEmpty { return }
        do {
            elements += try decodeList(portion).elements
        } catch {
            // Invalid JSON in one of the elements.
            let ends = elementStarts.dropFirst().map { $0 - 1 } + [portion.count]
            for (start, end) in zip(elementStarts, ends) { elements += decodeElement(portion[start..<end]) }
        }
        portion.removeAll(keepingCapacity: true)
        elementStarts.removeAll(keepingCapacity: true)
    }

    private func decodeElement(_ bytes: ArraySlice<UInt8>) -> [Result<Content.Element, InvalidElement>] {
        do {
            return try decodeList([ASCII.openBracket] + bytes).elements
        } catch {
            let cause = (error as? DecodingError).map { RecordError($0, in: Data(bytes)) } ?? .unreadable
            let name = try? decoder.decode(ItemName.self, from: Data(JSONRepair.repaired(bytes)))
            return [.failure(InvalidElement(cause, name))]
        }
    }

    /// Decodes a JSON array without its end.
    private func decodeList(_ bytes: [UInt8]) throws -> LenientList<Content.Element> {
        try decoder.decode(LenientList<Content.Element>.self, from: Data(bytes + [ASCII.closeBracket]))
    }
}

/// An error that a server reports within a response of HTTP status 200.
struct SubsonicError: Error, Decodable {
    let code: Int
    let message: String

    private enum Key: String, CodingKey {
        case code, message
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        code = try values.decodeIfPresent(LenientInteger.self, forKey: .code)?.value ?? 0
        message = ((try? values.decode(String.self, forKey: .message)) ?? "").cut(to: TextLimits.message)
    }

    /// Reads the error of a response in XML, which servers send if they do not know the requested format.
    ///
    /// Returns nil for other content.
    init?(xml content: [UInt8]) {
        let text = String(decoding: content, as: UTF8.self)
        guard text.contains("<subsonic-response"), let element = text.firstMatch(of: /<error\s[^>]*>/)?.output else {
            return nil
        }
        code = element.firstMatch(of: /code="(\d{1,6})"/).flatMap { Int($0.output.1) } ?? 0
        message = element.firstMatch(of: /message="([^"]*)"/).map { String($0.output.1) } ?? ""
    }

    /// Whether the server rejects the sign-in, so that another one may succeed.
    ///
    /// A server that knows only passwords misses a parameter; that error can also be about the method's own parameters.
    var rejectsSignIn: Bool { [10, 41, 42, 43].contains(code) }
    /// Whether the error shows that the server has accepted the credentials.
    var followsSignIn: Bool { code != 10 && !(40...44).contains(code) }

    /// The cause of the failure if no other sign-in is left.
    var cause: SourceFailureCause {
        switch code {
        case 40: .signIn(.wrongPassword)
        case 41...43: .signIn(.unsupported)
        case 44: .signIn(.invalidAPIKey)
        case 50: .signIn(.notAllowed)
        default: .server(code: code, message: message)
        }
    }

    /// The error of an unknown song, album or playlist.
    static let notFoundCode = 70
}

/// The extensions of the protocol that a server supports.
///
/// Source: https://opensubsonic.netlify.app/docs/endpoints/getopensubsonicextensions/
struct SubsonicExtensions: SubsonicContent {
    let names: Set<String>

    private enum Key: String, CodingKey {
        case openSubsonicExtensions
    }

    private struct Extension: Decodable {
        let name: String
    }

    init(from decoder: any Decoder) throws {
        let list = try decoder.container(keyedBy: Key.self)
            .decodeIfPresent(LenientList<Extension>.self, forKey: .openSubsonicExtensions)
        names = Set(list?.elements.compactMap { try? $0.get().name } ?? [])
    }
}

/// The program of a server, which it states in each response: `type` and `serverVersion`.
struct SubsonicProgram: SubsonicContent {
    private static let byteLimit = 200
    /// Empty if the server does not state it.
    let name: String
    let version: String

    private enum Key: String, CodingKey {
        case type, serverVersion
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        name = ((try? values.text(.type)) ?? "").cut(to: Self.byteLimit)
        version = ((try? values.text(.serverVersion)) ?? "").cut(to: Self.byteLimit)
    }
}

/// The sizes beyond which the response of a server, or a part of it, is rejected.
enum SubsonicLimits {
    /// Bytes of a response, decompressed.
    static let responseBytes = 64 << 20
    /// Bytes of a response without the lists in it.
    static let valueBytes = 1 << 20
    /// Bytes of an element of a list, such as the lyrics in one language.
    static let elementBytes = 4 << 20
    /// Elements of a list inside an element, such as the lines of lyrics, which are the longest of these lists.
    static let elementsOfValue = LRCParser.lineLimit
    /// Pages in a row that have only videos and the like: more than any server has, as are the following numbers.
    static let pagesWithoutSongs = 1_000
    /// Parts in a row that a server does not send, such as albums, before it counts as one that sends nothing.
    static let unreadableParts = 20
    static let albums = 500_000
    static let songsOfAlbum = 50_000
    static let playlists = 100_000
    /// Songs of a playlist, and songs with a star.
    static let references = 250_000
    /// Forms of a song's lyrics, such as languages.
    static let lyricsOfSong = 20
}
