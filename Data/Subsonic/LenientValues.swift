import FermataDomain
import Foundation

/// Text, or a number that some servers write instead.
struct LenientText: Decodable {
    let value: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            value = text
        } else {
            value = try String(container.decode(Int64.self))
        }
    }
}

/// An integer, or a number or text that some servers write instead.
struct LenientInteger: Decodable {
    let value: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            value = number
        } else if let number = try? container.decode(Double.self), let exact = Int(exactly: number.rounded(.down)) {
            value = exact
        } else if let text = try? container.decode(String.self), let number = Int(text) {
            value = number
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an integer")
        }
    }
}

/// A list whose elements are decoded one by one, so that an invalid one does not hide the others.
///
/// Old servers write a list of one element as the element itself. Elements beyond `SubsonicLimits.elementsOfValue` are
/// ignored.
struct LenientList<Element: Decodable>: Decodable {
    let elements: [Result<Element, InvalidElement>]

    init(from decoder: any Decoder) throws {
        guard var list = try? decoder.unkeyedContainer() else {
            elements = [try Attempt(from: decoder).result]
            return
        }
        var elements: [Result<Element, InvalidElement>] = []
        while !list.isAtEnd, elements.count < SubsonicLimits.elementsOfValue {
            elements.append(try list.decode(Attempt.self).result)
        }
        self.elements = elements
    }

    private struct Attempt: Decodable {
        let result: Result<Element, InvalidElement>

        init(from decoder: any Decoder) throws {
            do {
                result = .success(try Element(from: decoder))
            } catch {
                result = .failure(InvalidElement(error as? RecordError ?? .unreadable, ItemName(from: decoder)))
            }
        }
    }
}

/// An element of a list that cannot be used.
struct InvalidElement: Error {
    let cause: RecordError
    private let name: ItemName?

    var id: String? { name?.id }

    init(_ cause: RecordError, _ name: ItemName?) {
        (self.cause, self.name) = (cause, name)
    }

    /// The element as a record of the server.
    func rejected(at position: Int) -> RejectedRecord {
        RejectedRecord(position: position, cause, id: name?.id, path: name?.path)
    }
}

/// The id and the path by which people can find an element of a list, valid or not.
struct ItemName: Decodable {
    /// Nil if the element has no id, or one that is too long.
    let id: String?
    let path: String?

    private enum Key: String, CodingKey {
        case id, path
    }

    init(from decoder: any Decoder) {
        let values = try? decoder.container(keyedBy: Key.self)
        id = try? values?.id(.id)
        path = (try? values?.text(.path))?.cut(to: TextLimits.name)
    }
}

extension KeyedDecodingContainer {
    func text(_ key: Key) throws -> String? { try decodeIfPresent(LenientText.self, forKey: key)?.value }

    /// The id of an element. Throws `RecordError` for one that is missing or too long.
    func id(_ key: Key) throws -> String {
        guard let id = try text(key), !id.isEmpty else { throw RecordError.missing(field: key.stringValue) }
        guard id.utf8.count <= TextLimits.key else {
            throw RecordError.textTooLong(field: key.stringValue, limit: TextLimits.key)
        }
        return id
    }

    /// An optional number; one that is invalid counts as missing.
    func number(_ key: Key) -> Int? { (try? decodeIfPresent(LenientInteger.self, forKey: key))?.value }

    /// An optional number of things; one that no server can have counts as missing.
    func count(_ key: Key) -> Int? { number(key).flatMap { (0...Int(Int32.max)).contains($0) ? $0 : nil } }

    /// The elements of a list within an object.
    ///
    /// Servers leave list or object out, or write empty text or an empty array for the object, if there is no element.
    func list<Element: Decodable>(
        _ key: Key, in object: Key, of type: Element.Type = Element.self
    ) throws -> [Result<Element, InvalidElement>] {
        guard contains(object), try !decodeNil(forKey: object), (try? decode(String.self, forKey: object)) != "",
            (try? nestedUnkeyedContainer(forKey: object))?.isAtEnd != true
        else { return [] }
        let values = try nestedContainer(keyedBy: Key.self, forKey: object)
        return try values.decodeIfPresent(LenientList<Element>.self, forKey: key)?.elements ?? []
    }
}

