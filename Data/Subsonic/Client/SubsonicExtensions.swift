import FermataDomain

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
