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
