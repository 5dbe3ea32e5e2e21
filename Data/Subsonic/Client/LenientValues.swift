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
