import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird

/// The parameters of a query, each read once and strictly.
///
/// They are written as forms write them: `+` is a space. Source: https://url.spec.whatwg.org/#urlencoded-parsing
struct QueryParameters {
    private static let most = 32
    private var values: [(name: String, value: String)] = []
    private var taken: Set<String> = []

    /// Throws `Problem` for what is not UTF-8, for a parameter that is given twice, and for too many of them.
    init(_ request: Request) throws {
        try self.init(query: request.uri.query ?? "")
    }

    /// Throws `Problem` for what is not UTF-8, for a parameter that is given twice, and for too many of them.
    init(query: String) throws {
        for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
            guard values.count < Self.most else {
                throw Problem(.badRequest, "A query has \(Self.most) parameters at the most.")
            }
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.decoded(parts[0])
            guard !values.contains(where: { $0.name == name }) else { throw Self.bad(name, "is given twice") }
            values.append((name, parts.count > 1 ? try Self.decoded(parts[1]) : ""))
        }
    }

    /// The value of a parameter, which counts as known from now on.
    mutating func text(_ name: String) -> String? {
        taken.insert(name)
        return values.first { $0.name == name }?.value
    }

    mutating func flag(_ name: String) throws -> Bool {
        switch text(name) {
        case nil, "false": false
        case "true": true
        default: throw Self.bad(name, "has to be true or false")
        }
    }

    mutating func whole(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = text(name) else { return nil }
        guard let number = Int(plain: text), range.contains(number) else {
            throw Self.bad(name, "has to be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    mutating func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ name: String, of type: Value.Type = Value.self
    ) throws -> Value? {
        guard let text = text(name) else { return nil }
        guard let value = Value(rawValue: text) else {
            throw Self.bad(name, "has to be one of " + Value.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return value
    }

    /// Throws `Problem` for a parameter that nothing has asked for: it may be a known one, mistyped.
    func end() throws {
        if let unknown = values.first(where: { !taken.contains($0.name) }) {
            throw Self.bad(unknown.name, "is not known here")
        }
    }

    /// The query with other values for some parameters, percent-encoded.
    func replacing(_ replacements: [(name: String, value: String)]) -> String {
        let kept = values.filter { value in !replacements.contains { $0.name == value.name } }
        return (kept + replacements).map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
            .joined(separator: "&")
    }

    private static func bad(_ name: String, _ what: String) -> Problem {
        Problem(.badRequest, "The parameter “\(name)” \(what).", parameter: name)
    }

    private static func decoded(_ bytes: some Collection<UInt8>) throws -> String {
        guard let text = String(percentEncoded: bytes, isForm: true) else {
            throw Problem(.badRequest, "The query is not UTF-8 in percent encoding.")
        }
        return text
    }
}
