import FermataDomain
import Foundation
import Hummingbird
import NIOCore

/// The parameters of a request, from its address and, with `POST`, also from a form.
///
/// Unlike those of the pages' API, unknown ones are ignored, as apps of other servers send theirs, and several may have
/// one name.
struct SubsonicParameters {
    /// The largest form, in bytes: that of 100,000 ids.
    private static let formLimit = 4 << 20
    private let values: [String: [String]]
    /// Whether the body was a form, which has been read.
    let hasForm: Bool

    /// Throws `SubsonicError` for text that is not UTF-8 in percent encoding, and an error for a form that is too large.
    init(_ request: Request) async throws {
        var values: [String: [String]] = [:]
        try Self.read((request.uri.query ?? "").utf8, into: &values)
        let type = request.headers[.contentType]?.prefix { $0 != ";" }.lowercased().trimmingCharacters(in: .whitespaces)
        hasForm = request.method == .post && (type == nil || type == "application/x-www-form-urlencoded")
        if hasForm {
            let form = try await request.body.collect(upTo: Self.formLimit)
            try Self.read(form.readableBytesView, into: &values)
        }
        self.values = values
    }

    /// The parameters in the order of their names, without those that show the account and the app.
    var textWithoutCredentials: String {
        let names = values.keys.filter { !["u", "p", "t", "s", "apiKey", "c", "v", "f", "callback"].contains($0) }
            .sorted()
        return names.map { name in "\(name)=\((values[name] ?? []).joined(separator: "\0"))" }.joined(separator: "\0\0")
    }

    private static func read(
        _ query: some Collection<UInt8>, into values: inout [String: [String]]
    ) throws {
        for pair in query.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? parts[1] : pair[pair.endIndex...]
            guard let name = String(percentEncoded: parts[0], isForm: true),
                let text = String(percentEncoded: value, isForm: true)
            else { throw SubsonicError(.other, "The parameters are not UTF-8 in percent encoding.") }
            values[name, default: []].append(text)
        }
    }

    /// The first value of a name; nil without one.
    subscript(name: String) -> String? { values[name]?.first }

    /// All values of a name.
    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// The value of a parameter that must be present.
    func required(_ name: String) throws -> String {
        guard let text = self[name] else { throw SubsonicError.missing(name) }
        return text
    }

    /// A whole number of a range; `standard` without the parameter, or if it is empty.
    func integer(_ name: String, in range: ClosedRange<Int>, or standard: Int) throws -> Int {
        try integer(name, in: range) ?? standard
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = self[name], !text.isEmpty else { return nil }
        return try Self.integer(text, name, in: range)
    }

    /// The numbers of all values of a name.
    func integers(_ name: String, in range: ClosedRange<Int>) throws -> [Int] {
        try all(name).map { try Self.integer($0, name, in: range) }
    }

    private static func integer(_ text: String, _ name: String, in range: ClosedRange<Int>) throws -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw SubsonicError.invalid(
                name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Accepts the forms that apps of several languages send.
    func flag(_ name: String) throws -> Bool? {
        switch self[name]?.lowercased() {
        case nil, "": nil
        case "true", "1": true
        case "false", "0": false
        default: throw SubsonicError.invalid(name, "must be true or false")
        }
    }

    /// The offset and the number of the rows that a request asks for.
    ///
    /// Rows beyond `largest` are left out. Throws `SubsonicError` for more than `limit` rows: an app that expects them
    /// would take a shorter reply for the end of the list.
    func window(
        offset: String, count: String, or standard: Int, atMost largest: Int = Window.largest,
        upTo limit: Int = Window.largest
    ) throws -> Window {
        Window(
            offset: try integer(offset, in: 0...Window.largest, or: 0),
            limit: min(try integer(count, in: 0...limit, or: standard), largest))
    }

    /// A number of rows, of which those beyond `largest` are left out.
    func count(_ name: String, or standard: Int, atMost largest: Int) throws -> Int {
        min(try integer(name, in: 0...Window.largest, or: standard), largest)
    }
}

/// Parameters with ids.
extension SubsonicParameters {
    /// An id of any kind, which must be present.
    func id(_ name: String = "id") throws -> SubsonicID {
        let text = try required(name)
        guard let id = SubsonicID(text) else { throw SubsonicError.notFound(text) }
        return id
    }

    func ids(_ name: String) throws -> [SubsonicID] {
        try all(name).map { text in
            guard let id = SubsonicID(text) else { throw SubsonicError.notFound(text) }
            return id
        }
    }

    func song(_ name: String = "id") throws -> MusicID {
        guard case .song(let id) = try id(name) else { throw SubsonicError.notFound(try required(name)) }
        return id
    }

    func songs(_ name: String) throws -> [MusicID] {
        try zip(all(name), ids(name)).map { text, id in
            guard case .song(let song) = id else { throw SubsonicError.notFound(text) }
            return song
        }
    }

    func album(_ name: String = "id") throws -> AlbumID {
        guard case .album(let id) = try id(name) else { throw SubsonicError.notFound(try required(name)) }
        return id
    }

    func artist(_ name: String = "id") throws -> ArtistName {
        guard case .artist(let artist) = try id(name) else { throw SubsonicError.notFound(try required(name)) }
        return artist
    }

    func playlist(_ name: String) throws -> PlaylistID {
        guard case .playlist(let id) = try id(name) else { throw SubsonicError.notFound(try required(name)) }
        return id
    }
}