/// The id of a song, an album or a playlist; other values are ignored.
struct ItemReference: Decodable, Sendable {
    let id: String

    private enum Key: String, CodingKey {
        case id
    }

    init(from decoder: any Decoder) throws {
        id = try decoder.container(keyedBy: Key.self).id(.id)
    }
}

extension Result<ItemReference, InvalidElement> {
    /// The id, also of an element whose other values are invalid; nil for one without an id.
    var id: String? {
        switch self {
        case .success(let item): item.id
        case .failure(let invalid): invalid.id
        }
    }
}

/// Replaces invalid parts of a JSON value, so that the rest of the value can be read.
///
/// Bytes that are not UTF-8, control characters, unknown escapes and lone surrogates in strings become U+FFFD; anything
/// else that is neither a number nor a literal of RFC 8259, such as `NaN`, becomes `null`.
struct JSONRepair {
    private static let replacement = Array("\u{FFFD}".utf8)
    private let bytes: [UInt8]
    private var index = 0
    private var result: [UInt8] = []

    private init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(String(decoding: Array(bytes), as: UTF8.self).utf8)
        result.reserveCapacity(self.bytes.count)
    }

    static func repaired(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var repair = JSONRepair(bytes)
        repair.run()
        return repair.result
    }

    private mutating func run() {
        while index < bytes.count {
            let byte = bytes[index]
            if byte == ASCII.quote {
                addString()
            } else if Self.isStructure(byte) {
                result.append(byte)
                index += 1
            } else {
                addToken()
            }
        }
    }

    private mutating func addToken() {
        let end = bytes[index...].firstIndex { Self.isStructure($0) || $0 == ASCII.quote } ?? bytes.count
        let token = String(decoding: bytes[index..<end], as: UTF8.self)
        let isValid = ["true", "false", "null"].contains(token) || token.contains(Self.number)
        result += isValid ? Array(bytes[index..<end]) : Array("null".utf8)
        index = end
    }

    private mutating func addString() {
        result.append(ASCII.quote)
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            if byte == ASCII.backslash {
                addEscape()
            } else {
                if byte < 0x20 { result += Self.replacement } else { result.append(byte) }
                index += 1
                if byte == ASCII.quote { return }
            }
        }
    }

    /// Adds an escape, or both of a surrogate pair.
    private mutating func addEscape() {
        guard index + 1 < bytes.count else {
            index += 1
            return
        }
        let letter = bytes[index + 1]
        var length = 2
        if letter == UInt8(ascii: "u") {
            guard let unit = codeUnit(at: index) else { return replaceEscape() }
            length = 6
            if UTF16.isTrailSurrogate(unit) { return replaceEscape(length: 6) }
            if UTF16.isLeadSurrogate(unit) {
                guard let next = codeUnit(at: index + 6), UTF16.isTrailSurrogate(next) else {
                    return replaceEscape(length: 6)
                }
                length = 12
            }
        } else if !"\"\\/bfnrt".utf8.contains(letter) {
            return replaceEscape()
        }
        result += bytes[index..<index + length]
        index += length
    }

    /// Replaces a backslash, or the complete escape.
    private mutating func replaceEscape(length: Int = 1) {
        result += Self.replacement
        index += length
    }

    /// The UTF-16 code unit that `\uXXXX` at an index stands for; nil if there is no such escape.
    private func codeUnit(at index: Int) -> UInt16? {
        guard index + 6 <= bytes.count, bytes[index] == ASCII.backslash, bytes[index + 1] == UInt8(ascii: "u") else {
            return nil
        }
        let digits = bytes[index + 2..<index + 6]
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private static func isStructure(_ byte: UInt8) -> Bool {
        ASCII.isSpace(byte)
            || [
                ASCII.openBrace, ASCII.closeBrace, ASCII.openBracket, ASCII.closeBracket, ASCII.comma,
                UInt8(ascii: ":"),
            ].contains(byte)
    }

    private static var number: Regex<Substring> { /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/ }
}
